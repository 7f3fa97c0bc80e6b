import { expect, test } from 'vitest';
import { inNaturalOrder } from './natural-order.ts';

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
