import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * The `where` clause of a list, with all conditions that were asked for. The others are left out of the text: one plan
 * cannot serve a list both with and without them.
 */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join([...conditions], ' and ');
