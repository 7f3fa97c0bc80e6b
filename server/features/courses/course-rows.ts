import type { CourseRow, CourseSort, CourseStatus, RegistrationState } from '@gurukul/contract/courses';
import { courseDurations, courseStatuses, registrationStates } from '@gurukul/contract/courses';
import { wrapHtml } from '@gurukul/contract/shared/html-json';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '../../db/all-of.ts';
import { likeText, personSoundsLike } from '../../db/like.ts';
import { limitTo, orderBy } from '../../db/page.ts';
import type { Window } from '../../db/page.ts';
import { plannedOnce } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { date, instant, int, joined, oneOf, row, text } from '../../db/columns.ts';
import { many, maybeOne } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { courseAbilities } from './rules.ts';

const storedCourse = row({
  id: int,
  course_name: text,
  course_image: text,
  courseadmin_id: int.nullable(),
  courseadmin: text.nullable(),
  course_duration: oneOf(courseDurations),
  start_date: date,
  course_description: text,
  what_we_learn: text,
  note: text,
  price: text.nullable(),
  type: int.nullable(),
  email_id: text,
  status: oneOf(courseStatuses),
  reg_status: oneOf(registrationStates),
  course_publish_unpublish_date: instant.nullable(),
  created_at: instant,
  version: int,
  student_count: int,
});
type StoredCourse = RowOf<typeof storedCourse>;

const { student_count, ...ofCourse } = storedCourse.shape;
const pageRow = joined(ofCourse, { student_count, total: int });

const toRow = (course: StoredCourse, can: CourseRow['can']): CourseRow & { version: number } => ({
  ...course,
  course_id: course.id,
  course_description: wrapHtml('description', course.course_description),
  what_we_learn: wrapHtml('what', course.what_we_learn),
  note: wrapHtml('note', course.note),
  student_enrolled: course.student_count,
  flag: course.student_count > 0,
  can,
});

/** Columns of a course `c`, its course admin `a` and the number of students `enrolled`. */
const shown = raw(`
  c.id, c.course_name, c.course_image, c.courseadmin_id, a.fullname as courseadmin, c.course_duration,
  c.start_date, c.course_description, c.what_we_learn, c.note, c.price, c.type_id as type, c.email_id,
  c.status, c.reg_status, c.status_changed_at as course_publish_unpublish_date, c.created_at, c.version,
  enrolled.student_count`);

const withAdmin = raw('left join people a on a.id = c.courseadmin_id');

const studentsOf = raw(
  '(select count(*)::integer as student_count from enrolments e where e.course_id = c.id and e.ended_on is null)',
);

/** The filters of the list of all courses. An absent or empty one filters nothing. */
export interface CourseFilter {
  readonly search?: string | null | undefined;
  readonly status?: CourseStatus | null | undefined;
  readonly reg_status?: RegistrationState | null | undefined;
  readonly sort?: CourseSort | `-${CourseSort}` | '' | null | undefined;
}

const sortColumns: Readonly<Record<CourseSort, string>> = {
  course_name: 'lower(c.course_name)',
  courseadmin: 'lower(a.fullname)',
  course_duration: 'c.course_duration',
  start_date: 'c.start_date',
  status: 'c.status',
  reg_status: 'c.reg_status',
  student_count: studentsOf.text,
};

const orderOf = ({ sort }: CourseFilter) => orderBy(sortColumns, sort, '-id', 'c.id');
const newestFirst = orderOf({});

/** Conditions for the courses within the person's reach. */
const within = (person: Person): Sql[] => [sql`c.deleted_at is null`, ownCourses(person)];

/** Courses `c` that fulfil all conditions. */
const selectCourses = (conditions: readonly Sql[], order: Sql = newestFirst) => sql`
  select ${shown}
  from courses c
  ${withAdmin}
  cross join lateral ${studentsOf} enrolled
  where ${allOf(conditions)}
  ${order}
`;

const rowsFor = (person: Person, courses: readonly StoredCourse[]): CourseRow[] => {
  const can = courseAbilities(person.role);
  return courses.map((course) => toRow(course, can));
};

/** The person's courses `c` that meet the condition, newest first. */
export async function listCoursesWhere(db: Db, person: Person, condition: Sql): Promise<CourseRow[]> {
  const courses = await many(db, storedCourse, selectCourses([...within(person), condition]));
  return rowsFor(person, courses);
}

/** Those of a course admin. */
export const listCoursesOf = (db: Db, person: Person, courseadminId: number) =>
  listCoursesWhere(db, person, sql`c.courseadmin_id = ${courseadminId}`);

const named = (text: string) => sql`(
  lower(c.course_name) like ${likeText(text)} or lower(a.fullname) like ${likeText(text)}
  or ${personSoundsLike(sql`a.id`, text)}
)`;

const conditionsOf = (filter: CourseFilter): Sql[] => {
  const text = filter.search?.trim() ?? '';
  return [
    ...(filter.status ? [sql`c.status = ${filter.status}`] : []),
    ...(filter.reg_status ? [sql`c.reg_status = ${filter.reg_status}`] : []),
    ...(text === '' ? [] : [named(text)]),
  ];
};

/** The person's courses that the filter leaves. */
export async function listCourses(db: Db, person: Person, filter: CourseFilter = {}): Promise<CourseRow[]> {
  const courses = await many(
    db,
    storedCourse,
    selectCourses([...within(person), ...conditionsOf(filter)], orderOf(filter)),
  );
  return rowsFor(person, courses);
}

const countOf = (conditions: Sql) =>
  sql`select count(*)::integer as total from courses c ${withAdmin} where ${conditions}`;

/** One page of the courses, and their number. It finds the ids first, because counting students costs most. */
export async function listCoursePage(db: Db, person: Person, filter: CourseFilter, window: Window) {
  const filters = conditionsOf(filter);
  const conditions = allOf([...within(person), ...filters]);
  const order = orderOf(filter);
  const page = sql`
    with page as (
      select c.id
      from courses c
      ${withAdmin}
      where ${conditions}
      ${order}
      ${limitTo(window)}
    )
    select counted.total, ${shown}
    from (${countOf(conditions)}) counted
    left join page on true
    left join courses c on c.id = page.id
    ${withAdmin}
    cross join lateral ${studentsOf} enrolled
    ${order}
  `;
  // A filter needs a plan for its values.
  const rows = await many(db, pageRow, filters.length === 0 ? plannedOnce(page) : page);
  const found = rows.filter((row) => row.id !== null);
  return { courses: rowsFor(person, found), total: rows[0]?.total ?? 0 };
}

export async function findCourse(db: Db, person: Person, courseId: number) {
  const course = await maybeOne(
    db,
    storedCourse,
    selectCourses([...within(person), sql`c.id = ${courseId}`]),
  );
  if (course === null) throw fail('not_found');
  return toRow(course, courseAbilities(person.role));
}
