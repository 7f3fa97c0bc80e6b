import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import type { Db } from './db/pool.ts';
import { createPool } from './db/pool.ts';
import { bool, row } from './db/columns.ts';
import { one, run } from './db/rows.ts';
import { isEmpty, seedDemo, storeDemoFiles } from './db/seed/seed.ts';
import { inTransaction } from './db/tx.ts';
import { hashPassword } from './features/accounts/password.ts';
import { firstAdminName } from './features/provider/setup.ts';
import { StartError } from './start-error.ts';
import { createStorage } from './storage/storage.ts';

// Server processes that start together on an empty database must not each make the first admin.
const firstPeopleLock = 4_785_711;

/**
 * Gives an empty provider its first people: the demo's, or the admin of the settings. A provider made as the demo stays
 * one, because everybody can read its passwords.
 */
export async function fillProvider(
  { pool, owner }: Database,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  if (!(await isEmpty(pool))) {
    if (!config.demo && (await isDemoProvider(pool))) throw demoIsNoProvider(config);
    if (config.firstAdmin !== null) say('ADMIN_EMAIL is ignored: there are people already.');
    return;
  }
  if (config.demo) {
    say('Making the demo provider...');
    // Before the rows that name it, so that a failure leaves no demo without its file.
    await storeDemoFiles(createStorage(config));
    // As owner, who alone may update the planner's statistics of the tables.
    const ownerPool = createPool(owner, { ...config.limits, poolSize: 1 });
    try {
      await seedDemo(ownerPool);
    } finally {
      await ownerPool.end();
    }
    return;
  }
  if (config.firstAdmin !== null) await addFirstAdmin(pool, config.firstAdmin);
  else say('Nobody can sign in yet: start again with ADMIN_EMAIL and ADMIN_PASSWORD.');
}

function demoIsNoProvider({ databaseUrl, dataDir }: Config): StartError {
  const [place, wayOn] =
    databaseUrl === null
      ? [`the data folder ${dataDir}`, 'set DATA_DIR to a new folder']
      : ['the database of DATABASE_URL', 'name an empty one'];
  return new StartError(
    `${place} holds the demo provider, whose passwords everybody can read: it is served on this machine only, without DEMO=0, ADMIN_EMAIL, TRUSTED_PROXY and https; for a provider of your own ${wayOn}`,
  );
}

async function addFirstAdmin(
  pool: Pool,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [firstPeopleLock]);
    if (!(await isEmpty(tx))) return;
    await run(
      tx,
      sql`insert into people (email_id, password_hash, main_role, first_name) values (${email}, ${passwordHash}, 'admin', ${firstAdminName})`,
    );
  });
}

const demoRow = row({ is_demo: bool });

/** Says whether the demo's password works for somebody. Only then the page shows the demo's accounts. */
export async function isDemoProvider(db: Db): Promise<boolean> {
  const { is_demo } = await one(
    db,
    demoRow,
    sql`select exists (
          select from people
          where main_role in ('admin', 'courseadmin', 'teacher')
            and deleted_at is null
            and password_hash is not null
            and lower(email_id) like '%@gurukul.test'
        ) as is_demo`,
  );
  return is_demo;
}
