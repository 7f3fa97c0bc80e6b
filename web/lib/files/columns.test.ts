import { expect, test } from 'vitest';
import { bereft, isSameChoice, letterOf, placesIn, samplesAt, unusedIn, withColumn } from './columns.ts';

type Field = 'id' | 'amount' | 'status';
const choice = { id: [0], amount: [1, 2], status: [3] };

test('a column is one thing: the field that it was before goes without', () => {
  const changed = withColumn<Field>(choice, 'amount', [3]);
  expect(changed).toEqual({ id: [0], amount: [3] });
  expect(bereft<Field>(choice, changed, 'amount')).toEqual(['status']);
  expect(isSameChoice<Field>(choice, changed)).toBe(false);
  const back = withColumn<Field>(withColumn<Field>(changed, 'amount', [1, 2]), 'status', [3]);
  expect(isSameChoice<Field>(back, choice)).toBe(true);
  expect(withColumn<Field>(choice, 'status', [])).toEqual({ id: [0], amount: [1, 2] });
});

test('columns are offered that have a heading or something below it, and named where nothing takes them', () => {
  const table = { header: ['A', 'B'], lines: [{ row: 2, cells: ['a', '', '', ' ', 'e'] }] };
  expect(placesIn(table)).toEqual([0, 1, 4]);
  expect(unusedIn<Field>({ id: [0] }, table)).toEqual([1, 4]);
  expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
});

test('samples are the first different things', () => {
  const lines = ['x', '', 'x', 'y', ' z ', 'w'].map((text, index) => ({ row: index + 2, cells: [text] }));
  expect(samplesAt(lines, [0])).toEqual(['x', 'y', 'z']);
  expect(samplesAt(lines, [])).toEqual([]);
});
