import type { ClientConfig, Pool } from 'pg';
import type { Config } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { appRoleName, startEmbedded } from './embedded.ts';
import type { MigrateOptions } from './migrate.ts';
import { migrate, MigrationError } from './migrate.ts';
import type { Connection } from './pool.ts';
import { createPool, demandPrimary } from './pool.ts';
import type { Replicas } from './replicas.ts';
import { openReplicas } from './replicas.ts';
import { checkDatabase } from './self-check.ts';

export interface Database {
  /** For the application: its role defines nothing. */
  readonly pool: Pool;
  /** Where reading may go besides; null where there is nowhere. To be closed before the pool. */
  readonly replicas: Replicas | null;
  /** For what is done once at start, such as the demo data. */
  readonly owner: ClientConfig;
  /** Stops an embedded PostgreSQL; the pool is the caller's to end before. */
  readonly close: () => Promise<void>;
}

interface Place {
  readonly owner: ClientConfig;
  readonly app: Connection;
  readonly migration?: MigrateOptions;
  readonly stop: () => Promise<void>;
}

interface OpenOptions {
  readonly say: (line: string) => void;
  readonly onLost: (cause: unknown) => void;
}

/** Starts or reaches the database, brings its schema up to date and checks that it can be relied on. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<Database> {
  const place =
    config.databaseUrl === null ? await embedded(config, options) : ownServer(config, config.databaseUrl);
  try {
    await migrate(place.owner, place.migration);
    // Only behind an address of one's own can another server appear.
    const pool = createPool(
      place.app,
      config.limits,
      config.databaseUrl === null ? undefined : demandPrimary,
    );
    try {
      await checkDatabase(pool);
    } catch (error) {
      await pool.end();
      throw error;
    }
    return { pool, replicas: replicasOf(config, pool), owner: place.owner, close: place.stop };
  } catch (error) {
    await place.stop();
    throw readable(error);
  }
}

async function embedded(config: Config, { say, onLost }: OpenOptions): Promise<Place> {
  say('Starting the database...');
  const started = await startEmbedded({ dataDir: config.dataDir, onLost });
  if (started.notice !== undefined) say(started.notice);
  return { owner: started.owner, app: started.app, stop: started.stop };
}

function ownServer(config: Config, databaseUrl: string): Place {
  const login = decodeURIComponent(new URL(databaseUrl).username);
  return {
    owner: { connectionString: config.databaseOwnerUrl ?? databaseUrl },
    // Whatever the login may do besides, it serves with the application's narrower rights.
    app: { connectionString: databaseUrl, role: appRoleName },
    migration: login === '' ? {} : { members: [login] },
    stop: async () => undefined,
  };
}

/** A replica may be away for now: nothing waits for it. */
const replicasOf = ({ databaseReplicaUrls: urls, limits }: Config, primary: Pool): Replicas | null =>
  urls.length === 0
    ? null
    : openReplicas({
        primary,
        replicas: urls.map((connectionString) => ({ connectionString, role: appRoleName })),
        limits,
      });

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
]);

function readable(error: unknown): unknown {
  if (error instanceof MigrationError) return new StartError(error.message, { cause: error });
  if (unreachable.has(codeOf(error) ?? '')) {
    const reason = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
    return new StartError(`the database cannot be reached (${reason})`, { cause: error });
  }
  return error;
}
