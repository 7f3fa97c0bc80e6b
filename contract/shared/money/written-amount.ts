import { currenciesOf, currenciesSaid } from './currency-signs.ts';

/** An amount as people write it, or why it is none. Its decimals are checked when its currency is known. */
export type WrittenAmount =
  | {
      /** Digits with a point, as many decimals as written, without the sign. */
      readonly digits: string;
      readonly isNegative: boolean;
      /** '1,20' in place of '1.20'; in Indian digits it may be a part of 1,20,000. */
      readonly hasShortComma: boolean;
      /** The currencies that its sign or code can stand for; none: it has neither. */
      readonly currencies: readonly string[];
      readonly fault: null;
    }
  | { readonly fault: 'missing' | 'unreadable' | 'large' | 'two_currencies' };

interface MoneyParts {
  readonly number: string;
  readonly signs: readonly (readonly string[])[];
}

/** What a word beside a number stands for: a code, a sign, or both as in 'INR₹'. Null: nothing of the kind. */
function signsIn(word: string): (readonly string[])[] | null {
  const whole = currenciesOf(word);
  if (whole !== null) return [whole];
  const pair = /^([A-Za-z]{3})(\p{Sc})$/u.exec(word) ?? /^(\p{Sc})([A-Za-z]{3})$/u.exec(word);
  const signs = (pair ?? []).slice(1).flatMap((part) => [currenciesOf(part) ?? []]);
  return pair !== null && signs.every((some) => some.length > 0) ? signs : null;
}

/** Takes the currency on either side away, and the Indian "/-". Null when other words are there. */
function partsOf(text: string): MoneyParts | null {
  const bare = text.replace(/\/[-=]$/u, '');
  // A point behind a word is the word's, and a minus may stand before the sign: -₹500.
  const parts = /^([-(]?)((?:\p{L}|\p{Sc})*)(\.?)([^\p{L}\p{Sc}]*?)((?:\p{L}|\p{Sc})*)\.?([-)]?)$/u.exec(
    bare,
  );
  const [, open = '', before = '', point = '', rest = '', after = '', close = ''] = parts ?? [];
  const number = `${open}${before === '' ? point : ''}${rest}${close}`;
  if (!/\d/u.test(number)) return null;
  const signs = [before, after].filter((word) => word !== '').map(signsIn);
  return signs.some((some) => some === null) ? null : { number, signs: signs.flatMap((some) => some ?? []) };
}

const western = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/u;
const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/u;
const plain = /^(?:\d+\.?\d*|\.\d+)$/u;
const decimalComma = /^\d+,\d{1,2}$/u;
const shortComma = /^\d{1,2},\d{1,2}$/u;

/** '₹ 1,20,000.50' as '120000.50', in INR. From text to text: money never becomes a binary fraction. */
export function readWrittenAmount(text: string): WrittenAmount {
  const packed = text
    .normalize('NFKC')
    .replaceAll(/[\s'’_]/gu, '')
    .replaceAll(/[\u2212\u2013]/gu, '-');
  if (packed === '') return { fault: 'missing' };
  const parts = partsOf(packed);
  if (parts === null) return { fault: 'unreadable' };
  const { signs } = parts;
  const isNegative = /^\(.*\)$|^-|-$/u.test(parts.number);
  const number = isNegative ? parts.number.replaceAll(/^[-(]|[-)]$/gu, '') : parts.number;

  let decimal: string;
  if (western.test(number) || indian.test(number)) decimal = number.replaceAll(',', '');
  else if (plain.test(number)) decimal = number;
  else if (decimalComma.test(number)) decimal = number.replace(',', '.');
  else if (european.test(number)) decimal = number.replaceAll('.', '').replace(',', '.');
  else return { fault: 'unreadable' };

  const [whole = '', part = ''] = decimal.split('.');
  const units = whole.replace(/^0+(?=\d)/u, '') || '0';
  if (units.length > 10) return { fault: 'large' };
  const currencies = currenciesSaid(signs);
  if (signs.length > 0 && currencies.length === 0) return { fault: 'two_currencies' };
  return {
    digits: part === '' ? units : `${units}.${part}`,
    isNegative,
    hasShortComma: shortComma.test(number),
    currencies,
    fault: null,
  };
}
