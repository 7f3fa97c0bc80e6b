import { refusedWith } from '#web/calls/errors.ts';
import { askAboutOverlap, type OverlapDecision } from './overlap-question.tsx';

/**
 * Saves; where the server says that the teacher is busy at that time, asks, and saves as decided. Whoever is free at
 * the question may be busy a moment later, so that it may be asked again. Null: it was given up, nothing is saved.
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
