import { readMail } from '@gurukul/contract/shared/written/mail';
import { isOneTypo } from './names.ts';

/** The first mailbox of a cell such as 'Ravi <ravi@example.com>', in lower case; '' when there is none. */
export const readEmail = (text: string): string => readMail(text).email.toLowerCase();

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
