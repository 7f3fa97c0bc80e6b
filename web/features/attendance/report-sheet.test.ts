import { expect, test } from 'vitest';
import { correctedAt, statusAt, totalOf, type SheetStudent } from './report-sheet.ts';

const student = (student_name: string, marks: string, corrected: number[] = []): SheetStudent => {
  const all = marks.toLowerCase();
  const present = all.replaceAll(/[^p]/g, '').length;
  const recorded = all.replaceAll('.', '').length;
  return { student_id: 1, student_name, present, recorded, marks, corrected };
};

test('a letter is a status, a point none, and a capital the same status as its small letter', () => {
  const marks = student('Anu', 'pAm.D', [71, 72]);
  expect([0, 1, 2, 3, 4, 5].map((place) => statusAt(marks, place))).toEqual([
    'present',
    'absent',
    'moved',
    undefined,
    'drop-out',
    undefined,
  ]);
});

test('each capital has its own id, in their order', () => {
  const marks = student('Anu', 'pAm.D', [71, 72]);
  expect([0, 1, 2, 3, 4, 5].map((place) => correctedAt(marks, place))).toEqual([
    undefined,
    71,
    undefined,
    undefined,
    72,
    undefined,
  ]);
});

test.each([
  ['', 'No marks yet'],
  ['....', 'No marks yet'],
  ['pppa', '3/4 (75%)'],
  ['paa', '1/3 (33%)'],
  ['ppa', '2/3 (66%)'],
  ['pPp', '3/3 (100%)'],
])('marks %j come to %s', (marks, total) => {
  expect(totalOf(student('Anu', marks))).toBe(total);
});
