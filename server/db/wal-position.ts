import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from './columns.ts';
import { float, row, text } from './columns.ts';

/**
 * How far the primary's log was on the disk at a moment: all that had been acknowledged to anybody lies before it. Bytes
 * since the beginning of the log; they can be compared on one timeline only, of which every promotion begins a new one.
 */
export interface Position {
  readonly timeline: number;
  readonly bytes: number;
}

export const positionRow = row({ timeline: text, position: float });
export type PositionRow = RowOf<typeof positionRow>;

/** Two columns of a statement on the primary. Fails on a replica. */
export const positionColumns: Sql = sql`
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
  (pg_current_wal_flush_lsn() - '0/0')::float8 as position
`;

export const positionOf = ({ timeline, position }: PositionRow): Position => ({
  timeline: Number.parseInt(timeline, 16),
  bytes: position,
});
