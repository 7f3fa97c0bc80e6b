import { audit } from '@gurukul/contract/audit';
import { privacy, retentionKindNames } from '@gurukul/contract/privacy';
import { students as studentCalls } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { patientPool } from '#server/test/patient-pool.ts';
import { testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';
import { sweepOld } from './retention.ts';

const office = await testApp({ database: 'empty' });
const { db, config, storage } = office;
const { gita, students, staff } = await foundSchool(db);
const word = 'oldword';
const owner = patientPool(office.database.owner);
afterAll(() => owner.end());

const sweep = () => sweepOld({ pool: db, config, storage });
/** Saves, and lets the day of shorter times pass. */
const saveAndWait = async (days: object) => {
  expect((await office.call(privacy.save_retention, { days }, { as: admin })).status).toBe(200);
  await run(db)`update provider set retention_from = now() where retention_from is not null`;
};
const kindsOf = async (days?: object) =>
  (await office.call(privacy.get_retention, { days }, { as: admin })).body.data.kinds as {
    kind: string;
    days: number | null;
    count: number;
  }[];
const counts = async (days?: object) =>
  Object.fromEntries(
    (await kindsOf(days)).filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]),
  );

/** One old and one young row of each kind; the old ones have the word. */
for (const [text, age] of [
  [word, '11 years'],
  ['young', '1 day'],
] as const) {
  const at = sql`now() - ${age}::interval`;
  await run(db)`
    insert into notes (person_id, body, readers, created_by, updated_at)
    values (${students.anu}, ${text}, 'office', ${staff.admin}, ${at})
  `;
  await run(db)`
    insert into cases (kind, line, course_id, student_id, state, outcome, reason, opened_at, closed_at, gone_at)
    values ('three_absences', ${`case ${age}`}, ${gita.id}, ${students.anu}, 'done', 'other', ${text}, ${at}, ${at}, ${at})
  `;
  await run(db)`
    insert into answers (student_id, course_id, class_id, kind, body, said_by, said_at)
    values (${students.anu}, ${gita.id}, ${gita.morning}, 'reply', ${text}, ${students.anu}, ${at})
  `;
  await run(db)`
    insert into corrections (person_id, field, value, said_by, said_at, decided_by, decided_at, taken)
    values (${students.anu}, 'city', ${text}, ${students.anu}, ${at}, ${staff.admin}, ${at}, true)
  `;
  await run(db)`
    insert into mails (dedupe_key, kind, recipient, enqueued_at, sent_at)
    values (${`mail ${age}`}, 'invite', ${`${text}@mail.test`}, ${at}, ${at})
  `;
  await run(db)`
    insert into access_requests (course_id, email_id, fullname, asked_by, asked_at, decision, decided_by, decided_at)
    values (${gita.id}, ${`${text}@mail.test`}, ${text}, ${staff.own}, ${at}, 'declined', ${staff.admin}, ${at})
  `;
  await run(db)`
    insert into known_browsers (person_id, device_hash, seen_at) values (${staff.admin}, ${text}::bytea, ${at})
  `;
  await run(db)`insert into sign_in_alarms (network, accounts, last_at) values (${text}, 3, ${at})`;
}
// Left long ago, with a payment that stays; and one who came back.
await run(db)`
  update people set registered_at = now() - interval '20 years', city = ${word}
  where id in (${students.free}, ${students.chitra})
`;
await run(db)`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at, currency)
  values ('old', ${gita.id}, ${students.free}, ${word}, 'free@office.test', 100, 'success', now() - interval '12 years', 'INR')
`;
const tablesWith = async () => {
  const found: string[] = [];
  for (const table of [
    'notes',
    'cases',
    'answers',
    'corrections',
    'mails',
    'access_requests',
    'audit_entries',
    'people',
  ]) {
    const { rows } = await db.query(`select from ${table} t where t::text like '%${word}%' limit 1`);
    if (rows.length > 0) found.push(table);
  }
  return found;
};

