import type { ClientConfig, Pool } from 'pg';
import type { Config } from '../config.ts';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { appRoleName, startEmbedded } from './embedded.ts';
import type { MigrateOptions } from './migrate.ts';
import { migrate, MigrationError } from './migrate.ts';
import type { Connection } from './pool.ts';
import { createPool, demandPrimary } from './pool.ts';
import { checkDatabase } from './self-check.ts';

export interface Database {
  /** For the application. Its role has no DDL rights. */
  readonly pool: Pool;
  /** For work at start, such as the demo data. */
  readonly owner: ClientConfig;
  /** Stops an embedded PostgreSQL. The caller ends the pool before. */
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
  readonly onRestarted?: () => void;
}

/**
 * Starts the embedded database or connects to the configured one, migrates it and checks it. Throws a StartError that
 * tells the operator what to do.
 */
export async function openDatabase(config: Config, options: OpenOptions): Promise<Database> {
  const place =
    config.databaseUrl === null ? await embedded(config, options) : ownServer(config, config.databaseUrl);
  try {
    await migrate(place.owner, place.migration);
    // Only behind an operator's own address can another server appear.
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
    return { pool, owner: place.owner, close: place.stop };
  } catch (error) {
    await place.stop();
    throw readable(error);
  }
}

async function embedded(config: Config, { say, onLost, onRestarted }: OpenOptions): Promise<Place> {
  say('Starting the database...');
  const started = await startEmbedded({
    dataDir: config.dataDir,
    backupDir: config.backupDir,
    onLost,
    onRestarted,
  });
  if (started.notice !== undefined) say(started.notice);
  return { owner: started.owner, app: started.app, stop: started.stop };
}

function ownServer(config: Config, databaseUrl: string): Place {
  const login = decodeURIComponent(new URL(databaseUrl).username);
  return {
    owner: { connectionString: config.databaseOwnerUrl ?? databaseUrl },
    // The login may have more rights, but it serves with the application's role.
    app: { connectionString: databaseUrl, role: appRoleName },
    migration: login === '' ? {} : { members: [login] },
    stop: async () => undefined,
  };
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '28P01',
  '28000',
  '3D000',
  // It starts or stops, or has no free connection.
  '57P03',
  '53300',
]);

const isOfCertificate = (code: string) =>
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/.test(code);

/** The driver's texts without a code, for a server that is no PostgreSQL or has no TLS. */
const driversWords =
  /^(?:Connection terminated|The server does not support SSL|There was an error establishing)/;

/** What the operator can do, by error code. */
const remedies: ReadonlyMap<string, string> = new Map([
  [
    '42501',
    'DATABASE_OWNER_URL must name the owner of the database, who may create roles: see "Your own PostgreSQL" in docs/operations.md',
  ],
  ['25006', 'DATABASE_URL must lead to the primary'],
]);

function readable(error: unknown): unknown {
  const cause = error instanceof MigrationError ? (error.cause ?? error) : error;
  const remedy = remedies.get(codeOf(cause) ?? '');
  const said = error instanceof Error ? error.message : String(error);
  if (remedy !== undefined) return new StartError(`${said}; ${remedy}`, { cause: error });
  if (error instanceof MigrationError) return new StartError(said, { cause: error });
  const code = codeOf(error) ?? '';
  if (unreachable.has(code) || isOfCertificate(code) || driversWords.test(said))
    return new StartError(`the database cannot be reached (${said === '' ? code : said})`, { cause: error });
  return error;
}
