// A coordinator and two workers on one machine: Debian's PostgreSQL 15 three times, each in a folder of its own, with Citus
// built for it. They find each other by their sockets, so no port is open.
import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join as path } from 'node:path';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { startOwnPostgres } from '../../server/test/own-postgres.ts';
import type { Connections } from '../bench/provider.ts';
import { untilEnd } from '../faults/ending.ts';

const home = '/usr/lib/postgresql/15';

const settings = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '300',
  // Citus keeps a worker of its own for each database, and tests have many.
  max_worker_processes: '100',
  shared_buffers: '512MB',
  'citus.shard_count': '16',
};

export type Machines = readonly [coordinator: Connections, ...workers: Connections[]];

export async function startMachines(folder: string): Promise<Machines> {
  if (!existsSync(path(home, 'lib/citus.so'))) throw new Error(`there is no Citus in ${home}/lib`);
  const start = async (name: string): Promise<Connections> => {
    const dataDir = path(folder, name);
    await mkdir(dataDir);
    // PostgreSQL runs as its own user when this runs as root.
    await chmod(dataDir, 0o755);
    return untilEnd(startOwnPostgres(path(home, 'bin'), dataDir, settings), ({ stop }) => stop());
  };
  return [await start('coordinator'), await start('worker-1'), await start('worker-2')];
}

export const superuserOf = (connection: ClientConfig): ClientConfig => ({ ...connection, user: 'owner' });

/** Runs statements on a connection of their own. Returns the rows of the last one. */
export async function ask<Row extends object>(
  connection: ClientConfig,
  statements: readonly string[],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // A maintenance worker that ends takes the connection with it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of statements) ({ rows } = await client.query<Row>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes a database that every machine has into one, seen from the coordinator. */
export async function join(machines: Machines, database: string): Promise<void> {
  for (const { owner } of machines)
    await ask({ ...superuserOf(owner), database }, ['create extension citus']);
  const [coordinator, ...workers] = machines;
  await ask({ ...superuserOf(coordinator.owner), database }, [
    `select citus_set_coordinator_host('${coordinator.owner.host}', ${coordinator.owner.port})`,
    ...workers.map(({ owner }) => `select citus_add_node('${owner.host}', ${owner.port})`),
  ]);
}

/** Nobody connects to it any more, Citus's own worker neither, so that it can be copied file by file. */
export async function closeTemplate({ owner }: Connections, database: string): Promise<void> {
  await ask(superuserOf(owner), [
    `alter database ${database} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  ]);
}
