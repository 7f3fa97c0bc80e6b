import sql from 'sql-template-tag';
import { date, row } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { one } from '../db/rows.ts';

const dayRow = row({ day: date });

/** Today where attendance is judged: a student who comes in today can be marked today. */
export async function today(db: Db): Promise<string> {
  const { day } = await one(db, dayRow, sql`select (now() at time zone 'Asia/Kolkata')::date as day`);
  return day;
}
