import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test, vi } from 'vitest';
import { createS3Client } from '../storage/s3.ts';
import { ownerFile } from '../db/backups-owner.ts';
import { startBucket } from '../test/bucket.ts';
import { copiedMark, listBackups, verifiedMark } from './kept.ts';
import { readOverview } from './overview.ts';
import { copyBackup, copySince, fetchBackup } from './off-site.ts';

const place = await mkdtemp(join(tmpdir(), 'gurukul-off-site-'));
const { s3, stop } = await startBucket();
afterAll(async () => {
  await stop();
  await rm(place, { recursive: true });
});

const identity = await generateX25519Identity();
const keyFile = join(place, 'key.txt');
await writeFile(keyFile, `# public key: somewhere\n${identity}\n`);
const config = { ...s3, ageRecipient: await identityToRecipient(identity) };
const client = createS3Client(config, { attempts: 1, silentMs: 5_000, requestMs: 5_000 });
const backups = join(place, 'backups');
await mkdir(backups);
await writeFile(join(backups, ownerFile), '7512345678901234567\n');

const nameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
async function makeBackup(at: Date, text: string): Promise<void> {
  const folder = join(backups, nameOf(at));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'rows'), text);
  await writeFile(join(folder, verifiedMark), '');
}

async function keys(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: config.bucket }));
  return Contents.map(({ Key }) => Key ?? '').toSorted();
}

async function bytesOf(key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: config.bucket, Key: key }));
  return buffer(Body as Readable);
}

/** Somebody else's object in the same bucket. It is neither removed nor fetched. */
const foreign = 'pictures/of-somebody.png.age';
await client.send(new PutObjectCommand({ Bucket: config.bucket, Key: foreign, Body: 'a picture' }));

const day = 24 * 3600 * 1000;
const now = Date.now();

test('copies are encrypted, follow the rule, come back by one command and by the usual tool', async () => {
  const first = new Date(now - 3 * day);
  const rows = Array.from({ length: 40_000 }, (_, each) => `${each} Lakshmi ${each * 7919}\n`).join('');
  await makeBackup(first, rows);
  expect(await copyBackup(backups, config, { days: 30 })).toContain('Copied');
  expect(await listBackups(backups)).toMatchObject([{ isCopied: true }]);

  // A part of the log from before is in the backup, one since is copied once.
  const log = join(backups, 'wal');
  const files = join(backups, 'now', 'data', 'files', 'stored');
  for (const folder of [log, files]) await mkdir(folder, { recursive: true });
  await writeFile(join(log, 'old.gz'), 'of before');
  await utimes(join(log, 'old.gz'), new Date(now - 9 * day), new Date(now - 9 * day));
  await writeFile(join(log, 'new.gz'), 'since');
  await writeFile(join(log, 'half.gz.part'), 'half');
  await writeFile(join(files, 'roll.pdf'), 'a file of Lakshmi');
  const copy = copySince(backups, config);
  await copy();
  await copy();
  const firstKey = `${nameOf(first)}.tar.gz.age`;
  const own = [firstKey, 'now/data/files/stored/roll.pdf.age', 'wal/new.gz.age'];
  expect(await keys()).toEqual([firstKey, ownerFile, ...own.slice(1, 2), foreign, ...own.slice(2)]);
  for (const key of own) {
    const stored = await bytesOf(key);
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(stored.includes('Lakshmi')).toBe(false);
  }

  // Changed after its copy, as by a disk that was put back: copied anew.
  await writeFile(join(log, 'new.gz'), 'since then');
  await utimes(join(log, 'new.gz'), new Date(now + day), new Date(now + day));
  await copySince(backups, config)();

  const back = join(place, 'back');
  expect(await fetchBackup(config, back, { keyFile })).toContain('2 files since');
  expect(await readFile(join(back, nameOf(first), 'rows'), 'utf8')).toBe(rows);
  expect(await readFile(join(back, 'wal', 'new.gz'), 'utf8')).toBe('since then');
  expect(await readFile(join(back, 'now/data/files/stored/roll.pdf'), 'utf8')).toBe('a file of Lakshmi');
  await expect(
    fetchBackup(config, join(place, 'early'), { keyFile, to: new Date(now - 4 * day) }),
  ).rejects.toThrow('no backup');

  const other = join(place, 'other.txt');
  await writeFile(other, await generateX25519Identity());
  await expect(fetchBackup(config, join(place, 'foreign'), { keyFile: other })).rejects.toThrow();

  // Older than a day, but one of the two newest; then it goes with the log that only it needs.
  await makeBackup(new Date(now - 2 * day), 'second');
  await copyBackup(backups, config, { days: 1 });
  expect(await keys()).toContain(firstKey);
  await makeBackup(new Date(now + 2 * 3600 * 1000), 'third');
  await makeBackup(new Date(now + 3 * 3600 * 1000), 'fourth');
  await copyBackup(backups, config, { days: 1 });
  await rm(join(backups, nameOf(new Date(now + 3 * 3600 * 1000))), { recursive: true });
  await copyBackup(backups, config, { days: 1 });
  expect(await keys()).toEqual([
    `${nameOf(new Date(now + 2 * 3600 * 1000))}.tar.gz.age`,
    `${nameOf(new Date(now + 3 * 3600 * 1000))}.tar.gz.age`,
    ownerFile,
    foreign,
  ]);
});

