import {
  columnsOf,
  currencyInHeadings,
  settlementLayouts,
  type SettlementField,
} from '@gurukul/contract/shared/files/settlement-layouts';

import { isCurrency } from '@gurukul/contract/shared/money/money';
import { clockOfHeading } from '@gurukul/contract/shared/written/date';
import type { SheetLine } from '#web/lib/files/sheet.ts';

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

/** The place of each column that the file has, and the currency of rows that say none. */
export interface StatementChoice {
  readonly currency: string;
  readonly places: ReadonlyMap<StatementField, number>;
}

const usualCurrency = 'INR';

/** What the headings say by themselves. */
export function planStatement(header: readonly string[], lines: readonly SheetLine[] = []): StatementChoice {
  const layout = settlementLayouts.find(({ service }) => service === 'bank');
  const rows = lines.slice(0, 200).map(({ cells }) => cells);
  const known = layout === undefined ? {} : columnsOf(layout, header, rows).places;
  const places = statementFields.flatMap((field) => {
    const place = known[field];
    return place === undefined ? [] : [[field, place] as const];
  });
  const said = rows.map((cells) => cells[known.currency ?? -1]?.trim().toUpperCase() ?? '').find(isCurrency);
  return { currency: currencyInHeadings(header) ?? said ?? usualCurrency, places: new Map(places) };
}

/** True when the columns are enough for a statement. */
export const isEnough = ({ places }: StatementChoice): boolean =>
  places.has('date') &&
  places.has('description') &&
  (places.has('amount') || places.has('debit') || places.has('credit'));

/** A column is one thing: what it was before goes without. */
export function withPlace(
  choice: StatementChoice,
  field: StatementField,
  place: number | null,
): StatementChoice {
  const others = [...choice.places].filter(([each, at]) => each !== field && at !== place);
  return { ...choice, places: new Map(place === null ? others : [...others, [field, place]]) };
}

/** The header with the names that the server knows, and the clock of dates; columns that were not chosen have none. */
export function namedHeader(header: readonly string[], { places }: StatementChoice): string[] {
  const named = new Map(Array.from(places, ([field, place]) => [place, headings[field]]));
  return header.map((heading, place) => {
    const name = named.get(place) ?? '';
    return name === headings.date ? `${name} (${clockOfHeading(heading)})` : name;
  });
}
