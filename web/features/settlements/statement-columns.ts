import {
  columnsOf,
  currencyInHeadings,
  settlementLayouts,
  type SettlementField,
} from '@gurukul/contract/shared/files/settlement-layouts';

import { isCurrency } from '@gurukul/contract/shared/money/money';
import { clockOfHeading } from '@gurukul/contract/shared/written/date';
import { choiceOf, placesIn, type Choice } from '#web/lib/files/columns.ts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import type { Table } from '#web/lib/files/table.ts';

/** What a column of a statement may be, with the heading under which the server knows it. */
const headings = {
  date: 'date',
  description: 'description',
  reference: 'reference',
  debit: 'debit',
  credit: 'credit',
  amount: 'amount',
  direction: 'drcr',
  fee: 'fee',
  balance: 'balance',
  currency: 'currency',
} as const satisfies Partial<Record<SettlementField, string>>;

export type StatementField = keyof typeof headings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names of the keys
export const statementFields = Object.keys(headings) as readonly StatementField[];

export type StatementColumns = Choice<StatementField>;

/** The columns, and the currency of rows that say none. */
export interface StatementChoice {
  readonly currency: string;
  readonly columns: StatementColumns;
}

const usualCurrency = 'INR';

/** What the headings say by themselves. */
export function planStatement(header: readonly string[], lines: readonly SheetLine[] = []): StatementChoice {
  const layout = settlementLayouts.find(({ service }) => service === 'bank');
  const rows = lines.slice(0, 200).map(({ cells }) => cells);
  const known = layout === undefined ? {} : columnsOf(layout, header, rows).places;
  const columns = choiceOf(
    statementFields.flatMap((field) => {
      const place = known[field];
      return place === undefined ? [] : [[field, [place]] as const];
    }),
  );
  const said = rows.map((cells) => cells[known.currency ?? -1]?.trim().toUpperCase() ?? '').find(isCurrency);
  return { currency: currencyInHeadings(header) ?? said ?? usualCurrency, columns };
}

/** True when the columns are enough for a statement. */
export const isEnough = (columns: StatementColumns): boolean =>
  columns.date !== undefined &&
  columns.description !== undefined &&
  (columns.amount ?? columns.debit ?? columns.credit) !== undefined;

/** The header with the names that the server knows, and the clock of dates; columns that were not chosen have none. */
export function namedHeader({ header, lines }: Table, columns: StatementColumns): string[] {
  const named = new Map(statementFields.map((field) => [columns[field]?.[0], headings[field]]));
  return Array.from({ length: 1 + Math.max(-1, ...placesIn({ header, lines })) }, (_, place) => {
    const heading = header[place] ?? '';
    const name = named.get(place) ?? '';
    return name === headings.date ? `${name} (${clockOfHeading(heading)})` : name;
  });
}
