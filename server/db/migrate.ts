import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { installJobs } from '../jobs/install.ts';

const migrationsFolder = new URL('migrations/', import.meta.url);
const appRole = 'gurukul_app';
// Any constant will do; it only has to be the same in every server process.
const migrationLock = 4_785_709;

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: 'SCHEMA_NEWER' | 'MIGRATION_CHANGED' | 'MIGRATION_FAILED';

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
  /** Login roles that shall work as the app role (an own server's `DATABASE_URL` user). */
  readonly members?: readonly string[];
}

/**
 * Brings the database up to the newest migration, one transaction each; processes that start together take turns.
 * Answers the names of the migrations it ran.
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const ran = await runMissing(client, migrations);
    await grantApp(client, options.members ?? []);
    await installJobs(connection, appRole);
    return ran;
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { version: Number(name.slice(0, 4)), name, sql, sha256 };
    }),
  );
}

async function runMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer constraint schema_migrations_pkey primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<Pick<Migration, 'version' | 'name' | 'sha256'>>(
    'select version, name, sha256 from schema_migrations order by version',
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
        `migration ${ours.name} was changed after it ran on this database`,
      );
    }
  }

  const done = new Set(rows.map((row) => row.version));
  const missing = migrations.filter((migration) => !done.has(migration.version));
  for (const migration of missing) await runOne(client, migration);
  return missing.map((migration) => migration.name);
}

async function runOne(client: pg.Client, { version, name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (version, name, sha256) values ($1, $2, $3)', [
      version,
      name,
      sha256,
    ]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError('MIGRATION_FAILED', `migration ${name} failed: ${reason}`, { cause });
  }
}

/** The application reads which migrations ran, and never writes it. */
async function grantApp(client: pg.Client, members: readonly string[]): Promise<void> {
  await client.query(`revoke all on schema_migrations from ${appRole}`);
  await client.query(`grant select on schema_migrations to ${appRole}`);
  for (const member of members) {
    if (member !== appRole) await client.query(`grant ${appRole} to ${client.escapeIdentifier(member)}`);
  }
}
