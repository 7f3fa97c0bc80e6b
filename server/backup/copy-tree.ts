import type { Dirent } from 'node:fs';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';

export interface CopyOptions {
  /** By the path below the folder, with slashes; a folder that is left out is left out whole. */
  readonly leaveOut?: (path: string) => boolean;
  /** Gives up between two files. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies the files and folders of a folder that somebody is working in: what goes meanwhile is passed over. Links are
 * not followed and not copied. Answers the bytes copied, which `settle` brings onto the disk.
 */
export async function copyTree(
  from: string,
  to: string,
  { leaveOut = () => false, signal }: CopyOptions = {},
  below = '',
): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of await entriesOf(from)) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (leaveOut(path)) continue;
    signal?.throwIfAborted();
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) bytes += await copyTree(source, copy, { leaveOut, signal }, path);
    else if (entry.isFile()) bytes += await copyWhole(source, copy);
  }
  return bytes;
}

const isGone = (error: unknown) => codeOf(error) === 'ENOENT';

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

async function copyWhole(source: string, copy: string): Promise<number> {
  try {
    await copyFile(source, copy);
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
  await chmod(copy, 0o600);
  return (await stat(copy)).size;
}

/** Brings all that lies below a folder onto the disk: once for all, since a thousand files take a second each way. */
export const settle = (folder: string) => promisify(execFile)('sync', ['-f', folder]);

/** Whether a path, there or not yet, is the folder or lies in it, wherever links lead. */
export async function liesWithin(folder: string, path: string): Promise<boolean> {
  const way = relative(await realPlaceOf(folder), await realPlaceOf(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realPlaceOf(path: string): Promise<string> {
  const place = resolve(path);
  return realpath(place).catch(async () => {
    const above = dirname(place);
    return above === place ? place : join(await realPlaceOf(above), basename(place));
  });
}
