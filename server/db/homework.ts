import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { int, list, row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';

/* Which homework a course asks for, and who owes it. All conditions are on `courses c` and `topics t`. */

/** In days. A topic, or a decision, that is older is no news. */
export const homeworkDays = 70;

/** The last day of the topic's week. */
export const dueOn = sql`(c.start_date + 7 * t.week_count - 1)`;

/** The topic asks for homework, and its week has begun not long ago: My page takes it. */
export const isAskedNow = sql`(
  t.homework and ${dueOn} - 6 between current_date - ${homeworkDays}::integer and current_date + 1
)`;

/** Homework `h` is of topic `t` of its course. Without a topic it is of the week by which it is named. */
export const isOfTopic = sql`(
  h.topic_id = t.id or h.topic_id is null and lower(split_part(h.week_name, ':', 1)) = 'week ' || t.week_count
)`;

/** The student of enrolment `e` was in its course on the topic's last day, or will be. */
export const wasAsked = sql`exists (
  select from enrolments o
  where o.student_id = e.student_id and o.course_id = e.course_id
    and o.started_on <= ${dueOn} and coalesce(o.ended_on, 'infinity') >= ${dueOn}
)`;

/** The day of a moment on the last clock of the world: nobody is late whose own clock still shows the last day. */
const lastDayOf = (moment: Sql) => sql`(${moment} at time zone 'Etc/GMT+12')::date`;

const weeks = (which: Sql) =>
  sql`coalesce(json_agg(distinct d.week_count order by d.week_count) filter (where ${which}), '[]')`;

const owingRow = row({
  student_id: int,
  fullname: text,
  course_name: text,
  class_name: text,
  missing: list(int),
  late: list(int),
});

/**
 * The students, of the enrolments that a condition on `enrolments e`, `courses c` and `classes k` chooses, with weeks whose
 * homework was not there when the week ended: `missing` still is not, `late` came since. The weeks are those of
 * `isAskedNow` that ended while the student was in the course. What is rejected was handed in.
 */
export const listOwing = (db: Db, which: Sql) =>
  many(
    db,
    owingRow,
    sql`
      select e.student_id, p.fullname, c.course_name, k.class_name, w.missing, w.late
      from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      join courses c on c.id = e.course_id and c.deleted_at is null
      join classes k on k.id = e.class_id and k.deleted_at is null
      cross join lateral (
        select count(*) filter (where d.first_on is null or d.first_on > d.due_on) as count,
          ${weeks(sql`d.first_on is null`)} as missing, ${weeks(sql`d.first_on > d.due_on`)} as late
        from (
          select t.week_count, ${dueOn} as due_on, ${lastDayOf(sql`min(h.submitted_at)`)} as first_on
          from topics t
          left join homework h on h.student_id = e.student_id and h.course_id = e.course_id and ${isOfTopic}
          where t.course_id = e.course_id and ${isAskedNow} and ${dueOn} < ${lastDayOf(sql`now()`)}
            and ${wasAsked}
          group by t.id
        ) d
      ) w
      where e.ended_on is null and e.registration_status = 'Registered' and w.count > 0 and ${which}
      order by json_array_length(w.missing) desc, lower(p.fullname), p.id, c.course_name, c.id
    `,
  );
