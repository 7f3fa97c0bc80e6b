import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { release } from '@gurukul/contract/shared/release';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

// Real processes on real folders, because one process alone cannot show the promises of `npm start`. A start costs two
// seconds of a processor, so one life shows several things, and some need `PROOF=full npm run test:unit --
// server/start.test.ts`. Databases that are refused, and another SECRET_KEY, are shown in one process:
// `refused-starts.test.ts`, `another-key.test.ts`.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isFull = process.env['PROOF'] === 'full';
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
// Cached compiled code makes each of the many starts a third of a second faster.
const { PATH, NODE_COMPILE_CACHE } = process.env;
const inherited = { PATH, NODE_COMPILE_CACHE };
const firstAdmin = { ADMIN_EMAIL: 'office@example.org', ADMIN_PASSWORD: 'Gurukul@2026' };

const cleanups: (() => Promise<void>)[] = [];
async function cleanUp() {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
}
afterEach(cleanUp);

/** A folder that every user may pass through, as a project's usually is. `isPrivate` makes it like root's home. */
async function newFolder({ isPrivate = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-start-'));
  if (!isPrivate) await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  cleanups.push(async () => {
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => null);
    if (cluster?.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
    await rm(folder, { recursive: true });
  });
  return dataDir;
}

/** A first start with an admin: by an ordinary user if there is a choice, in a folder whose name is long. */
let firstLife: { dataDir: string; said: string; health: number; exitCode: number | null };
beforeAll(async () => {
  const dataDir = join(await newFolder(), 'a name with spaces '.repeat(6).trim());
  await mkdir(dataDir, { recursive: true });
  if (isRoot) await chown(dataDir, nobody, nobody);
  const { url, child, exited, output } = await start(dataDir, isRoot ? { uid: nobody } : {});
  const answered = await health(url);
  child.kill('SIGINT');
  firstLife = { dataDir, health: answered, exitCode: await exited, said: output() };
  if (isRoot) cleanups.push(removeSocketFolders);
  const atTheEnd = cleanups.splice(0);
  return async () => {
    cleanups.push(...atTheEnd);
    await cleanUp();
  };
});

/** Tests of a later start begin with a copy: a first start takes twice as long. */
async function usedFolder(): Promise<string> {
  const dataDir = await newFolder();
  await promisify(execFile)('cp', ['-a', firstLife.dataDir, dataDir]);
  return dataDir;
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  readonly output: () => string;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly uid?: number;
  readonly script?: string;
  readonly detached?: boolean;
}

function launch(
  dataDir: string,
  { env = {}, uid, script = 'server/main.ts', detached = false }: RunOptions = {},
): Started {
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: '/',
    detached,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...inherited, DATA_DIR: dataDir, PORT: '0', ...firstAdmin, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await exited;
    for (const pid of databaseOf(dataDir)) killQuietly(pid);
    await databaseGone(dataDir);
  });
  return { child, pid: child.pid ?? 0, exited, output: () => text };
}

/** Starts the server and waits for the last line of a start-up. Returns the address in it. */
async function start(dataDir: string, options?: RunOptions): Promise<Started & { url: string }> {
  const started = launch(dataDir, options);
  const url = await vi.waitFor(
    () => {
      const found = /ready at (\S+)/.exec(started.output())?.[1];
      if (found === undefined && started.child.exitCode !== null) return `exited: ${started.output()}`;
      if (found === undefined) throw new Error(`not ready: ${started.output()}`);
      return found;
    },
    { timeout: 600_000, interval: 20 },
  );
  expect(url).toMatch(/^http/);
  return { ...started, url };
}

const health = async (url: string) => (await fetch(`${url}/api/health`)).status;

