import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { atEnd, untilEnd } from '../faults/ending.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createPool } from '../../server/db/pool.ts';
import { seedDemo } from '../../server/db/seed/seed.ts';
import { demoPassword, demoPasswordHash } from '../../server/db/seed/staff.ts';
import { ownerPool } from './owner.ts';

export interface Connections {
  readonly owner: ClientConfig;
  readonly app: ClientConfig;
}

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** With KEEP=1, the folder under BENCH_DIR where a database of this size stays for the next run. */
export const keptFor = (students: number): string =>
  process.env['KEEP'] === undefined
    ? ''
    : join(process.env['BENCH_DIR'] ?? tmpdir(), `gurukul-growth-${students}`);

/**
 * Starts a temporary application on its own PostgreSQL, with one account admin only; a portal or the demo provider on
 * request. Its folder is under BENCH_DIR, or in the system's temporary folder. A named folder (`keptIn`) stays, and its
 * data is used again. `durable`: commits wait for the disk. With `on` the database is somebody else's.
 */
export async function startProvider({
  portalRoot = '',
  demo = false,
  keptIn = '',
  durable = false,
  on = null as Connections | null,
} = {}) {
  const dataDir = keptIn || (await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'gurukul-bench-')));
  if (keptIn !== '') await mkdir(keptIn, { recursive: true });
  // PostgreSQL runs as its own user when this runs as root.
  await chmod(dataDir, 0o755);
  if (keptIn === '') atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const connections = on ?? (await untilEnd(startEmbedded({ dataDir, durable }), ({ stop }) => stop()));
  await migrate(connections.owner);
  const pool = createPool(connections.app);
  const owner = ownerPool(connections.owner);
  // Not awaited: running requests are cut off when PostgreSQL ends.
  atEnd(async () => void Promise.all([pool.end(), owner.end()]));
  const settings = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' });
  const limits = { ...settings.limits, requestsPerMinute: 1_000_000, callsAtOnce: 1_000_000 };
  const config = { ...settings, secretKey: 'a key for measuring only, 32 bytes or more', limits };
  const app = await buildApp({
    config,
    pool,
    logger: false,
    portalRoot: portalRoot || join(dataDir, 'none'),
  });
  atEnd(() => app.close());

  const headers: Record<string, string> = {};
  /** Milliseconds from request to answer, without a network in between. */
  async function timed(path: string, payload: object) {
    const started = performance.now();
    const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    const body: Record<string, unknown> = answer.json();
    return { ms: performance.now() - started, status: answer.statusCode, body };
  }

  if (demo) await seedDemo(owner);
  else {
    await owner.query(
      `insert into people (email_id, password_hash, main_role, first_name)
       select 'admin@bench.test', $1, 'admin', 'Admin' where not exists (select from people)`,
      [demoPasswordHash()],
    );
  }
  /** Signs in with that address. Returns the person. */
  async function signIn(email_id: string) {
    const { body, status } = await timed('/user_details/login', { email_id, password: demoPassword });
    if (status !== 200) throw new Error(`${email_id} cannot sign in: ${JSON.stringify(body)}`);
    return { ...body, token: String(body['token']) };
  }
  const { token } = await signIn(demo ? 'admin@gurukul.test' : 'admin@bench.test');
  headers['authorization'] = `Bearer ${token}`;

  return {
    app,
    headers,
    /** As the owner of the tables, who may analyse them. */
    owner,
    pool,
    config,
    timed,
    signIn,
    /** Of the account admin, whose id is 1. */
    token,
    /** Serves on a free port and returns the address. */
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
  };
}
