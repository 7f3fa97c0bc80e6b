import type pg from 'pg';
import sql from 'sql-template-tag';
import { int, row } from '#server/db/columns.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { linesAfter } from './lines.ts';
import type { SecurityLine } from './lines.ts';

const atOnce = 500;
const everyMs = 5_000;

const sentRow = row({ entry_id: int });

/**
 * Writes the entries that have not gone out yet. One process at a time does it. A process that dies in between writes
 * some again, so a reader goes by their numbers. Says whether there are more.
 */
export const streamOnce = (pool: pg.Pool, write: (line: SecurityLine) => void): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const sent = await maybeOne(
      tx,
      sentRow,
      sql`
        select s.entry_id from security_stream s
        where exists (select from security_entries e where e.id > s.entry_id)
        for update of s skip locked
      `,
    );
    if (sent === null) return false;
    const lines = await linesAfter(tx, sent.entry_id, atOnce, sql`true`);
    for (const line of lines) write(line);
    const last = lines.at(-1);
    if (last !== undefined) {
      await run(
        tx,
        sql`update security_stream set entry_id = ${last.entry_id}, hash = decode(${last.hash}, 'hex')`,
      );
    }
    return lines.length === atOnce;
  });

/** Sends the security log to the process's own log, one JSON line an entry. */
export const streamLook = (pool: pg.Pool, write: (line: SecurityLine) => void): Look => ({
  look: () => streamOnce(pool, write),
  everyMs,
  failure: 'the security log could not be streamed',
});
