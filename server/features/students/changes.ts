import type { PaymentStatus, RegistrationStatus } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow as foundRow, int, row } from '#server/db/columns.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { isStudent, studies } from '#server/db/student.ts';
import { lockCourse } from '#server/features/courses/queries.ts';
import { cancelChargesToCome } from '#server/features/ledger/leave.ts';
import { choosePaymentStatus } from '#server/features/ledger/status.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses, ownStudents } from '#server/http/identity/scope.ts';

/** Changes to one student, or to their one enrolment in a course. A row out of reach is not found. */

interface Enrolment {
  readonly studentId: number;
  readonly courseId: number;
}

const currentEnrolment = (person: Person, { studentId, courseId }: Enrolment) => sql`
  e.student_id = ${studentId}
  and e.course_id = ${courseId}
  and e.ended_on is null
  and c.id = e.course_id
  and c.deleted_at is null
  and ${ownCourses(person)}
`;

/** Somebody chose it; it may waive what is open (see choosePaymentStatus). */
export async function setPaymentStatus(
  db: Db,
  person: Person,
  enrolment: Enrolment,
  status: PaymentStatus,
): Promise<void> {
  const found = await maybeOne(
    db,
    foundRow,
    sql`
      select e.id from enrolments e, courses c
      where ${currentEnrolment(person, enrolment)}
      for no key update of e
    `,
  );
  if (found === null) throw fail('not_found');
  await choosePaymentStatus(db, person.id, [found.id], status);
}

export async function setRegistrationStatus(
  db: Db,
  person: Person,
  enrolment: Enrolment,
  status: RegistrationStatus,
): Promise<void> {
  const changed = await run(
    db,
    sql`
      update enrolments e
      set registration_status = ${status}
      from courses c
      where ${currentEnrolment(person, enrolment)}
    `,
  );
  if (changed === 0) throw fail('not_found');
}

/** Sets the region, which belongs to the student. If the request names a course, it must be one of theirs. */
export async function setRegion(
  db: Db,
  person: Person,
  { studentId, courseId }: { readonly studentId: number; readonly courseId: number | null },
  region: string,
): Promise<void> {
  const inCourse = sql`exists (
    select from enrolments e
    join courses c on c.id = e.course_id and c.deleted_at is null
    where e.student_id = p.id and e.course_id = ${courseId} and e.ended_on is null and ${ownCourses(person)}
  )`;
  const changed = await run(
    db,
    sql`
      update people p
      set region = ${region}, updated_at = now()
      where p.id = ${studentId}
        and ${isStudent}
        and ${ownStudents(person)}
        and ${courseId === null ? sql`true` : inCourse}
    `,
  );
  if (changed === 0) throw fail('not_found');
}

const deletedRow = row({ is_deleted: bool });

/**
 * Disables the account. The database ends the enrolments, and the history stays. A second delete changes nothing. Only
 * students can be deleted here, so nobody deletes themselves or an admin.
 */
export async function deleteStudent(db: Db, person: Person, studentId: number): Promise<void> {
  if (studentId === person.id) throw fail('not_allowed_to_delete');
  const student = await maybeOne(
    db,
    deletedRow,
    sql`
      select p.deleted_at is not null as is_deleted
      from people p
      where p.id = ${studentId} and ${studies('p')}
      for no key update
    `,
  );
  if (student === null) throw fail('not_found');
  if (student.is_deleted) return;
  await endStudies(db, [studentId]);
}

/** Deletes students. A colleague among them only stops studying; of the others the database ends the enrolments. */
export async function endStudies(db: Db, students: readonly number[]): Promise<void> {
  const colleagues = await many(
    db,
    foundRow,
    sql`
      select e.id from enrolments e join people p on p.id = e.student_id
      where p.id = any(${students}::bigint[]) and p.also_studies and e.ended_on is null
    `,
  );
  await endEnrolments(
    db,
    colleagues.map(({ id }) => id),
  );
  await run(
    db,
    sql`
      update people
      set deleted_at = case when also_studies then deleted_at else now() end, also_studies = false, updated_at = now()
      where id = any(${students}::bigint[])
    `,
  );
}

export interface EnrolmentMove {
  readonly enrolmentId: number;
  readonly courseId: number;
  /** Null: no class yet. */
  readonly classId: number | null;
}

/**
 * Ends enrolments and starts others on the same day with the same statuses, because these are about the student. Returns
 * how many had not ended yet.
 */
export async function moveEnrolments(tx: Db, moves: readonly EnrolmentMove[]): Promise<number> {
  const ids = moves.map(({ enrolmentId }) => enrolmentId);
  const ended = await endEnrolments(tx, ids);
  await run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, class_id, started_on, registration_status, payment_status,
        payment_by_hand, fee_details, registered_at, answers)
      select e.student_id, m.course_id, m.class_id, (now() at time zone 'Asia/Kolkata')::date, e.registration_status,
        e.payment_status, e.payment_by_hand, e.fee_details, e.registered_at, e.answers
      from unnest(
        ${ids}::bigint[], ${moves.map(({ courseId }) => courseId)}::bigint[], ${moves.map(({ classId }) => classId)}::bigint[]
      ) as m (id, course_id, class_id)
      join enrolments e on e.id = m.id
      order by e.id
    `,
  );
  return ended;
}

const idRow = row({ id: int.nullable() });

/**
 * Ends the enrolment. One that has ended already is left as it is. Throws not_found for a student who never was in the
 * course.
 */
export async function leaveCourse(db: Db, person: Person, { studentId, courseId }: Enrolment): Promise<void> {
  // Otherwise a move within the course could happen between look-up and end.
  await lockCourse(db, person, courseId);
  const enrolment = await maybeOne(
    db,
    idRow,
    sql`
      select max(e.id) filter (where e.ended_on is null) as id
      from enrolments e
      where e.student_id = ${studentId}
        and e.course_id = ${courseId}
      having count(*) > 0
    `,
  );
  if (enrolment === null) throw fail('not_found');
  if (enrolment.id === null) return;
  await cancelChargesToCome(db, [enrolment.id]);
  await endEnrolments(db, [enrolment.id]);
}

/**
 * Ends enrolments today, which is the first day that no longer counts. An enrolment of one day begins and ends on the
 * same date. Returns how many had not ended yet.
 */
export const endEnrolments = (db: Db, enrolmentIds: readonly number[]) =>
  run(
    db,
    sql`
      update enrolments
      set ended_on = greatest((now() at time zone 'Asia/Kolkata')::date, started_on)
      where id = any(${enrolmentIds}::bigint[]) and ended_on is null
    `,
  );
