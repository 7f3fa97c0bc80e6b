import { Checkbox, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Fragment, use, useCallback, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useNamedLike } from '#web/lib/use-named-like.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';
import type { TableDisplay } from '#web/lib/address/table-search.ts';
import type { Address } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './data-table.module.css';
import { TableBar } from './bar.tsx';
import { HiddenColumns, shownColumns, stacked } from './columns.ts';
import { useRowKeys } from './keys.ts';
import { DataTablePager } from './pager.tsx';
import { keep } from './aria.ts';
import { PhoneSort, SortableHeader } from './sort.tsx';
import { sortRows } from './sort-rows.ts';
import { SavedViewsPlace } from './saved-views-place.ts';
import { TableViewMenu } from './view.tsx';
import { TablePhoneRow, TableRow, tickBox, toggled, type Tick } from './row.tsx';
import { EmptyState, FailedState } from '../feedback/states.tsx';
import { TableExport } from './export.tsx';
import { useInPieces } from './use-in-pieces.ts';

export interface Column<Row> {
  id: string;
  header: string;
  /** What is seen of it, where the column is narrow; with the whole header for who listens. */
  head?: ReactNode;
  /** A `HelpMark` beside the header, for words that a newcomer cannot know. */
  help?: ReactNode;
  /** The text of the cell; sorting and searching use it. */
  value: (row: Row) => string | number | null | undefined;
  /** What stands in an exported file, where `value` is made for sorting. */
  exported?: (row: Row) => string | number | null | undefined;
  /** How the cell looks, where plain text does not do. */
  cell?: (row: Row) => ReactNode;
  /** Off for columns whose order means nothing. */
  sortable?: boolean;
  align?: 'start' | 'end' | 'center';
  width?: number | string;
  /** Shown only where somebody chose it. */
  isOptional?: boolean;
  /** On wide screens it is a second line in the cells of this column, if that is shown. */
  under?: string;
  /** Part of a closed row on phones: `line` stands under the row's name, `end` at the end. An open row shows all columns. */
  onPhone?: 'line' | 'end';
  /** What stands in a closed row instead of a cell with a link or a button. */
  plain?: (row: Row) => ReactNode;
}

/** Page, size, order and look of a table, wherever they are stored: `useTableSearch` stores them in the address. */
export interface TableView {
  readonly page: number;
  readonly size: number;
  readonly sizes?: readonly number[] | undefined;
  readonly sort: string;
  /** Absent: the table looks as it was made. */
  readonly display?: TableDisplay;
  /** `replace` for a page that no person chose. */
  setPage(page: number, how?: 'replace'): void;
  setSize(size: number): void;
  setSort(sort: string): void;
}

export interface Selection<Row> {
  /** Row ids. */
  readonly selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
  /** Names a row's box: "Select Asha Rao". */
  nameOf: (row: Row) => string;
  /** Rows that cannot be chosen have no box; absent where every row can. */
  canSelect?: (row: Row) => boolean;
}

const hasBox = <Row,>({ canSelect }: Selection<Row>, row: Row) => canSelect?.(row) ?? true;

export interface RowsQuery {
  readonly data: unknown;
  /** `isFinal`: another try would end the same way. */
  readonly error: { readonly message: string; readonly isFinal?: boolean } | null;
  readonly isPlaceholderData?: boolean;
  refetch(): unknown;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  /** Best kept outside the component. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Absent: one page with all rows. */
  view?: TableView;
  /** All rows there are, when `rows` is the one page that the server sent, already sorted. */
  total?: number | undefined;
  /** Only rows of whose columns one is like this text; for rows that are all here. */
  filter?: string;
  selection?: Selection<Row>;
  /** Where a row leads; its first cell becomes the link and the whole row can be clicked. */
  rowHref?: (row: Row) => Address;
  /** Last column, for buttons; null for a row with none. */
  rowActions?: (row: Row) => ReactNode;
  /** Names a row on the button behind which its actions wait on wide screens: they are never wider than it. */
  foldActions?: (row: Row) => string;
  /** Of rows in an order that makes groups: the heading of a row's group, '' for none. It stands where another begins. */
  groupOf?: ((row: Row) => string) | undefined;
  isLoading?: boolean;
  /** The rows are older than the request; the new rows are loading. */
  isStale?: boolean;
  /** What asks for the rows: its error is shown until there are some, with another try. */
  query?: RowsQuery;
  emptyText?: string;
  /** What to do next, below it. */
  emptyHint?: string | undefined;
  /** What comes next where there are no rows. */
  emptyAction?: ReactNode;
  /** Height in px beyond which the table scrolls by itself. Without it, only the page scrolls. */
  maxHeight?: number;
  /** The search box of the list. */
  search?: ReactNode;
  /** Its filters, as `FilterChip`s. */
  filters?: ReactNode;
  /** Offers all matching rows as a file that is made here; with a page of the server's, `fetchRows` brings them. */
  canExport?: boolean;
  fetchRows?: () => Promise<readonly Row[]>;
  /** Above the table, at its end. */
  tools?: ReactNode;
  /** On phones a row has two lines and opens in place; `scroll` keeps the grid, for tables that only make sense as one. */
  phone?: 'rows' | 'scroll';
}

