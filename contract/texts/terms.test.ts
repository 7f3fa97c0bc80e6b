import { describe, expect, test } from 'vitest';
import { textsOf, type Catalogue } from '../shared/words/catalogue.ts';
import { compiled } from '../shared/words/compiled.ts';
import { readCatalogue } from '../shared/words/read-catalogue.ts';
import { entriesOf, nounsIn } from '../test/catalogues.ts';
import { terms } from '../test/terms.ts';

/** Texts with their place. A message has marks for its texts, and 1 and 5 for its numbers. */
function written(catalogue: Catalogue, language: string, path = ''): [place: string, text: string][] {
  const keys = Object.keys(catalogue);
  const texts: object = textsOf(compiled(catalogue), language);
  return Object.values(texts).flatMap((text: unknown, at): [string, string][] => {
    const key = keys[at]!;
    const place = `${path}.${key}`;
    if (typeof text === 'string') return [[place, text]];
    if (typeof text !== 'function') return written(catalogue[key] as Catalogue, language, place);
    const facts = /\((.*)\)$/.exec(key)![1]!.split(', ');
    return [1, 5].map((count) => {
      const given = facts.map((fact, n) =>
        fact.endsWith(': number') ? [fact.replace(': number', ''), count] : [fact, `⟦${n}⟧`],
      );
      return [`${place} ${count}`, String(text(Object.fromEntries(given)))];
    });
  });
}

const marksIn = (text: string) => (text.match(/⟦\d⟧/g) ?? []).toSorted();
/** Numbers that the text itself says. */
const numbersIn = (text: string) => (text.replaceAll(/⟦\d⟧/g, '').match(/\d+/g) ?? []).toSorted();
/** Words in Latin letters besides those that are the same in every language. */
const latinIn = (text: string) => text.replaceAll(/PDF|⟦\d⟧/g, '').match(/[A-Za-z]{2,}/g) ?? [];
/** What is wrong with a text; empty: nothing. */
function faultsOf(language: 'te' | 'hi', english: string, text: string): string[] {
  const script = language === 'te' ? /\p{Script=Telugu}/u : /\p{Script=Devanagari}/u;
  const named = Object.entries(terms).filter(([, term]) => term.en.test(english));
  return [
    ...(script.test(text) || !/[A-Za-z]{2}/.test(english) ? [] : ['has no letter of the language']),
    ...latinIn(text).map((word) => `says ${word} in Latin letters`),
    ...(String(marksIn(text)) === String(marksIn(english)) ? [] : ['has other placeholders']),
    ...(String(numbersIn(text)) === String(numbersIn(english)) ? [] : ['has other numbers']),
    ...named
      .filter(
        ([, term]) =>
          !term[language].some((word) => new RegExp(`(?<![\\p{L}\\p{M}])${word}`, 'u').test(text)),
      )
      .map(([name]) => `does not call ${name} ${terms[name]?.[language][0]}`),
  ];
}

const mailsIn = (language: string) => written(readCatalogue('mail-templates', language), language);
const english = mailsIn('en');

test.each(['te', 'hi'] as const)(
  'every text of mails in %s uses the words of the house, keeps what is put in, and is translated',
  (language) => {
    const own = new Map(mailsIn(language));
    const faults = english.flatMap(([place, text]) => {
      const translated = own.get(place);
      if (translated === undefined) return [`${place} is missing`];
      return faultsOf(language, text, translated).map((fault) => `${place} ${fault}: ${translated}`);
    });
    expect(faults).toEqual([]);
    expect(own.size).toBe(english.length);
    expect(english.length).toBeGreaterThan(200);
  },
);
test.each([
  ['te', 'సమావేశ'],
  ['hi', 'बैठक'],
] as const)('My page speaks of a class as the mails to families do in %s', (language, meeting) => {
  const said = entriesOf(readCatalogue('family-page', language)).map(([, text]) => text);
  expect(said.filter((text) => text.includes(meeting))).toEqual([]);
});

test.each(['te', 'hi'] as const)('the portal itself uses each word of the list in %s', (language) => {
  const portal = nounsIn(language)
    .flatMap((noun) => entriesOf(readCatalogue(noun, language)))
    .map(([, text]) => text)
    .join('\n');
  const words = Object.values(terms).flatMap((term) => term[language]);
  expect(words.filter((word) => !portal.includes(word))).toEqual([]);
});

describe('a text is found that', () => {
  const given = 'The link to the ⟦0⟧ portal is valid for 7 days.';
  const right = '⟦0⟧ పోర్టల్ లింక్ 7 రోజులు చెల్లుతుంది.';

  test.each([
    ['is in order', right, []],
    ['has another word', right.replace('లింక్', 'జోడింపు'), ['does not call link లింక్']],
    [
      'has another word with the same end',
      right.replace('లింక్', 'హైపర్‌లింక్'.replace('\u200C', '')),
      ['does not call link లింక్'],
    ],
    ['lost the name', right.replace('⟦0⟧', ''), ['has other placeholders']],
    ['says another number', right.replace('7', '10'), ['has other numbers']],
    ['has a word in English', `${right} please`, ['says please in Latin letters']],
  ])('%s', (_, text, faults) => {
    expect(faultsOf('te', given, text)).toEqual(faults);
  });

  test('is left in English', () => {
    expect(faultsOf('hi', 'Course', 'Course')).toEqual([
      'has no letter of the language',
      'says Course in Latin letters',
      'does not call course पाठ्यक्रम',
    ]);
  });
});
