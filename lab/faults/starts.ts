// Servers that start at the same moment, and migrations that are killed on their way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../server/db/migrate.ts';
import { startDatabase } from './database.ts';
import type { Database, Pool } from './database.ts';
import { startServer } from './server-process.ts';
import { newTally } from './tally.ts';
import type { Tally } from './tally.ts';
import { newFolder, signIn } from './world.ts';
import { openWire } from './wire.ts';
import type { Wire } from './wire.ts';

const migrateProcess = fileURLToPath(new URL('migrate-process.ts', import.meta.url));

export interface Ground {
  readonly folder: string;
  readonly database: Database;
  readonly wire: Wire;
  close(): Promise<void>;
}

/** An empty PostgreSQL. */
export async function openGround(): Promise<Ground> {
  const folder = await newFolder();
  const database = await startDatabase(join(folder, 'database'));
  const wire = await openWire(database.home.socketDir);
  return {
    folder,
    database,
    wire,
    async close() {
      await wire.close();
      await database.stop();
      await rm(folder, { recursive: true });
    },
  };
}

let made = 0;
async function newDatabase({ database }: Ground): Promise<string> {
  made += 1;
  const name = `ground_${made}`;
  await database.within('postgres', (pool) => pool.query(`create database ${name}`));
  return name;
}

const urlOf = ({ wire }: Ground, name: string) => `postgres://owner@127.0.0.1:${wire.port}/${name}`;

/** Tables, columns, constraints, indexes and functions, as text that is equal for equal schemas. */
async function shapeOf(ground: Ground, name: string): Promise<string> {
  return ground.database.within(name, async (pool) => {
    const { rows } = await pool.query<{ shape: string }>(`
      select string_agg(line, E'\\n' order by line) as shape from (
        select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema in ('public', 'pgboss')
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        union all select indexdef from pg_indexes where schemaname in ('public', 'pgboss')
        union all select tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
        union all select proname || ' ' || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
        union all select name || ' ' || sha256 from schema_migrations
        union all select 'queue ' || q.name from pgboss.queue q
      ) lines`);
    return rows[0]?.shape ?? '';
  });
}

const people = (pool: Pool) =>
  pool.query<{ n: number }>('select count(*)::int as n from people').then(({ rows }) => rows[0]?.n);

const admin = { ADMIN_EMAIL: 'admin@office.test', ADMIN_PASSWORD: 'Gurukul@2026' };

export async function startTogether(ground: Ground, times: number): Promise<Tally> {
  const reference = await newDatabase(ground);
  await migrate(ground.database.connection(reference));
  const shape = await shapeOf(ground, reference);
  const tally = newTally('two servers start at once on an empty database');
  while (tally.runs < times) {
    const name = await newDatabase(ground);
    const env = {
      DATABASE_URL: urlOf(ground, name),
      SECRET_KEY: 'a key for trying out faults, 32 bytes or more',
      DATA_DIR: join(ground.folder, `data-${name}`),
      ...admin,
    };
    const started = performance.now();
    const servers = await Promise.all([0, 1].map(() => startServer({ env, isMortal: true })));
    try {
      await Promise.all(servers.map((server) => server.ready()));
      tally.recovered.push(performance.now() - started);
      for (const server of servers) await signIn(server, admin.ADMIN_EMAIL);
      const admins = await ground.database.within(name, people);
      if (admins !== 1) tally.doubled += 1;
      if ((await shapeOf(ground, name)) !== shape) {
        tally.half += 1;
        tally.broken.push('the schema is another one');
      }
    } catch (error) {
      tally.broken.push(String(error));
    } finally {
      tally.runs += 1;
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
  return tally;
}

function* allSteps() {
  for (let step = 1; ; step += 1) yield step;
}

/** Kills a start at these statements of its migrations, and starts it again. */
export async function interruptMigrations(
  ground: Ground,
  steps: Iterable<number> = allSteps(),
): Promise<Tally> {
  const tally = newTally('migrations killed at every step');
  const reference = await newDatabase(ground);
  await migrate(ground.database.connection(reference));
  const shape = await shapeOf(ground, reference);
  for (const step of steps) {
    const name = await newDatabase(ground);
    // Every other time the statement still reaches the database, which runs it while nobody waits any more.
    const isSent = step % 2 === 0;
    if (!(await migrateKilledAt(ground, name, step, isSent))) {
      if (tally.runs < 20) tally.broken.push(`only ${tally.runs} steps were seen`);
      return tally;
    }
    tally.runs += 1;
    const started = performance.now();
    try {
      await migrate(ground.database.connection(name));
      tally.recovered.push(performance.now() - started);
      if ((await shapeOf(ground, name)) !== shape) {
        tally.half += 1;
        tally.broken.push(`killed at statement ${step} the schema is another one`);
      }
    } catch (error) {
      tally.lost += 1;
      tally.broken.push(`killed at statement ${step} the next start fails: ${String(error)}`);
    }
    await ground.database.within('postgres', (pool) => pool.query(`drop database ${name} with (force)`));
  }
  return tally;
}

/** Says whether that step was reached. */
async function migrateKilledAt(
  ground: Ground,
  name: string,
  step: number,
  isSent: boolean,
): Promise<boolean> {
  const child = spawn(process.execPath, [migrateProcess, urlOf(ground, name)], { stdio: 'inherit' });
  let seen = 0;
  let hasFallen = false;
  ground.wire.atStatement = () => {
    seen += 1;
    if (seen !== step) return 'pass';
    hasFallen = true;
    child.kill('SIGKILL');
    return isSent ? 'pass' : 'hold';
  };
  await once(child, 'exit');
  ground.wire.atStatement = () => 'pass';
  return hasFallen;
}
