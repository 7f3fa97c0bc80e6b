import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { int, list, row } from './columns.ts';
import type { Db } from './pool.ts';
import { one } from './rows.ts';

/** A page of a list, counted from 1. */
export interface Window {
  readonly page: number;
  readonly pageSize: number;
}

const usualSize = 10;

/** The page that a caller asks for, by its number or its size; null for the whole list. */
export const windowOf = (page: number | undefined, pageSize: number | undefined): Window | null =>
  page === undefined && pageSize === undefined ? null : { page: page ?? 1, pageSize: pageSize ?? usualSize };

/** Limits a select to the rows of the page; to all rows for null. */
export const limitTo = (window: Window | null): Sql =>
  window === null
    ? sql``
    : sql`limit ${window.pageSize}::bigint offset ${(window.page - 1) * window.pageSize}::bigint`;

/**
 * Orders by one column, named as on the wire, with a minus in front for descending; '' is the default. The id decides
 * between equal rows, so that no row is on two pages.
 */
export function orderBy<S extends string>(
  columns: Readonly<Record<S, string>>,
  sort: S | `-${S}` | '' | null | undefined,
  usual: `-${S}` | '-id',
  id: string,
): Sql {
  const wanted: string = sort || usual;
  const isDown = wanted.startsWith('-');
  const found = Object.entries<string>(columns).find(([name]) => name === wanted.replace(/^-/, ''));
  const direction = isDown ? 'desc' : 'asc';
  return raw(`order by ${found === undefined ? '' : `${found[1]} ${direction}, `}${id} ${direction}`);
}

const pageOfIds = row({ ids: list(int), total: int });

/**
 * The ids of a page, in order, and the number of all rows. `rows` is `from … where …`. What costs much is then read for
 * these ids alone.
 */
export const idsOfPage = (db: Db, id: Sql, rows: Sql, order: Sql, window: Window | null) =>
  one(
    db,
    pageOfIds,
    sql`select array(select ${id} ${rows} ${order} ${limitTo(window)}) as ids, (select count(*) ${rows}) as total`,
  );

/** These rows in the order of their ids. */
export function inOrder<Row>(
  ids: readonly number[],
  rows: readonly Row[],
  idOf: (row: Row) => number,
): Row[] {
  const found = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
