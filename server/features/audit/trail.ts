import type { Audited, AuditedTable } from './audited.ts';

/** What the features declare about the tables whose rows leave a trail. */
export interface Trail {
  readonly tables: readonly string[];
  readonly of: (table: string) => AuditedTable;
  /** The table whose row a column names, by column. */
  readonly namedIn: Readonly<Record<string, string>>;
}

export function trailOf(audited: Audited): Trail {
  return {
    tables: Object.keys(audited),
    of: (table) => audited[table] ?? {},
    namedIn: Object.fromEntries(
      Object.entries(audited).flatMap(([table, { namedIn = [] }]) =>
        namedIn.map((column) => [column, table]),
      ),
    ),
  };
}
