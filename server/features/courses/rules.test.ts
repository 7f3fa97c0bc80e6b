import { expect, test } from 'vitest';
import { courseAbilities, isPast } from './rules.ts';

test.each([
  ['2026-11-19', '2026-11-21T00:30:00Z', true],
  // 20:30 of the 20th in New York.
  ['2026-11-20', '2026-11-21T00:30:00Z', false],
  ['2026-11-20', '2026-11-21T11:59:59Z', false],
  ['2026-11-20', '2026-11-21T12:00:00Z', true],
  ['2026-11-21', '2026-11-21T00:30:00Z', false],
])('a start date of %s is past at %s: %s', (date, now, expected) => {
  expect(isPast(date, new Date(now))).toBe(expected);
});

test.each([
  ['admin', true],
  ['courseadmin', true],
  ['teacher', false],
] as const)('%s may change a course: %s', (role, may) => {
  expect(courseAbilities(role)).toEqual({ edit: may, publish: may, manage: may });
});
