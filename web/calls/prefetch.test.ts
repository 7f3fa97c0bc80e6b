import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPrefetched, orGivenUp, takePrefetched } from './prefetch.ts';

const url = '/api/dashboard/get_today';
const answer = Promise.resolve(Response.json({ status: 200 }));

beforeEach(() => {
  vi.useFakeTimers();
  globalThis.prefetched = { token: 'one', since: Date.now(), answers: new Map([[url, answer]]) };
});
afterEach(() => {
  forgetPrefetched();
  vi.useRealTimers();
});

test('the answer for another session is given to nobody else, not even later', () => {
  expect(takePrefetched(url, 'two')).toBeNull();
  expect(takePrefetched(url, 'one')).toBeNull();
});

test('nobody who is signed out takes an answer', () => {
  expect(takePrefetched(url, '')).toBeNull();
});

test('an answer to another question is none', () => {
  expect(takePrefetched(`${url}?page=2`, 'one')).toBeNull();
  expect(takePrefetched(url, 'one')).toBe(answer);
});

test('an answer is taken once', () => {
  expect(takePrefetched(url, 'one')).toBe(answer);
  expect(takePrefetched(url, 'one')).toBeNull();
});

test('an old answer is not taken', () => {
  vi.advanceTimersByTime(30_001);
  expect(takePrefetched(url, 'one')).toBeNull();
});

test('an answer from before a change is not taken', () => {
  forgetPrefetched();
  expect(takePrefetched(url, 'one')).toBeNull();
});

test('a caller who waits can give up, before and after', async () => {
  const never = new Promise<Response>(() => undefined);
  const given = new AbortController();
  const waiting = orGivenUp(never, given.signal);
  given.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  await expect(orGivenUp(never, given.signal)).rejects.toThrow('given up');
  await expect(orGivenUp(answer, new AbortController().signal)).resolves.toBe(await answer);
});
