import { finishedStatuses } from '@gurukul/contract/certificates';
import sql from 'sql-template-tag';
import { int, row } from './columns.ts';
import type { Db } from './pool.ts';
import { many, run } from './rows.ts';

/* A course may need the completion of another one. */

const lackingRow = row({ student_id: int, course_id: int });

export interface Entering {
  readonly studentId: number;
  readonly courseId: number;
}

/**
 * Who of these may not be in a class of the course: it needs another course, of which they have completed no run, and
 * the office has made no exception. A completion that was undone counts no more.
 */
export async function withoutLevel(
  db: Db,
  entering: readonly Entering[],
): Promise<(one: Entering) => boolean> {
  const lacking = await many(
    db,
    lackingRow,
    sql`
      with recursive asked as (
        select distinct w.student_id, c.id as course_id, c.level_after
        from unnest(
          ${entering.map(({ studentId }) => studentId)}::bigint[], ${entering.map(({ courseId }) => courseId)}::bigint[]
        ) as w (student_id, course_id)
        join courses c on c.id = w.course_id and c.level_after is not null
      ),
      runs (course_id, run) as (
        select a.course_id, a.level_after from asked a
        union
        select r.course_id, o.id
        from runs r
        join courses x on x.id = r.run
        join courses o on o.id = x.follows_id or o.follows_id = x.id
      )
      select a.student_id, a.course_id
      from asked a
      where not exists (
          select from runs r
          join enrolments e on e.course_id = r.run and e.student_id = a.student_id
          where r.course_id = a.course_id and e.registration_status = any(${[...finishedStatuses]}::text[])
        )
        and not exists (
          select from level_exceptions x where x.student_id = a.student_id and x.course_id = a.course_id
        )
    `,
  );
  const keys = new Set(lacking.map(({ student_id, course_id }) => `${student_id} ${course_id}`));
  return ({ studentId, courseId }) => keys.has(`${studentId} ${courseId}`);
}

interface Exception {
  readonly course_id: number;
  readonly student_id: number;
  readonly reason: string;
}

/** A second press adds nothing. */
export const exceptFromLevel = (db: Db, givenBy: number, { course_id, student_id, reason }: Exception) =>
  run(
    db,
    sql`
      insert into level_exceptions (course_id, student_id, reason, given_by)
      select ${course_id}, ${student_id}, ${reason}, ${givenBy}
      where not exists (
        select from level_exceptions x where x.course_id = ${course_id} and x.student_id = ${student_id}
      )
    `,
  );
