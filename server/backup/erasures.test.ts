import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { privacy } from '@gurukul/contract/privacy';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDataFolder } from '../data-folder.ts';
import type { Database } from '../db/open.ts';
import { openDatabase } from '../db/open.ts';
import { run } from '../db/rows.ts';
import { insertSession } from '../features/accounts/queries.ts';
import { replayErasures } from '../features/privacy/replay.ts';
import { fillProvider } from '../first-data.ts';
import { writeToOutbox } from '../channels/mail/outbox.ts';
import { createStorage } from '../storage/storage.ts';
import { office } from '../test/office.ts';
import { many, one } from '../test/rows.ts';
import { ownDatabase } from '../test/db.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { compactAfterErasures } from './compact.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Many people of the demo get fourteen fields that nobody else has, are erased, and are then looked for: in each table, and
// byte by byte in the data folder, in the log, in a backup made afterwards and in a restored one of before. In the short
// form `features/privacy/filled.test.ts` looks in each table.

const isFull = process.env['PROOF'] === 'full';
const howMany = 200;

const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-erasures-'));
await chmod(place, 0o755);
const dataDir = join(place, 'data');
const logged: string[] = [];

// Letters for most fields and digits for numbers of phones, new in each run.
const word = `zq${randomBytes(5).toString('hex')}x`;
const digits = String(randomInt(1_000_000, 9_999_999));
const needles = [word, digits];

const configOf = (folder: string) => ({
  ...readConfig({ DATA_DIR: folder }),
  secretKey: 'a secret of thirty-two bytes, at least',
});

async function open(folder: string): Promise<Database> {
  await openDataFolder(folder);
  return openDatabase(configOf(folder), { say: () => undefined, onLost: () => undefined });
}

async function close({ pool, close: stop }: Database) {
  await pool.end();
  await stop();
}

let database: Database;
afterAll(async () => {
  for (const name of await readdir(place)) {
    const cluster = await realpath(join(place, name, 'postgres')).catch(() => '');
    if (cluster.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
  }
  await rm(place, { recursive: true });
});

/** Runs statements that the application may not. */
async function asOwner(...statements: readonly string[]): Promise<void> {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  for (const statement of statements) await owner.query(statement);
  await owner.end();
}

/** Files below these folders that contain a needle. Links are followed: the cluster may be elsewhere. */
async function filesWith(...folders: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => null);
    if (real === null) continue;
    for (const entry of await readdir(real, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path).catch(() => Buffer.alloc(0));
      if (needles.some((needle) => bytes.includes(needle))) found.push(path);
    }
  }
  return found;
}
const dataOf = (folder: string) => [folder, join(folder, 'postgres')];

