import { expect, test } from 'vitest';
import { laterDays } from './days.ts';

test.each([
  ['2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01'],
  ['2026-11-29', '2026-11-30', '2026-11-30', '2026-12-01'],
  ['2026-11-30', '2026-12-01', '2026-12-07', '2026-12-01'],
  ['2027-12-31', '2028-01-01', '2028-01-03', '2028-01-01'],
])('from %s one puts off until %s, %s or %s', (day, tomorrow, monday, month) => {
  expect(laterDays(day)).toEqual({ tomorrow, monday, month });
});
