// A real, durable PostgreSQL that can be killed. The product's own code makes the cluster; this file runs the process.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { findHome } from '../../server/db/embedded-home.ts';
import type { EmbeddedHome } from '../../server/db/embedded-home.ts';
import { connectionTo, initCluster, signalServersIn } from '../../server/db/embedded-process.ts';
import { codeOfDatabaseError } from '../../server/db/errors.ts';
import { createPool } from '../../server/db/pool.ts';
import type { Connection } from '../../server/db/pool.ts';

export type Pool = ReturnType<typeof createPool>;

export interface Database {
  readonly home: EmbeddedHome;
  /** As its owner, without the wire. */
  connection(database: string): Connection;
  /** Runs work as its owner, on a connection of its own. */
  within<T>(database: string, work: (pool: Pool) => Promise<T>): Promise<T>;
  /** Starts it, with retries, because the last processes of a killed one may still end. */
  start(): Promise<void>;
  /** `kill -9` of the postmaster. Its other processes notice by themselves. */
  killPostmaster(): void;
  /** Ends all of its processes. */
  stop(): Promise<void>;
  readonly isRunning: boolean;
}

export interface DatabaseOptions {
  /** Additions to its environment, such as another clock. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Retries the harness's own questions to a database that is being killed. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + startMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (codeOfDatabaseError(error) !== 'busy' || Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}

/** As a database's owner, beside the wire, without time limits. */
export function patientPool(connection: Connection): Pool {
  const pool = createPool(connection, { ...ownLimits, poolSize: 4 });
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = ((...args: unknown[]) => steadily(() => query(...args))) as typeof pool.query;
  return pool;
}

const startMs = 60_000;

const ownLimits = {
  poolSize: 1,
  poolWaitSeconds: 5,
  statementTimeoutSeconds: 60,
  lockTimeoutSeconds: 20,
  idleInTransactionSeconds: 60,
};

export async function startDatabase(dataDir: string, { env = {} }: DatabaseOptions = {}): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o755);
  const home = await findHome(dataDir);
  await initCluster(home);
  let postmaster: ChildProcess | undefined;

  const connection = (database: string) => connectionTo(home, database);
  const within: Database['within'] = async (name, work) => {
    const pool = createPool(connection(name), ownLimits);
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  };
  const answers = () =>
    within('postgres', (pool) =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    );

  const launch = () => {
    const child = spawn(
      `${home.bin}/postgres`,
      ['-D', '.', '-c', 'listen_addresses=', '-c', `unix_socket_directories=${home.socketDir}`],
      {
        ...home.runAs,
        cwd: home.cluster,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', ...env },
        stdio: 'ignore',
        detached: true,
      },
    );
    child.on('error', () => undefined);
    return child;
  };
  const isAlive = (child: ChildProcess | undefined) =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  const database: Database = {
    home,
    connection,
    within,
    async start() {
      const deadline = Date.now() + startMs;
      while (!(await answers())) {
        if (Date.now() > deadline) throw new Error('the database does not start');
        if (!isAlive(postmaster)) postmaster = launch();
        await wait(30);
      }
    },
    killPostmaster() {
      postmaster?.kill('SIGKILL');
    },
    async stop() {
      if (isAlive(postmaster)) {
        const ended = once(postmaster!, 'exit');
        postmaster?.kill('SIGINT');
        await Promise.race([ended, wait(10_000, undefined, { ref: false })]);
      }
      await signalServersIn(home.cluster, 'SIGKILL');
    },
    get isRunning() {
      return isAlive(postmaster);
    },
  };
  await database.start();
  return database;
}
