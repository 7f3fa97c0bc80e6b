import { readDate } from '@gurukul/contract/shared/written/date';
import { today } from './format.ts';

/**
 * 24-జన-2026, 24 January 2026, 24/1/26 or 2026-01-24 as yyyy-mm-dd; null if the text is not a day. A day that can be read
 * both ways is read day first, as the field shows it.
 */
export function readTypedDay(typed: string): string | null {
  // Other numbers than 24012026 are dates in spreadsheets only.
  if (/^\s*(?!\p{Nd}{8}\s*$)\p{Nd}*\s*$/u.test(typed)) return null;
  const read = readDate(typed, today()) ?? readDate(typed, today(), 'birthday');
  return (read?.dayFirst ?? read?.monthFirst)?.day ?? null;
}
