import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import type { PlainSearch } from '#web/lib/address/address-search.ts';
import { latestDay } from './latest-day.ts';

/** Stands in the address for a date that the person cleared; an address without dates has the usual ones. */
const cleared = 'none';

/** The same date three months before, or the last one of that month where it is shorter. */
function threeMonthsBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = Date.UTC(year, month - 3, 0);
  return new Date(Math.min(Date.UTC(year, month - 4, date), lastOfMonth)).toISOString().slice(0, 10);
}

export interface Period {
  /** yyyy-mm-dd; '' for none. */
  readonly start: string;
  readonly end: string;
}

/**
 * The period of an address: the last three months when it names no dates. An end before the start is no end.
 */
export function periodIn({ start: from, end: to }: PlainSearch, now = new Date()): Period {
  if (from === undefined && to === undefined) {
    const end = latestDay(now);
    return { start: threeMonthsBefore(end), end };
  }
  const start = dayInAddress(from);
  const end = dayInAddress(to);
  return { start, end: start && end < start ? '' : end };
}

/** What the address says after a person chose or cleared a date: the other date stays what it was. */
export function withDate(search: PlainSearch, shown: Period, key: keyof Period, day: string): PlainSearch {
  const isNamed = search['start'] !== undefined || search['end'] !== undefined;
  return { ...(isNamed ? {} : shown), [key]: day || cleared };
}
