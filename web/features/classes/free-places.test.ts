import { expect, test } from 'vitest';
import { freePlaces, type CoursePeople } from './free-places.ts';

const teacher = (user_id: number, student_count: number, available_slots?: number) => ({
  user_id,
  student_count,
  ...(available_slots !== undefined && { available_slots }),
});
const slot = (class_id: number, user_id: number | null) => ({ class_id, teacher: user_id && { user_id } });

/** Class 1 has teacher 10 with 3 places, class 2 has 10 and 20, class 3 has 20, class 4 nobody, class 5 no maximum. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields are read
const course = {
  data: [teacher(10, 30, 3), teacher(20, 20, -2), teacher(30, 0, -7), teacher(40, 5)],
  response: [slot(1, 10), slot(2, 10), slot(2, 20), slot(3, 20), slot(4, null), slot(5, 30), slot(6, 40)],
} as unknown as CoursePeople;

test.each([
  [1, 3],
  // The teacher with the fewest places decides, and less than none is none.
  [2, 0],
  [3, 0],
  // Nobody teaches it, no maximum is set, or it is not in sight.
  [4, null],
  [5, null],
  [6, null],
])('class %i has %s free places', (classId, places) => {
  expect(freePlaces(course, classId, null)).toBe(places);
});

test('a student who is with that teacher already takes no further place', () => {
  expect(freePlaces(course, 2, 1)).toBe(0);
  expect(freePlaces(course, 1, 2)).toBe(4);
});
