import { expect, test } from 'vitest';
import { coverOf } from './cover.ts';

const names = [
  'Bhagavad Gita: Eighteen Chapters in a Year',
  'Gita for Beginners',
  'Ramayana for Children',
  'Valmiki Ramayana',
  'Vedic Chanting: Foundations',
  'Principal Upanishads',
  'Vishnu Sahasranama',
  'Dharmashastra in the Modern Household',
  'Yoga Sutras',
  'History of Temples',
  'భగవద్గీత',
  'योग और ध्यान',
];

test('no two courses have the same cover, and a course always has its own', () => {
  const covers = names.map((name) => JSON.stringify(coverOf(name)));
  expect(new Set(covers).size).toBe(names.length);
  expect(names.map((name) => JSON.stringify(coverOf(` ${name} `)))).toEqual(covers);
});

test('any name has a cover that an SVG can draw', () => {
  for (const name of ['', 'A', '日本', 'x'.repeat(200), ...names]) {
    const { lines, colours } = coverOf(name);
    expect(lines).toMatch(/^[MLHVQAZmlhvqaz\d. -]+$/);
    expect(lines.length).toBeLessThan(4000);
    expect(colours).toHaveLength(3);
  }
});
