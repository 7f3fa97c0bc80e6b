import { classDays } from '@gurukul/contract/shared/meetings/slots';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import { mayRunCourses } from '../courses/queries.ts';

/* What is there already. Callers pass courses and classes within the caller's reach. */

const knownSlot = row({
  id: int,
  class_id: int,
  course_id: int,
  class_day: oneOf(classDays),
  time: text,
  zone: text,
  duration: int,
  teacher_id: int.nullable(),
});
export type KnownSlot = RowOf<typeof knownSlot>;

const slotColumns = sql`
  s.id, s.class_id, s.course_id, s.class_day, to_char(s.local_time, 'HH24:MI') as time, s.time_zone as zone,
  s.duration_minutes as duration, t.teacher_id
`;

export const listSlots = (db: Db, courseIds: readonly number[]): Promise<KnownSlot[]> =>
  many(
    db,
    knownSlot,
    sql`
      select ${slotColumns}
      from class_slots s
      left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      where s.course_id = any(${courseIds}::bigint[]) and s.deleted_at is null
      order by s.id
    `,
  );

/** All slots of these teachers, in any course: only their times are used. */
export const listSlotsOf = (db: Db, teacherIds: readonly number[]): Promise<KnownSlot[]> =>
  many(
    db,
    knownSlot,
    sql`
      select ${slotColumns}
      from slot_teachers t
      join class_slots s on s.id = t.slot_id and s.deleted_at is null
      join courses c on c.id = s.course_id and c.deleted_at is null
      where t.teacher_id = any(${teacherIds}::bigint[]) and t.ended_at is null
      order by s.id
    `,
  );

const knownStaff = row({ id: int, email: text, fullname: text, is_teacher: bool, is_course_admin: bool });
export type KnownStaff = RowOf<typeof knownStaff>;

/** Members of staff by their sign-in address, in lower case. */
export const findStaff = (db: Db, emails: readonly string[]): Promise<KnownStaff[]> =>
  many(
    db,
    knownStaff,
    sql`
      select p.id, lower(p.email_id) as email, p.fullname,
        p.main_role = 'teacher' or coalesce(p.as_role = 'teacher', false) as is_teacher,
        coalesce(${mayRunCourses}, false) as is_course_admin
      from present_staff p
      where lower(p.email_id) = any(${emails}::text[])
      order by p.id
    `,
  );

const courseStart = row({ name: text, start: date });
/** The first days of the caller's courses. */
export const listCourseStarts = (db: Db, person: Person) =>
  many(
    db,
    courseStart,
    sql`
      select c.course_name as name, c.start_date as start
      from courses c
      where c.deleted_at is null and ${ownCourses(person)}
    `,
  );

const association = row({ course_id: int, teacher_id: int });
export const listAssociations = (
  db: Db,
  courseIds: readonly number[],
): Promise<RowOf<typeof association>[]> =>
  many(
    db,
    association,
    sql`
      select ct.course_id, ct.teacher_id
      from course_teachers ct
      where ct.course_id = any(${courseIds}::bigint[]) and ct.associated
    `,
  );

const memberRow = row({
  student_id: int,
  course_id: int,
  class_id: int.nullable(),
  started_on: date,
  ended_on: date.nullable(),
  fullname: text,
  other_names: list(text),
});
export type MemberRow = RowOf<typeof memberRow>;

/** Everybody who is or was in the courses, with the times. */
export const listMembers = (db: Db, courseIds: readonly number[]): Promise<MemberRow[]> =>
  many(
    db,
    memberRow,
    sql`
      select e.student_id, e.course_id, e.class_id, e.started_on, e.ended_on, p.fullname, p.other_names
      from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      where e.course_id = any(${courseIds}::bigint[])
      order by e.id
    `,
  );

const storedMark = row({
  class_id: int,
  attendance_date: date,
  student_id: int,
  register_id: int,
  status: oneOf(attendanceStatuses),
});

/** The marks of the classes on these days. */
export const listMarks = (db: Db, classIds: readonly number[], days: readonly string[]) =>
  many(
    db,
    storedMark,
    sql`
      select a.class_id, a.attendance_date, a.student_id, a.register_id, a.status
      from attendance a
      where a.class_id = any(${classIds}::bigint[]) and a.attendance_date = any(${days}::date[])
    `,
  );

const meetingRow = row({
  class_id: int,
  held_on: date,
  slot_id: int.nullable(),
  on_date: date.nullable(),
  extra: bool,
  register_id: int.nullable(),
  time: text,
  is_of_slot: bool,
});
export type MeetingRow = RowOf<typeof meetingRow>;

/**
 * The rolls that the classes may have on these days, as `chooseRoll` finds them for one: of each meeting that takes
 * place, and those that were opened.
 */
export const listRolls = (
  db: Db,
  classIds: readonly number[],
  days: readonly string[],
): Promise<MeetingRow[]> =>
  many(
    db,
    meetingRow,
    sql`
      with met as (
        select t.class_id, t.held_on, t.slot_id, t.on_date, t.state = 'extra' as is_extra,
          to_char(t.starts_at at time zone t.time_zone, 'HH24:MI') as time, t.starts_at >= t.slot_made_at as is_of_slot
        from meetings_of(
          ${classIds}::bigint[],
          (select min(d) from unnest(${days}::date[]) d), (select max(d) from unnest(${days}::date[]) d)
        ) t
        where t.state not in ('canceled', 'day_off') and t.held_on = any(${days}::date[])
      ),
      opened as (
        select r.* from attendance_registers r
        where r.class_id = any(${classIds}::bigint[]) and r.attendance_date = any(${days}::date[])
      )
      select coalesce(met.class_id, o.class_id) as class_id, coalesce(met.held_on, o.attendance_date) as held_on,
        coalesce(met.slot_id, o.slot_id) as slot_id, coalesce(met.on_date, o.on_date) as on_date,
        coalesce(met.is_extra, o.is_extra) as extra, o.id as register_id, coalesce(met.time, '') as time,
        coalesce(met.is_of_slot, true) as is_of_slot
      from met
      full join opened o on o.class_id = met.class_id and o.attendance_date = met.held_on and o.slot_id = met.slot_id
        and o.on_date = met.on_date and o.is_extra = met.is_extra
      order by 1, 2, 7, 3
    `,
  );
