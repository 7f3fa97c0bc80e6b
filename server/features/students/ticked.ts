import type { TickedRows } from '@gurukul/contract/students';
import { noCourse } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import { int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Listing, StudentKey } from './listing.ts';
import { keysOfPage, wholeList } from './listing.ts';

export interface TickedKeys {
  readonly keys: readonly StudentKey[];
  /** Ticked rows that are no longer there, or out of reach. */
  readonly gone: number;
}

const placeRow = row({ enrolment_id: int, course_id: int });

/** The ticked rows of a list, in its order. */
export async function tickedKeys(db: Db, listing: Listing, rows: TickedRows): Promise<TickedKeys> {
  const students = rows.map(({ student_id: student }) => student);
  const { keys } = await keysOfPage(db, { ...listing, students }, wholeList);
  const ticked = new Set(rows.map(({ student_id: student, course_id: course }) => `${student} ${course}`));
  const found = await many(
    db,
    placeRow,
    sql`
      select e.id as enrolment_id, e.course_id
      from enrolments e
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null
    `,
  );
  const courses = new Map(found.map(({ enrolment_id: enrolment, course_id: course }) => [enrolment, course]));
  const isTicked = ({ enrolment_id: enrolment, student_id: student }: StudentKey) =>
    ticked.has(`${student} ${enrolment === null ? noCourse : courses.get(enrolment)}`);
  const chosen = keys.filter(isTicked);
  return { keys: chosen, gone: ticked.size - chosen.length };
}
