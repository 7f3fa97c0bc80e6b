// A small office with everything it needs, all real and within reach of a fault: PostgreSQL, the wire to it, server
// processes, a mail server, files in a folder or a bucket.
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../server/db/migrate.ts';
import { demoPassword } from '../../server/test/app.ts';
import { foundSchool } from '../../server/test/small-school.ts';
import { openSmtpPeer } from '../../server/test/smtp-peer.ts';
import type { SmtpPeer } from '../../server/test/smtp-peer.ts';
import { send } from './client.ts';
import { patientPool, startDatabase } from './database.ts';
import type { Database, Pool } from './database.ts';
import { startServer } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';

/** The same for every process, so that their mails are equal. */
export const appUrl = 'http://localhost:4000';

export interface World {
  readonly dataDir: string;
  readonly database: Database;
  readonly wire: Wire;
  readonly servers: readonly ServerProcess[];
  readonly peer: SmtpPeer;
  /** Beside the wire, as the database's owner. */
  readonly owner: Pool;
  readonly school: Awaited<ReturnType<typeof foundSchool>>;
  /** Of every server, but for its port. */
  readonly settings: Readonly<Record<string, string>>;
  readonly tokens: { readonly own: string; readonly admin: string };
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly servers?: number;
  /** Settings besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  readonly databaseEnv?: Readonly<Record<string, string>>;
  /** The place of the cluster; else below the data folder. */
  readonly clusterIn?: string;
}

const generous = {
  LIMIT_REQUESTS_PER_MINUTE: '1000000',
  LIMIT_PUBLIC_REQUESTS_PER_MINUTE: '1000000',
  LIMIT_CALLS_AT_ONCE: '1000000',
};

/** A folder that PostgreSQL's own user may pass through, when this runs as root. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-faults-'));
  await chmod(folder, 0o755);
  return folder;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await newFolder();
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await build(folder, options, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  folder: string,
  { servers: many = 2, env = {}, databaseEnv = {}, clusterIn = folder }: WorldOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<World, 'close'>> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const database = await startDatabase(join(clusterIn, 'database'), { env: databaseEnv });
  undo.push(() => database.stop());
  await database.within('postgres', (pool) => pool.query('create database gurukul'));
  await migrate(database.connection('gurukul'));
  const owner = patientPool(database.connection('gurukul'));
  undo.push(() => owner.end());
  const school = await foundSchool(owner);
  // Rolls and mails of tests come in thousands; planning them on numbers from before is not what is tried here.
  await owner.query('analyze');

  const wire = await openWire(database.home.socketDir);
  undo.push(() => wire.close());
  const peer = await openSmtpPeer();
  undo.push(() => peer.goDown());
  const settings = {
    DATABASE_URL: `postgres://owner@127.0.0.1:${wire.port}/gurukul`,
    SECRET_KEY: 'a key for trying out faults, 32 bytes or more',
    DATA_DIR: dataDir,
    APP_URL: appUrl,
    SMTP_URL: peer.url,
    MAIL_FROM: 'office@portal.example.org',
    ...generous,
    ...env,
  };
  const servers = await Promise.all(Array.from({ length: many }, async () => startServer({ env: settings })));
  undo.push(() => Promise.all(servers.map((server) => server.stop())));
  await Promise.all(servers.map((server) => server.ready()));
  const tokens = {
    own: await signIn(servers[0]!, 'own@office.test'),
    admin: await signIn(servers[0]!, 'admin@office.test'),
  };
  return { dataDir, database, wire, servers, peer, owner, school, settings, tokens };
}

export async function signIn(server: Pick<ServerProcess, 'url'>, email: string): Promise<string> {
  const { status, body } = await send(server, 'accounts.login', { email_id: email, password: demoPassword });
  if (status !== 200 || body['message'] !== 'success')
    throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`);
  return String(body['token']);
}