// In short runs only where Debian's package age is.
const hasTool = spawnSync('age', ['--version']).status === 0;
test.runIf(hasTool || process.env['PROOF'] === 'full')('age and tar alone read a copy', async () => {
  const key = (await keys()).find((name) => name.endsWith('.tar.gz.age')) ?? '';
  const file = join(place, key);
  await writeFile(file, await bytesOf(key));
  execFileSync('sh', ['-c', `age --decrypt --identity '${keyFile}' '${file}' | tar -xz -C '${place}'`]);
  expect(await readFile(join(place, key.replace('.tar.gz.age', ''), 'rows'), 'utf8')).toBe('third');
});

test('the overview says what was made, restored and copied, and when the next one is due', async () => {
  const asked = new Date('2026-11-26T01:59:00Z');
  const settings = { backupDir: backups, backupOffSite: config, backupDays: 1 };
  const { newest_at, restored_at, copied_at, next_at, ...rest } = (await readOverview(settings, asked))!;
  const third = `${new Date(now + 2 * 3600 * 1000).toISOString().slice(0, 19)}.000Z`;
  expect([newest_at, next_at]).toEqual([third, '2026-11-26T02:00:00.000Z']);
  for (const at of [restored_at, copied_at]) expect(Date.parse(at ?? '')).toBeGreaterThan(now - 1000);
  expect(rest).toMatchObject({ count: 3, days: 1, newest_bytes: null, copies: true });
  expect(await readOverview({ ...settings, backupDir: null })).toBeNull();
  const empty = await readOverview({ ...settings, backupDir: join(place, 'nothing'), backupOffSite: null });
  expect(empty).toMatchObject({ count: 0, newest_at: null, restored_at: null, copies: false, log_at: null });
});

test('a bucket that is away leaves the backup without its mark, so that it is tried again', async () => {
  const name = nameOf(new Date(now + 2 * 3600 * 1000));
  await rm(join(backups, name, copiedMark));
  await expect(copyBackup(backups, { ...config, bucket: 'nobodys' }, { days: 1 })).rejects.toThrow();
  expect(await readdir(join(backups, name))).not.toContain(copiedMark);
});

test('the bucket of another database gets no copy and keeps its own', async () => {
  const before = await keys();
  await writeFile(join(backups, ownerFile), '7598765432109876543\n');
  await expect(copyBackup(backups, config, { days: 1 })).rejects.toThrow('of another database');
  await expect(copySince(backups, config)()).rejects.toThrow('of another database');
  await writeFile(join(backups, ownerFile), '7512345678901234567\n');
  expect(await keys()).toEqual(before);
});

test.runIf(process.env['PROOF'] === 'full')(
  'a copy above 32 MB goes in parts and comes back',
  async () => {
    const at = new Date(now + 4 * 3600 * 1000);
    await makeBackup(at, 'fifth');
    // Bytes that cannot be packed, for three parts.
    const pages = randomBytes(70 * 1024 * 1024);
    await writeFile(join(backups, nameOf(at), 'pages'), pages);
    const send = vi.spyOn(S3Client.prototype, 'send');
    await copyBackup(backups, config, { days: 1 });
    const parts = send.mock.calls.filter(([command]) => command instanceof UploadPartCommand);
    send.mockRestore();
    expect(parts.length).toBe(3);
    const back = join(place, 'back-in-parts');
    await fetchBackup(config, back, { keyFile });
    expect(pages.equals(await readFile(join(back, nameOf(at), 'pages')))).toBe(true);
  },
  300_000,
);
