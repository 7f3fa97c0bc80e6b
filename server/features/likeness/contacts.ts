import { email as emailField } from '@gurukul/contract/shared/fields';
import { isOneTypo } from './names.ts';

/** The mailbox of a cell such as 'Ravi <ravi@example.com>', in lower case; '' when there is none. */
export function readEmail(text: string): string {
  const bare = (/<([^<>]*)>/u.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/iu, '')
    .replace(/[.,;]+$/u, '');
  const mailbox = emailField.safeParse(bare);
  return mailbox.success ? mailbox.data.toLowerCase() : '';
}

const fewestDigits = 7;

/**
 * The phone numbers of a cell, digits only. Several may be separated by a sign. Null when there is text without a
 * number.
 */
export function readPhones(text: string): string[] | null {
  const packed = text.normalize('NFKC').trim();
  if (packed === '') return [];
  // Spreadsheets write long numbers as 9.19E+11, which loses digits.
  if (/\d[.,]?\d*E\+?\d+$/iu.test(packed)) return null;
  const numbers = packed
    .split(/[/,;|]|\bor\b/iu)
    .map((part) => part.replace(/\.0+$/u, '').replaceAll(/\D/gu, '').replace(/^0+/u, ''))
    .filter((digits) => digits.length >= fewestDigits && digits.length <= 15);
  return numbers.length > 0 ? [...new Set(numbers)] : null;
}

/** The look-up key: the end of a number is the same with and without its country code. */
export const phoneKey = (digits: string) => digits.slice(-9);

/** True for the same number, one of them perhaps without country code. */
export function isSamePhone(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short === long || (short.length >= 9 && long.endsWith(short) && long.length - short.length <= 4);
}

const isNearPhone = (a: string, b: string) =>
  Math.min(a.length, b.length) >= 9 && isOneTypo(a.slice(-10), b.slice(-10));

export const isNearAnyPhone = (some: readonly string[], others: readonly string[]) =>
  some.some((a) => others.some((b) => isSamePhone(a, b) || isNearPhone(a, b)));

const digitsOf = (text: string) => text.replaceAll(/\D/gu, '');

/** True for a likely misspelling: a typo in the name, or the same name at another provider. */
export function isNearEmail(a: string, b: string): boolean {
  if (a === b) return true;
  const [localA = '', domainA = ''] = a.split('@');
  const [localB = '', domainB = ''] = b.split('@');
  // ravi1 and ravi2 are two people.
  if (digitsOf(localA) !== digitsOf(localB)) return false;
  if (localA === localB) return localA.length >= 5 || isOneTypo(domainA, domainB);
  return localA.length >= 5 && isOneTypo(localA, localB) && domainA === domainB;
}
