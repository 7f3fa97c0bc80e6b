import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { copyRunningCluster } from '../backup/hot-copy.ts';
import { findHome } from '../db/embedded-home.ts';
import { connectionTo, ensureRunning, stopCluster } from '../db/embedded-process.ts';
import { appRoleName } from '../db/embedded.ts';

export interface Standby {
  readonly owner: pg.ClientConfig;
  readonly app: pg.ClientConfig;
  /** Stops the replay at the present state. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Promotes it and waits until it is a primary. */
  promote(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A running streaming replica of an embedded PostgreSQL, in a folder of its own. */
export async function addStandby(
  primary: pg.ClientConfig,
  primaryDir: string,
  dataDir: string,
): Promise<Standby> {
  await mkdir(dataDir, { recursive: true });
  // PostgreSQL runs as its own user when the tests run as root.
  await chmod(dataDir, 0o755);
  const [from, home] = [await findHome(primaryDir), await findHome(dataDir)];
  await asking(primary, `select pg_create_physical_replication_slot('standby', true)`);
  await copyRunningCluster(primary, from.cluster, home.cluster);
  await writeFile(join(home.cluster, 'standby.signal'), '');
  await writeFile(
    join(home.cluster, 'postgresql.auto.conf'),
    [
      `primary_conninfo = 'host=${from.socketDir} port=5432 user=${String(primary.user)}'`,
      `primary_slot_name = 'standby'`,
      `wal_receiver_status_interval = 1`,
      '',
    ].join('\n'),
  );
  if (home.runAs.uid !== undefined) {
    await promisify(execFile)('chown', ['-R', `${home.runAs.uid}:${home.runAs.gid}`, home.cluster]);
  }
  const start = async () => ensureRunning(home, true);
  await start();
  const owner = connectionTo(home, String(primary.database));
  return {
    owner,
    app: { ...owner, user: appRoleName },
    pause: () => asking(owner, 'select pg_wal_replay_pause()'),
    resume: () => asking(owner, 'select pg_wal_replay_resume()'),
    promote: () => asking(owner, 'select pg_promote(true, 60)'),
    start,
    stop: async () => stopCluster(home),
  };
}

async function asking(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
