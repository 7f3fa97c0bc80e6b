import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test.each([
  ['what is typed stays', 'Anu 50% _ \\ 🙏', 'Anu 50% _ \\ 🙏'],
  ['two cells side by side become one line', 'Anu\tRao\u0000', 'Anu Rao '],
  ['what is too long is cut', 'x'.repeat(120), 'x'.repeat(100)],
])('%s', (_, typed, asked) => {
  expect(searchText(typed, 100)).toBe(asked);
});
