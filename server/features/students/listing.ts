import type { CourseStatusFilter, StudentSort } from '@gurukul/contract/students';
import sql, { raw } from 'sql-template-tag';
import type { RowOf } from '../../db/columns.ts';
import { int, row } from '../../db/columns.ts';
import type { Sql } from 'sql-template-tag';

/** Shared by all student lists: which students are meant, and the SQL for it. */

/** A student in a course. Without an enrolment, a student in no course. */
export const studentKey = row({ enrolment_id: int.nullable(), student_id: int });
export type StudentKey = RowOf<typeof studentKey>;

export interface Listing {
  /** The course admin whose courses count; null means every course. */
  readonly courseadminId: number | null;
  /** Includes students who are in no course. */
  readonly withAlone: boolean;
  readonly course_status: CourseStatusFilter;
  readonly search: string;
  readonly sort: StudentSort | `-${StudentSort}` | '';
}

export interface Part {
  readonly offset: number;
  readonly size: number;
}

export interface Keys {
  readonly keys: readonly StudentKey[];
  readonly total: number;
}

/** Published courses are active. Every other course, or none at all, is inactive. */
const ofStatus = (course_status: CourseStatusFilter, status: Sql) => {
  if (course_status === 'all') return sql`true`;
  return course_status === 'active' ? sql`${status} = 'published'` : sql`${status} <> 'published'`;
};

/** Condition on a course `c`: it belongs to the list. */
export const isMine = ({ courseadminId, course_status }: Listing) => sql`
  c.deleted_at is null
  and ${courseadminId === null ? sql`true` : sql`c.courseadmin_id = ${courseadminId}`}
  and ${ofStatus(course_status, sql`c.status`)}
`;

/** The courses of the list, each with its name. */
export const mine = (listing: Listing) => sql`
  mine as materialized (select c.id, c.course_name from courses c where ${isMine(listing)})
`;

/**
 * The courses of the list as `mine`, joined with enrolments `e`. The courses of one course admin are few and are found
 * first. For all courses, the course of each enrolment is looked up, so that a page only pays for its own courses.
 */
export const withMine = (listing: Listing) =>
  listing.courseadminId === null ? sql`` : sql`with ${mine(listing)}`;
export const joinMine = ({ courseadminId, course_status }: Listing) =>
  courseadminId === null
    ? sql`join courses mine on mine.id = e.course_id and mine.deleted_at is null and ${ofStatus(course_status, sql`mine.status`)}`
    : sql`join mine on mine.id = e.course_id`;

/** Condition on a student `p`: in no course. */
export const isAlone = raw(
  `not exists (select from enrolments e where e.student_id = p.id and e.ended_on is null)`,
);

export const isStudent = raw(`p.main_role = 'student' and p.deleted_at is null`);

export const sortKeys: Readonly<Record<StudentSort, string>> = {
  fullname: 'lower(p.fullname)',
  email_id: 'lower(p.email_id)',
  register_at: 'p.registered_at',
  course_name: 'lower(mine.course_name)',
};

export function readSort(sort: Listing['sort']): [StudentSort | null, boolean] {
  if (sort === '') return [null, false];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `sort` says so
  return sort.startsWith('-') ? [sort.slice(1) as StudentSort, true] : [sort as StudentSort, false];
}
