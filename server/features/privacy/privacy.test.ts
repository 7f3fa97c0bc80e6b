import { privacy } from '@gurukul/contract/privacy';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '#server/db/rows.ts';
import { testApp } from '#server/test/app.ts';
import { many, one } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { places } from './places.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students, staff } = await foundSchool(db);
const admin = 'admin@office.test';

/** Nothing in these is about one person; or it is about the staff's work and names them by their row. */
const aboutNobody = new Set([
  'answers_seen',
  'attendance_registers',
  'class_slots',
  'classes',
  'changes',
  'course_prices',
  'course_teachers',
  'course_types',
  'courses',
  'cover_offers',
  'days_off',
  'due',
  'due_changes',
  'due_expiries',
  'event_speakers',
  'events',
  'exchange_rates',
  'files',
  'glimpses',
  'imports',
  'intake_keys',
  'ledger_sums',
  'meetings',
  'message_templates',
  'messages',
  'payment_signatures',
  'personal_codes',
  'personal_devices',
  'provider',
  'query_emails',
  'query_types',
  'rate_limits',
  'refunds',
  'schema_migrations',
  'server_keys',
  'settlement_lines',
  'settlements',
  'sign_in_alarms',
  'slot_teachers',
  'topics',
  'undos',
]);
/** An erasure treats these apart from its list. */
const apart = new Set(['people', 'audit_entries', 'idempotency_keys']);

const tables = await many<{ name: string }>(
  db,
  sql`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1
  `,
);

it('knows every table', () => {
  const known = new Set([...places.map(({ table }) => table), ...aboutNobody, ...apart]);
  expect(tables.filter(({ name }) => !known.has(name))).toEqual([]);
});

/** Tables in which one of these words stands. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of tables) {
    const { hits } = await one<{ hits: number }>(
      db,
      sql`
        select count(*)::int as hits from ${raw(name)} t
        where exists (
          select from unnest(${[...words]}::text[]) w (word) where position(w.word in lower(t::text)) > 0
        )
      `,
    );
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
    await run(
      db,
      sql`
        update people set first_name = ${`${word}first`}, last_name = ${`${word}last`}, email_id = ${`${word}@mail.test`},
          phone_number = '98765012345', dob = '1999-03-07', gender = 'female', description = ${`${word} text`},
          image = ${`/files/${word}.png`}, address = ${`${word} street`}, address2 = ${`${word} floor`},
          city = ${`${word} city`}, state = ${`${word} state`}, pincode = ${`${word}1`}, site_ref = ${`${word}-ref`},
          other_names = array[${`${word} other`}]
        where id = ${id}
      `,
    );
    await run(
      db,
      sql`insert into contacts (person_id, kind, value) values (${id}, 'email', ${`second.${word}@mail.test`})`,
    );
    await run(
      db,
      sql`insert into notes (person_id, body, readers, created_by) values (${id}, ${`${word} is ill`}, 'office', ${staff.admin})`,
    );
    await run(
      db,
      sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, status, paid_at, currency)
        values ('pay-1', ${gita.id}, ${id}, ${`${word} payer`}, ${`${word}@mail.test`}, '98765012345', 100, 'success', now(), 'INR')
      `,
    );
    await run(
      db,
      sql`
        insert into mails (dedupe_key, kind, recipient, person_id) values ('to-anu', 'invite', ${`${word}@mail.test`}, ${id})
      `,
    );
    await run(
      db,
      sql`
        insert into homework (student_id, course_id, class_id, week_name, home_work)
        values (${id}, ${gita.id}, ${gita.morning}, '1', ${`/files/${word}.pdf`})
      `,
    );
    await run(
      db,
      sql`
        insert into corrections (person_id, field, value, said_by) values (${id}, 'city', ${`${word} town`}, ${id})
      `,
    );
    await run(
      db,
      sql`
        insert into answers (student_id, course_id, class_id, kind, body, said_by)
        values (${id}, ${gita.id}, ${gita.morning}, 'reply', ${`${word} says hello`}, ${id})
      `,
    );
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
    const { change } = await one<{ change: number }>(db, sql`select max(id)::int as change from changes`);
    const marks = () =>
      one<{ n: number }>(db, sql`select count(*)::int as n from attendance where student_id = ${id}`);
    const before = await marks();
    const sums = () => many(db, sql`select currency, sum(amount) as sum from payments group by 1 order by 1`);
    const money = await sums();
    expect(await tablesWith(words)).toContain('audit_entries');

    const { body: shown } = await office.call(
      privacy.erase_person,
      { user_id: id, preview: true },
      { as: admin },
    );
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

    const undone = await office.call('audit.undo_change', { change_id: change }, { as: admin });
    expect([undone.status, undone.body.code]).toEqual([409, 'changed_since']);
    expect(await tablesWith(words)).toEqual([]);
    expect((await erase(id)).body.code).toBe('already_erased');
  });
});

it('is refused when something changed since the preview', async () => {
  const user_id = students.bala;
  const { body } = await office.call(privacy.erase_person, { user_id, preview: true }, { as: admin });
  await run(db, sql`insert into contacts (person_id, kind, value) values (${user_id}, 'phone', '5550001')`);
  const late = await office.call(privacy.erase_person, { user_id, digest: body.data.digest }, { as: admin });
  expect([late.status, late.body.code]).toEqual([409, 'selection_changed']);
});

it('leaves what belongs to somebody else with the same address', async () => {
  const shared = 'house@mail.test';
  await run(
    db,
    sql`update people set email_id = ${shared} where id in (${students.deepa}, ${students.esha})`,
  );
  await run(
    db,
    sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at, currency)
      values ('pay-2', ${gita.id}, ${students.esha}, 'Esha', ${shared}, 100, 'success', now(), 'INR')
    `,
  );
  expect((await erase(students.deepa)).status).toBe(200);
  expect(await one(db, sql`select full_name, email_id from payments where payment_id = 'pay-2'`)).toEqual({
    full_name: 'Esha',
    email_id: shared,
  });
});

it('asks that a colleague is deleted first, and that nobody erases themselves', async () => {
  expect(
    (await office.call(privacy.erase_person, { user_id: staff.elsewhere, preview: true }, { as: admin })).body
      .code,
  ).toBe('delete_first');
  expect(
    (await office.call(privacy.erase_person, { user_id: staff.admin, preview: true }, { as: admin })).status,
  ).toBe(403);
  await run(db, sql`update people set deleted_at = now() where id = ${staff.elsewhere}`);
  expect((await erase(staff.elsewhere)).status).toBe(200);
  expect(await tablesWith(['elsewhere@office.test'])).toEqual([]);
});
