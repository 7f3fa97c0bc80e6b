import { expect, test } from 'vitest';
import { plainSubject, withFieldNames } from './field-names.ts';

test('a subject in a list is plain words, and a text names its fields', () => {
  expect(plainSubject('Morning: {teacher}, {Next  meeting}')).toBe('Morning: teacher, next meeting');
  expect(withFieldNames('{teacher} {other}')).toBe('[Teacher] {other}');
});
