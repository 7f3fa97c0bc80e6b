import { classDays } from '@gurukul/contract/classes';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { TimedSlot } from './overlap.ts';
import { overlapsWith } from './overlap.ts';

// The zones that the portal offers, and some whose clocks change on other dates, at other hours, by other lengths, or
// south of the equator.
const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'America/Adak',
  'Europe/London',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Santiago',
];

const twoDigits = (value: number) => String(value).padStart(2, '0');
const anySlot: fc.Arbitrary<TimedSlot> = fc.record({
  class_day: fc.constantFrom(...classDays),
  time: fc
    .record({ hour: fc.nat(23), quarter: fc.nat(3) })
    .map(({ hour, quarter }) => `${twoDigits(hour)}:${twoDigits(quarter * 15)}`),
  zone: fc.constantFrom(...zones),
  duration: fc.constantFrom(5, 45, 60, 90, 105, 720),
});
const anyMoment = fc.date({
  min: new Date('2024-06-01T00:00:00Z'),
  max: new Date('2030-12-31T23:59:59Z'),
  noInvalidDate: true,
});

/** Every meeting around the twelve months, week by week, from the calendar. */
function meetings({ class_day, time, zone, duration }: TimedSlot, now: Date) {
  const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate();
  const first = today.add({ days: classDays.indexOf(class_day) + 1 - today.dayOfWeek - 7 });
  return Array.from({ length: 55 }, (_, week) => {
    const date = first.add({ days: 7 * week });
    const start = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    return { start, end: start + duration * 60_000 };
  });
}

function bruteForce(slot: TimedSlot, other: TimedSlot, now: Date) {
  const inAYear = new Date(now);
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
  // 29 February does not exist in the next year.
  if (inAYear.getUTCDate() !== now.getUTCDate()) inAYear.setUTCDate(0);
  const others = meetings(other, now);
  const pairs = meetings(slot, now).flatMap((mine) =>
    others
      .map((theirs) => ({
        mine,
        theirs,
        from: Math.max(mine.start, theirs.start, now.getTime()),
        until: Math.min(mine.end, theirs.end, inAYear.getTime()),
      }))
      .filter(({ from, until }) => from < until),
  );
  const first = pairs.toSorted((a, b) => a.from - b.from)[0];
  return first === undefined
    ? null
    : { start: new Date(first.mine.start), otherStart: new Date(first.theirs.start) };
}

const at = (
  class_day: TimedSlot['class_day'],
  time: string,
  zone = 'Asia/Kolkata',
  duration = 60,
): TimedSlot => ({
  class_day,
  time,
  zone,
  duration,
});

describe('two weekly slots', () => {
  it('overlap exactly when two of their meetings of the next twelve months do', () => {
    let found = 0;
    fc.assert(
      fc.property(anySlot, anySlot, anyMoment, (slot, other, now) => {
        const overlap = overlapsWith(slot, now)(other);
        expect(overlap).toEqual(bruteForce(slot, other, now));
        found += overlap === null ? 0 : 1;
      }),
      { numRuns: 500 },
    );
    // About twenty overlap by chance; at least ten were seen.
    expect(found).toBeGreaterThan(2);
  });

  it('that lie close to each other overlap only where the clocks say so', () => {
    // Starts from the same instant in both zones, then moves a little, so that nearly every case is a close one.
    const closeSlots = fc
      .record({
        slot: anySlot,
        zone: fc.constantFrom(...zones),
        shift: fc.integer({ min: -9, max: 9 }),
        duration: fc.constantFrom(45, 60, 90),
        now: anyMoment,
      })
      .map(({ slot, zone, shift, duration, now }) => {
        const [meeting] = meetings(slot, now);
        const moved = Temporal.Instant.fromEpochMilliseconds(meeting!.start + shift * 15 * 60_000);
        const wall = moved.toZonedDateTimeISO(zone);
        const other = at(
          classDays[wall.dayOfWeek - 1]!,
          wall.toPlainTime().toString({ smallestUnit: 'minute' }),
          zone,
          duration,
        );
        return { slot, other, now };
      });
    let [found, apart] = [0, 0];
    fc.assert(
      fc.property(closeSlots, ({ slot, other, now }) => {
        const overlap = overlapsWith(slot, now)(other);
        expect(overlap).toEqual(bruteForce(slot, other, now));
        if (overlap === null) apart += 1;
        else found += 1;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(found, apart)).toBeGreaterThan(50);
  });

  it('give the same answer in both orders', () => {
    fc.assert(
      fc.property(anySlot, anySlot, anyMoment, (slot, other, now) => {
        const there = overlapsWith(slot, now)(other);
        const back = overlapsWith(other, now)(slot);
        expect(back && [back.otherStart, back.start]).toEqual(there && [there.start, there.otherStart]);
      }),
      { numRuns: 300 },
    );
  });

  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['the same time', at('monday', '18:00'), at('monday', '18:00'), '2026-11-23T12:30:00.000Z'],
    ['ends that touch', at('monday', '18:00'), at('monday', '19:00'), null],
    [
      'a minute in common',
      at('monday', '18:00', 'Asia/Kolkata', 61),
      at('monday', '19:00'),
      '2026-11-23T12:30:00.000Z',
    ],
    ['the same clock in two places', at('monday', '18:00'), at('monday', '18:00', 'America/New_York'), null],
    // 09:30 in New York is 20:00 in India in winter and 19:00 in summer.
    [
      'the winter alone',
      at('saturday', '20:00'),
      at('saturday', '09:30', 'America/New_York'),
      '2026-11-21T14:30:00.000Z',
    ],
    [
      'the summer alone',
      at('saturday', '19:00'),
      at('saturday', '09:30', 'America/New_York'),
      '2027-03-20T13:30:00.000Z',
    ],
    [
      'a night from Sunday to Monday',
      at('sunday', '23:30'),
      at('monday', '00:00'),
      '2026-11-22T18:00:00.000Z',
    ],
    [
      'Sunday evening there, Monday morning here',
      at('monday', '08:30'),
      at('sunday', '22:00', 'America/New_York'),
      '2026-11-23T03:00:00.000Z',
    ],
    // Clocks jump from 02:00 to 03:00 on 14 March 2027, so on that day the meeting is at 03:30.
    [
      'one day of the year, moved by the clocks',
      at('sunday', '02:30', 'America/New_York', 30),
      at('sunday', '03:30', 'America/New_York', 30),
      '2027-03-14T07:30:00.000Z',
    ],
  ])('with %s', (_, slot, other, start) => {
    expect(overlapsWith(slot, now)(other)?.start.toISOString() ?? null).toBe(start);
  });

  it('overlap while a meeting runs, and not after it is over', () => {
    // They meet only on the day of 2026 when the clocks move the first of them.
    const slot = at('sunday', '02:30', 'America/New_York', 30);
    const other = at('sunday', '03:30', 'America/New_York', 30);
    const from = (now: string) => overlapsWith(slot, new Date(now))(other)?.start.toISOString();
    expect(from('2026-03-08T07:59:59Z')).toBe('2026-03-08T07:30:00.000Z');
    expect(from('2026-03-08T08:00:00Z')).toBeUndefined();
    expect(from('2026-03-14T07:29:59Z')).toBeUndefined();
    expect(from('2026-03-14T07:30:01Z')).toBe('2027-03-14T07:30:00.000Z');
  });
});
