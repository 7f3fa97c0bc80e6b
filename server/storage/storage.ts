import type { Readable } from 'node:stream';
import type { UploadTarget } from '@gurukul/contract/files';
import type { Config } from '../config.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';

interface UploadOffer {
  readonly id: string;
  readonly type: string;
  /** No more bytes than these are taken. */
  readonly size: number;
  readonly now: Date;
}

export interface StoredItem {
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * Where bytes lie. What a browser sent lies apart as an *upload* under the id of its row until it has been checked;
 * what was checked lies under its random key. No method knows the database.
 */
export interface Storage {
  /** Origin that browsers send uploads to, for the content security policy; null when it is the portal itself. */
  readonly uploadOrigin: string | null;
  /** Fails when the place cannot be written to. */
  ready(): Promise<void>;
  /** What the browser needs to send one file: a PUT of the raw bytes, or a form POST of `fields` and then the file. */
  offerUpload(offer: UploadOffer): Promise<UploadTarget>;
  /** Takes the bytes of an upload that comes to the portal itself; absent when they go elsewhere. */
  receiveUpload?(id: string, bytes: Readable, limit: number): Promise<void>;
  /** The first `limit` bytes of what arrived, null when nothing did. */
  readUpload(id: string, limit: number): Promise<Buffer | null>;
  removeUpload(id: string): Promise<void>;
  /** The bytes are on disk, under their key, once this resolves; half a file never is. */
  store(key: string, bytes: Uint8Array, type: string): Promise<void>;
  open(key: string): Promise<{ readonly stream: Readable; readonly size: number } | null>;
  remove(key: string): Promise<void>;
  listUploads(): AsyncIterable<StoredItem>;
  listStored(): AsyncIterable<StoredItem>;
  /** Removes what interrupted writes left behind; says how many. */
  removeUnfinishedWrites(before: Date): Promise<number>;
}

export type StorageConfig = Pick<Config, 'dataDir' | 'secretKey' | 's3'>;

export const createStorage = (config: StorageConfig): Storage =>
  config.s3 ? createS3Storage(config.s3) : createLocalStorage(config);
