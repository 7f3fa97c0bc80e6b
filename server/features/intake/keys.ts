import type { IntakeKey } from '@gurukul/contract/intake';
import type { IntakeScope } from '@gurukul/contract/shared/intake-scopes';
import { intakeScopes } from '@gurukul/contract/shared/intake-scopes';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { intakeKeyPrefix } from '#server/http/intake-keys.ts';
import { newSigningSecret } from '#server/http/intake-secrets.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { hashSecret, newSecret } from '../accounts/secrets.ts';
import { listAdmins } from '../accounts/set-password.ts';

const intakeKeyRow = row({
  id: int,
  name: text,
  starts_with: text,
  scopes: list(oneOf(intakeScopes)),
  created_by: text,
  created_at: instant,
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  can: object({ revoke: bool }),
});

export const listKeys = (db: Db): Promise<IntakeKey[]> =>
  many(
    db,
    intakeKeyRow,
    sql`
      select k.id, k.name, k.starts_with, k.scopes, p.fullname as created_by, k.created_at, k.last_used_at,
        k.revoked_at, json_build_object('revoke', k.revoked_at is null) as can
      from intake_keys k
      join people p on p.id = k.created_by
      order by k.id desc
    `,
  );

export interface NewKey {
  readonly id: number;
  /** Shown once. Only its hash is stored. */
  readonly key: string;
  /** Derived from the key's row and the server's secret. */
  readonly signing_key: string;
}

export async function createKey(
  tx: Db,
  person: Person,
  secretKey: SecretKey,
  { name, scopes }: { readonly name: string; readonly scopes: readonly IntakeScope[] },
): Promise<NewKey> {
  const key = newSecret(intakeKeyPrefix);
  const hash = hashSecret(key);
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into intake_keys (name, hash, starts_with, scopes, created_by)
      values (${name}, ${hash}, ${key.slice(0, 8)}, ${[...new Set(scopes)]}::text[], ${person.id})
      returning id
    `,
  );
  return { id, key, signing_key: await newSigningSecret(tx, secretKey, id) };
}

/** Mails all other admins, because a key opens the portal to a machine for good. */
export async function tellOfKey(
  tx: Db,
  mail: Mailer,
  maker: Person,
  {
    id,
    name,
    scopes,
  }: { readonly id: number; readonly name: string; readonly scopes: readonly IntakeScope[] },
): Promise<void> {
  const others = (await listAdmins(tx)).filter((admin) => admin.id !== maker.id);
  await mail.enqueueMany(
    tx,
    others.map((admin) => ({
      kind: 'intake_key_made' as const,
      to: admin.email_id,
      dedupeKey: `intake_key_made:${id}:${admin.id}`,
      data: { name, madeBy: maker.fullname, scopes: [...new Set(scopes)] },
    })),
  );
}

/** Returns true when there is such a key. Revoking it again changes nothing. */
export const revokeKey = async (tx: Db, id: number): Promise<boolean> =>
  (await run(
    tx,
    sql`update intake_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = ${id}`,
  )) === 1;
