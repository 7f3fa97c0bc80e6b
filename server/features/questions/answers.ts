import type { Answered, questions } from '@gurukul/contract/questions';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import type { Answers, StoredQuestion } from '#server/db/questions.ts';
import { answersAbout, answersColumn, listAllQuestions, storeAnswers } from '#server/db/questions.ts';
import { many, one } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownClasses, scope } from '#server/http/identity/scope.ts';
import { printOf, refuseOlder } from '#server/http/requests/version.ts';
import { readGiven } from './given.ts';

type Given = z.output<typeof questions.save_answers.input>;

/** What a teacher reads and what the office reads; a removed question only the office, where it was answered. */
export const readersOf = ({ role }: Pick<Person, 'role'>, all: readonly StoredQuestion[]) =>
  role === 'teacher' ? all.filter(({ shown_to, is_removed }) => shown_to === 'teachers' && !is_removed) : all;

const personRow = row({ answers: answersColumn });
const enrolmentRow = row({ course_id: int, course_name: text, answers: answersColumn });

interface Place {
  /** Null: the person. */
  readonly course_id: number | null;
  readonly course_name: string | null;
  readonly answers: Answers;
}

/** The person and their present enrolments within reach, the newest first. Throws `not_found`. */
async function readPlaces(db: Db, person: Person, studentId: number, isLocked = false): Promise<Place[]> {
  await scope(db, person).student(studentId);
  const own = await one(
    db,
    personRow,
    sql`
      select p.answers from people p where p.id = ${studentId} ${isLocked ? sql`for no key update` : sql``}
    `,
  );
  const enrolments = await many(
    db,
    enrolmentRow,
    sql`
      select c.id as course_id, c.course_name, e.answers
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      left join classes k on k.id = e.class_id and k.deleted_at is null
      where e.student_id = ${studentId} and e.ended_on is null and ${ownClasses(person)}
      order by e.id desc
    `,
  );
  return [{ course_id: null, course_name: null, ...own }, ...enrolments];
}

export async function readAnswers(db: Db, person: Person, studentId: number) {
  const places = await readPlaces(db, person, studentId);
  const all = readersOf(person, await listAllQuestions(db));
  const shown = all.filter(
    ({ is_removed, question_id: id }) =>
      !is_removed || places.some(({ answers }) => answers[id] !== undefined),
  );
  const answered = places.map((place): Answered => ({
    course_id: place.course_id,
    course_name: place.course_name,
    version: printOf(JSON.stringify(place.answers)),
    answers: shown.flatMap(({ question_id, about }) => {
      const answer = place.answers[question_id];
      return answer === undefined || about !== answersAbout(place) ? [] : [{ question_id, answer }];
    }),
  }));
  return { questions: shown, answered, can: { change: person.role !== 'teacher' } };
}

/** Throws `conflict` when somebody else saved since `version`. */
export async function saveAnswers({ db, person }: Ctx, given: Given): Promise<void> {
  const { user_id: studentId, course_id: courseId, version } = given;
  const places = await readPlaces(db, person, studentId, true);
  const place = places.find(({ course_id: id }) => id === courseId);
  if (place === undefined) throw fail('not_found');
  refuseOlder(version, printOf(JSON.stringify(place.answers)));
  const possible = (await listAllQuestions(db)).filter(
    ({ about, is_removed, question_id: id }) =>
      about === answersAbout(place) && (!is_removed || place.answers[id] !== undefined),
  );
  const answers = readGiven(possible, given.answers, place.answers);
  await storeAnswers(db, [{ studentId, courseId, answers }]);
}
