import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet, isReminderDue, longestAhead, nextReminder, reminderWindow } from './reminder-times.ts';

const hour = 3_600_000;

/** Zone, what is special, start, and from when the reminders leave: that of a day, that of an hour. */
const table = [
  ['Asia/Kolkata', 'an evening', '2026-11-28T13:00Z', '2026-11-27T13:00Z', '2026-11-28T12:00Z'],
  // 06:00 in Kolkata: the day before at six, and at five, are quiet
  ['Asia/Kolkata', 'at six', '2026-11-28T00:30Z', '2026-11-26T14:30Z', '2026-11-27T14:30Z'],
  // 07:30: 06:30 is quiet, and the day before at half past seven is not
  ['Asia/Kolkata', 'at half past seven', '2026-11-28T02:00Z', '2026-11-27T02:00Z', '2026-11-27T14:30Z'],
  // 08:00: an hour before is seven, which is not quiet
  ['Asia/Kolkata', 'at eight', '2026-11-28T02:30Z', '2026-11-27T02:30Z', '2026-11-28T01:30Z'],
  // 22:30: half past nine is quiet, so eight on the same evening
  ['Asia/Kolkata', 'late', '2026-11-28T17:00Z', '2026-11-27T14:30Z', '2026-11-28T14:30Z'],
  // 21:00 exactly: nine the day before is quiet; eight is not
  ['Asia/Kolkata', 'at nine', '2026-11-28T15:30Z', '2026-11-27T14:30Z', '2026-11-28T14:30Z'],
  // 06:00 in Auckland (UTC+13)
  ['Pacific/Auckland', 'at six', '2026-11-27T17:00Z', '2026-11-26T07:00Z', '2026-11-27T07:00Z'],
  // Auckland, on the day of the change to summer time: Sunday 27 September 2026, 06:00 (UTC+13), the evening before at UTC+12
  ['Pacific/Auckland', 'after the change', '2026-09-26T17:00Z', '2026-09-25T08:00Z', '2026-09-26T08:00Z'],
  // New York, Sunday 8 March 2026, 06:00 EDT: the evening before was EST
  ['America/New_York', 'after the change', '2026-03-08T10:00Z', '2026-03-07T01:00Z', '2026-03-08T01:00Z'],
  // New York, Sunday 1 November 2026, 10:00 EST: 24 hours before is 11:00 EDT
  ['America/New_York', 'on the long day', '2026-11-01T15:00Z', '2026-10-31T15:00Z', '2026-11-01T14:00Z'],
  // New York, Monday 9 March 2026, 07:30 EDT
  ['America/New_York', 'at half past seven', '2026-03-09T11:30Z', '2026-03-08T11:30Z', '2026-03-09T00:00Z'],
  // midnight in New York
  ['America/New_York', 'at midnight', '2026-07-02T04:00Z', '2026-07-01T00:00Z', '2026-07-02T00:00Z'],
] as const;

describe('a reminder', () => {
  it.each(table)('in %s of a meeting %s leaves when it should', (zone, _, start, day, hourBefore) => {
    expect(reminderWindow('day', new Date(start), zone).from).toEqual(new Date(day));
    expect(reminderWindow('hour', new Date(start), zone).from).toEqual(new Date(hourBefore));
  });

  const due = (which: 'day' | 'hour', start: string, now: string, zone = 'Asia/Kolkata') =>
    isReminderDue(which, new Date(start), zone, new Date(now));

  it('still leaves while three hours, or five minutes, are left', () => {
    const start = '2026-11-28T13:00Z';
    expect(due('day', start, '2026-11-27T12:59Z')).toBe(false);
    expect(due('day', start, '2026-11-27T13:00Z')).toBe(true);
    expect(due('day', start, '2026-11-28T10:00Z')).toBe(true);
    expect(due('day', start, '2026-11-28T10:01Z')).toBe(false);
    expect(due('hour', start, '2026-11-28T12:55Z')).toBe(true);
    expect(due('hour', start, '2026-11-28T12:56Z')).toBe(false);
  });

  it('of the quiet hours leaves before them, or after them while an hour is left', () => {
    // 06:00 in Kolkata: from 20:00 to 21:00 on the evening but one before
    const early = '2026-11-28T00:30Z';
    expect(due('day', early, '2026-11-26T14:29Z')).toBe(false);
    expect(due('day', early, '2026-11-26T15:29Z')).toBe(true);
    expect(due('day', early, '2026-11-26T15:30Z')).toBe(false);
    expect(due('day', early, '2026-11-27T01:29Z')).toBe(false);
    expect(due('day', early, '2026-11-27T01:30Z')).toBe(true);
    expect(due('hour', early, '2026-11-27T15:29Z')).toBe(true);
    expect(due('hour', early, '2026-11-28T00:20Z')).toBe(false);
    // 07:30: at seven only half an hour is left
    expect(due('hour', '2026-11-28T02:00Z', '2026-11-28T01:30Z')).toBe(false);
  });

  it('that waits knows its next moment', () => {
    const next = (now: string) =>
      nextReminder('day', new Date('2026-11-28T13:00Z'), 'Asia/Kolkata', new Date(now)).toISOString();
    expect(next('2026-11-26T00:00Z')).toBe('2026-11-27T13:00:00.000Z');
    expect(next('2026-11-27T13:10Z')).toBe('2026-11-27T13:10:00.000Z');
    expect(next('2026-11-27T15:30Z')).toBe('2026-11-28T01:30:00.000Z');
    expect(next('2026-11-28T00:00Z')).toBe('2026-11-28T01:30:00.000Z');
  });

  const zones = [
    'Asia/Kolkata',
    'America/New_York',
    'Pacific/Auckland',
    'Europe/London',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'America/St_Johns',
  ];
  it('begins within its time and at no quiet hour, in every zone and year', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...reminderTimes),
        fc.integer({ min: Date.UTC(2025, 0) / 60_000, max: Date.UTC(2029, 0) / 60_000 }),
        (zone, which, minutes) => {
          const start = new Date(minutes * 60_000);
          const { from, until } = reminderWindow(which, start, zone);
          const ahead = start.getTime() - from.getTime();
          expect(ahead).toBeGreaterThanOrEqual(which === 'day' ? 24 * hour : hour);
          expect(ahead).toBeLessThan(longestAhead[which]);
          expect(from < until).toBe(true);
          expect(isQuiet(from, zone)).toBe(false);
          expect(isReminderDue(which, start, zone, from)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
