import type { Sql } from 'sql-template-tag';
import type { Db } from '../db/pool.ts';

/** Tests declare the rows of their own statements by type only; their expectations check them. */
export async function many<Row extends object>(db: Db, query: Sql): Promise<Row[]> {
  const { rows } = await db.query<Row>(query);
  return rows;
}

export async function one<Row extends object>(db: Db, query: Sql): Promise<Row> {
  const rows = await many<Row>(db, query);
  if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return rows[0]!;
}

export async function maybeOne<Row extends object>(db: Db, query: Sql): Promise<Row | null> {
  const rows = await many<Row>(db, query);
  if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
  return rows[0] ?? null;
}
