import type { TeacherSort } from '@gurukul/contract/people';
import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';
import { allOf } from '../../db/all-of.ts';
import { likeText, personSoundsLike } from '../../db/like.ts';
import { idsOfPage, orderBy } from '../../db/page.ts';
import type { Window } from '../../db/page.ts';
import type { Db } from '../../db/pool.ts';
import type { Person } from '../../http/handlers.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { associationsWith, isTeacher } from './queries.ts';

/** Which teachers a list contains, in which order: only their ids. The rows are read by them. */

/** A list of teachers `p`. */
interface TeacherList {
  /** The courses `c` that count. */
  readonly courses: Sql;
  /** Which teachers are in it, by their `association` with these courses. */
  readonly only: Sql;
}

export const allTeachers: TeacherList = { courses: sql`true`, only: sql`true` };

/** Everybody who could teach in a course of a course admin. Nothing is known of their work. */
export const teacherDirectory: TeacherList = {
  courses: sql`false`,
  only: sql`p.id in (select s.id from present_staff s)`,
};

export const teachersUnder = (person: Person, courseadminId: number): TeacherList => ({
  courses: sql`${ownCourses(person)} and c.courseadmin_id = ${courseadminId}`,
  only: sql`association.teacher_id is not null`,
});

/** An absent or empty one finds all teachers, in the usual order. */
interface AskedTeachers {
  readonly search?: string | null | undefined;
  readonly sort?: TeacherSort | `-${TeacherSort}` | '' | null | undefined;
}

/**
 * The texts and the orders of a list. They contain only what the person sees in a row: a search or an order by anything
 * else would tell it.
 */
function shownTo({ role }: Person) {
  const ifKnown = (isKnown: string, column: string) =>
    role === 'admin' ? column : `case when ${isKnown} then ${column} end`;
  const ofOwn = (column: string) => ifKnown('association.teacher_id is not null', column);
  const phone = ifKnown('association.stands', 'p.phone_number');
  const courses = `lower(coalesce(association.course_names, '')) collate natural_order`;
  const columns: Readonly<Record<TeacherSort, string>> = {
    fullname: 'lower(p.fullname) collate natural_order',
    email_id: 'lower(p.email_id)',
    phone_number: phone,
    student_count: 'coalesce(association.strength, 0)',
    courses,
    course_name: courses,
    associated_from: ofOwn('greatest(extract(year from age(now(), p.registered_at)), 0)'),
    work_status: ofOwn('lower(p.work_status)'),
  };
  return {
    columns,
    text: raw(`lower(concat_ws(' ', p.fullname, p.email_id, ${phone}, association.course_names))`),
  };
}

const usualOrder = sql`order by association.teacher_id is not null desc, lower(p.fullname), p.id`;

/** The ids of the teachers on a page of the list, in order, and the number of all; without a page, those of all. */
export function findTeachers(
  db: Db,
  person: Person,
  { courses, only }: TeacherList,
  { search, sort }: AskedTeachers,
  window: Window | null,
) {
  const { columns, text } = shownTo(person);
  const isFound = search
    ? sql`(${text} like ${likeText(search)} or ${personSoundsLike(sql`p.id`, search)})`
    : sql`true`;
  const rows = sql`
    from people p
    left join (${associationsWith(courses)}) association on association.teacher_id = p.id
    where ${allOf([isTeacher, only, isFound])}
  `;
  return idsOfPage(db, raw('p.id'), rows, sort ? orderBy(columns, sort, '-id', 'p.id') : usualOrder, window);
}
