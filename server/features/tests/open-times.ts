import type { OpenTime } from '@gurukul/contract/tests';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { instant, int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { examinersOfCourse, isBooked } from '#server/db/tests.ts';

/** In days: hours further ahead are not offered yet. */
const daysAhead = 60;
const mostTimes = 300;

const timeRow = row({ examiner_id: int, examiner_name: text, starts_at: instant, ends_at: instant });

export interface Wanted {
  readonly courseId: number;
  readonly studentId: number;
  /** The test that is to be changed. It stands in nobody's way, and other examiners are offered at its own time. */
  readonly testId?: number | null;
  /** Only this time. */
  readonly only?: { readonly examiner_id: number; readonly starts_at: string };
}

/**
 * The times at which a student can be tested, the earliest first: in open hours, or where another examiner takes a test
 * at its time. Student and examiner are free then: no meeting, no cover, no other test, and the examiner is not away.
 * Nobody examines themselves.
 */
export const listOpenTimes = (
  db: Db,
  { courseId, studentId, testId = null, only }: Wanted,
  now: Date,
): Promise<OpenTime[]> =>
  many(
    db,
    timeRow,
    sql`
      with examiner as (
        select p.id, p.fullname from courses c, lateral (select p.id, p.fullname from ${examinersOfCourse}) p
        where c.id = ${courseId} and c.deleted_at is null and p.id <> ${studentId}
      ),
      own as (select x.* from tests x where x.id = ${testId}::bigint and x.student_id = ${studentId}),
      offered as (
        select h.examiner_id, s.starts_at, s.starts_at + make_interval(mins => h.minutes) as ends_at
        from test_hours h
        cross join lateral generate_series(
          h.starts_at, h.ends_at - make_interval(mins => h.minutes), make_interval(mins => h.minutes)
        ) s (starts_at)
        where h.course_id = ${courseId}
          and h.ends_at > ${now}::timestamptz and h.starts_at < ${now}::timestamptz + make_interval(days => ${daysAhead})
        union
        select e.id, o.starts_at, o.ends_at from own o cross join examiner e
      ),
      possible as materialized (
        select e.id as examiner_id, e.fullname as examiner_name, f.starts_at, f.ends_at
        from offered f
        join examiner e on e.id = f.examiner_id
        where f.starts_at > ${now}::timestamptz
          and ${
            only === undefined
              ? sql`true`
              : sql`f.examiner_id = ${only.examiner_id} and f.starts_at = ${only.starts_at}::timestamptz`
          }
          and not exists (
            select from own o where o.examiner_id = f.examiner_id and o.starts_at = f.starts_at
          )
      ),
      busy as materialized (
        select m.teacher_id, m.class_id, m.starts_at, m.ends_at
        from meetings_of(
          array(
            select s.class_id
            from slot_teachers t
            join class_slots s on s.id = t.slot_id and s.deleted_at is null
            where t.ended_at is null
              and (t.teacher_id = ${studentId} or t.teacher_id in (select f.examiner_id from possible f))
            union
            select m.class_id from meetings m
            where m.teacher_id = ${studentId} or m.teacher_id in (select f.examiner_id from possible f)
            union
            select e.class_id from enrolments e where e.student_id = ${studentId} and e.ended_on is null
          ),
          (select min(f.starts_at)::date - 2 from possible f), (select max(f.starts_at)::date + 2 from possible f)
        ) m
        where m.state not in ('canceled', 'day_off')
      )
      select f.examiner_id, f.examiner_name, f.starts_at, f.ends_at
      from possible f
      where not exists (
          select from tests x
          where ${isBooked} and x.id is distinct from ${testId}::bigint
            and x.starts_at < f.ends_at and x.ends_at > f.starts_at
            and (x.examiner_id in (f.examiner_id, ${studentId}) or x.student_id in (f.examiner_id, ${studentId}))
        )
        and not exists (
          select from busy b
          where b.starts_at < f.ends_at and b.ends_at > f.starts_at
            and (b.teacher_id in (f.examiner_id, ${studentId}) or b.class_id in (
              select e.class_id from enrolments e
              where e.student_id in (f.examiner_id, ${studentId}) and e.ended_on is null
            ))
        )
        and not exists (
          select from away w
          join people p on p.id = w.teacher_id
          where w.teacher_id = f.examiner_id
            and (f.starts_at at time zone coalesce(nullif(p.timezone, ''), (select v.time_zone from provider v)))::date
              between w.from_date and w.until_date
        )
      order by f.starts_at, f.examiner_name collate natural_order, f.examiner_id
      limit ${mostTimes}
    `,
  );
