import type { Dirent } from 'node:fs';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';

export interface CopyOptions {
  /** Gets the path below the folder, with slashes. A folder that is left out is left out whole. */
  readonly leaveOut?: (path: string) => boolean;
  /** Stops the copy between two files. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each file with its path below the folder and the SHA-256 of the copy, in hexadecimal. */
  readonly note?: (path: string, sha256: string) => void;
  /** Called for each file that the disk or its rights do not let read, which is left out. Without it the copy fails. */
  readonly unreadable?: ((path: string) => void) | undefined;
  /** Called for each file with its path below the folder. Returns the check for its parts while they are copied. */
  readonly check?: (path: string) => PartCheck | null;
}

/**
 * Checks a part of a file that begins at `offset`. It may repair the part by reading it again. Throws when it is
 * damaged.
 */
export type PartCheck = (part: Buffer, offset: number, file: FileHandle) => Promise<void>;

/**
 * Copies the files and folders of a folder in use. Files that vanish meanwhile are skipped. Links are neither followed
 * nor copied. Returns the number of bytes copied; `settle` brings them onto the disk.
 */
export async function copyTree(
  from: string,
  to: string,
  { leaveOut = () => false, signal, note, unreadable, check = () => null }: CopyOptions = {},
  below = '',
): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of await entriesOf(from)) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (leaveOut(path)) continue;
    signal?.throwIfAborted();
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    const options = { leaveOut, signal, note, unreadable, check };
    if (entry.isDirectory()) bytes += await copyTree(source, copy, options, path);
    else if (entry.isFile()) {
      const copied = await copyWhole(source, copy, check(path)).catch(async (error: unknown) => {
        if (unreadable === undefined || !isUnreadable(error)) throw error;
        await rm(copy, { force: true });
        unreadable(path);
        return null;
      });
      bytes += copied?.bytes ?? 0;
      if (copied !== null) note?.(path, copied.sha256);
    }
  }
  return bytes;
}

/** By its rights, or by the disk below it. */
export const isUnreadable = (error: unknown) => ['EACCES', 'EPERM', 'EIO'].includes(codeOf(error) ?? '');
const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** The checksum and size of the copy, which may differ from the file a moment later; null when the file is gone. */
async function copyWhole(
  source: string,
  copy: string,
  check: PartCheck | null,
): Promise<{ bytes: number; sha256: string } | null> {
  const from = await open(source).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (from === null) return null;
  try {
    const to = await open(copy, 'w', 0o600);
    try {
      return await readThrough(from, async (part, offset) => {
        await check?.(part, offset, from);
        await to.writeFile(part);
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

const partBytes = 1 << 20;
/** A page of PostgreSQL. */
export const pageBytes = 8192;

/** Whole pages, and no more than the file has: a megabyte for each of a thousand small files is half of the work. */
async function bufferFor(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const pages = Math.max(Math.ceil(size / pageBytes), 1);
  return Buffer.allocUnsafe(Math.min(pages * pageBytes, partBytes));
}

async function readThrough(
  file: FileHandle,
  take: (part: Buffer, offset: number) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = await bufferFor(file);
  let bytes = 0;
  for (;;) {
    const part = buffer.subarray(0, await fill(file, buffer));
    if (part.length === 0) return { bytes, sha256: hash.digest('hex') };
    await take(part, bytes);
    hash.update(part);
    bytes += part.length;
  }
}

/** Reads until the buffer is full or the file ends, so that parts begin at page boundaries. */
async function fill(file: FileHandle, buffer: Buffer): Promise<number> {
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return filled;
  }
}

/** Reads a folder as a copy would, and keeps nothing. */
export async function readTree(
  folder: string,
  { check, signal }: Required<Pick<CopyOptions, 'check'>> & Pick<CopyOptions, 'signal'>,
  below = '',
): Promise<void> {
  for (const entry of await entriesOf(join(folder, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    signal?.throwIfAborted();
    if (entry.isDirectory()) await readTree(folder, { check, signal }, path);
    const look = entry.isFile() ? check(path) : null;
    if (look === null) continue;
    const file = await open(join(folder, path));
    try {
      await readThrough(file, (part, offset) => look(part, offset, file));
    } finally {
      await file.close();
    }
  }
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const file = await open(path);
  try {
    return (await readThrough(file, async () => undefined)).sha256;
  } finally {
    await file.close();
  }
}

/**
 * Brings everything below a folder onto the disk: once for all, because syncing a thousand files one by one takes
 * seconds.
 */
export const settle = (folder: string) => promisify(execFile)('sync', ['-f', folder]);

/** Says whether a path, which need not exist, is the folder or lies in it, with links resolved. */
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