/** Tables with a row that contains a needle; compressed values too. */
async function tablesWith(pool: pg.Pool): Promise<string[]> {
  const tables = await many<{ name: string }>(
    pool,
    sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      order by 1
    `,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { hits } = await one<{ hits: number }>(
      pool,
      sql`select count(*)::int as hits from ${raw(name)} t where t::text ~ ${needles.join('|')}`,
    );
    if (hits > 0) found.push(name);
  }
  return found;
}

/** What must stay true. */
const sumsOf = (pool: pg.Pool) =>
  many(
    pool,
    sql`
      select 'payments ' || currency as what, sum(amount)::text as sum from payments group by currency
      union all select 'tickets ' || currency, sum(amount)::text from ticket_payments group by currency
      union all select 'charges', coalesce(sum(amount), 0)::text || ' ' || count(*) from charges
      union all select 'marks ' || status, count(*)::text from attendance group by status
      union all select 'registers', count(*)::text from attendance_registers
      union all select 'enrolments', count(*)::text from enrolments
      union all select 'registrations', count(*)::text from event_registrations
      union all select 'receipts', count(*)::text from receipts
      order by 1
    `,
  );

/** Fourteen fields, and rows in the tables around them. */
async function markPeople(pool: pg.Pool): Promise<number[]> {
  const people = await many<{ id: number }>(
    pool,
    sql`
      select id::int from (
        select p.id from people p where p.main_role = 'student' and p.deleted_at is null
        order by random() limit ${howMany}
      ) chosen
      order by id
    `,
  );
  const storage = createStorage(configOf(dataDir));
  await storage.ready();
  for (const [at, { id }] of people.entries()) {
    const own = `${word}${at}`;
    const [key, pdf] = [`${own.padEnd(32, 'k')}.png`, `${own.padEnd(32, 'h')}.pdf`];
    // Their own bytes have the word too.
    await storage.store(key, Buffer.from(`picture of ${own}`), 'image/png');
    await storage.store(pdf, Buffer.from(`homework of ${own}`), 'application/pdf');
    await run(
      pool,
      sql`
        insert into files (kind, name, content_type, size, uploaded_by, finished_at, named_at, key)
        select f.kind, ${own} || f.kind, f.type, 9, (select min(id) from people where main_role = 'admin'), now(), now(), f.key
        from (values ('profile_image', 'image/png', ${key}), ('homework_pdf', 'application/pdf', ${pdf})) f (kind, type, key)
      `,
    );
    await run(
      pool,
      sql`
        update people set first_name = ${`First${own}`}, last_name = ${`Last${own}`}, email_id = ${`${own}@mail.test`},
          phone_number = ${`+91 ${digits}${at}`}, dob = '1999-03-07', gender = 'female',
          description = ${`text ${own}`}, image = ${`/files/${key}`}, address = ${`street ${own}`},
          address2 = ${`floor ${own}`}, city = ${`city ${own}`}, state = ${`state ${own}`}, pincode = ${own},
          site_ref = ${`ref-${own}`}, other_names = array[${`other ${own}`}]
        where id = ${id}
      `,
    );
    // Once more, so that the trail has the values as before and as after.
    await run(pool, sql`update people set city = city || ' ' where id = ${id}`);
    await run(
      pool,
      sql`insert into contacts (person_id, kind, value) values (${id}, 'email', ${`second${own}@mail.test`})`,
    );
    await run(
      pool,
      sql`insert into notes (person_id, body, readers) values (${id}, ${`${own} is ill`}, 'office')`,
    );
    await run(
      pool,
      sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, status, paid_at, currency)
        select ${`proof ${id}`}, min(c.id), ${id}, ${`Payer ${own}`}, ${`${own}@mail.test`}, ${`${digits}${at}`}, 100, 'success',
          now(), 'INR'
        from courses c
      `,
    );
    await run(
      pool,
      sql`
        insert into homework (student_id, course_id, class_id, week_name, home_work, file_id)
        select ${id}, k.course_id, k.id, '1', ${`/files/${pdf}`}, f.id from files f, (select * from classes limit 1) k
        where f.key = ${pdf}
      `,
    );
    await run(
      pool,
      sql`insert into mails (dedupe_key, kind, recipient, person_id) values (${`proof:${id}`}, 'invite', ${`${own}@mail.test`}, ${id})`,
    );
    await writeToOutbox(
      join(dataDir, 'outbox'),
      { kind: 'invite', recipient: `${own}@mail.test`, messageId: own, date: new Date() },
      Buffer.from(`To: ${own}@mail.test`),
    );
  }
  return people.map(({ id }) => id);
}

