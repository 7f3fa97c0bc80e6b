import type { AttendanceStatus, MarkingRow } from '@gurukul/contract/attendance';
import type { ClassOption } from '@gurukul/contract/classes';
import type { CourseOption } from '@gurukul/contract/courses';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import { classDays } from '@gurukul/contract/shared/meetings/slots';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, oneOf, row, text, joined } from '#server/db/columns.ts';
import { many, one } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownClasses, ownOnDay, ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';

export interface ClassOnDate {
  readonly course_id: number;
  readonly class_id: number;
  readonly attendance_date: string;
}

/** Condition on a class `k` of a course `c`: the person may see and mark it. */
export const withinReach = (person: Caller): Sql =>
  sql`k.deleted_at is null and c.deleted_at is null and ${ownClasses(person)}`;

/** The same for one day: also the class of a meeting that they take for another teacher. */
export const withinReachOn = (person: Person, day: string): Sql =>
  sql`k.deleted_at is null and c.deleted_at is null and ${ownOnDay(person, sql`${day}::date`)}`;

/** The students `p` in class `k` on a date. An enrolment counts from its first day up to its end, without the end. */
const isIn = (day: Sql) => sql`
  exists (
    select from enrolments e
    where e.class_id = k.id
      and e.student_id = p.id
      and e.started_on <= ${day}
      and (e.ended_on is null or e.ended_on > ${day})
  )
`;

const courseOptionRow = row({ course_id: int, course_name: text });

export const listCourses = (db: Db, person: Person): Promise<CourseOption[]> =>
  many(
    db,
    courseOptionRow,
    sql`
      select c.id as course_id, c.course_name
      from courses c
      where c.deleted_at is null and ${ownCourses(person)}
      order by c.course_name, c.id
    `,
  );

const classesRow = joined({ class_id: int, class_name: text }, {});

/** Classes of a course within reach; null when the course is out of reach. */
export async function listClasses(db: Db, person: Person, courseId: number): Promise<ClassOption[] | null> {
  const rows = await many(
    db,
    classesRow,
    sql`
      select k.id as class_id, k.class_name
      from courses c
      left join classes k on k.course_id = c.id and ${withinReach(person)}
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      order by k.class_name collate natural_order, k.id
    `,
  );
  return rows.length === 0 ? null : rows.filter((row) => row.class_id !== null);
}

/**
 * Joins all students of a class on a date as `p`, with their mark in a register, if any, as `a`. An enrolment counts from its first
 * day up to its end, without the end. Each person and mark is looked up by its whole key. A free join compared each
 * with each in a class of 1,500 without statistics.
 */
export const attendees = (classId: Sql, day: Sql, registerId: Sql) => sql`
  join lateral (
    select distinct e.student_id
    from enrolments e
    where e.class_id = ${classId}
      and e.started_on <= ${day}
      and (e.ended_on is null or e.ended_on > ${day})
  ) i on true
  join lateral (
    select one.id, one.fullname, one.deleted_at from people one where one.id = i.student_id limit 1
  ) p on p.deleted_at is null
  left join lateral (
    select mark.id, mark.register_id, mark.status, mark.corrected_at
    from attendance mark
    where mark.class_id = ${classId}
      and mark.attendance_date = ${day}
      and mark.student_id = i.student_id
      and mark.register_id = ${registerId}
    limit 1
  ) a on true
`;

/** Adds to a row that it was corrected, or nothing. */
export const sayIfCorrected = <Row extends object>({
  corrected,
  ...row
}: Row & { readonly corrected: boolean }) => (corrected ? { ...row, corrected } : row);

interface Marking {
  /** The day has not come in Kolkata. */
  readonly is_future: boolean;
  /** The class may have several rolls on that day, so the marks may be those of another one. */
  readonly may_be_several: boolean;
  readonly students: MarkingRow[];
}

const markingRecord = row({
  student_id: int,
  student_name: text,
  attendance_status: oneOf(attendanceStatuses).nullable(),
  student_attendance_id: int.nullable(),
  attendance_id: int.nullable(),
  corrected: bool,
});
type MarkingRecord = RowOf<typeof markingRecord>;

const dayOfClass = joined(markingRecord.shape, { is_future: bool, may_be_several: bool });

const dayOfWeek = (day: string) => classDays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!;

/** Among the registers of class `k` on that day: there may be several rolls, of weekly, moved and extra meetings too. */
const mayBeSeveral = (day: string): Sql => sql`
  count(*) > 1 or 1 < (
    select sum((s.class_day = ${dayOfWeek(day)})::integer + (m.slot_id is not null)::integer)
    from class_slots s
    left join meetings m on m.slot_id = s.id and m.held_on = ${day}::date
    where s.class_id = k.id and s.deleted_at is null
  )
`;

/**
 * All students of the class on that day, with their marks in the given register, or else in the only one; null when the
 * class is out of reach. One statement.
 */
export async function listForMarking(
  db: Db,
  person: Person,
  day: ClassOnDate,
  registerId?: number | null,
): Promise<Marking | null> {
  const rows = await many(
    db,
    dayOfClass,
    sql`
      select ${day.attendance_date}::date > (now() at time zone 'Asia/Kolkata')::date as is_future,
        r.may_be_several, s.*
      from classes k
      join courses c on c.id = k.course_id
      ${
        registerId === undefined
          ? sql`
              cross join lateral (
                select min(r.id) as id, coalesce(${mayBeSeveral(day.attendance_date)}, false) as may_be_several
                from attendance_registers r
                where r.class_id = k.id and r.attendance_date = ${day.attendance_date}::date
              ) r
            `
          : sql`cross join (select ${registerId}::bigint as id, false as may_be_several) r`
      }
      left join lateral (
        select
          p.id as student_id,
          p.fullname as student_name,
          a.status as attendance_status,
          a.id as student_attendance_id,
          a.register_id as attendance_id,
          a.corrected_at is not null as corrected
        from (values (true)) as this_class
        ${attendees(sql`k.id`, sql`${day.attendance_date}::date`, sql`r.id`)}
      ) s on true
      where k.id = ${day.class_id}
        and k.course_id = ${day.course_id}
        and ${withinReachOn(person, day.attendance_date)}
      order by s.student_name collate natural_order, s.student_id
    `,
  );
  const [first] = rows;
  if (first === undefined) return null;
  const students = rows.filter((row) => row.student_id !== null);
  return {
    is_future: first.is_future,
    may_be_several: first.may_be_several,
    students: students.map(toMarkingRow),
  };
}

