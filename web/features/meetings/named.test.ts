import { expect, test } from 'vitest';
import { namedAfter } from './named.ts';

test.each([
  [['32 students'], ['Lakshmi', 'Ananta'], '32 students, Lakshmi, and Ananta'],
  [[], ['Lakshmi'], 'Lakshmi'],
  [['1 student'], [], '1 student'],
  [[], ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], 'A, B, C, D, E, F, and 2 more'],
])('%j with %j is one list: %s', (first, names, line) => {
  expect(namedAfter(first, names)).toBe(line);
});
