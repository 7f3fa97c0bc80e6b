import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Decrypter, Encrypter } from 'age-encryption';
import type { OffSiteConfig } from '../config.ts';
import { logFolder } from '../db/archive.ts';
import { ownerFile, ownerOf } from '../db/backups-owner.ts';
import { StartError } from '../start-error.ts';
import { createS3Client } from '../storage/s3.ts';
import { copiedMark, keptOf, listBackups, timeIn } from './kept.ts';
import { mirrorFolder } from './mirror.ts';

const archiveEnd = '.tar.gz.age';
const sealedEnd = '.age';
const hour = 60 * 60 * 1000;

const clientOf = (config: OffSiteConfig) =>
  createS3Client(config, { attempts: 5, silentMs: 60_000, requestMs: 300_000 });

/** Throws when the bucket then has fewer or more bytes than were sent. */
async function put(config: OffSiteConfig, key: string, from: Readable): Promise<void> {
  const client = clientOf(config);
  const encrypter = new Encrypter();
  encrypter.addRecipient(config.ageRecipient);
  const sealed = Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(from)));
  let sent = 0;
  async function* counted(): AsyncIterable<Buffer> {
    for await (const part of sealed) {
      sent += part.length;
      yield part;
    }
  }
  const place = { Bucket: config.bucket, Key: key };
  // An object has 10,000 parts at most.
  const params = { ...place, Body: Readable.from(counted()) };
  await new Upload({ client, params, partSize: 32 * 1024 * 1024, queueSize: 2 }).done();
  const { ContentLength } = await client.send(new HeadObjectCommand(place));
  if (ContentLength !== sent)
    throw new StartError(`${key} has ${ContentLength} of ${sent} bytes in ${config.bucket}`);
}

/** Makes the bucket the one of this database. Throws a StartError for the bucket of another one. */
async function claimBucket(config: OffSiteConfig, ours: string): Promise<void> {
  const client = clientOf(config);
  const place = { Bucket: config.bucket, Key: ownerFile };
  const owner = await client.send(new GetObjectCommand(place)).then(
    async ({ Body }) => (await Body?.transformToString())?.trim(),
    (error: unknown) => {
      if (error instanceof NoSuchKey) return null;
      throw error;
    },
  );
  if (owner === null) await client.send(new PutObjectCommand({ ...place, Body: ours }));
  else if (owner !== ours) {
    throw new StartError(
      `the bucket ${config.bucket} has the backups of another database (${owner}, this one is ${ours}): name a new bucket and keep that one`,
    );
  }
}

/** Whether an object is one that `copySince` writes. Somebody who fills the bucket names no other place of the machine. */
const isLoose = (key: string) =>
  key.endsWith(sealedEnd) &&
  [logFolder, mirrorFolder].some((folder) => key.startsWith(`${folder}/`)) &&
  !key.split('/').includes('..');

interface StoredBackup {
  readonly key: string;
  readonly at: Date;
}

async function list(config: OffSiteConfig): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const page of paginateListObjectsV2({ client: clientOf(config) }, { Bucket: config.bucket }))
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified !== undefined) found.push({ key: Key, at: LastModified });
  return found;
}

/** The output of a program, which breaks when the program fails. */
async function* outputOf(command: string, words: readonly string[]): AsyncIterable<Buffer> {
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done, fail) => {
    child.once('close', done);
    child.once('error', fail);
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  yield* child.stdout;
  if ((await ended) !== 0) throw new StartError(`${command}: ${complaint.trim()}`);
}

/**
 * Copies the newest verified backup of BACKUP_DIR into the bucket as one encrypted archive, then removes what is older
 * than `days` there. The two newest ones stay. Without a new copy nothing is removed.
 */
export async function copyBackup(
  backups: string,
  config: OffSiteConfig,
  { days, now = new Date() }: { days: number; now?: Date },
): Promise<string> {
  const newest = (await listBackups(backups)).find(({ isVerified }) => isVerified);
  if (newest === undefined) throw new StartError(`${backups} has no verified backup`);
  await claimBucket(config, await ownerOf(backups));
  const packed = outputOf('tar', ['-cz', '-C', backups, newest.name]);
  await put(config, `${newest.name}${archiveEnd}`, Readable.from(packed));
  await writeFile(join(backups, newest.name, copiedMark), `${new Date().toISOString()}\n`);
  await prune(config, new Date(now.getTime() - days * 24 * hour));
  return `Copied ${newest.name} to ${config.bucket} at ${config.endpoint}.`;
}