/** A sign-in that stops before its body. `taken` resolves once the server has asked for the body. */
function beginSignIn(url: string) {
  const body = JSON.stringify({
    email_id: firstAdmin.ADMIN_EMAIL,
    password: firstAdmin.ADMIN_PASSWORD,
    flag: '',
  });
  const sent = request(`${url}/api/user_details/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const taken = once(sent, 'continue');
  sent.flushHeaders();
  const finish = async () => {
    const answered = once(sent, 'response');
    sent.end(body);
    const [answer]: IncomingMessage[] = await answered;
    return answer?.resume().statusCode;
  };
  return { taken, finish };
}

const clusterOf = (dataDir: string) => realpath(join(dataDir, 'postgres'));

/** The pid file goes a moment before the last process of PostgreSQL ends. */
const databaseGone = (dataDir: string) =>
  vi.waitFor(() => expect(databaseOf(dataDir)).toStrictEqual([]), { timeout: 600_000 });

/** Ids of all PostgreSQL processes of a data folder, found by their working folder. */
function databaseOf(dataDir: string): number[] {
  if (!existsSync(join(dataDir, 'postgres'))) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const folder = readlinkSync(`/proc/${pid}/cwd`);
        return folder.endsWith('/postgres') && isSameCluster(folder, dataDir);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function isSameCluster(folder: string, dataDir: string): boolean {
  const place = join(dataDir, 'postgres');
  try {
    return readlinkSync(place) === folder;
  } catch {
    return place === folder;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

async function ownerOf(dataDir: string): Promise<Client> {
  const host = join(dirname(await clusterOf(dataDir)), 'socket');
  const client = new Client({ host, user: 'owner', database: 'gurukul' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Sockets of folders with long names are in the system's temporary folder. */
async function removeSocketFolders(): Promise<void> {
  const names = readdirSync('/tmp').filter((name) => name.startsWith(`gurukul-${nobody}-`));
  await Promise.all(names.map((name) => rm(join('/tmp', name), { recursive: true })));
}

/** The first line of a start names the release. */
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter((line) => line !== `Gurukul ${release}`);

describe('a start that fails', () => {
  // In the short form `scripts/release.test.ts` has one.
  it.runIf(isFull)('names every wrong setting', async () => {
    const { exited, output } = launch(await newFolder(), { env: { PORT: 'x', OTP_DIGITS: '5' } });
    expect(await exited).toBe(1);
    expect(lines(output())).toStrictEqual([
      'Wrong settings:',
      '  PORT must be a whole number from 0 to 65535',
      '  OTP_DIGITS must be 4 or 6',
    ]);
  });

  it('says in one line that the port is in use, and leaves the database alone', async () => {
    const dataDir = await newFolder();
    const blocker = createServer().listen(0, '127.0.0.1');
    cleanups.push(() => new Promise((resolve) => blocker.close(() => resolve())));
    await vi.waitFor(() => expect(blocker.address()).not.toBeNull(), { timeout: 600_000 });
    const address = blocker.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

    const { exited, output } = launch(dataDir, { env: { PORT: String(port) } });
    expect(await exited).toBe(1);
    expect(lines(output())).toStrictEqual([
      `Gurukul cannot start: port ${port} on 127.0.0.1 is already in use: choose another one, PORT=${port + 1} npm start`,
    ]);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it.runIf(isFull)('says in one line that the data folder cannot be used', async () => {
    const dataDir = await newFolder();
    await writeFile(dataDir, 'not a folder');
    const { exited, output } = launch(dataDir);
    expect(await exited).toBe(1);
    expect(lines(output())).toStrictEqual([
      `Gurukul cannot start: the data folder ${dataDir} cannot be read and written (ENOTDIR)`,
    ]);
  });

  it.runIf(isFull && isRoot)('says in one line that the data folder belongs to somebody else', async () => {
    const dataDir = await newFolder();
    await mkdir(dataDir, { mode: 0o700 });
    const { exited, output } = launch(dataDir, { uid: nobody });
    expect(await exited).toBe(1);
    expect(lines(output())).toStrictEqual([
      `Gurukul cannot start: the data folder ${dataDir} cannot be read and written (EACCES)`,
    ]);
  });

  it.runIf(isFull)('does not touch a data folder of a newer version', async () => {
    const dataDir = await newFolder();
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'version'), '2\n');
    const { exited, output } = launch(dataDir);
    expect(await exited).toBe(1);
    expect(lines(output())).toStrictEqual([
      `Gurukul cannot start: the data folder ${dataDir} belongs to a newer Gurukul (version 2, this one knows 1)`,
    ]);
    expect(readdirSync(dataDir)).toStrictEqual(['version']);
  });
});

describe('a life of a server', () => {
  it('has its folder alone, loses nothing acknowledged when killed, recovers by itself, and finishes running requests', async () => {
    const dataDir = await usedFolder();
    let server = await start(dataDir);
    expect(await health(server.url)).toBe(200);

    const second = launch(dataDir);
    expect(await second.exited).toBe(1);
    expect(lines(second.output()).at(-1)).toBe(
      `Gurukul cannot start: the data folder ${dataDir} is already served by another Gurukul`,
    );
    expect(await health(server.url)).toBe(200);

    const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
    const setup = await ownerOf(dataDir);
    await setup.query('create table kept (n integer primary key)');
    // Tests in one process hash at a lower cost.
    const { rows: people } = await setup.query<{ hash: string }>('select password_hash as hash from people');
    expect(people[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await setup.end();

    const acknowledged: number[] = [];
    let next = 0;
    const newKey = { SECRET_KEY: 'the next key of thirty-two bytes or more' };
    const deaths = [
      // The server alone, which leaves PostgreSQL running; then everything. The next start has another key.
      { victims: () => [server.pid], env: { ...newKey, SECRET_KEY_OTHER: secret.trim() } },
      { victims: () => [server.pid, ...databaseOf(dataDir)], env: newKey },
    ];
    const said: string[] = [];
    for (const { victims, env } of deaths) {
      const writer = await ownerOf(dataDir);
      const before = acknowledged.length;
      const writing = (async () => {
        for (;;) {
          const n = (next += 1);
          await writer.query('insert into kept (n) values ($1)', [n]);
          acknowledged.push(n);
        }
      })().catch(() => undefined);
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 200), { timeout: 600_000 });
      for (const pid of victims()) killQuietly(pid);
      await server.exited;
      server = await start(dataDir, { env });
      said.push(server.output());
      await writer.end().catch(() => undefined);
      await writing;
    }
    expect(said[0]).toContain('SECRET_KEY is a new one; what was made with SECRET_KEY_OTHER goes on.');
    expect(said[0]).toContain('Nothing stored needs SECRET_KEY_OTHER any more.');
    expect(said[1]).not.toContain('SECRET_KEY');

    const reader = await ownerOf(dataDir);
    const { rows } = await reader.query<{ n: number }>('select n from kept');
    await reader.end();
    const kept = new Set(rows.map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toStrictEqual([]);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret);
    expect(await health(server.url)).toBe(200);

    // Then the database alone, under a server that goes on.
    for (const pid of databaseOf(dataDir)) killQuietly(pid);
    await vi.waitFor(async () => expect(await health(server.url)).toBe(200), { timeout: 600_000 });
    // It answers a moment before the server has locked its folder again.
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    await vi.waitFor(async () => expect(await metrics()).toContain('gurukul_database_restarts_total 1'), {
      timeout: 600_000,
    });

    // A sign-in whose body is still to come is a request under way for as long as the test wants.
    const signIns = Array.from({ length: 4 }, () => beginSignIn(server.url));
    await Promise.all(signIns.map(({ taken }) => taken));
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    await vi.waitFor(async () => expect(await health(server.url).catch(() => 'refused')).not.toBe(200), {
      timeout: 600_000,
    });
    const answers = signIns.map(({ finish }) => finish());

    expect(await Promise.all(answers)).toStrictEqual(signIns.map(() => 200));
    expect(await server.exited).toBe(0);
    await databaseGone(dataDir);
  });
});

describe.runIf(isFull)('the demo provider', () => {
  const noAdmin = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const https = { APP_URL: 'https://portal.example.org', SMTP_URL: 'smtps://mail.example.org' };
  const signIn = (url: string, email_id: string) =>
    fetch(`${url}/api/user_details/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email_id, password: 'Gurukul@2026', flag: '' }),
    }).then(({ status }) => status);

  it('is served on this machine only, and never becomes anybody’s provider', async () => {
    const dataDir = await newFolder();
    const demo = await start(dataDir, { env: noAdmin });
    expect(await signIn(demo.url, 'admin@gurukul.test')).toBe(200);
    demo.child.kill('SIGTERM');
    expect(await demo.exited).toBe(0);

    const ways: Record<string, string>[] = [
      {},
      { ...noAdmin, DEMO: '0' },
      { ...noAdmin, ...https, TRUSTED_PROXY: 'loopback' },
      { ...noAdmin, TRUSTED_PROXY: 'loopback' },
    ];
    for (const env of ways) {
      const refused = launch(dataDir, { env });
      expect([env, await refused.exited]).toEqual([env, 1]);
      expect(lines(refused.output()).at(-1)).toBe(
        `Gurukul cannot start: the data folder ${dataDir} holds the demo provider, whose passwords everybody can read: it is served on this machine only, without DEMO=0, ADMIN_EMAIL, TRUSTED_PROXY and https; for a provider of your own set DATA_DIR to a new folder`,
      );
    }
    const again = await start(dataDir, { env: noAdmin });
    expect(again.output()).toContain('sign in as admin@gurukul.test');
  });

  it('is not made where others can connect', async () => {
    const dataDir = await newFolder();
    const { url, output } = await start(dataDir, {
      env: { ...noAdmin, ...https, TRUSTED_PROXY: 'loopback' },
    });
    expect(lines(output()).slice(-2)).toStrictEqual([
      'Nobody can sign in yet: start again with ADMIN_EMAIL and ADMIN_PASSWORD.',
      `Gurukul is ready at ${url}`,
    ]);
  });

  it('makes the settings of a first admin be ignored, with a notice', async () => {
    expect(firstLife.said).not.toContain('ignored');
    const dataDir = await usedFolder();
    const { url, output } = await start(dataDir, { env: { ADMIN_EMAIL: 'other@example.org' } });
    expect(output()).toContain('ADMIN_EMAIL is ignored: there are people already.');
    expect(await signIn(url, 'office@example.org')).toBe(200);
  });
});

