import sql from 'sql-template-tag';
import { bool, instant, int, list, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { createSeal } from '#server/seal.ts';

const serviceRow = row({
  service_id: int,
  name: text,
  label: text,
  issuer: text,
  client_id: text,
  domains: list(text),
  is_enabled: bool,
  credentials_at: instant,
  version: int,
  /** It was added or changed within the last day. */
  is_new: bool,
});
export type Service = RowOf<typeof serviceRow>;

const columns = sql`
  s.id as service_id, s.name, s.label, s.issuer, s.client_id, s.domains, s.is_enabled, s.credentials_at, s.version,
  s.updated_at > now() - interval '1 day' as is_new`;

const listedRow = row({ ...serviceRow.shape, linked: int });

export const listServices = (db: Db) =>
  many(
    db,
    listedRow,
    sql`
      select ${columns},
        (
          select count(*)::int from openid_identities i
          join people p on p.id = i.person_id and p.deleted_at is null
          where i.issuer = s.issuer
        ) as linked
      from openid_services s
      order by s.label, s.id
    `,
  );

/** One by which people may sign in now. */
export const findEnabled = (db: Db, name: string) =>
  maybeOne(
    db,
    serviceRow,
    sql`select ${columns} from openid_services s where s.name = ${name} and s.is_enabled`,
  );

export const findService = (db: Db, id: number) =>
  maybeOne(db, serviceRow, sql`select ${columns} from openid_services s where s.id = ${id}`);

export const lockService = (tx: Db, id: number) =>
  maybeOne(tx, serviceRow, sql`select ${columns} from openid_services s where s.id = ${id} for update`);

/*
 * The client secret is in `server_keys`, sealed with a key that is derived from SECRET_KEY, so that no list of services
 * and no audit trail has it.
 */
export const openidPurpose = 'gurukul openid client secret';
const keyName = (id: number) => `openid ${id}`;
const sealOf = (secretKey: SecretKey) => createSeal(secretKey, openidPurpose);

export const putSecret = (tx: Db, secretKey: SecretKey, id: number, secret: string) =>
  run(
    tx,
    sql`
      insert into server_keys as k (name, value)
      values (${keyName(id)}, ${sealOf(secretKey).close(secret, keyName(id))})
      on conflict on constraint server_keys_pkey do update set value = excluded.value, created_at = now()
    `,
  );

export const dropSecret = (tx: Db, id: number) =>
  run(tx, sql`delete from server_keys where name = ${keyName(id)}`);

const valueRow = row({ value: text });

/** Null when it was sealed with another SECRET_KEY. */
export async function readSecret(db: Db, secretKey: SecretKey, id: number): Promise<string | null> {
  const stored = await maybeOne(db, valueRow, sql`select value from server_keys where name = ${keyName(id)}`);
  try {
    return stored === null ? null : String(sealOf(secretKey).open(stored.value, keyName(id)));
  } catch {
    return null;
  }
}
