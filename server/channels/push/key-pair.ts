import sql from 'sql-template-tag';
import webPush from 'web-push';
import * as z from 'zod';
import { row, text } from '#server/db/columns.ts';
import type { SecretKey } from '#server/derived-key.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import { createSeal } from '#server/seal.ts';

/** The pair by which push services know the portal (VAPID), base64url. */
export interface PushPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Its row in `server_keys`. */
export const pushPair = { name: 'push pair', purpose: 'gurukul push pair' };
const keyName = pushPair.name;
const valueRow = row({ value: text });
const pairShape = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * Reads the pair, or makes it at first use. It is in the database, so that all processes have the same, and encrypted
 * under a key derived from SECRET_KEY. With another SECRET_KEY it is made anew; browsers then ask again.
 */
export function createPushPair(db: Db, secretKey: SecretKey): () => Promise<PushPair> {
  const seal = createSeal(secretKey, pushPair.purpose);
  let known: PushPair | undefined;
  const opened = (value: string): PushPair | null => {
    try {
      return pairShape.parse(seal.open(value, keyName));
    } catch {
      return null;
    }
  };
  const read = () => maybeOne(db, valueRow, sql`select value from server_keys where name = ${keyName}`);
  const find = async (): Promise<PushPair> => {
    const stored = (await read())?.value ?? null;
    const pair = stored === null ? null : opened(stored);
    if (pair !== null) return pair;
    const value = seal.close(webPush.generateVAPIDKeys(), keyName);
    // Of several processes that make one, the first wins.
    await run(
      db,
      sql`
        insert into server_keys as k (name, value) values (${keyName}, ${value})
        on conflict on constraint server_keys_pkey do update
        set value = excluded.value, created_at = now()
        where k.value = ${stored}
      `,
    );
    const made = opened((await read())?.value ?? '');
    if (made === null) throw new Error('the pair for notifications cannot be read');
    return made;
  };
  return async () => (known ??= await find());
}
