import { existsSync, readFileSync } from 'node:fs';
import { isGroup, type Catalogue } from './catalogue.ts';

/** What a file says by itself. A language need not have each noun. */
export function readFile(noun: string, language: string): Catalogue {
  const file = new URL(`../../texts/${noun}.${language}.json`, import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the catalogues look at the keys
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

/** The noun and the key that a link names: "@:common.cancel" is the text `cancel` of the noun `common`. */
export function linkOf(text: Catalogue[string]): readonly [noun: string, key: string] | null {
  const [, noun, key] = (typeof text === 'string' && /^@:([\w-]+)\.(.+)$/.exec(text)) || [];
  return noun === undefined || key === undefined ? null : [noun, key];
}

/** Everything that the English catalogue says: what it links to, and in English where the language says nothing. */
export function completed(english: Catalogue, own: Catalogue, language: string): Catalogue {
  const files = new Map<string, Catalogue>();
  const linked = (noun: string, key: string, of: string) => {
    const file = files.get(`${noun} ${of}`) ?? readFile(noun, of);
    files.set(`${noun} ${of}`, file);
    return file[key];
  };
  const complete = (group: Catalogue, there: Catalogue): Catalogue =>
    Object.fromEntries(
      Object.entries(group).map(([key, text]) => {
        const [noun, name] = linkOf(text) ?? [];
        if (noun !== undefined && name !== undefined)
          return [key, linked(noun, name, language) ?? linked(noun, name, 'en') ?? text];
        const said = there[key] ?? text;
        return [key, isGroup(text) ? complete(text, isGroup(said) ? said : {}) : said];
      }),
    );
  return complete(english, own);
}

/**
 * The catalogue of a noun in a language, such as `readCatalogue('payments', 'te')`. A sentence that several nouns say has
 * one key: English has links to it, and other languages have nothing in their place.
 */
export function readCatalogue(noun: string, language: string): Catalogue {
  const own = readFile(noun, language);
  const english = readFile(noun, 'en');
  // The English of refusals stands with their codes.
  return Object.keys(english).length === 0 ? own : completed(english, own, language);
}
