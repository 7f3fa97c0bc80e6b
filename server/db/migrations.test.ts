import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { brokenRules } from '../test/migration-rules.ts';
import { office } from '../test/office.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { run } from './rows.ts';
import { one } from '../test/rows.ts';
import { inTransaction } from './tx.ts';
import { patientPool } from '../test/patient-pool.ts';

// A new version migrates while the one before it serves. The first migration is the schema of the first release.

const isFull = process.env['PROOF'] === 'full';
const firstBound = '0002';
const migrationsFolder = new URL('migrations/', import.meta.url);
const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted();
const files = await Promise.all(
  names.map(async (name) => ({ name, sql: await readFile(new URL(name, migrationsFolder), 'utf8') })),
);
const bound = files.filter(({ name }) => name >= firstBound);

const guide = 'See "Upgrade without downtime" in docs/operations.md';

describe('a migration leaves the version before it working', () => {
  test('by its statements', () => {
    const broken = bound.flatMap((file) =>
      brokenRules(
        file,
        files.filter(({ name }) => name < file.name),
      ),
    );
    expect({ broken, guide }).toEqual({ broken: [], guide });
  });

  test.each([
    ['drop', 'alter table people drop column city'],
    ['drop', 'drop table homework'],
    ['drop', 'drop function region_of(text)'],
    ['drop', 'alter table people disable trigger all'],
    ['rename', 'alter table people rename column city to town'],
    ['rename', 'alter table people rename to persons'],
    ['rename', 'alter index payments_by_date rename to payments_newest'],
    ['rewrite', 'alter table people alter column city type varchar(50)'],
    ['rewrite', 'alter table people add column code uuid default gen_random_uuid()'],
    ['rewrite', 'alter table people add column seen timestamptz default clock_timestamp()'],
    ['rewrite', 'alter table people add column whole text generated always as (first_name) stored'],
    ['not-null', 'alter table people alter column city set not null'],
    ['not-null', 'alter table people add column code text not null'],
    [
      'not-null',
      `alter table people add constraint c check (city is not null) not valid;
       alter table people alter column city set not null`,
    ],
    ['unvalidated', "alter table people add constraint c check (city <> '')"],
    ['unvalidated', 'alter table people add constraint c foreign key (city) references courses'],
    ['unvalidated', 'alter table people add constraint c unique (city)'],
    ['unvalidated', 'alter table people add column code integer check (code > 0)'],
    [
      'unvalidated',
      "alter table people add constraint c check (city <> '') not valid; alter table people validate constraint c",
    ],
    ['index', 'create index people_by_city on people (city)'],
    ['inside', 'create index concurrently if not exists people_by_city on people (city)'],
    ['inside', 'drop index concurrently if exists people_by_city'],
    ['fill', "update people set city = 'Pune'"],
    ['fill', 'delete from payments where student_id is null'],
    [
      'fill',
      `create table counts (n bigint);
       create trigger counted after insert on attendance for each row execute function f();
       insert into counts select count(*) from attendance`,
    ],
    ['fill', 'alter table people add column n integer; select fill_people()'],
    ['fill', 'create index i on people (city); create table c as select city from people'],
    ['lock', 'lock table people'],
    ['lock', 'truncate payments'],
    ['hidden', 'call fill_people()'],
    ['hidden', 'do $$ begin update people set city = null; end $$'],
    ['hidden', 'select fill_people()'],
    ['drop', 'alter table people drop constraint people_email_unique'],
    ['drop', 'alter table people alter column city drop default'],
    ['drop', 'revoke select on people from gurukul_app'],
    ['drop', 'drop owned by gurukul_app'],
    ['rename', 'alter table people set schema old'],
    ['rename', "alter type role rename value 'teacher' to 'guru'"],
    ['rewrite', 'alter table people add column code bigserial'],
    ['fill', 'with changed as (update people set city = null returning 1) select count(*) from changed'],
    ['fill', 'with gone as (delete from payments returning *) insert into old_payments select * from gone'],
    ['fill', 'merge into people p using courses c on p.id = c.id when matched then update set city = null'],
    ['fill', 'drop trigger t on attendance; insert into counts select count(*) from attendance'],
    ['fill', "-- Outside a transaction\ndo $$ begin update people set city = ''; end $$"],
    ['lock', "set lock_timeout = '1h'; alter table people add column code text"],
    ['lock', 'refresh materialized view counts'],
    ['lock', 'vacuum people'],
    ['inside', 'commit'],
    ['unknown', 'alter table people enable row level security'],
    ['unknown', 'alter table attendance_all attach partition attendance default'],
    ['unknown', 'create rule r as on insert to people do instead nothing'],
    ['unknown', 'alter domain code add constraint c check (value > 0)'],
    ['not-repeatable', '-- Outside a transaction\ncreate index concurrently people_by_city on people (city)'],
    ['not-repeatable', '-- Outside a transaction\ninsert into counts select count(*) from attendance'],
    ['not-repeatable', '-- Outside a transaction\nalter table people add column code text'],
  ])('which refuses (%s) %s', (rule, text) => {
    const found = brokenRules({ name: '9000-bad.sql', sql: text });
    expect(found.filter((line) => line.includes(`(${rule})`))).not.toEqual([]);
    expect(found[0]).toMatch(/^9000-bad\.sql: .+ \([\w-]+\): .{20,}/);
    const why = `-- Allowed: ${rule}, because the table holds ten rows.\n`;
    const outside = /^-- Outside.*\n/.exec(text)?.[0] ?? '';
    const rest = brokenRules({ name: '9000-bad.sql', sql: outside + why + text.slice(outside.length) });
    expect(rest.filter((line) => line.includes(`(${rule})`))).toEqual([]);
  });

  test.each([
    'create table counts (n bigint not null, constraint c check (n > 0)); create index i on counts (n)',
    'create table counts (n bigint); insert into counts select count(*) from attendance; update counts set n = 1',
    "alter table people add column code text not null default ''",
    'alter table people add column seen timestamptz not null default now()',
    'alter table people add column friend bigint constraint f references people',
    'alter table people add constraint c check (city is not null) not valid',
    'alter table people validate constraint c',
    'alter table people add constraint c unique using index people_codes',
    'alter table people alter column city drop not null',
    "create function f() returns trigger language plpgsql as $$ begin update people set city = ''; return null; end $$; create trigger t after insert on people execute function f()",
    '-- Outside a transaction\ncreate index concurrently if not exists people_by_city on people (city);',
    "-- Outside a transaction\ndo $$ begin loop update people set city = ''; exit when not found; commit; end loop; end $$;\nalter table people validate constraint c;",
    'drop trigger enrolments_vanish on enrolments',
    'analyze people; grant select on people to gurukul_app; comment on table people is $$who$$',
    "select set_config('gurukul.audit', 'off', true)",
    'alter table attendance set (fillfactor = 80), alter column status set statistics 500',
    '-- Outside a transaction\nanalyze people',
  ])('and takes %s', (text) => {
    expect(brokenRules({ name: '9000-good.sql', sql: text })).toEqual([]);
  });

  test('a column may become not null once a check has seen all rows', () => {
    const sqls = [
      'alter table people add constraint c check (city is not null) not valid',
      'alter table people validate constraint c',
      'alter table people alter column city set not null',
    ];
    const [added, validated, set] = sqls.map((text, n) => ({ name: `900${n}-x.sql`, sql: text }));
    expect(brokenRules(set!, [added!, validated!])).toEqual([]);
    expect(brokenRules(set!, [added!])).not.toEqual([]);
    expect(brokenRules(set!, [validated!])).not.toEqual([]);
  });

  test('every exception is used and has a reason', () => {
    const index = 'create index i on people (city)';
    expect(
      brokenRules({ name: 'x.sql', sql: '-- Allowed: drop, because nobody reads it any more.' }),
    ).toEqual(['x.sql: allows drop, which nothing in it asks for']);
    expect(brokenRules({ name: 'x.sql', sql: `-- Allowed: index\n${index}` })).toHaveLength(1);
    expect(brokenRules({ name: 'x.sql', sql: `-- Allowed: index, because so.\n${index}` })).toHaveLength(1);
  });

  test('a migration outside a transaction is split where PostgreSQL would split it', () => {
    const text = `-- Outside a transaction; not one
      do $body$ begin perform 'a;b', $$;$$; end $body$; /* ; */ select ';' as "a;b" -- ;
      ; select 1`;
    expect(brokenRules({ name: 'x.sql', sql: text }).filter((line) => line.includes('is cut'))).toEqual([]);
    expect(
      brokenRules({ name: 'x.sql', sql: "-- Outside a transaction\nselect e'\\';\\''; select 1" }),
    ).toContain('x.sql: is cut into 3 statements, and has 2');
  });
});

