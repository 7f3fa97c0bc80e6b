import { expect, test } from 'vitest';
import { latestDay, usualDay } from './latest-day.ts';

test.each([
  ['2026-11-27T18:29:59Z', '2026-11-27'],
  ['2026-11-27T18:30:00Z', '2026-11-28'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
])('at %s it is already %s in India', (now, day) => {
  expect(latestDay(new Date(now))).toBe(day);
});

test('the day proposed is never ahead of India, wherever the viewer is', () => {
  for (let hour = 0; hour < 48; hour += 1) {
    const now = new Date(Date.UTC(2026, 10, 27, hour));
    expect(usualDay(now) <= latestDay(now)).toBe(true);
  }
});
