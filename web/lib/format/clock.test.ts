import { timeZones } from '@gurukul/contract/classes';
import { expect, test } from 'vitest';
import { formatDate, formatWeekdayTime } from '#web/lib/format/format.ts';
import { instantAt, mondayOf, wallAt } from './clock.ts';
import { addDays } from './days.ts';

test.each([
  ['Asia/Kolkata', '2026-11-23', 0, 30],
  ['Pacific/Honolulu', '2026-11-22', 6, 9 * 60],
  ['Pacific/Kiritimati', '2026-11-23', 0, 9 * 60],
])('the wall in %s', (zone, day, weekday, minutes) => {
  expect(wallAt(Date.parse('2026-11-22T19:00Z'), zone)).toEqual({ day, weekday, minutes });
});

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const two = (part: number) => String(part).padStart(2, '0');

/** 2026-11-23 00:30 and the weekday, by other parts of Intl than the one under test. */
function reader(timeZone: string) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const calendar = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' });
  return (instant: number) => `${clock.format(instant)} ${calendar.format(instant)}`;
}

/** Sundays of two years on which clocks change somewhere. */
const changes = [
  ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'],
  ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07'],
].flat();
const zones = [...new Set(Object.values(timeZones)), 'Europe/London', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'];

test.each([
  ['Asia/Kolkata', '2026-11-23', 30, '2026-11-22T19:00:00.000Z'],
  ['America/New_York', '2026-11-01', 9 * 60, '2026-11-01T14:00:00.000Z'],
  ['America/New_York', '2026-10-31', 9 * 60, '2026-10-31T13:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', 9 * 60, '2026-09-26T20:00:00.000Z'],
])('the instant of a wall clock in %s', (zone, day, minutes, instant) => {
  expect(new Date(instantAt(day, minutes, zone)).toISOString()).toBe(instant);
  expect(wallAt(Date.parse(instant), zone)).toMatchObject({ day, minutes });
});

test('week and table show what clocks on walls show, 10,368 times around two years of clock changes', () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const zone of zones) {
    const read = reader(zone);
    for (const change of changes) {
      for (let minute = 0; minute < 3 * 24 * 60; minute += 40) {
        const instant = Date.parse(addDays(change, -1)) + minute * 60_000;
        const { day, weekday, minutes } = wallAt(instant, zone);
        const said = `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${weekdays[weekday]}`;
        const iso = new Date(instant).toISOString();
        const table = `${formatDate(iso, zone)} ${formatWeekdayTime(iso, zone)}`;
        const isInTable = table.startsWith(`${formatDate(day)} ${weekdays[weekday]} `);
        const isInWeek = addDays(mondayOf(day), weekday) === day;
        if (said !== read(instant) || !isInTable || !isInWeek)
          wrong.push(`${zone} ${iso}: ${said}, ${table}`);
        tried += 1;
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBe(10_368);
});
