import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isAlive } from '../db/embedded-process.ts';
import { StartError } from '../start-error.ts';
import { settle } from './copy-tree.ts';

/**
 * Fills a new folder, which gets its name only when it is complete and on the disk. A failure leaves nothing, and the
 * next attempt removes the remains of a killed one.
 */
export async function inNewFolder<T>(folder: string, fill: (side: string) => Promise<T>): Promise<T> {
  const target = resolve(folder);
  const found = await readdir(target).catch(() => null);
  if (found !== null) throw new StartError(`${target} is there already; name a new folder`);
  const side = `${target}.part-${process.pid}`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await removeAbandoned(dirname(target), `${basename(target)}.part-`);
    await mkdir(side, { mode: 0o700 });
    const result = await fill(side);
    await settle(side);
    await rename(side, target);
    await settle(dirname(target));
    return result;
  } catch (error) {
    await rm(side, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what killed processes left of folders that they were filling: of all whose name begins so. */
export async function removeAbandoned(parent: string, start: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(start) ? /\.part-(\d+)$/.exec(name)?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true });
  }
}
