import {
  columnsOf,
  currencyInHeadings,
  settlementLayouts,
  type SettlementField,
} from '@gurukul/contract/shared/files/settlement-layouts';

/** What a column of a statement may be, with the heading under which the server knows it. */
const headings = {
  date: 'date',
  description: 'description',
  reference: 'reference',
  debit: 'debit',
  credit: 'credit',
  amount: 'amount',
  direction: 'drcr',
  balance: 'balance',
} as const satisfies Partial<Record<SettlementField, string>>;

export type StatementField = keyof typeof headings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names of the keys
export const statementFields = Object.keys(headings) as readonly StatementField[];

/** The place of each column that the file has, and the currency, which no column says. */
export interface StatementChoice {
  readonly currency: string;
  readonly places: ReadonlyMap<StatementField, number>;
}

const usualCurrency = 'INR';

/** What the headings say by themselves. */
export function planStatement(header: readonly string[]): StatementChoice {
  const layout = settlementLayouts.find(({ service }) => service === 'bank');
  const known = layout === undefined ? {} : columnsOf(layout, header);
  const places = statementFields.flatMap((field) => {
    const place = known[field];
    return place === undefined ? [] : [[field, place] as const];
  });
  return { currency: currencyInHeadings(header) ?? usualCurrency, places: new Map(places) };
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

/** The header with the names that the server knows; columns that were not chosen have none. */
export function namedHeader(width: number, { places }: StatementChoice): string[] {
  const named = new Map(Array.from(places, ([field, place]) => [place, headings[field]]));
  return Array.from({ length: width }, (_, place) => named.get(place) ?? '');
}
