import { expect, onTestFinished, test, vi } from 'vitest';
import { Repeats } from './repeats.ts';

test('the first of many is logged at once, the others a minute later as a number, each kind for itself', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const repeats = new Repeats();
  const say = (key: string) =>
    repeats.say(
      key,
      () => said.push(key),
      (count) => said.push(`${key} ${count} more`),
    );
  for (let n = 0; n < 1500; n += 1) say('busy');
  say('other');
  expect(said).toEqual(['busy', 'other']);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['busy', 'other', 'busy 1499 more']);
  say('busy');
  expect(said.at(-1)).toBe('busy');
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(4);
});
