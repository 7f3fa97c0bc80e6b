import { expect, expectTypeOf, it } from 'vitest';
import { keyed } from './keyed.ts';

it('makes an object of the given keys in their order, each with its own value', () => {
  const lengths = keyed<Record<'last_name' | 'city', number>>(['last_name', 'city'], (key) => key.length);
  expect(Object.entries(lengths)).toEqual([
    ['last_name', 9],
    ['city', 4],
  ]);
  expectTypeOf(lengths.city).toBeNumber();
});
