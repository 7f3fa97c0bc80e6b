import { expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

it('two run, the next two wait their turn, and beyond that the answer is busy; other keys do not wait', async () => {
  const limiter = new ConcurrencyLimiter({ running: 2, waiting: 2, full: 'busy' });
  const door = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = (key = 'pictures') =>
    limiter.run(key, async () => {
      running += 1;
      most = Math.max(most, running);
      await door.promise;
      await new Promise(setImmediate);
      running -= 1;
    });

  const taken = [work(), work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ code: 'busy', status: 503 });
  expect(running).toBe(2);
  const other = work('others');
  expect(running).toBe(3);
  door.resolve();
  await Promise.all([...taken, other]);
  expect(most).toBe(3);
  await expect(work()).resolves.toBeUndefined();
});

it('failed work frees its slot', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 0, full: 'too_many' });
  await expect(limiter.run('a', async () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  await expect(limiter.run('a', async () => 'next')).resolves.toBe('next');
});

it('work that waited too long is refused, and the others keep their order', async () => {
  const limiter = new ConcurrencyLimiter({ running: 1, waiting: 1, waitSeconds: 0.01, full: 'too_many' });
  const door = Promise.withResolvers<void>();
  const first = limiter.run('a', () => door.promise);
  await expect(limiter.run('a', async () => 'never')).rejects.toMatchObject({ code: 'busy' });
  door.resolve();
  await first;
  await expect(limiter.run('a', async () => 'next')).resolves.toBe('next');
});
