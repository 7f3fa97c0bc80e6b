import type { CallName } from '@gurukul/contract/index';
import type { IntakeResult } from '@gurukul/contract/intake';
import { said } from '@gurukul/contract/shared/words/messages';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { proveAllMailboxes } from '#server/channels/mail/prove.ts';
import { inTransaction } from '#server/db/tx.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';

const portal = await testApp({ database: 'empty' });
const { app, call, db, config } = portal;
const add = office(db);

interface School {
  readonly gita: number;
  readonly evening: number;
  readonly anu: number;
  readonly open: number;
  readonly closed: number;
  readonly canceled: number;
}
let school: School;
let key = '';
let otherKey = '';

const newEvent = async (courseId: number, by: number, live: string, registration: string) =>
  (
    await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status,
        registration_status, created_by)
      values (${courseId}, 'Satsang', 'https://meet.test/a', '2026-12-01', '2026-12-01T10:00Z', '2026-12-01T11:00Z',
        ${live}, ${registration}, ${by})
      returning id
    `
  ).id;

beforeAll(async () => {
  const admin = await add.person('Admin', 'admin');
  const own = await add.person('Own', 'courseadmin');
  const gita = await add.course('Gita', own);
  await add.course('Veda', own);
  await add.course('Twin', own);
  await add.course('twin', own);
  const evening = await add.class(gita, 'Evening');
  const anu = await add.person('Anu', 'student');
  await add.enrol(anu, gita, evening);
  school = {
    gita,
    evening,
    anu,
    open: await newEvent(gita, admin, 'published', 'active'),
    closed: await newEvent(gita, admin, 'published', 'inactive'),
    canceled: await newEvent(gita, admin, 'canceled', 'inactive'),
  };
  const scopes = ['students', 'payments', 'tickets', 'registrations', 'homework'];
  const made = async (name: string) =>
    (await call('intake.create_key', { name, scopes, password: demoPassword }, { as: 'admin@office.test' }))
      .body.data.key;
  key = await made('Public site');
  otherKey = await made('Another site');
});

const as = (token: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
});

async function send(name: CallName, items: unknown[], more: Record<string, string> = {}) {
  const { status, body } = await call(name, { items }, as(key, more));
  expect([status, body.message]).toEqual([200, 'success']);
  return { counts: body.data.counts, results: body.data.results as IntakeResult[] };
}
const outcomes = ({ results }: { results: readonly IntakeResult[] }) => results.map(({ outcome }) => outcome);
const problems = ({ results }: { results: readonly IntakeResult[] }) => results.map(({ problem }) => problem);

test('an empty request, and one of too many items, are refused', async () => {
  const item = { event_id: 1, email_id: 'a@b.c' };
  for (const items of [[], Array.from({ length: 501 }, () => item)]) {
    expect((await call('intake.registrations', { items }, as(key))).status).toBe(400);
  }
});

describe('students', () => {
  const asha = { email_id: 'Asha@site.test', first_name: 'Asha', last_name: 'Rao', course_name: ' gita ' };

  test('get the zone that they or their place say', async () => {
    const answer = await send('intake.students', [
      { ...asha, email_id: 'tara@site.test', first_name: 'Tara', city: 'Chicago', country: 'USA' },
      { ...asha, email_id: 'mira@site.test', first_name: 'Mira', timezone: 'Asia/Dubai' },
      { ...asha, email_id: 'none@site.test', first_name: 'None', timezone: 'Mars/Base' },
    ]);
    expect(outcomes(answer)).toEqual(['created', 'created', 'created']);
    expect(answer.results.map(({ notes }) => notes)).toEqual([[], [], [said('zone_unknown')]]);
    const rows = await many<{ timezone: string }>(db)`
      select timezone from people where email_id in ('tara@site.test', 'mira@site.test') order by id
    `;
    expect(rows.map(({ timezone }) => timezone)).toEqual(['America/Chicago', 'Asia/Dubai']);
  });

  test('are added with their course, once, and stay as they are when sent again', async () => {
    const first = await send('intake.students', [{ ...asha, class_name: 'evening', language: 'Telugu' }]);
    expect(outcomes(first)).toEqual(['created']);
    const again = await send('intake.students', [
      { ...asha, first_name: 'Rao', last_name: 'ASHA', course_id: school.gita },
    ]);
    expect(outcomes(again)).toEqual(['unchanged']);
    expect(again.results[0]?.id).toBe(first.results[0]?.id);
    const rows = await many(db)`
      select p.fullname, p.language, p.main_role, e.course_id, e.class_id, e.ended_on
      from people p join enrolments e on e.student_id = p.id
      where lower(p.email_id) = 'asha@site.test'
    `;
    expect(rows).toEqual([
      {
        fullname: 'Asha Rao',
        language: 'Telugu',
        main_role: 'student',
        course_id: school.gita,
        class_id: school.evening,
        ended_on: null,
      },
    ]);
  });

  test('with one address are told apart by name, birthday or the site’s own number, else rejected', async () => {
    const family = { email_id: 'family@site.test', last_name: 'Iyer', course_name: 'gita' };
    const anaya = { ...family, first_name: 'Anaya', dob: '2014-05-01' };
    const rohan = { ...family, first_name: 'Rohan', dob: '2016-06-02' };
    const [first, second] = (await send('intake.students', [anaya, rohan])).results;
    expect([first?.outcome, second?.outcome]).toEqual(['created', 'created']);
    expect(first?.id).not.toBe(second?.id);

    // Twins, or one child under two names: nobody can say.
    const unclear = await send('intake.students', [
      { ...family, first_name: 'Dhruv', dob: '2016-06-02' },
      { ...family, first_name: 'Mira' },
    ]);
    expect(unclear.results.map(({ notes }) => notes[0]?.code)).toEqual([
      'address_of_another_student',
      'address_of_another_student',
    ]);
    expect(JSON.stringify(unclear)).not.toMatch(/Anaya|Rohan/);

    const [numbered] = (await send('intake.students', [{ ...rohan, person_ref: 'c-2' }])).results;
    // Those who have no number yet may be meant under another name, unless the birthday says otherwise.
    const dhruv = await send('intake.students', [
      { ...family, first_name: 'Dhruv', dob: '2016-06-02', person_ref: 'c-3' },
      { ...family, first_name: 'Mira', person_ref: 'c-4' },
    ]);
    expect(outcomes(dhruv)).toEqual(['created', 'rejected']);
    expect(numbered?.outcome).toBe('unchanged');
    expect(numbered?.id).toBe(second?.id);
    // The number leads to the child at another address and under another name too.
    const [known] = (
      await send('intake.students', [
        { ...family, email_id: 'father@site.test', first_name: 'Rohu', person_ref: 'c-2' },
      ])
    ).results;
    expect([known?.outcome, known?.id]).toEqual(['unchanged', second?.id]);
    const names = await many(db)`
      select fullname, other_names, site_ref from people where email_id = 'family@site.test' order by id
    `;
    expect(names).toEqual([
      { fullname: 'Anaya Iyer', other_names: [], site_ref: null },
      { fullname: 'Rohan Iyer', other_names: ['Rohu Iyer'], site_ref: 'c-2' },
      { fullname: 'Dhruv Iyer', other_names: [], site_ref: 'c-3' },
    ]);
  });

  test('of one name are told apart by the site’s number or the birthday, in one request or later', async () => {
    const rama = { email_id: 'ramas@site.test', first_name: 'Rama', last_name: 'Das', course_name: 'Gita' };
    const twins = [
      { ...rama, person_ref: 'rama-1', dob: '2014-01-01' },
      { ...rama, person_ref: 'rama-2', dob: '2014-01-01' },
    ];
    const added = await send('intake.students', twins);
    expect(outcomes(added)).toEqual(['created', 'created']);
    const ids = added.results.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    const elsewhere = await send(
      'intake.students',
      twins.map((item) => ({ ...item, course_name: 'Veda' })),
    );
    expect(elsewhere.results.map(({ id }) => id)).toEqual(ids);

    const father = { ...rama, email_id: 'father-son@site.test', dob: '1980-01-02' };
    const son = { ...father, dob: '2012-05-06' };
    const two = await send('intake.students', [father, son]);
    expect(outcomes(two)).toEqual(['created', 'created']);
    expect(two.results[0]?.id).not.toBe(two.results[1]?.id);
    const later = await send('intake.students', [{ ...son, course_name: 'Veda' }]);
    expect([later.results[0]?.outcome, later.results[0]?.id]).toEqual(['created', two.results[1]?.id]);
    const grandson = await send('intake.students', [{ ...son, dob: '2020-07-08', person_ref: 'rama-3' }]);
    expect(grandson.results[0]?.outcome).toBe('created');
    expect(two.results.map(({ id }) => id)).not.toContain(grandson.results[0]?.id);
  });

  test('are judged one by one, with the reason', async () => {
    const bad = await send('intake.students', [
      { ...asha, email_id: 'new1@site.test', course_name: 'Nowhere' },
      { ...asha, email_id: 'new2@site.test', course_name: undefined },
      { ...asha, email_id: 'new3@site.test', course_name: 'Twin' },
      { ...asha, email_id: 'new4@site.test', course_id: 999_999 },
      { ...asha, email_id: 'new5@site.test', class_name: 'Midnight' },
      { ...asha, email_id: 'good@site.test' },
      { ...asha, email_id: 'GOOD@site.test' },
    ]);
    expect(problems(bad)).toEqual([
      'There is no such course',
      'The course is missing',
      'Several courses have this name',
      'There is no such course',
      'This course has no class of this name',
      null,
      'This comes twice in the request',
    ]);
    expect(bad.results.map(({ notes }) => notes.map(({ code }) => code))).toEqual([
      ['no_such_course'],
      ['course_missing'],
      ['several_courses'],
      ['no_such_course'],
      ['unknown_class'],
      [],
      ['item_repeated'],
    ]);
    expect(bad.counts).toEqual({ created: 1, updated: 0, unchanged: 0, rejected: 6 });
    const added = await many(db)`select id from people where email_id ilike 'new%@site.test'`;
    expect(added).toEqual([]);
  });

  test('have a code, with its facts, for each sentence about them', async () => {
    const [wrong] = (
      await send('intake.students', [{ ...asha, email_id: 'none', first_name: '=1', dob: '2999-01-01' }])
    ).results;
    expect(wrong!.notes.length).toBeGreaterThan(1);
    expect(wrong!.problem).toBe(wrong!.notes.map(({ message }) => message).join('. '));
    expect(wrong!.notes).toContainEqual(said('email_wrong'));
  });

  test('do not show who works here: an account admin decides about such an address', async () => {
    const taken = await send('intake.students', [
      { ...asha, email_id: 'own@office.test' },
      { ...asha, email_id: 'free-address@site.test' },
    ]);
    expect(outcomes(taken)).toEqual(['created', 'created']);
    expect(problems(taken)).toEqual([null, null]);
    const asked = await many(db)`
      select email_id, intake_key_id is not null as by_key from access_requests where decided_at is null
    `;
    expect(asked).toEqual([{ email_id: 'own@office.test', by_key: true }]);
    const { n } = await one<{ n: number }>(db)`
      select count(*)::integer as n from enrolments e join people p on p.id = e.student_id
      where lower(p.email_id) = 'own@office.test'
    `;
    expect(n).toBe(0);
  });

  test.each(['\u0130lke@site.test', 'ΝΙΚΟΣ@site.test'])(
    'whose address PostgreSQL writes small in another way are refused alone: %s',
    async (odd) => {
      for (const email_id of ['beside@site.test', 'besides@site.test']) {
        const sent = await send('intake.students', [
          { ...asha, email_id: odd },
          { ...asha, email_id: `${odd.length}${email_id}` },
        ]);
        expect(problems(sent)).toEqual(['Email is not valid', null]);
      }
    },
  );

  test('sent ten times at once are added once', async () => {
    const item = { ...asha, email_id: 'rush@site.test' };
    const all = await Promise.all(Array.from({ length: 10 }, () => send('intake.students', [item])));
    expect(all.flatMap(outcomes).filter((outcome) => outcome === 'created')).toHaveLength(1);
  });

  test('with the number of a merged student reach the survivor, and themselves again after Undo', async () => {
    const item = (first_name: string, person_ref: string) => ({
      email_id: `${first_name.toLowerCase()}@merged.test`,
      first_name,
      last_name: 'Nair',
      person_ref,
    });
    const [padma, padmaa] = [item('Padma', 'm-1'), item('Padmaa', 'm-2')];
    const added = await send('intake.students', [
      { ...padma, course_name: 'Gita' },
      { ...padmaa, course_name: 'Gita' },
    ]);
    const [keep_id, merge_id] = added.results.map(({ id }) => id!);
    const office = { as: 'admin@office.test' };
    const merge = async (two: object) => {
      const { body } = await call('duplicates.merge_people', { ...two, preview: true }, office);
      const { digest, clashes } = body.data;
      const courses = clashes.courses.map(({ course_id }: { course_id: number }) => ({
        course_id,
        use: 'keep',
      }));
      const done = await call('duplicates.merge_people', { ...two, digest, courses }, office);
      expect(done.status).toBe(200);
      return Number(done.headers['change-id']);
    };
    const payment = {
      course_name: 'Gita',
      paid_at: '2026-03-05T10:00:00Z',
      amount: '10',
      status: 'success',
    };
    let count = 0;
    const reached = async () => {
      const { results } = await send('intake.students', [{ ...padmaa, course_name: 'Gita' }]);
      const payment_id = `merged_${(count += 1)}`;
      const { email_id, person_ref } = padmaa;
      await send('intake.payments', [{ ...payment, payment_id, email_id, person_ref, full_name: 'Mother' }]);
      const paid = await one<{ student_id: number }>(db)`
        select student_id from payments where payment_id = ${payment_id}
      `;
      return [results[0]?.outcome, results[0]?.id, paid.student_id];
    };

    const change_id = await merge({ keep_id, merge_id });
    // Nothing of the survivor may be new, or the merge stays.
    const [again] = (await send('intake.students', [{ ...padmaa, course_name: 'Gita' }])).results;
    expect([again?.outcome, again?.id]).toEqual(['unchanged', keep_id]);
    expect((await call('audit.undo_change', { change_id }, office)).status).toBe(200);
    expect(await reached()).toEqual(['unchanged', merge_id, merge_id]);

    await merge({ keep_id, merge_id });
    expect(await reached()).toEqual(['unchanged', keep_id, keep_id]);
    const third = (await send('intake.students', [{ ...item('Padmini', 'm-3'), course_name: 'Gita' }]))
      .results[0]!;
    await merge({ keep_id: third.id, merge_id: keep_id });
    expect(await reached()).toEqual(['unchanged', third.id, third.id]);
  });
});

describe('payments', () => {
  const payment = {
    payment_id: 'pay_1',
    course_name: 'Gita',
    full_name: 'Anu',
    email_id: 'anu@office.test',
    amount: '1200.50',
    status: 'success',
    paid_at: '2026-11-01T10:00:00Z',
  };

  test('are added, change, and stay; a payment shows which key sent it', async () => {
    const created = await send('intake.payments', [payment]);
    expect(outcomes(created)).toEqual(['created']);
    expect(outcomes(await send('intake.payments', [payment]))).toEqual(['unchanged']);
    expect(outcomes(await send('intake.payments', [{ ...payment, status: 'refunded' }]))).toEqual([
      'updated',
    ]);
    const id = created.results[0]?.id;
    const { body } = await call('payments.get_single_payment', { id }, { as: 'admin@office.test' });
    expect(body.data).toMatchObject({ amount: '1200.50', student_id: school.anu, source: 'intake' });
    expect(body.data.steps).toEqual([
      expect.objectContaining({ deed: 'created', source: 'intake', key_name: 'Public site' }),
      expect.objectContaining({
        deed: 'updated',
        source: 'intake',
        changes: [{ field: 'status', from: 'success', to: 'refunded' }],
      }),
    ]);
  });

  test('of an unknown payer are stored and say so; a payer chosen by a person stays', async () => {
    const unknown = await send('intake.payments', [
      { ...payment, payment_id: 'pay_2', email_id: 'x@y.test' },
    ]);
    expect([outcomes(unknown), problems(unknown)]).toEqual([
      ['created'],
      ['No student has this email address'],
    ]);
    await run(db)`update payments set student_id = ${school.anu} where payment_id = 'pay_2'`;
    await send('intake.payments', [
      { ...payment, payment_id: 'pay_2', email_id: 'x@y.test', status: 'failed' },
    ]);
    const kept = await one(db)`select student_id, status from payments where payment_id = 'pay_2'`;
    expect(kept).toEqual({ student_id: school.anu, status: 'failed' });
  });

  test('under another name than that of the only student of an address wait for the office', async () => {
    const paidBy = async (payment_id: string, full_name: string, more: object = {}) => {
      const item = { ...payment, payment_id, full_name, ...more };
      const [result] = (await send('intake.payments', [item])).results;
      const stored = await one<{ student_id: number | null }>(db)`
        select student_id from payments where payment_id = ${payment_id}
      `;
      return [result?.outcome, result?.notes[0]?.code ?? null, stored.student_id];
    };
    const waits = ['created', 'payment_of_another_name', null];
    const isOfAnu = ['created', null, school.anu];
    expect(await paidBy('name_1', 'Ishaan Rao')).toEqual(waits);
    expect(await paidBy('name_2', 'ANU')).toEqual(isOfAnu);
    expect(await paidBy('name_3', 'Anu Rao')).toEqual(isOfAnu);
    // Nothing of it is a name.
    expect(await paidBy('name_4', '---')).toEqual(isOfAnu);
    // Another address of the same Anu is not taken for the name.
    expect(await paidBy('name_5', 'Anu', { email_id: 'nobody@y.test' })).toEqual([
      'created',
      'student_unknown',
      null,
    ]);

    const { id: mother } = await one<{ id: number }>(db)`
      insert into people (main_role, first_name, last_name, email_id) values ('guardian', 'Ishaan', 'Rao', '') returning id
    `;
    await run(db)`insert into guardians (student_id, guardian_id) values (${school.anu}, ${mother})`;
    expect(await paidBy('name_6', 'Rao Ishaan')).toEqual(isOfAnu);
    // What waits is the student's as soon as their name comes for it.
    expect(await paidBy('name_1', 'Ishaan Rao', { status: 'refunded' })).toEqual([
      'updated',
      null,
      school.anu,
    ]);
    // A mother who is a student too may pay for herself or for the child.
    await run(db)`update people set main_role = 'student', email_id = 'anu@office.test' where id = ${mother}`;
    expect(await paidBy('name_7', 'Ishaan Rao')).toEqual(['created', 'several_students', null]);
    expect(await paidBy('name_8', 'Anu')).toEqual(isOfAnu);
    await run(db)`delete from guardians where guardian_id = ${mother}`;
    expect(await paidBy('name_9', 'Ishaan Rao')).toEqual(['created', null, mother]);
    await run(db)`delete from payments where student_id = ${mother}`;
    await run(db)`delete from people where id = ${mother}`;
  });

  test('of the office are refused to a key alike, for any input', async () => {
    const ofOffice = 'The office entered or changed this payment, so no key changes it';
    const entered = { ...payment, payment_id: 'pay_office' };
    const changed = { ...payment, payment_id: 'pay_changed' };
    await send('intake.payments', [changed]);
    const id = await portal.idOf('admin@office.test');
    await inTransaction(db, async (tx) => {
      await run(tx)`select set_config('gurukul.person', ${String(id)}, true)`;
      await run(tx)`update payments set amount = 1 where payment_id = 'pay_changed'`;
      await run(tx)`
        insert into payments (payment_id, course_id, full_name, email_id, amount, status, paid_at)
        values ('pay_office', ${school.gita}, 'Anu', 'anu@office.test', 1200.50, 'success', ${payment.paid_at})
      `;
    });
    const rows = () => many(db)`select * from payments where payment_id in ('pay_office', 'pay_changed')`;
    const before = await rows();
    const answer = await send('intake.payments', [
      entered,
      { ...changed, amount: '1' },
      { ...payment, payment_id: 'pay_new' },
    ]);
    expect(outcomes(answer)).toEqual(['rejected', 'rejected', 'created']);
    const other = await send('intake.payments', [{ ...entered, status: 'failed', amount: '1.00' }]);
    expect(problems(other)).toEqual([ofOffice]);
    expect(problems(answer).slice(0, 2)).toEqual([ofOffice, ofOffice]);
    expect(await rows()).toEqual(before);
  });

  describe('and their currency', () => {
    const priced = (course: number, ...prices: (readonly [string, string])[]) =>
      run(db)`
        insert into course_prices (course_id, country_code, country_name, currency_code, price_value)
        select ${course}, upper(left(name, 2)), name, code, 100
        from unnest(${prices.map(([name]) => name)}::text[], ${prices.map(([, code]) => code)}::text[])
          as p (name, code)
      `;
    const stored = async (payment_id: string) =>
      one(db)`select amount, currency, kind, campaign from payments where payment_id = ${payment_id}`;
    const fee = { kind: 'fee', campaign: '' };
    afterEach(async () => {
      await run(db)`delete from course_prices`;
      await run(db)`update people set region = default where id = ${school.anu}`;
    });

    test.each([
      [
        { amount: '100.5', currency: 'usd' },
        { amount: '100.50', currency: 'USD' },
      ],
      [
        { amount: '1250', currency: 'JPY' },
        { amount: '1250', currency: 'JPY' },
      ],
      [
        { amount: '1250.00', currency: 'JPY' },
        { amount: '1250', currency: 'JPY' },
      ],
      [
        { amount: '1.25', currency: 'KWD' },
        { amount: '1.250', currency: 'KWD' },
      ],
      [{ amount: '007.50' }, { amount: '7.50', currency: null }],
    ])('%j are stored as %j', async (more, expected) => {
      const payment_id = `money_${JSON.stringify(more)}`;
      expect(outcomes(await send('intake.payments', [{ ...payment, ...more, payment_id }]))).toEqual([
        'created',
      ]);
      expect(await stored(payment_id)).toEqual({ ...expected, ...fee });
      expect(outcomes(await send('intake.payments', [{ ...payment, ...more, payment_id }]))).toEqual([
        'unchanged',
      ]);
    });

    test.each([
      [{ amount: '100.50', currency: 'JPY' }, 'amount_decimals_of'],
      [{ amount: '1.2505', currency: 'KWD' }, null],
      [{ amount: '1.200', currency: 'INR' }, 'amount_decimals'],
      [{ amount: '1.000', currency: 'JPY' }, 'amount_decimals_of'],
      [{ amount: '1.234', currency: 'INR' }, 'amount_decimals'],
      [{ amount: '1.234' }, 'amount_decimals'],
      [{ amount: '10', campaign: 'Roof' }, 'campaign_of_fee'],
    ])('%j: %s', async (more, code) => {
      const items = [{ ...payment, payment_id: `odd_${JSON.stringify(more)}`, ...more }];
      const { status, body } = await call('intake.payments', { items }, as(key));
      if (code === null) expect(status).toBe(400);
      else expect(body.data.results[0]).toMatchObject({ outcome: 'rejected', notes: [{ code }] });
    });

    test('is that of the course’s prices, else that of the price for the student’s region, else none', async () => {
      const old = async (payment_id: string) => {
        await send('intake.payments', [{ ...payment, payment_id }]);
        return (
          await one<{ currency: string | null }>(db)`
            select currency from payments where payment_id = ${payment_id}
          `
        ).currency;
      };
      expect(await old('usual_1')).toBeNull();
      await priced(school.gita, ['India', 'INR'], ['Nepal', 'INR']);
      expect(await old('usual_2')).toBe('INR');
      await priced(school.gita, ['Canada', 'CAD']);
      expect(await old('usual_3')).toBeNull();
      await run(db)`update people set region = 'Canada' where id = ${school.anu}`;
      expect(await old('usual_4')).toBe('CAD');
      // What is known stays, what was open is decided.
      expect(await old('usual_2')).toBe('INR');
      expect(await old('usual_1')).toBe('CAD');
    });

    test('is corrected by the key that sent them, and never by silence', async () => {
      const sent = { ...payment, payment_id: 'fixed', currency: 'USD' };
      await send('intake.payments', [sent]);
      const { currency: _, ...silent } = sent;
      expect(outcomes(await send('intake.payments', [silent]))).toEqual(['unchanged']);
      expect(outcomes(await send('intake.payments', [{ ...sent, currency: 'CAD' }]))).toEqual(['updated']);
      expect(await stored('fixed')).toMatchObject({ currency: 'CAD' });
    });

    test('and donations need no course, have a campaign, and stay what they are', async () => {
      const {
        course_name: _,
        course_id: __,
        ...gift
      } = {
        course_id: undefined,
        ...payment,
        payment_id: 'gift_1',
        email_id: 'donor@example.org',
        full_name: 'Donor',
        currency: 'INR',
      };
      expect(problems(await send('intake.payments', [gift]))).toEqual(['The course is missing']);
      const donation = { ...gift, kind: 'donation', campaign: 'Roof' };
      const answer = await send('intake.payments', [donation]);
      expect([outcomes(answer), problems(answer)]).toEqual([['created'], [null]]);
      expect(
        await one(db)`select course_id, student_id, kind, campaign from payments where payment_id = 'gift_1'`,
      ).toEqual({
        course_id: null,
        student_id: null,
        kind: 'donation',
        campaign: 'Roof',
      });
      expect(outcomes(await send('intake.payments', [{ ...gift, status: 'refunded' }]))).toEqual(['updated']);
      expect(await stored('gift_1')).toMatchObject({ kind: 'donation', campaign: 'Roof' });
      const named = await send('intake.payments', [
        { ...donation, payment_id: 'gift_2', course_name: 'Gita' },
      ]);
      expect(outcomes(named)).toEqual(['created']);
      expect(
        outcomes(
          await send('intake.payments', [{ ...donation, payment_id: 'gift_3', course_name: 'Nowhere' }]),
        ),
      ).toEqual(['rejected']);
    });
  });

  describe('that go back', () => {
    const paid = { ...payment, amount: '100.00', currency: 'INR' };
    const refund = {
      refund_id: 'rfnd_1',
      payment_id: 'back_1',
      amount: '40',
      refunded_at: '2026-11-03T10:00:00Z',
      reason: 'Left the course',
    };
    const codes = (answer: { results: { outcome: string; notes: { code: string }[] }[] }) =>
      answer.results.map(({ outcome, notes }) => notes[0]?.code ?? outcome);
    const back = async (...some: object[]) =>
      codes(
        await send(
          'intake.refunds',
          some.map((each) => ({ ...refund, ...each })),
        ),
      );
    const stored = () =>
      many(db)`
        select r.refund_id, r.kind, r.amount, r.reversed_at is not null as reversed, r.recorded_by
        from refunds r order by r.refund_id
      `;
    beforeEach(async () => {
      await run(db)`delete from refunds`;
      await run(db)`delete from payments where payment_id like 'back%'`;
      await send('intake.payments', [
        { ...paid, payment_id: 'back_1' },
        { ...paid, payment_id: 'back_yen', amount: '100', currency: 'JPY' },
        { ...paid, payment_id: 'back_none', currency: undefined },
      ]);
    });

    test('are stored once, and change by their number', async () => {
      expect(await back({}, {})).toEqual(['created', 'item_repeated']);
      expect(await back({})).toEqual(['unchanged']);
      expect(await back({ reason: undefined })).toEqual(['unchanged']);
      expect(await back({ kind: 'dispute', amount: '50.00' })).toEqual(['updated']);
      expect(await back({ kind: 'dispute', amount: '50', state: 'reversed' })).toEqual(['updated']);
      expect(await stored()).toEqual([
        { refund_id: 'rfnd_1', kind: 'dispute', amount: '50.00', reversed: true, recorded_by: null },
      ]);
      expect(await back({ kind: 'dispute', amount: '50', state: 'done' })).toEqual(['updated']);
      expect(await one(db)`select reason, reversed_at from refunds`).toEqual({
        reason: 'Left the course',
        reversed_at: null,
      });
    });

    test('are told to the payer while they are news, and corrected when they did not arrive', async () => {
      const mails = async () => {
        return (await deliveredMails(portal))
          .map(({ subject }) => subject)
          .filter((subject) => subject.includes('back to you'));
      };
      await run(db)`delete from mails`;
      await proveAllMailboxes(db);
      const today = { refunded_at: new Date().toISOString() };
      await back({ ...today }, { refund_id: 'rfnd_old', amount: '10', refunded_at: '2026-01-03T10:00:00Z' });
      expect(await mails()).toEqual(['₹40.00 went back to you']);
      await back({ ...today, state: 'reversed' });
      expect((await mails()).slice(1)).toEqual(['₹40.00 did not go back to you']);
    });

    test('are never more than the payment, and a reversed one does not count', async () => {
      expect(await back({ amount: '100.01' })).toEqual(['refund_too_large']);
      expect(
        await back({ amount: '60' }, { refund_id: 'b', amount: '40.01' }, { refund_id: 'c', amount: '40' }),
      ).toEqual(['created', 'refund_too_large', 'created']);
      expect(await back({ amount: '61' })).toEqual(['refund_too_large']);
      expect(await back({ amount: '60', state: 'reversed' }, { refund_id: 'b', amount: '60' })).toEqual([
        'updated',
        'created',
      ]);
      expect(await back({ amount: '60' })).toEqual(['refund_too_large']);
      expect(await one(db)`select sum(amount) as sum from refunds where reversed_at is null`).toEqual({
        sum: '100.00',
      });
    });

    test('sent at once never add up to more than the payment', async () => {
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, n) => back({ refund_id: `rush_${n}`, amount: '30' })),
      );
      expect(all.flat().filter((code) => code === 'created')).toHaveLength(3);
      expect(all.flat().filter((code) => code === 'refund_too_large')).toHaveLength(5);
    });

    test.each([
      [{ payment_id: 'nowhere' }, 'no_such_payment'],
      [{ amount: '0' }, 'refund_zero'],
      [{ currency: 'USD' }, 'refund_in_other_currency'],
      [{ payment_id: 'back_yen', amount: '1.5' }, 'amount_decimals_of'],
      [{ amount: '1.234' }, 'amount_decimals'],
      [{ payment_id: 'back_none', currency: 'KWD', amount: '1.250' }, 'created'],
      [{ payment_id: 'back_none', amount: '1.250' }, 'amount_decimals'],
    ])('with %j: %s', async (more, code) => {
      expect(await back(more)).toEqual([code]);
    });

    test.each([
      { amount: '-1' },
      { kind: 'gift' },
      { state: 'perhaps' },
      { refund_id: '' },
      { refunded_at: 'today' },
    ])('with %j are refused as a whole', async (wrong) => {
      expect((await call('intake.refunds', { items: [{ ...refund, ...wrong }] }, as(key))).status).toBe(400);
    });

    test('of the office are the office’s, and a number belongs to one payment', async () => {
      await back({});
      expect(await back({ payment_id: 'back_yen' })).toEqual(['refund_of_other_payment']);
      const id = await portal.idOf('admin@office.test');
      await run(db)`update refunds set recorded_by = ${id}`;
      expect(await back({ amount: '1' })).toEqual(['payment_of_office']);
      await run(db)`update refunds set recorded_by = null`;
      expect(await back({ amount: '1' })).toEqual(['updated']);
      await inTransaction(db, async (tx) => {
        await run(tx)`select set_config('gurukul.person', ${String(id)}, true)`;
        await run(tx)`update refunds set reversed_at = now()`;
      });
      expect(await back({ amount: '1', state: 'done' })).toEqual(['payment_of_office']);
      await inTransaction(db, async (tx) => {
        await run(tx)`select set_config('gurukul.person', ${String(id)}, true)`;
        await run(tx)`update payments set amount = 90 where payment_id = 'back_1'`;
      });
      expect(await back({ refund_id: 'b', amount: '1' })).toEqual(['payment_of_office']);
    });
  });

  test('without a phone number leave the known one', async () => {
    const known = { ...payment, payment_id: 'pay_3', phone_number: '+91 98480 22338' };
    await send('intake.payments', [known]);
    expect(outcomes(await send('intake.payments', [{ ...payment, payment_id: 'pay_3' }]))).toEqual([
      'unchanged',
    ]);
    const { phone_number } = await one<{ phone_number: string }>(db)`
      select phone_number from payments where payment_id = 'pay_3'
    `;
    expect(phone_number).toBe('+91 98480 22338');
  });

  test('lose the marks that would reverse the reading order of their payer’s name', async () => {
    const odd = { ...payment, payment_id: 'pay_4', full_name: '\u202eunA\u0085 \u2066Rao' };
    expect(outcomes(await send('intake.payments', [odd]))).toEqual(['created']);
    expect(await one(db)`select full_name from payments where payment_id = 'pay_4'`).toEqual({
      full_name: 'unA Rao',
    });
  });

  test('sent many times at once, in either order, are stored once and never refused', async () => {
    const items = Array.from({ length: 60 }, (_, at) => ({ ...payment, payment_id: `rush_${at}` }));
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send('intake.payments', at % 2 ? items : items.toReversed())),
    );
    const all = sent.flatMap(outcomes);
    expect(Object.groupBy(all, (outcome) => outcome).created?.length).toBe(60);
    expect(Object.groupBy(all, (outcome) => outcome).unchanged?.length).toBe(540);
    expect(sent.flatMap(({ results }) => results).filter(({ id }) => id === null)).toEqual([]);
  });

  test.each([
    ['a float of too many decimals', { amount: '1.2345' }],
    ['a currency that is none', { currency: 'gold' }],
    ['13 digits', { amount: '1234567890123' }],
    ['a negative amount', { amount: '-1' }],
    ['a moment without a zone', { paid_at: '2026-11-01 10:00' }],
    ['no id', { payment_id: '' }],
    ['a year of five figures in UTC', { paid_at: '9999-12-31T23:59:59-14:00' }],
    ['a year before Christ in UTC', { paid_at: '0001-01-01T00:00:00+14:00' }],
  ])('with %s are refused as a whole', async (_, change) => {
    const items = [
      { ...payment, payment_id: 'pay_ok' },
      { ...payment, payment_id: 'pay_bad', ...change },
    ];
    expect((await call('intake.payments', { items }, as(key))).status).toBe(400);
    expect(await many(db)`select id from payments where payment_id = 'pay_ok'`).toEqual([]);
  });
});

describe('tickets', () => {
  const ticket = {
    payment_id: 'tick_1',
    name: 'Bala',
    email: 'bala@site.test',
    course_type: 'Festival',
    registration_code: 'F-1',
    adult: 2,
    child: 1,
    amount: '300',
    status: 'success',
    paid_at: '2026-11-02T10:00:00Z',
  };
  test('are added once, and updated', async () => {
    expect(outcomes(await send('intake.tickets', [ticket, { ...ticket, adult: 9 }]))).toEqual([
      'created',
      'rejected',
    ]);
    expect(outcomes(await send('intake.tickets', [{ ...ticket, adult: 3 }]))).toEqual(['updated']);
    expect(outcomes(await send('intake.tickets', [{ ...ticket, adult: 3 }]))).toEqual(['unchanged']);
    expect(await many(db)`select adult, child, amount from ticket_payments`).toEqual([
      { adult: 3, child: 1, amount: '300.00' },
    ]);
  });

  test('have their currency, else that of the courses of their type, else none', async () => {
    const sold = async (payment_id: string, more: object = {}) => {
      const { results } = await send('intake.tickets', [{ ...ticket, payment_id, ...more }]);
      const stored = await many(db)`
        select amount, currency from ticket_payments where payment_id = ${payment_id}
      `;
      return [results[0]!.notes[0]?.code ?? results[0]!.outcome, ...stored];
    };
    const inr = { amount: '300.00', currency: 'INR' };
    expect(await sold('money_1')).toEqual(['created', { amount: '300.00', currency: null }]);
    expect(await sold('money_2', { currency: 'jpy' })).toEqual([
      'created',
      { amount: '300', currency: 'JPY' },
    ]);
    expect(await sold('money_3', { currency: 'JPY', amount: '100.50' })).toEqual(['amount_decimals_of']);
    expect(await sold('money_2', { amount: '100.50' })).toEqual([
      'amount_decimals_of',
      { amount: '300', currency: 'JPY' },
    ]);
    await run(db)`
      with type as (insert into course_types (type) values ('Festival') returning id),
      priced as (
        insert into course_prices (course_id, country_code, country_name, currency_code, price_value)
        values (${school.gita}, 'IN', 'India', 'INR', 100)
      )
      update courses set type_id = (select id from type) where id = ${school.gita}
    `;
    expect(await sold('money_4')).toEqual(['created', inr]);
    expect(await sold('money_1')).toEqual(['updated', inr]);
    expect(await sold('money_2')).toEqual(['unchanged', { amount: '300', currency: 'JPY' }]);
    await run(db)`delete from course_prices`;
  });

  test('sent many times at once, in either order, are stored once and never refused', async () => {
    const items = Array.from({ length: 400 }, (_, at) => ({ ...ticket, payment_id: `rush_${at}` }));
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send('intake.tickets', at % 2 ? items : items.toReversed())),
    );
    const all = Object.groupBy(sent.flatMap(outcomes), (outcome) => outcome);
    expect([all.created?.length, all.unchanged?.length]).toEqual([400, 3600]);
  });
});

describe('registrations', () => {
  test('need a known student and an open event', async () => {
    const email_id = 'ANU@office.test';
    const answer = await send('intake.registrations', [
      { event_id: school.open, email_id },
      { event_id: school.open, email_id: 'nobody@site.test' },
      { event_id: school.open, email_id: 'own@office.test' },
      { event_id: school.closed, email_id },
      { event_id: school.canceled, email_id },
      { event_id: 999_999, email_id },
    ]);
    expect(problems(answer)).toEqual([
      null,
      'No student has this email address',
      'No student has this email address',
      'Registration for this event is closed',
      'This event is canceled',
      'There is no such event',
    ]);
    expect(outcomes(await send('intake.registrations', [{ event_id: school.open, email_id }]))).toEqual([
      'unchanged',
    ]);
    expect(await many(db)`select event_id, student_id from event_registrations`).toEqual([
      { event_id: school.open, student_id: school.anu },
    ]);
  });
});

test('a student whose class is full joins the course and waits', async () => {
  const teacher = await add.person('Strict', 'teacher');
  await add.associate(school.gita, teacher, 1);
  await add.assign(school.gita, await add.slot(school.gita, school.evening), teacher);
  const item = { email_id: 'late@site.test', first_name: 'Late', course_name: 'Gita', class_name: 'Evening' };
  const { results } = await send('intake.students', [item]);
  expect(results.map(({ outcome, notes }) => [outcome, notes[0]?.code])).toEqual([
    ['created', 'class_full_waits'],
  ]);
  expect(
    await many(db)`select class_id, waits_for_class_id from enrolments where student_id = ${results[0]!.id}`,
  ).toEqual([{ class_id: null, waits_for_class_id: school.evening }]);
  expect((await send('intake.students', [item])).results[0]?.outcome).toBe('unchanged');
  await run(db)`update course_teachers set strength = 0 where teacher_id = ${teacher}`;
});

describe('an address of several', () => {
  const email_id = 'both@site.test';
  let one = 0;
  let two = 0;
  beforeAll(async () => {
    const answer = await send('intake.students', [
      { email_id, first_name: 'Nila', last_name: 'Das', course_name: 'Gita', person_ref: 'n-1' },
      { email_id, first_name: 'Omkar', last_name: 'Das', course_name: 'Gita', person_ref: 'n-2' },
    ]);
    [one, two] = answer.results.map(({ id }) => id!) as [number, number];
  });
  const codes = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.results.map(({ outcome, notes }) => [outcome, notes[0]?.code ?? null]);

  test('registers the one whom the site’s number names, and nobody without it', async () => {
    const item = { event_id: school.open, email_id };
    const answer = await send('intake.registrations', [
      item,
      { ...item, person_ref: 'n-1' },
      { ...item, person_ref: 'n-2' },
      { ...item, person_ref: 'n-3' },
    ]);
    expect(codes(answer)).toEqual([
      ['rejected', 'several_students'],
      ['created', null],
      ['created', null],
      ['rejected', 'person_ref_unknown'],
    ]);
    const joined = await many(db)`
      select student_id from event_registrations where student_id in (${one}, ${two}) order by student_id
    `;
    expect(joined).toEqual([{ student_id: one }, { student_id: two }]);
    expect(JSON.stringify(answer)).not.toMatch(/Nila|Omkar/u);
  });

  test('pays for the one whose name or number comes with it; other money waits for the office', async () => {
    const item = {
      course_name: 'Gita',
      email_id,
      amount: '10',
      status: 'success',
      paid_at: '2026-11-01T10:00:00Z',
    };
    const rows = [
      { ...item, payment_id: 'both_1', full_name: 'Das Omkar' },
      { ...item, payment_id: 'both_2', full_name: 'Mother', person_ref: 'n-1' },
      { ...item, payment_id: 'both_3', full_name: 'Mother' },
    ];
    expect(codes(await send('intake.payments', rows))).toEqual([
      ['created', null],
      ['created', null],
      ['created', 'several_students'],
    ]);
    const stored = () =>
      many(db)`select payment_id, student_id from payments where payment_id like 'both%' order by payment_id`;
    expect(await stored()).toEqual([
      { payment_id: 'both_1', student_id: two },
      { payment_id: 'both_2', student_id: one },
      { payment_id: 'both_3', student_id: null },
    ]);
    // The same payment again with the number names its student.
    await send('intake.payments', [{ ...rows[2]!, person_ref: 'n-2' }]);
    expect(await stored()).toContainEqual({ payment_id: 'both_3', student_id: two });
  });
});

describe('homework', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

  async function uploaded(by: string): Promise<string> {
    const { body } = await call('intake.begin_file', { name: 'week 1.pdf', size: pdf.length }, as(by));
    const target = new URL(body.upload.url, config.appUrl);
    const sent = await app.inject({
      method: 'PUT',
      url: target.pathname + target.search,
      headers: { 'content-type': 'application/pdf' },
      payload: pdf,
    });
    expect(sent.statusCode).toBe(204);
    return body.file_id;
  }

  async function finished(by = key): Promise<string> {
    const file_id = await uploaded(by);
    expect((await call('intake.finish_file', { file_id }, as(by))).status).toBe(200);
    return file_id;
  }

  test('is uploaded in three steps and handed in once', async () => {
    const file_id = await finished();
    const item = { file_id, email_id: 'anu@office.test', course_name: 'Gita', week_name: 'Week 1' };
    const first = await send('intake.homework', [item]);
    expect(outcomes(first)).toEqual(['created']);
    const again = await send('intake.homework', [item]);
    expect([outcomes(again), again.results[0]?.id]).toEqual([['unchanged'], first.results[0]?.id]);
    const rows = await many(db)`
      select student_id, class_id, status, home_work like '/files/%.pdf' as has_file from homework
    `;
    expect(rows).toEqual([
      { student_id: school.anu, class_id: school.evening, status: 'pending', has_file: true },
    ]);
  });

  test('of an unfinished file, another key, or a student without a class is rejected', async () => {
    const item = { email_id: 'anu@office.test', course_name: 'Gita', week_name: 'Week 1' };
    const answer = await send('intake.homework', [
      { ...item, file_id: await uploaded(key) },
      { ...item, file_id: await finished(otherKey) },
      { ...item, file_id: await finished(), course_name: 'Veda' },
      { ...item, file_id: await finished(), topic_id: 999_999 },
      { ...item, file_id: await finished(), email_id: 'both@site.test' },
      { ...item, file_id: await finished(), email_id: 'both@site.test', person_ref: 'n-2' },
    ]);
    expect(problems(answer)).toEqual([
      'This file was not uploaded and finished with this key',
      'This file was not uploaded and finished with this key',
      'No student in a class of this course has this email address',
      'This course has no such topic',
      'Several students have this email: send person_ref to say which one',
      // No class.
      'No student in a class of this course has this email address',
    ]);
  });
});

describe('sending again', () => {
  const item = (id: string) => ({
    payment_id: id,
    course_name: 'Gita',
    full_name: 'Anu',
    email_id: 'anu@office.test',
    amount: '10',
    status: 'success',
    paid_at: '2026-11-01T10:00:00Z',
  });

  test('with the same Idempotency-Key gets the same answer, each intake key for itself', async () => {
    const named = { 'idempotency-key': 'order-1' };
    const first = await send('intake.payments', [item('again_1')], named);
    const repeat = await call('intake.payments', { items: [item('again_1')] }, as(key, named));
    expect(repeat.headers['idempotency-replayed']).toBe('true');
    expect(repeat.body.data.results).toEqual(first.results);
    expect((await call('intake.payments', { items: [item('other')] }, as(key, named))).status).toBe(422);
    const elsewhere = await call('intake.payments', { items: [item('again_1')] }, as(otherKey, named));
    expect(elsewhere.body.data.counts).toMatchObject({ unchanged: 1 });
  });

  test('leaves its author in the trail', async () => {
    const trail = await many<{ name: string; call: string; person_id: number | null }>(db)`
      select distinct k.name, a.call, a.person_id
      from audit_entries a join intake_keys k on k.id = a.intake_key_id
      where a.table_name = 'payments'
    `;
    expect(trail).toEqual([{ name: 'Public site', call: 'intake.payments', person_id: null }]);
  });
});