const nameOf = (key: string) => key.slice(0, -archiveEnd.length);

async function prune(config: OffSiteConfig, before: Date): Promise<void> {
  const all = await list(config);
  const archives = all
    .filter(({ key }) => key.endsWith(archiveEnd) && timeIn(nameOf(key)) !== null)
    .map(({ key }) => ({ key, at: timeIn(nameOf(key)) ?? new Date() }));
  const { kept, old } = keptOf(archives, before);
  const oldest = kept.at(-1);
  if (oldest === undefined) return;
  // A backup contains what was there before it. The hour is for the bucket's clock.
  const isInBackups = ({ key, at }: StoredBackup) =>
    isLoose(key) && at.getTime() < oldest.at.getTime() - hour;
  const client = clientOf(config);
  for (const { key } of [...old, ...all.filter(isInBackups)])
    await client.send(new DeleteObjectCommand({ Bucket: config.bucket, Key: key }));
}

/**
 * Returns a function that copies what came since the last copied backup: parts of the log, files, erasures. Each is a
 * file of its own in the bucket, encrypted, under its path in BACKUP_DIR. A copy that is older than the file is made anew.
 */
export function copySince(backups: string, config: OffSiteConfig): () => Promise<void> {
  let there: Map<string, Date> | null = null;
  return async () => {
    const newest = (await listBackups(backups)).find(({ isCopied }) => isCopied);
    if (newest === undefined) return;
    if (there === null) {
      await claimBucket(config, await ownerOf(backups));
      there = new Map((await list(config)).map(({ key, at }) => [key, at]));
    }
    for (const folder of [logFolder, mirrorFolder]) {
      for (const entry of await entriesIn(join(backups, folder))) {
        const path = join(folder, entry);
        const key = `${path}${sealedEnd}`;
        if (path.endsWith('.part')) continue;
        const found = await stat(join(backups, path)).catch(() => null);
        if (found === null || !found.isFile() || found.mtime < newest.at) continue;
        const copied = there.get(key);
        if (copied !== undefined && copied >= found.mtime) continue;
        await put(config, key, createReadStream(join(backups, path)));
        there.set(key, new Date());
      }
    }
  };
}

const entriesIn = (folder: string) => readdir(folder, { recursive: true }).catch((): string[] => []);

/**
 * Brings a copied backup, the newest from before the moment, and everything that came since into a new folder, which is
 * then a BACKUP_DIR to restore from.
 */
export async function fetchBackup(
  config: OffSiteConfig,
  folder: string,
  { keyFile, to }: { keyFile: string; to?: Date | undefined },
): Promise<string> {
  if ((await entriesIn(folder)).length > 0) throw new StartError(`${folder} is not empty`);
  const identity = /^AGE-SECRET-KEY-1\w+$/m.exec(await readFile(keyFile, 'utf8'))?.[0];
  if (identity === undefined) throw new StartError(`${keyFile} has no line AGE-SECRET-KEY-1...`);
  const all = await list(config);
  const archives = all
    .filter(({ key }) => key.endsWith(archiveEnd))
    .toSorted((a, b) => (a.key < b.key ? 1 : -1));
  const archive = archives.find(({ key }) => to === undefined || (timeIn(nameOf(key)) ?? to) < to);
  if (archive === undefined) throw new StartError(`${config.bucket} has no backup from before that moment`);

  const client = clientOf(config);
  const open = async (key: string): Promise<Readable> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: config.bucket, Key: key }));
    if (Body === undefined) throw new StartError(`${key} is empty`);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    return Readable.fromWeb(await decrypter.decrypt(Body.transformToWebStream()));
  };
  const packed = await open(archive.key);
  // The database's user passes through to the log.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const tar = spawn('tar', ['-xz', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise((done) => tar.once('close', done));
  await pipeline(packed, tar.stdin);
  if ((await ended) !== 0) throw new StartError(`${archive.key} cannot be unpacked`);
  const loose = all.filter(({ key }) => isLoose(key));
  for (const { key, at } of loose) {
    const file = join(folder, key.slice(0, -sealedEnd.length));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await open(key), createWriteStream(file, { mode: 0o600 }));
    await utimes(file, at, at);
  }
  return `Fetched ${basename(nameOf(archive.key))} and ${loose.length} files since into ${folder}. Now: npm run restore -- ${folder}`;
}
