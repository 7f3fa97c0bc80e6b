import type { SecondStep } from '@gurukul/contract/accounts';
import sql from 'sql-template-tag';
import { bool, bytes, date, instant, int, list, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, one, run } from '#server/db/rows.ts';
import { factorFrom, hasFactorNow } from '#server/http/identity/factor-rule.ts';

/** Second factors: passkeys, or an app with codes. Recovery codes stand in for either. */

const waysRow = row({ passkey_ids: list(text), has_app: bool, has_recovery: bool });

export interface Ways {
  /** Empty: the person has no second factor. */
  readonly ways: SecondStep[];
  readonly passkeyIds: string[];
}

/** How the person may take a second step. */
export async function waysOf(db: Db, personId: number): Promise<Ways> {
  const found = await one(
    db,
    waysRow,
    sql`
      select
        array(select p.credential_id from passkeys p where p.person_id = ${personId} order by p.id) as passkey_ids,
        exists (
          select from code_apps a where a.person_id = ${personId} and a.confirmed_at is not null
        ) as has_app,
        exists (select from recovery_codes r where r.person_id = ${personId}) as has_recovery
    `,
  );
  const hasPasskey = found.passkey_ids.length > 0;
  const ways: SecondStep[] = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(found.has_app ? (['code_app'] as const) : []),
  ];
  return {
    ways: ways.length > 0 && found.has_recovery ? [...ways, 'recovery_code'] : ways,
    passkeyIds: found.passkey_ids,
  };
}

export const hasFactor = (db: Db, personId: number): Promise<boolean> =>
  exists(db, sql`select from people p where p.id = ${personId} and ${hasFactorNow}`);

const dueRow = row({ from: date, days_left: int });

/** From which day on a role of the person needs a second factor; null: none does, or they have one. */
export const findFactorDue = (db: Db, personId: number) =>
  maybeOne(
    db,
    dueRow,
    sql`
      select ${factorFrom} as "from",
        greatest(${factorFrom} - (now() at time zone v.time_zone)::date, 0) as days_left
      from people p
      cross join provider v
      where p.id = ${personId} and ${factorFrom} is not null and not ${hasFactorNow}
    `,
  );

const passkeyRow = row({
  passkey_id: int,
  name: text,
  is_synced: bool,
  created_at: instant,
  last_used_at: instant.nullable(),
});

export const listPasskeys = (db: Db, personId: number) =>
  many(
    db,
    passkeyRow,
    sql`
      select id as passkey_id, name, is_synced, created_at, last_used_at
      from passkeys
      where person_id = ${personId}
      order by created_at, id
    `,
  );

const leftRow = row({ count: int });

export const countRecoveryCodes = async (db: Db, personId: number): Promise<number> =>
  (await one(db, leftRow, sql`select count(*) as count from recovery_codes where person_id = ${personId}`))
    .count;

const storedRow = row({
  id: int,
  person_id: int,
  credential_id: text,
  public_key: bytes,
  sign_count: int,
});
export type StoredPasskey = RowOf<typeof storedRow>;

/** The passkey of a credential; of this person alone, when one is named. */
export const findPasskey = (db: Db, credentialId: string, personId: number | null) =>
  maybeOne(
    db,
    storedRow,
    sql`
      select id, person_id, credential_id, public_key, sign_count
      from passkeys
      where credential_id = ${credentialId}
        and (${personId}::bigint is null or person_id = ${personId})
    `,
  );

/** Notes a use. Returns false when the count does not go up: then two authenticators have the passkey. */
export const noteUse = async (db: Db, passkeyId: number, count: number): Promise<boolean> =>
  (await run(
    db,
    sql`
      update passkeys
      set sign_count = ${count}, last_used_at = now()
      where id = ${passkeyId}
        and (sign_count < ${count} or (sign_count = 0 and ${count}::bigint = 0))
    `,
  )) === 1;

/** Removes every second factor of a person. Returns false when there was none. */
export async function removeFactors(tx: Db, personId: number): Promise<boolean> {
  const passkeys = await run(tx, sql`delete from passkeys where person_id = ${personId}`);
  const apps = await run(tx, sql`delete from code_apps where person_id = ${personId}`);
  await run(tx, sql`delete from recovery_codes where person_id = ${personId}`);
  await run(tx, sql`delete from factor_challenges where person_id = ${personId}`);
  return passkeys + apps > 0;
}

/** Recovery codes stand in for a factor. Without one they would be a third way in. */
export async function endCodesOfNobody(tx: Db, personId: number): Promise<void> {
  if (!(await hasFactor(tx, personId)))
    await run(tx, sql`delete from recovery_codes where person_id = ${personId}`);
}

/** Remembered browsers were so by the password alone, before the person had a second factor. */
export const forgetRemembered = (tx: Db, personId: number) =>
  run(tx, sql`delete from remember_tokens where person_id = ${personId}`);
