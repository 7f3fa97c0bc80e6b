import { refusedWith } from '#web/calls/errors.ts';
import { askAboutOverlap, type OverlapDecision } from './overlap-question.tsx';

/**
 * Saves. If the server says that the teacher is busy at that time, it asks and saves as decided. A teacher who is free
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
    if (!overlap) throw error;
    const decision = await askAboutOverlap(overlap);
    return decision && saveAsking(save, { ...before, ...decision });
  }
}
