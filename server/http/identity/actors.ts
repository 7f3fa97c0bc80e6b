import { needsMainRole, reachOf } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { run } from '../../db/rows.ts';
import type { Person } from '../handlers.ts';
import { fail } from '../answers/problem.ts';

// Old clients send one of these values when they know no id yet.
const nobody = new Set<unknown>([undefined, null, '', 0, '0']);

/** The fields of the call that must name the caller. */
const actorFields = (call: Call, person: Person): readonly string[] =>
  person.role === 'admin' ? (call.actor ?? []) : [...(call.actor ?? []), ...(call.onBehalf ?? [])];

/** The first field that names a person other than the caller; null when there is none. */
export function forgedField(call: Call, person: Person, input: Record<string, unknown>): string | null {
  const isForged = (field: string) => !nobody.has(input[field]) && String(input[field]) !== String(person.id);
  return actorFields(call, person).find(isForged) ?? null;
}

/**
 * Throws 404 when the input names another person's account or rows: the answer is the same as for an id that does not
 * exist.
 */
export function checkSubject(call: Call, person: Person, input: Record<string, unknown>): void {
  const isOwn = person.lacksFactor || reachOf(call, person.role) === 'self';
  if (call.subject === undefined || !isOwn) return;
  const subject = input[call.subject];
  if (!nobody.has(subject) && String(subject) !== String(person.id)) throw fail('not_found');
}

/** Says whether the caller acts in the second role where only the main one counts. */
export const isBorrowed = (call: Call, { role, mainRole }: Person, input?: unknown): boolean =>
  role !== mainRole && needsMainRole(call, role, input);

/** Writes a denial into the audit trail, outside the call's transaction, because the refused call changes nothing. */
export async function recordDenial(
  pool: pg.Pool,
  name: string,
  person: Person,
  request: FastifyRequest,
  field: string,
): Promise<void> {
  await run(
    pool,
    sql`
      insert into audit_entries (person_id, call, request_id, table_name, row_id, action, after)
      values (${person.id}, ${name}, ${request.id}, 'calls', ${name}, 'denied', ${JSON.stringify({ field })}::jsonb)
    `,
  );
}
