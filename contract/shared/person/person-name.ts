const longest = 60;

/**
 * Letters and marks of any script with its joiners, and between them blanks, apostrophes, hyphens and dots. No digits
 * and no other characters.
 */
const pattern = /^(?=.*\p{L})(?:[\p{L}\p{M} .'’-]|\u200c|\u200d)+$/u;

/** One spelling of each letter, and every run of blanks as one blank. */
export const tidyName = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/** True when a text can be a person's first or last name. */
export function isPersonName(text: string): boolean {
  const name = tidyName(text);
  return name.length <= longest && pattern.test(name);
}
