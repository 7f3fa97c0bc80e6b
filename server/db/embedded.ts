import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import sql from 'sql-template-tag';
import { bool, row } from './columns.ts';
import { one } from './rows.ts';
import { StartError } from '../start-error.ts';
import { archiveInto } from './archive.ts';
import type { EmbeddedHome } from './embedded-home.ts';
import { findHome, majorOf } from './embedded-home.ts';
import { connectionTo, ensureRunning, initCluster, ownerName, stopCluster } from './embedded-process.ts';

/** The login role that serves requests: no superuser, no DDL. */
export const appRoleName = 'gurukul_app';
const databaseName = 'gurukul';
// Any constant works. The lock is taken in the maintenance database, where nothing else locks.
const servingLock = 4_785_710;

/** Another Gurukul serves the data folder; its PostgreSQL is running. */
export class AlreadyServed extends StartError {}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** False for temporary clusters of tests: no fsync, and nothing is written outside the data folder. */
  readonly durable?: boolean;
  /** BACKUP_DIR: PostgreSQL archives its log there. */
  readonly backupDir?: string | null;
  /** Called when the database died under the running server and could not be restarted. */
  readonly onLost?: (cause: unknown) => void;
  /** Called when it died and was started again. */
  readonly onRestarted?: () => void;
}

export interface Embedded {
  readonly owner: ClientConfig;
  readonly app: ClientConfig;
  /** A sentence for the operator, for the start-up lines. */
  readonly notice?: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the PostgreSQL of a data folder and locks the folder, so that only one Gurukul serves it. Throws AlreadyServed
 * when another one does. The server with the lock stops PostgreSQL at the end.
 */
export async function startEmbedded({
  dataDir,
  durable = true,
  backupDir = null,
  onLost,
  onRestarted,
}: EmbeddedOptions): Promise<Embedded> {
  const home = await findHome(dataDir);
  await refuseOtherMajor(home);
  await initCluster(home);
  const more = backupDir === null ? {} : await archiveInto(home, backupDir);
  const begin = () => ensureRunning(home, durable, more);
  await begin();
  const claim = await holdClaim(home, dataDir, begin, { onLost, onRestarted });
  try {
    await prepareDatabase(home);
  } catch (error) {
    await claim.release();
    await stopCluster(home);
    throw error;
  }
  return {
    owner: connectionTo(home, databaseName),
    app: connectionTo(home, databaseName, appRoleName),
    ...(home.notice === undefined ? {} : { notice: home.notice }),
    // The lock ends with PostgreSQL and not before, so that a server started meanwhile waits for a clean stop.
    async stop() {
      await claim.release();
      await stopCluster(home);
      if (!durable && home.elsewhere !== undefined) await rm(home.elsewhere, { recursive: true });
    },
  };
}

/**
 * Throws a clear error for a cluster of another major version. PostgreSQL itself would report incompatible files, after
 * ten seconds of attempts.
 */
async function refuseOtherMajor({ cluster, bin }: EmbeddedHome): Promise<void> {
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  const ours = majorOf(bin);
  if (made === '' || Number(made) === ours) return;
  throw new StartError(
    `the database in ${cluster} is of PostgreSQL ${made.trim()}, and this version of the portal brings PostgreSQL ${ours}: npm run export with the version that made it, then npm run import with this one into a new DATA_DIR ("Out and in" in docs/operations.md)`,
  );
}

/**
 * Takes and keeps the serving lock. If PostgreSQL dies, restarts it and takes the lock again. PostgreSQL releases the
 * lock when this process dies for any reason.
 */
async function holdClaim(
  home: EmbeddedHome,
  dataDir: string,
  begin: () => Promise<void>,
  { onLost, onRestarted }: Pick<EmbeddedOptions, 'onLost' | 'onRestarted'>,
): Promise<{ release: () => Promise<void> }> {
  let isReleased = false;
  let retaking = Promise.resolve();

  const take = async () => {
    const client = await claimFolder(home, dataDir);
    client.once('end', () => {
      if (!isReleased) retaking = retake().catch((error: unknown) => onLost?.(error));
    });
  };
  const retake = async () => {
    await wait(100);
    if (isReleased) return;
    await begin();
    await take();
    onRestarted?.();
  };

  await take();
  return {
    // A restart that is under way would start PostgreSQL after the stop.
    async release() {
      isReleased = true;
      await retaking;
    },
  };
}

const oursRow = row({ is_ours: bool });

async function claimFolder(home: EmbeddedHome, dataDir: string): Promise<Client> {
  // A server killed a moment ago loses its lock as soon as PostgreSQL notices the closed connection.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const client = await connect(home);
    const { is_ours } = await one(
      client,
      oursRow,
      sql`select pg_try_advisory_lock(${servingLock}) as is_ours`,
    );
    if (is_ours) return client;
    await client.end();
    await wait(100);
  }
  throw new AlreadyServed(`the data folder ${dataDir} is already served by another Gurukul`);
}

async function connect(home: EmbeddedHome): Promise<Client> {
  const client = new Client({ ...connectionTo(home, 'postgres'), keepAlive: true });
  // Without a listener, a lost connection would end the process. 'end' follows every error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const preparedRow = row({ has_role: bool, has_database: bool });

async function prepareDatabase(home: EmbeddedHome): Promise<void> {
  const client = await connect(home);
  try {
    const { has_role, has_database } = await one(
      client,
      preparedRow,
      sql`
        select exists (select from pg_roles where rolname = ${appRoleName}) as has_role,
          exists (select from pg_database where datname = ${databaseName}) as has_database
      `,
    );
    if (!has_role) {
      await client.query(`create role ${appRoleName} login nosuperuser nocreatedb nocreaterole noinherit`);
    }
    if (!has_database) {
      await client.query(`create database ${databaseName} owner ${ownerName}`);
    }
  } finally {
    await client.end();
  }
}
