import { describe, expect, test } from 'vitest';
import { personFieldNames } from '../shared/person/person.ts';
import { finishedLanguages, portalLanguages, type PortalLanguage } from '../shared/words/languages.ts';
import { messages, type MessageCode } from '../shared/words/messages.ts';
import { isGroup, type Catalogue } from '../shared/words/catalogue.ts';
import { linkOf, readCatalogue, readFile } from '../shared/words/read-catalogue.ts';
import { entriesOf, languagesWritten, nounsIn } from '../test/catalogues.ts';
import { lengthened } from '../test/lengthened.ts';
import { faultsOf, namesIn, usesOf } from '../test/message-faults.ts';

const english = nounsIn('en');
const others = languagesWritten().filter((language) => language !== 'en');
/** The letters of a language, such as \p{Script=Telu}. */
const lettersOf = (language: string) =>
  new RegExp(`\\p{Script=${new Intl.Locale(language).maximize().script}}`, 'u');

const textAt = (catalogue: Catalogue, trail: string) =>
  trail
    .split(' / ')
    .reduce<Catalogue[string] | undefined>(
      (there, key) => (there !== undefined && isGroup(there) ? there[key] : undefined),
      catalogue,
    );

test('every field of a person has its word', () => {
  expect(Object.keys(readCatalogue('person', 'en')).toSorted()).toEqual(personFieldNames.toSorted());
});

const texts = english.flatMap((noun) =>
  entriesOf(readFile(noun, 'en')).map(([key, text]) => [noun, key, text] as const),
);

test('a link leads to a text that takes the same parameters', () => {
  const parametersOf = (key: string) => /\(.*\)$/.exec(key)?.[0];
  const wrong = texts.flatMap(([noun, key, text]) => {
    const [owner, linked] = linkOf(text) ?? [];
    if (owner === undefined || linked === undefined) return [];
    const there = readFile(owner, 'en')[linked];
    const isText = typeof there === 'string' && linkOf(there) === null;
    return isText && parametersOf(linked) === parametersOf(key) ? [] : [`${noun}: ${key}: ${text}`];
  });
  expect(wrong).toEqual([]);
});

test('a sentence that several nouns say stands once, in `common` or with a person, and they link to it', () => {
  const owners = new Map<string, string>();
  const repeated = texts.flatMap(([noun, key, text]) => {
    // The code of a refusal is its key. A list is a sequence.
    if (noun === 'refusals' || linkOf(text) !== null || / \d+$/.test(key)) return [];
    const said = finishedLanguages.map((language) => textAt(readFile(noun, language), key));
    const sentence = JSON.stringify([said, /\(.*\)$/.exec(key)?.[0]]);
    const owner = owners.get(sentence);
    owners.set(sentence, `${noun}: ${key}`);
    return owner === undefined ? [] : [`${noun}: ${key} is ${owner}: ${text}`];
  });
  expect(repeated).toEqual([]);
});

test('a number before a word that changes with it is a plural', () => {
  // The same after one and after many.
  const unchanged =
    /^(more|selected|failed|sent|kept|queued|registered|withdrawn|by|came|not|without|entries|now|in)$/;
  const wrong = texts.filter(([, key, text]) => {
    const [, word] = /\{count\} (\w+)/.exec(text) ?? [];
    return key.includes('count)') && word !== undefined && !unchanged.test(word);
  });
  expect(wrong).toEqual([]);
});

test('there is much to say', () => {
  expect(english.length).toBeGreaterThan(50);
  expect(languagesWritten().toSorted()).toEqual(portalLanguages.toSorted());
  expect(finishedLanguages.length).toBeGreaterThan(2);
});

test.each(['en', ...others])('in %s each message fits its key, the English one and CLDR', (language) => {
  const wrong = english
    .filter((noun) => nounsIn(language).includes(noun))
    .flatMap((noun) => {
      const said = new Map(entriesOf(readCatalogue(noun, 'en')));
      return entriesOf(readCatalogue(noun, language)).flatMap(([key, text]) =>
        key.includes('(')
          ? faultsOf(language, key, said.get(key) ?? text, text).map((fault) => `${noun}: ${key}: ${fault}`)
          : [],
      );
    });
  expect(wrong).toEqual([]);
});

describe.each(others)('in %s', (language) => {
  test('nothing is said that English does not say', () => {
    const keysOf = (noun: string, which: string) => entriesOf(readFile(noun, which)).map(([key]) => key);
    const unknown = nounsIn(language)
      .filter((noun) => english.includes(noun))
      .flatMap((noun) => keysOf(noun, language).filter((key) => !keysOf(noun, 'en').includes(key)));
    expect(unknown).toEqual([]);
  });

  test('texts are written in its own letters', () => {
    const texts = nounsIn(language)
      .flatMap((noun) => entriesOf(readFile(noun, language)))
      .map(([, text]) => text);
    // Names of file kinds, formats and shortcuts stay as they are.
    expect(texts.filter((text) => lettersOf(language).test(text)).length / texts.length).toBeGreaterThan(0.9);
  });
});

describe.each(others.filter((language) => finishedLanguages.includes(language as PortalLanguage)))(
  'in %s',
  (language) => {
    test.each(english)('%s says everything that English says, and nothing else', (noun) => {
      const keysOf = (which: string) =>
        entriesOf(readFile(noun, which))
          .filter(([, text]) => linkOf(text) === null)
          .map(([key]) => key);
      expect(keysOf(language)).toEqual(keysOf('en'));
    });

    test('every code that the server may send has a sentence with the same facts', () => {
      const refusals = {
        ...readCatalogue('person', language),
        ...readCatalogue('refusals', language),
      } as Readonly<Record<string, string>>;
      expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(messages).toSorted());
      const wrong = Object.entries(messages).filter(([code, text]) => {
        const there = refusals[code as MessageCode]!;
        return (
          !lettersOf(language).test(there.replaceAll(/\{\w+\}/g, '')) ||
          String(namesIn(text).toSorted()) !== String(namesIn(there).toSorted())
        );
      });
      expect(wrong).toEqual([]);
    });
  },
);

test('a longer language keeps every parameter and branch', () => {
  const messages = english.flatMap((noun) =>
    entriesOf(readCatalogue(noun, 'en')).filter(([key]) => key.includes('(')),
  );
  const [before, after] = [messages, messages.map(([key, text]) => [key, lengthened(text)] as const)].map(
    (all) => all.map(([key, text]) => [key, usesOf(text)]),
  );
  expect(after).toEqual(before);
  const [short, long] = ['No class meets on this day.', lengthened('No class meets on this day.')];
  expect(long.length / short.length).toBeCloseTo(1.4, 0);
});
