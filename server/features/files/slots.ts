import { fail } from '../../http/problem.ts';

/**
 * Runs at most `running` tasks at once and lets at most `waiting` more queue up; beyond that the portal is busy. The
 * queue is short on purpose: whoever waits here holds a database connection.
 */
export function createSlots(running: number, waiting: number) {
  let taken = 0;
  const queue: (() => void)[] = [];

  return async function inSlot<T>(task: () => Promise<T>): Promise<T> {
    if (taken < running) {
      taken += 1;
    } else {
      if (queue.length >= waiting) throw fail('busy');
      // Whoever leaves hands the slot over, so that no newcomer can slip in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