let released: Promise<string> | undefined;

/** Runs a statement in the maintenance database. */
async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client(inject('databases').owner);
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

const newName = () => `test_release_${process.pid}_${Math.random().toString(36).slice(2)}`;
const databaseIn = (database: string) => ({ ...inject('databases').owner, database });

async function folderOfRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-release-'));
  for (const name of names.filter((one) => one < firstBound)) {
    await copyFile(new URL(name, migrationsFolder), join(folder, name));
  }
  return folder;
}

/** The database of the last release, migrated once. Each test gets a copy. */
async function makeReleased(): Promise<string> {
  const [database, folder] = [newName(), await folderOfRelease()];
  await asAdmin(`create database ${database}`);
  await migrate(databaseIn(database), { folder: pathToFileURL(`${folder}/`) });
  await rm(folder, { recursive: true });
  return database;
}

afterAll(async () => {
  if (released !== undefined) await asAdmin(`drop database ${await released}`);
});

/** A database as the last release left it, and a folder with its migrations. */
async function lastRelease() {
  released ??= makeReleased();
  const [database, folder] = [newName(), await folderOfRelease()];
  await asAdmin(`create database ${database} template ${await released}`);
  const pool = patientPool({ ...inject('databases').app, database });
  onTestFinished(async () => {
    await pool.end();
    await asAdmin(`drop database ${database} with (force)`);
    await rm(folder, { recursive: true });
  });
  const connection = databaseIn(database);
  return {
    connection,
    pool,
    add: (name: string, text: string) => writeFile(join(folder, name), text),
    migrate: () => migrate(connection, { folder: pathToFileURL(`${folder}/`) }),
  };
}

