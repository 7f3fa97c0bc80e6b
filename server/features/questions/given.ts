import type { GivenAnswer } from '@gurukul/contract/questions';
import { readAnswer } from '@gurukul/contract/shared/question-answers';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { Answers, StoredQuestion } from '#server/db/questions.ts';
import { fail } from '#server/http/answers/problem.ts';

/** What a call gives, by question, as it is stored. Throws `bad_input`, and `not_found` for another question. */
export function readGiven(
  questions: readonly StoredQuestion[],
  given: readonly GivenAnswer[],
  stored: Answers = {},
): Answers {
  const details: Record<string, Sentence> = {};
  const read: Record<string, string> = {};
  for (const [at, { question_id: id, answer }] of given.entries()) {
    const question = questions.find(({ question_id }) => question_id === id);
    if (question === undefined) throw fail('not_found');
    const known = readAnswer(question, answer, stored[id]);
    if (known !== null) read[id] = known;
    else details[`answers.${at}.answer`] = problemOf(question);
  }
  if (Object.keys(details).length > 0) throw fail('bad_input', { details });
  return read;
}

function problemOf({ kind }: StoredQuestion): Sentence {
  if (kind === 'choice' || kind === 'several') return said('no_choice');
  if (kind === 'day') return said('no_date');
  return said('not_right');
}
