import { privacy, retentionKinds } from '@gurukul/contract/privacy';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '#server/db/pool.ts';
import { patientPool } from '#server/test/patient-pool.ts';
import { inTransaction } from '#server/db/tx.ts';
import { writeToOutbox } from '#server/channels/mail/outbox.ts';
import { askAndWait } from '#server/test/after-the-day.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { codeOf, office as officeOf } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';
import { columnsByReason } from './columns.ts';
import { erasedPerson, places } from './places.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students, staff } = await foundSchool(db);

const tables = await many<{ name: string }>(db)`
  select c.relname as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1
`;

describe('every column of the database', () => {
  const erased = new Map<string, 'all' | readonly string[]>([
    ...places.map(
      ({ table, erase }) =>
        [table, erase === 'delete' ? 'all' : typeof erase === 'string' ? [] : Object.keys(erase)] as const,
    ),
    // These are not in the list of places.
    ['people', [...Object.keys(erasedPerson), 'fullname']],
    ['changes', ['from_address']],
    ['idempotency_keys', ['answer']],
  ]);
  const isErased = (table: string, column: string) => {
    const columns = erased.get(table);
    return columns === 'all' || (columns ?? []).includes(column);
  };
  const reasonsOf = (table: string, column: string) =>
    Object.entries(columnsByReason[table] ?? {}).flatMap(([reason, columns]) =>
      columns.includes(column) ? [reason] : [],
    );

  /** What is wrong in both lists, by name. */
  async function undecided(catalogue: Db): Promise<string[]> {
    const columns = await many<{ table: string; column: string; is_number: boolean; is_text: boolean }>(
      catalogue,
    )`
      select k.relname as "table", a.attname as "column",
        a.atttypid = 'timestamptz'::regtype or (a.atttypid = 'bigint'::regtype and (
          a.attname ~ '(^|_)(id|by)$' or exists (
            select from pg_constraint f where f.conrelid = k.oid and f.contype in ('f', 'p') and a.attnum = any(f.conkey)
          )
        )) as is_number,
        a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype) as is_text
      from pg_class k
      join pg_attribute a on a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped
      where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
      order by 1, a.attnum
    `;
    const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
    const named = [
      ...Object.entries(columnsByReason).flatMap(([table, lists]) => [
        table,
        ...Object.values(lists).flatMap((list) => list.map((column) => `${table}.${column}`)),
      ]),
      ...[...erased].flatMap(([table, list]) => [
        table,
        ...(list === 'all' ? [] : list.map((column) => `${table}.${column}`)),
      ]),
    ];
    return [
      ...columns.flatMap(({ table, column, is_number: isNumber, is_text: isText }) => {
        const found = reasonsOf(table, column);
        const goes = isErased(table, column);
        const name = `${table}.${column}`;
        if (found.length > 1) return [`${name} has two reasons`];
        if (found[0] === 'own' && !goes) return [`${name} is about the person of its row, and stays`];
        if (found.length > 0 || (goes && !isText) || (!goes && isNumber)) return [];
        return [goes ? `${name} goes: are rows of others searched?` : `${name} stays without a reason`];
      }),
      ...tables.flatMap(({ name }) => (columnsByReason[name] === undefined ? [`${name} is unknown`] : [])),
      ...named.flatMap((name) => (known.has(name) ? [] : [`${name} does not exist`])),
    ];
  }

  it('is erased, or stays with a reason', async () => {
    expect(await undecided(db)).toEqual([]);
  });

  it('is noticed when it is new, and when it is gone', async () => {
    const owner = patientPool(office.database.owner);
    onTestFinished(() => owner.end());
    await expect(
      inTransaction(owner, async (tx) => {
        await run(tx)`alter table people add column nickname text`;
        await run(tx)`alter table notes add column told_to text`;
        await run(tx)`alter table topics rename column video to film`;
        throw new Error((await undecided(tx)).join('; '));
      }),
    ).rejects.toThrow(
      'notes.told_to goes: are rows of others searched?; people.nickname stays without a reason; ' +
        'topics.film stays without a reason; topics.video does not exist',
    );
  });
});

it('is on the data map, with its times', async () => {
  const map = await readFile(fileURLToPath(new URL('../../../docs/privacy.md', import.meta.url)), 'utf8');
  expect(places.map(({ table }) => table).filter((table) => !map.includes(`\`${table}\``))).toEqual([]);
  const usual = Object.values(retentionKinds).flatMap(({ usual: days }) => days ?? []);
  const written = (days: number) => `${days.toLocaleString('en')} days`;
  expect(usual.filter((days) => !map.includes(written(days)))).toEqual([]);
});

