import { setTimeout as wait } from 'node:timers/promises';

/** Lets at most that many a second through, evenly: each caller waits for its own moment. Absent, nobody waits. */
export function createPace(perSecond: number | undefined): () => Promise<void> {
  if (perSecond === undefined) return async () => undefined;
  const apart = 1000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + apart;
    if (mine > now) await wait(mine - now);
  };
}
