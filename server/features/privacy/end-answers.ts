import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { listAllQuestions } from '#server/db/questions.ts';
import type { StoredQuestion } from '#server/db/questions.ts';
import { run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { nameSweep } from './retention.ts';

/** The student's last course ended so long ago; somebody without any course counts from their beginning. */
const hasLeft = (student: Sql, since: Sql, span: Sql) => sql`
  ${since} < now() - ${span}
  and not exists (
    select from enrolments later
    where later.student_id = ${student} and (later.ended_on is null or later.ended_on > (now() - ${span})::date)
  )
`;

const slice = 200;

/** Where answers are, and whose end they wait for. */
const places = [
  {
    table: 'people',
    ends: (span: Sql) => hasLeft(sql`t.id`, sql`t.registered_at`, span),
  },
  {
    table: 'enrolments',
    ends: (span: Sql) => hasLeft(sql`t.student_id`, sql`t.registered_at`, span),
  },
  {
    table: 'registrations',
    ends: (span: Sql) => hasLeft(sql`t.student_id`, sql`t.asked_at`, span),
  },
] as const;

const emptied = JSON.stringify(Object.fromEntries(places.map(({ table }) => [table, ['answers']])));

/**
 * Removes the answers whose time has passed, by the question, in slices. The trail forgets all answers of such a row.
 * Returns the number of answers.
 */
export async function endAnswers(pool: Pool): Promise<number> {
  let removed = 0;
  for (const question of await listAllQuestions(pool, sql`q.keep_count is not null`)) {
    for (const place of places) {
      for (;;) {
        const count = await endSlice(pool, question, place);
        removed += count;
        if (count < slice) break;
      }
    }
  }
  return removed;
}

const endSlice = (
  pool: Pool,
  { question_id: id, keep_count: count, keep_unit: unit }: StoredQuestion,
  { table, ends }: (typeof places)[number],
) =>
  inTransaction(pool, async (tx) => {
    await nameSweep(tx);
    const span =
      unit === 'days' ? sql`make_interval(days => ${count})` : sql`make_interval(months => ${count})`;
    const ended = await run(
      tx,
      sql`
        update ${raw(table)} t set answers = t.answers - ${String(id)}::text
        where t.id = any(array(
          select t.id from ${raw(table)} t
          where t.answers ? ${String(id)} and ${ends(span)}
          limit ${slice} for update skip locked
        ))
      `,
    );
    if (ended > 0) await run(tx, sql`select forget_swept(${emptied}::jsonb)`);
    return ended;
  });