/** Erases by the call, as the portal does. */
async function eraseAll(folder: string, pool: pg.Pool, ids: readonly number[]) {
  // One session asks for many at once here.
  const { limits, ...rest } = configOf(folder);
  const config = { ...rest, limits: { ...limits, requestsPerMinute: 100_000 } };
  const app = await buildApp({
    config,
    pool,
    logger: { level: 'trace', stream: { write: (line: string) => void logged.push(line) } },
    portalRoot: join(place, 'no-portal'),
  });
  await app.ready();
  try {
    const token = newSecret('s_');
    const { id } = await one<{ id: number }>(
      pool,
      sql`select min(id)::int as id from people where main_role = 'admin'`,
    );
    await insertSession(pool, {
      tokenHash: hashSecret(token),
      personId: id,
      role: 'admin',
      hours: 24,
      agent: '',
      isProved: true,
      from: '',
    });
    const send = async (body: object) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api${privacy.erase_person.path}`,
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    for (const user_id of ids) {
      // Two hundred take longer than a proof of the person lasts.
      await run(pool, sql`update sessions set proved_at = now()`);
      const { status, body } = await send({ user_id, preview: true });
      expect([status, body]).toEqual([200, expect.anything()]);
      expect((await send({ user_id, digest: body.data.digest })).status).toBe(200);
    }
  } finally {
    await app.close();
  }
}

test.runIf(isFull)(
  `${howMany} erased people are in no table, file, log or mail, nor in a backup or restore; all sums are as before`,
  async () => {
    database = await open(dataDir);
    onTestFinished(() => close(database));
    await fillProvider(database, configOf(dataDir), () => undefined);
    const ids = await markPeople(database.pool);
    expect(ids).toHaveLength(howMany);
    // The planner's statistics have samples of the values, as they would after a while.
    await asOwner('analyze');
    const sums = await sumsOf(database.pool);

    const older = join(place, 'older');
    await makeBackup(dataDir, older);
    // The search finds what is there.
    expect(await tablesWith(database.pool)).toEqual(
      expect.arrayContaining([
        'audit_entries',
        'contacts',
        'files',
        'homework',
        'mails',
        'notes',
        'payments',
        'people',
      ]),
    );
    expect((await filesWith(older)).length).toBeGreaterThan(howMany * 2);
    expect((await readdir(join(dataDir, 'outbox'))).length).toBe(howMany);

    await eraseAll(dataDir, database.pool, ids);
    expect(await tablesWith(database.pool)).toEqual([]);
    expect(await sumsOf(database.pool)).toEqual(sums);
    expect(logged.filter((line) => needles.some((needle) => line.includes(needle)))).toEqual([]);
    expect(logged.length).toBeGreaterThan(howMany);
    const left = await one(
      database.pool,
      sql`select count(*)::int as n from people where id = any(${ids}::bigint[]) and (dob is not null or gender is not null)`,
    );
    expect(left).toEqual({ n: 0 });

    const later = join(place, 'later');
    expect((await makeBackup(dataDir, later)).missing.compacting).toEqual([]);
    const found = await filesWith(later);
    const named = await many(
      database.pool,
      sql`select pg_filenode_relation(0, n::oid)::text as name from unnest(${found.map((path) => Number(path.split('/').at(-1)?.split('.')[0]) || 0)}::bigint[]) n`,
    );
    expect([found, named]).toEqual([[], []]);
    // The data folder itself: the backup has written the tables anew, and a second checkpoint drops the old log.
    await asOwner('select pg_switch_wal()', 'checkpoint', 'checkpoint');
    expect(await filesWith(...dataOf(dataDir))).toEqual([]);

    // The older backup knows nothing of the erasures; the list of the younger one beside it does.
    const restored = join(place, 'restored');
    expect(await restoreBackup(older, restored)).toMatchObject({ erasures: howMany });
    expect((await filesWith(...dataOf(restored))).length).toBeGreaterThan(0);
    const again = await open(restored);
    try {
      const said: string[] = [];
      const config = configOf(restored);
      const replay = () =>
        replayErasures({
          pool: again.pool,
          config,
          storage: createStorage(config),
          say: (line) => void said.push(line),
        });
      expect(await replay()).toBe(howMany);
      expect(said).toEqual([expect.stringContaining(`Erased again: ${howMany} people`)]);
      expect(await replay()).toBe(0);
      expect(await compactAfterErasures(again.owner, restored)).toEqual([]);
      expect(await tablesWith(again.pool)).toEqual([]);
      expect(await sumsOf(again.pool)).toEqual(sums);
    } finally {
      await close(again);
    }
    // Stopped, so that the log of before is gone.
    const once = await open(restored);
    await close(once);
    expect(await filesWith(...dataOf(restored))).toEqual([]);
  },
);

test('a number that belongs to somebody else by now erases nobody; what a crash left out of the list is added', async () => {
  const { pool } = await ownDatabase('empty');
  const config = configOf(dataDir);
  const storage = createStorage(config);
  const said: string[] = [];
  const people = office(pool);
  const [id, erased] = [await people.person('Other', 'student'), await people.person('Crash', 'student')];
  await storage.storeErasure(String(id), JSON.stringify({ registered_at: '12345.678', erased_at: 'then' }));
  await run(pool, sql`update people set erased_at = now(), deleted_at = now() where id = ${erased}`);
  expect(await replayErasures({ pool, config, storage, say: (line) => void said.push(line) })).toBe(0);
  expect(said).toEqual([expect.stringContaining('Not erased: 1 people')]);
  expect(JSON.parse((await storage.readErasure(String(erased))) ?? '')).toMatchObject({
    registered_at: expect.stringMatching(/^\d+\.\d+$/),
  });
});
