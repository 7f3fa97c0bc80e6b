import { eventZone } from '@gurukul/contract/events';
import { describe, expect, test } from 'vitest';
import { formatDate, formatTime } from '#web/lib/format/format.ts';
import { eventDay, instantOf, onStep, onViewersClock, wallClockOf } from './event-time.ts';

test.each([
  ['2026-12-01', '10:00', '2026-12-01T04:30:00Z'],
  ['2026-12-01', '03:00', '2026-11-30T21:30:00Z'],
  ['2028-02-29', '00:00', '2028-02-28T18:30:00Z'],
])('%s %s in India is %s', (day, time, instant) => {
  expect(instantOf(day, time)).toBe(instant);
  expect(wallClockOf(instant)).toBe(time);
});

test('the offset is what the platform knows of the zone, over four years', () => {
  for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2029, 0, 1); day += 11 * 3_600_000) {
    const instant = new Date(day).toISOString();
    const [hours = '', minutes = ''] = wallClockOf(instant).split(':');
    const half = Number(hours) < 12 ? 'AM' : 'PM';
    const told = `${String(Number(hours) % 12 || 12).padStart(2, '0')}:${minutes} ${half}`;
    expect(formatTime(instant, eventZone)).toBe(told);
    expect(formatDate(instant, eventZone)).toBe(formatDate(eventDay(new Date(day))));
  }
});

test.each([
  ['10:02', '10:00'],
  ['10:03', '10:05'],
  ['23:59', '23:55'],
  ['', ''],
])('%j is put on the step %j', (typed, time) => {
  expect(onStep(typed)).toBe(time);
});

describe('the viewer', () => {
  test('in India is told nothing twice, by whichever name the zone goes', () => {
    expect(onViewersClock('2026-12-01T04:30:00Z', 'Asia/Kolkata')).toBe('');
    expect(onViewersClock('2026-12-01T04:30:00Z', 'Asia/Colombo')).toBe('');
  });

  test('elsewhere is told the own day and time', () => {
    expect(onViewersClock('2026-12-01T04:30:00Z', 'America/New_York')).toBe(
      'On your clock: 30-Nov-2026 11:30 PM, Eastern Time',
    );
  });
});
