import type { ScheduleRow } from '@gurukul/contract/schedule';
import { describe, expect, test } from 'vitest';
import { formatWeekdayTime } from '#web/lib/format/format.ts';
import { movesAhead } from './moves.ts';

const weekMs = 7 * 86_400_000;

/** Meetings a week apart, from each of the given ones up to the next given one. */
function weekly(...[first = '', ...later]: string[]): string[] {
  const given = [first, ...later].map((instant) => Date.parse(instant));
  return given.flatMap((start, index) => {
    const end = given[index + 1] ?? start + 10 * weekMs;
    const count = Math.round((end - start) / weekMs);
    return Array.from({ length: count }, (_, week) => new Date(start + week * weekMs).toISOString());
  });
}

const row = (zone: string, meetings: readonly string[], class_name = 'Chanting A'): ScheduleRow => ({
  id: 201,
  class_id: 1,
  class_name,
  course_id: 1,
  course_name: 'Vedic Chanting',
  class_day: 'monday',
  time: '18:00',
  time_zone: '',
  zone,
  duration: 60,
  date: '2026-02-02',
  day: 'monday',
  slot_time: meetings[0]!,
  student_count: 20,
  ends_at: null,
  join_link: null,
  meetings: [...meetings],
});

/** 8 March 2026 in the words of the notice: day, and each class before and after. */
const told = (rows: readonly ScheduleRow[], zone: string, now: string) =>
  movesAhead(rows, zone, Date.parse(now)).map(({ day, moves }) => [
    day,
    ...moves.map(({ row, before, after }) =>
      [row.class_name, formatWeekdayTime(before, zone), formatWeekdayTime(after, zone)].join(' | '),
    ),
  ]);

const february = '2026-02-10T00:00:00Z';

// Clocks in the United States go forward on 8 March 2026 at 02:00 local time, and back on 1 November.
const newYorkEvening = row('America/New_York', weekly('2026-02-02T23:00Z', '2026-03-09T22:00Z'));
const kolkataMorning = row('Asia/Kolkata', weekly('2026-02-02T01:00Z'));

describe('classes that move for the viewer', () => {
  test('a viewer in Kolkata is told of a class in New York, in spring and in autumn', () => {
    expect(told([newYorkEvening], 'Asia/Kolkata', february)).toEqual([
      ['2026-03-08', 'Chanting A | Tuesday 04:30 AM | Tuesday 03:30 AM'],
    ]);
    const autumn = row('America/New_York', weekly('2026-10-05T22:00Z', '2026-11-02T23:00Z'));
    expect(told([autumn], 'Asia/Kolkata', '2026-10-12T00:00Z')).toEqual([
      ['2026-11-01', 'Chanting A | Tuesday 03:30 AM | Tuesday 04:30 AM'],
    ]);
  });

  test('a viewer in New York is told of a class in Kolkata, though only the own clock changes', () => {
    expect(told([kolkataMorning], 'America/New_York', february)).toEqual([
      ['2026-03-08', 'Chanting A | Sunday 08:00 PM | Sunday 09:00 PM'],
    ]);
  });

  test('the weekday may change with the hour', () => {
    const late = row('Asia/Kolkata', weekly('2026-02-02T04:30Z'));
    expect(told([late], 'America/New_York', february)).toEqual([
      ['2026-03-08', 'Chanting A | Sunday 11:30 PM | Monday 12:30 AM'],
    ]);
  });

  test.each(['Asia/Kolkata', 'America/New_York'])(
    'nothing moves for a viewer of the same zone, %s',
    (zone) => {
      const own = zone === 'Asia/Kolkata' ? kolkataMorning : newYorkEvening;
      expect(told([own], zone, february)).toEqual([]);
    },
  );

  test('nothing moves where both clocks change in the same night', () => {
    expect(told([newYorkEvening], 'America/Los_Angeles', february)).toEqual([]);
    expect(told([newYorkEvening], 'America/Adak', february)).toEqual([]);
  });

  test('a class in Adak moves for Honolulu, which shares its winter clock and changes none', () => {
    const adak = row('America/Adak', weekly('2026-02-03T04:00Z', '2026-03-10T03:00Z'));
    expect(told([adak], 'Pacific/Honolulu', february)).toEqual([
      ['2026-03-08', 'Chanting A | Monday 06:00 PM | Monday 05:00 PM'],
    ]);
    expect(told([adak], 'America/Anchorage', february)).toEqual([]);
  });

  test('clocks that change three weeks apart move a class there and back', () => {
    expect(told([newYorkEvening], 'Europe/London', february)).toEqual([
      ['2026-03-08', 'Chanting A | Monday 11:00 PM | Monday 10:00 PM'],
      ['2026-03-29', 'Chanting A | Monday 10:00 PM | Monday 11:00 PM'],
    ]);
  });

  test('all classes of one clock change stand together, in the order in which they meet', () => {
    const thursday = row('America/Chicago', weekly('2026-02-05T23:00Z', '2026-03-12T22:00Z'), 'Gita C');
    const sunday = row('America/Denver', weekly('2026-02-01T16:00Z', '2026-03-08T15:00Z'), 'Grammar D');
    expect(told([thursday, newYorkEvening, kolkataMorning, sunday], 'Asia/Kolkata', february)).toEqual([
      [
        '2026-03-08',
        'Grammar D | Sunday 09:30 PM | Sunday 08:30 PM',
        'Chanting A | Tuesday 04:30 AM | Tuesday 03:30 AM',
        'Gita C | Friday 04:30 AM | Friday 03:30 AM',
      ],
    ]);
  });

  test('a time that clocks jump over moves for a viewer of the same zone too, for one week', () => {
    const night = row('America/New_York', weekly('2026-02-01T07:30Z', '2026-03-15T06:30Z'));
    expect(told([night], 'America/New_York', february)).toEqual([
      ['2026-03-08', 'Chanting A | Sunday 02:30 AM | Sunday 03:30 AM'],
      ['2026-03-15', 'Chanting A | Sunday 03:30 AM | Sunday 02:30 AM'],
    ]);
  });

  test('it is told eight weeks ahead and until the class has met at its new time', () => {
    const all = row('America/New_York', weekly('2025-12-01T23:00Z', '2026-03-09T22:00Z'));
    const isTold = (now: string) => told([all], 'Asia/Kolkata', now).length === 1;
    expect(isTold('2026-01-12T21:00Z')).toBe(false);
    expect(isTold('2026-01-12T22:00Z')).toBe(true);
    expect(isTold('2026-03-09T22:00Z')).toBe(true);
    expect(isTold('2026-03-09T22:01Z')).toBe(false);
  });
});
