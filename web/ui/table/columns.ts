import { createContext } from 'react';

interface Identified {
  readonly id: string;
  /** Shown only where somebody chose it. */
  readonly isOptional?: boolean;
}

/** The columns that `cols` names, in their own order. The first one names the row, so it is always among them. */
export function shownColumns<C extends Identified>(columns: readonly C[], cols: string): readonly C[] {
  const chosen = new Set(cols.split('.'));
  // An address may be older than the columns. If it names none of them, the usual ones are shown.
  const isChosen = columns.some(({ id }) => chosen.has(id));
  const shown = columns.filter(({ id, isOptional }, index) =>
    isChosen ? index === 0 || chosen.has(id) : !isOptional,
  );
  return shown.length === columns.length ? columns : shown;
}

interface Stacked extends Identified {
  readonly under?: string;
}

/** The columns of a wide table, each with those that stand as a second line in its cells. */
export const stacked = <C extends Stacked>(columns: readonly C[]) =>
  columns
    .filter(({ under }) => !columns.some(({ id }) => id === under))
    .map((column) => ({ column, below: columns.filter(({ under }) => under === column.id) }));

/** How an address names these columns; '' where they are the usual ones. */
export const colsOf = (columns: readonly Identified[], shown: ReadonlySet<string>) =>
  columns.every(({ id, isOptional = false }, index) => index === 0 || shown.has(id) !== isOptional)
    ? ''
    : columns
        .filter(({ id }, index) => index === 0 || shown.has(id))
        .map(({ id }) => id)
        .join('.');

/** How many columns of the table around it are hidden, for an export that takes them all the same. */
export const HiddenColumns = createContext(0);