const students = 60;

async function fill(pool: pg.Pool) {
  const add = office(pool);
  const own = await add.person('Own', 'courseadmin', { isProved: false });
  const course = await add.course('Gita', own);
  const morning = await add.class(course, 'Morning');
  await run(
    pool,
    sql`
      with pupil as (
        insert into people (email_id, first_name, main_role)
        select 'pupil' || n || '@office.test', 'Pupil', 'student' from generate_series(1, ${students}::int) n
        returning id
      )
      insert into enrolments (student_id, course_id, class_id, started_on)
      select id, ${course}::bigint, ${morning}::bigint, '2026-01-05'::date from pupil
    `,
  );
  for (let day = 1; day <= 20; day += 1) await saveRoll(pool, { course, morning }, day);
  return { course, morning };
}

type School = Awaited<ReturnType<typeof fill>>;

/** Saves a roll as the version before does, in one transaction. */
const saveRoll = (pool: pg.Pool, { course, morning }: School, day: number) =>
  inTransaction(pool, async (tx) => {
    const register = await one<{ id: number }>(tx)`
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${course}, ${morning}, '2026-01-05'::date + ${day}::int) returning id
    `;
    await run(
      tx,
      sql`
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        select '2026-01-05'::date + ${day}::int, e.student_id, ${course}, ${morning}, ${register.id},
          case when e.student_id % 7 = 0 then 'absent' else 'present' end
        from enrolments e
      `,
    );
  });

/**
 * Simulates teachers and the office at work until stopped, at the latest when the test is over. Returns the errors: a
 * statement that waits longer than the limits of its pool is one.
 */
function work(pool: pg.Pool, school: School) {
  const stop = new AbortController();
  const seen = { done: 0, failures: [] as string[] };
  let day = 100;
  const actions = [
    () => saveRoll(pool, school, (day += 1)),
    () => run(pool, sql`update people set city = 'Pune', updated_at = now() where main_role = 'student'`),
    () =>
      run(
        pool,
        sql`
          insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
          select 'pay_' || gen_random_uuid(), ${school.course}, min(student_id), 'x', 'x@office.test', 1, 'captured', now()
          from enrolments
        `,
      ),
    () => run(pool, sql`select student_id, count(*) from attendance where ${true} group by student_id`),
  ];
  const keepDoing = async (action: () => Promise<unknown>) => {
    while (!stop.signal.aborted) {
      await action().catch((error: Error) => seen.failures.push(error.message));
      seen.done += 1;
      // People pause. Without it they alone would keep the processors busy.
      await wait(20);
    }
  };
  const all = Promise.all(actions.map(keepDoing));
  const end = async () => {
    stop.abort();
    await all;
    return seen;
  };
  // A test that ran out of its time would leave endless loops, which fail for ever once their pool has ended.
  onTestFinished(async () => void (await end()));
  return {
    async untilDone(more: number) {
      const goal = seen.done + more;
      await expect.poll(() => seen.done, { timeout: 600_000, interval: 5 }).toBeGreaterThan(goal);
    },
    end,
  };
}

const someActions = 4;
/** So many migrations run one by one in the short form, too. */
const newest = 12;

