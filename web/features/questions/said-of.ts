import type { Question } from '@gurukul/contract/questions';
import { questionsTexts } from '#web/texts/questions.ts';
import type { ChoicesIn } from './question-fields.tsx';

const t = questionsTexts;

/** What is declared about a question, in one line. */
export const saidOf = ({
  about,
  kind,
  asked,
  shown_to: readers,
  keep_count: count,
  keep_unit: unit,
}: Omit<Question, 'question_id' | ChoicesIn>): string =>
  [
    `${t.abouts[about]}. ${t.kinds[kind]}.`,
    `${t.asked}: ${asked.map((place) => t.places[place]).join(', ') || t.officeAlone}.`,
    readers === 'teachers' ? t.teachersRead : t.officeReads,
    count === null ? t.keptAlways : t.kept({ count, unit }),
  ].join(' ');
