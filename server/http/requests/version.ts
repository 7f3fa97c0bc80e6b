import { createHash } from 'node:crypto';
import { fail } from '../answers/problem.ts';

/**
 * Throws when the row is newer than the version that the form was opened at. Call it with the row locked, so that no
 * other save comes in between.
 */
export function refuseOlder<V extends string | number>(sent: V | undefined, now: V | undefined): void {
  if (sent !== undefined && sent !== now) throw fail('conflict');
}

/** The version of a row that does not count its saves: a hash of the fields that its form can change. */
export const printOf = (...fields: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
