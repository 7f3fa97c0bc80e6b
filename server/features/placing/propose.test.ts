import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { bitsOf } from '#server/time/week-hours.ts';
import { meetingsBetween } from '#server/time/slots.ts';
import type { TimedSlot } from '#server/time/overlap.ts';
import { placesIn } from '../staff/places.ts';
import type { Room } from '../staff/places.ts';
import { makeUp } from '#server/test/unplaced-people.ts';
import { groupsOf, propose } from './propose.ts';
import type { OfferedClass, Unplaced, Wish } from './propose.ts';

const isFull = process.env['PROOF'] === 'full';

/* The judges: they know nothing of how proposals are found. */

/** Every five minutes of every meeting lies in an hour that was ticked. */
function isInTime({ slots, span }: OfferedClass, { zone, hours }: Wish): boolean {
  return slots.every((slot) =>
    meetingsBetween(slot, new Date(span.from), new Date(span.until)).every((start) => {
      const first = Temporal.Instant.from(start).toZonedDateTimeISO(zone);
      for (let minute = 0; minute < slot.duration; minute += 5) {
        const { dayOfWeek, hour } = first.add({ minutes: minute });
        if (((hours >> BigInt((dayOfWeek - 1) * 24 + hour)) & 1n) === 0n) return false;
      }
      return true;
    }),
  );
}

/** The most people for whom there are places: augmenting paths until there are none. */
function mostPlaced(
  people: readonly Unplaced[],
  rooms: readonly Room[],
  canCome: (person: Unplaced, classId: number) => boolean,
): number {
  const optionsOf = people.map((person) =>
    rooms.flatMap(({ class_ids }, at) => (class_ids.some((id) => canCome(person, id)) ? [at] : [])),
  );
  const inRoom = rooms.map((): number[] => []);
  const place = (person: number, seen: Set<number>): boolean =>
    optionsOf[person]!.some((room) => {
      if (seen.has(room)) return false;
      seen.add(room);
      const there = inRoom[room]!;
      if (there.length < rooms[room]!.strength) return there.push(person) > 0;
      const moved = there.findIndex((other) => place(other, seen));
      if (moved !== -1) there[moved] = person;
      return moved !== -1;
    });
  return people.filter((_, at) => place(at, new Set())).length;
}

const size = isFull ? { people: 2_000, classes: 150 } : { people: 400, classes: 45 };
const seeds = isFull ? Array.from({ length: 5 }, (_, at) => at + 1) : [1];

test.each(seeds)('school %i: nobody outside their hours or over a limit, and near the most', (seed) => {
  const { people, classes, rooms } = makeUp(seed, size);
  const verdicts = propose(people, classes, placesIn(rooms));
  const classOf = new Map(classes.map((one) => [one.id, one]));
  const known = new Map<string, boolean>();
  const canCome = ({ courseId, wish }: Unplaced, classId: number) => {
    const one = classOf.get(classId)!;
    if (one.courseId !== courseId || wish === null) return false;
    const { zone, hours, languages } = wish;
    if (
      languages.length > 0 &&
      one.languages.length > 0 &&
      !languages.some((each) => one.languages.includes(each))
    )
      return false;
    const key = `${classId} ${zone} ${hours}`;
    const judged = known.get(key) ?? isInTime(one, wish);
    known.set(key, judged);
    return judged;
  };

  expect(verdicts.size).toBe(people.length);
  const placed = people.flatMap((person) => {
    const verdict = verdicts.get(person.id)!;
    return 'classId' in verdict ? [{ person, classId: verdict.classId }] : [];
  });
  expect(placed.filter(({ person, classId }) => !canCome(person, classId))).toEqual([]);
  const over = rooms.filter(
    ({ class_ids, strength }) =>
      placed.filter(({ classId }) => class_ids.includes(classId)).length > strength,
  );
  expect(over).toEqual([]);
  expect(placed.length).toBeGreaterThanOrEqual(0.95 * mostPlaced(people, rooms, canCome));
});

const hour = (day: number, at: number) => day * 24 + at;
const saturday = 5;
const winter = { from: Date.UTC(2026, 10, 30), until: Date.UTC(2027, 1, 20) };
const overSpring = { ...winter, until: Date.UTC(2027, 5, 1) };

const slot: TimedSlot = { class_day: 'saturday', time: '18:30', zone: 'Asia/Kolkata', duration: 60 };
const aClass = (id: number, more: Partial<OfferedClass> = {}): OfferedClass => ({
  id,
  courseId: 1,
  languages: ['Hindi'],
  slots: [slot],
  span: winter,
  families: new Set(),
  ...more,
});
const person = (id: number, hours: readonly number[], more: Partial<Unplaced> = {}): Unplaced => ({
  id,
  studentId: id,
  courseId: 1,
  family: id,
  wish: { zone: 'America/New_York', hours: bitsOf(hours), languages: ['Hindi'] },
  ...more,
});
const room = (strength: number, ...class_ids: number[]): Room => ({ class_ids, strength, student_ids: [] });
const propose1 = (
  people: readonly Unplaced[],
  classes: readonly OfferedClass[],
  rooms: readonly Room[] = [],
) => Object.fromEntries(propose(people, classes, placesIn(rooms)));