describe.runIf(isFull)('the secret of a data folder', () => {
  it('is not changed or lost without a word', async () => {
    const dataDir = await usedFolder();
    const kept = readFileSync(join(dataDir, 'secret'));
    await rm(join(dataDir, 'secret'));
    const other = { SECRET_KEY: 'another key of thirty-two bytes or more' };
    for (const env of [{}, other]) {
      const refused = launch(dataDir, { env });
      expect(await refused.exited).toBe(1);
      expect(lines(refused.output()).at(-1)).toBe(
        `Gurukul cannot start: SECRET_KEY (or ${dataDir}/secret) is not the one that this database was served with: put that one back, set it as SECRET_KEY_OTHER beside the new one so that nothing ends, or start once with SECRET_KEY_IS_NEW=1, which ends known browsers, codes under way, waiting mails and the signing keys of intake keys`,
      );
    }
    await writeFile(join(dataDir, 'secret'), kept);
    const again = await start(dataDir);
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);

    const changed = await start(dataDir, { env: { ...other, SECRET_KEY_IS_NEW: '1' } });
    expect(changed.output()).toContain('SECRET_KEY is a new one: what hung on the one before has ended.');
    changed.child.kill('SIGTERM');
    expect(await changed.exited).toBe(0);
    const later = await start(dataDir, { env: { ...other, SECRET_KEY_IS_NEW: '1' } });
    expect(later.output()).toContain('SECRET_KEY_IS_NEW=1 can go: the database knows this SECRET_KEY.');
  });
});

describe('users and folders', () => {
  it('runs as an ordinary user, in a folder whose name is long', () => {
    expect(firstLife).toMatchObject({ health: 200, exitCode: 0 });
  });
});

describe('npm start', () => {
  it('as root in a folder that nobody else may enter passes a Ctrl-C on once and ends with the server', async () => {
    const dataDir = await newFolder({ isPrivate: true });
    const npm = await start(dataDir, { script: 'scripts/start.mjs', detached: true });
    if (isRoot) expect(npm.output()).toContain('The database lies in /var/lib/gurukul/');
    expect(await health(npm.url)).toBe(200);
    // A terminal signals the whole group, and people press twice.
    process.kill(-npm.pid, 'SIGINT');
    process.kill(-npm.pid, 'SIGINT');
    expect(await npm.exited).toBe(0);
    await databaseGone(dataDir);
  });

  it.runIf(isFull)('leaves nothing running when it is killed', async () => {
    const dataDir = await usedFolder();
    const npm = await start(dataDir, { script: 'scripts/start.mjs' });
    npm.child.kill('SIGKILL');
    await npm.exited;
    await databaseGone(dataDir);
    await expect(health(npm.url)).rejects.toThrow('fetch failed');
  });
});
