import type { SheetRow } from '@gurukul/contract/payment-upload';
import type { PaymentColumn } from '@gurukul/contract/payment-upload';
import { currenciesOf } from '@gurukul/contract/shared/money/currency-signs';
import { directionOf, findPaymentColumns } from '@gurukul/contract/shared/money/payment-headings';
import { clockOfHeading, withClock } from '@gurukul/contract/shared/written/date';
import type { SheetLine } from '#web/lib/files/sheet.ts';

/** In the order in which people look at them. */
export const uploadColumns = [
  'payment_id',
  'amount',
  'created_at',
  'status',
  'full_name',
  'email_id',
  'phone_number',
  'course_name',
  'currency',
  'amount_refunded',
  'refunded_at',
] as const satisfies readonly PaymentColumn[];

/** Where each thing stands in the file: the places of its columns, read one after the other; none when it is not there. */
export type ColumnChoice = Readonly<Record<PaymentColumn, readonly number[]>>;

export const everyColumn = (places: (column: PaymentColumn) => readonly number[]): ColumnChoice => ({
  payment_id: places('payment_id'),
  amount: places('amount'),
  created_at: places('created_at'),
  status: places('status'),
  full_name: places('full_name'),
  email_id: places('email_id'),
  phone_number: places('phone_number'),
  course_name: places('course_name'),
  currency: places('currency'),
  amount_refunded: places('amount_refunded'),
  refunded_at: places('refunded_at'),
});

/** What the file says by itself. */
export interface ColumnPlan {
  readonly choice: ColumnChoice;
  /** Several columns fit these equally well. */
  readonly unsure: readonly PaymentColumn[];
}

const present = (places: readonly (number | undefined)[]) => places.filter((place) => place !== undefined);

/** What headings and first rows say. `courses`: names that tell the column of the course under any heading. */
export function planUploadColumns(
  header: readonly string[],
  lines: readonly SheetLine[] = [],
  courses: readonly string[] = [],
): ColumnPlan {
  const rows = lines.slice(0, 200).map(({ cells }) => cells);
  const { places, unsure } = findPaymentColumns(header, rows, courses);
  const { created_at, time, zone, full_name, first_name, last_name, amount, direction } = places;
  // A date and a time in one cell need no other time.
  const isWhole = mostAt(lines, created_at, (cell) => /\d:\d\d/u.test(cell));
  const parts = present([first_name, last_name]);
  const choice = everyColumn((column) => {
    if (column === 'created_at')
      return created_at === undefined ? [] : present([created_at, isWhole ? undefined : time, zone]);
    if (column === 'full_name' && full_name === undefined) return parts.length === 2 ? parts : [];
    if (column === 'amount') return amount === undefined ? [] : present([amount, direction]);
    return present([places[column]]);
  });
  return { choice, unsure: uploadColumns.filter((column) => unsure[column] !== undefined) };
}

const mostAt = (lines: readonly SheetLine[], place: number | undefined, is: (cell: string) => boolean) => {
  const filled = lines.slice(0, 200).flatMap(({ cells }) => (place === undefined ? [] : cells[place] || []));
  return filled.filter(is).length * 2 > filled.length;
};

const needed = ['payment_id', 'amount', 'created_at', 'status', 'course_name'] as const;
export const whoColumns = ['full_name', 'email_id', 'phone_number'] as const;

/** True when nobody needs to say what the columns are. */
export const isRecognised = ({ choice, unsure }: ColumnPlan): boolean =>
  unsure.length === 0 &&
  needed.every((column) => choice[column].length > 0) &&
  whoColumns.some((column) => choice[column].length > 0);

/** `Amount (INR)` and `Fees in ₹` name the currency of all amounts; '' for others. */
export function currencyOfHeading(heading: string): string {
  const words = heading.normalize('NFKC').match(/\p{L}*\p{Sc}|\p{L}+/gu) ?? [];
  const said = words.flatMap((word) => {
    // A code is written in capital letters; 'All' is no lek.
    const isSaid = /\p{Sc}/u.test(word) || /^(?:rs|rupees?)$/iu.test(word) || /^[A-Z]{3}$/.test(word);
    return isSaid ? (currenciesOf(word) ?? []) : [];
  });
  const [code = ''] = said;
  return new Set(said).size === 1 ? code : '';
}

