import { expect, test } from 'vitest';
import { nextName } from './term-name.ts';

test.each([
  ['Vedic Chanting: Foundations', '2027-01-10', 'Vedic Chanting: Foundations, January 2027'],
  ['Vedic Chanting: Foundations, September 2026', '2027-01-10', 'Vedic Chanting: Foundations, January 2027'],
  ['Vedic Chanting, Batch 2026', '2027-06-01', 'Vedic Chanting, Batch 2026, June 2027'],
  ['Vedic Chanting', '', 'Vedic Chanting'],
  ['x'.repeat(200), '2027-01-10', `${'x'.repeat(186)}, January 2027`],
])('the next run of %s from %s', (name, start, next) => {
  expect(nextName(name, start)).toBe(next);
  expect(next.length).toBeLessThanOrEqual(200);
});
