import type { Db } from '../../db/pool.ts';
import type { Storage, StoredItem } from '../../storage/storage.ts';
import {
  deleteAbandonedUploads,
  deleteUnnamedFiles,
  listKnownKeys,
  listPendingIds,
  nameFilesInUse,
} from './queries.ts';

const hour = 60 * 60 * 1000;
const abandonedAfter = 24 * hour;
const interruptedAfter = hour;

export interface Swept {
  readonly rows: number;
  readonly uploads: number;
  readonly stored: number;
  readonly parts: number;
}

/**
 * Removes abandoned data. After 24 hours: uploads that were never finished, files that no row ever named, and bytes
 * without a row. After one hour: interrupted writes. A file that was named once stays, because an undo may bring back
 * its row. Several processes may run this at once.
 */
export async function sweepFiles(db: Db, storage: Storage, now = new Date()): Promise<Swept> {
  const abandoned = new Date(now.getTime() - abandonedAfter);
  const rows = await deleteAbandonedUploads(db, abandoned);
  await nameFilesInUse(db, abandoned);
  const unnamed = await deleteUnnamedFiles(db, abandoned);
  const uploads = await removeOrphans(
    storage.listUploads(),
    abandoned,
    async (ids) => {
      const pending = await listPendingIds(db, ids.filter(isUuid));
      return pending.map((row) => row.id);
    },
    (id) => storage.removeUpload(id),
  );
  const stored = await removeOrphans(
    storage.listStored(),
    abandoned,
    async (keys) => {
      const known = await listKnownKeys(db, keys);
      return known.map((row) => row.key);
    },
    (key) => storage.remove(key),
  );
  const parts = await storage.removeUnfinishedWrites(new Date(now.getTime() - interruptedAfter));
  return { rows: rows.length + unnamed, uploads, stored, parts };
}

/** Sweeps now and then every hour. Returns a function that stops it. A failed round is reported and retried. */
export function sweepFilesHourly(db: Db, storage: Storage, report: (error: unknown) => void): () => void {
  const sweep = () => void sweepFiles(db, storage).catch(report);
  sweep();
  const timer = setInterval(sweep, hour);
  timer.unref();
  return () => clearInterval(timer);
}

const isUuid = (name: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);

const batchSize = 500;

async function removeOrphans(
  items: AsyncIterable<StoredItem>,
  before: Date,
  listKnown: (names: readonly string[]) => Promise<readonly string[]>,
  remove: (name: string) => Promise<void>,
): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeUnknown = async () => {
    const known = new Set(await listKnown(batch));
    for (const name of batch.filter((name) => !known.has(name))) {
      await remove(name);
      removed += 1;
    }
    batch = [];
  };
  for await (const item of items) {
    if (item.modifiedAt >= before) continue;
    batch.push(item.name);
    if (batch.length === batchSize) await removeUnknown();
  }
  if (batch.length > 0) await removeUnknown();
  return removed;
}
