import { sameName } from '@gurukul/contract/shared/words/same-name';

/** The neighbouring letters of a name, and the first letters of its words as one more word: "BG" for Bhagavad Gita. */
function partsOf(name: string): ReadonlySet<string> {
  const letters = Array.from(sameName(name));
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const initials = words.map((word) => Array.from(word.toLowerCase())[0]).join('');
  return new Set([
    ...letters.map((letter, at) => letter + (letters[at + 1] ?? '')),
    ...(words.length > 1 ? [initials] : []),
  ]);
}

/** The names, those first that are most like this one. */
export function nearest(name: string, names: readonly string[], most: number): string[] {
  const own = partsOf(name);
  const likeness = (other: string) => {
    const parts = partsOf(other);
    return (2 * [...own].filter((part) => parts.has(part)).length) / (own.size + parts.size);
  };
  return names
    .map((other) => ({ other, like: likeness(other) }))
    .toSorted((a, b) => b.like - a.like || a.other.localeCompare(b.other))
    .slice(0, most)
    .map(({ other }) => other);
}
