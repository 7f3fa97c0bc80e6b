import type { SecurityKind } from '@gurukul/contract/shared/calls/security-kinds';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { atCommit } from '#server/db/tx.ts';

/** Numbers and fixed words, such as a call's name. A name, an address or a text of a person never belongs here. */
export type SecurityFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface SecurityEntry {
  readonly kind: SecurityKind;
  /** Who did it; null: nobody who is known. */
  readonly personId: number | null;
  /** Whom it is about, when that is somebody else. */
  readonly aboutId?: number | null;
  /** The network address, as `addressFrom` returns it; empty: none, for jobs. */
  readonly from: string;
  readonly facts?: SecurityFacts;
}

/**
 * Adds an entry to the security log. In a transaction it is written last and stands or falls with the action; with the
 * pool it is written at once. The audit trail has the values of a change, and the entry names the change.
 */
export const recordSecurity = (db: Db, entry: SecurityEntry): Promise<void> =>
  atCommit(db, () => insertEntry(db, entry));

async function insertEntry(
  db: Db,
  { kind, personId, aboutId = null, from, facts = {} }: SecurityEntry,
): Promise<void> {
  await run(
    db,
    sql`
      insert into security_entries (kind, person_id, about_person_id, from_address, facts)
      values (${kind}, ${personId}, ${aboutId}, nullif(${from}, '')::inet, ${JSON.stringify(plain(facts))}::jsonb)
    `,
  );
}

/** Of a flood, the first twenty of an hour have an entry each, then every hundredth, with its number. */
export const isLogged = (countInHour: number): boolean => countInHour <= 20 || countInHour % 100 === 0;

const longest = 100;

/** Texts without control characters, so that a line of the log stays one line in any reader. */
const plain = (facts: SecurityFacts): SecurityFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, longest)
        : value,
    ]),
  );
