import { refusedWith } from '#web/calls/errors.ts';
import { insistOnCheck } from '../checks/insist-on-check.ts';
import { askAboutOverlap, type OverlapDecision } from './overlap-question.tsx';

/**
 * Saves. If the server says that the teacher is busy at that time, or has no check for children, it asks and saves as
 * decided. A teacher who is free
 * at the question may be busy a moment later, so it may ask again. Null: the person canceled, and nothing is saved.
 */
export async function saveAsking<Answer>(
  save: (decision: OverlapDecision) => Promise<Answer>,
  before: OverlapDecision = {},
): Promise<Answer | null> {
  try {
    return await save(before);
  } catch (error) {
    const overlap = refusedWith(error, 'teacher_is_busy')?.overlap;
    const decision = overlap ? await askAboutOverlap(overlap) : await insistOnCheck(error);
    return decision && saveAsking(save, { ...before, ...decision });
  }
}
