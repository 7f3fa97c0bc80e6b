import { said } from '@gurukul/contract/shared/words/messages';
import type { CourseDuration } from '@gurukul/contract/courses';
import { courseDurations } from '@gurukul/contract/courses';
import { email } from '@gurukul/contract/shared/fields';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, date, int, oneOf, row, text } from '../../db/columns.ts';
import { maybeOne, one, run, exists } from '../../db/rows.ts';
import type { Person } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { ownCourses } from '../../http/identity/scope.ts';
import { refuseOlder } from '../../http/requests/version.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { mayRunCourses } from './queries.ts';
import { isPast } from './rules.ts';

/** A stored course, locked for a save. */
export interface OpenCourse {
  readonly id: number;
  readonly course_name: string;
  readonly course_image: string;
  readonly courseadmin_id: number | null;
  readonly course_duration: CourseDuration;
  readonly start_date: string;
  readonly course_description: string;
  readonly what_we_learn: string;
  readonly note: string;
  readonly type_id: number | null;
  readonly email_id: string;
  readonly version: number;
  /** Students are enrolled, so duration and start cannot change. */
  readonly locked: boolean;
}

const openCourseRow = row({
  id: int,
  course_name: text,
  course_image: text,
  courseadmin_id: int.nullable(),
  course_duration: oneOf(courseDurations),
  start_date: date,
  course_description: text,
  what_we_learn: text,
  note: text,
  type_id: int.nullable(),
  email_id: text,
  version: int,
});

const lockedRow = row({ locked: bool });

/**
 * Locks the course for a save. Enrolling waits for the lock, so a course without students stays so until the new dates
 * are saved. Throws a refusal when the form was opened at an older version.
 */
export async function openCourse(
  db: Db,
  person: Person,
  courseId: number,
  version: number | undefined,
): Promise<OpenCourse> {
  const course = await maybeOne(
    db,
    openCourseRow,
    sql`
      select
        c.id, c.course_name, c.course_image, c.courseadmin_id, c.course_duration, c.start_date, c.course_description,
        c.what_we_learn, c.note, c.type_id, c.email_id, c.version
      from courses c
      where c.id = ${courseId}
        and c.deleted_at is null
        and ${ownCourses(person)}
      for update of c
    `,
  );
  if (course === null) throw fail('not_found');
  refuseOlder(version, course.version);
  // Only now, with the lock: a student may have come while this waited for it.
  const { locked } = await one(
    db,
    lockedRow,
    sql`
      select exists (
        select from enrolments e where e.course_id = ${courseId} and e.ended_on is null
      ) as locked
    `,
  );
  return { ...course, locked };
}

/** The new duration and start. A course with students keeps its own. */
export function datesAfter(
  course: OpenCourse,
  sent: Pick<OpenCourse, 'course_duration' | 'start_date'>,
  now: Date,
): Pick<OpenCourse, 'course_duration' | 'start_date'> {
  if (course.locked) return { course_duration: course.course_duration, start_date: course.start_date };
  if (sent.start_date !== course.start_date && isPast(sent.start_date, now)) throw fail('wrong_date');
  return { course_duration: sent.course_duration, start_date: sent.start_date };
}

export const imageAfter = (db: Db, person: Person, course: OpenCourse, sent: string): Promise<string> =>
  assertKnownFile(db, person, sent, 'course_image', {
    current: [course.course_image],
    field: 'course_image',
  });

/** The new email address of the course: as before, none, or one mailbox. */
export function emailAfter(course: OpenCourse, sent: string | null | undefined): string {
  if (sent === undefined || sent === null || sent === course.email_id) return course.email_id;
  if (sent === '') return '';
  const read = email.safeParse(sent);
  if (!read.success) throw fail('bad_input', { details: { email_id: said('no_email') } });
  return read.data;
}

/** The new type. Its row is locked too, so that nobody deletes it during this save. */
export async function typeAfter(db: Db, sent: number | null): Promise<number | null> {
  if (sent === null) return null;
  const isThere = await exists(db, sql`select id from course_types where id = ${sent} for key share`);
  if (!isThere) throw fail('bad_input', { details: { type: said('type_gone') } });
  return sent;
}

/** The new course admin: as before, or a person who may be one. */
export async function courseAdminAfter(db: Db, course: OpenCourse, sent: number): Promise<number> {
  if (sent === course.courseadmin_id) return sent;
  const canBeAdmin = await exists(
    db,
    sql`
      select p.id
      from present_staff p
      where p.id = ${sent}
        and ${mayRunCourses}
      for share
    `,
  );
  if (!canBeAdmin) throw fail('not_found');
  return sent;
}

export const updateCourse = (db: Db, person: Person, course: Omit<OpenCourse, 'locked'>) =>
  run(
    db,
    sql`
      update courses c
      set course_name = ${course.course_name},
        course_image = ${course.course_image},
        courseadmin_id = ${course.courseadmin_id}::bigint,
        course_duration = ${course.course_duration},
        start_date = ${course.start_date}::date,
        course_description = ${course.course_description},
        what_we_learn = ${course.what_we_learn},
        note = ${course.note},
        type_id = ${course.type_id}::bigint,
        email_id = ${course.email_id},
        version = ${course.version}::integer + 1,
        updated_at = now()
      where c.id = ${course.id}
        and c.deleted_at is null
        and ${ownCourses(person)}
    `,
  );
