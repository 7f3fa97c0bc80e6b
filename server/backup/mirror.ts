import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erasuresFolder } from '../storage/local.ts';
import { isUnreadable } from './copy-tree.ts';

/** Below BACKUP_DIR: files and erasures as they are now, for moments after the last backup. */
export const mirrorFolder = 'now';

const folders = ['files/stored', erasuresFolder];
const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/** Null where the disk or its rights do not let it be read. New files are few and small. */
const bytesOf = (path: string) =>
  readFile(path).catch((error: unknown) => {
    if (isUnreadable(error)) return null;
    throw error;
  });

/**
 * Copies what came since. A file never changes, so its name says whether it is there. Returns the files that cannot be
 * read, as paths below the data folder.
 */
export async function mirrorFiles(dataDir: string, backups: string): Promise<string[]> {
  const unread: string[] = [];
  for (const folder of folders) {
    const [from, to] = [join(dataDir, folder), join(backups, mirrorFolder, 'data', folder)];
    await mkdir(to, { recursive: true, mode: 0o700 });
    const there = new Set(await namesIn(to));
    for (const name of await namesIn(from)) {
      if (there.has(name) || name.endsWith('.part')) continue;
      const bytes = await bytesOf(join(from, name));
      if (bytes === null) {
        unread.push(`${folder}/${name}`);
        continue;
      }
      await writeFile(join(to, `${name}.part`), bytes, { mode: 0o600 });
      await rename(join(to, `${name}.part`), join(to, name));
    }
  }
  return unread;
}

/** Removes what the portal has removed, such as the pictures of an erased person. */
export async function pruneMirror(dataDir: string, backups: string): Promise<void> {
  const from = new Set(await namesIn(join(dataDir, 'files/stored')));
  const to = join(backups, mirrorFolder, 'data', 'files/stored');
  for (const name of await namesIn(to)) if (!from.has(name)) await rm(join(to, name));
}
