import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDataFolder } from '../data-folder.ts';
import type { Database } from '../db/open.ts';
import { openDatabase } from '../db/open.ts';
import { createPool } from '../db/pool.ts';
import { run } from '../db/rows.ts';
import { many, one } from '../test/rows.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// A real cluster in a real folder. Everybody may pass through it, as through a project's usual place.
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
  await mkdir(join(dataDir, 'outbox'));
  await writeFile(join(dataDir, 'outbox', 'mail.eml'), 'Your code is 1234');
  await writeFile(join(dataDir, 'secret'), 'the secret of this folder, 32 bytes');
});
afterAll(async () => {
  await close(database);
  for (const name of await readdir(place)) {
    const cluster = await realpath(join(place, name, 'postgres')).catch(() => '');
    if (cluster.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
  }
  await rm(place, { recursive: true });
});

const addType = (pool: pg.Pool, number: number) =>
  run(pool, sql`insert into course_types (type) values (${`type ${number}`})`);

/**
 * Writes rows one after the other until stopped, at the latest when the test is over. Returns the number of the last
 * acknowledged one.
 */
function keepWriting(pool: pg.Pool, first: number) {
  const asked = new AbortController();
  let last = first - 1;
  const written = (async () => {
    while (!asked.signal.aborted) {
      await addType(pool, last + 1);
      last += 1;
    }
  })();
  const stop = async () => {
    asked.abort();
    await written;
    return last;
  };
  // A test that ran out of its time would leave an endless loop.
  onTestFinished(async () => void (await stop()));
  return { last: () => last, stop };
}

const numbersIn = async (pool: pg.Pool) =>
  (await many<{ number: number }>(pool, sql`select substr(type, 6)::int as number from course_types`))
    .map(({ number }) => number)
    .toSorted((a, b) => a - b);

describe('a backup is refused', () => {
  test('into a folder that exists, and from one that is no backup', async () => {
    await mkdir(join(place, 'taken'));
    await expect(makeBackup(dataDir, join(place, 'taken'))).rejects.toThrow('is there already');
    await expect(restoreBackup(join(place, 'taken'), join(place, 'new'))).rejects.toThrow('holds no backup');
    expect(existsSync(join(place, 'new'))).toBe(false);
  });

  test('into a folder inside the data folder, by any path', async () => {
    await symlink(dataDir, join(place, 'way-in'));
    for (const folder of [join(dataDir, 'backups', 'monday'), join(place, 'way-in', 'monday')]) {
      await expect(makeBackup(dataDir, folder)).rejects.toThrow('lies in the data folder');
    }
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  test('of a data folder without a database, and makes none', async () => {
    const mistyped = join(place, 'mistyped');
    await expect(makeBackup(mistyped, join(place, 'of-nothing'))).rejects.toThrow('holds no data');
    expect([existsSync(mistyped), existsSync(join(place, 'of-nothing'))]).toEqual([false, false]);
  });
});

test('a backup made while the portal writes has everything acknowledged before, and no gap', async () => {
  // Pages of every kind change meanwhile: short rows, long rows, and rows that are updated.
  const filler = keepWriting(database.pool, 1);
  await run(
    database.pool,
    sql`insert into query_types (name) select 'q' || n from generate_series(1, 2000) n`,
  );
  const made = new AbortController();
  const churn = (async () => {
    for (let round = 0; !made.signal.aborted; round += 1) {
      await run(database.pool, sql`update query_types set name = md5(name || ${round}::text)`);
    }
  })();
  const before = filler.last();
  const facts = await makeBackup(dataDir, join(place, 'hot')).finally(() => made.abort());
  const after = filler.last();
  await churn;
  const end = await filler.stop();
  expect(after).toBeGreaterThan(before);
  expect(end).toBeGreaterThanOrEqual(after);
  expect(facts).toMatchObject({
    postgres: expect.any(Number),
    migration: expect.stringMatching(/\.sql$/),
    missing: { secret: true, files: 0, unreadable: [], compacting: [] },
  });

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
});

test('files and version are in it; secret, mails, sockets, locks and partial files are not', async () => {
  const backup = join(place, 'hot');
  const restored = join(place, 'hot-restored');
  expect(await readFile(join(restored, 'files', 'whole.png'), 'utf8')).toBe('picture');
  expect((await readdir(join(backup, 'data'))).toSorted()).toEqual(['files', 'version']);
  expect(await readdir(join(backup, 'data', 'files'))).toEqual(['whole.png']);
  expect(existsSync(join(backup, 'data', 'secret'))).toBe(false);
  const names = await readdir(backup, { recursive: true });
  expect(names.filter((name) => /socket|postmaster\.pid|\.part|start\.log/.test(name))).toEqual([]);
  expect((await readdir(place)).filter((name) => name.includes('.part-'))).toEqual([]);
});

test('a backup is not restored into a data folder that is in use, nor into itself', async () => {
  const backup = join(place, 'hot');
  await expect(restoreBackup(backup, dataDir)).rejects.toThrow('is not empty');
  const within = join(backup, 'data', 'restored');
  await expect(restoreBackup(backup, within)).rejects.toThrow('lies in the backup itself');
});

describe('a damaged copy', () => {
  const backup = () => join(place, 'hot');
  const restored = join(place, 'never');
  async function refusal(): Promise<string> {
    const message = await restoreBackup(backup(), restored).then(
      () => 'restored',
      (error: Error) => error.message,
    );
    return existsSync(restored) ? `${message}, and something was written` : message;
  }

  /** A large table file. */
  async function aTable() {
    const base = join(backup(), 'cluster', 'base');
    const files = (await readdir(base, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    return paths[sizes.indexOf(Math.max(...sizes))]!;
  }

  test('is noticed by sha256sum as well', () => {
    const { status } = spawnSync('sha256sum', ['--check', '--quiet', '--strict', 'files.sha256'], {
      cwd: backup(),
    });
    expect(status).toBe(0);
  });

  test('is noticed when one bit of a table differs', async () => {
    const path = await aTable();
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(5_000) ^ 1, 5_000);
    await writeFile(path, changed);
    expect(await refusal()).toMatch(
      /hot is damaged: cluster\/base\/.+ is not as it was written.+ another copy of it$/,
    );
    await writeFile(path, whole.subarray(0, -8192));
    expect(await refusal()).toMatch(/is damaged: cluster\/base\/.+ is not as it was written/);
    await writeFile(path, whole);
  });

  test('is noticed when a file is missing or the list of files is cut short', async () => {
    const file = join(backup(), 'data', 'files', 'whole.png');
    await rename(file, join(place, 'aside'));
    expect(await refusal()).toContain('data/files/whole.png is missing');
    await rename(join(place, 'aside'), file);
    const list = join(backup(), 'files.sha256');
    const text = await readFile(list, 'utf8');
    await writeFile(list, text.split('\n').slice(0, -2).join('\n'));
    expect(await refusal()).toContain('files.sha256 is not as it was written');
    await writeFile(list, text);
  });

  test('is refused when it was made by another version', async () => {
    const file = join(backup(), 'backup.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"postgres": \d+/, '"postgres": 17'));
    expect(await refusal()).toMatch(/is of PostgreSQL 17, which .+ cannot read/);
    await writeFile(file, text.replace(/"migration": ".+"/, '"migration": "9999-later.sql"'));
    expect(await refusal()).toMatch(/newer Gurukul .+ 9999-later\.sql/);
    await writeFile(file, text);
  });
});

/** Overwrites nine bytes of the second page of a table or an index. Returns a function that restores them. */
async function damage(cluster: string, path: string): Promise<() => Promise<void>> {
  const file = await openFile(join(cluster, path), 'r+');
  const at = 8192 + 5000;
  const before = Buffer.alloc(9);
  await file.read(before, 0, 9, at);
  await file.write('!damaged!', at);
  await file.close();
  return async () => {
    const again = await openFile(join(cluster, path), 'r+');
    await again.write(before, 0, 9, at);
    await again.close();
  };
}

const isFull = process.env['PROOF'] === 'full';

describe('a disk that forgets', () => {
  const kinds = [
    ['a table', 'query_types'],
    ['an index', 'query_types_pkey'],
  ] as const;
  let paths: Record<string, string>;
  beforeAll(async () => {
    const owner = createPool(database.owner, { ...readConfig({}).limits, poolSize: 1 });
    await run(owner, sql`insert into query_types (name) select 'r' || n from generate_series(1, 2000) n`);
    await run(owner, sql`checkpoint`);
    const found = await many<{ name: string; path: string }>(
      owner,
      sql`select n as name, pg_relation_filepath(n::regclass) as path from unnest(array['query_types', 'query_types_pkey']) n`,
    );
    paths = Object.fromEntries(found.map(({ name, path }) => [name, path]));
    await owner.end();
  });

  test.each(kinds)('is noticed when %s is copied, which is named', async (_, name) => {
    const mend = await damage(await realpath(join(dataDir, 'postgres')), paths[name]!);
    try {
      await expect(makeBackup(dataDir, join(place, `rotten-${name}`))).rejects.toThrow(
        `the database is damaged: page 1 of ${paths[name]} (${name}) is not as PostgreSQL wrote it`,
      );
      expect((await readdir(place)).filter((each) => each.startsWith('rotten'))).toEqual([]);
    } finally {
      await mend();
    }
  });

  test(`is noticed when ${isFull ? 'a table or an' : 'an'} index is restored from a backup that nobody had looked at`, async () => {
    const backup = join(place, 'unseen');
    await makeBackup(dataDir, backup);
    // Backups of the first releases have no list of checksums.
    const facts: Record<string, unknown> = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
    await writeFile(join(backup, 'backup.json'), JSON.stringify({ ...facts, checksums: undefined }));
    for (const [, name] of isFull ? kinds : kinds.slice(1)) {
      const mend = await damage(join(backup, 'cluster'), paths[name]!);
      const restored = join(place, `never-${name}`);
      await expect(restoreBackup(backup, restored)).rejects.toThrow(
        /^what was backed up was damaged already: .*page/,
      );
      await expect(openDataFolder(restored)).rejects.toThrow('remove the folder and restore again');
      await mend();
    }
  });
});

test('a database of another PostgreSQL is not started', async () => {
  const other = join(place, 'other');
  await mkdir(join(other, 'postgres'), { recursive: true });
  await chmod(join(other, 'postgres'), 0o700);
  await writeFile(join(other, 'postgres', 'PG_VERSION'), '14\n');
  await expect(open(other)).rejects.toThrow(
    /is of PostgreSQL 14, and this version .+ brings PostgreSQL \d+: npm run export with/,
  );
});

test('a restore that was interrupted leaves no new data folder', async () => {
  const half = join(place, 'half');
  const soon = new AbortController();
  // Interrupted between two files, as by a signal or a full disk. A killed restore leaves the same.
  const restoring = restoreBackup(join(place, 'hot'), half, { signal: soon.signal });
  await expect
    .poll(() => existsSync(join(half, 'files')), {
      interval: 1,
      timeout: 600_000,
    })
    .toBe(true);
  soon.abort(new Error('enough'));
  await expect(restoring).rejects.toThrow('enough');
  await expect(openDataFolder(half)).rejects.toThrow(/holds a part of the backup .+hot, .+ restore again/);
  await expect(restoreBackup(join(place, 'hot'), half)).rejects.toThrow('remove it and restore again');
});

test('made while the portal stands still, it starts the database, stops it again, and names what it does not contain', async () => {
  const id = await one<{ id: number }>(
    database.pool,
    sql`insert into people (email_id, main_role, first_name) values ('a@example.org', 'admin', 'A') returning id`,
  );
  // As with a storage elsewhere: the row is here, the file is not.
  await run(
    database.pool,
    sql`
        insert into files (kind, key, name, content_type, size, uploaded_by, finished_at)
        values ('profile_image', 'elsewhere.png', 'a.png', 'image/png', 1, ${id.id}, now())
      `,
  );
  await close(database);
  const count = async (folder: string) => {
    const opened = await open(folder);
    const numbers = await numbersIn(opened.pool);
    await close(opened);
    return numbers.length;
  };
  const enough = AbortSignal.abort(new Error('enough'));
  await expect(makeBackup(dataDir, join(place, 'given-up'), { signal: enough })).rejects.toThrow('enough');
  expect((await readdir(place)).filter((name) => name.startsWith('given-up'))).toEqual([]);
  // The file goes a moment after the last connection closes.
  await expect.poll(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  // The next backup of the same name removes the remains of a killed one.
  const { pid: gone } = spawnSync('true');
  await mkdir(join(place, `cold.part-${gone}`, 'cluster'), { recursive: true });
  const { missing } = await makeBackup(dataDir, join(place, 'cold'), { withSecret: true });
  expect(missing).toEqual({ secret: false, files: 1, unreadable: [], compacting: [] });
  expect((await readdir(place)).filter((name) => name.startsWith('cold'))).toEqual(['cold']);
  const { people, has_secret } = await restoreBackup(join(place, 'cold'), join(place, 'cold-restored'));
  expect([people, has_secret]).toEqual([1, true]);
  const secret = await readFile(join(place, 'cold-restored', 'secret'), 'utf8');
  expect(secret).toContain('the secret of this folder');
  expect(await count(join(place, 'cold-restored'))).toBe(await count(dataDir));
  database = await open(dataDir);
});
