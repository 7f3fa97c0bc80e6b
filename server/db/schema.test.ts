import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mailKinds } from '@gurukul/contract/mails';
import { askedFields } from '@gurukul/contract/my-page';
import { correctedFields } from '@gurukul/contract/shared/person/person';
import pg from 'pg';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, ownDatabase } from '../test/db.ts';
import { office } from '../test/office.ts';
import { constraintCodes } from './errors.ts';
import { migrate } from './migrate.ts';
import type * as PoolModule from './pool.ts';
import { run } from './rows.ts';
import { sealedColumns } from '../renew-seals.ts';
import { many, one } from '../test/rows.ts';
import { schemaText } from '../test/schema-text.ts';
import { inTransaction } from './tx.ts';

const migrated = await cloneDatabase('empty');
afterAll(migrated.drop);

const migrationsFolder = new URL('migrations/', import.meta.url);

/** An empty database. */
async function blankDatabase(): Promise<pg.ClientConfig> {
  const { owner } = inject('databases');
  const database = `test_blank_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const asOwner = async (text: string) => {
    const client = new pg.Client(owner);
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await asOwner(`create database ${database}`);
  onTestFinished(() => asOwner(`drop database ${database} with (force)`));
  return { ...owner, database };
}

async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the schema', () => {
  // `-u` writes the file. Another PostgreSQL writes some definitions in other words.
  test.skipIf(process.env['TEST_POSTGRES'])('is the one of schema.sql', async () => {
    const text = await schemaText((statement) => query<{ definition: string }>(migrated.owner, statement));
    await expect(text).toMatchFileSnapshot('schema.sql');
  });

  test('lets in the kinds of mails that the contract knows, and no other', async () => {
    const [found] = await query<{ check: string }>(
      migrated.owner,
      `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'mails_kind_known'`,
    );
    const kinds = Array.from(found?.check.matchAll(/'(\w+)'/g) ?? [], ([, kind]) => kind);
    expect(kinds).toEqual([...mailKinds]);
    const odd = `insert into mails (dedupe_key, kind, recipient) values ('odd', 'event', 'a@b.test')`;
    await expect(query(migrated.owner, odd)).rejects.toThrow('mails_kind_known');
  });

  test('lets in the corrections that My page and course admins can propose, and no other', async () => {
    const [found] = await query<{ check: string }>(
      migrated.owner,
      `select pg_get_constraintdef(oid) as check from pg_constraint where conname = 'corrections_field_known'`,
    );
    const fields = Array.from(found?.check.matchAll(/'(\w+)'/g) ?? [], ([, field]) => field);
    expect(new Set(fields)).toEqual(new Set([...correctedFields, ...askedFields]));
  });

  test('has no sealed column that a new SECRET_KEY would not seal anew', async () => {
    const sealed = await query<{ name: string }>(
      migrated.owner,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sealed%' order by 1`,
    );
    const renewed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
    // Values of this table are sealed one by one, and named one by one in the list.
    renewed.delete('server_keys.value');
    expect(sealed.map(({ name }) => name)).toEqual([...renewed].toSorted());
  });

  test('names every constraint and index itself', async () => {
    const named = await query<{ name: string }>(
      migrated.owner,
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
       union select indexname from pg_indexes where schemaname = 'public'`,
    );
    expect(named.length).toBeGreaterThan(100);
    const files = (await readdir(migrationsFolder)).map((name) => new URL(name, migrationsFolder));
    const texts = await Promise.all(
      [...files, new URL('migrate.ts', import.meta.url)].map((file) => readFile(file, 'utf8')),
    );
    const words = new Set(texts.join(' ').match(/\w+/g));
    expect(named.filter(({ name }) => !words.has(name))).toEqual([]);
  });

  test('has every constraint that an error code is given for', async () => {
    const known = await query<{ name: string }>(
      migrated.owner,
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       union select indexname from pg_indexes where schemaname = 'public'`,
    );
    const names = new Set(known.map(({ name }) => name));
    expect(Object.keys(constraintCodes).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('an ended parent takes no new children', () => {
  test('from any writer', async () => {
    const { pool } = migrated;
    const add = office(pool);
    const [own, teacher] = [await add.person('Over', 'courseadmin'), await add.person('Taught', 'teacher')];
    const student = await add.person('Pupil', 'student');
    const course = await add.course('Over', own);
    const klass = await add.class(course, 'Dawn');
    const slot = await add.slot(course, klass, 'monday', '06:00');
    await add.associate(course, teacher);
    const refused = (statement: Sql) =>
      expect(run(pool, statement)).rejects.toMatchObject({ constraint: 'changes_break_no_rule' });

    await refused(sql`update course_teachers set teacher_id = ${student} where teacher_id = ${teacher}`);
    await add.assign(course, slot, teacher);
    await refused(sql`update course_teachers set associated = false where teacher_id = ${teacher}`);
    await refused(sql`update courses set courseadmin_id = ${teacher} where id = ${course}`);
    await run(pool, sql`update classes set deleted_at = now() where id = ${klass}`);
    await refused(sql`update class_slots set local_time = '07:00' where id = ${slot}`);
    await refused(
      sql`insert into enrolments (student_id, course_id, class_id, started_on) values (${student}, ${course}, ${klass}, now())`,
    );
    await run(pool, sql`update people set deleted_at = now() where id = ${student}`);
    await refused(
      sql`insert into enrolments (student_id, course_id, started_on) values (${student}, ${course}, now())`,
    );
  });
});

describe('the audit trail', () => {
  const trailOf = (requestId: string) =>
    many<Record<string, unknown>>(migrated.pool)`
      select person_id, call, table_name, action, before, after
      from audit_entries where request_id = ${requestId} order by id
    `;

  test('keeps before and after of every write, without password hashes', async () => {
    await inTransaction(migrated.pool, async (tx) => {
      await run(
        tx,
        sql`
          select set_config('gurukul.person', '7', true), set_config('gurukul.call', 'people.test', true),
            set_config('gurukul.request', 'trail-1', true)
        `,
      );
      const { id } = await one<{ id: number }>(tx)`
        insert into people (email_id, first_name, main_role, password_hash)
        values ('asha@example.org', 'Asha', 'teacher', 'secret') returning id
      `;
      await run(tx, sql`update people set city = 'Pune', password_hash = 'other' where id = ${id}`);
      await run(tx, sql`update people set password_hash = 'third' where id = ${id}`);
      await run(tx, sql`delete from people where id = ${id}`);
    });
    const trail = await trailOf('trail-1');
    expect(trail.map(({ action, person_id, call }) => [action, person_id, call])).toEqual([
      ['insert', 7, 'people.test'],
      ['update', 7, 'people.test'],
      ['update', 7, 'people.test'],
      ['delete', 7, 'people.test'],
    ]);
    expect(trail[1]).toMatchObject({ before: { city: '' }, after: { city: 'Pune', password_changed: true } });
    expect(trail[2]).toMatchObject({ before: {}, after: { password_changed: true } });
    expect(JSON.stringify(trail)).not.toMatch(/password_hash|secret|third/);
  });

  test('cannot be switched off by the application', async () => {
    await inTransaction(migrated.pool, async (tx) => {
      await run(
        tx,
        sql`select set_config('gurukul.audit', 'off', true), set_config('gurukul.request', 'trail-3', true)`,
      );
      await run(tx, sql`insert into query_types (name) values ('Whispered')`);
    });
    expect(await trailOf('trail-3')).toHaveLength(1);
  });

  test('of a rolled back write is rolled back with it', async () => {
    await inTransaction(migrated.pool, async (tx) => {
      await run(tx, sql`select set_config('gurukul.request', 'trail-2', true)`);
      await run(tx, sql`insert into query_types (name) values ('Undone')`);
      throw new Error('undo');
    }).catch(() => undefined);
    expect(await trailOf('trail-2')).toEqual([]);
  });

  test.each([
    ['update audit_entries set person_id = 1', 'audit_entries'],
    ['delete from audit_entries', 'audit_entries'],
    ['truncate audit_entries', 'audit_entries'],
    ['update changes set person_id = 1', 'changes'],
    ['delete from changes', 'changes'],
    ['truncate changes cascade', 'changes'],
    ['update undos set undone_by = 1', 'undos'],
    ['delete from undos', 'undos'],
    ['truncate undos', 'undos'],
    ['update security_entries set person_id = 1', 'security_entries'],
    ['delete from security_entries', 'security_entries'],
    ['truncate security_entries', 'security_entries'],
    ['delete from schema_migrations', 'schema_migrations'],
    ["insert into schema_migrations values (99, 'x', 'x')", 'schema_migrations'],
    ['drop table people', 'people'],
    ['create table intruder ()', 'schema public'],
    ['alter table people disable trigger all', 'people'],
  ])('the application cannot %s', async (text, what) => {
    await expect(migrated.pool.query(text)).rejects.toThrow(
      new RegExp(`(permission denied|must be owner).*${what}`),
    );
  });
});

describe('migrating', () => {
  test('twice changes nothing the second time, and many at once take turns', async () => {
    const blank = await blankDatabase();
    const names = (await readdir(migrationsFolder)).toSorted();
    const ran = await Promise.all([migrate(blank), migrate(blank), migrate(blank)]);
    expect(ran.flat().toSorted()).toEqual(names);
    expect(await migrate(blank)).toEqual([]);
    const kept = await query<{ name: string; sha256: string }>(
      blank,
      'select name, sha256 from schema_migrations',
    );
    const first = await readFile(new URL(names[0] ?? '', migrationsFolder));
    expect(kept[0]).toEqual({ name: names[0], sha256: createHash('sha256').update(first).digest('hex') });
  });

  test('refuses a database of a newer Gurukul', async () => {
    const { owner } = await ownDatabase('empty');
    await query(owner, "insert into schema_migrations values (9999, '9999-later.sql', '')");
    await expect(migrate(owner)).rejects.toMatchObject({ code: 'SCHEMA_NEWER' });
  });

  test('refuses a migration that was changed after it ran', async () => {
    const { owner } = await ownDatabase('empty');
    await query(owner, "update schema_migrations set sha256 = 'other' where version = 1");
    await expect(migrate(owner)).rejects.toMatchObject({
      code: 'MIGRATION_CHANGED',
      message: expect.stringContaining('go on with that version, or start this one with an empty database'),
    });
  });

  test('that fails half-way leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gurukul-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of await readdir(migrationsFolder)) {
      await copyFile(new URL(name, migrationsFolder), join(folder, name));
    }
    await writeFile(join(folder, '9000-broken.sql'), 'create table half (); select 1 / 0;');
    const { owner } = await ownDatabase('empty');
    await expect(migrate(owner, { folder: pathToFileURL(`${folder}/`) })).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('9000-broken.sql'),
    });
    expect(await query(owner, "select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect(await migrate(owner)).toEqual([]);
  });
});

describe('a transaction', () => {
  test('whose error was swallowed does not count as a success', async () => {
    const work = inTransaction(migrated.pool, async (tx) => {
      await run(tx, sql`insert into query_types (name) values ('Swallowed')`);
      await run(tx, sql`select 1 / 0`).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await many(migrated.pool)`select id from query_types where name = 'Swallowed'`).toEqual([]);
  });
});

describe('values', () => {
  test("arrive in the contract's formats", async () => {
    const row = await one<Record<string, unknown>>(migrated.pool)`
      select 9007199254740991::int8 as whole, 12.50::numeric as money, date '2026-02-28' as day,
        timestamptz '2026-02-28 23:59:59.987654+05:30' as instant, timestamptz '2026-01-01 00:00:00Z' as even,
        array[1, null]::int8[] as wholes, array[date '2026-01-01'] as days, ${'text'}::text as given
    `;
    expect(row).toEqual({
      whole: 9007199254740991,
      money: '12.50',
      day: '2026-02-28',
      instant: '2026-02-28T18:29:59.987Z',
      even: '2026-01-01T00:00:00.000Z',
      wholes: [1, null],
      days: ['2026-01-01'],
      given: 'text',
    });
  });

  test('that a number cannot represent exactly are an error', async () => {
    await expect(one(migrated.pool)`select 9007199254740993::int8 as whole`).rejects.toThrow('does not fit');
  });

  test.each([
    ['with', sql`select ${1}::int as marker_of_this_test`],
    ['without', sql`select 2 as marker_of_this_test`],
  ])('are sent by named statements, %s any of them', async (_how, statement) => {
    // A process names a limited number of statements, and earlier files of this worker may have used them up.
    const ownModule: string = './pool.ts?own';
    const { createPool } = (await import(ownModule)) as typeof PoolModule;
    const pool = createPool(migrated.owner);
    onTestFinished(() => pool.end());
    await inTransaction(pool, async (tx) => {
      await run(tx, statement);
      const prepared = await many<{ name: string }>(tx)`
        select name from pg_prepared_statements where statement = ${statement.text}
      `;
      expect(prepared).toHaveLength(1);
    });
  });
});
