import { expect, test } from 'vitest';
import { daysBefore, kilobytes, median, megabytes, ms, quantile, ratio } from './figures.ts';

test('without any numbers there is no result, rather than a zero that looks like one', () => {
  expect(median([])).toBeNaN();
  expect(quantile([], 0.99)).toBeNaN();
});

test('a quantile is one of the numbers in any order, and does not change them', () => {
  const took = Object.freeze([30, 4, 200, 10, 20]);
  expect(median(took)).toBe(20);
  expect(median([1, 2, 3, 4])).toBe(3);
  expect(median([7])).toBe(7);
  expect([0, 0.5, 0.95, 1].map((share) => quantile(took, share))).toEqual([4, 20, 200, 200]);
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
  expect(quantile(hundred, 0.99)).toBe(100);
  expect(quantile(hundred, 0.95)).toBe(96);
});

test('numbers have one format everywhere', () => {
  expect(ms(12.6)).toBe('13 ms');
  expect(kilobytes(1536)).toBe('1.5 KB');
  expect(megabytes(36.5 * 1024 * 1024)).toBe('36.5 MB');
  expect(ratio(1, 3)).toBe('0.33');
});

test('days are counted over the end of a month', () => {
  expect(daysBefore(1, '2026-03-01')).toBe('2026-02-28');
  expect(daysBefore(84, '2026-11-22')).toBe('2026-08-30');
  expect(daysBefore(0)).toBe(new Date().toISOString().slice(0, 10));
});
