import { execFile } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Embedded } from '../db/embedded.ts';
import { appRoleName } from '../db/embedded.ts';
import type { EmbeddedHome } from '../db/embedded-home.ts';
import { unprivilegedUser } from '../db/embedded-home.ts';
import { connectionTo, ensureRunning, ownerName, stopCluster } from '../db/embedded-process.ts';

const run = promisify(execFile);
const databaseName = 'gurukul';
const ownerOfDatabase = 'office';

/**
 * A temporary PostgreSQL from the programs in a folder (for example `/usr/lib/postgresql/15/bin`), set up as
 * docs/operations.md asks for an operator's own server: UTF-8, C.UTF-8, a database that belongs to the owner, an
 * application role without DDL.
 */
export async function startOwnPostgres(
  bin: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Omit<Embedded, 'notice'>> {
  const cluster = join(dataDir, 'postgres');
  const runAs = process.getuid?.() === 0 ? await unprivilegedUser(cluster) : {};
  const home: EmbeddedHome = {
    cluster,
    bin,
    socketDir: join(dataDir, 'socket'),
    runAs,
  };
  for (const folder of [home.cluster, home.socketDir]) {
    await mkdir(folder, { mode: 0o700 });
    if (runAs.uid !== undefined) await chown(folder, runAs.uid, runAs.gid);
  }
  const made = ['-D', home.cluster, '-U', ownerName, '--auth-local=trust', '--auth-host=reject'];
  await run(join(bin, 'initdb'), [...made, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...runAs,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
  });
  await ensureRunning(home, false, settings);
  const stop = () => stopCluster(home);
  try {
    await prepare(home);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    owner: connectionTo(home, databaseName, ownerOfDatabase),
    app: connectionTo(home, databaseName, appRoleName),
    stop,
  };
}

/** The owner of the database may make roles and databases, and is no superuser, as on a managed server. */
async function prepare(home: EmbeddedHome): Promise<void> {
  await asking(connectionTo(home, 'postgres'), [
    `create role ${ownerOfDatabase} login createrole createdb`,
    // Tests also see which statements wait, and drop a database in use.
    `grant pg_read_all_stats, pg_signal_backend to ${ownerOfDatabase}`,
  ]);
  await asking(connectionTo(home, 'postgres', ownerOfDatabase), [
    `create role ${appRoleName} login nosuperuser nocreatedb nocreaterole noinherit`,
    `create database ${databaseName} owner ${ownerOfDatabase}`,
  ]);
}

async function asking(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
