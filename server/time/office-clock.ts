import sql from 'sql-template-tag';
import { date, row } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { one } from '../db/rows.ts';

/** The zone of the provider's clock, by which the days of money count. */
export const officeZone = sql`(select office.time_zone from provider office)`;

export const officeToday = sql`(now() at time zone ${officeZone})::date`;

const dayRow = row({ day: date });

export const officeDay = async (db: Db): Promise<string> =>
  (await one(db, dayRow, sql`select ${officeToday} as day`)).day;

/** The day of an instant on the clock of a zone, and its time; none at midnight, which stands for a day alone. */
export function paidWhen(zone: string, instant: string): { day: string; time: string } {
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone: zone });
  const [day = '', time = ''] = text.split(' ');
  return { day, time: time === '00:00:00' ? '' : time.slice(0, 5) };
}
