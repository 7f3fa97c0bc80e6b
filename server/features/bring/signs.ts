import type { SignMeaning } from '@gurukul/contract/bring';

/* What the cells of a roll mean: P, A (0/2), ✓, Late, 1. */

/** `P (2/2)` is the sign P, with two of two points. */
export function signOf(cell: string): { readonly sign: string; readonly share: number | null } {
  const found = /^(.*?)\s*\(\s*(\d+(?:[.,]\d+)?)\s*\/\s*(\d+(?:[.,]\d+)?)\s*\)$/u.exec(cell);
  if (found === null) return { sign: cell, share: null };
  const [points, most] = [found[2]!, found[3]!].map((text) => Number(text.replace(',', '.')));
  return { sign: found[1]!, share: most === 0 ? null : points! / most! };
}

/** The form in which signs are compared: without case, closing points and the marks that choose a picture. */
export const signKey = (sign: string) =>
  sign
    .toLowerCase()
    .replaceAll(/[\ufe0e\ufe0f]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/(?<=.)[.\s]+$/u, '');

const meaningsOf = (words: Readonly<Partial<Record<SignMeaning, string>>>) =>
  new Map(
    Object.entries(words).flatMap(([meaning, list]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the names of the keys
      list.split(',').map((word) => [word.trim(), meaning as SignMeaning] as const),
    ),
  );

const words = meaningsOf({
  present:
    'present, present - late, present - offsite, present (late), present late, late, tardy, late arrival, came late, on time, online, attended, attending, yes, true, here, ✓, ✔, ☑, ✅, √, హాజరు, उपस्थित',
  absent:
    'absent, excused, absent (excused), excused absence, did not attend, not attended, not present, no show, no-show, ✗, ✘, ❌, ❎, గైర్హాజరు, अनुपस्थित',
  moved: 'moved, transferred',
  'drop-out': 'drop-out, dropout, dropped out, drop out',
  none: '?, -, –, —, --, ., n/a, not registered, no class, holiday, cancelled, canceled, day off',
});
/** Letters mean this in English alone: in German A is present. */
const letters = meaningsOf({
  present: 'p, pr, pre, prs, l, lt',
  absent: 'a, ab, abs, e, ex, exc',
  none: 'na',
});

/** Signs that mean this only where the other one of the pair is there, too: alone, 0 may be a mark or none. */
const pairs: readonly (readonly [present: readonly string[], absent: readonly string[]])[] = [
  [['1'], ['0']],
  [['y'], ['n']],
  [['yes'], ['no']],
  [['true'], ['false']],
  [['t'], ['f']],
  [
    ['✓', '✔', '☑', '✅', '√', 'p', 'present'],
    ['x', '×', '✕', '✖'],
  ],
];

/** What a sign means by itself; null: somebody has to say it. `keys` are all signs of the file. */
export function usualMeaning(
  sign: string,
  {
    isEnglish,
    shares,
    keys,
  }: { readonly isEnglish: boolean; readonly shares: readonly number[]; readonly keys: ReadonlySet<string> },
): SignMeaning | null {
  const key = signKey(sign);
  const isThere = (signs: readonly string[]) => signs.some((each) => keys.has(each));
  const pair = pairs.find((both) => both.flat().includes(key) && both.every(isThere));
  const paired = pair === undefined ? null : pair[0].includes(key) ? 'present' : 'absent';
  const meaning = words.get(key) ?? (isEnglish ? letters.get(key) : undefined) ?? paired;
  // Points that say the opposite: the system gave the sign another meaning.
  if (meaning === 'present' && shares.includes(0)) return null;
  if (meaning === 'absent' && key !== 'e' && key !== 'excused' && shares.some((share) => share > 0))
    return null;
  return meaning;
}

const looksLikeSign = (cell: string) => {
  const key = signKey(signOf(cell).sign);
  return (
    words.has(key) ||
    letters.has(key) ||
    pairs.some((both) => both.flat().includes(key)) ||
    /^\p{L}[\p{L}\p{M}]{0,2}$/u.test(key)
  );
};

/** Most of these cells may be marks: known signs, or a few letters. Numbers are points, or sums. */
export const areSigns = (cells: readonly string[]) => cells.filter(looksLikeSign).length * 2 > cells.length;
