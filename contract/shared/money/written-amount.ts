import { isNothing, plainDigits, withoutUnseen } from '../written/text.ts';
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

/** Takes the currency on either side away. Null when other words are there. */
function partsOf(text: string): MoneyParts | null {
  // A point behind a word is the word's, and a minus may stand before the sign: -₹500.
  const parts =
    /^([-(]?)([\p{L}\p{M}\p{Sc}]*)(\.?)([^\p{L}\p{Sc}]*?)((?:[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}]*)?)\.?([-)]?)$/u.exec(
      text,
    );
  const [, open = '', before = '', point = '', rest = '', after = '', close = ''] = parts ?? [];
  const number = `${open}${before === '' ? point : ''}${rest}${close}`;
  const signs = [before, after].filter((word) => word !== '').map(signsIn);
  return signs.some((some) => some === null) ? null : { number, signs: signs.flatMap((some) => some ?? []) };
}

const western = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u;
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d*)?$/u;
const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d{1,3}(?:\.\d{3}){2,}$/u;
/** Credit or debit, as banks write it behind an amount: "98,500.00 Dr", "20.00 (Cr)". */
const bankSide = /(?<=[\d.)])\(?([cd])r\.?\)?$|^([cd])r\.?(?=\d)/iu;
/** No more than the number: "500/-", "50.-" for 50.00, "only". The minus of "500-" is not of these. */
const nothingMore = /(?:only\.?|\/[-=]|[.,]-+)$/iu;
/** Blanks and apostrophes part thousands, and nothing else: "1 200", "1'200", "1 20 000", not "5 00". */
const parted = /\d+(?:[\s'’_]+\d+)+/gu;
const thousands = /^(?:\d{1,3}(?:\D+\d{3})+|\d{1,2}(?:\D+\d{2})*\D+\d{3})$/u;
const plain = /^(?:\d+\.?\d*|\.\d+)$/u;
const decimalComma = /^\d+,\d{1,2}$/u;
const shortComma = /^\d{1,2},\d{1,2}$/u;

/** '₹ 1,20,000.50' as '120000.50', in INR. From text to text: money never becomes a binary fraction. */
export function readWrittenAmount(text: string): WrittenAmount {
  const written = withoutUnseen(plainDigits(text));
  if (written.match(parted)?.some((number) => !thousands.test(number))) return { fault: 'unreadable' };
  const whole = written
    .replaceAll(/[\s'’_]/gu, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');
  const side = bankSide.exec(whole);
  const packed = (side === null ? whole : whole.replace(side[0], ''))
    .replace(/^\+(?=[^-+]*$)/u, '')
    .replace(nothingMore, '')
    .replace(nothingMore, '');
  if (packed === '' || isNothing(packed)) return { fault: 'missing' };
  const parts = partsOf(packed);
  if (parts === null) return { fault: 'unreadable' };
  const { signs } = parts;
  const isMinus = /^\(.*\)$|^-|-$/u.test(parts.number);
  const number = isMinus ? parts.number.replaceAll(/^[-(]|[-)]$/gu, '') : parts.number;

  let decimal: string;
  if (western.test(number) || indian.test(number)) decimal = number.replaceAll(',', '');
  else if (plain.test(number)) decimal = number;
  else if (decimalComma.test(number)) decimal = number.replace(',', '.');
  else if (european.test(number)) decimal = number.replaceAll('.', '').replace(',', '.');
  else return { fault: 'unreadable' };

  const [before = '', part = ''] = decimal.split('.');
  const units = before.replace(/^0+(?=\d)/u, '') || '0';
  if (units.length > 10) return { fault: 'large' };
  const currencies = currenciesSaid(signs);
  if (signs.length > 0 && currencies.length === 0) return { fault: 'two_currencies' };
  return {
    digits: part === '' ? units : `${units}.${part}`,
    isNegative: isMinus || (side?.[1] ?? side?.[2])?.toLowerCase() === 'd',
    hasShortComma: shortComma.test(number),
    currencies,
    fault: null,
  };
}
