import { spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { archiveInto } from '../db/archive.ts';
import { claimBackups, ownerFile } from '../db/backups-owner.ts';
import { copyTree } from './copy-tree.ts';
import { verifiedMark } from './kept.ts';
import { mirrorFiles } from './mirror.ts';
import { backUpNightly, refuseFull } from './nightly.ts';
import { hoursOf, lateIn, readState, sharedDisk } from './state.ts';

const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-night-'));
await chmod(place, 0o777);
afterAll(() => rm(place, { recursive: true }));

async function fresh(name: string): Promise<string> {
  const folder = join(place, name);
  await mkdir(folder, { recursive: true, mode: 0o777 });
  return folder;
}

/** A cluster's folder, as far as backups ask for it. */
async function makeCluster(folder: string, identifier: bigint): Promise<void> {
  const control = Buffer.alloc(8192);
  control.writeBigUInt64LE(identifier);
  await mkdir(join(folder, 'global'), { recursive: true });
  await mkdir(join(folder, 'pg_wal', 'archive_status'), { recursive: true });
  await writeFile(join(folder, 'global', 'pg_control'), control);
}

test('backups on the disk of the data are said to be', async () => {
  const [dataDir, backupDir] = [await fresh('data'), await fresh('beside')];
  expect(await sharedDisk({ dataDir, backupDir })).toContain('a lost disk takes both');
  expect(await sharedDisk({ dataDir, backupDir: '/proc' })).toBeNull();
  expect(await sharedDisk({ dataDir, backupDir: join(place, 'away') })).toBeNull();
  expect(await sharedDisk({ dataDir, backupDir: null })).toBeNull();
});

describe('the folder of another database', () => {
  test('is refused and stays as it is', async () => {
    const backups = await fresh('owned');
    const [ours, other] = [await fresh('ours'), await fresh('other')];
    await makeCluster(ours, 7512345678901234567n);
    await makeCluster(other, 18446744073709551557n);
    await claimBackups(backups, ours);
    await claimBackups(backups, ours);
    await expect(claimBackups(backups, other)).rejects.toThrow('of another database (7512345678901234567');
    expect(await readFile(join(backups, ownerFile), 'utf8')).toBe('7512345678901234567\n');
  });

  test('is known by its newest backup, where an earlier release made it', async () => {
    const backups = await fresh('older');
    const [ours, other] = [await fresh('ours'), await fresh('other')];
    await makeCluster(join(backups, '2026-11-20T02-00-00Z', 'cluster'), 7512345678901234567n);
    await expect(claimBackups(backups, other)).rejects.toThrow('of another database');
    await claimBackups(backups, ours);
    expect(await readdir(backups)).toContain(ownerFile);
  });
});

describe('the archive of the log', () => {
  const part = '000000010000000000000003';
  const archive = async (name: string) => {
    const [cluster, backups] = [await fresh(`${name}-cluster`), await fresh(`${name}-backups`)];
    await makeCluster(cluster, 7n);
    await archiveInto({ cluster, bin: '', socketDir: '', runAs: {} }, backups);
    const run = async (text: string) => {
      await writeFile(join(cluster, 'pg_wal', part), text);
      return spawnSync('sh', ['archive.sh', join('pg_wal', part), part], { cwd: cluster }).status;
    };
    return { run, cluster, file: join(backups, 'wal', `${part}.gz`), folder: join(backups, 'wal') };
  };

  test('takes a part, takes it again, and never puts another one in its place', async () => {
    const { run, file } = await archive('parts');
    expect(await run('changes')).toBe(0);
    expect(await run('changes')).toBe(0);
    expect(await run('changes of another database')).toBe(1);
    expect(gunzipSync(await readFile(file)).toString()).toBe('changes');
  });

  test('lets go of the log before it fills the disk of the data folder', async () => {
    const { run, cluster, folder } = await archive('away');
    await rm(folder, { recursive: true });
    const waiting = join(cluster, 'pg_wal', 'archive_status');
    for (let number = 0; number < 127; number += 1) await writeFile(join(waiting, `${number}.ready`), '');
    expect(await run('changes')).toBe(1);
    await writeFile(join(waiting, '127.ready'), '');
    expect(await run('changes')).toBe(0);
    expect(await readdir(cluster)).toContain('log-gap');
  });
});

/** Root may read everything. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a file that cannot be read is named, and all others are copied', async () => {
  const [data, backups, copy] = [
    await fresh('unread'),
    await fresh('unread-backups'),
    await fresh('unread-copy'),
  ];
  const stored = join(data, 'files', 'stored');
  await mkdir(stored, { recursive: true });
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await writeFile(join(stored, name), name);
  await chmod(join(stored, 'b.pdf'), 0);
  for (const folder of [data, backups, copy]) await chmod(folder, 0o777);
  if (process.getuid?.() === 0) for (const folder of [backups, copy]) await chown(folder, 65_534, 65_534);
  await asNobody(async () => {
    expect(await mirrorFiles(data, backups)).toEqual(['files/stored/b.pdf']);
    const unreadable: string[] = [];
    await copyTree(data, join(copy, 'data'), { unreadable: (path) => unreadable.push(path) });
    expect(unreadable).toEqual(['files/stored/b.pdf']);
    await expect(copyTree(data, join(copy, 'strict'))).rejects.toThrow('EACCES');
  });
  for (const at of [join(backups, 'now', 'data'), join(copy, 'data')])
    expect((await readdir(join(at, 'files', 'stored'))).toSorted()).toEqual(['a.pdf', 'c.pdf']);
});

test('a night first removes what failed nights left and what is too old', async () => {
  const backups = await fresh('remains');
  const gone = spawnSync('true').pid;
  const verified = ['2026-11-01T02-00-00Z', '2026-11-02T02-00-00Z', '2026-11-03T02-00-00Z'];
  const failed = ['2026-11-04T02-00-00Z', '2026-11-05T02-00-00Z'];
  for (const name of [...verified, ...failed]) await mkdir(join(backups, name));
  for (const name of verified) await writeFile(join(backups, name, verifiedMark), '');
  for (const name of verified) {
    await mkdir(join(backups, name, 'cluster'));
    await writeFile(join(backups, name, 'cluster', 'backup_label'), '');
  }
  await mkdir(join(backups, 'trial', 'postgres'), { recursive: true });
  await mkdir(join(backups, `2026-11-05T08-00-00Z.part-${gone}`));
  await mkdir(join(backups, `2026-11-05T08-00-00Z.part-${process.ppid}`));
  const noData = await fresh('no-data');
  const night = backUpNightly(noData, backups, { days: 1, now: new Date('2026-11-06T02:00:00Z') });
  await expect(night).rejects.toThrow('holds no data of a portal');
  expect((await readdir(backups)).toSorted()).toEqual([
    ...verified.slice(1),
    failed[1],
    `2026-11-05T08-00-00Z.part-${process.ppid}`,
  ]);
});

test('a night without room fails before it writes', async () => {
  await refuseFull(place, 1024);
  await expect(refuseFull(place, 2 ** 60)).rejects.toThrow('needs 1073741824.0 GB: make room');
});

test('what is late is told, also where there never was one', async () => {
  const backups = await fresh('late');
  const off = { backupOffSite: null };
  expect(lateIn(await readState(join(place, 'nowhere'), off))).toEqual(['backup_failed', 'log_failed']);
  await writeFile(join(backups, ownerFile), '7');
  await mkdir(join(backups, 'wal'));
  const state = await readState(backups, off);
  expect(lateIn(state)).toEqual([]);
  const bucket = {
    endpoint: '',
    region: '',
    bucket: '',
    accessKeyId: '',
    secretAccessKey: '',
    ageRecipient: '',
  };
  const longAgo = new Date(Date.now() - 37 * 3600 * 1000);
  await utimes(join(backups, ownerFile), longAgo, longAgo);
  const late = await readState(backups, { backupOffSite: bucket });
  expect(lateIn(late)).toEqual(['backup_failed', 'copy_failed']);
  expect(hoursOf('copy_failed', late)).toBe(37);
  expect(lateIn(late, Date.now() + 2 * 3600 * 1000)).toEqual(['backup_failed', 'log_failed', 'copy_failed']);
});
