import { describe, expect, it } from 'vitest';
import type { LongSlot } from './series.ts';
import { seriesOf } from './series.ts';

const now = new Date('2026-11-21T10:00:00Z');
const since = new Date('2026-02-01T00:00:00Z');

function shown(slot: LongSlot, from = since) {
  const { first, left_out, apart } = seriesOf(slot, from, now);
  return {
    first: first.start.toPlainDateTime().toString(),
    left_out: left_out.map(String),
    apart: apart.map(({ start, end }) => `${start.toInstant().toString()}/${end.toInstant().toString()}`),
  };
}

const newYork = (time: string, duration = 60): LongSlot => ({
  class_day: 'sunday',
  time,
  zone: 'America/New_York',
  duration,
});

// Clocks go from 02:00 to 03:00 on 8 March 2026, 14 March 2027 and 12 March 2028, and back on 1 November 2026 and 7
// November 2027. Later changes are not in the calendar yet.
describe('the series of a weekly slot', () => {
  it('is the rule alone where clocks never change', () => {
    const kolkata: LongSlot = { class_day: 'monday', time: '06:30', zone: 'Asia/Kolkata', duration: 60 };
    expect(shown(kolkata)).toEqual({ first: '2026-02-02T06:30:00', left_out: [], apart: [] });
  });

  it('is the rule alone where they change at another hour or on another day', () => {
    expect(shown(newYork('18:00'))).toEqual({ first: '2026-02-01T18:00:00', left_out: [], apart: [] });
    expect(shown({ ...newYork('02:30'), class_day: 'monday' }).apart).toEqual([]);
  });

  it('lists meetings apart whose time is skipped', () => {
    expect(shown(newYork('02:30'))).toEqual({
      first: '2026-02-01T02:30:00',
      left_out: ['2026-03-08T02:30:00', '2027-03-14T02:30:00', '2028-03-12T02:30:00'],
      apart: [
        '2026-03-08T07:30:00Z/2026-03-08T08:30:00Z',
        '2027-03-14T07:30:00Z/2027-03-14T08:30:00Z',
        '2028-03-12T07:30:00Z/2028-03-12T08:30:00Z',
      ],
    });
  });

  it('lists meetings apart whose time comes twice, and takes the first', () => {
    expect(shown(newYork('01:30', 20))).toMatchObject({
      left_out: ['2026-11-01T01:30:00', '2027-11-07T01:30:00', '2028-11-05T01:30:00'],
      apart: [
        '2026-11-01T05:30:00Z/2026-11-01T05:50:00Z',
        '2027-11-07T05:30:00Z/2027-11-07T05:50:00Z',
        '2028-11-05T05:30:00Z/2028-11-05T05:50:00Z',
      ],
    });
  });

  it('lists meetings apart that end in the repeated hour', () => {
    expect(shown(newYork('00:57', 8)).apart[0]).toBe('2026-11-01T04:57:00Z/2026-11-01T05:05:00Z');
  });

  it('lists meetings apart during which clocks change, also those of the evening before', () => {
    expect(shown({ ...newYork('23:00', 240), class_day: 'saturday' }).apart).toEqual([
      '2026-03-08T04:00:00Z/2026-03-08T08:00:00Z',
      '2026-11-01T03:00:00Z/2026-11-01T07:00:00Z',
      '2027-03-14T04:00:00Z/2027-03-14T08:00:00Z',
      '2027-11-07T03:00:00Z/2027-11-07T07:00:00Z',
      '2028-03-12T04:00:00Z/2028-03-12T08:00:00Z',
      '2028-11-05T03:00:00Z/2028-11-05T07:00:00Z',
    ]);
  });

  it('begins its rule with a meeting that the rule can express', () => {
    expect(shown(newYork('02:30'), new Date('2027-03-14T00:00:00Z'))).toEqual({
      first: '2027-03-21T02:30:00',
      left_out: ['2028-03-12T02:30:00'],
      apart: ['2027-03-14T07:30:00Z/2027-03-14T08:30:00Z', '2028-03-12T07:30:00Z/2028-03-12T08:30:00Z'],
    });
  });

  it('begins at the assignment, not before', () => {
    expect(shown(newYork('18:00'), new Date('2026-02-01T23:00:00Z')).first).toBe('2026-02-01T18:00:00');
    expect(shown(newYork('18:00'), new Date('2026-02-01T23:00:01Z')).first).toBe('2026-02-08T18:00:00');
  });
});