describe('while people work', () => {
  test('every new migration is applied, and nobody is refused', async () => {
    const release = await lastRelease();
    const school = await fill(release.pool);
    const busy = work(release.pool, school);
    await busy.untilDone(someActions);
    const adds = {
      name: '9000-adds.sql',
      sql: "alter table people add column note text not null default ''",
    };
    // Older ones never change: in the short form they run in two steps.
    const older = isFull ? [] : bound.slice(0, -newest);
    const middle = Math.floor(older.length / 2);
    const each = [...bound.slice(older.length), adds].map((file) => [file]);
    for (const step of [older.slice(0, middle), older.slice(middle), ...each]) {
      for (const { name, sql: text } of step) await release.add(name, text);
      expect(await release.migrate()).toEqual(step.map(({ name }) => name));
      await busy.untilDone(someActions);
    }
    const { failures } = await busy.end();
    expect({ failures, guide }).toEqual({ failures: [], guide });
  });

  test('a migration that locks a table for long is noticed', async () => {
    const release = await lastRelease();
    const impatient = createPool(
      { ...inject('databases').app, database: release.connection.database },
      {
        poolSize: 10,
        poolWaitSeconds: 2,
        statementTimeoutSeconds: 10,
        lockTimeoutSeconds: 0.2,
        idleInTransactionSeconds: 15,
      },
    );
    onTestFinished(() => impatient.end());
    const busy = work(impatient, await fill(release.pool));
    await busy.untilDone(someActions);
    await release.add('9000-bad.sql', 'alter table attendance add column x text; select pg_sleep(0.8)');
    await release.migrate();
    expect((await busy.end()).failures).toContain('canceling statement due to lock timeout');
  });

  test('a migration that has to wait lets everybody else pass', async () => {
    const release = await lastRelease();
    const school = await fill(release.pool);
    const reader = await release.pool.connect();
    await reader.query('begin; select from attendance limit 1');
    const busy = work(release.pool, school);
    await release.add('9000-waits.sql', 'alter table attendance add column x text');
    const migrated = release.migrate();
    // The migration tries, gives up for a moment, and retries.
    const owner = new pg.Client(release.connection);
    await owner.connect();
    const pauses = async () =>
      (
        await owner.query(
          "select from pg_stat_activity where datname = current_database() and query = 'rollback'",
        )
      ).rowCount;
    await expect.poll(pauses, { timeout: 600_000, interval: 20 }).toBe(1);
    await owner.end();
    await busy.untilDone(someActions);
    await reader.query('rollback');
    reader.release();
    expect(await migrated).toEqual(['9000-waits.sql']);
    expect((await busy.end()).failures).toEqual([]);
  });
});

test('a database that accepts connections and says nothing is given up', async () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  await expect(
    migrate({ host: '127.0.0.1', port, user: 'owner', connectionTimeoutMillis: 200 }),
  ).rejects.toMatchObject({
    code: 'DATABASE_SILENT',
    message: 'the database takes connections and does not answer',
  });
});

describe('outside a transaction', () => {
  const text = `-- Outside a transaction: people go on while it is built.
    create index concurrently if not exists people_by_city on people (city);
    do $$
    begin
      loop
        update people set city = 'Pune' where id in (select id from people where city = '' limit 20);
        exit when not found;
        commit;
      end loop;
    end $$;
  `;

  test('an index is built and rows are filled while processes start together and people work', async () => {
    const release = await lastRelease();
    const school = await fill(release.pool);
    const busy = work(release.pool, school);
    await release.add('9000-outside.sql', text);
    const ran = await Promise.all([release.migrate(), release.migrate(), release.migrate()]);
    expect(ran.flat()).toEqual(['9000-outside.sql']);
    expect((await busy.end()).failures).toEqual([]);
    const { rows } = await release.pool.query(
      `select indisvalid, (select count(*)::int from people where city = '') as empty
       from pg_index where indexrelid = 'people_by_city'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true, empty: 0 }]);
  });

  test('a migration that was killed half-way runs again at the next start', async () => {
    const release = await lastRelease();
    await fill(release.pool);
    await release.add('9000-outside.sql', text);
    // The build waits for this reader and is killed meanwhile.
    const reader = await release.pool.connect();
    await reader.query('begin isolation level repeatable read; select from people limit 1');
    const killed = release.migrate().catch((error: Error) => error.message);
    await expect
      .poll(
        async () =>
          (await release.pool.query("select from pg_index where indexrelid = to_regclass('people_by_city')"))
            .rowCount,
        { interval: 20, timeout: 600_000 },
      )
      .toBe(1);
    const owner = new pg.Client(release.connection);
    await owner.connect();
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%' or query like '-- Outside%'",
    );
    expect(await killed).toContain('terminat');
    const { rows } = await owner.query(
      "select indisvalid from pg_index where indexrelid = 'people_by_city'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: false }]);
    await owner.end();
    await reader.query('rollback');
    reader.release();
    expect(await release.migrate()).toEqual(['9000-outside.sql']);
    const after = await release.pool.query(
      "select indisvalid from pg_index where indexrelid = 'people_by_city'::regclass",
    );
    expect(after.rows).toEqual([{ indisvalid: true }]);
  });
});