/** Field by field, because rest syntax costs twice as much, and a roll consists of such rows. */
const toMarkingRow = (row: MarkingRecord): MarkingRow => ({
  student_id: row.student_id,
  student_name: row.student_name,
  attendance_status: row.attendance_status,
  student_attendance_id: row.student_attendance_id,
  attendance_id: row.attendance_id,
  ...(row.corrected ? { corrected: true } : undefined),
});

const areTheirsRow = row({ are_theirs: bool });

/** Whether the caller recorded the marks of all these students. */
export const areMarkedBy = async (
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  registerId: number,
  students: readonly { readonly student_id: number }[],
): Promise<boolean> => {
  const { are_theirs } = await one(
    db,
    areTheirsRow,
    sql`
      select coalesce(bool_and(a.marked_by is not distinct from ${person.id}), false) as are_theirs
      from attendance a
      where a.register_id = ${registerId}
        and a.student_id = any(${students.map(({ student_id }) => student_id)}::bigint[])
    `,
  );
  return are_theirs;
};

const hasMarksRow = row({ has_marks: bool });

export const hasMarks = async (tx: Db, registerId: number, day: ClassOnDate): Promise<boolean> => {
  const { has_marks } = await one(
    tx,
    hasMarksRow,
    sql`
      select exists (
        select from attendance a
        where a.class_id = ${day.class_id}
          and a.attendance_date = ${day.attendance_date}::date
          and a.register_id = ${registerId}
      ) as has_marks
    `,
  );
  return has_marks;
};

export interface Mark {
  readonly student_id: number;
  readonly status: AttendanceStatus;
  /** Ids that the client read earlier. They must still belong to this student and this register. */
  readonly student_attendance_id?: number | null;
  readonly attendance_id?: number | null;
}

const allowedRow = row({ allowed: int });

/** The number of these marks whose student is in that class on that day and whose ids fit. */
export async function countAllowed(
  tx: Db,
  person: Person,
  day: ClassOnDate,
  registerId: number,
  marks: readonly Mark[],
): Promise<number> {
  const { allowed } = await one(
    tx,
    allowedRow,
    sql`
      select count(*) as allowed
      from unnest(
        ${marks.map((mark) => mark.student_id)}::bigint[],
        ${marks.map((mark) => mark.student_attendance_id ?? null)}::bigint[],
        ${marks.map((mark) => mark.attendance_id ?? null)}::bigint[]
      ) as m (student_id, student_attendance_id, attendance_id)
      join classes k on k.id = ${day.class_id} and k.course_id = ${day.course_id}
      join courses c on c.id = k.course_id
      join people p on p.id = m.student_id and p.deleted_at is null
      left join attendance a
        on a.class_id = k.id
        and a.attendance_date = ${day.attendance_date}::date
        and a.student_id = p.id
        and a.register_id = ${registerId}
      where ${withinReachOn(person, day.attendance_date)}
        and ${isIn(sql`${day.attendance_date}::date`)}
        and (m.student_attendance_id is null or m.student_attendance_id = a.id)
        and (m.attendance_id is null or m.attendance_id = ${registerId})
    `,
  );
  return allowed;
}

const writtenMark = row({
  student_id: int,
  status: oneOf(attendanceStatuses),
  student_attendance_id: int,
  corrected: bool,
});
export type WrittenMark = RowOf<typeof writtenMark>;

/**
 * Writes the marks and returns the changed ones. A mark with the present value stays as it is, with its author and
 * time.
 */
export const upsertMarks = (
  tx: Db,
  person: Person,
  day: ClassOnDate,
  registerId: number,
  marks: readonly Mark[],
): Promise<WrittenMark[]> =>
  many(
    tx,
    writtenMark,
    sql`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
      select ${day.attendance_date}::date, m.student_id, ${day.course_id}, ${day.class_id}, ${registerId}, m.status,
        ${person.id}
      from unnest(
        ${marks.map((mark) => mark.student_id)}::bigint[],
        ${marks.map((mark) => mark.status)}::text[]
      ) as m (student_id, status)
      on conflict (class_id, attendance_date, student_id, register_id) do update
        set status = excluded.status, marked_by = excluded.marked_by, marked_at = now(), corrected_at = now()
        where attendance.status <> excluded.status
      returning student_id, status, id as student_attendance_id, corrected_at is not null as corrected
    `,
  );

const taughtClass = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
});
export type TaughtClass = RowOf<typeof taughtClass>;

/** The classes a teacher teaches, within the caller's reach. */
export const listTaught = (db: Db, person: Person, teacherId: number): Promise<TaughtClass[]> =>
  many(
    db,
    taughtClass,
    sql`
      select c.id as course_id, c.course_name, k.id as class_id, k.class_name
      from classes k
      join courses c on c.id = k.course_id
      where ${withinReach(person)}
        and ${ownClasses({ id: teacherId, role: 'teacher' })}
      order by c.course_name, c.id, k.class_name, k.id
    `,
  );
