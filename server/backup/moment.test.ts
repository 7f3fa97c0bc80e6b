import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from '../db/embedded.ts';
import { findHome } from '../db/embedded-home.ts';
import { signalServersIn } from '../db/embedded-process.ts';
import { migrate } from '../db/migrate.ts';
import { mirrorFiles } from './mirror.ts';
import { listBackups } from './kept.ts';
import { backUpNightly, backupBefore } from './nightly.ts';
import { restoreBackup } from './restore-backup.ts';

const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-moment-'));
await chmod(place, 0o755);
const [dataDir, backups] = [join(place, 'data'), join(place, 'backups')];
afterAll(async () => {
  for (const name of await readdir(place)) {
    const cluster = await realpath(join(place, name, 'postgres')).catch(() => '');
    if (cluster.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
  }
  await rm(place, { recursive: true });
});

async function ask(owner: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function typesIn(folder: string): Promise<string> {
  const { owner, stop } = await startEmbedded({ dataDir: folder });
  try {
    const [row] = await ask(owner, `select string_agg(type, ' ' order by id) as types from course_types`);
    return String(row?.['types']);
  } finally {
    await stop();
  }
}

// In the short form `backup.test.ts` restores.
const isFull = process.env['PROOF'] === 'full';

test.runIf(isFull)(
  'the database comes back to a second, and with the log of the killed one to its last change',
  async () => {
    for (const folder of [dataDir, backups]) await mkdir(folder, { mode: 0o755 });
    const { owner, stop } = await startEmbedded({ dataDir, backupDir: backups });
    await migrate(owner);
    const add = async (type: string) => {
      const [row] = await ask(
        owner,
        `insert into course_types (type) values ('${type}') returning clock_timestamp() as at`,
      );
      return row?.['at'] as Date;
    };
    await add('before');
    // Old enough to go, were it not among the two newest that are verified.
    const day = 24 * 3600 * 1000;
    await backUpNightly(dataDir, backups, { days: 1, now: new Date(Date.now() - 3 * day) });
    await add('after');
    await mkdir(join(dataDir, 'files', 'stored'), { recursive: true });
    await writeFile(join(dataDir, 'files', 'stored', 'late.pdf'), 'a file of after the backup');
    await mirrorFiles(dataDir, backups);
    await wait(1100);
    const moment = new Date(Math.floor(Date.now() / 1000) * 1000);
    await wait(moment.getTime() + 1000 - Date.now());
    const wrong = await add('wrong');
    expect(wrong > moment).toBe(true);
    const [last] = await ask(owner, 'select pg_walfile_name(pg_switch_wal()) as name');
    await expect
      .poll(
        () =>
          stat(join(backups, 'wal', `${String(last?.['name'])}.gz`)).then(
            () => true,
            () => false,
          ),
        { timeout: 600_000 },
      )
      .toBe(true);
    await add('unarchived');
    const home = await findHome(dataDir);
    await signalServersIn(home.cluster, 'SIGKILL');

    // Fetched from elsewhere by root.
    const log = join(backups, 'wal');
    for (const name of await readdir(log)) await chmod(join(log, name), 0o600);
    if (process.getuid?.() === 0)
      for (const path of ['.', ...(await readdir(log))]) await chown(join(log, path), 0, 0);

    const source = (await backupBefore(backups, moment))!;
    const back = join(place, 'back');
    const { last: reached } = await restoreBackup(source, back, { to: moment });
    expect(new Date(reached ?? 0) <= moment).toBe(true);
    expect(await typesIn(back)).toBe('before after');
    expect(await readdir(join(back, 'files', 'stored'))).toEqual(['late.pdf']);

    const whole = join(place, 'whole');
    await restoreBackup(source, whole, { to: 'end', before: dataDir });
    expect(await typesIn(whole)).toBe('before after wrong unarchived');

    // A moment after which nothing happened: the end of the log.
    const late = join(place, 'late');
    const ended = await restoreBackup(source, late, { to: new Date(Date.now() + 60_000) });
    expect(new Date(ended.last ?? 0) < new Date()).toBe(true);
    expect(await typesIn(late)).toBe('before after wrong');

    expect(await listBackups(backups)).toMatchObject([{ isVerified: true }]);
    await stop().catch(() => undefined);
  },
  240_000,
);
