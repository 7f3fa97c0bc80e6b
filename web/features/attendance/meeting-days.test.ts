import { expect, test } from 'vitest';
import { latestDay } from './latest-day.ts';
import { dayMeant, isNoMeeting } from './meeting-days.ts';

const days = { class_days: ['monday', 'thursday'], last_days: ['2026-11-19', '2026-11-16'] } as const;
const some = { class_days: [...days.class_days], last_days: [...days.last_days] };
const never = { class_days: [], last_days: [] };

test('the day of an address is the one it names, else the last on which the class met', () => {
  expect(dayMeant('2026-11-18', some)).toBe('2026-11-18');
  expect(dayMeant(undefined, some)).toBe('2026-11-19');
  expect(dayMeant('2026-02-31', some)).toBe('2026-11-19');
  expect(dayMeant('9999-01-01', some)).toBe('2026-11-19');
  expect(dayMeant('none', some, latestDay())).toBe('');
  expect(dayMeant(undefined, undefined, '2026-11-23')).toBe('2026-11-23');
  expect(dayMeant(undefined, never)).toBe('');
});

test('a day is one of the class or it is not; one without weekly times is not judged', () => {
  expect(isNoMeeting(some, '2026-11-23')).toBe(false);
  expect(isNoMeeting(some, '2026-11-19')).toBe(false);
  expect(isNoMeeting(some, '2026-11-22')).toBe(true);
  expect(isNoMeeting(some, '')).toBe(false);
  expect(isNoMeeting(never, '2026-11-22')).toBe(false);
  expect(isNoMeeting(undefined, '2026-11-22')).toBe(false);
});
