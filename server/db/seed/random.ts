/** Reproducible random numbers: the same subject gives the same numbers on every machine. */
export interface Random {
  /** 0 <= x < 1. */
  next(): number;
  /** Whole number, both ends included. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight. The weights need no particular sum. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  /** `count` different items, in the order of the list. */
  sample<T>(items: readonly T[], count: number): T[];
}

/**
 * Each subject ("students", "payments") has numbers of its own, so that one more payment does not rename every student.
 */
export const randomFor = (subject: string): Random => randomFrom(hash(subject));

/** The numbers of a seed. */
export function randomFrom(seed: number): Random {
  let state = seed;

  // mulberry32: small, fast, and good enough for names and dates.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[between(0, items.length - 1)]!;
  }

  function weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of choices) {
      left -= weight;
      if (left < 0) return item;
    }
    throw new RangeError('nothing to weigh');
  }

  function sample<T>(items: readonly T[], count: number): T[] {
    let wanted = Math.min(count, items.length);
    return items.filter((_, index) => {
      const taken = next() * (items.length - index) < wanted;
      if (taken) wanted -= 1;
      return taken;
    });
  }

  return { next, between, chance: (share) => next() < share, pick, weighted, sample };
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 16_777_619);
  return value | 0;
}
