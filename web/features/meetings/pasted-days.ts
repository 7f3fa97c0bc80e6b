import type { Holiday } from '@gurukul/contract/meetings';
import {
  datesIn,
  momentIn,
  monthNamed,
  orderOf,
  readDate,
  weekdayNamed,
} from '@gurukul/contract/shared/written/date';
import { lineOf, plainDigits, tidyText } from '@gurukul/contract/shared/written/text';
import { today } from '#web/lib/format/format.ts';

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

const between = /[\t|;,:()"]|(?:^|\s)[-–—•*]+(?=\s|$)/u;
const until = String.raw`(?:[-–—~]|to|till|until|upto|through|से|तक|నుండి|వరకు)`;
/** The days of several that are no dates by themselves: "24 – 31 December 2027", "24 Dec to 2 Jan 2027". */
const dayBefore = new RegExp(String.raw`(?<![\p{L}\d/.-])(\d{1,2})(?:st|nd|rd|th)?\s*${until}\s*$`, 'iu');
const dayBehind = new RegExp(String.raw`^\s*${until}\s*\d`, 'iu');
const also = String.raw`(?:[&+]|,\s)`;
const monthBefore = new RegExp(
  String.raw`\d\D{0,4}?(\p{L}[\p{L}\p{M}]+)\D{0,3}(?:${until}|${also})\s*$`,
  'iu',
);
/** "25, 26 & " before "27 Dec 2026". */
const dayBeside = new RegExp(String.raw`(?<![\p{L}\d/.-])(\d{1,2})(?:st|nd|rd|th)?\s*${also}\s*$`, 'iu');
/** What stands between the first day of several and the last. */
const isRange = new RegExp(String.raw`^(?:[\s"|;]|,(?! ))*(?:${until}[\s"]*)?$`, 'iu');
const rowNumber = /^[\s"(]*(\d{1,3})[.)]?\s*[-–—]?\s*$/u;
const besideWords = new RegExp(String.raw`^${until}$`, 'iu');

/** The first and the last day of a line as it writes them, and its name. Null: they cannot be told. */
function partsOf(line: string, ordinal: number): { written: string[]; name: string } | null {
  const found = datesIn(line);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || found.length > 2) return null;
  const [before, behind] = [line.slice(0, first.index), line.slice(last.index + last[0].length)];
  const gap = first === last ? '' : line.slice(first.index + first[0].length, last.index);
  if (!isRange.test(gap) || dayBehind.test(behind)) return null;
  const month = monthBefore.exec(before)?.[1];
  if (month !== undefined && monthNamed(month) > 0) return null;
  const written = found.map(([text]) => text);
  let rest = before;
  let day = Number.parseInt(first[0], 10);
  for (let beside = dayBeside.exec(rest); beside !== null; beside = dayBeside.exec(rest)) {
    // The number of the row: "1, 26 Jan 2027".
    if (Number(beside[1]) === ordinal && beside.index === 0 && rest === before) break;
    day -= 1;
    if (first !== last || Number(beside[1]) !== day) return null;
    rest = rest.slice(0, beside.index);
  }
  if (rest !== before) written.unshift(first[0].replace(/^\d+/u, String(day)));
  const earlier = dayBefore.exec(before);
  if (earlier !== null && Number(rowNumber.exec(before)?.[1]) !== ordinal) {
    if (first !== last || !/^\d{1,2}\D*\p{L}/u.test(first[0])) return null;
    written.unshift(first[0].replace(/^\d+/u, earlier[1]!));
    rest = before.slice(0, earlier.index);
  }
  const name = `${rest}\t${gap}\t${behind}`
    .split(between)
    .map((part) => part.trim())
    .find((part) => /\p{L}/u.test(part) && weekdayNamed(part) === undefined && !besideWords.test(part));
  return name === undefined ? null : { written, name: lineOf(name, longestName) };
}

/**
 * The days off in a table or list: in each line a day, the last day of several, and a name, in any order. Days that can be
 * read both ways are read as the other lines say it, else day first.
 */
export function daysInText(text: string): PastedDays {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((whole, index) => ({
      line: index + 1,
      text: tidyText(whole),
      // The tab of a sheet separates cells.
      plain: plainDigits(whole)
        .split('\t')
        .map(tidyText)
        .join('\t')
        .replaceAll(
          /(?<=\d[-/.]\d{4})-(?=\d)|(?<=(?<![\d/.-])\d{1,2})-(?=\d{1,2}(?:st|nd|rd|th)?\s+\p{L})/giu,
          ' - ',
        )
        .replace(/^\d{1,3}[.)] +(?=(\p{L}+))/u, (number, word: string) =>
          monthNamed(word) > 0 ? number : '',
        ),
    }))
    .filter(({ text: said }) => said !== '');
  let ordinal = 0;
  const read = lines.map((each) => {
    if (datesIn(each.plain).length > 0) ordinal += 1;
    const parts = partsOf(each.plain, ordinal);
    const reads = (parts?.written ?? []).map((one) => readDate(one, today()));
    return { ...each, name: parts?.name, reads: reads.filter((one) => one !== null), count: reads.length };
  });
  // What is planned may lie ahead, so the present decides nothing.
  const order = orderOf(
    read.flatMap(({ reads }) => reads),
    undefined,
    '9999',
  );
  const days: Holiday[] = [];
  const unread: UnreadLine[] = [];
  for (const { line, text: said, name, reads, count } of read) {
    const moments = reads.map((one) => momentIn(one, order)).filter((one) => one !== 'open');
    const [from, to = from] = moments.length === count ? moments.map(({ day }) => day) : [];
    if (from && to && name && from <= to) days.push({ from, to, name });
    // A line without a digit is a heading.
    else if (/\p{N}/u.test(said)) unread.push({ line, text: said });
  }
  return { days, unread };
}
