import type { TeacherAnswer } from '@gurukul/contract/continuations';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { hashSecret } from '#server/secrets.ts';
import { listAsked } from './queries.ts';

/** Condition on `asked_teachers a`: the link of a mail asks about it. */
export const isOfSecret = (secret: string) => sql`a.secret_hash = ${hashSecret(secret)}`;

interface ClassAnswer {
  readonly secret: string;
  readonly asked_id: number;
  readonly answer: TeacherAnswer;
  readonly words: string;
}

/**
 * Of a teacher, once. Who cannot teach the class at its time leaves it, so that Today shows the class without a teacher;
 * the places of its students stay kept.
 */
export async function answerClass(tx: Db, { secret, asked_id, answer, words }: ClassAnswer): Promise<void> {
  const which = sql`a.id = ${asked_id} and ${isOfSecret(secret)}`;
  await run(
    tx,
    sql`
      select from courses c
      where c.id = (select a.course_id from asked_teachers a where ${which})
      for no key update
    `,
  );
  const [asked] = await listAsked(tx, which);
  if (asked === undefined) throw fail('not_found');
  if (asked.answer === answer) return;
  if (asked.answer !== null) throw fail('class_answered');
  // The trail names the teacher whose link it is.
  await run(tx, sql`select set_config('gurukul.person', ${String(asked.teacher_id)}, true)`);
  await run(
    tx,
    sql`update asked_teachers set answer = ${answer}, words = ${words}, answered_at = now() where id = ${asked_id}`,
  );
  if (answer === 'same') return;
  await run(
    tx,
    sql`
      update slot_teachers t set ended_at = now()
      from class_slots s
      where s.id = t.slot_id and s.class_id = ${asked.class_id} and t.teacher_id = ${asked.teacher_id}
        and t.ended_at is null
    `,
  );
}
