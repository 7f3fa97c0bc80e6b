import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HolidayCountry, HolidayDoubt } from '@gurukul/contract/meetings';
import type { FoundHoliday } from './calendar-days.ts';

/* The public holidays of holidays.txt, which scripts/public-holidays.py writes. Read once, when the first person asks: 0.1 MB. */

interface RegionalHoliday extends FoundHoliday {
  /** Some regions, or all but some. */
  readonly regions: ReadonlySet<string>;
  readonly isAllBut: boolean;
}

interface OfCountry {
  /** By code, in the order of their names. */
  readonly names: ReadonlyMap<string, string>;
  /** Of a region, or with '' the days that most regions have; the earliest first. */
  readonly of: (region: string) => FoundHoliday[];
}

const isDoubt = (text: string): text is HolidayDoubt =>
  text === 'estimated' || text === 'optional' || text === '';

const read = new Map<HolidayCountry, OfCountry>();

export function holidaysOf(country: HolidayCountry): OfCountry {
  const known = read.get(country) ?? readHolidays(country);
  read.set(country, known);
  return known;
}

function readHolidays(country: HolidayCountry): OfCountry {
  const names = new Map<string, string>();
  const known: RegionalHoliday[] = [];
  const text = readFileSync(join(import.meta.dirname, 'holidays.txt'), 'utf8');
  for (const line of text.split('\n')) {
    const [of, day = '', name = '', where = '', doubt = ''] = line.split('\t');
    if (of !== country) continue;
    if (day === '') names.set(where, name);
    else {
      const regions = new Set(where.replace(/^[*-]/, '').split(' ').filter(Boolean));
      const isAllBut = /^[*-]/.test(where);
      known.push({ from: day, to: day, name, doubt: isDoubt(doubt) ? doubt : '', regions, isAllBut });
    }
  }
  const isIn = ({ regions, isAllBut }: RegionalHoliday, region: string) =>
    region === '' ? isAllBut : regions.has(region) !== isAllBut;
  return {
    names,
    of: (region) =>
      known
        .filter((one) => isIn(one, region))
        .map(({ from, to, name, doubt }) => ({ from, to, name, doubt })),
  };
}
