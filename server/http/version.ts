import { createHash } from 'node:crypto';
import { fail } from './problem.ts';

/**
 * Two people edit one row: of two forms that were opened at the same version the second to arrive is refused. Asked
 * with the row held, so that none comes in between.
 */
export function refuseOlder<V extends string | number>(sent: V | undefined, now: V | undefined): void {
  if (sent !== undefined && sent !== now) throw fail('conflict');
}

/** The version of a row that does not count its saves: a print of what its form can change. */
export const printOf = (...fields: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
