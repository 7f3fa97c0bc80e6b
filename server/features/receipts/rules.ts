import type { ReceiptSeries } from '@gurukul/contract/receipts';

/** The day of an instant on a clock, yyyy-mm-dd. */
export const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

const endOfYear = (first: number) => String((first + 1) % 100).padStart(2, '0');

/**
 * The year of receipts in which a day lies: `2025-26` for one that begins in April, `2026` for one that begins in
 * January.
 */
export function yearOf(day: string, start: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month < start ? year - 1 : year;
  return start === 1 ? String(first) : `${first}-${endOfYear(first)}`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The first and the last day of a year of receipts. */
export function daysOf(year: string, start: number): { from: string; to: string } {
  const first = Number(year.slice(0, 4));
  const last = new Date(Date.UTC(first + 1, start - 1, 0));
  return { from: `${first}-${two(start)}-01`, to: last.toISOString().slice(0, 10) };
}

interface Numbered {
  readonly series: string;
  readonly year: string;
  readonly number: number;
}

export const numberOf = ({ series, year, number }: Numbered): string => `${series}/${year}/${number}`;

export const seriesOf = (kind: string): ReceiptSeries => (kind === 'donation' ? 'D' : 'R');

/** The name of the file, of letters that every system allows. */
export const fileNameOf = (number: string): string => `receipt-${number.replaceAll('/', '-')}.pdf`;
