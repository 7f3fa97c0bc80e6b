import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';

/** An amount as decimal text with two places, or the reason why it is not valid. */
export type AmountRead =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: Said };

const no = (problem: Said): AmountRead => ({ amount: null, problem });

const codes = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (word: string) => word === '' || /^rs\.?$/iu.test(word) || codes.has(word.toUpperCase());

/** Removes the currency on either side, and the Indian "/-". Null when other words are there. */
function bareNumber(text: string): string | null {
  const bare = text.replace(/\/[-=]$/u, '').replaceAll(/\p{Sc}/gu, '');
  const parts = /^(\p{L}*\.?)(.*?)(\p{L}*\.?)$/u.exec(bare);
  // "500." ends in a point, and no word comes before it.
  const [, before = '', number = '', after = ''] = parts ?? [];
  if (!isCurrency(before)) return before === '.' ? bare : null;
  return isCurrency(after) || after === '.' ? number : null;
}

const western = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/u;
const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/u;
const plain = /^(?:\d+\.?\d*|\.\d+)$/u;
const decimalComma = /^\d+,\d{1,2}$/u;

/** '₹ 1,20,000.50' as '120000.50'. From text to text: money never becomes a binary fraction. */
export function readAmount(text: string): AmountRead {
  const packed = text.normalize('NFKC').replaceAll(/[\s'’_]/gu, '');
  if (packed === '') return no(said('column_missing', { column: 'amount' }));
  if (packed.startsWith('=')) return no(said('column_formula', { column: 'amount' }));
  const number = bareNumber(packed.replaceAll(/[\u2212\u2013]/gu, '-'));
  if (number === null || !/\d/u.test(number)) return no(said('amount_unreadable'));
  if (/^\(.*\)$|^-|-$/u.test(number)) return no(said('amount_negative'));

  let decimal: string;
  if (western.test(number) || indian.test(number)) decimal = number.replaceAll(',', '');
  else if (plain.test(number)) decimal = number;
  else if (decimalComma.test(number)) decimal = number.replace(',', '.');
  else if (european.test(number)) decimal = number.replaceAll('.', '').replace(',', '.');
  else return no(said('amount_unreadable'));

  const [whole = '', part = ''] = decimal.split('.');
  // 1.200 may mean twelve hundred, so it is refused.
  if (part.length > 2) return no(said('amount_decimals'));
  const units = whole.replace(/^0+(?=\d)/u, '') || '0';
  return units.length > 10
    ? no(said('amount_large'))
    : { amount: `${units}.${part.padEnd(2, '0')}`, problem: null };
}
