import { expect, test } from 'vitest';
import { placesText } from './places-text.ts';

test.each([
  [16, 0, '16 free places'],
  [16, 3, '16 free places · 3 wait to be placed'],
  [1, 1, '1 free place · 1 waits to be placed'],
  [null, 2, 'No teacher of the class has a student strength yet · 2 wait to be placed'],
  [0, 2, 'Full · 2 wait'],
  [-1, 2, 'Full, 1 student too many · 2 wait'],
])('with %s free places, %s waiting: %s', (free, waiting, text) => {
  expect(placesText(free, waiting)).toBe(text);
});

test('places that are kept for the students of the term before are named', () => {
  expect(placesText(0, 0, 18)).toBe('Full · 18 kept for who attends now');
});
