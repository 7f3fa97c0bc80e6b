import type { ReadFile } from '@gurukul/contract/bring';
import { bringKindColumns } from '@gurukul/contract/shared/files/bring-layouts';
import { momentIn, orderOf, readDate } from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateKind, DateRead } from '@gurukul/contract/shared/written/date';
import { tidyText } from '@gurukul/contract/shared/written/text';
import { dayIn, decidePeriod, weekdayOf } from './day-headings.ts';
import type { OpenDay } from './day-headings.ts';
import { everybody } from './open-file.ts';
import type { DayColumn, OpenFile } from './open-file.ts';

/* The dates of a file: the order of day and month, and the days above the columns of marks. */

export interface Clock {
  /** yyyy-mm-dd */
  readonly today: string;
  readonly now: string;
}

/** A day of a mark. */
export interface MarkDay {
  /** yyyy-mm-dd; null: unreadable, or it reads two ways. */
  readonly date: string | null;
  readonly isAmbiguous: boolean;
  /** 18:30; '' for none. */
  readonly time: string;
}

export interface ReadDays {
  /** The order of day and month, of the column that says most about it. */
  readonly shown: ColumnOrder;
  readonly readIn: (column: DateColumn, text: string) => MarkDay;
  /** The columns of marks whose day is known. */
  readonly columns: readonly (MarkDay & { readonly place: number; readonly group: string })[];
  readonly period: ReadFile['period'];
  /** The columns of marks whose day nobody knows. */
  readonly open: ReadonlyMap<number, 'no_period' | 'other_weekday'>;
}

const dateColumns = ['start_date', 'end_date', 'since', 'date', 'dob'] as const;
export type DateColumn = (typeof dateColumns)[number];
const kindOfDate = (column: DateColumn): DateKind => (column === 'dob' ? 'birthday' : 'recent');

/** The days of a course. */
const mayLieAhead: ReadonlySet<DateColumn> = new Set(['start_date', 'end_date']);

/** Stands for a year that nobody wrote while the order of day and month is found: past, and with a 29th of February. */
const anyYear = '2024';

function momentOf(read: DateRead | null, order: ColumnOrder): MarkDay {
  const moment = read === null ? null : momentIn(read, order);
  if (moment === null || moment === 'open') return { date: null, isAmbiguous: moment === 'open', time: '' };
  return { date: moment.day, isAmbiguous: false, time: moment.time };
}

interface DatedColumn extends DayColumn {
  readonly day: MarkDay;
}

/** The days without year or month, as far as they are written. Without year, December before January ends a year. */
function openDays(columns: readonly DatedColumn[]): Map<number, OpenDay> {
  const whole = columns.flatMap(({ heading, day, place }) =>
    heading.lacks === null && day.date !== null ? [{ place, date: day.date }] : [],
  );
  const open = new Map<number, OpenDay>();
  let later = 0;
  let before: number | null = null;
  for (const { place, heading, day } of columns) {
    if (heading.lacks === null || (heading.lacks === 'year' && day.date === null)) continue;
    const month = heading.lacks === 'month' ? null : Number(day.date!.slice(5, 7));
    if (month !== null) {
      if (before !== null && Math.abs(month - before) > 6) later += month < before ? 1 : -1;
      before = month;
    }
    const beside = whole.toSorted((a, b) => Math.abs(a.place - place) - Math.abs(b.place - place))[0];
    open.set(place, {
      day: month === null ? Number(heading.text) : Number(day.date!.slice(8)),
      month,
      weekday: heading.weekday,
      later,
      beside: beside?.date ?? null,
    });
  }
  return open;
}

/** Numbers of days that go up and then down again are of two months, and nobody says which. */
function afterTurn(columns: readonly { readonly place: number; readonly date: string }[]): Set<number> {
  const steps = columns.map(({ date }, at) => Math.sign(date.localeCompare(columns[at - 1]?.date ?? date)));
  const first = steps.find((step) => step !== 0);
  const turn = steps.findIndex((step) => step !== 0 && step !== first);
  return new Set(turn === -1 ? [] : columns.slice(turn).map(({ place }) => place));
}

/** Reads the dates of a file. `from` is the first day of its course, '' where nobody knows it. */
export function readDays(
  { file, kind, lines, places, days, periods }: OpenFile,
  { today, now }: Clock,
  from: string,
): ReadDays {
  const reads = new Map<string, DateRead | null>();
  const readOf = (text: string, kind: DateKind) => {
    const key = `${kind} ${text}`;
    const before = reads.get(key);
    if (before !== undefined) return before;
    // Google writes 2026-01-12T06:30:00.000Z.
    const read = readDate(text.replace(/^(\d{4}-\d{2}-\d{2})T[\d:.]+Z?$/u, '$1'), today, kind);
    reads.set(key, read);
    return read;
  };
  const written = ({ heading }: DayColumn) =>
    heading.lacks === 'month' ? '' : heading.text.replace('{}', anyYear);
  const orderIn = (texts: readonly string[], kind: DateKind, isPast: boolean) =>
    orderOf(
      [...new Set(texts)].flatMap((text) => readOf(text, kind) ?? []),
      file.date_order,
      isPast ? now : null,
    );
  const ofDays = orderIn(days.map(written), 'recent', true);
  // People write one column in one way.
  const orders = new Map(
    dateColumns
      .filter((column) => kind !== null && bringKindColumns[kind].includes(column) && places.has(column))
      .map((column) => {
        const texts = lines.map(({ cells }) => tidyText(cells[places.get(column)!] ?? ''));
        return [column, orderIn(texts, kindOfDate(column), !mayLieAhead.has(column))];
      }),
  );
  const all = [ofDays, ...orders.values()];
  const asked = (['open', 'default', 'file', 'choice'] as const).flatMap((by) =>
    all.filter(({ decided_by }) => decided_by === by),
  );
  const readIn = (column: DateColumn, text: string) =>
    momentOf(readOf(text, kindOfDate(column)), orders.get(column) ?? ofDays);

  const known = days.map((column) => ({
    ...column,
    day: momentOf(readOf(written(column), 'recent'), ofDays),
  }));
  const open = openDays(known);
  const marked = known.flatMap(({ place, hasMarks }) => (hasMarks ? (open.get(place) ?? []) : []));
  const period = decidePeriod(marked, { named: periods, from, today, choice: file.period ?? '' });

  const columns: { place: number; group: string; date: string | null; isAmbiguous: boolean; time: string }[] =
    [];
  const unread = new Map<number, 'no_period' | 'other_weekday'>();
  const numbers: { place: number; date: string }[] = [];
  for (const { place, heading, day } of known) {
    const ofPeriod = open.get(place);
    const date = ofPeriod === undefined ? day.date : dayIn(period.value, ofPeriod);
    if (ofPeriod !== undefined && date === null) unread.set(place, 'no_period');
    else if (date !== null && heading.weekday !== null && weekdayOf(date) !== heading.weekday)
      unread.set(place, 'other_weekday');
    else {
      const group = everybody(heading.rest);
      columns.push({ place, group, date, isAmbiguous: day.isAmbiguous, time: day.time || heading.time });
      if (heading.isNumber && date !== null) numbers.push({ place, date });
    }
  }
  const turned = afterTurn(numbers);
  for (const place of turned) unread.set(place, 'no_period');
  return {
    shown: asked[0] ?? ofDays,
    readIn,
    columns: columns.filter(({ place }) => !turned.has(place)),
    period:
      marked.length === 0
        ? null
        : { lacks: marked.some(({ month }) => month === null) ? 'month' : 'year', ...period },
    open: unread,
  };
}
