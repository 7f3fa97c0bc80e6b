import { tokensOf } from '@gurukul/contract/shared/person/name-words';

/** A name in comparable form: without case, blanks, accents, titles and signs. */
export interface Name {
  readonly tokens: readonly string[];
  /** The words in alphabetical order, because first and last name may change places. */
  readonly sorted: string;
  /** Without blanks, which files often add or drop. */
  readonly joined: string;
  readonly hasInitials: boolean;
}

export function nameOf(text: string): Name {
  const tokens = tokensOf(text);
  return {
    tokens,
    sorted: tokens.length > 1 ? tokens.toSorted().join(' ') : (tokens[0] ?? ''),
    joined: tokens.join(''),
    hasInitials: tokens.some((token) => token.length === 1),
  };
}

/** True when one letter was changed, left out or added, or two neighbours changed places. */
export function isOneTypo(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  const isSwapped =
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2);
  return isSwapped || short.slice(start + 1) === long.slice(start + 1);
}

/** Shorter words differ by one letter from too many others. */
const shortestTypo = 4;
const isTypo = (a: string, b: string) => Math.min(a.length, b.length) >= shortestTypo && isOneTypo(a, b);

/** `same` name; `typo` one letter off; `close` two words one letter off each; `part` one name contains the other. */
export type NameFit = 'same' | 'typo' | 'close' | 'part';

/** How two names fit, or null when they are different names. */
export function fit(a: Name, b: Name): NameFit | null {
  if (a.joined === '' || b.joined === '') return null;
  if (a.sorted === b.sorted || a.joined === b.joined) return 'same';
  const isShorter = a.tokens.length !== b.tokens.length || a.hasInitials || b.hasInitials;
  // Typos hardly change the length of a name, so this skips most comparisons.
  if (!isShorter && Math.abs(a.joined.length - b.joined.length) > 2) return null;
  const left = a.tokens.filter((token) => !b.tokens.includes(token));
  const right = b.tokens.filter((token) => !a.tokens.includes(token));
  const sharesWord = a.tokens.some((token) => token.length >= 3 && b.tokens.includes(token));
  return typosIn(left, right, sharesWord) ?? (sharesWord && isShorter && isPart(left, right) ? 'part' : null);
}

/** For the words that are not in both names. */
function typosIn(
  left: readonly string[],
  right: readonly string[],
  sharesWord: boolean,
): 'typo' | 'close' | null {
  if (left.length !== right.length || left.length > 2) return null;
  const [a = '', b = ''] = left;
  const [c = '', d = ''] = right;
  // A single word has too many similar names to be taken for a typo.
  if (left.length === 1) return sharesWord && isTypo(a, c) ? 'typo' : null;
  return (isTypo(a, c) && isTypo(b, d)) || (isTypo(a, d) && isTypo(b, c)) ? 'close' : null;
}

/** One side is used up, or the other has initials in place of words. */
function isPart(left: readonly string[], right: readonly string[]): boolean {
  if (left.length === 0 || right.length === 0) return true;
  const areInitials = (some: readonly string[], others: readonly string[]) =>
    some.length <= others.length &&
    some.every((word) => word.length === 1 && others.some((other) => other.startsWith(word)));
  return areInitials(left, right) || areInitials(right, left);
}
