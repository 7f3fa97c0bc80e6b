import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlacedChange } from './arrange.ts';
import { arrange } from './arrange.ts';

type Change = PlacedChange & { readonly name: string };

const stored = [1, 2, 3].map((id) => ({ id, group: 0 }));

const change = (state: Change['state'], id: number | null, position?: number, group = 0): Change => ({
  state,
  id,
  group,
  position,
  name: `${state} ${id ?? ''}`,
});

/** The rows of a group afterwards: ids, new ones as '+'. */
function after(changes: readonly Change[], rows = stored, group = 0) {
  const { added, edited, others } = arrange(rows, changes);
  const groupOf = new Map(rows.map((row) => [row.id, row.group]));
  return [
    ...added.filter((row) => row.group === group).map(({ position }) => ['+', position] as const),
    ...edited.filter((row) => row.group === group).map(({ id, position }) => [id, position] as const),
    ...others
      .filter(({ id }) => groupOf.get(id) === group)
      .map(({ id, position }) => [id, position] as const),
  ]
    .toSorted(([, a], [, b]) => a - b)
    .map(([id]) => id);
}

test('rows of another course or of none are not found', () => {
  expect(() => arrange(stored, [change('EDIT', 9)])).toThrow('Not found');
  expect(() => arrange(stored, [change('REMOVE', 9)])).toThrow('Not found');
  expect(() => arrange(stored, [change('EDIT', null)])).toThrow('Not found');
});

test('a row cannot be changed twice in one save', () => {
  expect(() => arrange(stored, [change('EDIT', 1), change('REMOVE', 1)])).toThrow();
});

test.each<[string, Change[], (number | '+')[]]>([
  ['nothing sent leaves all as it is', [], [1, 2, 3]],
  ['a change without a place stays where it is', [change('EDIT', 2)], [1, 2, 3]],
  ['a new row goes to the end', [change('ADD', null)], [1, 2, 3, '+']],
  ['new rows lie where they ask to', [change('ADD', null, 1), change('ADD', null, 2)], [1, '+', '+', 2, 3]],
  ['one row is taken to the front', [change('EDIT', 3, 0)], [3, 1, 2]],
  [
    'all rows are turned round',
    [change('EDIT', 1, 2), change('EDIT', 2, 1), change('EDIT', 3, 0)],
    [3, 2, 1],
  ],
  ['a removed row leaves no gap', [change('REMOVE', 1), change('EDIT', 3, 1)], [2, 3]],
  ['a place behind the end is the end', [change('EDIT', 1, 99)], [2, 3, 1]],
])('%s', (_, changes, expected) => {
  expect(after(changes)).toEqual(expected);
});

test('a topic that moves to another week goes behind those there, or to the place it asks for', () => {
  const weeks = [...stored, { id: 4, group: 1 }, { id: 5, group: 1 }];
  expect(after([change('EDIT', 2, undefined, 1)], weeks, 1)).toEqual([4, 5, 2]);
  expect(after([change('EDIT', 2, 1, 1)], weeks, 1)).toEqual([4, 2, 5]);
  expect(after([change('EDIT', 2, 1, 1)], weeks, 0)).toEqual([1, 3]);
});

test('after any save, every row has one place and none is left out', () => {
  const sent = fc.record({
    state: fc.constantFrom<Change['state']>('ADD', 'EDIT', 'REMOVE'),
    id: fc.integer({ min: 1, max: 8 }),
    position: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
    group: fc.integer({ min: 0, max: 2 }),
  });
  const isSameRow = (row: { state: string; id: number }) => (row.state === 'ADD' ? {} : row.id);
  fc.assert(
    fc.property(fc.uniqueArray(sent, { selector: isSameRow, comparator: Object.is }), (rows) => {
      const known = Array.from({ length: 8 }, (_, index) => ({ id: index + 1, group: index % 3 }));
      const changes = rows.map((row) => ({ ...row, name: '' }));
      const { added, edited, removed, others } = arrange(known, changes);
      const groupOf = new Map(known.map(({ id, group }) => [id, group]));
      const all = [...added, ...edited, ...others.map((row) => ({ ...row, group: groupOf.get(row.id)! }))];
      for (const places of Map.groupBy(all, ({ group }) => group).values()) {
        expect(places.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual([...places.keys()]);
      }
      expect(
        [...edited, ...others]
          .map(({ id }) => id)
          .concat(removed)
          .toSorted(),
      ).toEqual(known.map(({ id }) => id));
      expect(added).toHaveLength(rows.filter(({ state }) => state === 'ADD').length);
    }),
  );
});
