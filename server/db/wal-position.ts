import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from './columns.ts';
import { float, row, text } from './columns.ts';

/**
 * How far the primary's log was on disk at a moment. Everything acknowledged by then lies before it. In bytes since the
 * beginning of the log. Positions compare on one timeline only, and every promotion begins a new timeline.
 */
export interface WalPosition {
  readonly timeline: number;
  readonly bytes: number;
}

export const positionRow = row({ timeline: text, position: float });
export type PositionRow = RowOf<typeof positionRow>;

/** Two columns for a select on the primary. They fail on a replica. */
export const positionColumns: Sql = sql`
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
  (pg_current_wal_flush_lsn() - '0/0')::float8 as position
`;

export const positionOf = ({ timeline, position }: PositionRow): WalPosition => ({
  timeline: Number.parseInt(timeline, 16),
  bytes: position,
});
