import { expect, test } from 'vitest';
import { periodIn, withDate } from './report-period.ts';

const at = (instant: string) => new Date(instant);

test.each([
  ['2026-11-23T10:00:00Z', '2026-08-23', '2026-11-23'],
  ['2026-02-10T10:00:00Z', '2025-11-10', '2026-02-10'],
  ['2026-05-31T10:00:00Z', '2026-02-28', '2026-05-31'],
  ['2026-03-31T10:00:00Z', '2025-12-31', '2026-03-31'],
  // In India it is already the next day.
  ['2026-11-23T20:00:00Z', '2026-08-24', '2026-11-24'],
])('without dates, at %s the period is %s to %s', (now, start, end) => {
  expect(periodIn({}, at(now))).toEqual({ start, end });
});

test('an address that names a date has no usual ones', () => {
  const now = at('2026-11-23T10:00:00Z');
  expect(periodIn({ start: '2020-01-01' }, now)).toEqual({ start: '2020-01-01', end: '' });
  expect(periodIn({ end: '2020-01-01' }, now)).toEqual({ start: '', end: '2020-01-01' });
  expect(periodIn({ start: '2020-02-01', end: '2020-01-01' }, now)).toEqual({ start: '2020-02-01', end: '' });
});

test('a chosen or cleared date leaves the other one as it was', () => {
  const now = at('2026-11-23T10:00:00Z');
  const usual = periodIn({}, now);
  const chosen = withDate({}, usual, 'start', '2026-01-01');
  expect(periodIn(chosen, now)).toEqual({ start: '2026-01-01', end: '2026-11-23' });

  const withoutStart = withDate({}, usual, 'start', '');
  expect(periodIn(withoutStart, now)).toEqual({ start: '', end: '2026-11-23' });
  const without = { ...withoutStart, ...withDate(withoutStart, periodIn(withoutStart, now), 'end', '') };
  expect(periodIn(without, now)).toEqual({ start: '', end: '' });
});
