import type { Change } from '@gurukul/contract/audit';
import { changesPage } from '@gurukul/contract/audit';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { one, run } from '#server/test/rows.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';
import { addEnrolment, admin, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const app = await testApp({ database: 'empty' });
const { call, callChecked, db } = app;
const { draft, gita, veda, staff, students } = await foundSchool(db);
const add = office(db);

const owner = new pg.Client(app.database.owner);
await owner.connect();
afterAll(() => owner.end());

let count = 0;
let student: number;
let name: string;
beforeEach(async () => {
  name = `Pupil${'abcdefghijklmnopqrstuvwxyz'[(count += 1)]}`;
  student = await add.person(name, 'student');
  await addEnrolment(db, { student, course: gita.id, class: gita.morning });
});

const timeline = (input: object, as: string) => call('audit.get_timeline', input, { as });
const read = async (input: object, as: string) => {
  const { status, body } = await timeline(input, as);
  expect(status).toBe(200);
  return z.parse(changesPage, body);
};
const bin = async (input: object, as: string) => {
  const { status, body } = await call('audit.get_bin', input, { as });
  expect(status).toBe(200);
  return z.parse(changesPage, body);
};
const setStatus = async (payment_status: string, course_id = gita.id, as = admin) => {
  const { headers } = await call(
    'students.update_payment_status',
    { user_id: student, course_id, payment_status },
    { as },
  );
  return Number(headers['change-id']);
};
const setRegion = (region: string, as = admin) =>
  call('students.update_region', { user_id: student, region, course_id: '' }, { as });
const callsOf = (page: { data: readonly Change[] }) => page.data.map(({ call: made }) => made);
const lines = ({ fields }: Change) =>
  fields.map(({ table, name: row, field, before, after }) => [table, row, field, before, after]);

describe('who may look', () => {
  test('rows out of reach read like missing ones', async () => {
    for (const [foreign, missing] of [
      [{ course_id: veda.id }, { course_id: 999_999 }],
      [{ class_id: veda.morning }, { class_id: 999_999 }],
      [{ person_id: students.esha }, { person_id: 999_999 }],
      [{ person_id: staff.admin }, { person_id: 999_999 }],
      [
        { person_id: students.gone, side: 'by' },
        { person_id: 999_999, side: 'by' },
      ],
    ] as const) {
      const answer = await timeline(foreign, own);
      expect(answer.status).toBe(404);
      expect(refusal(answer)).toEqual(refusal(await timeline(missing, own)));
      expect(refusal(await timeline(missing, admin))).toEqual(refusal(answer));
    }
    expect((await timeline({ person_id: students.gone }, admin)).status).toBe(200);
  });

  test.each([
    {},
    { person_id: 1, course_id: 1 },
    { class_id: 1, course_id: 1 },
    { person_id: 'x' },
    { course_id: 1, side: 'both' },
    { course_id: 1, before: -1 },
  ])('the input is checked: %o', async (input) => expect((await timeline(input, admin)).status).toBe(400));
});

describe('the timeline shows', () => {
  test('the class of rows that name it by a weekly time, or not at all', async () => {
    const helper = await add.person(`${name}x`, 'teacher');
    await add.associate(gita.id, helper);
    const { id, slot_id } = await one<{ id: number; slot_id: number }>(db)`
      select t.id, t.slot_id from slot_teachers t join class_slots s on s.id = t.slot_id
      where s.class_id = ${gita.morning} and t.ended_at is null order by t.id limit 1
    `;
    const input = { course_id: gita.id, class_id: slot_id, assigned_id: id, user_id: helper };
    await call('assignments.replace_teacher_to_class', input, { as: own });
    const { class_day } = await one<{ class_day: string }>(db)`
      select class_day from class_slots where id = ${slot_id}
    `;
    const changed = { course_id: gita.id, id: slot_id, class_name: 'Morning', class_day, time: '05:00 AM' };
    await call('classes.update_class', { ...changed, time_zone: 'IST' }, { as: own });
    const { data } = await read({ course_id: gita.id }, admin);
    const morning = { thing: 'class', id: String(gita.morning), name: 'Morning' };
    expect(data[0]).toMatchObject({ call: 'classes.update_class' });
    expect(data[1]).toMatchObject({ call: 'assignments.replace_teacher_to_class' });
    for (const change of data.slice(0, 2)) expect(change.about).toContainEqual(morning);
  });

  test('who, by what, when, before and after, by name, newest first', async () => {
    const klass = { course_id: gita.id, class_id: gita.evening };
    await setStatus('Sponsored');
    await call(
      'students.update_course_to_student',
      { email_id: `${name}@office.test`, user_id: student, ...klass },
      { as: own },
    );
    const { data, next } = await read({ person_id: student }, admin);
    expect(next).toBeNull();
    expect(callsOf({ data })).toEqual([
      'students.update_course_to_student',
      'students.update_payment_status',
      // laid down beside the calls
      null,
      null,
    ]);
    const [moved, paid, enrolled, made] = data;
    expect(paid).toMatchObject({
      by: { user_id: staff.admin, fullname: 'Admin' },
      by_key: null,
      from: '127.0.0.1',
      row_count: 1,
      undone: null,
      about: [
        { thing: 'student', id: String(student), name },
        { thing: 'course', id: String(gita.id), name: 'Gita' },
      ],
    });
    expect(lines(paid!)).toEqual([['enrolments', name, 'payment_status', null, 'Sponsored']]);
    expect(lines(moved!)).toEqual(
      expect.arrayContaining([
        ['enrolments', name, 'ended_on', null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
        ['enrolments', name, 'class_id', null, 'Evening'],
        ['enrolments', name, 'course_id', null, 'Gita'],
      ]),
    );
    expect(enrolled?.by).toBeNull();
    expect(lines(made!)).toContainEqual(['people', name, 'first_name', null, name]);
    expect(Date.parse(paid!.undo.until!) - Date.parse(paid!.at)).toBe(30 * 86_400_000);
    expect(made?.undo).toEqual({ can: false, why: 'not_undoable', until: null });
  });

  test('of a course: everything below it', async () => {
    const weekly = {
      class_name: `Of ${name}`,
      class_day: 'sunday',
      time: '05:00',
      time_zone: 'IST',
      duration: 60,
    };
    await call('classes.create_class', { course_id: draft.id, ...weekly }, { as: own });
    const { data } = await read({ course_id: draft.id }, own);
    expect(callsOf({ data })).toContain('classes.create_class');
    const [made] = data;
    expect(made?.about.map(({ thing, name: called }) => [thing, called])).toEqual([
      ['class', `Of ${name}`],
      ['course', 'Upanishads'],
    ]);
    expect(lines(made!)).toContainEqual([
      'class_slots',
      `Of ${name}, Sunday 05:00`,
      'class_day',
      null,
      'sunday',
    ]);
    const foreign = await read({ course_id: gita.id }, own);
    expect(callsOf(foreign)).not.toContain('classes.create_class');
  });

  test('a person’s own actions', async () => {
    await setRegion('India', own);
    await setRegion('USA');
    const { data } = await read({ person_id: staff.own, side: 'by' }, admin);
    expect(data.every(({ by }) => by?.user_id === staff.own)).toBe(true);
    expect(lines(data[0]!)).toEqual([['people', name, 'region', null, 'India']]);
    expect(callsOf(await read({ person_id: staff.own, side: 'by' }, own))[0]).toBe('students.update_region');
  });

  test('page by page, each change once', async () => {
    for (let n = 0; n < 24; n += 1) await setStatus(n % 2 === 0 ? 'Failed' : 'Successful');
    const first = await read({ person_id: student }, own);
    expect(first.data).toHaveLength(20);
    expect(first.next).toBe(first.data.at(-1)?.change_id);
    const second = await read({ person_id: student, before: first.next }, own);
    // Two changes of the test's own making come before them.
    expect([second.data.length, second.next]).toEqual([6, null]);
    const ids = [...first.data, ...second.data].map(({ change_id }) => change_id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });

  test('of a machine, the name of its key', async () => {
    const made = await call(
      'intake.create_key',
      { name: `Site ${name}`, scopes: ['students'], password: demoPassword },
      { as: admin },
    );
    const { key } = made.body.data;
    const items = [
      { first_name: 'Hema', last_name: '', email_id: `hema-${name}@office.test`, course_id: gita.id },
    ];
    const sent = await call('intake.students', { items }, { headers: { authorization: `Bearer ${key}` } });
    expect(sent.status).toBe(200);
    const { data } = await read({ course_id: gita.id }, admin);
    expect(data[0]).toMatchObject({ call: 'intake.students', by: null, by_key: `Site ${name}` });
  });

  test('no secret', async () => {
    await call(
      'intake.create_key',
      { name: 'Secret', scopes: ['students'], password: demoPassword },
      { as: admin },
    );
    await call('accounts.invite', { email_id: 'new@office.test', role: 'teacher' }, { as: admin });
    await run(db)`update people set password_hash = 'scrypt$secret' where id = ${student}`;
    const page = await read({ person_id: staff.admin, side: 'by' }, admin);
    expect(callsOf(page).slice(0, 2)).toEqual(['accounts.invite', 'intake.create_key']);
    const text = JSON.stringify([page, await read({ person_id: student }, admin)]);
    expect(text).toContain('"password_changed"');
    expect(text).not.toMatch(/hash|scrypt|starts_with|sealed|content_hash/);
  });

  test('of an upload of many, only the rows of that person', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({
      row: i + 2,
      first_name: `Up${String.fromCodePoint(97 + (i % 26), 97 + Math.floor(i / 26))}`,
      last_name: 'Load',
      email_id: `up${i}@office.test`,
      phone_number: `+9198765${10_000 + i}`,
      course_name: 'Gita',
      class_name: 'Evening',
    }));
    const made = await callChecked(
      'studentImport.students',
      { file_name: 'many.xlsx', rows, confirm: true },
      { as: admin },
    );
    expect(made.body.data).toMatchObject({ created: 40 });
    const last = await one<{ id: number }>(db)`select id from people where email_id = 'up39@office.test'`;
    const [uploaded] = (await read({ person_id: last.id }, admin)).data;
    expect(uploaded?.row_count).toBe(81);
    expect(uploaded?.about[0]).toEqual({ thing: 'student', id: String(last.id), name: 'Upnb Load' });
    expect(uploaded?.about).toContainEqual(expect.objectContaining({ thing: 'import', name: 'many.xlsx' }));
    expect(lines(uploaded!).slice(0, 3)).toContainEqual([
      'people',
      'Upnb Load',
      'email_id',
      null,
      'up39@office.test',
    ]);
    const [ofCourse] = (await read({ course_id: gita.id }, admin)).data;
    expect(ofCourse?.about[0]).toMatchObject({ thing: 'import' });
  });

  test('long texts cut, and the beginning of big changes', async () => {
    await run(db)`update courses set note = ${'long '.repeat(400)} where id = ${draft.id}`;
    const { data } = await read({ course_id: draft.id }, own);
    const note = data[0]?.fields.find(({ field }) => field === 'note');
    expect(note?.after).toHaveLength(200);
    await run(db)`
      insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
      select ${draft.id}, 'Land ' || n, 'L' || n, 'INR', n from generate_series(1, 60) n
    `;
    const [many] = (await read({ course_id: draft.id }, own)).data;
    expect([many?.row_count, many?.fields.length]).toEqual([60, 50]);
  });
});

describe('the timeline of a class', () => {
  test('has its week, its teachers, its students and its rolls, and nothing of other classes', async () => {
    const roll = (classId: number, who: number) =>
      call(
        'attendance.update_students_attendance',
        {
          course_id: gita.id,
          class_id: classId,
          attendance_date: '2026-01-05',
          students: [
            { student_id: who, attendance_status: 'present', student_attendance_id: '', attendance_id: '' },
          ],
        },
        { as: own },
      );
    const classId = await add.class(gita.id, `Noon ${name}`);
    const later = await add.person(`${name}later`, 'student');
    await call(
      'students.update_course_to_student',
      { email_id: `${name}@office.test`, user_id: student, course_id: gita.id, class_id: classId },
      { as: own },
    );
    await run(db)`update enrolments set started_on = '2026-01-01' where class_id = ${classId}`;
    await call(
      'classes.create_class',
      {
        course_id: gita.id,
        class_name: `Noon ${name}`,
        class_day: 'sunday',
        time: '12:00',
        time_zone: 'IST',
        teacher_id: staff.teach,
      },
      { as: own },
    );
    expect((await roll(classId, student)).status).toBe(200);
    await roll(gita.morning, students.anu);
    await addEnrolment(db, { student: later, course: gita.id, class: gita.evening });
    const page = await read({ class_id: classId }, own);
    expect(callsOf(page).filter((made) => made !== null)).toEqual([
      'attendance.update_students_attendance',
      'classes.create_class',
      'students.update_course_to_student',
    ]);
    expect(page.next).toBeNull();
    expect(JSON.stringify(page.data)).not.toContain('Anu');
  });
});

describe('a course admin', () => {
  test("reads of a person the entries of their own courses, and the person's row; never the network address", async () => {
    await addEnrolment(db, { student, course: veda.id, class: veda.morning });
    await setStatus('Failed', veda.id);
    await setStatus('Successful', gita.id);
    await setRegion('India');
    const mine = await read({ person_id: student }, own);
    expect(mine.data.map((change) => lines(change).map(([, , field]) => field)).slice(0, 2)).toEqual([
      ['region'],
      ['payment_status'],
    ]);
    expect(JSON.stringify(mine)).not.toContain('Veda');
    expect(mine.data.every(({ from }) => from === null)).toBe(true);
    const theirs = await read({ person_id: student }, other);
    expect(lines(theirs.data[1]!)).toEqual([['enrolments', name, 'payment_status', null, 'Failed']]);
    expect(JSON.stringify(theirs)).not.toContain('Gita');
  });

  test('reads of a teacher what the page of a teacher shows, not their address', async () => {
    await call(
      'accounts.update_profile',
      {
        first_name: 'Teach',
        last_name: 'Er',
        gender: 'female',
        phone_number: '9876543210',
        description: '<p>Chants</p>',
        city: 'Chennai',
        state: 'Tamil Nadu',
        region: 'India',
        dob: '1980-01-02',
        address: '1 Hidden Lane',
        pincode: '600042',
      },
      { as: teach },
    );
    const fields = async (as: string) =>
      (await read({ person_id: staff.teach }, as)).data[0]!.fields.map(({ field }) => field);
    expect(await fields(admin)).toEqual(expect.arrayContaining(['city', 'address', 'pincode']));
    expect(await fields(own)).toContain('city');
    expect(JSON.stringify(await read({ person_id: staff.teach }, own))).not.toMatch(/Hidden Lane|600042/);
  });

  test('reads only their part of one change, and may not undo the whole', async () => {
    await call(
      'students.update_course_to_student',
      { email_id: `${name}@office.test`, user_id: student, course_id: veda.id, class_id: veda.morning },
      { as: admin },
    );
    const [left] = (await read({ course_id: gita.id }, own)).data;
    expect([left?.row_count, left?.undo]).toEqual([
      1,
      { can: false, why: 'not_undoable', until: expect.any(String) },
    ]);
    expect(JSON.stringify(left)).not.toContain('Veda');
    const [whole] = (await read({ course_id: gita.id }, admin)).data;
    expect([whole?.row_count, whole?.undo.can]).toEqual([2, true]);
    const ids = (page: { data: readonly Change[] }) => page.data.map(({ change_id }) => change_id);
    expect(ids(await bin({}, own))).not.toContain(left?.change_id);
    expect(ids(await bin({}, admin))).toContain(left?.change_id);
  });
});

describe('the bin', () => {
  test('has what can be undone, and what somebody undid already', async () => {
    const first = await setStatus('Failed');
    const second = await setStatus('Refunded');
    await call('enquiries.add_type', { course_type_name: `Type ${name}` }, { as: admin });
    const whyOf = async (as: string) => {
      const { data } = await bin({ search: name }, as);
      return data.map(({ change_id, undo }) => [change_id, undo.why]);
    };
    expect(await whyOf(admin)).toEqual([
      [second, null],
      [first, 'changed_since'],
    ]);
    await call('audit.undo_change', { change_id: second }, { as: own });
    expect(await whyOf(own)).toEqual([
      [second, 'undone'],
      [first, null],
    ]);
    const [undone] = (await bin({ search: name }, admin)).data;
    expect(undone?.undone).toEqual({ at: expect.stringMatching(/Z$/), by: 'Own' });
    expect(await whyOf(other)).toEqual([]);
  });

  test('forgets after thirty days; the timeline then says why', async () => {
    const old = await setStatus('Failed');
    await run(owner)`update changes set at = now() - interval '31 days' where id = ${old}`;
    expect((await bin({ search: name }, admin)).data).toEqual([]);
    const { data } = await read({ person_id: student }, admin);
    expect(data[0]).toMatchObject({ change_id: old, undo: { can: false, why: 'expired' } });
  });

  test('is filtered by the noun of the calls', async () => {
    const status = await setStatus('Failed');
    const found = async (noun: string) => {
      const { data } = await bin({ search: name, noun }, admin);
      return data.map(({ change_id }) => change_id);
    };
    expect(await found('students')).toEqual([status]);
    expect(await found('')).toEqual([status]);
    expect(await found('events')).toEqual([]);
    // A noun that begins like another, and one that is none.
    expect(await found('student')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('is searched by person, by course, and by author', async () => {
    const mine = await setStatus('Failed', gita.id, own);
    const found = async (search: string, as = admin) => {
      const { data } = await bin({ search }, as);
      return data.some(({ change_id }) => change_id === mine);
    };
    expect(await found(name.toUpperCase())).toBe(true);
    expect(await found(`${name}@office`)).toBe(true);
    expect(await found('gita')).toBe(true);
    expect(await found('own')).toBe(true);
    expect(await found('nobody at all')).toBe(false);
    expect(await found('%')).toBe(false);
    expect((await call('audit.get_bin', { search: 'x'.repeat(201) }, { as: admin })).status).toBe(400);
  });

  test('goes on where a page ended', async () => {
    for (let n = 0; n < 22; n += 1) await setStatus(n % 2 === 0 ? 'Failed' : 'Successful');
    const first = await bin({ search: name }, own);
    const second = await bin({ search: name, before: first.next }, own);
    expect([first.data.length, second.data.length, second.next]).toEqual([20, 2, null]);
  });
});

test('every table of the domain leaves a trail', async () => {
  const { tables } = await one<{ tables: string[] }>(db)`
    select array_agg(t.table_name::text order by t.table_name) as tables
    from information_schema.tables t
    where t.table_schema = 'public'
      and t.table_type = 'BASE TABLE'
      and not exists (
        select from pg_trigger g
        where g.tgrelid = t.table_name::regclass and g.tgname = t.table_name || '_audited'
      )
  `;
  expect(tables).toEqual([
    // who of the staff has seen an answer
    'answers_seen',
    // the trail itself
    'audit_entries',
    'changes',
    // pages of payment services under way; what is paid there is in `payments`
    'checkout_parts',
    'checkouts',
    // second factors: secret, and the security log records them
    'code_apps',
    // the kept sums and sizes of courses, which follow from ledgers and enrolments
    'course_money',
    'course_sums',
    // the cache of what is due today
    'due',
    'due_changes',
    'due_expiries',
    // a new sign-in address: who asked, withdrew or answered is recorded by hand
    'email_changes',
    'factor_challenges',
    // stored answers, for a day
    'idempotency_keys',
    // the effect of an upload on each payment: a trail of its own
    'imported_payments',
    // what intake keys sign with, sealed: that one was made is recorded with its key; and what each did on a day
    'intake_secrets',
    'intake_uses',
    // the text of a mail in the outbox, sealed
    'kept_mails',
    // browsers that signed in before: a new password ends them
    'known_browsers',
    // the sums of ledgers, which follow from charges and payments
    'ledger_sums',
    // follow from addresses, and from codes that were mailed to them
    'mailboxes',
    // what became of each reader of a message
    'message_readers',
    // sign-ins under way, for ten minutes
    'openid_attempts',
    'passkeys',
    // follow from changes of slots, which are recorded
    'past_weekly_times',
    // messages of payment services; what they changed is recorded
    'pay_events',
    // the times of signed requests, for some days
    'payment_signatures',
    // follow from payments
    'payment_totals',
    // devices of personal pages, and their codes
    'personal_codes',
    'personal_devices',
    // browsers that show notifications: their addresses are secret
    'push_devices',
    // counters, sign-in and keys: secret, or gone within days
    'rate_limits',
    'recovery_codes',
    // what families typed, until its mailbox is proved, for a day
    'registration_forms',
    'remember_tokens',
    'reset_challenges',
    'reset_grants',
    'schema_migrations',
    // a log of its own, which names the changes of the trail
    'security_entries',
    'security_stream',
    'server_keys',
    'sessions',
    // they come and go with their settlement
    'settlement_lines',
    'sign_in_alarms',
    'undos',
  ]);
});
