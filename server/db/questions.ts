import { keepUnits, questionReaders } from '@gurukul/contract/questions';
import type { AskedPlace } from '@gurukul/contract/shared/question-answers';
import { askedPlaces, questionAbouts, questionKinds } from '@gurukul/contract/shared/question-answers';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import * as z from 'zod';
import { inBatches } from './batches.ts';
import type { RowOf } from './columns.ts';
import { bool, int, list, oneOf, row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many, run } from './rows.ts';

/* Own questions, and their answers in the column `answers` of people, enrolments and registrations: by id, as texts. */

const questionRow = row({
  question_id: int,
  about: oneOf(questionAbouts),
  kind: oneOf(questionKinds),
  label: text,
  label_te: text,
  label_hi: text,
  choices: list(text),
  choices_te: list(text),
  choices_hi: list(text),
  asked: list(oneOf(askedPlaces)),
  shown_to: oneOf(questionReaders),
  keep_count: int.nullable(),
  keep_unit: oneOf(keepUnits),
  is_removed: bool,
});
export type StoredQuestion = RowOf<typeof questionRow>;

/** By the id of the question, as JSON has its keys. */
export const answersColumn = z.record(text, text);
export type Answers = Readonly<Record<string, string>>;

/** As an answer of a call has them. */
export const wireAnswers = (answers: Answers) =>
  Object.entries(answers).map(([id, answer]) => ({ question_id: Number(id), answer }));

/** In their order, removed ones at the end. */
export const listAllQuestions = (db: Db, condition: Sql = sql`true`): Promise<StoredQuestion[]> =>
  many(
    db,
    questionRow,
    sql`
      select q.id as question_id, q.about, q.kind, q.label, q.label_te, q.label_hi, q.choices, q.choices_te,
        q.choices_hi, q.asked, q.shown_to, q.keep_count, q.keep_unit, q.removed_at is not null as is_removed
      from questions q
      where ${condition}
      order by q.removed_at is not null, q.position, q.id
    `,
  );

/** Those that are asked now. */
export const listQuestions = (db: Db): Promise<StoredQuestion[]> =>
  listAllQuestions(db, sql`q.removed_at is null`);

export const askedAt = (questions: readonly StoredQuestion[], place: AskedPlace) =>
  questions.filter(({ asked }) => asked.includes(place));

/** What answers are about that stand there; without a course they are the person's. */
export const answersAbout = ({ course_id: course }: { readonly course_id: number | null }) =>
  course === null ? 'person' : 'enrolment';

/** Answers of somebody; `courseId`: also about their present enrolment in it. */
export interface Answered {
  readonly studentId: number;
  readonly courseId: number | null;
  readonly answers: Answers;
}

/** Adds to what stands there. An empty answer takes away what stood there. */
export async function storeAnswers(db: Db, all: readonly Answered[]): Promise<void> {
  const given = all.filter(({ answers }) => Object.keys(answers).length > 0);
  if (given.length === 0) return;
  const aboutOf = new Map(
    (await listAllQuestions(db)).map(({ question_id: id, about }) => [String(id), about]),
  );
  const rowsAbout = (about: StoredQuestion['about']) =>
    given.flatMap(({ studentId, courseId, answers }) => {
      const those = Object.entries(answers).filter(([id]) => aboutOf.get(id) === about);
      const patch = Object.fromEntries(those.map(([id, answer]) => [id, answer || null]));
      return those.length === 0 ? [] : [{ studentId, courseId, patch }];
    });
  // Of several rows about one person the last counts.
  const people = new Map<number, Record<string, string | null>>();
  for (const { studentId, patch } of rowsAbout('person')) {
    people.set(studentId, { ...people.get(studentId), ...patch });
  }
  await inBatches([...people], (some) =>
    run(
      db,
      sql`
        update people p set answers = jsonb_strip_nulls(p.answers || g.patch::jsonb), updated_at = now()
        from unnest(${some.map(([id]) => id)}::bigint[], ${some.map(([, patch]) => JSON.stringify(patch))}::text[])
          as g (id, patch)
        where p.id = g.id
      `,
    ),
  );
  await inBatches(rowsAbout('enrolment'), (some) =>
    run(
      db,
      sql`
        update enrolments e set answers = jsonb_strip_nulls(e.answers || g.patch::jsonb)
        from unnest(
          ${some.map(({ studentId }) => studentId)}::bigint[], ${some.map(({ courseId }) => courseId)}::bigint[],
          ${some.map(({ patch }) => JSON.stringify(patch))}::text[]
        ) as g (student_id, course_id, patch)
        where e.student_id = g.student_id and e.course_id = g.course_id and e.ended_on is null
      `,
    ),
  );
}
