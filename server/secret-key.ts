import { allKeys, derivedKey, presentKey } from '#server/derived-key.ts';
import sql from 'sql-template-tag';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import { row, text } from './db/columns.ts';
import { maybeOne, run } from './db/rows.ts';
import { StartError } from './start-error.ts';

const name = 'fingerprint of SECRET_KEY';

/** Tells one key from another and reveals neither. */
const fingerprintOf = (secretKey: string) =>
  derivedKey(secretKey, 'gurukul fingerprint').toString('base64url');

const valueRow = row({ value: text });

/**
 * Throws for a SECRET_KEY other than the one that this database knows: a mistyped or lost key would silently end
 * everything that depends on it. It accepts a new one beside the known one (SECRET_KEY_OTHER), and without it with
 * SECRET_KEY_IS_NEW. `keep` runs once the key is accepted and before the database knows it.
 */
export async function checkSecretKey(
  db: Db,
  config: Config,
  say: (line: string) => void,
  keep: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { secretKey, secretKeyIsNew, databaseUrl, dataDir } = config;
  const ours = fingerprintOf(presentKey(secretKey));
  const known = await maybeOne(db, valueRow, sql`select value from server_keys where name = ${name}`);
  // The key of before still reads, so nothing ends. With several processes the last one to start decides.
  const isRotation = allKeys(secretKey).some((key) => fingerprintOf(key) === known?.value);
  if (known !== null && !isRotation && !secretKeyIsNew) {
    const place = databaseUrl === null ? `SECRET_KEY (or ${dataDir}/secret)` : 'SECRET_KEY';
    throw new StartError(
      `${place} is not the one that this database was served with: put that one back, set it as SECRET_KEY_OTHER beside the new one so that nothing ends, or start once with SECRET_KEY_IS_NEW=1, which ends known browsers, codes under way, waiting mails and the signing keys of intake keys`,
    );
  }
  await keep();
  if (known === null) {
    await run(
      db,
      sql`insert into server_keys (name, value) values (${name}, ${ours}) on conflict on constraint server_keys_pkey do nothing`,
    );
    // Of two first starts on one database the other one may have been quicker.
    return checkSecretKey(db, config, say);
  }
  if (known.value === ours) {
    if (secretKeyIsNew) say('SECRET_KEY_IS_NEW=1 can go: the database knows this SECRET_KEY.');
    return;
  }
  await run(db, sql`update server_keys set value = ${ours}, created_at = now() where name = ${name}`);
  if (isRotation) {
    say('SECRET_KEY is a new one; what was made with SECRET_KEY_OTHER goes on.');
    return;
  }
  await run(db, sql`update personal_pages set old_hash = null where old_hash is not null`);
  say('SECRET_KEY is a new one: what hung on the one before has ended.');
}
