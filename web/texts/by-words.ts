/** Keys are the server's English words. `{name}` in a key is a hole: what stands there goes where the text names it. */
export type Words = Readonly<Record<string, string>>;

interface Pattern {
  readonly fits: RegExp;
  readonly holes: readonly string[];
  readonly text: string;
}

const hole = /\{(\w+)\}/g;

// RegExp.escape is younger than some phones.
const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

function patternOf([key, text]: readonly [string, string]): Pattern {
  const parts = key.split(hole);
  return {
    fits: new RegExp(
      `^${parts.map((part, index) => (index % 2 === 0 ? literally(part) : '(.+)')).join('')}$`,
      's',
    ),
    holes: parts.filter((_, index) => index % 2 === 1),
    text,
  };
}

/** What is written out goes before what has holes, and of those whatever leaves the least open. */
const mostWritten = ([a]: readonly [string, string], [b]: readonly [string, string]) =>
  b.replaceAll(hole, '').length - a.replaceAll(hole, '').length;

/**
 * Says in another language what the server said in English. What fills a hole is said in it too where it has words for
 * it: the name of a column is translated, the name of a person stays.
 */
export function byWords(words: Words): (said: string) => string {
  let patterns: readonly Pattern[] | undefined;

  const say = (said: string): string => {
    if (Object.hasOwn(words, said)) return words[said] ?? said;
    patterns ??= Object.entries(words)
      .filter(([key]) => key.includes('{'))
      .toSorted(mostWritten)
      .map(patternOf);
    for (const { fits, holes, text } of patterns) {
      const [, ...filled] = fits.exec(said) ?? [];
      if (filled.length > 0) {
        return text.replaceAll(hole, (_, name: string) => say(filled[holes.indexOf(name)] ?? ''));
      }
    }
    return said;
  };
  return say;
}