describe('what is old', () => {
  const old = {
    notes: 1,
    closed_cases: 1,
    answers: 1,
    corrections: 1,
    access_requests: 1,
    mails: 1,
    known_browsers: 1,
    sign_in_alarms: 1,
  };

  it('is counted before anything is removed, also for times that are not saved yet', async () => {
    expect((await kindsOf()).map(({ kind }) => kind)).toEqual(retentionKindNames);
    expect(await counts()).toEqual(old);
    expect(await counts({ notes: null, left_students: 10 * 365 })).toEqual({
      ...Object.fromEntries(Object.entries(old).filter(([kind]) => kind !== 'notes')),
      left_students: 1,
    });
    expect(await counts()).toEqual(old);
  });

  it('goes as counted, with its values in the trail; sums stay', async () => {
    await saveAndWait({ left_students: 10 * 365, corrections: null });
    const sums = () => many(db)`select currency, sum(amount)::text as sum from payments group by 1`;
    const before = await sums();
    const { corrections: _kept, ...rest } = old;
    expect(await sweep()).toEqual({ ...rest, left_students: 1 });
    expect(await sums()).toEqual(before);
    // The correction stays as long as the office wants, and so does the one who is enrolled.
    expect(await tablesWith()).toEqual(['corrections', 'audit_entries', 'people']);
    const { erased } = await one<{ erased: boolean }>(db)`
      select erased_at is not null as erased from people where id = ${students.free}
    `;
    expect(erased).toBe(true);
    const { full_name } = await one<{ full_name: string }>(db)`
      select full_name from payments where payment_id = 'old'
    `;
    expect(full_name).toBe('Erased');
    expect(await sweep()).toEqual({});
    const left = await one(db)`
      select (select count(*)::int from notes) as notes, (select count(*)::int from mails where recipient like 'young%') as mails
    `;
    expect(left).toEqual({ notes: 1, mails: 1 });
  });

  it('has a shortest time', async () => {
    for (const days of [{ mails: 1 }, { left_students: 30 }, { notes: 0 }, { history: 729 }]) {
      const { status } = await office.call(privacy.save_retention, { days }, { as: admin });
      expect([days, status]).toEqual([days, 400]);
    }
  });
});

it('slices a sweep, so that thousands go in one night', async () => {
  await run(db)`
    insert into sign_in_alarms (network, accounts, last_at)
    select 'many', 3, now() - interval '2 years' from generate_series(1, 450)
  `;
  expect(await sweep()).toEqual({ sign_in_alarms: 450 });
});

