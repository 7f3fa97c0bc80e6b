import type { EventLoopUtilization } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** However busy the process is, mails are at most this many times slower than their usual pace. */
const slowest = 30;

/**
 * The factor between mails while the process is busy to that share, from 0 to 1: about two with a third of its time
 * taken, nine with two thirds.
 */
export const stretch = (busy: number): number => Math.min(slowest, 1 / (1 - Math.min(busy, 0.99)) ** 2);

/**
 * Returns a function that lets at most so many mails a second through, evenly, and fewer while the process is busy,
 * because people at their screens go first. Without a number, nobody waits.
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
