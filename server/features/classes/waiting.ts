import type { MoveOutcome } from '@gurukul/contract/students';
import { paymentStatuses } from '@gurukul/contract/students';
import type { WaitingStudent } from '@gurukul/contract/classes';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownClasses } from '#server/http/identity/scope.ts';
import { lockCourse } from '../courses/queries.ts';
import { chargeChosen, chosenPrice, chosenPriceOf } from '../ledger/chosen-price.ts';
import { moveStudent } from '../students/move.ts';

/* Students of a course who wait for a place in one of its classes, first come first. */

const waitingRow = row({
  enrolment_id: int,
  student_id: int,
  fullname: text,
  since: date,
  payment_status: oneOf(paymentStatuses).nullable(),
  price: chosenPrice.nullable(),
});

export async function listWaiting(db: Db, person: Person, classId: number): Promise<WaitingStudent[]> {
  const rows = await many(
    db,
    waitingRow,
    sql`
      select e.id as enrolment_id, p.id as student_id, p.fullname, e.started_on as since, e.payment_status,
        ${chosenPriceOf(sql`e`)} as price
      from enrolments e
      join people p on p.id = e.student_id and p.deleted_at is null
      where e.waits_for_class_id = ${classId} and e.ended_on is null
      order by e.id
    `,
  );
  return rows.map(({ payment_status, price, ...row }) =>
    person.role === 'teacher' ? row : { ...row, payment_status, ...(price !== null && { price }) },
  );
}

const heldRow = row({ student_id: int, course_id: int, class_id: int });

/** The waiting enrolment within reach, with its course locked. */
async function holdWaiting(db: Db, person: Person, enrolmentId: number) {
  const find = () =>
    maybeOne(
      db,
      heldRow,
      sql`
        select e.student_id, e.course_id, k.id as class_id
        from enrolments e
        join courses c on c.id = e.course_id and c.deleted_at is null
        join classes k on k.id = e.waits_for_class_id and k.deleted_at is null
        where e.id = ${enrolmentId} and e.ended_on is null and ${ownClasses(person)}
      `,
    );
  const found = await find();
  if (found === null) throw fail('not_found');
  await lockCourse(db, person, found.course_id);
  // Somebody placed them while this waited.
  if ((await find()) === null) throw fail('conflict');
  return found;
}

/** Moves a waiting student into the class, or returns the reason why nothing was changed. */
export async function placeWaiting(
  db: Db,
  person: Person,
  enrolmentId: number,
  { evenIfFull, andCharge }: { readonly evenIfFull: boolean; readonly andCharge: boolean },
): Promise<MoveOutcome> {
  const {
    student_id: studentId,
    course_id: courseId,
    class_id: classId,
  } = await holdWaiting(db, person, enrolmentId);
  const move = { studentId, courseId, classId, fromCourseId: courseId, evenIfFull };
  const outcome = await moveStudent(db, person, move);
  if (outcome === 'student_moved' && andCharge) await chargeChosen(db, [{ studentId, courseId }]);
  return outcome;
}

/** The student stays in the course without a class. */
export async function stopWaiting(db: Db, person: Person, enrolmentId: number): Promise<void> {
  await holdWaiting(db, person, enrolmentId);
  await run(db, sql`update enrolments e set waits_for_class_id = null where e.id = ${enrolmentId}`);
}
