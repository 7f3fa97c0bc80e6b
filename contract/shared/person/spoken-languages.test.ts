import { expect, test } from 'vitest';
import { spokenLanguage } from './person-fields.ts';
import { allSpoken, spokenLanguageNamed, spokenName, usualLanguages } from './spoken-languages.ts';

test('the usual languages are those that were specified, and Hindi', () => {
  expect(usualLanguages.map(spokenName)).toEqual(['Telugu', 'English', 'Sanskrit', 'Hindi']);
  expect(allSpoken()).toEqual(expect.arrayContaining([...usualLanguages, 'ta', 'kn', 'de']));
});

test.each([
  ['Hindi', 'Hindi'],
  [' hindi ', 'Hindi'],
  ['hi', 'Hindi'],
  ['हिन्दी', 'Hindi'],
  ['తెలుగు', 'Telugu'],
  ['Deutsch', 'German'],
  ['Klingon', null],
  ['', null],
])('%s is read as %s', (written, name) => {
  expect(spokenLanguageNamed(written)).toBe(name);
});

test('the wire takes English names only', () => {
  const taken = ['Telugu', 'Tamil', 'te', 'telugu', 'Klingon'].map(
    (name) => spokenLanguage.safeParse(name).success,
  );
  expect(taken).toEqual([true, true, false, false, false]);
});
