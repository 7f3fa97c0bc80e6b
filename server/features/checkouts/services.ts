import type { PayService } from '@gurukul/contract/checkouts';
import sql from 'sql-template-tag';
import { row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import type { SecretKey } from '#server/derived-key.ts';
import { createSeal } from '#server/seal.ts';

/** The secrets are in `server_keys`, sealed, so that no list of services and no audit trail has them. */
export interface PaySecrets {
  readonly secret: string;
  readonly webhook_secret: string;
}

export const payPurpose = 'gurukul payment service';
const keyName = (service: PayService) => `pay ${service}`;
const sealOf = (secretKey: SecretKey) => createSeal(secretKey, payPurpose);

export const putSecrets = (tx: Db, secretKey: SecretKey, service: PayService, secrets: PaySecrets) =>
  run(
    tx,
    sql`
      insert into server_keys as k (name, value)
      values (${keyName(service)}, ${sealOf(secretKey).close(secrets, keyName(service))})
      on conflict on constraint server_keys_pkey do update set value = excluded.value, created_at = now()
    `,
  );

export const dropSecrets = (tx: Db, service: PayService) =>
  run(tx, sql`delete from server_keys where name = ${keyName(service)}`);

const valueRow = row({ value: text });

/** Null when there are none, or they were sealed with another SECRET_KEY. */
export async function readSecrets(
  db: Db,
  secretKey: SecretKey,
  service: PayService,
): Promise<PaySecrets | null> {
  const stored = await maybeOne(
    db,
    valueRow,
    sql`select value from server_keys where name = ${keyName(service)}`,
  );
  try {
    if (stored === null) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `putSecrets` seals with this purpose
    return sealOf(secretKey).open(stored.value, keyName(service)) as PaySecrets;
  } catch {
    return null;
  }
}
