import { expect, test } from 'vitest';
import { inCourseOrder, inNaturalOrder } from './natural-order.ts';

const sorted = (...names: string[]) => inNaturalOrder(names, (name) => name);

test('names stand as people count', () => {
  expect(sorted('Class 10', 'class 2', 'Class 1', 'Class 100')).toEqual([
    'Class 1',
    'class 2',
    'Class 10',
    'Class 100',
  ]);
  expect(sorted('తరగతి 10', 'తరగతి 2', 'అష్టాంగ')).toEqual(['అష్టాంగ', 'తరగతి 2', 'తరగతి 10']);
});

test('classes stay with their course, also of two courses of one name', () => {
  const row = (course_id: number, class_name: string | null) => ({
    course_id,
    course_name: 'Gita',
    class_name,
  });
  const rows = [row(10, 'B'), row(9, 'Class 10'), row(10, 'A'), row(9, 'Class 2'), row(11, null)];
  expect(inCourseOrder(rows).map((each) => [each.course_id, each.class_name])).toEqual([
    [9, 'Class 2'],
    [9, 'Class 10'],
    [10, 'A'],
    [10, 'B'],
    [11, null],
  ]);
});
