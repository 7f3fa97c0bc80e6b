import sql from 'sql-template-tag';
import type { Config } from '../config.ts';
import { nameOfFiles } from '../data-folder.ts';
import { row, text } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { one, run } from '../db/rows.ts';
import { StartError } from '../start-error.ts';

/** A row of `server_keys`. */
export const filesName = 'name of the files';

const valueRow = row({ value: text });

/**
 * Throws when the files of this database lie in another data folder: an upload to one portal would not exist for the
 * other. The embedded database lies beside its files, and a bucket is one for all.
 */
export async function checkFiles(
  db: Db,
  { databaseUrl, s3, dataDir, storageIsNew }: Config,
  say: (line: string) => void,
): Promise<void> {
  if (databaseUrl === null || s3 !== null) return;
  const ours = await nameOfFiles(dataDir);
  await run(
    db,
    sql`insert into server_keys (name, value) values (${filesName}, ${ours}) on conflict on constraint server_keys_pkey do nothing`,
  );
  const { value } = await one(db, valueRow, sql`select value from server_keys where name = ${filesName}`);
  if (value === ours) {
    if (storageIsNew) say('STORAGE_IS_NEW=1 can go: the database knows the files of this DATA_DIR.');
    return;
  }
  if (!storageIsNew) {
    throw new StartError(
      `the files of this database lie in another folder than DATA_DIR ${dataDir}: let all portals of one database share that folder or set S3_..., or start once with STORAGE_IS_NEW=1, after which files that are only there are missing`,
    );
  }
  await run(db, sql`update server_keys set value = ${ours}, created_at = now() where name = ${filesName}`);
  say('The files of this database lie in DATA_DIR from now on.');
}