test('the clocks of the whole course are judged, not those of today', () => {
  // 18:30 in Kolkata is 08:00 in New York in winter, and 09:00 from 14 March on.
  const early = person(1, [hour(saturday, 8)]);
  const both = person(2, [hour(saturday, 8), hour(saturday, 9)]);
  expect(propose1([early, both], [aClass(7)])).toEqual({ 1: { classId: 7 }, 2: { classId: 7 } });
  expect(propose1([early, both], [aClass(7, { span: overSpring })])).toEqual({
    1: { why: 'no_hour' },
    2: { classId: 7 },
  });
});

test('each weekly time of a class must fit, and a class without one fits nobody', () => {
  const one = person(1, [hour(saturday, 8)]);
  const twice = aClass(7, { slots: [slot, { ...slot, class_day: 'sunday' }] });
  expect(propose1([one], [twice])).toEqual({ 1: { why: 'no_hour' } });
  expect(propose1([one], [aClass(7, { slots: [] })])).toEqual({ 1: { why: 'no_class' } });
});

test('who ticked nothing or was never asked is placed nowhere', () => {
  expect(propose1([person(1, []), person(2, [], { wish: null })], [aClass(7)])).toEqual({
    1: { why: 'no_hours' },
    2: { why: 'no_wish' },
  });
});

test('a known language goes before an unknown one, and another one is none', () => {
  const one = person(1, [hour(saturday, 8)]);
  const [unknown, telugu] = [aClass(6, { languages: [] }), aClass(8, { languages: ['Telugu'] })];
  expect(propose1([one], [unknown, aClass(7)])).toEqual({ 1: { classId: 7 } });
  expect(propose1([one], [unknown, telugu])).toEqual({ 1: { classId: 6 } });
  expect(propose1([one], [telugu])).toEqual({ 1: { why: 'no_language' } });
});

test('who registered first gets the place', () => {
  const hours = [hour(saturday, 8)];
  expect(propose1([person(1, hours), person(2, hours)], [aClass(7)], [room(1, 7)])).toEqual({
    1: { classId: 7 },
    2: { why: 'full' },
  });
});

test('classes of one teacher share the places', () => {
  const sunday = aClass(8, { slots: [{ ...slot, class_day: 'sunday' }] });
  const people = [person(1, [hour(saturday, 8)]), person(2, [hour(6, 8)])];
  expect(propose1(people, [aClass(7), sunday], [room(1, 7, 8)])).toEqual({
    1: { classId: 7 },
    2: { why: 'full' },
  });
});

test('brothers and sisters come together where that is possible, else each alone', () => {
  const hours = [hour(saturday, 8), hour(6, 8)];
  const sunday = aClass(8, { slots: [{ ...slot, class_day: 'sunday' }] });
  const [first, other, sister] = [
    person(1, hours, { family: 9 }),
    person(2, hours),
    person(3, [hour(6, 8)], { family: 9 }),
  ];
  const all = [first, other, sister];
  expect(propose1(all, [aClass(7), sunday], [room(2, 7), room(2, 8)])).toEqual({
    1: { classId: 8 },
    2: { classId: 7 },
    3: { classId: 8 },
  });
  expect(propose1([first, sister], [aClass(7), sunday], [room(1, 7), room(1, 8)])).toEqual({
    1: { classId: 7 },
    3: { classId: 8 },
  });
  const joined = aClass(8, { ...sunday, families: new Set([9]) });
  expect(propose1([first], [aClass(7), joined])).toEqual({ 1: { classId: 8 } });
});

test('who is left over is grouped by the hour and the language that most could come to', () => {
  const indian = (id: number, hours: readonly number[], languages: readonly string[]) =>
    person(id, [], { wish: { zone: 'Asia/Kolkata', hours: bitsOf(hours), languages } });
  const left = [
    indian(1, [hour(saturday, 7), hour(saturday, 8)], ['Hindi']),
    indian(2, [hour(saturday, 7), hour(saturday, 8), hour(saturday, 9)], ['Hindi', 'English']),
    indian(3, [hour(saturday, 9)], ['English']),
    // 20:30 to 22:30 on Friday there is 07:00 to 09:00 on Saturday here.
    person(4, [hour(4, 20), hour(4, 21), hour(4, 22)], { wish: null }),
    person(5, [hour(4, 20), hour(4, 21), hour(4, 22)]),
  ];
  expect(groupsOf(left, () => ({ zone: 'Asia/Kolkata', span: winter }))).toEqual([
    { courseId: 1, language: 'Hindi', hour: hour(saturday, 7), hours: 2, people: [1, 2, 5] },
  ]);
});