const none: never[] = [];
const nobody: ReadonlySet<string> = new Set();
const everything = 1_000_000;

/** A view of its own for tables that have no place in the address. */
export function useLocalView(size: number, sizes?: readonly number[]): TableView {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState(size);
  const [sort, setSort] = useState('');
  const [cols, setCols] = useState('');
  const [isDense, setDense] = useState(true);
  return {
    page,
    size: chosen,
    sizes,
    sort,
    display: {
      cols,
      isDense,
      setCols,
      setDense,
      reset: () => {
        setCols('');
        setDense(true);
      },
    },
    setPage,
    setSize: (next) => {
      setChosen(next);
      setPage(1);
    },
    setSort: (next) => {
      setSort(next);
      setPage(1);
    },
  };
}

/** The rows of which some column is like the text, as the table filters them; all for an empty text. */
export function useFiltered<Row>(
  columns: DataTableProps<Row>['columns'],
  rows: readonly Row[] | undefined,
  text: string,
) {
  const isLike = useNamedLike(text !== '')(text);
  return text ? rows?.filter((row) => columns.some(({ value }) => isLike(String(value(row) ?? '')))) : rows;
}

function useRows<Row>({ columns, rows, view, total, filter }: DataTableProps<Row>) {
  const isServers = total !== undefined;
  const shown = useFiltered(columns, rows, isServers ? '' : (filter?.trim() ?? ''));
  const size = view?.size ?? everything;
  const count = total ?? shown?.length ?? 0;
  // Rows may have gone since the address was written: show the last page rather than none.
  const page = rows ? Math.min(view?.page ?? 1, Math.max(1, Math.ceil(count / size))) : (view?.page ?? 1);
  const all = isServers ? (shown ?? none) : sortRows(shown ?? none, columns, view?.sort ?? '');
  const first = isServers ? 0 : (page - 1) * size;
  return { pageRows: all.slice(first, first + size), allRows: all, count, page };
}

/** Ticks a row in the current selection. It is always the same function, so no row is rendered because of it. */
function useTick<Row>(selection: Selection<Row> | undefined): Tick {
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useCallback((id, on) => {
    const now = latest.current;
    if (!now) return;
    const selected = toggled(now.selected, [id], on);
    // The next tick may come before this one is drawn.
    latest.current = { ...now, selected };
    now.onChange(selected);
  }, []);
}

const ungrouped = () => '';

const GroupHeading = ({ text, columns }: { text: string; columns: number }) => (
  <tr {...keep.row} className={classes.group}>
    <td {...keep.cell} colSpan={columns}>
      {text}
    </td>
  </tr>
);

const skeletonRows = [0, 1, 2, 3, 4];

const wide = '(min-width: 48em)';

/** From this number of columns on, a table shows them closer together. */
const manyColumns = 7;

/**
 * Marks a table that is wider than its frame, so that the frame scrolls sideways. Every other table leaves all scrolling
 * to the page, and its head stays in sight there.
 */
function watchWidth(frame: HTMLElement | null) {
  const table = frame?.querySelector('table');
  if (!frame || !table) return undefined;
  const observer = new ResizeObserver(() =>
    frame.toggleAttribute('data-scrolls', table.offsetWidth > frame.clientWidth + 1),
  );
  observer.observe(frame);
  observer.observe(table);
  return () => observer.disconnect();
}

interface KeysHintProps {
  id: string;
  opens: boolean;
  selects: boolean;
}

/** Seen while a row has the keyboard's focus, and said once where a screen reader enters the table. */
function KeysHint({ id, opens, selects }: KeysHintProps) {
  const t = texts.ui.rowKeys;
  const keys = [t.move, opens ? t.open : '', selects ? t.select : '', t.leave];
  return (
    <p id={id} className={classes.keys}>
      {keys.filter(Boolean).join(', ')}
    </p>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return skeletonRows.map((row) => (
    <tr key={row} {...keep.row} className={classes.skeleton}>
      {Array.from({ length: columns }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- placeholders have no identity
        <td key={index} {...keep.cell}>
          <Skeleton height={14} radius="sm" />
        </td>
      ))}
    </tr>
  ));
}

