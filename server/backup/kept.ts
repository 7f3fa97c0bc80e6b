import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in a backup that was restored once beside the portal. */
export const verifiedMark = 'verified';

export interface KeptBackup {
  readonly name: string;
  readonly at: Date;
  readonly isVerified: boolean;
}

/** The backups in BACKUP_DIR, newest first. Their names are their times. */
export async function listBackups(backups: string): Promise<KeptBackup[]> {
  const names = (await readdir(backups).catch((): string[] => [])).filter((name) =>
    /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name),
  );
  const found = names.map(async (name) => ({
    name,
    at: new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')),
    isVerified: await access(join(backups, name, verifiedMark)).then(
      () => true,
      () => false,
    ),
  }));
  return (await Promise.all(found)).toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
