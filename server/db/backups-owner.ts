import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolder, listBackups } from '../backup/kept.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';

/** Below BACKUP_DIR, and in the bucket: the system identifier of the database whose backups these are. */
export const ownerFile = 'database';

/**
 * The number that `initdb` gave the cluster. A restore keeps it. An import makes another database with another number.
 * It is the first field of the control file (`ControlFileData` in PostgreSQL's `pg_control.h`).
 */
async function systemIdentifier(cluster: string): Promise<string> {
  const control = await readFile(join(cluster, 'global', 'pg_control'));
  return control.readBigUInt64LE(0).toString();
}

/** The owner by the file, else by the newest backup, which is of a release that wrote no such file; null: nobody's yet. */
async function findOwner(backups: string): Promise<string | null> {
  const named = await readFile(join(backups, ownerFile), 'utf8').catch(() => null);
  if (named !== null) return named.trim();
  const [newest] = await listBackups(backups);
  if (newest === undefined) return null;
  return systemIdentifier(join(backups, newest.name, clusterFolder)).catch(() => null);
}

/** The database that BACKUP_DIR belongs to. Throws a StartError before its first start. */
export async function ownerOf(backups: string): Promise<string> {
  const owner = await findOwner(backups);
  if (owner === null) throw new StartError(`${backups} belongs to no database yet`);
  return owner;
}

/**
 * Makes BACKUP_DIR the folder of this database. Throws a StartError for the folder of another one: its parts of the log
 * have the same names, so each would destroy the other's.
 */
export async function claimBackups(backups: string, cluster: string): Promise<void> {
  const ours = await systemIdentifier(cluster);
  const owner = (await findOwner(backups)) ?? ours;
  if (owner !== ours) {
    throw new StartError(
      `BACKUP_DIR ${backups} has the backups of another database (${owner}, this one is ${ours}): set it to a new folder and keep that one`,
    );
  }
  // Its age says since when backups are due.
  await writeFile(join(backups, ownerFile), `${ours}\n`, { flag: 'wx', mode: 0o644 }).catch(
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    },
  );
}
