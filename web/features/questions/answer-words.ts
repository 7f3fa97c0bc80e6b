import type { Question } from '@gurukul/contract/questions';
import { answerText, labelIn } from '@gurukul/contract/shared/question-answers';
import { formatDate } from '#web/lib/format/format.ts';
import { language } from '#web/texts/language.ts';
import { questionsTexts } from '#web/texts/questions.ts';

const t = questionsTexts;

export const labelOf = (question: Question): string => labelIn(question, language);

export const answerSaid = (question: Parameters<typeof answerText>[0], answer: string): string =>
  answerText(question, answer, { language, yes: t.yes, no: t.no, day: formatDate });
