import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';

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
