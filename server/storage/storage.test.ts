import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { S3Config } from '../config.ts';
import { isLinkValid, isPictureLinkValid, signPicture } from './signed-url.ts';
import { StorageAway } from './storage-away.ts';
import { createStorage } from './storage.ts';
import type { Storage, StorageConfig, StoredItem } from './storage.ts';
import { postFile, startBucket } from '../test/bucket.ts';

const secretKey = 'a-secret-of-the-tests-with-40-characters';
const now = new Date('2026-03-01T10:00:00Z');

let folder: string;
let bucketService: Awaited<ReturnType<typeof startBucket>>;
let s3: S3Config;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gurukul-storage-'));
  bucketService = await startBucket();
  s3 = bucketService.s3;
});

afterAll(async () => {
  await bucketService.stop();
  await rm(folder, { recursive: true, force: true });
});

const localConfig = (): StorageConfig => ({ dataDir: folder, secretKey, s3: null });
const local = () => createStorage(localConfig());
const bucket = (over: Partial<S3Config> = {}) => createStorage({ ...localConfig(), s3: { ...s3, ...over } });

const places: [string, () => Storage][] = [
  ['the local folder', local],
  ['an S3 bucket', () => bucket()],
];

async function names(items: AsyncIterable<StoredItem>): Promise<string[]> {
  const found = [];
  for await (const { name } of items) found.push(name);
  return found;
}

/** Sends bytes as a browser would, from the offer alone. The portal serves the local address. */
async function send(storage: Storage, id: string, bytes: Buffer): Promise<void> {
  const offer = await storage.offerUpload({ id, type: 'image/png', size: bytes.length, now });
  if (storage.receiveUpload) {
    await storage.receiveUpload(id, Readable.from([bytes]), bytes.length);
    return;
  }
  const answer = await postFile(offer.url, offer.fields ?? {}, bytes);
  expect(answer.status).toBe(204);
}

describe.each(places)('%s', (_place, make) => {
  it('is ready when it can be written to', async () => {
    await expect(make().ready()).resolves.toBeUndefined();
  });

  it('returns the upload, at most as many bytes as are asked for', async () => {
    const storage = make();
    const id = randomUUID();
    expect(await storage.readUpload(id, 100)).toBeNull();
    await send(storage, id, Buffer.from('0123456789'));
    expect((await storage.readUpload(id, 100))?.toString()).toBe('0123456789');
    expect((await storage.readUpload(id, 4))?.toString()).toBe('0123');
    expect(await names(storage.listUploads())).toContain(id);
    await storage.removeUpload(id);
    await storage.removeUpload(id);
    expect(await storage.readUpload(id, 100)).toBeNull();
    expect(await names(storage.listUploads())).not.toContain(id);
  });

  it('keeps a stored file under its key until it is removed', async () => {
    const storage = make();
    const key = `${randomUUID()}.pdf`;
    const bytes = Buffer.alloc(300_000, 'page ');
    expect(await storage.open(key)).toBeNull();
    await storage.store(key, bytes, 'application/pdf');
    const found = await storage.open(key);
    expect(found?.size).toBe(bytes.length);
    expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
    expect(await names(storage.listStored())).toContain(key);
    expect(await names(storage.listUploads())).not.toContain(key);
    await storage.remove(key);
    expect(await storage.open(key)).toBeNull();
  });

  it('says when each file was stored', async () => {
    const storage = make();
    const key = `${randomUUID()}.png`;
    const started = Date.now();
    await storage.store(key, Buffer.from('x'), 'image/png');
    const times = new Map<string, number>();
    for await (const { name, modifiedAt } of storage.listStored()) times.set(name, modifiedAt.getTime());
    // A storage may round the time to a whole second, up or down.
    expect(times.get(key)).toBeGreaterThan(started - 1000);
    expect(times.get(key)).toBeLessThan(Date.now() + 1000);
    await storage.remove(key);
  });
});

const slowly = (letter: string) =>
  Readable.from(
    (async function* () {
      for (let part = 0; part < 50; part++) {
        yield Buffer.alloc(1000, letter);
        await new Promise(setImmediate);
      }
    })(),
  );

