import { expect, test } from 'vitest';
import { calledWords } from './roll-words.ts';

test('a roll is counted by its marks, and one without all of them says what it lacks', () => {
  expect(calledWords([null, null])).toBe('Not called yet');
  expect(calledWords(['present', 'absent'])).toBe('1 present, 1 absent');
  expect(calledWords(['drop-out', 'drop-out', 'moved', null])).toBe(
    'Not finished, 1 missing · 0 present, 0 absent, 1 moved, 2 drop out',
  );
});
