import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { FailedState, LoadingState } from '../feedback/states.tsx';
import { SearchBox } from '../form/search-box.tsx';
import classes from './card-list.module.css';
import { useFiltered, type RowsQuery, type TableView } from './data-table.tsx';
import { DataTablePager } from './pager.tsx';

interface CardListProps<Row> {
  title: string;
  /** What it lists, for screen readers. */
  label: string;
  /** The id of the list, where the focus is led here from elsewhere. */
  anchor?: string;
  actions?: ReactNode;
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => number;
  view: TableView & { readonly q: string; setQuery(q: string): void };
  /** It stands there where the cards need more than one page. `of`: what it finds. */
  search: { readonly label: string; readonly of: (row: Row) => string };
  query: RowsQuery;
  /** Stands before the first card. */
  first?: ReactNode;
  /** Said where there are no cards at all, or none like the search. */
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}

/** Things that one looks at rather than reads in columns: a card each, page by page. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { title, label, anchor, actions, rows, rowId, view, search, query, first, empty, children } = props;
  const titleId = useId();
  const found = useFiltered([{ id: 'all', header: '', value: search.of }], rows, view.q.trim());
  const count = found?.length ?? 0;
  const page = Math.min(view.page, Math.max(1, Math.ceil(count / view.size)));
  const shown = found?.slice((page - 1) * view.size, page * view.size);
  return (
    <section id={anchor} tabIndex={anchor ? -1 : undefined} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {actions}
        {view.q || (rows && rows.length > view.size) ? (
          <SearchBox
            label={search.label}
            placeholder={search.label}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        ) : null}
      </div>
      {!shown && query.error ? (
        <FailedState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : null}
      {shown || query.error ? null : <LoadingState />}
      <ul className={classes.cards} aria-label={label}>
        {first ? <li>{first}</li> : null}
        {shown?.map((row) => (
          <li key={rowId(row)} className={classes.card}>
            {children(row)}
          </li>
        ))}
      </ul>
      {shown?.length === 0 ? empty : null}
      {count > view.size ? <DataTablePager label={label} view={view} page={page} count={count} /> : null}
    </section>
  );
}