describe('the local folder', () => {
  it('offers an address that is signed for this upload and for five minutes', async () => {
    const id = randomUUID();
    const offer = await local().offerUpload({ id, type: 'image/png', size: 10, now });
    expect(offer.method).toBe('PUT');
    expect(offer.headers).toEqual({ 'Content-Type': 'image/png' });

    const { pathname, searchParams } = new URL(offer.url, 'http://portal.test');
    const query = Object.fromEntries(searchParams);
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(pathname).toBe(`/files/upload/${id}`);
    expect(isLinkValid({ secretKey }, pathname, query, now)).toBe(true);
    expect(isLinkValid({ secretKey }, pathname, query, at(299))).toBe(true);
    expect(isLinkValid({ secretKey }, pathname, query, at(300))).toBe(false);
    expect(isLinkValid({ secretKey }, pathname, query, at(-60))).toBe(false);
    expect(isLinkValid({ secretKey }, `/files/upload/${randomUUID()}`, query, now)).toBe(false);
    expect(isLinkValid({ secretKey: `${secretKey}!` }, pathname, query, now)).toBe(false);
    expect(
      isLinkValid({ secretKey }, pathname, { ...query, expires: `${Number(query['expires']) + 1}` }, now),
    ).toBe(false);
    expect(isLinkValid({ secretKey }, pathname, { ...query, signature: ['a', 'b'] }, now)).toBe(false);
    expect(isLinkValid({ secretKey }, pathname, {}, now)).toBe(false);
  });

  it('stops at the announced size and leaves nothing behind', async () => {
    const storage = local();
    const id = randomUUID();
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(1000));
    await expect(storage.receiveUpload?.(id, Readable.from(chunks), 10_000)).rejects.toMatchObject({
      name: 'TooLong',
    });
    expect(await storage.readUpload(id, 10)).toBeNull();
    expect((await readdir(join(folder, 'files', 'incoming'))).filter((name) => name.startsWith(id))).toEqual(
      [],
    );
  });

  it('leaves nothing behind when the sender breaks off', async () => {
    const storage = local();
    const id = randomUUID();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000);
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.receiveUpload?.(id, broken, 10_000)).rejects.toThrow('connection lost');
    expect((await readdir(join(folder, 'files', 'incoming'))).filter((name) => name.startsWith(id))).toEqual(
      [],
    );
  });

  it('keeps one whole upload when two arrive at once', async () => {
    const storage = local();
    const id = randomUUID();
    await Promise.all(['a', 'b'].map(async (letter) => storage.receiveUpload?.(id, slowly(letter), 60_000)));
    const text = (await storage.readUpload(id, 60_000))?.toString() ?? '';
    expect(text).toMatch(/^(a{50000}|b{50000})$/);
    await storage.removeUpload(id);
  });

  it('removes interrupted writes by their age and never lists them', async () => {
    const storage = local();
    await storage.ready();
    const part = (name: string) => join(folder, 'files', 'stored', name);
    await writeFile(part('old.pdf.0000.part'), 'x');
    await writeFile(part('new.pdf.0000.part'), 'x');
    await utimes(part('old.pdf.0000.part'), 1, 1);
    expect((await names(storage.listStored())).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await storage.removeUnfinishedWrites(new Date(Date.now() - 60_000))).toBe(1);
    const left = await readdir(join(folder, 'files', 'stored'));
    expect(left.filter((name) => name.endsWith('.part'))).toEqual(['new.pdf.0000.part']);
  });

  it('is not ready where it cannot make its folders', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(createStorage({ dataDir: file, secretKey, s3: null }).ready()).rejects.toThrow('ENOTDIR');
  });
});

describe('an S3 bucket', () => {
  // The test server takes form uploads but ignores the policy, so this reads the policy that a real service enforces.
  it('offers a form that is bound to one key, one type, the size and five minutes', async () => {
    const id = randomUUID();
    const made = Date.now();
    const {
      url,
      method,
      fields = {},
    } = await bucket().offerUpload({
      id,
      type: 'image/webp',
      size: 1234,
      now,
    });
    expect(method).toBe('POST');
    expect(new URL(url).origin).toBe(s3.endpoint);
    expect(fields['key']).toBe(`incoming/${id}`);
    expect(fields['Content-Type']).toBe('image/webp');
    const policy = z
      .object({ expiration: z.string(), conditions: z.array(z.unknown()) })
      .parse(JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()));
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        ['eq', '$Content-Type', 'image/webp'],
        ['content-length-range', 1, 1234],
        { key: `incoming/${id}` },
        { bucket: 'gurukul' },
      ]),
    );
    const expires = Date.parse(policy.expiration) - 300_000;
    expect(expires).toBeGreaterThan(made - 1000);
    expect(expires).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(fields)).not.toContain('"S3RVER"');
  });

  it('names the origin that browsers must be allowed to send to', () => {
    expect(bucket().uploadOrigin).toBe(s3.endpoint);
    expect(local().uploadOrigin).toBeNull();
  });

  it('is not ready when the bucket is missing', async () => {
    await expect(bucket({ bucket: 'elsewhere' }).ready()).rejects.toThrow(
      `the S3 bucket elsewhere at ${s3.endpoint} cannot be used (NotFound)`,
    );
    // A start goes on without it.
    const away = bucket({ endpoint: 'http://127.0.0.1:1' });
    await expect(away.ready()).rejects.toThrow(StorageAway);
    await expect(Array.fromAsync(away.listErasures())).rejects.toThrow(StorageAway);
  });
});

it('the link of a picture is the same all day, and works until the next day has ended', () => {
  const secret = { secretKey: 'a key for tests only, 32 bytes or more' };
  const noon = new Date('2026-11-26T12:00:00Z');
  const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
  const link = signPicture(secret, '/files/a.png', noon);
  expect(signPicture(secret, '/files/a.png', later(11))).toBe(link);
  expect(signPicture(secret, '/files/a.png', later(12))).not.toBe(link);
  const query = Object.fromEntries(new URL(link, 'http://x').searchParams);
  const works = (hours: number, path = '/files/a.png') =>
    isPictureLinkValid(secret, path, query, later(hours));
  expect([works(0), works(35), works(36), works(-13), works(-37)]).toEqual([true, true, false, true, false]);
  expect(works(0, '/files/b.png')).toBe(false);
  expect(signPicture(secret, '/defaults/profile.svg')).toBe('/defaults/profile.svg');
});
