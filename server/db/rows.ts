import type { Sql } from 'sql-template-tag';
import type { Db } from './pool.ts';

/** Every row. */
export async function many<Row extends object>(db: Db, query: Sql): Promise<Row[]> {
  const { rows } = await db.query<Row>(query);
  return rows;
}

/** The one row there must be. */
export async function one<Row extends object>(db: Db, query: Sql): Promise<Row> {
  const rows = await many<Row>(db, query);
  if (rows.length !== 1 || rows[0] === undefined) throw new Error(`expected one row, got ${rows.length}`);
  return rows[0];
}

/** The row, or null when there is none. */
export async function maybeOne<Row extends object>(db: Db, query: Sql): Promise<Row | null> {
  const rows = await many<Row>(db, query);
  if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
  return rows[0] ?? null;
}

/** Runs a statement for its effect; how many rows it touched. */
export async function run(db: Db, query: Sql): Promise<number> {
  const { rowCount } = await db.query(query);
  return rowCount ?? 0;
}
