import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from './config.ts';
import { readConfig } from './config.ts';
import { keepSecret, newSecret, openDataFolder, readSecret } from './data-folder.ts';
import type { Database } from './db/open.ts';
import { openDatabase } from './db/open.ts';
import { fillProvider, isDemoProvider } from './first-data.ts';
import { checkSecretKey } from './secret-key.ts';
import { checkFiles } from './storage/whose-files.ts';
import { StartError } from './start-error.ts';
import { ownDatabase as ownCopy } from './test/db.ts';

// The steps of a start that refuse to go on, one by one. `start.test.ts` has them as whole processes.

const said: string[] = [];
const say = (line: string) => said.push(line);
beforeEach(() => said.splice(0));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-refused-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a data folder', () => {
  test('that is a file cannot be used', async () => {
    const dataDir = join(await newFolder(), 'data');
    await writeFile(dataDir, 'not a folder');
    await expect(openDataFolder(dataDir)).rejects.toThrow(
      `the data folder ${dataDir} cannot be read and written (ENOTDIR)`,
    );
  });

  test('of a newer version is left as it is', async () => {
    const dataDir = await newFolder();
    await writeFile(join(dataDir, 'version'), '2\n');
    await expect(openDataFolder(dataDir)).rejects.toThrow(
      `the data folder ${dataDir} belongs to a newer Gurukul (version 2, this one knows 1)`,
    );
    expect(await readdir(dataDir)).toEqual(['version']);
  });

  test('has a secret of its own, which the server’s user alone can read', async () => {
    const dataDir = await newFolder();
    expect(await readSecret(dataDir)).toBeNull();
    const secret = newSecret();
    expect(secret).toMatch(/^[\w-]{64}$/);
    for (const each of [secret, newSecret()]) await keepSecret(dataDir, each);
    expect(await readSecret(dataDir)).toBe(secret);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    expect(newSecret()).not.toBe(secret);
  });
});

const firstAdmin = { ADMIN_EMAIL: 'office@example.org', ADMIN_PASSWORD: 'Gurukul@2026' };
const https = { APP_URL: 'https://portal.example.org', SMTP_URL: 'smtps://mail.example.org' };
const configOf = (env: Record<string, string>): Config => ({
  ...readConfig({ DATA_DIR: '/data', ...env }),
  secretKey: 'a key of thirty-two bytes or more',
});

async function ownDatabase(template: 'demo' | 'empty' = 'demo'): Promise<Database> {
  const { pool, owner, drop } = await ownCopy(template);
  return { pool, owner, close: drop };
}

describe('the demo provider', () => {
  test.each([
    firstAdmin,
    { DEMO: '0' },
    { ...https, TRUSTED_PROXY: 'loopback' },
    { TRUSTED_PROXY: 'loopback' },
  ] as Record<string, string>[])('never becomes anybody’s provider: %o', async (env) => {
    await expect(fillProvider(await ownDatabase(), configOf(env), say)).rejects.toThrow(
      'the data folder /data holds the demo provider, whose passwords everybody can read: it is served on this machine only, without DEMO=0, ADMIN_EMAIL, TRUSTED_PROXY and https; for a provider of your own set DATA_DIR to a new folder',
    );
  });

  test('is served on this machine', async () => {
    await fillProvider(await ownDatabase(), configOf({}), say);
    expect(said).toEqual([]);
  });

  test('is not made where others can connect', async () => {
    const database = await ownDatabase('empty');
    await fillProvider(database, configOf({ ...https, TRUSTED_PROXY: 'loopback' }), say);
    expect(said).toEqual(['Nobody can sign in yet: start again with ADMIN_EMAIL and ADMIN_PASSWORD.']);
    expect(await isDemoProvider(database.pool)).toBe(false);
  });

  test('nor where there is a first admin, who stays the only one', async () => {
    const database = await ownDatabase('empty');
    await fillProvider(database, configOf(firstAdmin), say);
    expect(said).toEqual([]);
    await fillProvider(database, configOf({ ...firstAdmin, ADMIN_EMAIL: 'other@example.org' }), say);
    expect(said).toEqual(['ADMIN_EMAIL is ignored: there are people already.']);
    const { rows } = await database.pool.query('select email_id from people');
    expect(rows).toEqual([{ email_id: firstAdmin.ADMIN_EMAIL }]);
  });
});

