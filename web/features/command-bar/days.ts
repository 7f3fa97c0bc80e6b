import { portalLanguages } from '@gurukul/contract/shared/words/languages';
import { readDate } from '@gurukul/contract/shared/written/date';
import { addDays } from '#web/lib/format/days.ts';
import { foldedWords } from '../search/match.ts';

/** Days from today, in some languages of the portal. Hindi says `कल` for both; what is planned lies ahead. */
const fromToday: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [0, 'today tonight ఈరోజు నేడు आज'],
      [1, 'tomorrow రేపు कल'],
      [2, 'ఎల్లుండి परसों'],
      [-1, 'yesterday నిన్న'],
    ] as const
  ).flatMap(([days, words]) => words.split(' ').map((word) => [word, days])),
);

/** 23 November 2026 is a Monday. */
const names = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]) =>
  new Map(
    portalLanguages.flatMap((one) =>
      dates.map((date, index) => [
        foldedWords(new Intl.DateTimeFormat(one, { ...options, timeZone: 'UTC' }).format(date)).join(' '),
        index,
      ]),
    ),
  );
const mondayOn = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 10, 23 + day)));
const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
const weekdayNames = new Map([
  ...names({ weekday: 'long' }, mondayOn),
  ...names({ weekday: 'short' }, mondayOn),
]);
const monthNames = new Map([...names({ month: 'long' }, months), ...names({ month: 'short' }, months)]);

const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** A month and a day in the year in which they come next, counted from half a year ago. */
function inYear(month: number, date: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const candidates = [year - 1, year, year + 1].flatMap((one) => {
    const day = new Date(Date.UTC(one, month, date));
    return day.getUTCMonth() === month ? [day.toISOString().slice(0, 10)] : [];
  });
  return candidates.find((day) => day > addDays(today, -182)) ?? null;
}

function dayOf(word: string, next: string, today: string): { day: string; words: number } | null {
  const [folded = ''] = foldedWords(word);
  const days = Object.hasOwn(fromToday, folded) ? fromToday[folded] : undefined;
  if (days !== undefined) return { day: addDays(today, days), words: 1 };
  const weekday = weekdayNames.get(folded);
  if (weekday !== undefined) return { day: addDays(today, (weekday - weekdayOf(today) + 7) % 7), words: 1 };
  // A number alone may be a receipt's or a phone's.
  const whole = /^\d{1,4}([-./])\d{1,2}\1\d{2,4}$/.test(word) ? readDate(word, today) : null;
  const read = whole?.dayFirst ?? whole?.monthFirst ?? null;
  if (read !== null) return { day: read.day, words: 1 };
  const [, date, month] = /^(\d{1,2})[./](\d{1,2})\.?$/.exec(word) ?? [];
  if (date && month) {
    const day = inYear(Number(month) - 1, Number(date), today);
    return day === null ? null : { day, words: 1 };
  }
  const pair = [word, next];
  const number = pair.find((one) => /^\d{1,2}$/.test(one));
  const named = pair
    .map((one) => monthNames.get(foldedWords(one).join(' ')))
    .find((one) => one !== undefined);
  if (number === undefined || named === undefined) return null;
  const day = inYear(named, Number(number), today);
  return day === null ? null : { day, words: 2 };
}

/** The first day that a text names, as 2026-11-27, and the text without it. */
export function takeDay(words: readonly string[], today: string) {
  for (const [at, word] of words.entries()) {
    const found = dayOf(word, words[at + 1] ?? '', today);
    if (found) return { day: found.day, rest: words.toSpliced(at, found.words) };
  }
  return { day: null, rest: words };
}
