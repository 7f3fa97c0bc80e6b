import { expect, test } from 'vitest';
import { earlyText } from './early.ts';

const now = Date.parse('2026-03-02T10:00:00Z');

test('only a meeting that begins in more than a quarter of an hour is early', () => {
  const said = [null, '2026-03-02T09:00:00Z', '2026-03-02T10:15:00Z', '2026-03-02T10:16:00Z'].map(
    (starts) => earlyText(starts, now) !== '',
  );
  expect(said).toEqual([false, false, false, true]);
});
