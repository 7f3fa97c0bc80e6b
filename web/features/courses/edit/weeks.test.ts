import { courseDurations } from '@gurukul/contract/courses';
import { expect, test } from 'vitest';
import { countWeeks, weekDays } from './weeks.ts';

test.each([
  ['semester', 26],
  ['trimister', 13],
  ['quarterly', 13],
  ['yearly', 53],
] as const)('a %s that starts on 5 January 2026 has %i weeks', (duration, weeks) => {
  expect(countWeeks('2026-01-05', duration)).toBe(weeks);
});

test('a week begins where the one before ends, over the end of a month and of February', () => {
  expect([1, 2, 8, 9].map((week) => weekDays('2026-01-05', week))).toEqual([
    '05-01-2026/11-01-2026',
    '12-01-2026/18-01-2026',
    '23-02-2026/01-03-2026',
    '02-03-2026/08-03-2026',
  ]);
});

test('without a day there are no weeks, for every duration', () => {
  expect(courseDurations.map((duration) => countWeeks('', duration))).toEqual([0, 0, 0, 0]);
  expect(weekDays('', 1)).toBe('');
});
