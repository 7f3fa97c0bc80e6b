import { isNothing, plainDigits, tidyText } from '@gurukul/contract/shared/written/text';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/* The one reader of phone numbers that people and programs write. */

/** What stands for one number in a cell. */
interface Part {
  /** Digits, after a plus where the country code is written. */
  readonly number: string;
  readonly extension: string;
  /** Written with the code of its town: 080-2233 4455, 0866-2345678. Its digits look like those of a mobile. */
  readonly isLandline: boolean;
}

// Spreadsheets write long numbers as 9.19E+11, which loses digits.
const shortened = /\d[.,]?\d*E\+?\d+$/iu;
const extension = /\s*(?:,|;)?\s*(?:extension|extn?\.?|x|#)\s*[.:=]?\s*(\d{1,6})\s*$/iu;
const townCode = /(?<!\d)\(?0[1-8]\d{1,3}(?:\)\s*|\s*[-–/.]\s*|\s+)(?:\d{6,8}|\d{3,4}[ -]\d{3,4})(?!\d)/u;
const between = /[/,;|&\n]|(?<!\p{L})(?:or|and|या|లేదా)(?!\p{L})/iu;

/** "+91 (0) 98765 43210", "tel:…", "9876543210 (mother)", "Mob. 98765…", 9876543210.0: without what is no digit. */
function partOf(text: string): Part | null {
  if (/^\+?[1-9][\d -]*$/u.test(text))
    return { number: text.replaceAll(/[ -]/gu, ''), extension: '', isLandline: false };
  const ended = extension.exec(text);
  const bare = (ended === null ? text : text.slice(0, ended.index))
    // (mother), (6-8 pm), and not a whole number with a word
    .replaceAll(/[([](?=[^)\]]*\p{L})(?!(?:\D*\d){6})[^)\]]*[)\]]/gu, ' ')
    .replace(/\.0+$/u, '')
    .replaceAll(/(?<!\d)\(0\)|(?<=\+\d{1,3}\s*)\(0\)/gu, ' ');
  const packed = bare
    .replaceAll(/[^\d+]/gu, '')
    .replace(/^\++/u, '+')
    .replace(/^(?:00|\+00)/u, '+')
    .replace(/^\+?91\+/u, '+91');
  // A letter between figures, or two signs, is no number: 98765O3210.
  const isTorn = /\d\p{L}+\d/u.test(bare) || packed.lastIndexOf('+') > 0;
  if (packed === '' || isTorn) return null;
  return { number: packed, extension: ended?.[1] ?? '', isLandline: townCode.test(bare) };
}

/** The texts of a cell that may each be a number. Two may have only a blank between them, or a word: "Mother: 98…". */
const textsIn = (cell: string): string[] =>
  /^\+?\d[\d -]{6,16}\d$/u.test(cell) && !/\d{10}\s+\d/u.test(cell) && !/(?:\d{5} ){3}/u.test(cell)
    ? [cell]
    : severalIn(cell);

const severalIn = (cell: string): string[] =>
  tidyText(plainDigits(cell).replaceAll('\n', '/'))
    .replace(/(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?/iu, '+')
    // As a spreadsheet shows numbers: 9,876,543,210.
    .replace(/^\d{1,3}(?:,\d{2,3}){3,}$/u, (number) => number.replaceAll(',', ''))
    .replaceAll(/\+91\s*\/|\(?whatsapp\)?/giu, (found) => found.replace('/', ' ').replace(/whatsapp/iu, ' '))
    .split(
      /(?<=(?<!\d)(?:\d{10}|\d{5} \d{5}))\s+(?=(?:\d{10}|\d{5} \d{5})(?!\d))|(?<=\d{4})\s+(?=\+\d)|(?<=\d{4})\s*(?=[([](?:[^)\]\d]*\d){8})|(?<=\d{6})\s+(?=\p{L}+\s?(?:[:.]\s?\+?\d|\+?\d{6}))|(?<=\d{7})(?=\+\d)|(?<=\d\s?\([^)\d]*\))\s+(?=\+?\d)/u,
    )
    .flatMap((text) => (extension.test(text) ? [text] : text.split(between)))
    .map((text) => text.trim())
    .filter((text) => text !== '');

const fewestDigits = 7;

/** The digits of the numbers in a cell, to compare them; null when there is text without a number. */
export function readPhones(cell: string): string[] | null {
  if (cell.trim() === '') return [];
  if (shortened.test(cell.trim())) return null;
  const numbers = textsIn(cell)
    .map((text) => partOf(text)?.number.replaceAll('+', '').replace(/^0+/u, '') ?? '')
    .filter((digits) => digits.length >= fewestDigits && digits.length <= 15);
  return numbers.length > 0 ? [...new Set(numbers)] : null;
}

/** Ten digits that begin with 6 to 9 are a mobile of India. Other numbers of India have a 0 or the country code. */
const indianMobile = /^[6-9]\d{9}$/u;

/** One digit only stands for a number that nobody gave. */
const nobodys = /^(?:\+?91)?(\d)\1{9}$/u;

function read({ number, isLandline }: Part, countries: readonly string[]): string | null {
  if (nobodys.test(number)) return null;
  const isWhole = number.startsWith('+');
  // As the library reads them, which takes its time.
  if (countries[0] === 'IN' && /^(?:\+91)?[6-9]\d{9}$/u.test(number)) return number.slice(-10);
  const tried = (isWhole ? countries.slice(0, 1) : countries).filter((code) => isSupportedCountry(code));
  for (const country of tried.length === 0 && isWhole ? [undefined] : tried) {
    // 91 98765 43210 without a plus, and with a 0 before.
    const written = country === 'IN' ? number.replace(/^0?91(?=[6-9]\d{9}$)/u, '') : number;
    const found = parsePhoneNumberFromString(
      written,
      country === undefined ? {} : { defaultCountry: country },
    );
    if (found === undefined) continue;
    const { nationalNumber: national } = found;
    const isIndian = found.countryCallingCode === '91';
    if (isIndian && !indianMobile.test(national) && !/^[+0]/u.test(written)) continue;
    // New ranges of numbers are valid before a library knows them, so a length that is possible is enough after a plus.
    if (!(isIndian || !isWhole ? found.isValid() : found.isPossible())) continue;
    const isAtHome = isIndian && !isLandline && countries[0] === 'IN' && indianMobile.test(national);
    return isAtHome ? national : found.number;
  }
  return null;
}

export interface WrittenPhone {
  /** As it is stored: a mobile of India, for people of India, as its ten digits; others as +12125550100. '' for none. */
  readonly number: string;
  /** Further numbers of the same cell. */
  readonly others: readonly string[];
  /** What stands there besides: an extension, a number that cannot be read. */
  readonly left: readonly string[];
}

/** ISO codes of the countries whose number it may be, the likeliest first: the person's own, that of the class, the provider's. */
export type PhoneCountries = readonly string[];

/** The phone numbers of a cell. */
export function readPhone(cell: string, countries: PhoneCountries): WrittenPhone {
  const text = tidyText(cell);
  if (text === '' || isNothing(text) || shortened.test(text)) {
    return { number: '', others: [], left: text === '' ? [] : [text] };
  }
  const found: string[] = [];
  const left: string[] = [];
  for (const written of textsIn(cell)) {
    const part = partOf(written);
    const number = part && read(part, countries);
    if (number === null) left.push(written);
    else {
      found.push(number);
      if (part?.extension) left.push(`x${part.extension}`);
    }
  }
  const [number = '', ...others] = new Set(found);
  return { number, others, left: number === '' ? [text] : left };
}
