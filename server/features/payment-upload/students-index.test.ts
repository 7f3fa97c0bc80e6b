import { describe, expect, it } from 'vitest';
import { matchPayer } from './match.ts';
import { nameOf } from '../likeness/names.ts';
import { fitOf, indexStudents, noFamily } from './students-index.ts';
import type { Student } from './students-index.ts';
import { mapInSlices, nextSlice } from '#server/slices.ts';
import { processorMs } from '@gurukul/contract/test/processor-time';
import { watchTurns } from '#server/test/watch-turns.ts';

const courseId = 1;

const studentOf = (fullname: string, id: number): Student => ({
  id,
  fullname,
  email_id: `s${id}@office.test`,
  phone_number: null,
  names: [nameOf(fullname)],
  email: `s${id}@office.test`,
  family: noFamily,
  courses: [courseId],
});

/** The same numbers every time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

describe('a name that is looked for', () => {
  const firsts = ['Ravi', 'Raavi', 'R', 'Prasad', 'Prasd', 'Lakshmi', 'L', 'Suresh', 'Sureshh', 'S', 'Om'];
  const middles = ['', '', '', 'Mohan', 'M', 'Prasad', 'Devi'];
  const lasts = ['Kumar', 'Kumaar', 'Sharma', 'Shamra', 'Iyer', 'K', ''];
  const roll = dice(7);
  const anyName = () =>
    [firsts, middles, lasts]
      .map((words) => words[roll(words.length)])
      .join(' ')
      .replaceAll(/ +/g, ' ')
      .trim();
  const students = Array.from({ length: 120 }, (_, n) => studentOf(anyName(), n + 1));

  it('finds what a comparison with every name would find, up to the limit of candidates', async () => {
    const { ofNameLike } = await indexStudents(students, []);
    for (let n = 0; n < 600; n += 1) {
      const name = nameOf(anyName());
      const all = students
        .map((student) => ({ student, fits: fitOf(name, student) }))
        .filter(({ fits }) => fits !== null && fits !== 'close');
      // With two misspelt words of three a person decides in any case.
      const found = ofNameLike(courseId, name).filter(({ fits }) => fits !== 'close');
      const idsOf = (some: readonly { student: Student; fits: string | null }[], isPart: boolean) =>
        some.filter(({ fits }) => (fits === 'part') === isPart).map(({ student }) => student.id);
      const [named, namedFound] = [idsOf(all, false), idsOf(found, false)];
      const [parts, partsFound] = [idsOf(all, true), idsOf(found, true)];
      const said = name.tokens.join(' ');
      const isKnown = (id: number) => parts.includes(id);
      expect([said, partsFound.filter((id) => !isKnown(id))]).toEqual([said, []]);
      if (named.length > 10) expect([said, namedFound.length >= 10]).toEqual([said, true]);
      else expect([said, namedFound.toSorted()]).toEqual([said, named.toSorted()]);
      const few = [partsFound, parts].map(({ length }) => (named.length < 10 ? Math.min(length, 2) : 0));
      expect([said, few[0]]).toEqual([said, few[1]]);
    }
  });

  // Compared with each other, these take half a minute.
  it.each([
    ['the same family name', (word: string) => `${word} Kumar`, (word: string) => `${word} Kumar`],
    ['the same family name, misspelt', (word: string) => `${word} Kumar`, (word: string) => `${word}x Kumar`],
    ['initials', (word: string) => `K ${word} Kumar`, (word: string) => `K. ${word} Kumar`],
    ['one name', () => 'Ravi Kumar', () => 'Ravi Kumar'],
    ['nothing but the family name', (word: string) => `${word} Kumar`, () => 'Kumar'],
    [
      'the first letter and the family name',
      (word: string) => `${word} Kumar`,
      (word: string) => `${word[0]} Kumar`,
    ],
  ])('is found soon among five thousand with %s', async (_, given, asked) => {
    const word = (n: number) =>
      String(n + 10_000).replaceAll(/\d/g, (digit) => 'kraomnesti'[Number(digit)] ?? '');
    const many = Array.from({ length: 5000 }, (_each, n) => studentOf(given(word(n)), n + 1));
    const ms = await processorMs(async () => {
      const index = await indexStudents(many, []);
      for (const { id } of many) {
        matchPayer({ name: nameOf(asked(word(id - 1))), email: '', phones: [], courseId }, index);
      }
    });
    expect(ms).toBeLessThan(8000);
  });
});

it('a phone number that half of the office shares finds nobody', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => ({
    ...studentOf(`Person${n} Kumar`, n + 1),
    phone_number: '9876500001',
  }));
  const index = await indexStudents(many, many);
  const ms = await processorMs(() => {
    for (const {
      names: [name],
    } of many) {
      const match = matchPayer({ name: name!, email: '', phones: ['9876500001'], courseId }, index);
      expect(match.ground).not.toBe('phone');
    }
  });
  expect(ms).toBeLessThan(8000);
});

it('names that end alike keep nobody waiting', async () => {
  const firsts = 'Radha Sita Lalita Gopi Tulasi Yamuna Ganga Rukmini Vishakha Mira'.split(' ');
  const nameAt = (n: number) => `${firsts[n % 10]} ${firsts[Math.floor(n / 10) % 10]}${n % 800} Devi Dasi`;
  const many = Array.from({ length: 5000 }, (_, n) => studentOf(nameAt(n), n + 1));
  const rows = Array.from({ length: 20_000 }, (_, n) => nameOf(nameAt(n)));
  // Without what was made so far.
  await nextSlice();
  const turns = watchTurns();
  const index = await indexStudents(many, []);
  const began = process.threadCpuUsage();
  const matches = await mapInSlices(rows, (name) =>
    matchPayer({ name, email: '', phones: [], courseId }, index),
  );
  const { user } = process.threadCpuUsage(began);
  expect(turns.longestMs()).toBeLessThan(50);
  turns.end();
  expect(user / 1000).toBeLessThan(1000);
  expect(matches.filter(({ candidates }) => candidates.length > 1)).toHaveLength(20_000);
});
