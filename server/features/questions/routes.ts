import type { questions } from '@gurukul/contract/questions';
import type { StoredQuestion } from '#server/db/questions.ts';
import { listQuestions } from '#server/db/questions.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { readAnswers, readersOf, saveAnswers } from './answers.ts';
import { saveQuestions, versionOf } from './save.ts';

const success = { status: 200, message: 'success' } as const;

const shown = (stored: readonly StoredQuestion[]) => stored.map(({ is_removed: _removed, ...each }) => each);

export const questionsHandlers: Handlers<typeof questions> = {
  async get_questions(_input, { db, person }) {
    const stored = await listQuestions(db);
    return { ...success, data: shown(readersOf(person, stored)), version: versionOf(stored) };
  },

  async save_questions(given, { db }) {
    const stored = await saveQuestions(db, given);
    return { ...success, data: shown(stored), version: versionOf(stored) };
  },

  async get_answers({ id }, { db, person }) {
    return { ...success, data: await readAnswers(db, person, id) };
  },

  async save_answers(given, ctx) {
    await saveAnswers(ctx, given);
    return success;
  },
};
