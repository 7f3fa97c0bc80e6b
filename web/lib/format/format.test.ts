import { describe, expect, test } from 'vitest';
import { formatClock } from './clock-name.ts';
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatLongDay,
  formatTime,
  formatWeekDay,
  formatWeekdayTime,
  formatZone,
  shorten,
  today,
  reachedPercent,
  wholePercent,
} from './format.ts';

const evening = '2026-01-24T12:00:00.000Z';

describe('dates and times', () => {
  test('a day is shown as dd-MMM-yyyy in every viewer’s zone', () => {
    expect(formatDate('2026-01-24')).toBe('24-Jan-2026');
    expect(formatDate('2026-01-24', 'America/New_York')).toBe('24-Jan-2026');
  });

  test('an instant is shown on the calendar of its zone', () => {
    expect(formatDate('2026-01-24T20:00:00.000Z', 'Asia/Kolkata')).toBe('25-Jan-2026');
    expect(formatDate('2026-01-24T20:00:00.000Z', 'America/New_York')).toBe('24-Jan-2026');
  });

  test.each([
    ['Asia/Kolkata', '24-Jan-2026 05:30 PM', '05:30 PM', 'Saturday 05:30 PM'],
    ['UTC', '24-Jan-2026 12:00 PM', '12:00 PM', 'Saturday 12:00 PM'],
    ['Pacific/Auckland', '25-Jan-2026 01:00 AM', '01:00 AM', 'Sunday 01:00 AM'],
  ])('in %s the evening class reads %s', (zone, full, time, weekly) => {
    expect(formatDateTime(evening, zone)).toBe(full);
    expect(formatTime(evening, zone)).toBe(time);
    expect(formatWeekdayTime(evening, zone)).toBe(weekly);
  });

  test.each([
    ['Asia/Kolkata', 'IST'],
    ['America/Chicago', 'CST'],
    ['Europe/London', 'GMT'],
    ['Europe/Berlin', 'CET'],
    ['Australia/Sydney', 'AEDT'],
    ['Asia/Singapore', 'Singapore'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    ['UTC', 'UTC'],
  ])('the clock of %s is called %s, never by its distance from Greenwich', (zone, name) => {
    expect(formatClock(evening, zone)).toBe(name);
  });

  test('a day near by is named without its year', () => {
    expect(formatLongDay('2026-03-08')).toBe('8 March');
    expect(formatLongDay('')).toBe('');
  });

  test('a zone is named in words, the same in summer and winter', () => {
    expect(formatZone('Asia/Calcutta')).toBe('India Standard Time');
    expect(formatZone('America/New_York')).toBe('Eastern Time');
  });

  test('midnight is twelve, not zero', () => {
    expect(formatTime('2026-01-24T00:05:00.000Z', 'UTC')).toBe('12:05 AM');
  });

  test('a text that is not a date is shown as nothing', () => {
    expect(formatDate(null)).toBe('');
    expect(formatDate('')).toBe('');
    expect(formatDate('soon')).toBe('');
    expect(formatDateTime(undefined)).toBe('');
  });

  test('a day of a week is written day first', () => {
    expect(formatWeekDay('2026-01-07')).toBe('07-01-2026');
  });

  test('today is the day of the viewer’s calendar', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

test.each([
  ['0.10', 'EUR', '0.10'],
  ['999.00', 'INR', '999.00'],
  ['1250.50', 'INR', '1,250.50'],
  ['1782232.50', 'INR', '17,82,232.50'],
  ['9007199254740993.07', 'EUR', '9,007,199,254,740,993.07'],
])('the amount %s in %s is shown as %s', (amount, currency, shown) => {
  expect(formatAmount(amount, currency)).toBe(shown);
});

test.each([
  [0, 0],
  [0.4, 1],
  [33.33, 33],
  [99.6, 99],
  [100, 100],
])('%s per cent is shown as %s', (percentage, shown) => {
  expect(wholePercent(percentage)).toBe(shown);
});

test.each([
  [0, 0],
  [0.4, 1],
  [76.74, 76],
  [100, 100],
])('%s per cent that a course asks for are shown as %s', (percentage, shown) => {
  expect(reachedPercent(percentage)).toBe(shown);
});

test('a long text is cut with an ellipsis, a short one stays', () => {
  expect(shorten('short', 42)).toBe('short');
  expect(shorten('a'.repeat(50), 42)).toBe(`${'a'.repeat(42)}...`);
});
