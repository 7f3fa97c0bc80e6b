import type { UploadTarget } from '@gurukul/contract/files';
import type { Db } from '../../db/pool.ts';
import { linkSeconds } from '../../storage/signed-url.ts';
import type { Storage } from '../../storage/storage.ts';
import { insertUpload } from './queries.ts';
import type { NewUpload, Uploader } from './queries.ts';

export interface OfferedUpload {
  readonly file_id: string;
  readonly upload: UploadTarget;
  readonly expires_at: string;
}

/** Offers the upload of one file. Only the same uploader can finish it. */
export async function beginUpload(
  db: Db,
  storage: Storage,
  uploader: Uploader,
  wanted: NewUpload,
): Promise<OfferedUpload> {
  const now = new Date();
  const { id } = await insertUpload(db, uploader, wanted);
  const upload = await storage.offerUpload({ id, type: wanted.type, size: wanted.size, now });
  return { file_id: id, upload, expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString() };
}
