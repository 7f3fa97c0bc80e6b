import { expect, test } from 'vitest';
import { daysOf } from './days-fields.tsx';

test.each([
  ['month', 0, '2026-11-29', '2026-11-01', '2026-11-30'],
  ['month', -1, '2026-01-31', '2025-12-01', '2025-12-31'],
  ['month', -1, '2028-03-31', '2028-02-01', '2028-02-29'],
  ['year', 0, '2026-11-29', '2026-01-01', '2026-12-31'],
  ['year', -1, '2026-11-29', '2025-01-01', '2025-12-31'],
] as const)('%s %i of %s is from %s to %s', (unit, back, day, from, to) => {
  expect(daysOf({ unit, back }, day)).toEqual({ from, to });
});
