import { refusedWith } from './errors.ts';

const seconds = 1000;

/**
 * Sends again what a busy portal refused: it has done nothing yet. Before classes of the same hour many people sign in
 * at once, and nobody should press the button again and again.
 * @param pauses In milliseconds. After the last one the refusal is final.
 */
export async function inLine<T>(
  attempt: () => Promise<T>,
  pauses: readonly number[] = [1 * seconds, 2 * seconds, 4 * seconds],
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!refusedWith(error, 'busy')) throw error;
      // Not all at the same moment.
      const mine = pause * (0.5 + Math.random());
      await new Promise((resolve) => {
        setTimeout(resolve, mine);
      });
    }
  }
  return attempt();
}
