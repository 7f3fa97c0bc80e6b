import { randomUUID } from 'node:crypto';
import type { IntakeDay, IntakeKey } from '@gurukul/contract/intake';
import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import {
  bool,
  bytes,
  date,
  idRow,
  instant,
  int,
  list,
  object,
  oneOf,
  row,
  text,
} from '#server/db/columns.ts';
import { exists, many, maybeOne, one, run } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { intakeKeyPrefix } from '#server/http/identity/intake-keys.ts';
import { newSigningSecret, rotateSigningSecret } from '#server/http/identity/intake-secrets.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

const intakeKeyRow = row({
  id: int,
  name: text,
  starts_with: text,
  scopes: list(oneOf(intakeScopes)),
  created_by: text,
  created_at: instant,
  last_used_at: instant.nullable(),
  last_network: text.nullable(),
  networks: list(text),
  expires_at: instant.nullable(),
  is_over: bool,
  rotated_at: instant.nullable(),
  revoked_at: instant.nullable(),
  can: object({ revoke: bool, rotate: bool }),
});

export const listKeys = (db: Db): Promise<IntakeKey[]> =>
  many(
    db,
    intakeKeyRow,
    sql`
      select k.id, k.name, k.starts_with, k.scopes, p.fullname as created_by, k.created_at, k.last_used_at,
        k.last_network, k.networks::text[], k.expires_at, coalesce(k.expires_at <= now(), false) as is_over, k.rotated_at,
        k.revoked_at, json_build_object('revoke', k.revoked_at is null, 'rotate', k.revoked_at is null) as can
      from intake_keys k
      join people p on p.id = k.created_by
      order by k.id desc
    `,
  );

export interface NewKey {
  readonly id: number;
  /** Shown once. Only its hash is stored. */
  readonly key: string;
  /** Shown once, stored sealed. */
  readonly signing_key: string;
}

interface WantedKey {
  readonly name: string;
  readonly scopes: readonly IntakeScope[];
  readonly networks?: readonly string[] | undefined;
  readonly expires_at?: string | null | undefined;
}

/** `network` sets the bits behind the mask to zero, which `cidr` asks for. */
const cidrs = (networks: readonly string[]) =>
  sql`array(select distinct network(each::inet) from unnest(${[...networks]}::text[]) each)`;

async function refusePast(tx: Db, expiresAt: string | null): Promise<void> {
  if (expiresAt === null || (await exists(tx, sql`select where ${expiresAt}::timestamptz > now()`))) return;
  throw fail('bad_input', { details: { expires_at: said('not_right') } });
}

export async function createKey(
  tx: Db,
  person: Person,
  secretKey: SecretKey,
  { name, scopes, networks = [], expires_at: expiresAt = null }: WantedKey,
): Promise<NewKey> {
  await refusePast(tx, expiresAt);
  const key = newSecret(intakeKeyPrefix);
  const hash = hashSecret(key);
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into intake_keys (name, hash, starts_with, scopes, created_by, networks, expires_at)
      values (${name}, ${hash}, ${key.slice(0, 8)}, ${[...new Set(scopes)]}::text[], ${person.id},
        ${cidrs(networks)}, ${expiresAt}::timestamptz)
      returning id
    `,
  );
  return { id, key, signing_key: await newSigningSecret(tx, secretKey, id) };
}

/** Returns true when there is such a key that still works. */
export async function limitKey(
  tx: Db,
  {
    id,
    networks,
    expires_at: expiresAt,
  }: { readonly id: number; readonly networks: readonly string[]; readonly expires_at: string | null },
): Promise<boolean> {
  await refusePast(tx, expiresAt);
  return (
    (await run(
      tx,
      sql`
        update intake_keys
        set networks = ${cidrs(networks)}, expires_at = ${expiresAt}::timestamptz,
          end_told_at = case when expires_at is not distinct from ${expiresAt}::timestamptz then end_told_at end
        where id = ${id} and revoked_at is null
      `,
    )) === 1
  );
}

const rotatedRow = row({ id: int, hash: bytes, name: text });

/** A new signing secret, shown once; null when there is no such key, or it was revoked. */
export async function rotateKey(
  tx: Db,
  secretKey: SecretKey,
  id: number,
  overlapHours: number,
): Promise<{ readonly name: string; readonly secret: string } | null> {
  const key = await maybeOne(
    tx,
    rotatedRow,
    sql`
      update intake_keys set rotated_at = clock_timestamp()
      where id = ${id} and revoked_at is null
      returning id, hash, name
    `,
  );
  if (key === null) return null;
  return { name: key.name, secret: await rotateSigningSecret(tx, secretKey, key, overlapHours) };
}

/** Whether there is such a key, also a revoked one. */
export const isKey = (db: Db, id: number): Promise<boolean> =>
  exists(db, sql`select from intake_keys where id = ${id}`);

const dayRow = row({ day: date, requests: int, refused: int, items: int, networks: list(text) });

/** The last 30 days with a use, newest first. */
export const daysOfKey = (db: Db, id: number): Promise<IntakeDay[]> =>
  many(
    db,
    dayRow,
    sql`
      select u.day, sum(u.requests)::integer as requests, sum(u.refused)::integer as refused,
        sum(u.items)::integer as items,
        coalesce(array_agg(u.network order by u.network) filter (where u.network <> ''), '{}') as networks
      from intake_uses u
      where u.key_id = ${id} and u.day > (now() at time zone 'UTC')::date - 30
      group by u.day
      order by u.day desc
    `,
  );

/** Mails all admins, the maker too, in case somebody else has their session. */
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
  await mail.enqueueMany(
    tx,
    (await listAdmins(tx)).map((admin) => ({
      kind: 'intake_key_made' as const,
      to: admin.email_id,
      dedupeKey: `intake_key_made:${id}:${admin.id}`,
      data: { name, madeBy: maker.fullname, scopes: [...new Set(scopes)] },
    })),
  );
}

/** Mails all admins that a key has a new signing secret. */
export async function tellOfRotation(
  tx: Db,
  mail: Mailer,
  maker: Person,
  { name, overlapHours }: { readonly name: string; readonly overlapHours: number },
): Promise<void> {
  await mail.enqueueMany(
    tx,
    (await listAdmins(tx)).map((admin) => ({
      kind: 'intake_key_rotated' as const,
      to: admin.email_id,
      dedupeKey: `intake_key_rotated:${randomUUID()}`,
      data: { name, madeBy: maker.fullname, overlapHours },
    })),
  );
}

/** Returns true when there is such a key. Revoking it again changes nothing. */
export const revokeKey = async (tx: Db, id: number): Promise<boolean> =>
  (await run(
    tx,
    sql`update intake_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = ${id}`,
  )) === 1;
