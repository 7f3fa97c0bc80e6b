import { classDays, timeZoneNames, timeZones } from '@gurukul/contract/classes';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meetingsBetween, nextDate, nextMeeting, slotTimes } from './slots.ts';

const dayMs = 86_400_000;
const zones = [...new Set(Object.values(timeZones))];

const twoDigits = (value: number) => String(value).padStart(2, '0');
const anySlot = fc.record({
  class_day: fc.constantFrom(...classDays),
  time: fc
    .record({ hour: fc.nat(23), minute: fc.nat(59) })
    .map(({ hour, minute }) => `${twoDigits(hour)}:${twoDigits(minute)}`),
  zone: fc.constantFrom(...zones),
});
// Two years, with four clock changes in each zone that has them.
const anyMoment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T23:59:59Z'),
  noInvalidDate: true,
});

/** The local time of an instant, from another implementation than the tested one. */
function onTheWall(instant: string, zone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { day: part('weekday').toLowerCase(), time: `${part('hour')}:${part('minute')}` };
}

describe('the next meeting of a weekly slot', () => {
  it('falls on the weekday at the local time, except where clocks jump over it, and lies less than a week and an hour ahead', () => {
    fc.assert(
      fc.property(anySlot, anyMoment, (slot, now) => {
        const next = nextMeeting(slot, now);
        const ahead = Date.parse(next) - now.getTime();
        expect(ahead).toBeGreaterThanOrEqual(0);
        expect(ahead).toBeLessThan(7 * dayMs + 3_600_001);

        const wall = onTheWall(next, slot.zone);
        expect(wall.day).toBe(slot.class_day);
        const isInGap = slot.zone !== 'Asia/Kolkata' && slot.time.startsWith('02:');
        expect(wall.time === slot.time || (isInGap && wall.time === slot.time.replace('02:', '03:'))).toBe(
          true,
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('stays the next one until it begins and is followed by the one a week later', () => {
    fc.assert(
      fc.property(anySlot, anyMoment, (slot, now) => {
        const next = nextMeeting(slot, now);
        expect(nextMeeting(slot, new Date(next))).toBe(next);
        const following = Date.parse(nextMeeting(slot, new Date(Date.parse(next) + 1)));
        expect(Math.abs(following - Date.parse(next) - 7 * dayMs)).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on earlier questions about that slot', () => {
    const byStart = (moments: readonly Date[]) => moments.toSorted((a, b) => a.getTime() - b.getTime());
    fc.assert(
      fc.property(anySlot, fc.array(anyMoment, { minLength: 1, maxLength: 4 }), (slot, moments) => {
        // Forwards, backwards, and around each meeting that was found.
        const found = byStart(moments).map((moment) => Date.parse(nextMeeting(slot, moment)));
        const around = found.flatMap((start) => [start - 1, start, start + 1].map((ms) => new Date(ms)));
        for (const moment of [...byStart(moments), ...around, ...byStart(moments).toReversed()]) {
          expect(slotTimes(slot, moment).slot_time).toBe(nextMeeting(slot, moment));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    // Clocks go from 02:00 to 03:00 on 8 March 2026 and from 02:00 back to 01:00 on 1 November 2026.
    [
      'a time inside the hour that is skipped',
      'sunday',
      '02:30',
      'America/New_York',
      '2026-03-08T00:00Z',
      '2026-03-08T07:30:00.000Z',
    ],
    [
      'the first of an hour that comes twice',
      'sunday',
      '01:30',
      'America/Chicago',
      '2026-11-01T00:00Z',
      '2026-11-01T06:30:00.000Z',
    ],
    [
      'the same wall clock a week after the change',
      'monday',
      '18:00',
      'America/New_York',
      '2026-03-09T22:00:01Z',
      '2026-03-16T22:00:00.000Z',
    ],
    [
      'an evening in Kolkata',
      'monday',
      '18:00',
      'Asia/Kolkata',
      '2026-11-21T02:00Z',
      '2026-11-23T12:30:00.000Z',
    ],
    [
      'another date in UTC than on the wall',
      'saturday',
      '21:00',
      'Pacific/Honolulu',
      '2026-11-21T02:00Z',
      '2026-11-22T07:00:00.000Z',
    ],
  ] as const)('is right for %s', (_, class_day, time, zone, now, expected) => {
    expect(nextMeeting({ class_day, time, zone }, new Date(now))).toBe(expected);
  });
});

describe('the meetings of half a year', () => {
  const halfYear = 26 * 7 * dayMs;

  it('are each the next one after the one before, from the first day to the last, and lie on the dates of the class', () => {
    fc.assert(
      fc.property(anySlot, anyMoment, (slot, from) => {
        const until = new Date(from.getTime() + halfYear);
        const meetings = meetingsBetween(slot, from, until);
        const following = (meeting: string) => nextMeeting(slot, new Date(Date.parse(meeting) + 1));
        expect(meetings[0]).toBe(nextMeeting(slot, from));
        expect(meetings.slice(1)).toEqual(meetings.slice(0, -1).map(following));
        expect(Date.parse(meetings.at(-1)!)).toBeLessThanOrEqual(until.getTime());
        expect(Date.parse(following(meetings.at(-1)!))).toBeGreaterThan(until.getTime());
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone: slot.zone }).format(
          new Date(meetings[0]!),
        );
        expect(nextDate(slot, from)).toBe(local);
      }),
      { numRuns: 300 },
    );
  });

  it('keep the wall clock while the instant moves with it', () => {
    const slot = { class_day: 'sunday', time: '18:00', zone: 'America/New_York' } as const;
    expect(meetingsBetween(slot, new Date('2026-10-25T22:00Z'), new Date('2026-11-08T23:00Z'))).toEqual([
      '2026-10-25T22:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
      '2026-11-08T23:00:00.000Z',
    ]);
  });
});

describe('the abbreviation of a zone', () => {
  it('always leads back to the zone it was derived from', () => {
    fc.assert(
      fc.property(anySlot, anyMoment, (slot, now) => {
        const { time_zone } = slotTimes(slot, now);
        const name = timeZoneNames.find((each) => each === time_zone);
        expect(name && timeZones[name]).toBe(slot.zone);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['America/New_York', '2026-01-10T00:00Z', 'EST'],
    ['America/New_York', '2026-07-10T00:00Z', 'EDT'],
    ['America/Anchorage', '2026-12-10T00:00Z', 'AKST'],
    ['America/Anchorage', '2026-06-10T00:00Z', 'AKDT'],
    ['Asia/Kolkata', '2026-06-10T00:00Z', 'IST'],
    ['Pacific/Honolulu', '2026-06-10T00:00Z', 'HST'],
    // In winter the clocks of Adak read HST, but that abbreviation means Honolulu here.
    ['America/Adak', '2026-01-10T00:00Z', 'HDT'],
    ['Europe/London', '2026-01-10T00:00Z', 'Europe/London'],
  ])('of %s on %s is %s', (zone, now, expected) => {
    expect(slotTimes({ class_day: 'monday', time: '18:00', zone }, new Date(now)).time_zone).toBe(expected);
  });

  it('is that of the meeting, not of today, in the week of the change', () => {
    const slot = { class_day: 'sunday', time: '18:00', zone: 'America/Denver' } as const;
    expect(slotTimes(slot, new Date('2026-03-06T12:00Z')).time_zone).toBe('MDT');
  });
});
