import { readFileSync } from 'node:fs';
import { isGroup, type Catalogue } from '../../contract/shared/words/catalogue.ts';
import { messages } from '../../contract/shared/words/messages.ts';
import { linkOf, readFile } from '../../contract/shared/words/read-catalogue.ts';
import { entriesOf, nounsIn } from '../../contract/test/catalogues.ts';
import { categoriesOf, declared, faultsOf, usesOf } from '../../contract/test/message-faults.ts';
import { escaped, parseXml, type Element } from './xml.ts';

const nouns = [...nounsIn('en'), 'refusals'];
/** The refusals stand beside their codes in English. */
const englishOf = (noun: string) => (noun === 'refusals' ? messages : readFile(noun, 'en'));

/** A link is no text: its sentence stands in `common`. */
const textsIn = (noun: string) => entriesOf(englishOf(noun)).filter(([, text]) => linkOf(text) === null);

interface Term {
  readonly english: string;
  /** Finds it in a text. */
  readonly pattern: RegExp;
  /** Empty: the language has no word yet. */
  readonly word: string;
  readonly meaning: string;
}

/** The words of `docs/glossary.md` in a language, by the name of its column. */
function glossaryOf(language: string): Term[] {
  const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
  const [head = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
  const column = head.findIndex((cell) => cell.startsWith(name));
  return rows.map((row) => {
    const [, english = ''] = row;
    const pattern = new RegExp(`\\b${english}(?:s|es)?\\b`, 'i');
    return { english, pattern, word: row[column] ?? '', meaning: row.at(-2) ?? '' };
  });
}

function notesOf(key: string, english: string, language: string, glossary: readonly Term[]): string[] {
  const parameters = [...declared(key)].map(([name, type]) => `{${name}}: ${type}`);
  const plurals = key.includes('(') && usesOf(english).categories.size > 0;
  const terms = glossary.filter(({ pattern }) => pattern.test(english));
  return [
    ...parameters,
    ...(plurals ? [`plural: ${categoriesOf(language).join(', ')}`] : []),
    ...terms.map((term) => `${term.english}: ${term.word || term.meaning}`),
  ];
}

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;
const fileOf = (original: string, language: string, units: readonly string[]) =>
  `<file original="${original}" source-language="en" target-language="${language}" datatype="plaintext"><body>
${units.join('\n')}
</body></file>`;

/** All texts in XLIFF 1.2, which every tool of translators reads. What is not translated has an empty target. */
export function writeOut(language: string): string {
  const glossary = glossaryOf(language);
  const terms = glossary.map(
    ({ english, word, meaning }) =>
      `<trans-unit id="${escaped(english)}" translate="no">${element('source', english)}${element('target', word)}${element('note', meaning)}</trans-unit>`,
  );
  const files = nouns.map((noun) => {
    const own = new Map(entriesOf(readFile(noun, language)));
    const units = textsIn(noun).map(([key, english]) => {
      const notes = notesOf(key, english, language, glossary).map((note) => element('note', note));
      return `<trans-unit id="${escaped(key)}" xml:space="preserve">${element('source', english)}${element('target', own.get(key) ?? '')}${notes.join('')}</trans-unit>`;
    });
    return fileOf(noun, language, units);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
${[fileOf('glossary', language, terms), ...files].join('\n')}
</xliff>
`;
}

const all = (inside: Element, name: string): Element[] =>
  inside.children.flatMap((one) => (one.name === name ? [one] : all(one, name)));

/** The catalogue of what is translated, in the order of the English one; a list has all of its texts or none. */
function builtFrom(english: Catalogue, texts: ReadonlyMap<string, string>, trail = ''): Catalogue {
  return Object.fromEntries(
    Object.entries(english).flatMap(([key, value]): [string, Catalogue[string]][] => {
      const path = trail === '' ? key : `${trail} / ${key}`;
      const found = isGroup(value)
        ? builtFrom(value, texts, path)
        : typeof value === 'string'
          ? texts.get(path)
          : value.flatMap((_, at) => texts.get(`${path} ${at}`) ?? []);
      const isWhole =
        typeof found === 'string' ||
        (typeof found === 'object' &&
          (Array.isArray(value) ? found.length === value.length : Object.keys(found).length > 0));
      return isWhole ? [[key, found]] : [];
    }),
  );
}

export interface Back {
  readonly language: string;
  /** By noun: what the language says now. */
  readonly catalogues: ReadonlyMap<string, Catalogue>;
  /** Texts that do not fit and are not taken, with the reason. */
  readonly refused: readonly string[];
}

/**
 * Reads a file that came back. An empty target leaves a text as it is.
 * @throws Error when it is not well-formed, or not of one language.
 */
export function readBack(xml: string): Back {
  const files = all(parseXml(xml), 'file');
  const [language, ...others] = new Set(files.map(({ attributes }) => attributes['target-language'] ?? ''));
  if (!language || others.length > 0 || language === 'en')
    throw new Error('The files have to name one language other than English, as target-language');
  const refused: string[] = [];
  const catalogues = new Map<string, Catalogue>();
  for (const file of files) {
    const noun = file.attributes['original'] ?? '';
    if (noun === 'glossary') continue;
    if (!nouns.includes(noun)) {
      refused.push(`${noun}: there is no such noun`);
      continue;
    }
    const english = new Map(textsIn(noun));
    const texts = new Map(entriesOf(readFile(noun, language)));
    for (const unit of all(file, 'trans-unit')) {
      const key = unit.attributes['id'] ?? '';
      const source = unit.children.find(({ name }) => name === 'source');
      const target = unit.children.find(({ name }) => name === 'target');
      const [markup] = target?.children ?? [];
      if (target === undefined || (target.text.trim() === '' && markup === undefined)) continue;
      const said = english.get(key);
      // Tools cut the blanks at the ends of a text.
      const [before = '', after = ''] =
        said === undefined ? [] : [/^\s*/, /\s*$/].map((ends) => ends.exec(said)![0]);
      const text = `${before}${target.text.trim()}${after}`;
      const faults =
        said === undefined
          ? ['there is no such key']
          : source?.text !== said
            ? ['the English text is another one now']
            : markup !== undefined
              ? [`<${markup.name}> is markup of a tool`]
              : faultsOf(language, key, said, text);
      if (faults.length === 0) texts.set(key, text);
      else refused.push(`${noun}: ${key}: ${faults.join('; ')}`);
    }
    const catalogue = builtFrom(englishOf(noun), texts);
    if (Object.keys(catalogue).length > 0) catalogues.set(noun, catalogue);
  }
  return { language, catalogues, refused };
}