export const countKnown = (header: readonly string[]) =>
  Object.values(planUploadColumns(header).choice).filter((places) => places.length > 0).length;

/** A column stands for one thing: what it stood for before goes without. */
export const withColumn = (
  choice: ColumnChoice,
  column: PaymentColumn,
  places: readonly number[],
): ColumnChoice =>
  everyColumn((each) => {
    if (each === column) return places;
    return choice[each].some((place) => places.includes(place)) ? [] : choice[each];
  });

export const isSameChoice = (a: ColumnChoice, b: ColumnChoice) =>
  uploadColumns.every((column) => a[column].join() === b[column].join());

/** A, B, … Z, AA: what spreadsheet programs call the column. */
export function letterOf(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCodePoint(65 + (place % 26));
}

/** Columns with a heading, or with something below it in the first rows. */
export function placesIn(header: readonly string[], lines: readonly SheetLine[]): readonly number[] {
  const first = lines.slice(0, 200);
  const width = Math.max(header.length, ...first.map(({ cells }) => cells.length));
  const isUsed = (place: number) =>
    (header[place] ?? '').trim() !== '' || first.some(({ cells }) => (cells[place] ?? '').trim() !== '');
  return Array.from({ length: width }, (_, place) => place).filter(isUsed);
}

/** Columns with something in them that stand for nothing. */
export function unusedIn(choice: ColumnChoice, header: readonly string[], lines: readonly SheetLine[]) {
  const used = new Set(uploadColumns.flatMap((column) => choice[column]));
  return placesIn(header, lines).filter((place) => !used.has(place));
}

const cellAt = (cells: readonly string[], places: readonly number[]) =>
  places
    .map((place) => (cells[place] ?? '').trim())
    .filter((text) => text !== '')
    .join(' ');

/** The first few different things that stand there. */
export function samplesAt(lines: readonly SheetLine[], places: readonly number[], count = 3): string[] {
  const said = new Set<string>();
  for (const { cells } of lines) {
    const text = cellAt(cells, places);
    if (text !== '') said.add(text);
    if (said.size === count) break;
  }
  return [...said];
}

/** Longest cell the server takes; it reports longer ones than it stores as problems of their row. */
const cellMax = 500;

/**
 * A cell of the upload. A zone in the heading is that of a time without one. Money that a column beside the amount says
 * went out has a minus, like that of services that write one.
 */
function cellOf(
  column: PaymentColumn,
  places: readonly number[],
  zone: string,
  cells: readonly string[],
): string {
  if (column === 'amount' && places.length > 1) {
    const [amount = '', way = ''] = places.map((place) => cellAt(cells, [place]));
    return directionOf(way) === 'out' && /^[^-(]*\d[^-)]*$/u.test(amount) ? `-${amount}` : amount;
  }
  return withClock(cellAt(cells, places), zone);
}

/** The rows of the upload. Empty cells are left out: 20,000 rows are a long request already. */
export function uploadRowsOf(
  choice: ColumnChoice,
  header: readonly string[],
  lines: readonly SheetLine[],
): SheetRow[] {
  const columns = uploadColumns.map((column) => {
    const isTime = column === 'created_at' || column === 'refunded_at';
    const zones = isTime ? choice[column].map((place) => clockOfHeading(header[place] ?? '')) : [];
    return { column, places: choice[column], zone: zones.find((zone) => zone !== '') ?? '' };
  });
  return lines.map(({ row, cells }) => ({
    row,
    ...Object.fromEntries(
      columns
        .map(
          ({ column, places, zone }) =>
            [column, cellOf(column, places, zone, cells).slice(0, cellMax)] as const,
        )
        .filter(([, text]) => text !== ''),
    ),
  }));
}
