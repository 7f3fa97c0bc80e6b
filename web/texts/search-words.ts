import type english from '@gurukul/contract/texts/search-words.en.json';

type Words = typeof english;
export type PageWords = keyof Words['pages'];

/** Of all languages: people type a word of one in a portal of another. */
const languages: readonly Words[] = Object.values(
  import.meta.glob<Words>('../../contract/texts/search-words.*.json', { eager: true, import: 'default' }),
);

/** The further words by which the command bar finds something, a text for each language. Nobody sees them. */
export const searchWords = <Kind extends keyof Words>(
  kind: Kind,
  name: keyof Words[Kind],
): readonly string[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is a text
  languages.map((words) => words[kind][name] as string);