describe('the history', () => {
  const key = '0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f.webp';
  /** By table, the entries that are older than two years. */
  const oldEntries = async () =>
    Object.fromEntries(
      (
        await many<{ table: string; n: number }>(db)`
          select e.table_name as table, count(*)::int as n from audit_entries e
          where e.at < now() - interval '2 years' group by 1 order by 1
        `
      ).map(({ table, n }) => [table, n]),
    );
  const pay = async (status: string) => {
    const { headers, status: answer } = await office.call(
      studentCalls.update_payment_status,
      { user_id: students.bala, course_id: gita.id, payment_status: status },
      { as: admin },
    );
    expect(answer).toBe(200);
    return Number(headers['change-id']);
  };
  const undo = async (change: number) => {
    const { status, body } = await office.call(audit.undo_change, { change_id: change }, { as: admin });
    return [status, body.message];
  };
  const historyOf = async (id: number) => {
    const { body } = await office.call(audit.get_timeline, { person_id: id }, { as: admin });
    const changes: { change_id: number }[] = body.data;
    return [body.ends_after, ...changes.map(({ change_id: change }) => change)];
  };

  it('has no end unless the office sets one, and ends without what is still needed', async () => {
    const undone = await pay('Successful');
    expect((await undo(undone))[0]).toBe(200);
    const ended = await pay('Failed');
    // One change with a part that ends and one of money; its mail; and a picture that another one replaced.
    const { id: mixed } = await one<{ id: number }>(db)`
      insert into changes (call, from_address) values ('test.mixed', '192.0.2.7') returning id
    `;
    await run(db)`
      insert into audit_entries (change_id, table_name, row_id, action, after, about_person_id)
      values (${mixed}, 'contacts', '1', 'insert', '{}', ${students.bala}),
        (${mixed}, 'payments', '1', 'update', '{"status": "void"}', ${students.bala})
    `;
    for (const change of [ended, mixed]) {
      await run(db)`
        insert into mails (dedupe_key, kind, recipient, change_id, enqueued_at, sent_at)
        values (${`of ${change}`}, 'invite', 'young@mail.test', ${change}, now(), now())
      `;
    }
    await run(db)`
      insert into files (kind, name, content_type, size, uploaded_by, finished_at, named_at, key)
      values ('profile_image', 'veda', 'image/webp', 5, ${staff.admin}, now(), now(), ${key})
    `;
    for (const image of [`/files/${key}`, '']) {
      await run(db)`update people set image = ${image} where id = ${students.deepa}`;
    }
    await run(owner)`update changes set at = at - interval '3 years'`;
    await run(owner)`update audit_entries set at = at - interval '3 years'`;
    const young = await pay('Successful');

    const before = await oldEntries();
    expect(await counts()).toEqual({});
    expect(await sweep()).toEqual({});
    expect(await oldEntries()).toEqual(before);
    expect((await historyOf(students.bala))[0]).toBeNull();

    const { payments, ...others } = before;
    const replaced = 1;
    const going = Object.values(others).reduce((sum, n) => sum + n, -replaced);
    expect(await counts({ history: 2 * 365 })).toEqual({ history: going });
    expect(await counts({ history: 4 * 365 })).toEqual({});
    await saveAndWait({ history: 2 * 365 });
    expect(await sweep()).toEqual({ history: going });
    expect(await oldEntries()).toEqual({ payments, people: replaced });
    expect(await sweep()).toEqual({});

    // Changes go with their last entry, with the addresses in them.
    expect(
      await many(db)`
        select c.id from changes c
        where c.from_address is not null and c.at < now() - interval '2 years'
          and not exists (select from audit_entries e where e.change_id = c.id)
      `,
    ).toEqual([]);
    expect(
      await many(db)`
        select m.dedupe_key, m.change_id from mails m where m.dedupe_key like 'of %' order by m.id
      `,
    ).toEqual([
      { dedupe_key: `of ${ended}`, change_id: null },
      { dedupe_key: `of ${mixed}`, change_id: mixed },
    ]);
    expect(await many(db)`select from undos`).toEqual([]);
    expect(await historyOf(students.bala)).toEqual([2 * 365, young, mixed]);
    expect(await undo(ended)).toEqual([404, 'Not found']);
    expect(await undo(mixed)).toEqual([409, 'This can no longer be undone, it is more than 30 days old']);
    expect(await undo(young)).toEqual([200, 'success']);

    // An erasure still finds the picture that was replaced.
    const { body } = await office.call(
      privacy.erase_person,
      { user_id: students.deepa, preview: true },
      { as: admin },
    );
    await office.call(
      privacy.erase_person,
      { user_id: students.deepa, digest: body.data.digest },
      { as: admin },
    );
    expect(await many(db)`select from files f where f.key = ${key}`).toEqual([]);
    // Without the picture's name its entry may go as well.
    expect(await sweep()).toEqual({ history: replaced });
    expect(await oldEntries()).toEqual({ payments });
  });

  it('goes in slices, refusals too, and that of two years stays if the application asks for less', async () => {
    await run(db)`
      insert into audit_entries (at, table_name, row_id, action)
      select now() - interval '3 years', 'people', '1', 'denied' from generate_series(1, 450)
    `;
    expect(await sweep()).toEqual({ history: 450 });
    await expect(run(db)`select end_history(729, 10)`).rejects.toThrow('the history of two years stays');
    await expect(run(db)`select end_history(null, 10)`).rejects.toThrow('the history of two years stays');
  });
});
