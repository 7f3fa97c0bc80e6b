import type { WireWish } from '@gurukul/contract/placing';
import { hoursOfWeek } from '@gurukul/contract/shared/week-hours';
import sql from 'sql-template-tag';
import type { RowOf } from './columns.ts';
import { int, list, object, text } from './columns.ts';
import type { Db } from './pool.ts';
import { run } from './rows.ts';

/* When people can come. The hours are bits in the database and numbers elsewhere. */

/** As a registration keeps it while who the learner is is the question. */
export const wireWish = object({ zone: text, hours: list(int), languages: list(text) });

/** As `wishJson` reads it. */
const storedWish = object({ zone: text, hours: text, languages: list(text) });
export const wishColumn = storedWish.nullable();
export type StoredWish = RowOf<typeof storedWish>;

/** A row `w` of wishes as a column. */
export const wishJson = sql`
  case when w.id is not null then
    json_build_object('zone', w.zone, 'hours', w.hours::text, 'languages', w.languages)
  end`;

export const wishOf = (stored: StoredWish | null): WireWish | null =>
  stored && {
    ...stored,
    hours: Array.from(stored.hours).flatMap((bit, hour) => (bit === '1' ? [hour] : [])),
  };

const bitsOf = (hours: readonly number[]): string =>
  Array.from({ length: hoursOfWeek }, (_, hour) => (hours.includes(hour) ? '1' : '0')).join('');

/** `courseId` null: for each course that has no wish of its own. */
export const storeWish = (
  db: Db,
  { personId, courseId }: { readonly personId: number; readonly courseId: number | null },
  { zone, hours, languages }: WireWish,
) =>
  run(
    db,
    sql`
      insert into wishes (person_id, course_id, zone, hours, languages)
      values (${personId}, ${courseId}, ${zone}, ${bitsOf(hours)}::bit(168), ${languages}::text[])
      on conflict (person_id, coalesce(course_id, 0)) do update
      set zone = excluded.zone, hours = excluded.hours, languages = excluded.languages
      where (wishes.zone, wishes.hours, wishes.languages) is distinct from (excluded.zone, excluded.hours, excluded.languages)
    `,
  );
