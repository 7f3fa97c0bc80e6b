// Do people still sign in, and does everything else still answer, while one network sends 80 wrong sign-ins a second?
// One real server process runs behind a proxy of this machine that names the network of each request. The wrong
// sign-ins are for unknown addresses. Three of eight come with the cookies of a browser that began to sign in by a
// passkey before. The right ones come from other networks, one a second, every second of them from a known browser.
// Then 500 people come within five seconds, as before classes of the same hour. `node lab/bench/sign-in-flood.ts`;
// SECONDS=5 for a short run, AGAINST=<another checkout> measures that one first
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atEnd, endAll, untilEnd } from '../faults/ending.ts';
import type * as Faults from '../faults/server-process.ts';
import type * as EmbeddedModule from '../../server/db/embedded.ts';
import type * as MigrateModule from '../../server/db/migrate.ts';
import { demoPassword, demoPasswordHash } from '../../server/db/seed/staff.ts';
import { median, quantile } from './figures.ts';
import { ownerPool } from './owner.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const seconds = Number(process.env['SECONDS'] ?? 20);
const wrongPerSecond = 80;
/** Of eight wrong ones. */
const withCookies = 3;
const openedDoors = 50;
const callsPerSecond = 10;
const crowd = 500;
const crowdMs = 5000;
const against = process.env['AGAINST'];
const record = recorder(sections.signInFlood);
const here = fileURLToPath(new URL('../..', import.meta.url));

interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly cookie: string;
}

try {
  if (against) await measure('before', against);
  await measure('now', here);
} finally {
  await endAll();
}

async function measure(name: string, root: string): Promise<void> {
  const load = async <T>(file: string): Promise<T> => import(pathToFileURL(join(root, file)).href);
  const { startServer } = await load<typeof Faults>('lab/faults/server-process.ts');
  const { startEmbedded } = await load<typeof EmbeddedModule>('server/db/embedded.ts');
  const { migrate } = await load<typeof MigrateModule>('server/db/migrate.ts');
  const dataDir = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'gurukul-flood-'));
  // PostgreSQL runs as its own user when this runs as root.
  await chmod(dataDir, 0o755);
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await untilEnd(startEmbedded({ dataDir, durable: true }), ({ stop }) => stop());
  await migrate(embedded.owner);
  const owner = ownerPool(embedded.owner);
  await owner.query(
    `insert into people (email_id, password_hash, main_role, first_name)
     select 'teacher' || n || '@bench.test', $1, 'teacher', 'Teacher' from generate_series(0, $2::int) n`,
    [demoPasswordHash(), crowd],
  );
  await owner.end();
  const { host, user, database } = embedded.owner;
  const server = await startServer({
    env: {
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
      SECRET_KEY: 'a key for measuring only, 32 bytes or more',
      TRUSTED_PROXY: 'loopback',
      DEMO: '0',
    },
    isMortal: true,
  });
  atEnd(() => server.stop());
  await server.ready();

  const rightly = (person: number, cookie = '') =>
    post(server.url, `198.51.${person % 250}.${Math.ceil((person + 1) / 250)}`, cookie, {
      email_id: `teacher${person}@bench.test`,
      password: demoPassword,
    });
  // The first calls compile and plan and are not counted. From here on, half of the people have a known browser.
  const known = new Map<number, string>();
  const token = String(JSON.parse((await rightly(0)).text).token);
  for (let n = 1; n <= seconds; n += 2) known.set(n, (await rightly(n)).cookie);
  for (let n = 0; n < 10; n += 1) await profile(server.url, token);
  const flooder = '203.0.113.66';
  const doors = await Promise.all(
    Array.from({ length: openedDoors }, async () => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': flooder };
      return (await send(`${server.url}/api/passkeys/begin_sign_in`, headers, '{}')).cookie;
    }),
  );
  if (doors.includes('')) throw new Error('a challenge came without a cookie');
  const saidBefore = server.output().length;

  const every = <T>(perSecond: number, one: (n: number) => Promise<T>) =>
    Promise.all(
      Array.from({ length: seconds * perSecond }, async (_, n) => {
        await wait((n * 1000) / perSecond);
        return one(n);
      }),
    );
  const [wrong, honest, others] = await Promise.all([
    every(wrongPerSecond, (n) =>
      post(server.url, flooder, n % 8 < withCookies ? (doors[n % openedDoors] ?? '') : '', {
        email_id: `nobody${n}@bench.test`,
        password: 'Wrong@2026',
      }),
    ),
    every(1, (n) => rightly(n + 1, known.get(n + 1) ?? '')),
    every(callsPerSecond, () => profile(server.url, token)),
  ]);
  await wait(1000);
  const said = server.output().slice(saidBefore);

  const started = performance.now();
  const came = await Promise.all(
    Array.from({ length: crowd }, async (_, n) => {
      await wait((n * crowdMs) / crowd);
      return rightly(n + 1);
    }),
  );
  const allIn = (performance.now() - started) / 1000;
  await server.stop();

  const refused = honest.filter(({ status }) => status !== 200);
  const figuresOf = (answers: readonly Answered[]) => {
    const took = answers.map(({ ms }) => ms);
    return `p50 ${median(took).toFixed(0)}, p95 ${quantile(took, 0.95).toFixed(0)}, slowest ${Math.max(...took).toFixed(0)} ms`;
  };
  const statusesOf = (answers: readonly Answered[]) =>
    Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
      .map(([status, group]) => `${group?.length ?? 0} x ${status}`)
      .join(', ');
  record({
    Rows: `${wrongPerSecond} wrong sign-ins a second from one network, ${name}${unless(20, seconds, 'seconds')}`,
    Figures: [
      `${refused.length} of ${honest.length} right ones from elsewhere refused${refused.length > 0 ? ` (${statusesOf(refused)})` : ''}`,
      `known browsers: ${figuresOf(honest.filter((_, n) => known.has(n + 1)))}`,
      `new browsers: ${figuresOf(honest.filter((_, n) => !known.has(n + 1)))}`,
      `${others.length} other calls: ${figuresOf(others)}`,
      `the wrong ones: ${statusesOf(wrong)}, ${figuresOf(wrong)}`,
      `${said.split('\n').length - 1} lines of log, ${(said.length / 1024).toFixed(0)} KB`,
    ].join('; '),
  });
  record({
    Rows: `${crowd} people within ${crowdMs / 1000} seconds, ${name}`,
    Figures: `${statusesOf(came)}, ${figuresOf(came)}; the last was answered after ${allIn.toFixed(1)} s`,
  });
}

function post(url: string, from: string, cookie: string, body: object): Promise<Answered> {
  return send(
    `${url}/api/user_details/login`,
    {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(cookie === '' ? {} : { cookie }),
    },
    JSON.stringify(body),
  );
}

function profile(url: string, token: string): Promise<Answered> {
  return send(`${url}/api/user_details/get_user_profile/1`, {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': '192.0.2.9',
  });
}

async function send(url: string, headers: Record<string, string>, body?: string): Promise<Answered> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            ms: performance.now() - started,
            text,
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
