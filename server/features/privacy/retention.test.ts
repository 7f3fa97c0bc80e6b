import { privacy, retentionKindNames } from '@gurukul/contract/privacy';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { run } from '#server/db/rows.ts';
import { testApp } from '#server/test/app.ts';
import { many, one } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { sweepOld } from './retention.ts';

const office = await testApp({ database: 'empty' });
const { db, config, storage } = office;
const { gita, students, staff } = await foundSchool(db);
const admin = 'admin@office.test';
const word = 'oldword';

const sweep = () => sweepOld({ pool: db, config, storage });
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
  await run(
    db,
    sql`
      insert into notes (person_id, body, readers, created_by, updated_at)
      values (${students.anu}, ${text}, 'office', ${staff.admin}, ${at})
    `,
  );
  await run(
    db,
    sql`
      insert into cases (kind, line, course_id, student_id, state, outcome, reason, opened_at, closed_at, gone_at)
      values ('three_absences', ${`case ${age}`}, ${gita.id}, ${students.anu}, 'done', 'other', ${text}, ${at}, ${at}, ${at})
    `,
  );
  await run(
    db,
    sql`
      insert into answers (student_id, course_id, class_id, kind, body, said_by, said_at)
      values (${students.anu}, ${gita.id}, ${gita.morning}, 'reply', ${text}, ${students.anu}, ${at})
    `,
  );
  await run(
    db,
    sql`
      insert into corrections (person_id, field, value, said_by, said_at, decided_by, decided_at, taken)
      values (${students.anu}, 'city', ${text}, ${students.anu}, ${at}, ${staff.admin}, ${at}, true)
    `,
  );
  await run(
    db,
    sql`
      insert into mails (dedupe_key, kind, recipient, enqueued_at, sent_at)
      values (${`mail ${age}`}, 'invite', ${`${text}@mail.test`}, ${at}, ${at})
    `,
  );
  await run(
    db,
    sql`
      insert into access_requests (course_id, email_id, fullname, asked_by, asked_at, decision, decided_by, decided_at)
      values (${gita.id}, ${`${text}@mail.test`}, ${text}, ${staff.own}, ${at}, 'declined', ${staff.admin}, ${at})
    `,
  );
  await run(
    db,
    sql`insert into known_browsers (person_id, device_hash, seen_at) values (${staff.admin}, ${text}::bytea, ${at})`,
  );
  await run(db, sql`insert into sign_in_alarms (network, accounts, last_at) values (${text}, 3, ${at})`);
}
// Left long ago, with a payment that stays; and one who came back.
await run(
  db,
  sql`
    update people set registered_at = now() - interval '20 years', city = ${word}
    where id in (${students.free}, ${students.chitra})
  `,
);
await run(
  db,
  sql`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at, currency)
    values ('old', ${gita.id}, ${students.free}, ${word}, 'free@office.test', 100, 'success', now() - interval '12 years', 'INR')
  `,
);
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
    await office.call(
      privacy.save_retention,
      { days: { left_students: 10 * 365, corrections: null } },
      { as: admin },
    );
    const sums = () => many(db, sql`select currency, sum(amount)::text as sum from payments group by 1`);
    const before = await sums();
    const { corrections: _kept, ...rest } = old;
    expect(await sweep()).toEqual({ ...rest, left_students: 1 });
    expect(await sums()).toEqual(before);
    // The correction stays as long as the office wants, and so does the one who is enrolled.
    expect(await tablesWith()).toEqual(['corrections', 'audit_entries', 'people']);
    const { erased } = await one<{ erased: boolean }>(
      db,
      sql`select erased_at is not null as erased from people where id = ${students.free}`,
    );
    expect(erased).toBe(true);
    const { full_name } = await one<{ full_name: string }>(
      db,
      sql`select full_name from payments where payment_id = 'old'`,
    );
    expect(full_name).toBe('Erased');
    expect(await sweep()).toEqual({});
    const left = await one(
      db,
      sql`select (select count(*)::int from notes) as notes, (select count(*)::int from mails where recipient like 'young%') as mails`,
    );
    expect(left).toEqual({ notes: 1, mails: 1 });
  });

  it('has a shortest time, and only account admins see or change it', async () => {
    for (const days of [{ mails: 1 }, { left_students: 30 }, { notes: 0 }]) {
      const { status } = await office.call(privacy.save_retention, { days }, { as: admin });
      expect([days, status]).toEqual([days, 400]);
    }
    for (const as of ['own@office.test', 'teach@office.test']) {
      expect((await office.call(privacy.get_retention, {}, { as })).status).toBe(403);
      expect((await office.call(privacy.save_retention, { days: { notes: 400 } }, { as })).status).toBe(403);
    }
  });
});

it('slices a sweep, so that thousands go in one night', async () => {
  await run(
    db,
    sql`
      insert into sign_in_alarms (network, accounts, last_at)
      select 'many', 3, now() - interval '2 years' from generate_series(1, 450)
    `,
  );
  expect(await sweep()).toEqual({ sign_in_alarms: 450 });
});
