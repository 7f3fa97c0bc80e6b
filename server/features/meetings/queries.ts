import type { Meeting } from '@gurukul/contract/meetings';
import { meetingStates } from '@gurukul/contract/meetings';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isBooked } from '#server/db/tests.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses } from '#server/http/identity/scope.ts';

/*
 * When classes meet. The database derives it (`meetings_of`), so that lists, rolls, Today, schedules and calendars read
 * one truth.
 */

/** Days of the slots' own calendars, both included, yyyy-mm-dd. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;
const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The days around a moment in every zone, with so many before and after. */
export const daysAround = (now: Date, before: number, after: number): Days => ({
  from: isoDay(now.getTime() - (before + 1) * dayMs),
  to: isoDay(now.getTime() + (after + 1) * dayMs),
});

/** The classes in which somebody teaches, or takes a meeting for another, as an array. */
export const classesOf = (teacherId: number | null): Sql => sql`
  array(
    select s.class_id
    from slot_teachers t
    join class_slots s on s.id = t.slot_id and s.deleted_at is null
    where t.teacher_id = ${teacherId} and t.ended_at is null
    union
    select m.class_id from meetings m where m.teacher_id = ${teacherId}
  )
`;

/** The link of meeting `m`; null for none. */
export const joinLink = sql`join_link_of(m.slot_id, m.on_date, m.state = 'extra')`;

/** Condition on row `m` of `meetings`: nothing but its state differs from the rule. */
export const hasOnlyState = sql`num_nonnulls(m.teacher_id, m.join_link, m.recording_link) = 0`;

const heldMeeting = row({
  slot_id: int,
  held_on: date,
  starts_at: instant,
  ends_at: instant,
  join_link: text.nullable(),
});
export type HeldMeeting = RowOf<typeof heldMeeting>;

/** What takes place of the teacher's meetings, the earliest first. */
export const listHeldBy = (db: Db, teacherId: number, { from, to }: Days): Promise<HeldMeeting[]> =>
  many(
    db,
    heldMeeting,
    sql`
      select m.slot_id, m.held_on, m.starts_at, m.ends_at, ${joinLink} as join_link
      from meetings_of(${classesOf(teacherId)}, ${from}::date, ${to}::date) m
      where m.teacher_id = ${teacherId} and m.state not in ('canceled', 'day_off')
      order by m.starts_at, m.slot_id
    `,
  );

const meetingRow = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  slot_id: int,
  on_date: date,
  held_on: date,
  starts_at: instant,
  ends_at: instant,
  zone: text,
  state: oneOf(meetingStates),
  reason: text,
  teacher_id: int.nullable(),
  teacher_name: text.nullable(),
  teacher_zone: text.nullable(),
  is_covered: bool,
  has_roll: bool,
  join_link: text.nullable(),
  recording_link: text.nullable(),
});

/** All meetings of the classes that the condition on `classes k` and `courses c` chooses, the earliest first. */
export const listMeetings = (db: Db, caller: Caller, which: Sql, { from, to }: Days): Promise<Meeting[]> =>
  readMeetings(db, caller, sql`meetings_of(${reached(caller, which)}, ${from}::date, ${to}::date)`);

/** The same for several periods, which do not overlap. */
export const listMeetingsIn = (
  db: Db,
  caller: Caller,
  which: Sql,
  periods: readonly Days[],
): Promise<Meeting[]> =>
  readMeetings(
    db,
    caller,
    sql`
      unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[]) period (since, until)
      cross join lateral meetings_of(${reached(caller, which)}, period.since, period.until)
    `,
  );

/** Condition on `classes k`: the teacher takes a meeting of it for another. */
const takesOneOf = ({ id, role }: Caller) =>
  role === 'teacher'
    ? sql`k.id in (select own_m.class_id from meetings own_m where own_m.teacher_id = ${id})`
    : sql`false`;

/** The classes of which the caller sees a meeting, as an array. */
export const reached = (caller: Caller, which: Sql) => sql`
  array(
    select k.id
    from classes k
    join courses c on c.id = k.course_id and c.deleted_at is null
    where ${which} and k.deleted_at is null and (${ownClasses(caller)} or ${takesOneOf(caller)})
  )
`;

/** Of a foreign class a teacher sees the meetings that they take. */
const readMeetings = (db: Db, caller: Caller, source: Sql): Promise<Meeting[]> =>
  many(
    db,
    meetingRow,
    plannedOnce(sql`
      select
        m.course_id, c.course_name, m.class_id, k.class_name, m.slot_id, m.on_date, m.held_on, m.starts_at, m.ends_at,
        m.time_zone as zone, m.state, m.reason, m.teacher_id, p.fullname as teacher_name,
        nullif(p.timezone, '') as teacher_zone, m.is_covered,
        exists (
          select from attendance_registers r
          where r.class_id = m.class_id and r.attendance_date = m.held_on
            and (r.slot_id is null
              or r.slot_id = m.slot_id and r.on_date = m.on_date and r.is_extra = (m.state = 'extra'))
          -- looked up one by one: the planner would read all registers
          offset 0
        ) as has_roll,
        ${joinLink} as join_link, (
          select x.recording_link
          from meetings x
          where x.slot_id = m.slot_id and x.on_date = m.on_date
            and (x.state is not distinct from 'extra') = (m.state = 'extra')
        ) as recording_link
      from ${source} m
      join classes k on k.id = m.class_id
      join courses c on c.id = m.course_id
      left join people p on p.id = m.teacher_id
      where ${caller.role === 'teacher' ? sql`(m.teacher_id = ${caller.id} or ${ownClasses(caller)})` : sql`true`}
      order by m.starts_at, k.class_name, m.slot_id, m.on_date
    `),
  );

const busyRow = row({
  teacher_name: text,
  class_name: text.nullable(),
  course_name: text.nullable(),
  starts_at: instant,
  ends_at: instant,
});

/**
 * What else the teacher has at the time of this meeting, in any course: meetings, and tests by appointment. Of foreign
 * courses only the time is told.
 */
export const listClashes = (db: Db, own: Sql, meeting: Meeting, { from, to }: Days) =>
  many(
    db,
    busyRow,
    sql`
      select
        p.fullname as teacher_name, case when ${own} then k.class_name end as class_name,
        case when ${own} then c.course_name end as course_name, m.starts_at, m.ends_at
      from meetings_of(
        ${classesOf(meeting.teacher_id)},
        ${from}::date, ${to}::date
      ) m
      join classes k on k.id = m.class_id and k.deleted_at is null
      join courses c on c.id = m.course_id
      join people p on p.id = m.teacher_id
      where m.teacher_id = ${meeting.teacher_id} and m.state not in ('canceled', 'day_off')
        and m.starts_at < ${meeting.ends_at}::timestamptz and m.ends_at > ${meeting.starts_at}::timestamptz
        and (m.slot_id <> ${meeting.slot_id} or m.on_date <> ${meeting.on_date}::date
          or (m.state = 'extra') <> ${meeting.state === 'extra'})
      union all
      select p.fullname, case when ${own} then o.name end, case when ${own} then c.course_name end, x.starts_at, x.ends_at
      from tests x
      join test_portions o on o.id = x.portion_id
      join courses c on c.id = x.course_id
      join people p on p.id = x.examiner_id
      where x.examiner_id = ${meeting.teacher_id} and ${isBooked}
        and x.starts_at < ${meeting.ends_at}::timestamptz and x.ends_at > ${meeting.starts_at}::timestamptz
      order by starts_at, class_name
    `,
  );
