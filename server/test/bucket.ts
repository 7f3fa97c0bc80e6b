import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '../config.ts';

/** Starts an S3-compatible service on this machine with one empty bucket. */
export async function startBucket(): Promise<{ s3: S3Config; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'gurukul-bucket-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'gurukul' }],
  });
  const { port } = await service.run();
  return {
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'gurukul',
      // The only account of this service.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async stop() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Sends a file as a browser does: the fields of the offer, then the bytes. */
export function postFile(
  url: string,
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  return fetch(url, { method: 'POST', body: form });
}
