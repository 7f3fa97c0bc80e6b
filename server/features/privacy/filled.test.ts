import sql, { join, raw } from 'sql-template-tag';
import { expect, it, onTestFinished } from 'vitest';
import { patientPool } from '#server/test/patient-pool.ts';
import { inTransaction } from '#server/db/tx.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { erasePerson } from './erase.ts';
import { finishErasure } from './finish.ts';
import { erasedPerson, places } from './places.ts';
import { findPerson } from './who.ts';

const { db, database, config, storage } = await testApp({ database: 'empty' });

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** It names a person by number. */
  readonly is_person: boolean;
}

/** Of the places and of `people`, without computed columns, which follow the others. */
const listColumns = () =>
  many<Column>(db)`
    select k.relname as "table", a.attname as "column",
      format_type(a.atttypid, case when a.atttypid = 'bit'::regtype then a.atttypmod end) as type,
      exists (
        select from pg_constraint f
        where f.conrelid = k.oid and f.contype = 'f' and f.confrelid = 'people'::regclass and a.attnum = any(f.conkey)
      ) or a.attname in ('person_id', 'about_person_id') as is_person
    from pg_class k
    join pg_attribute a on a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
      and k.relname = any(${['people', ...places.map(({ table }) => table)]}::text[])
    order by 1, a.attnum
  `;

const address = 'zq.home@mail.test';
/** By these columns an address says whose row it is. */
const isAddress = (column: string) => ['email_id', 'recipient', 'mailbox', 'email'].includes(column);
const markOf = (name: string) => `zq${name.replaceAll(/[^a-z0-9]/gu, '')}qz`;
const key = `${'c'.repeat(32)}.png`;

/** A value that stands nowhere else, where the type has room for one. All numbers of rows are the same: they fit. */
function valueOf({ table, column, type, is_person: isPerson }: Column, person: number, day: number) {
  const mark = markOf(`${table}.${column}`);
  if (isAddress(column)) return address;
  if (table === 'people' && column === 'image') return `/files/${key}`;
  if (column === 'subject' && table === 'messages') return mark;
  switch (type) {
    case 'text':
      return mark;
    case 'text[]':
      return [mark];
    case 'jsonb':
      return JSON.stringify({ [table === 'imported_payments' ? 'note' : 'said']: mark });
    case 'date':
      return new Date(Date.UTC(2150, 0, 1 + day)).toISOString().slice(0, 10);
    case 'bigint':
      return isPerson ? person : 4242;
    case 'bigint[]':
      return [4242];
    case 'boolean':
      return false;
    case 'bit(168)':
      return '1'.repeat(168);
    case 'bytea':
      return Buffer.from(mark);
    case 'uuid':
      return '00000000-0000-4000-8000-000000004242';
    case 'inet':
      return '203.0.113.9';
    case 'time without time zone':
      return '07:00';
    case 'timestamp with time zone':
      return '2026-01-01T00:00:00Z';
    case 'integer':
    case 'numeric':
      return 1;
    default:
      throw new Error(`${table}.${column} is ${type}: what fills it?`);
  }
}

