import { isOneTypo } from './names.ts';

/** One digit is another one, or day and month changed places. Days are yyyy-mm-dd. */
function isNearDay(a: string, b: string): boolean {
  const [yearA, monthA, dayA] = a.split('-');
  const [yearB, monthB, dayB] = b.split('-');
  const isSwapped = yearA === yearB && monthA === dayB && dayA === monthB;
  return isSwapped || isOneTypo(a, b);
}

/** Two birthdays that are known and differ by more than a slip of the pen. */
export const isOtherBirthday = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== b && !isNearDay(a, b);
