import { isCurrency } from './money.ts';

/** An amount as people write it: its digits with a point, or why it is none. */
export type WrittenAmount =
  | {
      readonly digits: string;
      /** '1,20' in place of '1.20'; in Indian digits it may be a part of 1,20,000. */
      readonly hasShortComma: boolean;
      readonly fault: null;
    }
  | { readonly fault: 'missing' | 'unreadable' | 'negative' | 'large' };

const isSign = (word: string) => word === '' || /^rs\.?$/iu.test(word) || isCurrency(word.toUpperCase());

/** Removes the currency on either side, and the Indian "/-". Null when other words are there. */
function bareNumber(text: string): string | null {
  const bare = text.replace(/\/[-=]$/u, '').replaceAll(/\p{Sc}/gu, '');
  const parts = /^(\p{L}*\.?)(.*?)(\p{L}*\.?)$/u.exec(bare);
  // "500." ends in a point, and no word comes before it.
  const [, before = '', number = '', after = ''] = parts ?? [];
  if (!isSign(before)) return before === '.' ? bare : null;
  return isSign(after) || after === '.' ? number : null;
}

const western = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/u;
const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/u;
const plain = /^(?:\d+\.?\d*|\.\d+)$/u;
const decimalComma = /^\d+,\d{1,2}$/u;
const shortComma = /^\d{1,2},\d{1,2}$/u;

/** '₹ 1,20,000.50' as '120000.50'. From text to text: money never becomes a binary fraction. */
export function readWrittenAmount(text: string): WrittenAmount {
  const packed = text
    .normalize('NFKC')
    .replaceAll(/[\s'’_]/gu, '')
    .replaceAll(/[\u2212\u2013]/gu, '-');
  if (packed === '') return { fault: 'missing' };
  const number = bareNumber(packed);
  if (number === null || !/\d/u.test(number)) return { fault: 'unreadable' };
  if (/^\(.*\)$|^-|-$/u.test(number)) return { fault: 'negative' };

  let decimal: string;
  if (western.test(number) || indian.test(number)) decimal = number.replaceAll(',', '');
  else if (plain.test(number)) decimal = number;
  else if (decimalComma.test(number)) decimal = number.replace(',', '.');
  else if (european.test(number)) decimal = number.replaceAll('.', '').replace(',', '.');
  else return { fault: 'unreadable' };

  const [whole = '', part = ''] = decimal.split('.');
  const units = whole.replace(/^0+(?=\d)/u, '') || '0';
  if (units.length > 10) return { fault: 'large' };
  return {
    digits: part === '' ? units : `${units}.${part}`,
    hasShortComma: shortComma.test(number),
    fault: null,
  };
}
