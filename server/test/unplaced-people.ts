import { bitsOf } from '#server/time/week-hours.ts';
import { classDays } from '@gurukul/contract/classes';
import type { Room } from '#server/features/staff/places.ts';
import type { OfferedClass, Unplaced } from '#server/features/placing/propose.ts';

/* Made-up people and classes, for the test of proposals and for their measurement. */

const zones = [
  'Asia/Kolkata',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'Europe/London',
  'Europe/Berlin',
  'Australia/Sydney',
  'Asia/Dubai',
  'Asia/Singapore',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const languages = ['English', 'Hindi', 'Telugu'];

/** The same numbers for the same seed. */
export function numbersOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface MadeUp {
  readonly people: readonly Unplaced[];
  readonly classes: readonly OfferedClass[];
  readonly rooms: readonly Room[];
}

/** Evenings and weekends, as people have them; fewer places than people. From November on, over both clock changes. */
export function makeUp(seed: number, size: { readonly people: number; readonly classes: number }): MadeUp {
  const below = numbersOf(seed);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const courses = Math.max(1, Math.round(size.classes / 15));
  const span = { from: Date.UTC(2026, 9, 10), until: Date.UTC(2027, 6, 1) };
  const classes = Array.from({ length: size.classes }, (_, at): OfferedClass => ({
    id: at + 1,
    courseId: (at % courses) + 1,
    languages: below(5) === 0 ? [] : [oneOf(languages)],
    slots: Array.from({ length: below(4) === 0 ? 2 : 1 }, () => ({
      class_day: oneOf(classDays),
      time: `${String(6 + below(15)).padStart(2, '0')}:${oneOf(['00', '30'])}`,
      zone: oneOf(zones),
      duration: oneOf([45, 60, 90]),
    })),
    span,
    families: new Set(),
  }));
  const people = Array.from({ length: size.people }, (_, at): Unplaced => {
    const hours = new Set<number>();
    for (let day = 0; day < 7; day += 1) {
      if (below(3) === 0) continue;
      const from = day < 5 ? 15 + below(4) : 6 + below(6);
      for (let hour = from; hour < Math.min(24, from + 3 + below(6)); hour += 1) hours.add(day * 24 + hour);
    }
    return {
      id: at + 1,
      studentId: at + 1,
      courseId: below(courses) + 1,
      family: below(8) === 0 && at > 0 ? at : at + 1,
      wish: {
        zone: oneOf(zones),
        hours: bitsOf(hours),
        languages: below(4) === 0 ? [] : [oneOf(languages)],
      },
    };
  });
  // Most teachers have one class, some two, which share their places.
  const rooms: Room[] = [];
  for (let at = 0; at < classes.length;) {
    const shared = classes.slice(at, at + 1 + Number(below(4) === 0));
    rooms.push({ class_ids: shared.map(({ id }) => id), strength: 6 + below(14), student_ids: [] });
    at += shared.length;
  }
  return { people, classes, rooms };
}
