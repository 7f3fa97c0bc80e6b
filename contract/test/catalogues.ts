import { readdirSync } from 'node:fs';
import { isGroup, type Catalogue } from '../shared/words/catalogue.ts';

const folder = new URL('../texts/', import.meta.url);

/** The nouns that have a catalogue in the language. */
export const nounsIn = (language: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(`.${language}.json`))
    .map((name) => name.slice(0, -`.${language}.json`.length));

/** Each text of a catalogue with its keys, from the outermost; a list is one text for each of its items. */
export function entriesOf(catalogue: Catalogue, trail = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] => {
    const path = trail === '' ? key : `${trail} / ${key}`;
    if (typeof value === 'string') return [[path, value]];
    if (isGroup(value)) return entriesOf(value, path);
    return value.map((text, at) => [`${path} ${at}`, text]);
  });
}

/** The languages that have a catalogue, by their tags. */
export const languagesWritten = (): readonly string[] => [
  ...new Set(readdirSync(folder).flatMap((name) => /\.([\w-]+)\.json$/.exec(name)?.[1] ?? [])),
];
