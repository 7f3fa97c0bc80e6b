import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Config } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { linkSeconds } from './signed-url.ts';
import { StorageAway } from './storage-away.ts';
import type { Storage, StoredItem } from './storage.ts';

const uploads = 'incoming/';
const stored = 'stored/';
const erasures = 'erasures/';

interface Patience {
  readonly attempts: number;
  /** How long the service may say nothing. */
  readonly silentMs: number;
  readonly requestMs: number;
}

export const createS3Client = (config: S3Config, { attempts, silentMs, requestMs }: Patience) =>
  new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Bucket names as host names need DNS and certificates, which self-hosted services rarely have.
    forcePathStyle: true,
    // Many compatible services do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 2_000,
      socketTimeout: silentMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
    },
  });

/**
 * Stores files in a bucket of any S3-compatible service. The bucket stays private: every reader comes through the
 * portal.
 */
export function createS3Storage(config: S3Config): Storage {
  const bucket = config.bucket;
  // By default the library waits for a silent service without end. Two attempts fit into the time that a transaction
  // may be idle, because finishing a file waits here inside a transaction.
  const client = createS3Client(config, { attempts: 2, silentMs: 5_000, requestMs: 10_000 });

  const get = (key: string, range?: string) =>
    unlessMissing(reach(client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }))));

  const removeObject = async (key: string) => {
    await reach(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
  };

  async function* list(prefix: string): AsyncIterable<StoredItem> {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for (;;) {
      const { done, value: page } = await reach(pages.next());
      if (done) return;
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) yield { name: Key.slice(prefix.length), modifiedAt: LastModified };
      }
    }
  }

  return {
    uploadOrigin: new URL(config.endpoint).origin,
    async ready() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (cause) {
        // The service's code, such as NoSuchBucket, or the system's, when nobody answers.
        if (isAway(cause)) throw new StorageAway(cause);
        const reason = codeOf(cause) ?? (cause instanceof Error ? cause.name : 'unknown');
        throw new StartError(`the S3 bucket ${bucket} at ${config.endpoint} cannot be used (${reason})`, {
          cause,
        });
      }
    },
    async offerUpload({ id, type, size }) {
      // The policy inside the signed fields makes the service itself refuse another key, another type or a longer file.
      const { url, fields } = await createPresignedPost(client, {
        Bucket: bucket,
        Key: `${uploads}${id}`,
        Fields: { 'Content-Type': type },
        Conditions: [
          ['eq', '$Content-Type', type],
          ['content-length-range', 1, size],
        ],
        Expires: linkSeconds,
      });
      return { url, method: 'POST', fields };
    },
    async readUpload(id, limit) {
      const found = await get(`${uploads}${id}`, `bytes=0-${limit - 1}`);
      return found ? Buffer.from(await reach(bodyOf(found).transformToByteArray())) : null;
    },
    removeUpload: (id) => removeObject(`${uploads}${id}`),
    async store(key, bytes, type) {
      await reach(
        client.send(
          new PutObjectCommand({ Bucket: bucket, Key: `${stored}${key}`, Body: bytes, ContentType: type }),
        ),
      );
    },
    async open(key) {
      const found = await get(`${stored}${key}`);
      if (!found) return null;
      const stream = bodyOf(found);
      // The client library has types for browsers too. On Node it returns Node's streams.
      if (!(stream instanceof Readable))
        throw new TypeError('the storage answered with another kind of stream');
      return { stream, size: found.ContentLength ?? 0 };
    },
    remove: (key) => removeObject(`${stored}${key}`),
    listUploads: () => list(uploads),
    listStored: () => list(stored),
    async storeErasure(name, facts) {
      await reach(
        client.send(new PutObjectCommand({ Bucket: bucket, Key: `${erasures}${name}`, Body: facts })),
      );
    },
    async readErasure(name) {
      const found = await get(`${erasures}${name}`);
      return found ? reach(bodyOf(found).transformToString()) : null;
    },
    listErasures: () => list(erasures),
    // The service shows no object before it is complete.
    removeUnfinishedWrites: async () => 0,
  };
}

/** Turns the failure of a service that is away into StorageAway. Other errors pass through. */
async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAway(error) ? new StorageAway(error) : error;
  }
}

const brokenConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) return (error.$metadata.httpStatusCode ?? 500) >= 500;
  return (
    error instanceof Error && (error.name === 'TimeoutError' || brokenConnections.has(codeOf(error) ?? ''))
  );
}

function bodyOf(answer: GetObjectCommandOutput): NonNullable<GetObjectCommandOutput['Body']> {
  if (!answer.Body) throw new Error('the storage service answered without a body');
  return answer.Body;
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    // 416: a range of an empty object, which counts as no object.
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 416) return null;
    throw error;
  }
}
