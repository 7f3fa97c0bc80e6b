import type { Db } from '../pool.ts';

// Limits the text of one statement, and so the memory of a start on a small machine.
const rowsAtOnce = 20_000;

/**
 * Inserts rows with the ids they name, thousands per statement. Table and column names come from the seed's own source,
 * never from outside. All rows of a call have the same columns.
 */
export async function insertRows(db: Db, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    await db.query({
      text: `insert into ${table} (${columns}) overriding system value
             select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      values: [JSON.stringify(rows.slice(first, first + rowsAtOnce))],
    });
  }
}

/** Sets the id sequences behind the inserted ids. */
export async function continueIds(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await db.query({
      text: `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table}`,
      values: [table],
    });
  }
}

/** Gives the rows ids from 1 on. */
export function numbered<T extends object>(rows: readonly T[]): ({ id: number } & T)[] {
  return rows.map((row, index) => Object.assign({ id: index + 1 }, row));
}
