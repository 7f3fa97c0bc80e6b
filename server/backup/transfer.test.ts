import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject, expect, test, afterAll } from 'vitest';
import { ownDatabase } from '../test/db.ts';
import { startOwnPostgres } from '../test/own-postgres.ts';
import { many } from '../test/rows.ts';
import { createLocalStorage } from '../storage/local.ts';
import { createS3Storage } from '../storage/s3.ts';
import { startBucket } from '../test/bucket.ts';
import { storeDemoFiles } from '../db/seed/seed.ts';
import sql from 'sql-template-tag';
import { exportData } from './export-data.ts';
import { importData } from './import-data.ts';
import { patientPool } from '../test/patient-pool.ts';

const isFull = process.env['PROOF'] === 'full';
const place = await mkdtemp(join(tmpdir(), 'gurukul-transfer-'));
await chmod(place, 0o755);
afterAll(() => rm(place, { recursive: true }));

const storageIn = (name: string) =>
  createLocalStorage({ dataDir: join(place, name), secretKey: 'not used by these tests, but needed' });
const version = '1.0.0';

// The distribution's, where there is one: the suite's second run names it, and the long form needs it beside the first.
const debian = ['17', '16', '15']
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((bin) => existsSync(bin));

async function emptyElsewhere() {
  if (debian === undefined || process.env['TEST_POSTGRES'] || !isFull) return ownEmpty();
  const dataDir = join(place, 'debian');
  await mkdir(dataDir, { mode: 0o755 });
  const { owner, stop } = await startOwnPostgres(debian, dataDir);
  return { owner, stop };
}

/** A database in which no portal has started. */
async function ownEmpty() {
  const { owner } = inject('databases');
  const database = `transfer_${process.pid}_${Date.now()}`;
  const admin = patientPool(owner);
  await admin.query(`create database ${database}`);
  const stop = async () => {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.end();
  };
  return { owner: { ...owner, database }, stop };
}

async function looked<T>(owner: pg.ClientConfig, look: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = patientPool(owner);
  try {
    return await look(pool);
  } finally {
    await pool.end();
  }
}

const rulesOf = (pool: pg.Pool) =>
  many<{ rule: string }>(
    pool,
    sql`
      select conname || ' ' || pg_get_constraintdef(oid) || convalidated as rule from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select tgname || tgrelid::regclass || tgenabled::text from pg_trigger where not tgisinternal
      order by 1
    `,
  );

test('an export loads into another PostgreSQL and back, with every row, number, rule and file', async () => {
  const source = await ownDatabase('demo');
  const files = storageIn('first');
  await storeDemoFiles(files);
  await files.storeErasure('77', '{"of":"a test"}');
  await source.pool.query(`insert into pgboss.job (name, data) values ('mail', '{"id": 1}')`);
  const first = join(place, 'export');
  const made = await exportData(first, { owner: source.owner, storage: files, version });
  expect(Object.keys(made.tables).length).toBeGreaterThan(80);
  expect(made).toMatchObject({ erasures: 1, files: expect.any(Number) });
  expect(made.files).toBeGreaterThan(0);

  const elsewhere = await emptyElsewhere();
  const { s3, stop: stopBucket } = await startBucket();
  const bucket = createS3Storage(s3);
  const second = join(place, 'again');
  try {
    // Stopped in the middle, it leaves nothing but the schema.
    const store = () => Promise.reject(new Error('power cut'));
    const cut = importData(first, {
      owner: elsewhere.owner,
      storage: { ...bucket, store },
    });
    await expect(cut).rejects.toThrow('power cut');
    await looked(elsewhere.owner, async (pool) => {
      expect((await pool.query('select from people')).rowCount).toBe(0);
    });
    await importData(first, { owner: elsewhere.owner, storage: bucket });
    await looked(elsewhere.owner, async (pool) => {
      expect(await rulesOf(pool)).toEqual(await rulesOf(source.pool));
    });
    const again = { owner: elsewhere.owner, storage: bucket };
    await expect(importData(first, again)).rejects.toThrow('the database is not empty');
    const out = await exportData(second, { ...again, version });
    // The same bytes in every table, every counter and every file.
    expect({ ...out, made_at: made.made_at }).toEqual(made);
  } finally {
    await elsewhere.stop();
    await stopBucket();
  }

  const back = await ownEmpty();
  try {
    await importData(second, { owner: back.owner, storage: storageIn('third') });
    await looked(back.owner, async (pool) => {
      expect(await rulesOf(pool)).toEqual(await rulesOf(source.pool));
      const inserted = await pool.query(
        `insert into course_types (type) values ('after the import') returning id`,
      );
      const { rows } = await pool.query('select max(id) - 1 as before from course_types');
      expect(Number(inserted.rows[0].id)).toBeGreaterThan(Number(rows[0].before));
    });
  } finally {
    await back.stop();
  }
});

test('a damaged export, one of a newer portal, and a folder that is taken are refused', async () => {
  const source = await ownDatabase('empty');
  const folder = join(place, 'small');
  const storage = storageIn('small-files');
  await exportData(folder, { owner: source.owner, storage, version });
  await expect(exportData(folder, { owner: source.owner, storage, version })).rejects.toThrow(
    'is there already',
  );
  const { owner } = source;
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  await writeFile(
    join(folder, 'manifest.json'),
    text.replace(/"migration": "[^"]+"/, '"migration": "9999-x.sql"'),
  );
  await expect(importData(folder, { owner, storage })).rejects.toThrow('was made by a newer Gurukul');
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'tables', 'people.copy'), '1\tnobody\n');
  await expect(importData(folder, { owner, storage })).rejects.toThrow(
    'people.copy is not as it was written',
  );
  expect((await readdir(place)).filter((name) => name.includes('.part-'))).toEqual([]);
});
