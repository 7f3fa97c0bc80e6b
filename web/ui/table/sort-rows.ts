import { locale } from '#web/texts/language.ts';

interface Sortable<Row> {
  readonly id: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly sortable?: boolean;
}

type Value = string | number;

/** "Week 2" before "Week 10", and letters in any case. */
const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'accent' });

const compare = (one: Value, other: Value) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : words.compare(String(one), String(other));

/** The rows by a column's id, with a minus in front when descending. Rows without a value come last in both orders. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sort: string,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort.replace(/^-/, ''));
  if (!column || column.sortable === false) return rows;
  const sign = sort.startsWith('-') ? -1 : 1;
  // Each value is read once: a cell's text may be costly.
  return rows
    .map((row) => ({ row, value: column.value(row) ?? undefined }))
    .toSorted((one, other) => {
      if (one.value === undefined || other.value === undefined)
        return Number(one.value === undefined) - Number(other.value === undefined);
      return sign * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}
