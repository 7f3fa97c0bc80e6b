import { describe, expect, it } from 'vitest';
import type { WeeklySlot } from '#server/time/slots.ts';
import { meetingOnDate } from '#server/time/slots.ts';
import { contradicts, lastDays, rollsDue } from './roll-rules.ts';
import type { RollMeeting } from './roll-rules.ts';

interface Weekly extends WeeklySlot {
  readonly class_id: number;
  readonly minutes: number;
}
const slot = (
  class_day: WeeklySlot['class_day'],
  time: string,
  zone = 'Asia/Kolkata',
  minutes = 60,
  class_id = 1,
): Weekly => ({ class_id, class_day, time, zone, minutes });

/** The meetings of the slots in the month before a moment and the days after it. */
const meetingsAround = (now: string, slots: readonly Weekly[]): RollMeeting[] =>
  slots.flatMap(({ class_id, minutes, ...weekly }) =>
    Array.from({ length: 35 }, (_, days) => {
      const day = new Date(Date.parse(now) + (2 - days) * 86_400_000).toISOString().slice(0, 10);
      const meeting = meetingOnDate(weekly, minutes, day);
      return meeting === null ? [] : [{ ...meeting, class_id, zone: weekly.zone, held_on: day }];
    }).flat(),
  );
const due = (now: string, ...slots: Weekly[]) =>
  rollsDue(meetingsAround(now, slots), new Date(now)).map(({ class_id, held_on, starts_at }) => [
    class_id,
    held_on,
    starts_at,
  ]);

const days = (now: string, ...slots: Weekly[]) => lastDays(meetingsAround(now, slots), new Date(now));

// 23 November 2026 is a Monday.
describe('the last days of a class', () => {
  it('are those of its meetings that have begun, the latest first', () => {
    const weekly = [slot('monday', '18:00'), slot('thursday', '07:30'), slot('monday', '20:00')];
    expect(days('2026-11-23T18:00:00+05:30', ...weekly)).toEqual([
      '2026-11-19',
      '2026-11-16',
      '2026-11-12',
      '2026-11-09',
    ]);
    expect(days('2026-11-23T18:01:00+05:30', ...weekly)[0]).toBe('2026-11-23');
  });

  it('are days of its own calendar', () => {
    const monday = slot('monday', '20:00', 'America/New_York');
    // Tuesday morning in India.
    expect(days('2026-11-24T06:45:00+05:30', monday).slice(0, 2)).toEqual(['2026-11-23', '2026-11-16']);
    // Sunday evening in Los Angeles is Monday morning in India.
    expect(days('2026-11-22T19:00:00-08:00', slot('monday', '07:00'))[0]).toBe('2026-11-23');
    expect(days('2026-11-05T06:00:00+05:30')).toEqual([]);
  });
});

describe('the rolls to take', () => {
  it('at two in the morning in India are those of the new day there, and of the evening before', () => {
    // 20:30 on Sunday in UTC.
    const now = '2026-11-23T02:00:00+05:30';
    expect(
      due(
        now,
        slot('monday', '06:00', 'Asia/Kolkata', 60, 4),
        slot('monday', '06:00'),
        slot('sunday', '18:00', 'Asia/Kolkata', 60, 2),
        slot('sunday', '00:30', 'Asia/Kolkata', 60, 3),
      ),
    ).toEqual([
      [2, '2026-11-22', '2026-11-22T12:30:00.000Z'],
      [1, '2026-11-23', '2026-11-23T00:30:00.000Z'],
      [4, '2026-11-23', '2026-11-23T00:30:00.000Z'],
    ]);
  });

  it('of a class in New York are of its own day, which in India is over', () => {
    // Monday 20:00 in New York is Tuesday 06:30 in India.
    const evening = slot('monday', '20:00', 'America/New_York');
    const monday = [[1, '2026-11-23', '2026-11-24T01:00:00.000Z']];
    expect(due('2026-11-24T06:45:00+05:30', evening)).toEqual(monday);
    // In India Monday has begun at half past ten on Sunday morning over there. For the class it is not Monday yet.
    expect(due('2026-11-23T09:00:00+05:30', evening)).toEqual([]);
    expect(due('2026-11-23T00:00:00-05:00', evening)).toEqual(monday);
    // Until a day after it ended.
    expect(due('2026-11-24T21:00:00-05:00', evening)).toEqual(monday);
    expect(due('2026-11-24T21:00:01-05:00', evening)).toEqual([]);
  });

  it('begin an hour later in UTC once summer time is over there', () => {
    const sunday = slot('sunday', '09:00', 'America/New_York');
    expect(due('2026-10-25T12:00:00-04:00', sunday)).toEqual([[1, '2026-10-25', '2026-10-25T13:00:00.000Z']]);
    expect(due('2026-11-01T12:00:00-05:00', sunday)).toEqual([[1, '2026-11-01', '2026-11-01T14:00:00.000Z']]);
  });

  it('stay on their date where clocks skip or repeat the hour', () => {
    const small = slot('sunday', '02:30', 'America/New_York');
    expect(due('2026-03-08T12:00:00-04:00', small)).toEqual([[1, '2026-03-08', '2026-03-08T07:30:00.000Z']]);
    const doubled = slot('sunday', '01:30', 'America/New_York');
    expect(due('2026-11-01T12:00:00-05:00', doubled)).toEqual([
      [1, '2026-11-01', '2026-11-01T05:30:00.000Z'],
    ]);
  });

  it('are not of a day that is still to come in Kolkata, wherever the class is', () => {
    // In Auckland it is Monday already.
    const early = slot('monday', '03:00', 'Pacific/Auckland');
    expect(due('2026-11-22T15:00:00Z', early)).toEqual([]);
    expect(days('2026-11-22T15:00:00Z', early)[0]).toBe('2026-11-16');
    expect(due('2026-11-22T18:30:00Z', early)).toEqual([[1, '2026-11-23', '2026-11-22T14:00:00.000Z']]);
  });

  it('of a long meeting that ended lately are of the day on which it began', () => {
    const night = slot('sunday', '23:00', 'Asia/Kolkata', 720);
    expect(due('2026-11-24T10:00:00+05:30', night)).toEqual([[1, '2026-11-22', '2026-11-22T17:30:00.000Z']]);
  });

  it('are one for each meeting: of two on a day, the one that was lately', () => {
    const both = [slot('sunday', '19:00'), slot('sunday', '07:00')];
    expect(due('2026-11-23T18:00:00+05:30', ...both)).toEqual([
      [1, '2026-11-22', '2026-11-22T13:30:00.000Z'],
    ]);
    expect(due('2026-11-22T06:00:00+05:30', ...both)).toHaveLength(2);
  });
});

describe('a mark contradicts the stored one', () => {
  it.each([
    [null, 'present', null, false],
    [null, 'present', 'present', false],
    [null, 'present', 'absent', true],
    ['absent', 'present', 'absent', false],
    ['absent', 'present', 'present', false],
    ['absent', 'present', 'moved', true],
    ['absent', 'present', null, true],
    ['present', 'present', 'absent', true],
  ] as const)('seen %s, says %s, stored is %s: %s', (seen, attendance_status, recorded, expected) => {
    const known = new Map(recorded === null ? [] : [[7, recorded]]);
    expect(contradicts({ student_id: 7, attendance_status, seen }, known)).toBe(expected);
  });
});
