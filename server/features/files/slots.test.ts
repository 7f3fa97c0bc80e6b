import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

it('two pictures are worked on, the next wait their turn, and beyond that the portal says that it is busy', async () => {
  const inSlot = createSlots(2, 2);
  const door = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = () =>
    inSlot(async () => {
      running += 1;
      most = Math.max(most, running);
      await door.promise;
      await new Promise(setImmediate);
      running -= 1;
    });

  const taken = [work(), work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ code: 'busy', status: 503 });
  expect(running).toBe(2);
  door.resolve();
  await Promise.all(taken);
  expect(most).toBe(2);
  await expect(work()).resolves.toBeUndefined();
});

it('a failed task gives its place back', async () => {
  const inSlot = createSlots(1, 0);
  await expect(inSlot(async () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  await expect(inSlot(async () => 'next')).resolves.toBe('next');
});
