import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { signPath } from './signed-url.ts';
import type { Storage, StoredItem } from './storage.ts';
import { TooLong } from './too-long.ts';

/** The path of a finished file, below the data folder. */
export const storedPath = (key: string) => `files/stored/${key}`;

/** The folder of erasures, below the data folder. It stays beside a database that is replaced by an older one. */
export const erasuresFolder = 'erasures';

const uploadPath = (id: string) => `/files/upload/${id}`;

const unfinished = '.part';

/** Stores files in the data folder: uploads in `incoming`, checked files in `stored`. */
export function createLocalStorage(config: Pick<Config, 'dataDir' | 'secretKey'>): Storage {
  const incoming = join(config.dataDir, 'files', 'incoming');
  const stored = join(config.dataDir, 'files', 'stored');
  const erasures = join(config.dataDir, erasuresFolder);
  let folders: Promise<void> | null = null;

  // A failure is not cached: once the disk is writable again, so is the portal.
  const ready = () =>
    (folders ??= makeFolders([incoming, stored, erasures]).catch((error: unknown) => {
      folders = null;
      throw error;
    }));

  return {
    uploadOrigin: null,
    ready,
    async offerUpload({ id, type, now }) {
      return { url: signPath(config, uploadPath(id), now), method: 'PUT', headers: { 'Content-Type': type } };
    },
    async receiveUpload(id, bytes, limit) {
      await ready();
      await writeWhole(incoming, id, upTo(limit, bytes));
    },
    async readUpload(id, limit) {
      return unlessMissing(readStart(join(incoming, id), limit));
    },
    async removeUpload(id) {
      await rm(join(incoming, id), { force: true });
    },
    async store(key, bytes) {
      await ready();
      await writeWhole(stored, key, [bytes]);
    },
    async open(key) {
      const file = await unlessMissing(open(join(stored, key)));
      if (!file) return null;
      const { size } = await file.stat();
      return { stream: file.createReadStream(), size };
    },
    async remove(key) {
      await rm(join(stored, key), { force: true });
    },
    listUploads: () => listFolder(incoming),
    listStored: () => listFolder(stored),
    async storeErasure(name, facts) {
      await ready();
      await writeWhole(erasures, name, [Buffer.from(facts)]);
    },
    async readErasure(name) {
      const bytes = await unlessMissing(readFile(join(erasures, name)));
      return bytes?.toString() ?? null;
    },
    listErasures: () => listFolder(erasures),
    async removeUnfinishedWrites(before) {
      let removed = 0;
      for (const folder of [incoming, stored, erasures]) {
        for await (const { name, modifiedAt } of listFolder(folder, true)) {
          if (modifiedAt >= before) continue;
          await rm(join(folder, name), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

async function makeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  }
}

async function* upTo(limit: number, bytes: Readable): AsyncIterable<Uint8Array> {
  let received = 0;
  // Destroying the request would close the connection, and with it the answer that gives the reason.
  const chunks: AsyncIterable<Uint8Array> = bytes.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    received += chunk.length;
    if (received > limit) throw new TooLong(`more than the ${limit} bytes announced`);
    yield chunk;
  }
}

/**
 * Writes the bytes first and then the name. After a crash the name is either absent or complete. Each attempt writes to
 * a file of its own, so that two at once cannot mix.
 */
async function writeWhole(
  folder: string,
  name: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = join(folder, `${name}.${randomBytes(4).toString('hex')}${unfinished}`);
  const file = await open(part, 'wx', 0o600);
  try {
    try {
      for await (const chunk of chunks) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readStart(path: string, limit: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, limit));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

async function* listFolder(folder: string, parts = false): AsyncIterable<StoredItem> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  for (const name of names) {
    if (name.endsWith(unfinished) !== parts) continue;
    const found = await unlessMissing(stat(join(folder, name)));
    if (found?.isFile()) yield { name, modifiedAt: found.mtime };
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
