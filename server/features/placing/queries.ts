import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { date, instant, int, list, row, text } from '#server/db/columns.ts';
import { comes } from '#server/db/comes.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import { wishColumn, wishJson } from '#server/db/wishes.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { timedSlot } from '#server/time/overlap.ts';

const familyKeys = sql`
  array(select 'guardian ' || g.guardian_id from guardians g where g.student_id = p.id order by 1)
    || case when p.email_id = '' then '{}' else array[lower(p.email_id)] end as family`;

const unplacedRow = row({
  enrolment_id: int,
  student_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  starts_on: date,
  ends_on: date,
  registered_at: instant,
  /** Their own clock; '' when nobody said. */
  timezone: text,
  wish: wishColumn,
  /** Guardians and an address, which brothers and sisters share. */
  family: list(text),
});
export type UnplacedStudent = RowOf<typeof unplacedRow>;

/**
 * Who is in a course that is not over and in no class of it, nor waits for a full one or for their payment, the first
 * registered first.
 */
export const listUnplaced = (db: Db, person: Caller, courseId: number | null): Promise<UnplacedStudent[]> =>
  many(
    db,
    unplacedRow,
    sql`
      select e.id as enrolment_id, p.id as student_id, p.fullname, c.id as course_id, c.course_name,
        c.start_date as starts_on, course_end(c.start_date, c.course_duration) as ends_on,
        coalesce(r.asked_at, e.registered_at) as registered_at, p.timezone, ${wishJson} as wish, ${familyKeys}
      from enrolments e
      join people p on p.id = e.student_id and ${isStudent}
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join lateral (
        select r.asked_at, r.held_until
        from registrations r
        where r.student_id = p.id and r.course_id = c.id and r.decided_at is null
        order by r.id
        limit 1
      ) r on true
      left join lateral (
        select w.*
        from wishes w
        where w.person_id = p.id and (w.course_id = c.id or w.course_id is null)
        order by w.course_id nulls last
        limit 1
      ) w on true
      where e.ended_on is null and e.class_id is null and e.waits_for_class_id is null and ${comes}
        and (r.held_until is null or r.held_until <= now())
        and course_end(c.start_date, c.course_duration) > today_in_kolkata()
        and (${courseId}::bigint is null or c.id = ${courseId}) and ${ownCourses(person)}
      order by coalesce(r.asked_at, e.registered_at), e.id
    `,
  );

const classRow = row({
  id: int,
  course_id: int,
  class_name: text,
  language: text.nullable(),
  slots: list(timedSlot),
});
export type ClassOfCourse = RowOf<typeof classRow>;

export const listClassesOf = (db: Db, courses: readonly number[]): Promise<ClassOfCourse[]> =>
  many(
    db,
    classRow,
    sql`
      select k.id, k.course_id, k.class_name, k.language, coalesce(s.slots, '[]') as slots
      from classes k
      left join lateral (
        select json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
          'zone', s.time_zone, 'duration', s.duration_minutes) order by s.id) as slots
        from class_slots s
        where s.class_id = k.id and s.deleted_at is null
      ) s on true
      where k.course_id = any(${[...courses]}::bigint[]) and k.deleted_at is null
      order by k.id
    `,
  );

const placedRow = row({ student_id: int, class_id: int, fullname: text, family: list(text) });
export type PlacedRelative = RowOf<typeof placedRow>;

/** Who is in a class of these courses and shares a guardian or an address with one of these people. */
export const listRelatives = (
  db: Db,
  courses: readonly number[],
  families: readonly string[],
): Promise<PlacedRelative[]> =>
  many(
    db,
    placedRow,
    sql`
      select e.student_id, e.class_id, p.fullname, ${familyKeys}
      from enrolments e
      join people p on p.id = e.student_id and ${isStudent}
      where e.course_id = any(${[...courses]}::bigint[]) and e.ended_on is null and e.class_id is not null
        and (
          lower(p.email_id) = any(${[...families]}::text[])
          or exists (
            select from guardians g
            where g.student_id = p.id and 'guardian ' || g.guardian_id = any(${[...families]}::text[])
          )
        )
      order by p.fullname, p.id
    `,
  );

const teacherRow = row({
  user_id: int,
  fullname: text,
  course_id: int,
  /** Those of the classes that they teach, and their own. */
  languages: list(text),
  slots: list(timedSlot),
});
export type TeacherOfCourse = RowOf<typeof teacherRow>;

/** The teachers of these courses, with their week in all courses. */
export const listTeachersOf = (db: Db, courses: readonly number[]): Promise<TeacherOfCourse[]> =>
  many(
    db,
    teacherRow,
    sql`
      select p.id as user_id, p.fullname, ct.course_id,
        array(
          select o.language from people o where o.id = p.id and o.language is not null
          union
          select k.language
          from slot_teachers t
          join class_slots s on s.id = t.slot_id
          join classes k on k.id = s.class_id and k.language is not null
          where t.teacher_id = p.id
          order by 1
        ) as languages,
        (
          select coalesce(json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone, 'duration', s.duration_minutes) order by s.id), '[]')
          from slot_teachers t
          join class_slots s on s.id = t.slot_id and s.deleted_at is null
          join courses c on c.id = s.course_id and c.deleted_at is null
          where t.teacher_id = p.id and t.ended_at is null
        ) as slots
      from course_teachers ct
      join present_staff p on p.id = ct.teacher_id and (p.main_role = 'teacher' or p.as_role = 'teacher')
      where ct.course_id = any(${[...courses]}::bigint[]) and ct.associated
      order by p.fullname, p.id
    `,
  );
