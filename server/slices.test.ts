import { expect, test } from 'vitest';
import { inSlices, mapInSlices } from './slices.ts';

/** Keeps the processor busy. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Counts turns of the event loop, in which all other work runs, until it is stopped. */
function countRounds() {
  let rounds = 0;
  let isOver = false;
  const next = () => {
    rounds += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return { now: () => rounds, stop: () => (isOver = true) };
}

test('of ten long jobs at once one slice is done in a round of the event loop', async () => {
  const rounds = countRounds();
  const rows = Array.from({ length: 40 }, (_, n) => n);
  const done: number[] = [];
  const row = (n: number) => {
    work(1);
    done.push(rounds.now());
    return n * 2;
  };
  async function* given() {
    yield* rows;
  }
  const jobs = Array.from({ length: 10 }, async (_, job) => {
    if (job % 2 === 0) return mapInSlices(rows, row);
    const made: number[] = [];
    for await (const n of inSlices(given())) made.push(row(n));
    return made;
  });
  for (const made of await Promise.all(jobs)) expect(made).toEqual(rows.map((n) => n * 2));
  rounds.stop();
  // The work before their first pause is done in the turn in which all of them began.
  const later = Map.groupBy(
    done.filter((round) => round > (done[0] ?? 0) + 1),
    (round) => round,
  );
  expect(later.size).toBeGreaterThan(10);
  for (const some of later.values()) expect(some.length).toBeLessThanOrEqual(10);
});
