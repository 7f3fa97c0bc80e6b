import {
  columnsOf,
  currencyInHeadings,
  fits,
  settlementFields,
  settlementLayouts,
  type SettlementColumns,
  type SettlementField,
  type SettlementLayout,
} from '@gurukul/contract/shared/files/settlement-layouts';

import { isCurrency } from '@gurukul/contract/shared/money/money';
import { clockOfHeading, readDate } from '@gurukul/contract/shared/written/date';
import { choiceOf, placesIn, type Choice } from '#web/lib/files/columns.ts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import type { Table } from '#web/lib/files/table.ts';

export type LayoutName = SettlementLayout['name'];
export type StatementColumns = Choice<SettlementField>;

/** Whose file it is, its columns, and the currency of rows that say none. */
export interface StatementChoice {
  readonly layout: LayoutName;
  readonly currency: string;
  readonly columns: StatementColumns;
}

const usualCurrency = 'INR';

export const layoutNamed = (name: LayoutName): SettlementLayout =>
  settlementLayouts.find((layout) => layout.name === name)!;

/** What a column of a file of this layout may be. */
export const fieldsIn = (name: LayoutName): readonly SettlementField[] =>
  settlementFields.filter((field) => layoutNamed(name).headings[field] !== undefined);

/** The layout of a file whose columns were chosen so before. */
export const layoutOfChoice = (columns: StatementColumns): LayoutName =>
  settlementLayouts.find(
    ({ name }) =>
      settlementFields.every((field) => columns[field] === undefined || fieldsIn(name).includes(field)) &&
      isEnough({ layout: name, columns }),
  )?.name ?? 'bank';

/** The layout that has the most of what it needs, at least the half; else a statement of a bank. */
function likeliest(placesOf: (layout: SettlementLayout) => SettlementColumns): LayoutName {
  const shares = settlementLayouts.map((layout) => {
    const places = placesOf(layout);
    const { name, needs } = layout;
    return { name, share: needs.filter((field) => places[field] !== undefined).length / needs.length };
  });
  const most = Math.max(0.5, ...shares.map(({ share }) => share));
  return shares.findLast(({ share }) => share === most)?.name ?? 'bank';
}

/** The date and the description of a statement whose headings nobody knows: the one column of dates, and that of words. */
function withValues(
  places: SettlementColumns,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): SettlementColumns {
  const open = header.map((_, place) => place).filter((place) => !Object.values(places).includes(place));
  const today = new Date().toISOString().slice(0, 10);
  const only = (is: (cell: string) => boolean) => {
    const fitting = open.filter((place) => {
      const cells = rows.map((cells) => cells[place]?.trim() ?? '').filter((cell) => cell !== '');
      return cells.length * 2 > rows.length && cells.every(is);
    });
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  const isDate = (cell: string) => readDate(cell, today) !== null;
  const date = places.date ?? only(isDate);
  const description = places.description ?? only((cell) => /\p{L}{2}/u.test(cell) && !isDate(cell));
  return {
    ...places,
    ...(date === undefined ? {} : { date }),
    ...(description === undefined ? {} : { description }),
  };
}

/** What the headings say by themselves, of a file of this layout or of the likeliest. */
export function planStatement(
  header: readonly string[],
  lines: readonly SheetLine[] = [],
  named?: LayoutName,
): StatementChoice {
  const rows = lines.slice(0, 200).map(({ cells }) => cells);
  const placesOf = (layout: SettlementLayout) => columnsOf(layout, header, rows).places;
  const name = named ?? likeliest(placesOf);
  const byName = placesOf(layoutNamed(name));
  const known = name === 'bank' ? withValues(byName, header, rows) : byName;
  const columns = choiceOf(
    fieldsIn(name).flatMap((field) => {
      const place = known[field];
      return place === undefined ? [] : [[field, [place]] as const];
    }),
  );
  const said = rows.map((cells) => cells[known.currency ?? -1]?.trim().toUpperCase() ?? '').find(isCurrency);
  return { layout: name, currency: currencyInHeadings(header) ?? said ?? usualCurrency, columns };
}

/** True when the columns are enough for a file of this layout. */
export const isEnough = ({ layout, columns }: Pick<StatementChoice, 'layout' | 'columns'>): boolean =>
  fits(layoutNamed(layout), (field) => columns[field] !== undefined);

/** The header with the names that the server knows, and the clock of dates; columns that were not chosen have none. */
export function namedHeader(
  { header, lines }: Table,
  { layout, columns }: Pick<StatementChoice, 'layout' | 'columns'>,
): string[] {
  const { headings } = layoutNamed(layout);
  const named = new Map(fieldsIn(layout).map((field) => [columns[field]?.[0], field]));
  return Array.from({ length: 1 + Math.max(-1, ...placesIn({ header, lines })) }, (_, place) => {
    const field = named.get(place);
    const name = field === undefined ? '' : (headings[field]?.[0] ?? '');
    return field === 'date' || field === 'paid_on'
      ? `${name} (${clockOfHeading(header[place] ?? '')})`
      : name;
  });
}
