import sql from 'sql-template-tag';
import { bool, int, row } from '#server/db/columns.ts';
import { listServices, serviceFor } from '#server/db/pay-services.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, maybeOne, run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { chargeRegistered } from '../ledger/charge.ts';
import { placesOf } from '../staff/places.ts';
import { readTermPrices } from './term-facts.ts';

interface PlaceAnswer {
  readonly continuationId: number;
  readonly keep: boolean;
  /** Another class; null: the one that is kept. */
  readonly classId: number | null;
  /** Who answers: the student, a guardian or the office. */
  readonly by: number;
}

const heldRow = row({
  course_id: int,
  class_id: int.nullable(),
  student_id: int,
  is_over: bool,
  is_enrolled: bool,
});

/**
 * Keeps the place or gives it back. Keeping enrols the student, in another class only where it has a free place. Who
 * gave it back may keep it after all until the day ends, while there is a place.
 */
export async function answerPlace(tx: Db, { continuationId, keep, classId, by }: PlaceAnswer): Promise<void> {
  await run(
    tx,
    sql`
      select from courses c where c.id = (select o.course_id from continuations o where o.id = ${continuationId})
      for no key update
    `,
  );
  const held = await maybeOne(
    tx,
    heldRow,
    sql`
      select o.course_id, k.id as class_id, o.student_id, o.until_date < ${officeToday} as is_over,
        exists (
          select from enrolments e
          where e.student_id = o.student_id and e.course_id = o.course_id and e.ended_on is null
        ) as is_enrolled
      from continuations o
      join courses c on c.id = o.course_id and c.deleted_at is null
      left join classes k on k.id = o.class_id and k.deleted_at is null
      where o.id = ${continuationId}
      for no key update of o
    `,
  );
  if (held === null || held.is_over || held.is_enrolled) throw fail('place_answered');
  if (keep) await enrol(tx, held, classId ?? held.class_id);
  await run(
    tx,
    sql`
      update continuations
      set state = ${keep ? 'kept' : 'declined'}, answered_by = ${by}, answered_at = now(),
        class_id = coalesce(${keep ? classId : null}, class_id)
      where id = ${continuationId}
    `,
  );
}

async function enrol(
  tx: Db,
  { course_id: courseId, student_id: studentId }: { course_id: number; student_id: number },
  classId: number | null,
): Promise<void> {
  if (classId !== null) {
    const isOfCourse = await exists(
      tx,
      sql`select from classes k where k.id = ${classId} and k.course_id = ${courseId} and k.deleted_at is null`,
    );
    if (!isOfCourse) throw fail('not_found');
    if (!(await placesOf(tx, [classId])).take(classId, studentId)) throw fail('registration_full');
  }
  await run(
    tx,
    sql`
      insert into enrolments (student_id, course_id, class_id, started_on)
      values (${studentId}, ${courseId}, ${classId}, today_in_kolkata())
    `,
  );
  await charge(tx, courseId, studentId);
}

/** The price of their country is due where a payment service takes it. The office charges everybody else, as before. */
async function charge(tx: Db, courseId: number, studentId: number): Promise<void> {
  const priceOf = await readTermPrices(tx, [courseId], [studentId]);
  const price = priceOf({ courseId, studentId });
  if (price === null) return;
  if (serviceFor(await listServices(tx), price.currency) === null) return;
  await chargeRegistered(tx, courseId, [studentId], price);
}
