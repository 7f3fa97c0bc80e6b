import type { questions } from '@gurukul/contract/questions';
import { labelKey, mostQuestions } from '@gurukul/contract/shared/question-answers';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { StoredQuestion } from '#server/db/questions.ts';
import { listQuestions } from '#server/db/questions.ts';
import { run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { printOf, refuseOlder } from '#server/http/requests/version.ts';

type Given = z.output<typeof questions.save_questions.input>;

export const versionOf = (stored: readonly StoredQuestion[]): string => printOf(JSON.stringify(stored));

const badInput = (path: string, code: 'no_choice' | 'question_twice') =>
  fail('bad_input', { details: { [path]: said(code) } });

/** Saves all of them in one change. Throws `conflict` when somebody else saved since `version`. */
export async function saveQuestions(db: Db, { questions: given, removed = [], version }: Given) {
  // Two saves wait for each other, also while there is no row to lock.
  await run(db, sql`select pg_advisory_xact_lock(hashtext('own questions'))`);
  const now = await listQuestions(db);
  refuseOlder(version, versionOf(now));
  const named = new Set(given.map(({ question_id: id }) => id));
  const left = now.filter(({ question_id: id }) => !named.has(id) && !removed.includes(id));
  if (given.length + left.length > mostQuestions) {
    throw fail('bad_input', { details: { questions: said('at_most_entries', { most: mostQuestions }) } });
  }
  const labels = new Set(left.map(({ label }) => labelKey(label)));
  for (const [at, each] of given.entries()) {
    const { question_id: id, about, kind, label } = each;
    const before = now.find(({ question_id }) => question_id === id);
    if (id !== null && before === undefined) throw fail('not_found');
    if (before !== undefined && before.about !== about) throw badInput(`questions.${at}.about`, 'no_choice');
    // Answers of one kind are no answers of another.
    if (before !== undefined && before.kind !== kind) throw badInput(`questions.${at}.kind`, 'no_choice');
    if (labels.has(labelKey(label))) throw badInput(`questions.${at}.label`, 'question_twice');
    await store(db, each, at + 1);
  }
  for (const [at, { question_id: id }] of left.entries()) {
    await run(
      db,
      sql`
        update questions set position = ${given.length + at + 1}
        where id = ${id} and position <> ${given.length + at + 1}
      `,
    );
  }
  await run(
    db,
    sql`
      update questions set removed_at = now()
      where id = any(${removed.filter((id) => !named.has(id))}::bigint[]) and removed_at is null
    `,
  );
  return listQuestions(db);
}

const store = (db: Db, given: Given['questions'][number], position: number) => {
  const { question_id: id, about, kind, label, label_te = '', label_hi = '' } = given;
  const { choices = [], choices_te = [], choices_hi = [], asked, shown_to, keep_count, keep_unit } = given;
  const values = sql`(${label}, ${label_te}, ${label_hi}, ${choices}::text[], ${choices_te}::text[],
    ${choices_hi}::text[], ${asked}::text[], ${shown_to},
    ${keep_count}::integer, ${keep_unit}, ${position}::integer)`;
  const columns = sql`(label, label_te, label_hi, choices, choices_te, choices_hi, asked, shown_to, keep_count, keep_unit,
    position)`;
  return run(
    db,
    id === null
      ? sql`
          insert into questions (about, kind, label, label_te, label_hi, choices, choices_te, choices_hi, asked, shown_to,
            keep_count, keep_unit, position)
          select ${about}, ${kind}, v.* from (values ${values}) v
        `
      : sql`update questions set ${columns} = ${values} where id = ${id} and ${columns} is distinct from ${values}`,
  );
};
