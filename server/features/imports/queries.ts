import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { ownCourses } from '#server/http/scope.ts';
import type { Person } from '#server/http/handlers.ts';
import type { KnownClass, KnownCourse } from './rules.ts';

/** Today where attendance is judged: a student who comes in today can be marked today. */
export async function today(db: Db): Promise<string> {
  const { day } = await one<{ day: string }>(
    db,
    sql`select (now() at time zone 'Asia/Kolkata')::date as day`,
  );
  return day;
}

/**
 * One student import at a time: the second of two confirms sees what the first one saved. It waits longer than a
 * usual statement may, since twenty thousand rows with their audit trail take seconds.
 */
export async function waitForTurn(tx: Db): Promise<void> {
  await one(
    tx,
    sql`
    select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '60s', true)`,
  );
  await one(tx, sql`select pg_advisory_xact_lock(hashtext('import of students'))`);
}

export const listCourses = (db: Db, person: Person): Promise<KnownCourse[]> =>
  many<KnownCourse>(
    db,
    sql`
    select c.id, c.course_name as name
    from courses c
    where c.deleted_at is null
      and ${ownCourses(person)}
    order by c.id`,
  );

export const listClasses = (db: Db, courseIds: readonly number[]): Promise<KnownClass[]> =>
  many<KnownClass>(
    db,
    sql`
    select k.id, k.course_id, k.class_name as name
    from classes k
    where k.course_id = any(${courseIds}::bigint[])
      and k.deleted_at is null
    order by k.id`,
  );

export interface FoundPerson {
  /** The address as it was asked for. */
  readonly email: string;
  readonly fullname: string;
  readonly is_student: boolean;
  readonly course_id: number | null;
  readonly class_id: number | null;
}

/** The living people of these addresses, one row for each of these courses they are in now. */
export const findPeople = (
  db: Db,
  emails: readonly string[],
  courseIds: readonly number[],
): Promise<FoundPerson[]> =>
  many<FoundPerson>(
    db,
    sql`
    select asked.email, p.fullname, p.main_role = 'student' as is_student, e.course_id, e.class_id
    from unnest(${emails}::text[]) as asked (email)
    join people p on lower(p.email_id) = lower(asked.email) and p.deleted_at is null
    left join enrolments e
      on e.student_id = p.id
      and e.course_id = any(${courseIds}::bigint[])
      and e.ended_on is null`,
  );

export interface NewImport {
  readonly file_name: string;
  readonly content_hash: Buffer;
  readonly row_count: number;
  readonly created_by: number;
}

export async function insertImport(tx: Db, imported: NewImport): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`
    insert into imports (kind, file_name, content_hash, row_count, created_by)
    values ('students', ${imported.file_name}, ${imported.content_hash}, ${imported.row_count}, ${imported.created_by})
    returning id`,
  );
  return id;
}

export interface NewStudent {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly gender: string | null;
  readonly dob: string | null;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly region: string;
  readonly pincode: string;
  readonly language: string | null;
}

/** How many were added; an address that somebody took in the meantime is left alone. */
export function insertStudents(tx: Db, importId: number, students: readonly NewStudent[]): Promise<number> {
  const column = <K extends keyof NewStudent>(key: K) => students.map((student) => student[key]);
  return run(
    tx,
    sql`
    insert into people (email_id, main_role, first_name, last_name, phone_number, gender, dob, address, city, state,
      country, region, pincode, language, import_id)
    select n.email, 'student', n.first_name, n.last_name, n.phone, n.gender, n.dob, n.address, n.city, n.state,
      n.country, n.region, n.pincode, n.language, ${importId}
    from unnest(
      ${column('email')}::text[], ${column('firstName')}::text[], ${column('lastName')}::text[],
      ${column('phone')}::text[], ${column('gender')}::text[], ${column('dob')}::date[],
      ${column('address')}::text[], ${column('city')}::text[], ${column('state')}::text[],
      ${column('country')}::text[], ${column('region')}::text[], ${column('pincode')}::text[],
      ${column('language')}::text[]
    ) with ordinality as n (email, first_name, last_name, phone, gender, dob, address, city, state, country, region,
      pincode, language, position)
    order by n.position
    on conflict (lower(email_id)) where deleted_at is null do nothing`,
  );
}

export interface NewStay {
  readonly email: string;
  readonly courseId: number;
  readonly classId: number | null;
}

/**
 * How many stays began. Course, class and student are looked at once more, in the statement that writes: what was
 * deleted or given to somebody else since the plan was made is not written, and the count tells.
 */
export const insertEnrolments = (
  tx: Db,
  person: Person,
  importId: number,
  day: string,
  stays: readonly NewStay[],
): Promise<number> =>
  run(
    tx,
    sql`
    insert into enrolments (student_id, course_id, class_id, started_on, import_id)
    select p.id, c.id, k.id, ${day}::date, ${importId}
    from unnest(
      ${stays.map(({ email }) => email)}::text[],
      ${stays.map(({ courseId }) => courseId)}::bigint[],
      ${stays.map(({ classId }) => classId)}::bigint[]
    ) with ordinality as n (email, course_id, class_id, position)
    join people p on lower(p.email_id) = lower(n.email) and p.deleted_at is null and p.main_role = 'student'
    join courses c on c.id = n.course_id and c.deleted_at is null and ${ownCourses(person)}
    left join classes k on k.id = n.class_id and k.course_id = c.id and k.deleted_at is null
    where (n.class_id is null) = (k.id is null)
    order by n.position
    on conflict (student_id, course_id) where ended_on is null do nothing`,
  );
