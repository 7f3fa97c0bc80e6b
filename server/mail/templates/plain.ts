// Characters that end a line, or that change the reading order beyond the end of a name.
const turning = /[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const lineEnding = /[\p{Cc}\u2028\u2029]+/gu;

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
