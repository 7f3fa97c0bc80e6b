import type { FileKind } from '@gurukul/contract/files';
import { isPdfKind } from '@gurukul/contract/files';
import type { Db } from '../../db/pool.ts';
import { afterCommit } from '../../db/tx.ts';
import { ConcurrencyLimiter } from '../../http/limits/concurrency-limiter.ts';
import { fail, Problem } from '../../http/answers/problem.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkImage } from './check-image.ts';
import { checkPdf } from './check-pdf.ts';
import { newKey } from './file-key.ts';
import type { StoredType } from './file-key.ts';
import { deletePendingUpload, findOwnUpload, markFinished } from './queries.ts';
import type { Uploader, UploadRow } from './queries.ts';

// Decoding fills a core and takes up to 100 MB. A waiting request holds a database connection, so fewer wait than the
// pool has, and for less time than a transaction may be idle.
const checks = new ConcurrencyLimiter({ running: 2, waiting: 4, full: 'busy' });

export interface FinishedFile {
  readonly key: string;
  readonly name: string;
  readonly kind: FileKind;
}

export interface Finishing {
  readonly db: Db;
  /** For the removal of a refused upload, which must outlive the rollback of `db`. */
  readonly pool: Db;
  readonly storage: Storage;
}

/**
 * Checks the upload and stores it under its final key. The bytes are stored before the row says so, so a row never
 * points to a missing or partial file. Of several requests for one upload one stores it, and all get its answer. Throws
 * a refusal for a bad or missing upload.
 */
export async function finishUpload(at: Finishing, id: string, uploader: Uploader): Promise<FinishedFile> {
  const upload = await findOwnUpload(at.db, id, uploader);
  if (!upload) throw fail('not_found');
  const { kind, name } = upload;
  if (upload.key !== null) return { key: upload.key, kind, name };

  try {
    const key = await checks.run('all', () => checkAndStore(at, upload));
    if (key !== null) return { key, kind, name };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
    // Waits for another request that may be finishing it now. If so, that request removed the upload before we could
    // read it, and its answer counts instead of our failure.
    const isRefused = (await deletePendingUpload(at.pool, upload.id)) > 0;
    if (isRefused) await at.storage.removeUpload(upload.id);
    if (isRefused) throw error;
  }
  const winner = await findOwnUpload(at.pool, upload.id, uploader);
  if (!winner?.key) throw fail('not_found');
  return { key: winner.key, kind, name };
}

/** Returns the new key, or null when another request finished the upload first. */
async function checkAndStore({ db, storage }: Finishing, upload: UploadRow): Promise<string | null> {
  const bytes = await storage.readUpload(upload.id, upload.size + 1);
  if (bytes === null || bytes.length === 0) throw fail('no_file');
  if (bytes.length > upload.size) throw fail('larger_file');
  if (bytes.length < upload.size) throw fail('cut_file');

  const checked = await check(bytes, upload);
  const key = newKey(checked.type);
  await storage.store(key, checked.bytes, checked.type);
  const won = await markFinished(db, upload.id, { ...checked, key, size: checked.bytes.length });
  if (!won) {
    await storage.remove(key);
    return null;
  }
  // Only after the commit: after a rollback the next attempt would find nothing to finish.
  afterCommit(db, () => storage.removeUpload(upload.id));
  return key;
}

interface Checked {
  readonly bytes: Buffer;
  readonly type: StoredType;
  readonly width: number | null;
  readonly height: number | null;
}

async function check(bytes: Buffer, { kind, content_type }: UploadRow): Promise<Checked> {
  if (!isPdfKind(kind)) return checkImage(bytes, content_type);
  return { bytes: checkPdf(bytes), type: 'application/pdf', width: null, height: null };
}
