// Signs that turn the direction of what follows, beyond the end of the name they stand in, or end a line.
const turning = /[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const lineEnding = /[\p{Cc}\u2028\u2029]+/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A name as it may stand in a line among other words, at most that many signs as people count them. */
export function inLine(name: string, longest: number): string {
  // Cut first: nothing that is longer than this by far is looked at whole.
  const start = name.slice(0, longest * 20).toWellFormed();
  const clean = start.replaceAll(turning, '').replaceAll(lineEnding, ' ').trim();
  if (clean.length <= longest) return clean;
  const signs = Array.from(letters.segment(clean), ({ segment }) => segment);
  return signs.length <= longest ? clean : `${signs.slice(0, longest - 1).join('')}…`;
}

/** A text of several lines, without what could turn or hide the rest of the mail. */
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
