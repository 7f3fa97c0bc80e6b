import { expect, test } from 'vitest';
import { courseAbilities, isPast } from './rules.ts';

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
])('a start date of %s is past on 21 November: %s', (date, expected) => {
  expect(isPast(date, new Date('2026-11-21T00:30:00Z'))).toBe(expected);
});

test.each([
  ['admin', true],
  ['courseadmin', true],
  ['teacher', false],
] as const)('%s may change a course: %s', (role, may) => {
  expect(courseAbilities(role)).toEqual({ edit: may, publish: may, manage: may });
});
