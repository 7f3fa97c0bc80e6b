import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { bool, int, row, text } from './columns.ts';
import { many, one } from './rows.ts';
import { codeOf } from '../error-code.ts';
import { installJobs } from '../jobs/install.ts';
import { splitStatements } from './statements.ts';

const migrationsFolder = new URL('migrations/', import.meta.url);
const appRole = 'gurukul_app';
// Any constant works, as long as it is the same in every server process.
const migrationLock = 4_785_709;

// In milliseconds. A server may accept the connection and then stay silent.
const connectMs = 10_000;
const turnMs = 100;

// A statement that waits for a table lock blocks all later ones. It gives up before PostgreSQL looks for a deadlock
// (after 1 s by default), so that a deadlock refuses the migration, which retries, and nobody at work.
const lockWait = '500ms';
const mostLockTries = 30;
const betweenTriesMs = 500;
const lockStates: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * The first line of a migration that commits statement by statement: an index built `concurrently`, or rows filled in
 * batches.
 */
const outsideMark = /^-- Outside a transaction\b/;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: 'SCHEMA_NEWER' | 'MIGRATION_CHANGED' | 'MIGRATION_FAILED' | 'DATABASE_SILENT';

  constructor(code: MigrationError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export interface MigrateOptions {
  readonly folder?: URL;
  /** Login roles that get the rights of the app role (the `DATABASE_URL` user of an operator's own server). */
  readonly members?: readonly string[];
  /** The last migration to run; without it all of them. */
  readonly upTo?: string;
}

/**
 * Runs the missing migrations, each in one transaction, or statement by statement where the migration says so.
 * Processes that start together take turns. Returns the names of the migrations it ran.
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const patient = { connectionTimeoutMillis: connectMs, ...connection };
  const client = new pg.Client(patient);
  // The running statement reports a broken connection.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw isSilence(cause) ? new MigrationError('DATABASE_SILENT', silence, { cause }) : cause;
  });
  try {
    await lockMigrations(client);
    const wanted = options.upTo;
    const ran = await runMissing(
      client,
      wanted === undefined ? migrations : migrations.filter(({ name }) => name <= wanted),
    );
    await grantApp(client, options.members ?? []);
    await installJobs(patient, appRole);
    return ran;
  } finally {
    await client.end();
  }
}

const silence = 'the database takes connections and does not answer';

/** The driver gave up waiting. */
const isSilence = (error: unknown) => error instanceof Error && /\btimeout\b/.test(error.message);

const mineRow = row({ mine: bool });

/**
 * Polls for the lock. A statement that waits would hold a snapshot, and an index built `concurrently` waits for
 * snapshots.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { mine } = await one(client, mineRow, sql`select pg_try_advisory_lock(${migrationLock}) as mine`);
    if (mine) return;
    await wait(turnMs);
  }
}

/** The file names of all migrations, oldest first. */
export const migrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).toSorted();

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { version: Number(name.slice(0, 4)), name, sql, sha256 };
    }),
  );
}

const appliedRow = row({ version: int, name: text, sha256: text });

async function runMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer constraint schema_migrations_pkey primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  const rows = await many(
    client,
    appliedRow,
    sql`select version, name, sha256 from schema_migrations order by version`,
  );
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const applied of rows) {
    const ours = known.get(applied.version);
    if (ours === undefined) {
      throw new MigrationError(
        'SCHEMA_NEWER',
        `the database belongs to a newer Gurukul (it holds migration ${applied.name}, unknown here)`,
      );
    }
    if (ours.sha256 !== applied.sha256) {
      throw new MigrationError(
        'MIGRATION_CHANGED',
        `the database was made by a version that was never released (its ${ours.name} is another one): go on with that version, or start this one with an empty database or DATA_DIR`,
      );
    }
  }

  const done = new Set(rows.map((row) => row.version));
  const missing = migrations.filter((migration) => !done.has(migration.version));
  for (const migration of missing) await runOne(client, migration);
  return missing.map((migration) => migration.name);
}

async function runOne(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await client.query(`set lock_timeout = '${lockWait}'`);
    if (outsideMark.test(sql)) await runOutside(client, migration);
    else await untilUnlocked(() => runInside(client, migration));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError('MIGRATION_FAILED', `migration ${name} failed: ${reason}`, { cause });
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined);
  }
}

async function runInside(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await noteDone(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Each statement can run twice, so that the next start continues after one that was killed. */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of splitStatements(migration.sql)) {
    // Building an index waits for all running reads and writes, and blocks none of them.
    const longest = /\bconcurrently\b/i.test(statement) ? '0' : lockWait;
    await untilUnlocked(async () => {
      await client.query(`set lock_timeout = '${longest}'`);
      await dropHalfBuilt(client, statement);
      await client.query(statement);
    });
  }
  await noteDone(client, migration);
}

/** An index whose build was interrupted exists but is not used, so it must go first. */
async function dropHalfBuilt(client: pg.Client, statement: string): Promise<void> {
  const [, name] = /\bindex concurrently if not exists (\w+)/i.exec(statement) ?? [];
  if (name === undefined) return;
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (rowCount === 1)
    await client.query(`drop index concurrently if exists ${client.escapeIdentifier(name)}`);
}

const noteDone = (client: pg.Client, { version, name, sha256 }: Migration) =>
  client.query('insert into schema_migrations (version, name, sha256) values ($1, $2, $3)', [
    version,
    name,
    sha256,
  ]);

async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries >= mostLockTries || !lockStates.has(codeOf(error) ?? '')) throw error;
      await wait(betweenTriesMs);
    }
  }
}

/** The application may read which migrations ran, but not change it. */
async function grantApp(client: pg.Client, members: readonly string[]): Promise<void> {
  await client.query(`revoke all on schema_migrations from ${appRole}`);
  await client.query(`grant select on schema_migrations to ${appRole}`);
  for (const member of members) {
    if (member !== appRole) await client.query(`grant ${appRole} to ${client.escapeIdentifier(member)}`);
  }
}
