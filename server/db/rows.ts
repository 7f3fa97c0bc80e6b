import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import type { RowOf, RowType } from './columns.ts';
import { wrongColumns } from './columns.ts';
import type { Db } from './pool.ts';

/** Tests set `tell`, which gets every value of a wrong type (server/test/check-rows.ts). */
export const inTests: { tell: ((problem: string) => void) | null } = { tell: null };

/** Returns all rows. */
export async function many<R extends RowType>(db: Db, type: R, query: Sql): Promise<RowOf<R>[]> {
  const { rows, fields } = await db.query<RowOf<R>>(query);
  const wrong = wrongColumns(type, fields) ?? (inTests.tell === null ? null : wrongValues(type, rows));
  if (wrong === null) return rows;
  const problem = `rows are not as declared: ${wrong}\n${query.text}`;
  inTests.tell?.(problem);
  throw new Error(problem);
}

function wrongValues(type: RowType, rows: readonly object[]): string | null {
  const { error } = z.array(type).safeParse(rows);
  return error === undefined ? null : z.prettifyError(error);
}

/** Returns the only row; throws unless there is exactly one. */
export async function one<R extends RowType>(db: Db, type: R, query: Sql): Promise<RowOf<R>> {
  const rows = await many(db, type, query);
  if (rows.length !== 1 || rows[0] === undefined) throw new Error(`expected one row, got ${rows.length}`);
  return rows[0];
}

/** Returns the row, or null when there is none; throws when there are more. */
export async function maybeOne<R extends RowType>(db: Db, type: R, query: Sql): Promise<RowOf<R> | null> {
  const rows = await many(db, type, query);
  if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
  return rows[0] ?? null;
}

/** Runs a statement for its effect and returns the number of rows it touched. */
export async function run(db: Db, query: Sql): Promise<number> {
  const { rowCount } = await db.query(query);
  return rowCount ?? 0;
}

/** Says whether the statement finds any row. */
export const exists = async (db: Db, query: Sql): Promise<boolean> => (await run(db, query)) > 0;
