import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDataFolder } from '../data-folder.ts';
import type { Database } from '../db/open.ts';
import { openDatabase } from '../db/open.ts';
import { many, one, run } from '../db/rows.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Starting a database on its own takes seconds on a busy machine.
const patience = 180_000;

// A real cluster in a real folder. Everybody may pass through, as through a project's usual place.
const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-backup-'));
await chmod(place, 0o755);
const dataDir = join(place, 'data');
const silent = { say: () => undefined, onLost: () => undefined };

const configOf = (folder: string) => ({
  ...readConfig({ DATA_DIR: folder, DEMO: '0' }),
  secretKey: 'a secret of thirty-two bytes, at least',
});

async function open(folder: string) {
  await openDataFolder(folder);
  return openDatabase(configOf(folder), silent);
}

async function close({ pool, close: stop }: Database) {
  await pool.end();
  await stop();
}

let database: Database;
beforeAll(async () => {
  database = await open(dataDir);
  await mkdir(join(dataDir, 'files'));
  await writeFile(join(dataDir, 'files', 'whole.png'), 'picture');
  await writeFile(join(dataDir, 'files', 'half.png.part'), 'pict');
}, patience);
afterAll(async () => {
  await close(database);
  for (const name of await readdir(place)) {
    const cluster = await realpath(join(place, name, 'postgres')).catch(() => '');
    if (cluster.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
  }
  await rm(place, { recursive: true });
}, patience);

const addType = (pool: pg.Pool, number: number) =>
  run(pool, sql`insert into course_types (type) values (${`type ${number}`})`);

/** Writes one after the other until told to stop; answers the number of the last that was acknowledged. */
function keepWriting(pool: pg.Pool, first: number) {
  const asked = new AbortController();
  let last = first - 1;
  const written = (async () => {
    while (!asked.signal.aborted) {
      await addType(pool, last + 1);
      last += 1;
    }
  })();
  return {
    last: () => last,
    async stop() {
      asked.abort();
      await written;
      return last;
    },
  };
}

const numbersIn = async (pool: pg.Pool) =>
  (await many<{ number: number }>(pool, sql`select substr(type, 6)::int as number from course_types`))
    .map(({ number }) => number)
    .toSorted((a, b) => a - b);

describe('what is refused', () => {
  test('a folder that is there, and one that holds no backup', async () => {
    await mkdir(join(place, 'taken'));
    await expect(makeBackup(dataDir, join(place, 'taken'))).rejects.toThrow('is there already');
    await expect(restoreBackup(join(place, 'taken'), join(place, 'new'))).rejects.toThrow('holds no backup');
    expect(existsSync(join(place, 'new'))).toBe(false);
  });

  test('a copy inside of what is copied, by whatever way', async () => {
    await symlink(dataDir, join(place, 'way-in'));
    for (const folder of [join(dataDir, 'backups', 'monday'), join(place, 'way-in', 'monday')]) {
      await expect(makeBackup(dataDir, folder)).rejects.toThrow('lies in the data folder');
    }
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  test('a data folder without a database, which is not made either', async () => {
    const mistyped = join(place, 'mistyped');
    await expect(makeBackup(mistyped, join(place, 'of-nothing'))).rejects.toThrow('holds no data');
    expect([existsSync(mistyped), existsSync(join(place, 'of-nothing'))]).toEqual([false, false]);
  });

  test('a data folder that is in use', { timeout: patience }, async () => {
    await makeBackup(dataDir, join(place, 'early'));
    await expect(restoreBackup(join(place, 'early'), dataDir)).rejects.toThrow('is not empty');
    const within = join(place, 'early', 'data', 'restored');
    await expect(restoreBackup(join(place, 'early'), within)).rejects.toThrow('lies in the backup itself');
  });
});

test(
  'made while the portal writes, it holds all that was acknowledged before, and no gap',
  { timeout: patience },
  async () => {
    // Pages of every kind in motion: short rows, long rows, and rows that are written over.
    const filler = keepWriting(database.pool, 1);
    await run(
      database.pool,
      sql`insert into query_types (name) select 'q' || n from generate_series(1, 2000) n`,
    );
    const churn = (async () => {
      for (let round = 0; round < 40; round += 1) {
        await run(database.pool, sql`update query_types set name = md5(name || ${round}::text)`);
      }
    })();
    const before = filler.last();
    const facts = await makeBackup(dataDir, join(place, 'hot'));
    const after = filler.last();
    await churn;
    const end = await filler.stop();
    expect(after).toBeGreaterThan(before);
    expect(end).toBeGreaterThanOrEqual(after);
    expect(facts).toMatchObject({ postgres: expect.any(Number), migration: expect.stringMatching(/\.sql$/) });

    await restoreBackup(join(place, 'hot'), join(place, 'hot-restored'));
    const restored = await open(join(place, 'hot-restored'));
    const numbers = await numbersIn(restored.pool);
    const { count } = await one<{ count: number }>(
      restored.pool,
      sql`select count(distinct name)::int as count from query_types`,
    );
    await close(restored);
    expect(numbers.length).toBeGreaterThanOrEqual(before);
    expect(numbers.length).toBeLessThanOrEqual(end);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(count).toBe(2000);
  },
);

test('files, secret and version come along; doors, locks and halves do not', async () => {
  const backup = join(place, 'hot');
  const restored = join(place, 'hot-restored');
  expect(await readFile(join(restored, 'files', 'whole.png'), 'utf8')).toBe('picture');
  expect(await readdir(join(backup, 'data', 'files'))).toEqual(['whole.png']);
  const names = await readdir(backup, { recursive: true });
  expect(names.filter((name) => /socket|postmaster\.pid|\.part|start\.log/.test(name))).toEqual([]);
  expect((await readdir(place)).filter((name) => name.includes('.part-'))).toEqual([]);
});

test(
  'made while the portal stands still, it starts the database and stops it again',
  { timeout: patience },
  async () => {
    await close(database);
    const count = async (folder: string) => {
      const opened = await open(folder);
      const numbers = await numbersIn(opened.pool);
      await close(opened);
      return numbers.length;
    };
    const enough = AbortSignal.abort(new Error('enough'));
    await expect(makeBackup(dataDir, join(place, 'given-up'), enough)).rejects.toThrow('enough');
    expect((await readdir(place)).filter((name) => name.startsWith('given-up'))).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    await makeBackup(dataDir, join(place, 'cold'));
    const { people } = await restoreBackup(join(place, 'cold'), join(place, 'cold-restored'));
    expect(people).toBe(0);
    expect(await count(join(place, 'cold-restored'))).toBe(await count(dataDir));
    database = await open(dataDir);
  },
);
