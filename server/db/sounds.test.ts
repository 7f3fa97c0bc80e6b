import { isNamedLike, soundQuery, soundsOf } from '@gurukul/contract/shared/person/sound';
import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { testApp } from '../test/app.ts';
import { many } from '../test/rows.ts';

const { db } = await testApp({ database: 'empty' });

/** In the database, in the order of the names. */
const soundsInDatabase = async (names: readonly string[]) =>
  (
    await many<{ sounds: string[] }>(
      db,
      sql`
        select tsvector_to_array(sounds_of(n.name)) as sounds
        from unnest(${names}::text[]) with ordinality n (name, place)
        order by n.place
      `,
    )
  ).map(({ sounds }) => sounds.toSorted());

const scripts = [0x09_00, 0x09_80, 0x0a_00, 0x0a_80, 0x0b_00, 0x0b_80, 0x0c_00, 0x0c_80, 0x0d_00];
const lettersOf = (first: number) =>
  Array.from({ length: 0x80 }, (_, place) => String.fromCodePoint(first + place)).filter((letter) =>
    /[\p{L}\p{M}]/u.test(letter),
  );
const word = fc.oneof(
  fc.stringMatching(/^[A-Za-zĀāÉéṛŚśṣḍṇßøŁ]{1,9}$/),
  // Vowels and the h, on which most rules turn.
  fc.stringMatching(/^[aeiouhnyrkmdtsgjz]{1,9}$/),
  ...scripts.map((first) =>
    fc.string({ unit: fc.constantFrom(...lettersOf(first)), minLength: 1, maxLength: 7 }),
  ),
);
const name = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '  ', '. ', ', ', '-', '. ('))
  .map(([words, between]) => words.join(between));

it('has the sounds of names as the portal has them', async () => {
  const names = fc.sample(name, 500);
  const sounds = await soundsInDatabase(names);
  expect(Object.fromEntries(names.map((each, n) => [each, sounds[n]]))).toEqual(
    Object.fromEntries(names.map((each) => [each, soundsOf(each)])),
  );
});

const found: readonly (readonly [typed: string, ...names: string[]])[] = [
  ['jose garcia', 'José García', 'GARCIA, José', 'Dr. Jose Maria Garcia'],
  ['José', 'Jose', 'Josés'],
  ['lalitha', 'లలితా', 'Lalita Kumari', 'ललिता', 'ಲಲಿತಾ'],
  ['lalitha kumari', 'లలితా కుమారి', 'Kumari, Lalita'],
  ['lakshmi', 'लक्ष्मी शर्मा', 'Laxmi', 'T. లక్ష్మీ', 'ലക്ഷ്മി', 'லக்ஷ்மி', 'ଲକ୍ଷ୍ମୀ', 'Lakshmidevi'],
  ['laxmi', 'लक्ष्मी', 'లక్ష్మి', 'Lakshmi Narasimhan', 'Vijaya Lakshmi'],
  ['lak', 'लक्ष्मी', 'Lakshmi', 'Alaknanda'],
  ['Lakshmi Sharma', 'लक्ष्मी शर्मा', 'Sharma Laxmi'],
  ['tv ramana', 'T. V. Ramana Murthy', 'TV Ramana', 'Tirumala Venkata Ramana'],
  ['T V Ramana Murthy', 'T. V. Ramana Murthy', 'TV Ramanamurthy', 'Murthy T.V. Ramana', 'టి వి రమణ మూర్తి T V'],
  ['TVRamana', 'T. V. Ramana Murthy'],
  ['ramanamurthy', 'T. V. Ramana Murthy', 'రమణ మూర్తి'],
  ['Rao Asha', 'Asha Rao', 'ఆశా రావు', 'आशा राव'],
  ['Rao, Asha', 'Asha Rao', 'Asha Venkata Rao'],
  ['Smt Lakshmi Narasimhan', 'Lakshmi Narasimhan', 'Lakshmi Narasimhan Iyer'],
  ['Dr. (Mrs.) K. Padmavathi', 'K Padmavati', 'Kota Padmavathi'],
  ['Shri Ram Sharma', 'Ram Sharma', 'राम शर्मा', 'Sri Ram Sharma'],
  ['శ్రీమతి లక్ష్మి గారు', 'Lakshmi'],
  ['venkata rao', 'వెంకట రావు', 'Venkatarao', 'वेंकट राव', 'Rao Venkata'],
  ['tamilselvi', 'தமிழ்ச்செல்வி', 'Thamizhselvi', 'Tamil Selvi'],
  ['murugan', 'முருகன்', 'Murugan S'],
  ['ganesh', 'கணேஷ்', 'గణేష్', 'ಗಣೇಶ', 'গণেশ', 'ગણેશ', 'ਗਣੇਸ਼', 'Ganesha'],
  ['gurpreet', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Gurprit'],
  ['srikrishna', 'ಶ್ರೀಕೃಷ್ಣ', 'Sri Krishna', 'Shri Krushna', 'శ్రీ కృష్ణ'],
  ['chopra', 'चोपड़ा'],
  ["D'Souza", 'Mary D’Souza', 'Dsouza', 'D Souza'],
  ['o connor', "Sinead O'Connor", 'O`Connor'],
  ['subbarao', 'K. Venkata Subba Rao'],
  // Parts of words, as they are written.
  ['kshm', 'Lakshmi'],
  ['నర', 'రాజనరసింహ'],
];
const notFound: readonly (readonly [typed: string, ...names: string[]])[] = [
  ['lakshmi', 'Lakshman', 'Laksha', 'Rama'],
  ['lakshmi sharma', 'लक्ष्मी', 'Lakshmi Rao', 'शर्मा'],
  ['ravi kumar', 'Ravi', 'Kumari Rani', 'Rao Kumar'],
  ['sita', 'Gita', 'Sudha'],
  ['gan', 'Kannan', 'Karan'],
  ['sh', 'Sita', 'సీత'],
  ['98480', 'Lakshmi'],
  ['lakshmi@home.test', 'Lakshmi'],
  ['100%', 'Ravi'],
  ["'", 'Ravi'],
  ['Sri Devi', 'Devi'],
];

it('finds names by their sound, as the portal does', async () => {
  const cases = [
    ...found.map((row) => [true, row] as const),
    ...notFound.map((row) => [false, row] as const),
  ].flatMap(([isFound, [typed, ...names]]) => names.map((each) => ({ typed, name: each, isFound })));
  const queries = cases.map(({ typed }) => soundQuery(typed));
  const rows = await many<{ is_heard: boolean | null }>(
    db,
    sql`
      select sounds_of(c.name) @@ c.query::tsquery as is_heard
      from unnest(${cases.map(({ name: each }) => each)}::text[], ${queries}::text[]) with ordinality c (name, query, place)
      order by c.place
    `,
  );
  const inDatabase = cases.map(({ typed, name: each }, n) => ({
    typed,
    name: each,
    isFound: rows[n]!.is_heard === true || each.toLowerCase().includes(typed.toLowerCase()),
  }));
  expect(inDatabase).toEqual(cases);
  expect(cases.map((each) => ({ ...each, isFound: isNamedLike(each.name, each.typed) }))).toEqual(cases);
});
