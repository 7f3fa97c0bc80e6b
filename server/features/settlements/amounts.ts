import { digitsOf, toMils } from '@gurukul/contract/shared/money/money';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Said } from '@gurukul/contract/shared/words/said';

/** The unit of the amounts of a file: rupees or dollars, or the smallest unit, as APIs write them. */
export type Unit = 'major' | 'minor';

/** In thousandths of the currency, so that a sum is exact; or the reason why the cell is no amount. */
export type SignedRead =
  | { readonly mils: bigint; readonly problem: null }
  | { readonly mils: null; readonly problem: Said };

const no = (problem: Said): SignedRead => ({ mils: null, problem });

const digits = new Map<string, number>();
function decimalsOf(currency: string): number {
  const known = digits.get(currency) ?? digitsOf(currency);
  digits.set(currency, known);
  return known;
}

const western = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/u;
const plain = /^(?:\d+\.?\d*|\.\d+)$/u;

/** True where the decimals beyond those of the currency say nothing: a spreadsheet writes 1200 yen as 1200.00. */
const areIdle = (part: string, decimals: number) =>
  part.length <= decimals || (part.length <= 2 && /^0*$/u.test(part.slice(decimals)));

/**
 * '-1,20,000.50', '(20.00)' or '98,500.00 Dr' in thousandths. An empty cell is zero: statements leave one of debit and
 * credit empty. From text to integer, so money never becomes a binary fraction.
 */
export function readSigned(text: string, currency: string, unit: Unit = 'major'): SignedRead {
  const packed = text
    .normalize('NFKC')
    .replaceAll(/[\s'’_]/gu, '')
    .replaceAll(/[\u2212\u2013]/gu, '-')
    .replaceAll(/\p{Sc}|Rs\.?|INR|USD/giu, '');
  if (packed === '' || packed === '-') return { mils: 0n, problem: null };
  if (/^[=@]/u.test(packed)) return no(said('column_formula', { column: 'amount' }));
  const [, open = '', before = '', number = '', after = '', side = ''] =
    /^(\()?([+-])?([\d.,]*)(-)?\)?(cr|dr)?\.?$/iu.exec(packed) ?? [];
  const isNegative = open !== '' || before === '-' || after === '-' || side.toLowerCase() === 'dr';
  const isGrouped = western.test(number) || indian.test(number);
  if (!isGrouped && !plain.test(number)) return no(said('amount_unreadable'));

  const [whole = '', part = ''] = number.replaceAll(',', '').split('.');
  const units = whole.replace(/^0+(?=\d)/u, '') || '0';
  const decimals = decimalsOf(currency);
  if (unit === 'minor') {
    if (part !== '') return no(said('amount_unreadable'));
    if (units.length > 10 + decimals) return no(said('amount_large'));
  } else {
    if (!areIdle(part, decimals)) return no(said('amount_decimals'));
    if (units.length > 10) return no(said('amount_large'));
  }
  const mils =
    unit === 'minor' ? BigInt(units) * 10n ** BigInt(3 - decimals) : toMils(`${units}.${part || '0'}`);
  return { mils: isNegative ? -mils : mils, problem: null };
}
