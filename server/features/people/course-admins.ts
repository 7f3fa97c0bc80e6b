import type { CourseRow } from '@gurukul/contract/courses';
import type { CourseAdminRow, PersonDetail } from '@gurukul/contract/people';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, int, row, text } from '../../db/columns.ts';
import { exists, many, maybeOne } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { findProfile } from '../accounts/queries.ts';
import { markPending } from '../staff/rules.ts';
import { listCoursesOf } from '../courses/course-rows.ts';
import { studyOf } from '../staff/other-life.ts';

const storedCourseAdmin = row({
  id: int,
  fullname: text,
  total_courses: int,
  total_students: int,
  total_sections: int,
  associated_from: int,
  pending: bool,
});

/**
 * Course admins `p` with the totals of their present courses. A student of two courses counts once. The database ends
 * the enrolments of the person who is deleted, so nobody is looked up: with 50,000 students that took six times as long.
 */
const selectCourseAdmins = (condition: Sql) => sql`
  select
    p.id, p.fullname,
    (
      select count(*)::integer
      from courses c
      where c.courseadmin_id = p.id
        and c.deleted_at is null
    ) as total_courses,
    (
      select count(distinct e.student_id)::integer
      from courses c
      join enrolments e on e.course_id = c.id
      where c.courseadmin_id = p.id
        and c.deleted_at is null
        and e.ended_on is null
    ) as total_students,
    (
      select count(*)::integer
      from courses c
      join class_slots s on s.course_id = c.id
      join classes k on k.id = s.class_id
      where c.courseadmin_id = p.id
        and c.deleted_at is null
        and s.deleted_at is null
        and k.deleted_at is null
    ) as total_sections,
    greatest(extract(year from age(now(), p.registered_at)), 0)::integer as associated_from,
    p.password_hash is null as pending
  from people p
  where p.deleted_at is null
    and ${condition}
  order by lower(p.fullname), p.id
`;

const hasRole = sql`(p.main_role = 'courseadmin' or p.as_role = 'courseadmin')`;

/** The account admins who look after a course are course admins of it, without the role. */
const alsoRuns = sql`
  p.main_role = 'admin'
  and exists (select from courses c where c.courseadmin_id = p.id and c.deleted_at is null)
`;

const abilities = (person: Person) => ({ delete: person.role === 'admin' });

export async function listCourseAdmins(db: Db, person: Person): Promise<CourseAdminRow[]> {
  const courseAdmins = await many(db, storedCourseAdmin, selectCourseAdmins(hasRole));
  return courseAdmins.map((row) => ({ ...markPending(row), can: abilities(person) }));
}

/** The profile with totals, and the courses. */
export async function findCourseAdmin(
  db: Db,
  person: Person,
  id: number,
): Promise<[PersonDetail, CourseRow[]]> {
  const [totals, profile, courses, studies, isAdmin] = await Promise.all([
    maybeOne(db, storedCourseAdmin, selectCourseAdmins(sql`p.id = ${id} and (${hasRole} or ${alsoRuns})`)),
    findProfile(db, id),
    listCoursesOf(db, person, id),
    studyOf(db, person, id),
    exists(db, sql`select p.id from people p where p.id = ${id} and p.main_role = 'admin'`),
  ]);
  if (totals === null || profile === null) throw fail('not_found');
  const life = isAdmin ? ({ role: 'admin', can: { open: person.role === 'admin' } } as const) : studies;
  const can = isAdmin ? { delete: false } : abilities(person);
  return [{ ...profile, ...markPending(totals), studies: life, can }, courses];
}
