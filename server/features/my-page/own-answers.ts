import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { answersAbout, answersColumn, askedAt, listQuestions, storeAnswers } from '#server/db/questions.ts';
import type { StoredQuestion } from '#server/db/questions.ts';
import { many } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import { answerIn, readTypedAnswers } from '#server/pages/answer-field.ts';

/* What the provider asks on My page, about each student and about each of their courses. */

const placeRow = row({
  student_id: int,
  course_id: int.nullable(),
  course_name: text.nullable(),
  answers: answersColumn,
});

export interface OwnAnswers extends RowOf<typeof placeRow> {
  readonly questions: readonly StoredQuestion[];
}

/** Of each student first what is about them, then their courses, the newest first; only where something is asked. */
export async function listOwnAnswers(db: Db, students: readonly number[]): Promise<OwnAnswers[]> {
  const asked = askedAt(await listQuestions(db), 'my_page');
  if (asked.length === 0) return [];
  const places = await many(
    db,
    placeRow,
    sql`
      select p.id as student_id, null::bigint as course_id, null as course_name, p.answers
      from people p
      where p.id = any(${students}::bigint[])
      union all
      select e.student_id, c.id, c.course_name, e.answers
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      where e.student_id = any(${students}::bigint[]) and e.ended_on is null
      order by course_id desc nulls first
    `,
  );
  return places.flatMap((place) => {
    const questions = asked.filter(({ about }) => about === answersAbout(place));
    return questions.length === 0 ? [] : [{ ...place, questions }];
  });
}

/** The field of a question; 0 is the person. A field that a page did not have is not named in its form. */
export const ownAnswerKey = ({ course_id: course }: OwnAnswers, { question_id: id }: StoredQuestion) =>
  `answer-${course ?? 0}-${id}`;

/** Stores what has changed. Throws `bad_input`. */
export async function takeOwnAnswers(db: Db, places: readonly OwnAnswers[], form: FormData): Promise<void> {
  const shown = new Set(form.getAll('asked'));
  for (const place of places) {
    const { student_id: studentId, course_id: courseId, answers: stored } = place;
    const questions = place.questions.filter((question) => shown.has(ownAnswerKey(place, question)));
    const typed = questions.map((question) => [
      question.question_id,
      answerIn(form, ownAnswerKey(place, question)),
    ]);
    const { answers, wrong } = readTypedAnswers(questions, Object.fromEntries(typed), stored);
    if (wrong.length > 0) throw fail('bad_input');
    const changed = Object.entries(answers).filter(([id, answer]) => answer !== (stored[id] ?? ''));
    await storeAnswers(db, [{ studentId, courseId, answers: Object.fromEntries(changed) }]);
  }
}
