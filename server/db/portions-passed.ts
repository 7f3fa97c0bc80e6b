import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { instant, int, row } from './columns.ts';
import type { RowOf } from './columns.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';

/** Condition on `tests x`: the student has passed the portion, by an examiner and not by themselves. */
export const isPassed: Sql = sql`(x.result = 'passed' and x.canceled_at is null)`;

const passedRow = row({ student_id: int, portion_id: int, passed_at: instant });
export type PassedPortion = RowOf<typeof passedRow>;

/**
 * Which of the portions that a course names now its students have passed, and when first. With students, only theirs. A
 * portion that was taken away counts no more; a result that was corrected to another counts as corrected.
 */
export const listPortionsPassed = (
  db: Db,
  courseId: number,
  students: readonly number[] | null = null,
): Promise<PassedPortion[]> =>
  many(
    db,
    passedRow,
    sql`
      select x.student_id, x.portion_id, min(x.starts_at) as passed_at
      from tests x
      join test_portions o on o.id = x.portion_id and o.deleted_at is null
      where x.course_id = ${courseId} and ${isPassed}
        and ${students === null ? sql`true` : sql`x.student_id = any(${students}::bigint[])`}
      group by x.student_id, x.portion_id
      order by x.student_id, x.portion_id
    `,
  );
