import type { RawValue, Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';

type Statement<Result> = (text: TemplateStringsArray, ...values: RawValue[]) => Promise<Result>;

const rowsOf = async <Row extends object>(db: Db, query: Sql): Promise<Row[]> =>
  (await db.query<Row>(query)).rows;

/**
 * Statements of tests: run(db)`delete from notes`. Tests declare rows by type only; their expectations check them.
 */
export function many<Row extends object>(db: Db): Statement<Row[]>;
export function many<Row extends object>(db: Db, query: Sql): Promise<Row[]>;
export function many<Row extends object>(db: Db, given?: Sql) {
  const statement: Statement<Row[]> = (...query) => rowsOf<Row>(db, sql(...query));
  return given === undefined ? statement : rowsOf<Row>(db, given);
}

export function one<Row extends object>(db: Db): Statement<Row>;
export function one<Row extends object>(db: Db, query: Sql): Promise<Row>;
export function one<Row extends object>(db: Db, given?: Sql) {
  const only = async (query: Sql) => {
    const rows = await rowsOf<Row>(db, query);
    if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
    return rows[0]!;
  };
  const statement: Statement<Row> = (...query) => only(sql(...query));
  return given === undefined ? statement : only(given);
}

export const maybeOne =
  <Row extends object>(db: Db): Statement<Row | null> =>
  async (...query) => {
    const rows = await many<Row>(db)(...query);
    if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
    return rows[0] ?? null;
  };

/** The number of rows that it touched. */
export const run =
  (db: Db): Statement<number> =>
  async (...query) =>
    (await db.query(sql(...query))).rowCount ?? 0;
