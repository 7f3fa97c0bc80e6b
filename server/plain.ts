// Characters that end a line, or that change the reading order beyond the end of a name.
const turning = /[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const lineEnding = /[\p{Cc}\u2028\u2029]+/gu;

/** Letters that are written from right to left. */
const fromTheRight = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Begins and ends a part of a line that has a direction of its own. */
export const isolate = { begin: '\u2068', end: '\u2069' } as const;

/** A name as it may stand within a sentence: one with letters from right to left must not turn the words around it. */
export function isolated(name: string): string {
  const clean = name.replaceAll(turning, '');
  return fromTheRight.test(clean) ? `${isolate.begin}${clean}${isolate.end}` : clean;
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name as it may stand in a line of text, at most that many characters as people count them. */
export function inLine(name: string, longest: number): string {
  // Cut first, so that a very long text is never processed whole.
  const start = name.slice(0, longest * 20).toWellFormed();
  const clean = start.replaceAll(turning, '').replaceAll(lineEnding, ' ').trim();
  if (clean.length <= longest) return clean;
  const signs = Array.from(letters.segment(clean), ({ segment }) => segment);
  return signs.length <= longest ? clean : `${signs.slice(0, longest - 1).join('')}…`;
}

/** A text of several lines, without characters that could reorder or hide the rest of the mail. */
export function inLines(text: string, longest: number): string {
  const clean = text
    .slice(0, longest * 2)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(turning, '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return clean.length <= longest ? clean : `${clean.slice(0, longest).toWellFormed()}…`;
}

/** Each name once. */
export const namesOf = (readers: readonly { readonly fullname: string }[]): string =>
  [...new Set(readers.map(({ fullname }) => fullname))].filter(Boolean).join(', ');

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** In characters. */
const longestOfPair = 100;

/** "Morning · Bhagavad Gita": a name and that of what it belongs to, unless the name says that already. */
export const pairOf = (name: string, of: string): string => {
  const [own, whole] = [name, of].map((one) => isolated(inLine(one, longestOfPair)));
  const said = new Set(wordsOf(name));
  return wordsOf(of).every((word) => said.has(word)) ? own! : `${own} · ${whole}`;
};
