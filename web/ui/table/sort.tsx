import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { texts } from '#web/texts/texts.ts';
import { keep } from './aria.ts';
import classes from './data-table.module.css';
import type { Column, TableView } from './data-table.tsx';
import { FilterChip } from './filter-chip.tsx';

const directionOf = (sort: string, id: string) => {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : 'none';
};

/** As listed, up, down, and as listed again. */
const nextSort = (sort: string, id: string) => {
  if (sort === id) return `-${id}`;
  return sort === `-${id}` ? '' : id;
};

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

const none: never[] = [];

interface SortableHeaderProps<Row> {
  column: Column<Row>;
  below?: readonly Column<Row>[];
  view: TableView | undefined;
}

/** The head of a column, and of those that stand as a second line in its cells. Each sorts by itself. */
export function SortableHeader<Row>({ column, below = none, view }: SortableHeaderProps<Row>) {
  const all = [column, ...below];
  const sorted = all.find(({ id }) => view && directionOf(view.sort, id) !== 'none') ?? column;
  const canSort = view && all.some(({ sortable }) => sortable !== false);
  return (
    <th
      {...keep.columnheader}
      data-align={column.align}
      aria-sort={canSort ? directionOf(view.sort, sorted.id) : undefined}
      style={column.width ? { width: column.width } : undefined}
    >
      {all.map((one, place) => (
        <span key={one.id} className={place > 0 ? classes.below : undefined}>
          <HeadWords column={one} view={view} />
        </span>
      ))}
    </th>
  );
}

function HeadWords<Row>({ column, view }: Omit<SortableHeaderProps<Row>, 'below'>) {
  if (!view || column.sortable === false) {
    return (
      <>
        {column.head ?? column.header}
        {column.help}
      </>
    );
  }
  const direction = directionOf(view.sort, column.id);
  const Icon = icons[direction];
  return (
    <>
      <button
        type="button"
        className={classes.sort}
        onClick={() => view.setSort(nextSort(view.sort, column.id))}
      >
        {column.header}
        <Icon aria-hidden size={14} data-idle={direction === 'none' || undefined} />
      </button>
      {column.help}
    </>
  );
}

interface PhoneSortProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView;
}

/** On phones a list has no header row: the order is chosen here. */
export function PhoneSort<Row>({ columns, view }: PhoneSortProps<Row>) {
  const sortable = columns.filter((column) => column.sortable !== false);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ id, header }) => [
    { value: id, label: texts.ui.ascending({ name: header }) },
    { value: `-${id}`, label: texts.ui.descending({ name: header }) },
  ]);
  return (
    <FilterChip
      label={texts.ui.sortBy}
      value={view.sort}
      options={[{ value: '', label: texts.ui.unsorted }, ...options]}
      onChange={(sort) => view.setSort(sort)}
    />
  );
}
