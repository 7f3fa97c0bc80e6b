import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';

/** Nobody wants what a registration charged any more, while nothing is paid of the course. */
export const cancelRegistered = (tx: Db, courseId: number, studentId: number) =>
  run(
    tx,
    sql`
      update charges h
      set canceled_at = now()
      where h.student_id = ${studentId} and h.course_id = ${courseId} and h.canceled_at is null and h.created_by is null
        and not exists (
          select from ledger_sums l
          where l.student_id = h.student_id and l.course_id = h.course_id and l.received > 0
        )
    `,
  );

/**
 * Students leave these enrolments' courses: what is not due yet is charged no more. What is due stays, and what was paid
 * too much is credit.
 */
export const cancelChargesToCome = (tx: Db, enrolmentIds: readonly number[]) =>
  run(
    tx,
    sql`
      update charges h
      set canceled_at = now()
      from enrolments e
      where e.id = any(${enrolmentIds}::bigint[])
        and h.student_id = e.student_id and h.course_id = e.course_id
        and h.canceled_at is null and h.due_on > ${officeToday}
    `,
  );