test('the secret of a database is not changed without a word', async () => {
  const { pool } = await ownDatabase('empty');
  const known = 'a key of thirty-two bytes or more';
  const other = 'another key of thirty-two bytes or more';
  const kept: string[] = [];
  const check = (secretKey: string, secretKeyIsNew = false) =>
    checkSecretKey(pool, { ...configOf({}), secretKey, secretKeyIsNew }, say, async () => {
      kept.push(secretKey);
    });
  await check(known);
  await check(known);
  await expect(check(other)).rejects.toThrow(
    'SECRET_KEY (or /data/secret) is not the one that this database was served with: put that one back, set it as SECRET_KEY_OTHER beside the new one so that nothing ends, or start once with SECRET_KEY_IS_NEW=1, which ends known browsers, codes under way, waiting mails and the signing keys of intake keys',
  );
  await check(known);
  expect(said).toEqual([]);
  await check(other, true);
  expect(said.splice(0)).toEqual(['SECRET_KEY is a new one: what hung on the one before has ended.']);
  await expect(check(known)).rejects.toThrow('is not the one');
  await check(other, true);
  expect(said).toEqual(['SECRET_KEY_IS_NEW=1 can go: the database knows this SECRET_KEY.']);
  // What is refused writes no secret.
  expect(kept).toEqual([known, known, known, other, other]);
});

test('two portals with two folders do not serve one database', async () => {
  const { pool } = await ownDatabase('empty');
  const [first, second] = [await newFolder(), await newFolder()];
  const check = (dataDir: string, given: Partial<Config> = {}) =>
    checkFiles(pool, { ...configOf({}), databaseUrl: 'postgres://db', dataDir, ...given }, say);
  await check(first);
  await check(first);
  await expect(check(second)).rejects.toThrow(`in another folder than DATA_DIR ${second}`);
  const s3 = { endpoint: '', region: '', bucket: '', accessKeyId: '', secretAccessKey: '' };
  for (const given of [{ s3 }, { databaseUrl: null }]) await check(second, given);
  await check(second, { storageIsNew: true });
  await expect(check(first)).rejects.toThrow('in another folder');
  expect(said.splice(0)).toEqual(['The files of this database lie in DATA_DIR from now on.']);
});

test('a database that is away, loses what it acknowledges, or belongs to a newer Gurukul is not served from', async () => {
  // The cluster of the tests writes nothing to disk on purpose.
  const { owner } = await ownCopy('empty');
  const host = encodeURIComponent(owner.host ?? '');
  const open = (name = owner.database) =>
    openDatabase(
      configOf({
        DATABASE_URL: `postgres://${owner.user}@localhost/${name}?host=${host}&port=${owner.port}`,
        SECRET_KEY: 'a key of thirty-two bytes or more',
      }),
      { say, onLost: () => undefined },
    );
  await expect(open()).rejects.toThrow(
    new StartError('the database runs with fsync off and could lose what it has acknowledged'),
  );
  await expect(open('gurukul-elsewhere')).rejects.toThrow(
    new StartError('the database cannot be reached (database "gurukul-elsewhere" does not exist)'),
  );
  const client = new Client(owner);
  await client.connect();
  await client.query("insert into schema_migrations values (9000, '9000-later.sql', 'x')");
  await client.end();
  await expect(open()).rejects.toThrow(/^the database belongs to a newer Gurukul \(it holds migration 9000/);
  await expect(open()).rejects.toBeInstanceOf(StartError);
});
