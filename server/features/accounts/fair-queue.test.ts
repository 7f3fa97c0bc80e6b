import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import type { Place } from './fair-queue.ts';

/** A queue whose jobs end when the test says so. */
function tried({ atOnce = 1, line = 100 } = {}) {
  const queue = new FairQueue();
  const served: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const ask = (name: string, place: Place) => {
    const work = () =>
      new Promise<void>((resolve) => {
        served.push(name);
        running.push(resolve);
      });
    queue.run(place, { atOnce, line }, work).catch(() => refused.push(name));
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    served,
    refused,
    settle,
    stranger: (name: string, key: string) => ask(name, { key, isKnown: false }),
    known: (name: string, key: string) => ask(name, { key, isKnown: true }),
    /** Lets all jobs run to their end. */
    async finish() {
      for (;;) {
        await settle();
        const ends = running.splice(0);
        if (ends.length === 0) return;
        for (const end of ends) end();
      }
    },
    runningNow: () => running.length,
  };
}

describe('of many that wait', () => {
  test('one of another network is served after one of the crowd, not after all of it', async () => {
    const queue = tried();
    for (let n = 0; n < 50; n += 1) queue.stranger(`crowd ${n}`, 'crowd');
    queue.stranger('first elsewhere', 'elsewhere');
    queue.stranger('second elsewhere', 'elsewhere');
    await queue.finish();
    expect(queue.served).toHaveLength(52);
    // The crowd had its first turn before the other network came, and its second before the other's first.
    expect(queue.served.indexOf('first elsewhere')).toBe(2);
    expect(queue.served.indexOf('second elsewhere')).toBe(4);
    expect(queue.served.filter((name) => name.startsWith('crowd'))).toEqual(
      Array.from({ length: 50 }, (_, n) => `crowd ${n}`),
    );
  });

  test('those of known browsers have every second turn, however many networks strangers come from', async () => {
    const queue = tried({ line: 50 });
    for (let n = 0; n < 200; n += 1) queue.stranger(`stranger ${n}`, `network ${n}`);
    for (let n = 0; n < 3; n += 1) queue.known(`known ${n}`, `home ${n}`);
    await queue.finish();
    const places = [0, 1, 2].map((n) => queue.served.indexOf(`known ${n}`));
    expect(places).toEqual([1, 3, 5]);
  });

  test('a line that is full is refused, and no other', async () => {
    const queue = tried({ line: 5 });
    for (let n = 0; n < 20; n += 1) queue.stranger(`crowd ${n}`, 'crowd');
    queue.stranger('elsewhere', 'elsewhere');
    queue.known('known', 'crowd');
    await queue.finish();
    expect(queue.refused).toEqual(Array.from({ length: 14 }, (_, n) => `crowd ${n + 6}`));
    expect(queue.served).toContain('elsewhere');
    expect(queue.served).toContain('known');
  });

  test('when all lines together are full, the longest gives up its last for a newcomer', async () => {
    const queue = tried({ line: 5 });
    for (const network of ['a', 'b', 'c', 'd']) {
      for (let n = 0; n < 6; n += 1) queue.stranger(`${network}${n}`, network);
    }
    await queue.settle();
    const before = [...queue.refused];
    queue.stranger('newcomer', 'e');
    await queue.finish();
    expect(queue.served).toContain('newcomer');
    expect(queue.refused).toHaveLength(before.length + 1);
    expect(queue.refused.at(-1)).toMatch(/^[abcd]\d$/);
  });
});

test('no more run at once than may, and a free slot is used at once', async () => {
  const queue = tried({ atOnce: 2 });
  for (let n = 0; n < 5; n += 1) queue.stranger(`n${n}`, `network ${n}`);
  await queue.settle();
  expect(queue.runningNow()).toBe(2);
  await queue.finish();
  queue.stranger('later', 'elsewhere');
  await queue.settle();
  expect(queue.runningNow()).toBe(1);
});
