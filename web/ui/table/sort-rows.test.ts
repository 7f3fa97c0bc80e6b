import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

interface Line {
  readonly name: string;
  readonly count: number | null;
}

const columns = [
  { id: 'name', value: ({ name }: Line) => name },
  { id: 'count', value: ({ count }: Line) => count },
  { id: 'fixed', value: ({ name }: Line) => name, sortable: false },
];

const rows: readonly Line[] = [
  { name: 'Week 10', count: 3 },
  { name: 'week 2', count: null },
  { name: 'Week 1', count: -1 },
  { name: 'Ānanda', count: 0.25 },
  { name: 'Zeal', count: 0.5 },
];

const namesBy = (sort: string) => sortRows(rows, columns, sort).map(({ name }) => name);

test('words stand by letter and number, in any case', () => {
  expect(namesBy('name')).toEqual(['Ānanda', 'Week 1', 'week 2', 'Week 10', 'Zeal']);
  expect(namesBy('-name')).toEqual(['Zeal', 'Week 10', 'week 2', 'Week 1', 'Ānanda']);
});

test('numbers stand by size, and a row without one comes last in both orders', () => {
  expect(namesBy('count')).toEqual(['Week 1', 'Ānanda', 'Zeal', 'Week 10', 'week 2']);
  expect(namesBy('-count')).toEqual(['Week 10', 'Zeal', 'Ānanda', 'Week 1', 'week 2']);
});

test('an unknown column, or one whose order means nothing, leaves the rows as they came', () => {
  for (const sort of ['', 'gone', '-fixed']) expect(sortRows(rows, columns, sort)).toBe(rows);
});

test('equal rows keep their order', () => {
  const same = [1, 2, 3].map((count) => ({ name: 'Asha', count }));
  expect(sortRows(same, columns, '-name')).toEqual(same);
});