/** The portal's one table. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rowId,
    view,
    selection,
    rowHref,
    rowActions,
    foldActions,
    groupOf = ungrouped,
    query,
    maxHeight,
    canExport = false,
    fetchRows,
    tools,
    search,
    filters,
    isStale = query?.isPlaceholderData ?? false,
    phone = 'rows',
  } = props;
  const error = query?.data === undefined ? query?.error : null;
  const onRetry = () => void query?.refetch();
  const { pageRows, allRows, count, page } = useRows(props);
  const isLoading = props.isLoading ?? (props.rows === undefined && !error);
  const hintId = useId();
  const viewParts = use(SavedViewsPlace);
  const { body, onTableFocus, rowsProps } = useRowKeys(isLoading);
  const tick = useTick(selection);
  const ticked = useInPieces(selection?.selected ?? nobody);
  const isPrinting = usePrinting();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  if (error?.isFinal) return <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />;
  if (error && !search && !filters) return <FailedState message={error.message} onRetry={onRetry} />;

  const offered = selection ? allRows.filter((row) => hasBox(selection, row)).map(rowId) : [];
  const chosen = offered.filter((id) => selection?.selected.has(id)).length;
  const isEmpty = !isLoading && pageRows.length === 0;
  const selectAll = (on: boolean) => {
    if (selection) selection.onChange(toggled(selection.selected, offered, on));
  };
  const display = view?.display;
  const shown = shownColumns(columns, display?.cols ?? '');
  const cells = stacked(shown);
  const width = cells.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);

  const Row = isWide || isPrinting || phone === 'scroll' ? TableRow : TablePhoneRow;
  const phoneSort =
    view && !isWide && phone === 'rows' && !isEmpty ? <PhoneSort columns={columns} view={view} /> : null;
  const bar = (
    <TableBar
      search={search}
      filters={filters}
      sort={phoneSort}
      tools={
        <>
          {display?.views && viewParts && !isLoading ? (
            <viewParts.Tabs label={label} table={display.views} />
          ) : null}
          {display ? (
            <TableViewMenu label={label} columns={columns} display={display} isEmpty={isEmpty} />
          ) : null}
          <HiddenColumns value={columns.length - shown.length}>
            {canExport ? (
              <TableExport
                label={label}
                columns={columns}
                shown={shown}
                count={isLoading ? undefined : count}
                fetchRows={fetchRows ?? (() => allRows)}
              />
            ) : null}
            {tools}
          </HiddenColumns>
        </>
      }
    />
  );

  const frame = (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only hands the focus on to its rows */}
      <section
        ref={watchWidth}
        className={classes.frame}
        style={{ '--table-height': maxHeight ? `${maxHeight}px` : undefined }}
        data-tall={maxHeight === undefined ? undefined : true}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard; with rows, it is by them
        tabIndex={isLoading || isEmpty ? 0 : -1}
        onFocus={onTableFocus}
      >
        <table
          {...keep.table}
          aria-label={label}
          aria-busy={isLoading || isStale}
          data-stale={isStale || undefined}
          aria-rowcount={count}
          aria-describedby={isLoading || isEmpty ? undefined : hintId}
          data-actions={(rowActions && !isLoading && !isEmpty) || undefined}
          data-many={shown.length >= manyColumns || undefined}
          className={classes.table}
        >
          <thead {...keep.rowgroup}>
            <tr {...keep.row}>
              {selection ? (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the box
                <th
                  {...keep.columnheader}
                  className={classes.box}
                  data-label={texts.ui.selectAll}
                  onClick={tickBox}
                >
                  <Checkbox
                    aria-label={texts.ui.selectAll}
                    disabled={offered.length === 0}
                    checked={chosen > 0 && chosen === offered.length}
                    indeterminate={chosen > 0 && chosen < offered.length}
                    onChange={(event) => selectAll(event.currentTarget.checked)}
                  />
                </th>
              ) : null}
              {cells.map((cell) => (
                <SortableHeader key={cell.column.id} {...cell} view={view} />
              ))}
              {rowActions ? <th {...keep.columnheader}>{texts.ui.actions}</th> : null}
            </tr>
          </thead>
          <tbody {...keep.rowgroup} ref={body} {...rowsProps}>
            {isLoading ? <SkeletonRows columns={width} /> : null}
            {isLoading
              ? null
              : pageRows.map((row, index) => {
                  const before = pageRows[index - 1];
                  const group = groupOf(row);
                  const isNew = group !== '' && (before === undefined || groupOf(before) !== group);
                  return (
                    <Fragment key={rowId(row)}>
                      {isNew ? <GroupHeading text={group} columns={width} /> : null}
                      <Row
                        id={rowId(row)}
                        row={row}
                        columns={shown}
                        nameOf={selection?.nameOf}
                        hasBox={selection !== undefined && hasBox(selection, row)}
                        isSelected={ticked.has(rowId(row))}
                        onTick={tick}
                        rowHref={rowHref}
                        rowActions={rowActions}
                        foldActions={isWide ? foldActions : undefined}
                      />
                    </Fragment>
                  );
                })}
          </tbody>
        </table>
        {isEmpty ? (
          <EmptyState title={props.emptyText ?? texts.ui.noRecords} action={props.emptyAction}>
            {props.emptyHint}
          </EmptyState>
        ) : null}
      </section>
      {view && !isLoading && count > 0 ? (
        <DataTablePager label={label} view={view} page={page} count={count} />
      ) : null}
    </>
  );

  return (
    <div
      className={classes.root}
      data-phone={phone}
      data-dense={(display?.isDense ?? true) || undefined}
      data-busy={isLoading || isStale || undefined}
      data-table
    >
      {bar}
      {error ? <FailedState message={error.message} onRetry={onRetry} /> : frame}
      {error ? null : (
        <KeysHint id={hintId} opens={rowHref !== undefined} selects={selection !== undefined} />
      )}
    </div>
  );
}
