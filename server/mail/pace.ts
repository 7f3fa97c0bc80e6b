import type { EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** However busy the process is, mails are not slower than this many times their usual pace. */
const slowest = 30;

/**
 * How much further apart mails are while the process is busy to that share, from 0 to 1: with a third of its time
 * taken about twice, with two thirds nine times.
 */
export const stretch = (busy: number): number => Math.min(slowest, 1 / (1 - Math.min(busy, 0.99)) ** 2);

/**
 * Lets at most that many a second through, evenly, and fewer while the process is busy: whoever waits at a screen goes
 * first. Absent, nobody waits.
 */
export function createPace(perSecond: number | undefined): () => Promise<void> {
  if (perSecond === undefined) return async () => undefined;
  const apart = 1000 / perSecond;
  let next = 0;
  let seen: EventLoopUtilization = performance.eventLoopUtilization();
  let seenAt = performance.now();
  let factor = 1;
  return async () => {
    const now = performance.now();
    if (now - seenAt > lookEveryMs) {
      const current = performance.eventLoopUtilization();
      factor = stretch(performance.eventLoopUtilization(current, seen).utilization);
      [seen, seenAt] = [current, now];
    }
    const mine = Math.max(now, next);
    next = mine + apart * factor;
    if (mine > now) await wait(mine - now);
  };
}

const lookEveryMs = 200;
