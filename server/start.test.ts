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
import * as z from 'zod';
import type { SecretKey } from './derived-key.ts';
import { isMac, macOf } from './derived-key.ts';
import { signatureOf } from './http/identity/intake-keys.ts';
import { derivedSecretOf } from './http/identity/intake-secrets.ts';
import { newLink } from './channels/mail/my-page-link.ts';
import { createSeal } from './seal.ts';
import { ownDatabase } from './test/db.ts';

// Real processes on real folders, because one process alone cannot show the promises of `npm start`. A start costs two
// seconds of a processor: what `refused-starts.test.ts` shows in one process has real ones in the full form only,
// `PROOF=full npm run test:unit -- server/start.test.ts`.

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

/** The data folder of a first start with an admin, and what that start said. */
let firstLife = { dataDir: '', said: '' };
beforeAll(async () => {
  const dataDir = await newFolder();
  const { child, exited, output } = await start(dataDir);
  child.kill('SIGTERM');
  await exited;
  firstLife = { dataDir, said: output() };
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
    { timeout: 60_000, interval: 20 },
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
  vi.waitFor(() => expect(databaseOf(dataDir)).toStrictEqual([]), { timeout: 60_000 });

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
  it('names every wrong setting', async () => {
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
    await vi.waitFor(() => expect(blocker.address()).not.toBeNull(), { timeout: 60_000 });
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

  it.runIf(isRoot)('says in one line that the data folder belongs to somebody else', async () => {
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

describe('an operator’s own database', () => {
  it('is not served from while it could lose acknowledged writes', async () => {
    const dataDir = await newFolder();
    // The cluster of the tests writes nothing to disk on purpose.
    const { owner } = await ownDatabase('empty');
    const env = {
      DATABASE_URL: `postgres://${owner.user}@${encodeURIComponent(owner.host ?? '')}/${owner.database}`,
      SECRET_KEY: 'k'.repeat(32),
    };

    const careless = launch(`${dataDir}/own`, { env });
    expect(await careless.exited).toBe(1);
    expect(lines(careless.output())).toStrictEqual([
      'Gurukul cannot start: the database runs with fsync off and could lose what it has acknowledged',
    ]);

    const unreachable = launch(`${dataDir}/own`, {
      env: { ...env, DATABASE_URL: env.DATABASE_URL.replace(/[^/]+$/, 'gurukul-elsewhere') },
    });
    expect(await unreachable.exited).toBe(1);
    expect(lines(unreachable.output())).toStrictEqual([
      'Gurukul cannot start: the database cannot be reached (database "gurukul-elsewhere" does not exist)',
    ]);
  });
});

describe('a life of a server', { timeout: 240_000 }, () => {
  it('starts, refuses a second server on its folder, finishes running requests, and stops everything', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    expect(await health(first.url)).toBe(200);

    const second = launch(dataDir);
    expect(await second.exited).toBe(1);
    expect(lines(second.output()).at(-1)).toBe(
      `Gurukul cannot start: the data folder ${dataDir} is already served by another Gurukul`,
    );
    expect(await health(first.url)).toBe(200);

    // What a newer version would leave. It shows at the next start.
    const owner = await ownerOf(dataDir);
    await owner.query(
      "insert into schema_migrations (version, name, sha256) values (9000, '9000-later.sql', 'x')",
    );
    await owner.end();

    // A sign-in whose body is still to come is a request under way for as long as the test wants.
    const signIns = Array.from({ length: 4 }, () => beginSignIn(first.url));
    await Promise.all(signIns.map(({ taken }) => taken));
    first.child.kill('SIGTERM');
    first.child.kill('SIGTERM');
    await vi.waitFor(async () => expect(await health(first.url).catch(() => 'refused')).not.toBe(200), {
      timeout: 60_000,
    });
    const answers = signIns.map(({ finish }) => finish());

    expect(await Promise.all(answers)).toStrictEqual(signIns.map(() => 200));
    expect(await first.exited).toBe(0);
    await databaseGone(dataDir);

    const older = launch(dataDir);
    expect(await older.exited).toBe(1);
    expect(lines(older.output()).at(-1)).toMatch(
      /^Gurukul cannot start: the database belongs to a newer Gurukul/,
    );
    await databaseGone(dataDir);
  });

  it('loses nothing acknowledged when all of it is killed, recovers by itself, and brings its database back', async () => {
    const dataDir = await usedFolder();
    let server = await start(dataDir);
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8');
    const setup = await ownerOf(dataDir);
    await setup.query('create table kept (n integer primary key)');
    await setup.end();

    const acknowledged: number[] = [];
    let next = 0;
    const victims = [
      // The server alone, which leaves PostgreSQL running; then everything.
      () => [server.pid],
      () => [server.pid, ...databaseOf(dataDir)],
    ];
    for (const victim of victims) {
      const writer = await ownerOf(dataDir);
      const before = acknowledged.length;
      const writing = (async () => {
        for (;;) {
          const n = (next += 1);
          await writer.query('insert into kept (n) values ($1)', [n]);
          acknowledged.push(n);
        }
      })().catch(() => undefined);
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 200), { timeout: 60_000 });
      for (const pid of victim()) killQuietly(pid);
      await server.exited;
      server = await start(dataDir);
      await writer.end().catch(() => undefined);
      await writing;
    }

    const reader = await ownerOf(dataDir);
    const { rows } = await reader.query<{ n: number }>('select n from kept');
    await reader.end();
    const kept = new Set(rows.map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toStrictEqual([]);
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret);
    expect(await health(server.url)).toBe(200);

    // Last the database alone, under a server that goes on.
    for (const pid of databaseOf(dataDir)) killQuietly(pid);
    await vi.waitFor(async () => expect(await health(server.url)).toBe(200), { timeout: 60_000 });
    // It answers a moment before the server has locked its folder again.
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    await vi.waitFor(async () => expect(await metrics()).toContain('gurukul_database_restarts_total 1'), {
      timeout: 60_000,
    });
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    await databaseGone(dataDir);
  });
});

describe.runIf(isFull)('the demo provider', { timeout: 240_000 }, () => {
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

describe.runIf(isFull)('the secret of a data folder', { timeout: 240_000 }, () => {
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

describe('a change of SECRET_KEY', { timeout: 240_000 }, () => {
  const next = 'the next key of thirty-two bytes or more';
  const newOne = { SECRET_KEY: next };
  const answerShape = z.object({
    message: z.string(),
    token: z.string().optional(),
    otp: z.string().optional(),
    data: z.object({ id: z.number(), signing_key: z.string() }).optional().catch(undefined),
  });

  const ask = async (url: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      cookies: response.headers.get('set-cookie') ?? '',
      body: answerShape.parse(await response.json()),
    };
  };
  const stop = async ({ child, exited }: Started) => {
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  };

  it('ends nothing while both keys are set, and then the old one can go', async () => {
    const dataDir = await usedFolder();
    const old = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
    const seal = (secretKey: SecretKey) => createSeal(secretKey);

    // The first step: every process learns the new key and goes on with the old one. No mail leaves.
    const first = await start(dataDir, { env: { SECRET_KEY_OTHER: next, SMTP_URL: 'smtp://127.0.0.1:1' } });
    const client = await ownerOf(dataDir);
    const rows = async <T extends object>(text: string, values: unknown[] = []) =>
      (await client.query<T>(text, values)).rows;
    const [email_id, password] = [firstAdmin.ADMIN_EMAIL, firstAdmin.ADMIN_PASSWORD];
    // Tests in one process hash at a lower cost.
    const [person] = await rows<{ hash: string }>('select password_hash as hash from people');
    expect(person?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const signedIn = await ask(first.url, '/user_details/login', { email_id, password, flag: '' });
    const browser = /(?:^|, )((?:__Host-)?dv=[^;]+)/.exec(signedIn.cookies)?.[1] ?? '';
    expect(browser).not.toBe('');
    const session = { authorization: `Bearer ${signedIn.body.token}` };
    const made = await ask(
      first.url,
      '/intake/keys',
      { password, name: 'Payments', scopes: ['payments'] },
      session,
    );
    const key = made.body.data!;
    const derived = await ask(
      first.url,
      '/intake/keys',
      { password, name: 'Before secrets were stored', scopes: ['payments'] },
      session,
    );
    const olderKey = derived.body.data!;
    await rows('delete from intake_secrets where key_id = $1', [olderKey.id]);
    const [older] = await rows<{ hash: Buffer }>('select hash from intake_keys where id = $1', [olderKey.id]);
    const olderSecret = derivedSecretOf(old, { id: olderKey.id, hash: older!.hash });
    const { nonce, hash } = newLink({ secretKey: old });
    const link = macOf(old, 'my page link', nonce).toString('base64url');
    await rows(`insert into personal_pages (mailbox, nonce, hash) values ('asha@families.test', $1, $2)`, [
      nonce,
      hash,
    ]);
    const asked = await ask(first.url, '/user_details/forgetPassword_otp_send', { email_id });
    const { otp } = asked.body;
    const waiting = `select dedupe_key, sealed from mails where kind = 'reset_code' and sealed is not null`;
    const [mail] = await rows<{ dedupe_key: string; sealed: string }>(waiting);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was sealed
    const { code } = seal(old).open(mail!.sealed, mail!.dedupe_key) as { code: string };
    const pair = await (await fetch(`${first.url}/api/user_details/sealing_key`)).json();
    await client.end();
    await stop(first);

    /** Everything that was made with the old key. */
    const works = async (url: string) => {
      const signed = async ({ id }: { id: number }, secret: string) => {
        const [seconds, body] = [Math.floor(Date.now() / 1000), '{"items":[]}'];
        const answer = await fetch(`${url}/api/intake/signed_payments/${id}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'gurukul-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
          },
          body,
        });
        // The empty list is refused; the signature is not.
        return answer.status;
      };
      return {
        session: (await fetch(`${url}/api/intake/keys`, { headers: session })).status,
        secret: await signed(key, key.signing_key),
        older: await signed(olderKey, olderSecret),
        link: (await fetch(`${url}/me/${link}`)).status,
        pair: await (await fetch(`${url}/api/user_details/sealing_key`)).json(),
      };
    };
    const all = { session: 200, secret: 400, older: 400, link: 200, pair };

    // The second step: the new key writes, the old one reads.
    const second = await start(dataDir, { env: { ...newOne, SECRET_KEY_OTHER: old } });
    expect(second.output()).toContain(
      'SECRET_KEY is a new one; what was made with SECRET_KEY_OTHER goes on.',
    );
    expect(second.output()).toMatch(
      /Sealed anew with SECRET_KEY: \d+ values and 1 links of My page\. Nothing stored needs SECRET_KEY_OTHER any more\./,
    );
    expect(await works(second.url)).toStrictEqual(all);
    const verified = await ask(second.url, '/user_details/forgetPassword_otp_verify', {
      email_id,
      otp,
      code,
    });
    expect(verified.body).toMatchObject({ message: 'success' });
    const again = await ask(
      second.url,
      '/user_details/login',
      { email_id, password, flag: '' },
      { cookie: browser },
    );
    const renewed = /dv=([\w-]{22})\.(\d+)\.([\w-]+)/.exec(again.cookies);
    expect(browser).toContain(`dv=${renewed?.[1]}.`);
    expect(
      isMac(
        next,
        'known browser',
        `${renewed?.[1]}.${renewed?.[2]}`,
        Buffer.from(renewed?.[3] ?? '', 'base64url'),
      ),
    ).toBe(true);
    await stop(second);

    // The last step: the old key goes.
    const third = await start(dataDir, { env: newOne });
    expect(await works(third.url)).toStrictEqual(all);
    await stop(third);

    // It has no way back in.
    const refused = launch(dataDir);
    expect(await refused.exited).toBe(1);
  });
});

describe('users and folders', () => {
  it.runIf(isRoot)('runs as an ordinary user, in a folder whose name is long', async () => {
    const dataDir = join(await newFolder(), 'a name with spaces '.repeat(6).trim());
    await mkdir(dataDir, { recursive: true });
    await chown(dataDir, nobody, nobody);
    cleanups.push(removeSocketFolders);
    const server = await start(dataDir, { uid: nobody });
    expect(await health(server.url)).toBe(200);
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
  });

  it.runIf(isRoot)('runs as root from a folder that nobody else may enter', async () => {
    const dataDir = await newFolder({ isPrivate: true });
    const server = await start(dataDir);
    expect(server.output()).toContain('The database lies in /var/lib/gurukul/');
    expect(await health(server.url)).toBe(200);
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
    await databaseGone(dataDir);
  });
});

describe('npm start', { timeout: 240_000 }, () => {
  it('passes a Ctrl-C on once and ends with the server', async () => {
    const dataDir = await usedFolder();
    const npm = await start(dataDir, { script: 'scripts/start.mjs', detached: true });
    // A terminal signals the whole group, and people press twice.
    process.kill(-npm.pid, 'SIGINT');
    process.kill(-npm.pid, 'SIGINT');
    expect(await npm.exited).toBe(0);
    await databaseGone(dataDir);
  });

  it('leaves nothing running when it is killed', async () => {
    const dataDir = await usedFolder();
    const npm = await start(dataDir, { script: 'scripts/start.mjs' });
    npm.child.kill('SIGKILL');
    await npm.exited;
    await databaseGone(dataDir);
    await expect(health(npm.url)).rejects.toThrow('fetch failed');
  });
});
