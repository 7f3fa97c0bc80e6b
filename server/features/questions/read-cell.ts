import { choiceKeys, labelKey, readAnswer } from '@gurukul/contract/shared/question-answers';
import type { StoredQuestion } from '#server/db/questions.ts';

const yes = /^(?:y|yes|true|1|हाँ|हां|అవును)$/iu;
const no = /^(?:n|no|false|0|नहीं|కాదు|లేదు)$/iu;

/** Null: neither. */
export const readYes = (text: string): boolean | null =>
  yes.test(text.trim()) ? true : no.test(text.trim()) ? false : null;

/**
 * An answer as files write it, as it is stored; null: this cannot be the answer. Choices count in any case and in any of
 * their languages, several of them between commas. `readDay` reads days as the file writes them.
 */
export function readCell(
  question: StoredQuestion,
  text: string,
  readDay: (text: string) => string | null,
): string | null {
  const keys = choiceKeys(question);
  const choiceOf = (written: string) =>
    question.choices[keys.findIndex((all) => all.includes(labelKey(written)))] ?? null;
  if (question.kind === 'choice') return choiceOf(text);
  if (question.kind === 'several') {
    // A choice may have a comma in it.
    const whole = choiceOf(text);
    const parts = whole === null ? text.split(/[,;\n]/u).filter((part) => part.trim() !== '') : [whole];
    const chosen = parts.map(choiceOf);
    return chosen.includes(null) ? null : readAnswer(question, chosen.join('\n'));
  }
  if (question.kind === 'yes') {
    const isYes = readYes(text);
    return isYes === null ? null : isYes ? 'yes' : 'no';
  }
  return question.kind === 'day' ? readDay(text) : readAnswer(question, text);
}
