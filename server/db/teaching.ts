import { taughtHow } from '@gurukul/contract/shared/meetings/taught-how';
import { coverageOf, plannedNext } from '@gurukul/contract/shared/meetings/teaching';
import type { Standing, Taught } from '@gurukul/contract/shared/meetings/teaching';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { bool, date, int, list, object, oneOf, row, text } from './columns.ts';
import type { RowOf } from './columns.ts';
import { plannedOnce } from './pool.ts';
import type { Db } from './pool.ts';
import { meetingOfRegister, timeOfRegister } from './registers.ts';
import { many } from './rows.ts';

/* What classes were taught, against the curriculum of their courses. */

const saidRow = object({
  day: date,
  time: text,
  slot_id: int.nullable(),
  on_date: date.nullable(),
  is_extra: bool,
  how: oneOf(taughtHow).nullable(),
  week: int.nullable(),
  words: text,
});

const classRow = row({
  class_id: int,
  class_name: text,
  meetings_per_week: int,
  weeks: list(object({ week: int, words: text })),
  rolls: list(saidRow),
});
export type TaughtClassRow = RowOf<typeof classRow>;

/**
 * The called rolls of the classes that a condition on `classes k` and `courses c` chooses, the earliest first, and their
 * curricula. Classes of courses without topics are left out.
 */
export const listTeaching = (db: Db, which: Sql): Promise<TaughtClassRow[]> =>
  many(
    db,
    classRow,
    plannedOnce(sql`
      select k.id as class_id, k.class_name, greatest(1, slots.count) as meetings_per_week, plan.weeks,
        coalesce(said.rolls, '[]') as rolls
      from classes k
      join courses c on c.id = k.course_id and c.deleted_at is null
      cross join lateral (
        select count(*)::integer as count from class_slots s where s.class_id = k.id and s.deleted_at is null
      ) slots
      join lateral (
        select json_agg(json_build_object('week', w.week_count, 'words', w.words) order by w.week_count) as weeks
        from (
          select t.week_count, left(string_agg(t.topic_name, ', ' order by t.position, t.id), 300) as words
          from topics t
          where t.course_id = k.course_id
          group by t.week_count
        ) w
      ) plan on plan.weeks is not null
      cross join lateral (
        select json_agg(json_build_object(
          'day', d.attendance_date, 'time', d.time, 'slot_id', d.slot_id, 'on_date', d.on_date,
          'is_extra', d.is_extra, 'how', d.taught, 'week', d.taught_week, 'words', d.taught_words
        ) order by d.attendance_date, d.time, d.id) as rolls
        from (
          select r.*, ${timeOfRegister} as time
          from attendance_registers r
          ${meetingOfRegister}
          where r.class_id = k.id and exists (select from attendance a where a.register_id = r.id)
        ) d
      ) said
      where ${which} and k.deleted_at is null
      order by k.class_name, k.id
    `),
  );

export const planOf = ({ weeks, meetings_per_week: meetingsPerWeek }: TaughtClassRow) => ({
  weeks,
  meetingsPerWeek,
});

export const taughtIn = ({ how, week, words }: TaughtClassRow['rolls'][number]): Taught | null =>
  how === null ? null : { how, week, words };

/** Where a class stands against the curriculum of its course. */
export function standingOf(found: TaughtClassRow): Standing {
  const plan = planOf(found);
  const coverage = coverageOf(found.rolls, plan);
  const last = found.rolls.findLast(({ how }) => how !== null);
  return {
    class_id: found.class_id,
    class_name: found.class_name,
    ...coverage,
    last: last ? { day: last.day, taught: taughtIn(last)! } : null,
    next: plannedNext(coverage, plan),
  };
}
