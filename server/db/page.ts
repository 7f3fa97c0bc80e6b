import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** A page of a list, counted from 1. */
export interface Window {
  readonly page: number;
  readonly pageSize: number;
}

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
