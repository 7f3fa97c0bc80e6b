import { latin, locales } from './moments.ts';

/* How long somebody was there, as reports state it. */

const english: readonly (readonly [minutes: number, words: string])[] = [
  [60, 'h hr hrs hour hours std stunde stunden'],
  [1, 'm min mins minute minutes'],
  [1 / 60, 's sec secs second seconds sek'],
];
const englishUnits = new Map(
  english.flatMap(([minutes, words]) => words.split(' ').map((word) => [word, minutes])),
);

let units: ReadonlyMap<string, number> | undefined;

/** The words of all languages for hours, minutes and seconds, in minutes. */
function localUnits(): ReadonlyMap<string, number> {
  if (units !== undefined) return units;
  const found = new Map<string, number>();
  for (const locale of locales)
    for (const [unit, minutes] of [
      ['hour', 60],
      ['minute', 1],
      ['second', 1 / 60],
    ] as const)
      for (const unitDisplay of ['narrow', 'short', 'long'] as const) {
        const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
        for (const count of [1, 2, 3, 5, 11, 21])
          for (const { type, value } of format.formatToParts(count))
            if (type === 'unit') found.set(bare(value), found.get(bare(value)) ?? minutes);
      }
  return (units = found);
}

const bare = (word: string) =>
  latin(word)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]/gu, '');

function withUnits(text: string): number | null {
  const sign = `\\p{L}\\p{M}.׳'`;
  const isAfter = /^\d/.test(text);
  const pairs = [
    ...text.matchAll(
      new RegExp(isAfter ? `([\\d.,]*\\d) ?([${sign}]+)` : `([${sign}]{2,}) ?([\\d.,]*\\d)`, 'gu'),
    ),
  ].map(([, one = '', other = '']) => (isAfter ? ([one, other] as const) : ([other, one] as const)));
  // A word between two units ("and") belongs to none.
  if (pairs.length === 0 || pairs.length !== (text.match(/\d+(?:[.,]\d+)?/g) ?? []).length) return null;
  let sum = 0;
  for (const [count, word] of pairs) {
    const unit = englishUnits.get(bare(word)) ?? localUnits().get(bare(word));
    if (unit === undefined) return null;
    sum += Number(count.replace(',', '.')) * unit;
  }
  return sum;
}

/**
 * The minutes of a stated duration: one reading, or several, the likeliest first. 52:10 may be hours and minutes or minutes
 * and seconds; a number alone may be minutes, seconds or hours.
 */
export function durationsIn(cell: string): readonly number[] | null {
  const text = latin(cell);
  if (!/\d/.test(text) || text.length > 60) return null;
  if (/^\d+(?:[.,]\d+)?$/.test(text)) {
    const value = Number(text.replace(',', '.'));
    return [value, value / 60, value * 60];
  }
  const iso = /^pt(?:(\d+)h)?(?:(\d+)m)?(?:([\d.]+)s)?$/i.exec(text);
  const clock = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/.exec(text);
  const [one = 0, two = 0, three = 0] = (iso ?? clock ?? []).slice(1).map((part) => Number(part ?? 0));
  if (iso || clock?.[3] !== undefined) return [one * 60 + two + three / 60];
  if (clock) return [one * 60 + two, one + two / 60];
  const said = withUnits(text);
  return said === null ? null : [said];
}
