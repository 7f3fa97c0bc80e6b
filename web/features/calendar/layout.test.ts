import { describe, expect, test } from 'vitest';
import { columnsOf, daysOf, placedOver, scaleOf, weekOf, type Timed } from './layout.ts';

const met = (starts_at: string, minutes = 60): Timed => ({
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
});

/** Day, from, to, lane of lanes. */
const drawn = (meetings: readonly Timed[], monday: string, zone: string, most = 3) =>
  daysOf(meetings, weekOf(monday), zone, most).flatMap(({ day, blocks, more }) => [
    ...blocks.map(({ from, to, lane, lanes, isRest }) =>
      [day, from / 60, to / 60, `${lane}/${lanes}`, ...(isRest ? ['rest'] : [])].join(' '),
    ),
    ...more.map(({ from, to, count }) => `${day} ${from / 60} ${to / 60} +${count}`),
  ]);

const monday = '2026-11-23';

describe('the week of the viewer', () => {
  test('starts on Monday', () => {
    expect(weekOf('2026-11-29')).toEqual(weekOf(monday));
    expect(weekOf(monday)).toHaveLength(7);
    expect(weekOf('2027-01-01')[0]).toBe('2026-12-28');
  });

  test.each([
    ['America/New_York', ['2026-11-23 23.5 24 0/1', '2026-11-24 0 0.5 0/1 rest']],
    ['Asia/Kolkata', ['2026-11-24 10 11 0/1']],
    ['Pacific/Auckland', ['2026-11-24 17.5 18.5 0/1']],
  ])('has a late Monday of New York on its day in %s', (zone, expected) => {
    expect(drawn([met('2026-11-24T04:30:00.000Z')], monday, zone)).toEqual(expected);
  });

  test('holds its own seven days and nothing of the weeks beside it', () => {
    const times = ['2026-11-22T18:29Z', '2026-11-22T18:30Z', '2026-11-29T18:29Z', '2026-11-29T18:30Z'];
    expect(
      drawn(
        times.map((time) => met(time, 1)),
        monday,
        'Asia/Kolkata',
      ).map((line) => line.slice(0, 10)),
    ).toEqual(['2026-11-23', '2026-11-29']);
  });

  test.each([
    ['America/New_York', '2026-10-26', '2026-10-31T13:00Z', '2026-11-01T14:00Z', '9'],
    ['Pacific/Auckland', '2026-09-21', '2026-09-25T21:00Z', '2026-09-26T20:00Z', '9'],
  ])('keeps the hour on the wall when the clocks of %s change', (zone, week, before, after, hour) => {
    const lines = drawn([met(before), met(after)], week, zone);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(new RegExp(`^2026-\\d\\d-\\d\\d ${hour} 10 0/1$`));
  });

  test('puts the two meetings of an hour that the clocks repeat side by side', () => {
    expect(
      drawn([met('2026-11-01T05:30Z'), met('2026-11-01T06:30Z')], '2026-10-26', 'America/New_York'),
    ).toEqual(['2026-11-01 1.5 2.5 0/2', '2026-11-01 1.5 2.5 1/2']);
  });
});

