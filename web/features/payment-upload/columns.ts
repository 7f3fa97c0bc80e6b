import type { SheetRow } from '@gurukul/contract/payment-upload';
import type { PaymentColumn } from '@gurukul/contract/payment-upload';
import { currenciesOf } from '@gurukul/contract/shared/money/currency-signs';
import { directionOf, findPaymentColumns } from '@gurukul/contract/shared/money/payment-headings';
import { clockOfHeading, withClock } from '@gurukul/contract/shared/written/date';
import { cellAt, choiceOf, type Choice } from '#web/lib/files/columns.ts';
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

export type ColumnChoice = Choice<PaymentColumn>;

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
  const placesOf = (column: PaymentColumn) => {
    if (column === 'created_at')
      return created_at === undefined ? [] : present([created_at, isWhole ? undefined : time, zone]);
    if (column === 'full_name' && full_name === undefined) return parts.length === 2 ? parts : [];
    if (column === 'amount') return amount === undefined ? [] : present([amount, direction]);
    return present([places[column]]);
  };
  const choice = choiceOf(
    uploadColumns.map((column) => [column, placesOf(column)] as const).filter(([, at]) => at.length > 0),
  );
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
  needed.every((column) => choice[column] !== undefined) &&
  whoColumns.some((column) => choice[column] !== undefined);

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

export const countKnown = (header: readonly string[]) => Object.keys(planUploadColumns(header).choice).length;

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
    const zones = isTime ? (choice[column] ?? []).map((place) => clockOfHeading(header[place] ?? '')) : [];
    return { column, places: choice[column] ?? [], zone: zones.find((zone) => zone !== '') ?? '' };
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
