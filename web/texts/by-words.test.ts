import { describe, expect, test } from 'vitest';
import { byWords } from './by-words.ts';

const say = byWords({
  'Please sign in': 'Bitte anmelden',
  'First name': 'Vorname',
  '{column} is missing': '{column} fehlt',
  '{column} is longer than {most} characters': 'Mehr als {most} Zeichen: {column}',
  'Row {row} (again)': 'Zeile {row}, wieder',
  '{said} (row {rows})': 'Zeile {rows}: {said}',
});

describe('words of the server', () => {
  test('are looked up', () => {
    expect(say('Please sign in')).toBe('Bitte anmelden');
    expect(say('Please sign out')).toBe('Please sign out');
    expect(say('constructor')).toBe('constructor');
    expect(say('')).toBe('');
  });

  test('may have holes, which keep their names wherever they stand', () => {
    expect(say('Phone is missing')).toBe('Phone fehlt');
    expect(say('Phone is longer than 40 characters')).toBe('Mehr als 40 Zeichen: Phone');
  });

  test('are translated within a hole as well', () => {
    expect(say('First name is missing')).toBe('Vorname fehlt');
    expect(say('First name is missing (row 2, 3 …)')).toBe('Zeile 2, 3 …: Vorname fehlt');
  });

  test('go by the pattern that leaves the least open, and take signs as they are', () => {
    expect(say('Row 7 (again)')).toBe('Zeile 7, wieder');
    expect(say('Row 7 [again]')).toBe('Row 7 [again]');
  });
});