describe('meetings that overlap', () => {
  const at = (...times: readonly (readonly [string, number])[]) =>
    drawn(
      times.map(([time, minutes]) => met(`2026-11-23T${time}Z`, minutes)),
      monday,
      'UTC',
    );

  test('stand side by side, and only those', () => {
    expect(at(['06:00', 90], ['07:00', 60], ['07:30', 60], ['08:30', 60])).toEqual([
      '2026-11-23 6 7.5 0/2',
      '2026-11-23 7 8 1/2',
      '2026-11-23 7.5 8.5 0/2',
      '2026-11-23 8.5 9.5 0/1',
    ]);
  });

  test('take the places beside them that nobody needs', () => {
    const times = [
      ['06:00', 90],
      ['06:00', 30],
      ['06:00', 30],
      ['06:30', 60],
    ] as const;
    const days = daysOf(
      times.map(([time, minutes]) => met(`2026-11-23T${time}Z`, minutes)),
      [monday, '2026-11-24'],
      'UTC',
      3,
    );
    expect(days[0]!.blocks.map(({ lane, span }) => [lane, span])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [1, 2],
    ]);
    expect(columnsOf(days)).toBe('minmax(0, 5fr) minmax(0, 3fr)');
  });

  test('count a short one as long as it is drawn', () => {
    expect(at(['06:00', 5], ['06:20', 60])).toEqual([
      '2026-11-23 6 6.083333333333333 0/2',
      '2026-11-23 6.333333333333333 7.333333333333333 1/2',
    ]);
  });

  test('say how many they are, where there are too many', () => {
    expect(at(['06:00', 60], ['06:00', 60], ['06:00', 60], ['06:30', 60], ['09:00', 60])).toEqual([
      '2026-11-23 6 7 0/3',
      '2026-11-23 6 7 1/3',
      '2026-11-23 9 10 0/1',
      '2026-11-23 6 7.5 +2',
    ]);
  });

  test('two hundred are all there', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      met(
        new Date(
          Date.parse('2026-11-23T06:00Z') + (index % 7) * 86_400_000 + (index % 23) * 1_800_000,
        ).toISOString(),
      ),
    );
    const days = daysOf(many, weekOf(monday), 'UTC', 3);
    const sum = days.flatMap(({ blocks, more }) => [
      ...blocks.map(() => 1),
      ...more.map(({ count }) => count),
    ]);
    expect(sum.reduce((all, one) => all + one, 0)).toBe(200);
    const places = days.flatMap(({ blocks }) => blocks.map(({ lanes }) => lanes));
    expect(Math.max(...places)).toBe(3);
  });
});

describe('the hours', () => {
  const scale = (...meetings: readonly Timed[]) => scaleOf(daysOf(meetings, weekOf(monday), 'UTC', 3));
  const drawnHours = (...meetings: readonly Timed[]) =>
    scale(...meetings).hours.map(({ hour, size }) => `${hour} ${size}`);

  test('go from the first meeting to the last, and are narrow where nobody meets', () => {
    expect(drawnHours(met('2026-11-23T07:30Z'), met('2026-11-26T10:00Z'), met('2026-11-26T13:00Z'))).toEqual([
      '7 1',
      '8 1',
      '9 1',
      '10 1',
      '11 0.25',
      '12 0.25',
      '13 1',
    ]);
    const { hours } = scale(met('2026-11-23T23:30Z'));
    expect([hours[0], hours.at(-1), hours.length]).toMatchObject([{ hour: 0 }, { hour: 23 }, 24]);
    expect(drawnHours()).toEqual(['23 0.25']);
  });

  test('lead from a time to its place and back', () => {
    const { topOf, minutesAt, height } = scale(met('2026-11-23T07:30Z'), met('2026-11-26T11:00Z'));
    const times = [7, 8.5, 9, 10, 11.5, 12].map((hour) => hour * 60);
    expect(times.map(topOf)).toEqual([0, 1.5, 2, 2.25, 3, 3.5]);
    expect(times.map(topOf).map(minutesAt)).toEqual(times);
    expect([topOf(5 * 60), topOf(23 * 60)]).toEqual([0, height]);
  });
});

test('what stands above the days begins and ends with them, each in a row with room', () => {
  const over = (...periods: readonly (readonly [string, string])[]) =>
    placedOver(
      periods.map(([from, to]) => ({ from, to })),
      weekOf(monday),
    ).map(({ first, last, row }) => `${first}-${last} ${row}`);
  expect(
    over(
      ['2026-11-20', '2026-11-24'],
      ['2026-11-24', '2026-11-24'],
      ['2026-11-25', '2026-12-09'],
      ['2026-11-30', '2026-11-30'],
    ),
  ).toEqual(['0-1 0', '1-1 1', '2-6 0']);
});
