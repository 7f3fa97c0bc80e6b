import type {
  ListedMark,
  ListedMeeting,
  ListedStudent,
  MarkFigure,
  MeetingFigure,
} from '@gurukul/contract/figures';
import { attendanceStatuses } from '@gurukul/contract/shared/meetings/attendance-statuses';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { date, instant, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import type { About } from './reach.ts';
import { classesAbout, isAbout } from './reach.ts';
import { isCounted, meetingsOf } from './week.ts';
import type { Week } from './week.ts';

/* The rows that figures count, from the same conditions. */

const countRow = row({ count: int });

const countOf = async (db: Db, from: Sql) =>
  (await one(db, countRow, sql`select count(*) as count from ${from}`)).count;

const meetingRow = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  held_on: date,
  starts_at: instant,
  teacher: object({ user_id: int, fullname: text }).nullable(),
  state: oneOf(['held', 'canceled', 'to_come']),
  called_at: instant.nullable(),
});

/** The earliest first. */
export async function listMeetings(
  db: Db,
  about: About,
  week: Week,
  figure: MeetingFigure,
  window: Window,
): Promise<{ meetings: ListedMeeting[]; total_count: number }> {
  const from = sql`(${meetingsOf(about, week)}) m where ${isCounted[figure]}`;
  const meetings = await many(
    db,
    meetingRow,
    sql`
      select m.course_id, m.course_name, m.class_id, m.class_name, m.held_on, m.starts_at,
        (
          select json_build_object('user_id', p.id, 'fullname', p.fullname)
          from people p
          where p.id = m.teacher_id and p.deleted_at is null
        ) as teacher, m.state, m.called_at
      from (
        select * from ${from} order by m.starts_at, m.class_id, m.slot_id, m.on_date, m.is_extra ${limitTo(window)}
      ) m
      order by m.starts_at, m.class_id, m.slot_id, m.on_date, m.is_extra
    `,
  );
  return { meetings, total_count: await countOf(db, from) };
}

const studentRow = row({
  student_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  day: date,
});
const markRow = row({
  ...studentRow.shape,
  class_id: int,
  class_name: text,
  status: oneOf(attendanceStatuses),
});

/** Class by class on each day, the latest day first. A mark says present, or may say anything. */
export async function listMarks(
  db: Db,
  about: About,
  { from, to }: Pick<Week, 'from' | 'to'>,
  figure: MarkFigure,
  window: Window,
): Promise<{ marks: ListedMark[]; total_count: number }> {
  const counted = sql`
    (${classesAbout(about)}) k
    join attendance a on a.class_id = k.id and a.attendance_date between ${from}::date and ${to}::date
    where ${figure.startsWith('present') ? sql`a.status = 'present'` : sql`true`}
  `;
  const marks = await many(
    db,
    markRow,
    sql`
      select a.student_id, p.fullname, a.course_id, a.course_name, a.class_id, a.class_name, a.attendance_date as day,
        a.status
      from (
        select a.*, k.class_name, k.course_name
        from ${counted}
        order by a.attendance_date desc, a.class_id, a.id
        ${limitTo(window)}
      ) a
      join people p on p.id = a.student_id
      order by a.attendance_date desc, a.class_id, a.id
    `,
  );
  return { marks, total_count: await countOf(db, counted) };
}

/** Students with a day and the enrolment that began or ended on it, by day. */
export async function listStudents(
  db: Db,
  about: About,
  chosen: Sql,
  window: Window,
): Promise<{ students: ListedStudent[]; total_count: number }> {
  const students = await many(
    db,
    studentRow,
    sql`
      select s.student_id, s.fullname, c.id as course_id, c.course_name, k.id as class_id, k.class_name, s.day
      from (
        select s.student_id, s.day, p.fullname
        from (${chosen}) s
        join people p on p.id = s.student_id
        order by s.day, s.student_id
        ${limitTo(window)}
      ) s
      cross join lateral (
        select e.course_id, e.class_id
        from enrolments e
        where e.student_id = s.student_id and ${isAbout(about)} and (e.started_on = s.day or e.ended_on = s.day)
        order by e.ended_on = s.day desc nulls last, e.id
        limit 1
      ) e
      join courses c on c.id = e.course_id
      left join classes k on k.id = e.class_id and k.deleted_at is null
      order by s.day, s.student_id
    `,
  );
  return { students, total_count: await countOf(db, sql`(${chosen}) s`) };
}
