import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in a backup that was restored once beside the portal. */
export const verifiedMark = 'verified';
/** A file in a backup of which the bucket has a copy. */
export const copiedMark = 'copied';

/** The folder in a backup with PostgreSQL's files. */
export const clusterFolder = 'cluster';

export interface KeptBackup {
  readonly name: string;
  readonly at: Date;
  readonly isVerified: boolean;
  readonly isCopied: boolean;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** When a file or folder changed last; null: it is not there. */
export const changedAt = (path: string): Promise<Date | null> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  );

/** The time that a backup's name tells; null for other names. */
export const timeIn = (name: string): Date | null =>
  /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)
    ? new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'))
    : null;

/** The backups in BACKUP_DIR, newest first. Their names are their times. */
export async function listBackups(backups: string): Promise<KeptBackup[]> {
  const names = await readdir(backups).catch((): string[] => []);
  const found = names.flatMap((name) => {
    const at = timeIn(name);
    return at === null ? [] : [{ name, at }];
  });
  const marked = found.map(async (each) => ({
    ...each,
    isVerified: await isThere(join(backups, each.name, verifiedMark)),
    isCopied: await isThere(join(backups, each.name, copiedMark)),
  }));
  return (await Promise.all(marked)).toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** The rule for old ones: what is from before the moment goes, but the two newest that count stay. Newest first. */
export function keptOf<T extends { readonly at: Date }>(
  all: readonly T[],
  before: Date,
  counts: (one: T) => boolean = () => true,
): { kept: readonly T[]; old: readonly T[] } {
  const sorted = all.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const newest = new Set(sorted.filter(counts).slice(0, 2));
  const isOld = (one: T) => one.at < before && !newest.has(one);
  return { kept: sorted.filter((one) => !isOld(one)), old: sorted.filter(isOld) };
}
