import type { Readable } from 'node:stream';
import type { UploadTarget } from '@gurukul/contract/files';
import type { Config } from '../config.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';

interface UploadOffer {
  readonly id: string;
  readonly type: string;
  /** The most bytes that are accepted. */
  readonly size: number;
  readonly now: Date;
}

export interface StoredItem {
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * Stores the bytes of files. An *upload* from a browser is stored under the id of its row until it is checked. A
 * checked file is stored under its random key. No method uses the database. Methods throw StorageAway when the storage
 * does not work.
 */
export interface Storage {
  /** The origin that browsers send uploads to, for the content security policy; null when it is the portal itself. */
  readonly uploadOrigin: string | null;
  /** Throws when the storage cannot be written to; StorageAway when that may pass. */
  ready(): Promise<void>;
  /** The target for one file: a PUT of the raw bytes, or a form POST of `fields` and then the file. */
  offerUpload(offer: UploadOffer): Promise<UploadTarget>;
  /**
   * Takes the bytes of an upload that comes to the portal itself; absent when uploads go elsewhere. Throws TooLong
   * beyond `limit` bytes.
   */
  receiveUpload?(id: string, bytes: Readable, limit: number): Promise<void>;
  /** The first `limit` bytes of an upload; null when nothing arrived. */
  readUpload(id: string, limit: number): Promise<Buffer | null>;
  removeUpload(id: string): Promise<void>;
  /** Resolves when all bytes are on disk under their key. A partial file never appears. */
  store(key: string, bytes: Uint8Array, type: string): Promise<void>;
  open(key: string): Promise<{ readonly stream: Readable; readonly size: number } | null>;
  remove(key: string): Promise<void>;
  listUploads(): AsyncIterable<StoredItem>;
  listStored(): AsyncIterable<StoredItem>;
  /** Stores that somebody was erased, outside the database, so that a restored database does not bring them back. */
  storeErasure(name: string, facts: string): Promise<void>;
  /** Null when there is none. */
  readErasure(name: string): Promise<string | null>;
  listErasures(): AsyncIterable<StoredItem>;
  /** Removes the remains of interrupted writes and returns their number. */
  removeUnfinishedWrites(before: Date): Promise<number>;
}

export type StorageConfig = Pick<Config, 'dataDir' | 'secretKey' | 's3'>;

export const createStorage = (config: StorageConfig): Storage =>
  config.s3 ? createS3Storage(config.s3) : createLocalStorage(config);
