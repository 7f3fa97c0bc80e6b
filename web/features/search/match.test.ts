import { expect, test } from 'vitest';
import { foldedWords } from './match.ts';

test('accents and case do not count', () => {
  expect(foldedWords('Éva  MÜLLER, 2')).toEqual(['eva', 'muller', '2']);
});

test('words of Indian scripts keep their vowels', () => {
  expect(foldedWords('उपस्थिति लें')).toEqual(['उपस्थिति', 'लें']);
  expect(foldedWords('కోర్సు')[0]).not.toBe(foldedWords('కార్సు')[0]);
});