it('is filled in every column of every place, and nothing stays but what has a reason', async () => {
  const owner = patientPool(database.owner);
  onTestFinished(() => owner.end());
  const add = office(db);
  const person = await add.person('Filled', 'student');
  const admin = await add.person('Writer', 'admin');
  const columns = await listColumns();
  const days = new Map(columns.map(({ table, column }, index) => [`${table}.${column}`, index]));
  await storage.store(key, Buffer.from('a picture'), 'image/png');
  await run(db)`
    insert into files (kind, name, content_type, size, uploaded_by, finished_at, named_at, key)
    values ('profile_image', 'picture', 'image/png', 9, ${admin}, now(), now(), ${key})
  `;

  await inTransaction(owner, async (tx) => {
    // Any value may stand in any column here.
    const rules = await many<{ table: string; name: string }>(tx)`
      select conrelid::regclass::text as "table", conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conislocal and conparentid = 0
    `;
    for (const { table, name } of rules) {
      await run(tx)`alter table ${raw(table)} drop constraint ${raw(name)} cascade`;
    }
    // Of the triggers the trail is enough: the others follow courses and slots that are not there.
    const triggers = await many<{ table: string; name: string }>(tx)`
      select t.tgrelid::regclass::text as "table", t.tgname as name
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and t.tgparentid = 0 and p.pronamespace = 'public'::regnamespace
        and p.proname not like 'record_audit%'
    `;
    for (const { table, name } of triggers) await run(tx)`drop trigger ${raw(name)} on ${raw(table)}`;
    await run(tx)`select set_config('gurukul.call', 'a test', true)`;
    for (const { table } of places) {
      const filled = columns.filter((each) => each.table === table);
      await run(tx)`
        insert into ${raw(table)} (${join(filled.map(({ column }) => raw(`"${column}"`)))})
        overriding system value
        values (${join(
          filled.map(
            (each) => sql`${valueOf(each, person, days.get(`${table}.${each.column}`)!)}::${raw(each.type)}`,
          ),
        )})
      `;
    }
    const mine = columns.filter(
      ({ table, column, type }) =>
        table === 'people' &&
        !['id', 'main_role', 'as_role', 'merged_into'].includes(column) &&
        !column.endsWith('_at') &&
        type !== 'bigint',
    );
    await run(tx)`
      update people
      set ${join(
        mine.map(
          (each) =>
            sql`${raw(each.column)} = ${valueOf(each, person, days.get(`people.${each.column}`)!)}::${raw(each.type)}`,
        ),
      )}
      where id = ${person}
    `;
  });

  const done = await inTransaction(db, async (tx) => erasePerson(tx, await findPerson(tx, person), config));
  await finishErasure(config, storage, done);

  // What the lists leave, by the name of its column; dates by their day.
  const textual = columns.filter(({ type }) => ['text', 'text[]', 'jsonb', 'date'].includes(type));
  const shownAs = (each: Column) => String(valueOf(each, person, days.get(`${each.table}.${each.column}`)!));
  const staying = textual.filter(({ table, column }) => {
    if (table === 'people') return erasedPerson[column] === undefined && !column.endsWith('_role');
    const { erase } = places.find((place) => place.table === table)!;
    return erase !== 'delete' && (typeof erase === 'string' || erase[column] === undefined);
  });
  const markIn = (each: Column) => /zq[a-z0-9]+qz|\d{4}-\d\d-\d\d/.exec(shownAs(each))?.[0] ?? shownAs(each);
  const marks = new Set(textual.map((each) => markIn(each)));
  const meant = new Set(staying.map((each) => markIn(each)));

  const everywhere = await many<{ name: string }>(owner)`
    select k.oid::regclass::text as name from pg_class k join pg_namespace n on n.oid = k.relnamespace
    where k.relkind in ('r', 'p') and not k.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  `;
  const left: string[] = [];
  for (const { name } of everywhere) {
    const { texts } = await one<{ texts: string[] }>(owner)`
      select coalesce(array_agg(t::text), '{}') as texts from ${raw(name)} t where t::text ~ 'zq|21[5-9][0-9]-'
    `;
    for (const text of texts) {
      for (const [found] of text.matchAll(/zq[a-z0-9]+qz|zq\.home@mail\.test|21[5-9]\d-\d\d-\d\d/gu)) {
        left.push(`${found} in ${name}`);
      }
    }
  }
  const wrong = [...new Set(left)].filter((each) => !meant.has(each.split(' in ')[0]!));
  expect(wrong).toEqual([]);
  // It looked where it should: the columns that stay are there, each under its own mark.
  const seen = new Set(left.map((each) => each.split(' in ')[0]));
  expect([...meant].filter((mark) => !seen.has(mark))).toEqual([]);
  expect(marks.size).toBeGreaterThan(100);
  expect(await storage.open(key)).toBeNull();
});
