import type { Holiday } from '@gurukul/contract/meetings';
import { calendarWords, readTypedDay } from '#web/lib/format/calendar-words.ts';
import { locale } from '#web/texts/language.ts';

/** A line of the text that is no day off. */
export interface UnreadLine {
  readonly line: number;
  readonly text: string;
}

export interface PastedDays {
  readonly days: readonly Holiday[];
  readonly unread: readonly UnreadLine[];
}

const longestName = 100;

// A number, a month as number or word, a year; or the year first.
const written =
  /(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-/. ]+(?:\d{1,2}|\p{L}[\p{L}\p{M}]*[.॰]?)[-/. ]+\d{4})(?!\d)/gu;
// Marks that nobody sees.
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const between = /[\t|;,:()"]|(?:^|\s)[-–—•*]+(?=\s|$)/u;

const plain = (word: string) => word.replaceAll(/[.॰]/g, '').toLowerCase();

/** Words beside a day that are no name: numbers of rows, days of the week, "to". */
function wordsBeside(): ReadonlySet<string> {
  const weekdays = [locale, 'en-US'].flatMap((tag) => {
    const { weekdays: long, weekdaysShort: short } = calendarWords(tag);
    return [...long, ...short];
  });
  return new Set([...weekdays, 'to', 'till', 'until', 'से', 'तक', 'నుండి', 'వరకు'].map(plain));
}

/** The days off in a table or list: in each line a day, the last day of several, and a name, in any order. */
export function daysInText(text: string): PastedDays {
  const beside = wordsBeside();
  const days: Holiday[] = [];
  const unread: UnreadLine[] = [];
  const lines = text
    .normalize('NFC')
    .replaceAll(unseen, '')
    .split(/\r\n|\r|\n/);
  for (const [index, whole] of lines.entries()) {
    const line = whole.replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ');
    if (line.trim() === '') continue;
    const found = [...line.matchAll(written)].map(([day]) => readTypedDay(day.replaceAll(/ +/g, ' ')));
    const name = line
      .replaceAll(written, '\t')
      .split(between)
      .map((part) => part.trim())
      .find((part) => /\p{L}/u.test(part) && !beside.has(plain(part)));
    const [from, to = from] = found;
    if (from && to && name && found.length <= 2 && from <= to) {
      days.push({ from, to, name: name.slice(0, longestName).trim() });
    }
    // A line without a digit is a heading.
    else if (/\p{N}/u.test(line)) unread.push({ line: index + 1, text: line.trim() });
  }
  return { days, unread };
}