/** Tables in which one of these words stands. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of tables) {
    const { hits } = await one<{ hits: number }>(db)`
      select count(*)::int as hits from ${raw(name)} t
      where exists (
        select from unnest(${[...words]}::text[]) w (word) where position(w.word in lower(t::text)) > 0
      )
    `;
    if (hits > 0) found.push(name);
  }
  return found;
}

const erase = async (user_id: number, as = admin) => {
  const { body } = await office.call(privacy.erase_person, { user_id, preview: true }, { as });
  return office.call(privacy.erase_person, { user_id, digest: body.data?.digest ?? '' }, { as });
};

describe('somebody whom the portal knows well', () => {
  // Fourteen fields, each with a word that nobody else has.
  const word = 'zyqwert';
  const words = [word, '98765012345', '1999-03-07'];
  const id = students.anu;

  beforeAll(async () => {
    await run(db)`
      update people set first_name = ${`${word}first`}, last_name = ${`${word}last`}, email_id = ${`${word}@mail.test`},
        phone_number = '98765012345', dob = '1999-03-07', gender = 'female', description = ${`${word} text`},
        image = ${`/files/${word}.png`}, address = ${`${word} street`}, address2 = ${`${word} floor`},
        city = ${`${word} city`}, state = ${`${word} state`}, pincode = ${`${word}1`}, site_ref = ${`${word}-ref`},
        other_names = array[${`${word} other`}]
      where id = ${id}
    `;
    await run(db)`
      insert into contacts (person_id, kind, value) values (${id}, 'email', ${`second.${word}@mail.test`})
    `;
    await run(db)`
      insert into notes (person_id, body, readers, created_by) values (${id}, ${`${word} is ill`}, 'office', ${staff.admin})
    `;
    await run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, status, paid_at, currency)
      values ('pay-1', ${gita.id}, ${id}, ${`${word} payer`}, ${`${word}@mail.test`}, '98765012345', 100, 'success', now(), 'INR')
    `;
    await run(db)`
      insert into mails (dedupe_key, kind, recipient, person_id) values ('to-anu', 'invite', ${`${word}@mail.test`}, ${id})
    `;
    await run(db)`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${id}, ${gita.id}, ${gita.morning}, '1', ${`/files/${word}.pdf`})
    `;
    await run(db)`
      insert into corrections (person_id, field, value, said_by) values (${id}, 'city', ${`${word} town`}, ${id})
    `;
    await run(db)`
      insert into answers (student_id, course_id, class_id, kind, body, said_by)
      values (${id}, ${gita.id}, ${gita.morning}, 'reply', ${`${word} says hello`}, ${id})
    `;
  });

  it('is handed out whole, without secrets', async () => {
    const { body } = await office.call(privacy.export_person, { user_id: id }, { as: admin });
    const names = body.data.tables.map(({ table }: { table: string }) => table);
    for (const table of [
      'people',
      'contacts',
      'notes',
      'payments',
      'mails',
      'homework',
      'answers',
      'corrections',
      'enrolments',
    ]) {
      expect(names).toContain(table);
    }
    expect(JSON.stringify(body.data)).not.toContain('password_hash');
    expect(JSON.stringify(body.data)).toContain(`${word} is ill`);
    expect(body.data.files.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      `${word}.pdf`,
      `${word}.png`,
    ]);
  });

  it('is erased as the preview said, from every table and from the trail, and no undo brings them back', async () => {
    // The trail has their values, and an undo that would write them.
    const about = await office.call('students.get_about', { id }, { as: admin });
    const changed = await office.call(
      'students.update_student',
      { user_id: id, city: `${word} new city`, version: about.body.data.version },
      { as: admin },
    );
    expect(changed.status).toBe(200);
    const { change } = await one<{ change: number }>(db)`select max(id)::int as change from changes`;
    const marks = () =>
      one<{ n: number }>(db)`select count(*)::int as n from attendance where student_id = ${id}`;
    const before = await marks();
    const sums = () => many(db)`select currency, sum(amount) as sum from payments group by 1 order by 1`;
    const money = await sums();
    expect(await tablesWith(words)).toContain('audit_entries');

    await run(db)`update enrolments set answers = '{}' where student_id = ${id}`;
    await run(db)`update people set answers = jsonb_build_object('1', ${word}::text) where id = ${id}`;

    const { body: shown } = await office.call(
      privacy.erase_person,
      { user_id: id, preview: true },
      { as: admin },
    );
    expect(shown.data.lines).toContainEqual({ group: 'answers', fate: 'erased', count: 1 });
    expect(shown.data.lines).toContainEqual({ group: 'notes', fate: 'erased', count: 1 });
    expect(shown.data.lines).toContainEqual({ group: 'payments', fate: 'nameless', count: 1 });
    expect(await tablesWith(words)).toContain('people');

    const done = await office.call(
      privacy.erase_person,
      { user_id: id, digest: shown.data.digest },
      { as: admin },
    );
    expect(done.status).toBe(200);
    expect(await tablesWith(words)).toEqual([]);
    expect(await marks()).toEqual(before);
    expect(await sums()).toEqual(money);

    expect(codeOf(await office.call('audit.undo_change', { change_id: change }, { as: admin }))).toBe(
      '409 changed_since',
    );
    expect(await tablesWith(words)).toEqual([]);
    expect((await erase(id)).body.code).toBe('already_erased');
  });
});

it('leaves what belongs to somebody else with the same address', async () => {
  const shared = 'house@mail.test';
  await run(db)`update people set email_id = ${shared} where id in (${students.deepa}, ${students.esha})`;
  await run(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at, currency)
    values ('pay-2', ${gita.id}, ${students.esha}, 'Esha', ${shared}, 100, 'success', now(), 'INR')
  `;
  expect((await erase(students.deepa)).status).toBe(200);
  expect(await one(db)`select full_name, email_id from payments where payment_id = 'pay-2'`).toEqual({
    full_name: 'Esha',
    email_id: shared,
  });
});

const preview = (user_id: number, as = admin) =>
  office.call(privacy.erase_person, { user_id, preview: true }, { as });

describe('a colleague', () => {
  it('is erased with their work, which the preview counts, also when nobody deleted them before', async () => {
    const teacher = (await preview(staff.elsewhere)).body.data;
    expect(teacher.leaves).toEqual({ courses: 0, slots: 2 });
    expect((await erase(staff.elsewhere)).status).toBe(200);
    const runs = (await preview(staff.other)).body.data;
    expect(runs.leaves).toEqual({ courses: 1, slots: 0 });
    expect((await erase(staff.other)).status).toBe(200);
    expect(await tablesWith(['elsewhere@office.test', 'other@office.test'])).toEqual([]);
    // What they did stays: the slots exist, and somebody else can take them.
    expect(
      await one(db)`
        select count(*)::int as ended, (select count(*)::int from class_slots where deleted_at is null) as slots
        from slot_teachers where teacher_id = ${staff.elsewhere} and ended_at is not null
      `,
    ).toEqual({ ended: 2, slots: 4 });
    const signIn = { email_id: 'elsewhere@office.test', password: demoPassword };
    expect((await office.call('accounts.login', signIn)).body.message).toBe('Invalid credentials');
  });

  it('is not erased by themselves', async () => {
    expect((await preview(staff.admin)).status).toBe(403);
  });

  it('leaves no address of the internet behind from which they worked', async () => {
    const at = officeOf(db);
    const id = await at.person('Uma', 'courseadmin');
    await run(db)`
      insert into changes (person_id, call, from_address) values (${id}, 'a call', '203.0.113.77')
    `;
    expect((await erase(id)).status).toBe(200);
    expect(
      await many(db)`select id from changes where person_id = ${id} and from_address is not null`,
    ).toEqual([]);
  });
});

describe('somebody in a merge', () => {
  it('is erased with the one who was merged into them; the page of that one leads nowhere', async () => {
    const at = officeOf(db);
    const keep = await at.person('Keepme', 'student');
    const merge = await at.person('Mergeme', 'student');
    const plan = await office.call(
      'duplicates.merge_people',
      { keep_id: keep, merge_id: merge, preview: true },
      { as: admin },
    );
    const fields = Object.fromEntries(
      (plan.body.data.fields ?? []).map(({ field }: { field: string }) => [field, 'keep']),
    );
    const merged = await office.call(
      'duplicates.merge_people',
      { keep_id: keep, merge_id: merge, digest: plan.body.data.digest, fields },
      { as: admin },
    );
    expect(merged.status).toBe(200);
    const { change } = await one<{ change: number }>(db)`select max(id)::int as change from changes`;
    expect((await preview(merge)).status).toBe(404);
    expect((await erase(keep)).status).toBe(200);
    expect(await tablesWith(['keepme@office.test', 'mergeme@office.test'])).toEqual([]);
    expect(codeOf(await office.call('audit.undo_change', { change_id: change }, { as: admin }))).toBe(
      '409 changed_since',
    );
  });

  it('is no longer merged once they are erased', async () => {
    const at = officeOf(db);
    const keep = await at.person('Stays', 'student');
    const merge = await at.person('Goes', 'student');
    const plan = await office.call(
      'duplicates.merge_people',
      { keep_id: keep, merge_id: merge, preview: true },
      { as: admin },
    );
    expect((await erase(merge)).status).toBe(200);
    const late = await office.call(
      'duplicates.merge_people',
      { keep_id: keep, merge_id: merge, digest: plan.body.data.digest },
      { as: admin },
    );
    expect(late.status).toBe(404);
  });
});

it('keeps the receipts of a payer, and says so', async () => {
  const at = officeOf(db);
  const payer = await at.person('Payer', 'student');
  await run(db)`
    insert into receipts (series, year, number, payer_id, language, content)
    values ('R', '2026', 1, ${payer}, 'en', '{"payer": "Payer"}')
  `;
  const { body } = await preview(payer);
  expect(body.data.lines).toContainEqual({ group: 'receipts', fate: 'kept', count: 1 });
  expect((await erase(payer)).status).toBe(200);
  expect(await one(db)`select content from receipts where payer_id = ${payer}`).toEqual({
    content: { payer: 'Payer' },
  });
});

it('removes files and mails at once: homework that names its file, pictures of before, the outbox', async () => {
  const at = officeOf(db);
  const id = await at.person('Veda', 'student');
  const keys = ['a'.repeat(32), 'b'.repeat(32)].map((key, index) => `${key}.${index === 0 ? 'png' : 'pdf'}`);
  for (const [index, key] of keys.entries()) {
    await office.storage.store(key, Buffer.from('bytes'), index === 0 ? 'image/png' : 'application/pdf');
    await run(db)`
      insert into files (kind, name, content_type, size, uploaded_by, finished_at, named_at, key)
      values (${index === 0 ? 'profile_image' : 'homework_pdf'}, 'veda', 'x', 5, ${staff.admin}, now(), now(), ${key})
    `;
  }
  // The picture was hers before.
  await run(db)`update people set image = ${`/files/${keys[0]}`} where id = ${id}`;
  await run(db)`update people set image = '' where id = ${id}`;
  await run(db)`
    insert into homework (student_id, course_id, class_id, week_name, home_work, file_id)
    select ${id}, ${gita.id}, ${gita.morning}, '1', ${`/files/${keys[1]}`}, f.id from files f where f.key = ${keys[1]}
  `;
  const sending = { kind: 'invite', recipient: 'Veda@office.test', messageId: '1', date: new Date() };
  const outbox = join(office.config.dataDir, 'outbox');
  await writeToOutbox(outbox, sending, Buffer.from('to her'));
  await writeToOutbox(outbox, { ...sending, recipient: 'own@office.test' }, Buffer.from('to somebody else'));
  expect((await erase(id)).status).toBe(200);
  expect(await many(db)`select key from files where key = any(${keys}::text[])`).toEqual([]);
  for (const key of keys) expect(await office.storage.open(key)).toBeNull();
  expect(await readdir(outbox)).toHaveLength(1);
});

describe('the guardians of a student', () => {
  const at = officeOf(db);
  const guardian = async (name: string, student: number, role: 'guardian' | 'teacher' = 'guardian') => {
    const id = await at.person(name, 'teacher');
    await run(db)`update people set main_role = ${role} where id = ${id}`;
    await run(db)`insert into guardians (student_id, guardian_id) values (${student}, ${id})`;
    return id;
  };
  const isErased = async (id: number) =>
    (
      await one<{ erased: boolean }>(db)`
        select erased_at is not null and fullname = 'Erased ' || id as erased from people where id = ${id}
      `
    ).erased;

  it("go with the student when they are nobody else's, and the preview names them", async () => {
    const child = await at.person('Wardone', 'student');
    const sister = await at.person('Wardtwo', 'student');
    const mother = await guardian('Lonemother', child);
    // They share a mailbox, which is nobody else's then.
    await run(db)`update people set email_id = 'lonehome@mail.test' where id in (${child}, ${mother})`;
    const shared = await guardian('Sharedfather', child);
    await run(db)`insert into guardians (student_id, guardian_id) values (${sister}, ${shared})`;
    const colleague = await guardian('Colleagueaunt', child, 'teacher');
    const before = await guardian('Formeruncle', child);
    await run(db)`delete from guardians where guardian_id = ${before}`;
    await run(db)`
      insert into payments (payment_id, course_id, full_name, email_id, amount, status, paid_at, currency)
      values ('pay-lone', ${gita.id}, 'Lone', 'lonehome@mail.test', 100, 'success', now(), 'INR')
    `;
    const { data } = (await preview(child)).body;
    expect(data.guardians.map(({ user_id }: { user_id: number }) => user_id)).toEqual([mother, before]);
    expect(data.lines).toContainEqual({ group: 'profile', fate: 'erased', count: 3 });

    expect((await erase(child)).status).toBe(200);
    expect(await Promise.all([child, mother, before, shared, colleague].map((id) => isErased(id)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(await tablesWith(['lonemother', 'lonehome', 'formeruncle'])).toEqual([]);
    expect(await many(db)`select guardian_id::int from guardians where student_id = ${child}`).toEqual([]);
    // The last of their children takes them along.
    expect((await erase(sister)).status).toBe(200);
    expect(await isErased(shared)).toBe(true);
  });

  it('are not in the archive of the student', async () => {
    const child = await at.person('Wardthree', 'student');
    await guardian('Quietmother', child);
    const { body } = await office.call(privacy.export_person, { user_id: child }, { as: admin });
    expect(JSON.stringify(body.data)).not.toContain('Quietmother');
  });

  it('stay as a merged person, who is still somebody', async () => {
    const child = await at.person('Wardfour', 'student');
    const mother = await guardian('Twicemother', child);
    const same = await at.person('Twicemother2', 'student');
    await run(db)`update guardians set guardian_id = ${same} where guardian_id = ${mother}`;
    await run(db)`update people set merged_into = ${same}, deleted_at = now() where id = ${mother}`;
    expect((await erase(child)).status).toBe(200);
    expect(await isErased(mother)).toBe(false);
  });
});

it('withdraws a message that waits for them alone, and leaves those that others read too', async () => {
  const at = officeOf(db);
  const id = await at.person('Awaited', 'student');
  const write = async (audience: object) =>
    (
      await one<{ id: number }>(db)`
        insert into messages (author_id, author_role, subject, body, audience, digest, send_at, next_at)
        values (${staff.admin}, 'admin', 'Dear Awaited', 'Come', ${JSON.stringify(audience)}::jsonb, 'd', now(), now() + interval '1 hour')
        returning id::int
      `
    ).id;
  const [theirs, both, none] = [
    await write({ user_ids: [id] }),
    await write({ user_ids: [id, students.esha] }),
    await write({ filter: { course_id: gita.id } }),
  ];
  expect((await erase(id)).status).toBe(200);
  const stored = await many<{ id: number; subject: string; is_canceled: boolean; waits: boolean }>(db)`
    select id::int, subject, canceled_at is not null as is_canceled, next_at is not null as waits
    from messages where id in (${theirs}, ${both}, ${none}) order by id
  `;
  expect(stored.map(({ id: of, is_canceled: isCanceled, waits }) => [of, isCanceled, waits])).toEqual([
    [theirs, true, false],
    [both, false, true],
    [none, false, true],
  ]);
  expect(stored[0]!.subject).toBe('-');
});

// The last test, because it may erase the admin of the others.
describe('account admins', () => {
  it('erase each other; of two who do so at the same moment one is left', async () => {
    const at = officeOf(db);
    const second = await at.person('Second', 'admin');
    const digests = [await preview(second), await preview(staff.admin, 'second@office.test')].map(
      ({ body }) => body.data.digest,
    );
    await askAndWait(office, 'privacy.erase_person', { user_id: second, digest: digests[0] }, admin);
    await askAndWait(
      office,
      'privacy.erase_person',
      { user_id: staff.admin, digest: digests[1] },
      'second@office.test',
    );
    const [one_, other] = await Promise.all([
      office.call(privacy.erase_person, { user_id: second, digest: digests[0] }, { as: admin }),
      office.call(
        privacy.erase_person,
        { user_id: staff.admin, digest: digests[1] },
        { as: 'second@office.test' },
      ),
    ]);
    const admins = await many<{ id: number }>(db)`
      select id::int from people where main_role = 'admin' and deleted_at is null
    `;
    expect(admins).toHaveLength(1);
    expect([one_.status, other.status].filter((status) => status === 200)).toHaveLength(1);
  });
});
