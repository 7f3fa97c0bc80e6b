import type { ScheduleRow } from '@gurukul/contract/schedule';
import { describe, expect, test } from 'vitest';
import { mondayOf } from './clock.ts';
import { hoursOf, knownWeeks, weekOf } from './week.ts';

let made = 200;
const row = (meetings: readonly string[], duration = 60): ScheduleRow => {
  made += 1;
  return {
    id: made,
    class_id: 1,
    class_name: 'Chanting A',
    course_id: 1,
    course_name: 'Vedic Chanting',
    class_day: 'monday',
    time: '18:00',
    time_zone: 'IST',
    zone: 'Asia/Kolkata',
    duration,
    date: '2026-11-23',
    day: 'monday',
    slot_time: meetings[0] ?? '',
    student_count: 20,
    ends_at: null,
    join_link: null,
    meetings: [...meetings],
  };
};

/** Day, from, to, lane of lanes. */
const drawn = (rows: readonly ScheduleRow[], monday: string, zone: string) =>
  weekOf(rows, monday, zone).flatMap(({ day, blocks }) =>
    blocks.map(({ from, to, lane, lanes, isRest }) =>
      [day, from / 60, to / 60, `${lane}/${lanes}`, ...(isRest ? ['rest'] : [])].join(' '),
    ),
  );

describe('the week of the viewer', () => {
  test('starts on Monday', () => {
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
    expect(mondayOf('2026-11-29')).toBe('2026-11-23');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  });

  test('shows a late Monday in New York on Tuesday in Kolkata', () => {
    const late = row(['2026-11-24T04:30:00.000Z']);
    expect(drawn([late], '2026-11-23', 'America/New_York')).toEqual([
      '2026-11-23 23.5 24 0/1',
      '2026-11-24 0 0.5 0/1 rest',
    ]);
    expect(drawn([late], '2026-11-23', 'Asia/Kolkata')).toEqual(['2026-11-24 10 11 0/1']);
  });

  test('holds its own seven days and nothing of the weeks beside it', () => {
    const each = row(['2026-11-22T18:29Z', '2026-11-22T18:30Z', '2026-11-29T18:29Z', '2026-11-29T18:30Z'], 5);
    expect(drawn([each], '2026-11-23', 'Asia/Kolkata').map((line) => line.slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-29',
    ]);
  });

  test('puts meetings that overlap side by side, and only those', () => {
    const rows = [
      row(['2026-11-23T06:00Z'], 90),
      row(['2026-11-23T07:00Z'], 60),
      row(['2026-11-23T07:30Z'], 60),
      row(['2026-11-23T08:30Z'], 60),
    ];
    expect(drawn(rows, '2026-11-23', 'UTC')).toEqual([
      '2026-11-23 6 7.5 0/2',
      '2026-11-23 7 8 1/2',
      '2026-11-23 7.5 8.5 0/2',
      '2026-11-23 8.5 9.5 0/1',
    ]);
  });

  describe('reaches as far as every class is known', () => {
    const known = (rows: readonly ScheduleRow[], now: string) =>
      knownWeeks(rows, 'Asia/Kolkata', Date.parse(now));
    const tuesdays = row(['2026-11-17T12:00Z', '2026-11-24T12:00Z', '2027-05-18T12:00Z']);
    const thursdays = row(['2026-11-19T12:00Z', '2026-11-26T12:00Z', '2027-05-13T12:00Z']);

    test('from the week before, where all of it is', () => {
      expect(known([tuesdays, thursdays], '2026-11-23T06:00Z')).toEqual({
        first: '2026-11-16',
        current: '2026-11-23',
        last: '2027-05-10',
      });
    });

    test('from this week, where a part of the one before is gone', () => {
      const wednesdays = row(['2026-11-25T12:00Z', '2027-05-19T12:00Z']);
      expect(known([wednesdays, thursdays], '2026-11-26T06:00Z')).toEqual({
        first: '2026-11-23',
        current: '2026-11-23',
        last: '2027-05-10',
      });
    });

    test('from this week to this week without classes', () => {
      const monday = '2026-11-23';
      expect(known([], '2026-11-22T19:00Z')).toEqual({ first: monday, current: monday, last: monday });
      expect(known([row([])], '2026-11-22T19:00Z')).toEqual({ first: monday, current: monday, last: monday });
    });
  });

  test('draws the hours between the first meeting and the last, and now', () => {
    const week = weekOf([row(['2026-11-23T07:30Z'], 45), row(['2026-11-26T18:00Z'])], '2026-11-23', 'UTC');
    expect(hoursOf(week, null)).toEqual({ first: 7, last: 19 });
    expect(hoursOf(week, 21 * 60)).toEqual({ first: 7, last: 22 });
    expect(hoursOf(week, 5 * 60 + 59)).toEqual({ first: 5, last: 19 });
  });
});
