// Accents may go, the vowel signs of Indian scripts may not: without them half of all words would be one.
const fold = (text: string) =>
  text
    .normalize('NFKD')
    // And the joiners between letters of these scripts, which are not seen.
    .replaceAll(/[\u0300-\u036f\u200c\u200d]/g, '')
    .toLowerCase();

/** The words of a text, without the marks and the case that nobody types. */
export const foldedWords = (text: string): readonly string[] =>
  fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

export const isAnyStart = (words: readonly string[], start: string) =>
  words.some((word) => word.startsWith(start));

/** A text in pieces, of which every second one is what was looked for. */
export function piecesOf(shown: string, text: string): readonly string[] {
  if (text === '') return [shown];
  return shown.split(new RegExp(`(${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})`, 'iu'));
}
