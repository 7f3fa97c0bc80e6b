import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * Conditions of a list, all of which have to hold. Only those that were asked for stand in the text: one plan cannot
 * serve a list with and without them.
 */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join([...conditions], ' and ');
