import { describe, expect, test } from 'vitest';
import { plantDuplicates } from '#server/test/planted-duplicates.ts';
import { processorMs } from '@gurukul/contract/test/processor-time';
import { watchTurns } from '#server/test/watch-turns.ts';
import { findPairs } from './find-pairs.ts';
import type { Candidate } from './find-pairs.ts';

/** `PROOF=full vitest run --project unit server/features/duplicates/find-pairs.test.ts` searches 50,000 students. */
const isFull = process.env['PROOF'] === 'full';
const [count, planted] = isFull ? [50_000, 300] : [5_000, 60];
// The short form searches the same students every time.
const seed = process.env['PROOF_SEED'] ?? (isFull ? String(Date.now()) : 'duplicates');

test(`of ${planted} planted duplicates among ${count} at least 95 % are found, and at most 2 % are none (seed ${seed})`, async () => {
  const { people, pairs } = plantDuplicates(count, planted, seed);
  const turns = watchTurns();
  const found = (await findPairs(people)).map(({ one, other }) => `${one} ${other}`);
  expect(turns.longestMs()).toBeLessThan(50);
  turns.end();
  const missed = [...pairs].filter(([pair]) => !found.includes(pair));
  const wrong = found.filter((pair) => !pairs.has(pair));
  expect(missed.length).toBeLessThanOrEqual(planted * 0.05);
  expect(wrong.length).toBeLessThanOrEqual(found.length * 0.02);
});

let nextId = 0;
const person = (name: string, facts: Partial<Candidate> = {}): Candidate => ({
  id: (nextId += 1),
  names: [name],
  emails: [],
  phones: [],
  dob: null,
  city: '',
  guardians: [],
  ...facts,
});
const reasonsOf = async (...people: Candidate[]) => (await findPairs(people)).map(({ reasons }) => reasons);

const home = {
  phones: ['919876543210'],
  emails: ['home@example.org'],
  city: 'mysuru',
  guardians: ['Mother Rao'],
};

describe('one person', () => {
  test.each([
    ['Lakshmi Rao', 'Laxmi Rao', ['other_spelling', 'same_phone']],
    ['Lakshmi Rao', 'Rao Lakshmi', ['same_name', 'same_phone']],
    ['Lakshmi Rao', 'Lakshmo Rao', ['name_typo', 'same_phone']],
    ['Lakshmi Rao', 'L. Rao', ['initials', 'same_phone']],
    ['కృష్ణ మూర్తి', 'Krishna Murthy', ['other_spelling', 'same_phone']],
  ])('%s is %s', async (one, other, reasons) => {
    const { phones } = home;
    expect(await reasonsOf(person(one, { phones }), person(other, { phones: ['9876543210'] }))).toEqual([
      reasons,
    ]);
  });

  test('by another name under which somebody wrote them', async () => {
    const one = { ...person('Padma Rao', home), names: ['Padma Rao', 'Lalitha Rao'] };
    expect(await reasonsOf(one, person('Lalitha Rao', { emails: home.emails }))).toEqual([
      ['same_name', 'same_email'],
    ]);
  });

  test('with a guardian and a birthday alone', async () => {
    const facts = { guardians: ['Mother Rao'], dob: '2012-03-04' };
    expect(await reasonsOf(person('Anu Rao', facts), person('Anu Rao', facts))).toHaveLength(1);
  });
});

describe('different people', () => {
  test.each([
    ['brother and sister', person('Anu Rao', home), person('Bala Rao', home)],
    [
      'twins',
      person('Anu Rao', { ...home, dob: '2012-03-04' }),
      person('Bala Rao', { ...home, dob: '2012-03-04' }),
    ],
    [
      'sisters of like names with birthdays',
      person('Lalitha Rao', { ...home, dob: '2010-01-31' }),
      person('Kalitha Rao', { ...home, dob: '2014-12-09' }),
    ],
    ['of one name and town', person('Anu Rao', { city: 'mysuru' }), person('Anu Rao', { city: 'mysuru' })],
    ['of one birthday', person('Anu Rao', { dob: '2012-03-04' }), person('Esha Nair', { dob: '2012-03-04' })],
  ])('%s', async (_, one, other) => expect(await reasonsOf(one, other)).toEqual([]));

  test('twins whose like names many have', async () => {
    const others = ['Sita', 'Gita'].flatMap((first) =>
      ['Nair', 'Iyer', 'Patel'].map((last) => person(`${first} ${last}`)),
    );
    const facts = { ...home, dob: '2012-03-04' };
    expect(await reasonsOf(...others, person('Sita Rao', facts), person('Gita Rao', facts))).toEqual([]);
  });
});

test('a number that a whole school gave joins people of one name only, and quickly', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) =>
    person(
      `First${String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + Math.floor(n / 676))} Rao`,
      { phones: ['9876543210'] },
    ),
  );
  const ms = await processorMs(async () =>
    expect(await reasonsOf(...many, person('Firstaaa Rao', { phones: ['9876543210'] }))).toContainEqual([
      'same_name',
      'same_phone',
    ]),
  );
  expect(ms).toBeLessThan(5_000);
});
