import { messages } from '@gurukul/contract/messages';
import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { listDevicesOf } from '#server/channels/push/devices.ts';
import { testApp } from '#server/test/app.ts';
import { kindsOf } from '#server/test/names-staff.ts';
import { office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails, silent } from '#server/test/outbox.ts';
import { newToken, planter } from '#server/test/planted-school.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { askFor } from '../access-requests/ask.ts';
import { findAccount } from '../accounts/queries.ts';
import { sendNextMessage } from '../messages/expand.ts';
import { findReceiver } from '../reports/make-file.ts';
import { sendOneReport } from '../reports/look.ts';
import { sendOpenCases } from '../reports/send-open-cases.ts';
import { hashSecret, hashToken, newSecret } from '#server/secrets.ts';

// Every way by which somebody of the staff acts or gets something: nothing of it works while they are suspended, and
// it works again after they are let in.

const server = await testApp({ database: 'empty' });
const { app, config, db } = server;
const { gita, staff, students } = await foundSchool(db);
const add = office(db);
const second = await add.person('Second', 'admin');
const helper = await add.person('Helper', 'teacher');
await add.associate(gita.id, helper);
const [admin, secondMail, own, teach] = [
  'admin@office.test',
  'second@office.test',
  'own@office.test',
  'teach@office.test',
] as const;
const helperMail = 'helper@office.test';

const mailer = await openMailer(server);

beforeEach(async () => {
  for (const table of [
    'message_readers',
    'kept_mails',
    'mails',
    'messages',
    'rate_limits',
    'report_schedules',
  ])
    await db.query(`delete from ${table}`);
  await run(db)`update people set suspended_at = null`;
});

const { session } = planter(db);
/** Who asks, with a new session: a suspension ends the older ones. */
const askers = {
  [admin]: [staff.admin, 'admin'],
  [secondMail]: [second, 'admin'],
  [own]: [staff.own, 'courseadmin'],
  [teach]: [staff.teach, 'teacher'],
} as const;
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
async function call(
  named: Parameters<typeof server.call>[0],
  input: object = {},
  { as }: { readonly as?: keyof typeof askers } = {},
) {
  if (as === undefined) return server.call(named, input);
  const [id, role] = askers[as];
  return server.call(named, input, bearer(await session(id, role)));
}

const suspend = async (user_id: number) =>
  expect((await call('access.suspend', { user_id }, { as: admin })).status).toBe(200);
const resume = async (user_id: number) =>
  expect((await call('access.resume', { user_id }, { as: admin })).status).toBe(200);
/** An account admin: another one may not suspend them alone. */
const rest = (id: number, isAway: boolean) =>
  run(db)`update people set suspended_at = case when ${isAway} then now() end where id = ${id}`;
const lastMail = async (kind: string) =>
  (await waitingMails(db, config)).findLast((mail) => mail.kind === kind);
const states = async (kind: string) =>
  (await many<{ state: string }>(db)`select state from mails where kind = ${kind} order by id`).map(
    ({ state }) => state,
  );

const toClass = {
  audience: { class_id: gita.morning },
  body: '<p><a href="https://evil.test/">Please pay here</a></p>',
};
const plan = async (subject = 'News') =>
  (await call(messages.send_message, { ...toClass, subject }, { as: teach })).body.data.message_id;
const expand = async () => {
  await run(db)`update messages set next_at = now() where next_at is not null`;
  while (await sendNextMessage(db, mailer, silent));
};
const stateOf = async (message_id: number) =>
  (await call(messages.get_message, { message_id }, { as: admin })).body.data.state;

test('a message that was planned does not leave, and one planned for later leaves after they are back', async () => {
  const due = await plan();
  await suspend(staff.teach);
  await expand();
  expect([await states('message'), await stateOf(due)]).toEqual([[], 'stopped']);
  await resume(staff.teach);
  await expand();
  expect(await states('message')).toEqual([]);

  const later = await plan('More news');
  await suspend(staff.teach);
  await resume(staff.teach);
  await expand();
  expect(await stateOf(later)).toBe('sent');
  expect((await states('message')).length).toBeGreaterThan(0);
});

test('mails of a message that the mail server has not got yet stay here', async () => {
  await plan();
  await expand();
  await suspend(staff.teach);
  const before = (await deliveredMails({ config, db })).length;
  expect(new Set(await states('message'))).toEqual(new Set(['withdrawn']));
  expect((await deliveredMails({ config, db })).length).toBe(before);
});

test('mails about work that wait for them stay here, and those about their account leave', async () => {
  const waiting = (kind: 'meeting_change' | 'report', to: string, person_id: number) =>
    run(db)`
      update mails set kind = ${kind}, recipient = ${to}, person_id = ${person_id}, message_id = null
      where id = (select max(id) from mails where kind = 'message')
    `;
  await plan();
  await expand();
  await waiting('meeting_change', teach, staff.teach);
  await run(db)`delete from message_readers`;
  await suspend(staff.teach);
  await deliveredMails({ config, db });
  expect(await states('meeting_change')).toEqual(['withdrawn']);
});

test('an invitation of theirs rests, and so does one to them', async () => {
  const email_id = 'accomplice@office.test';
  expect((await call('accounts.invite', { email_id, role: 'teacher' }, { as: own })).status).toBe(200);
  const { hash } = (await lastMail('invite'))!.data;
  const seen = async () => (await call('accounts.getinviting', { hash_id: hash })).body.message;
  const register = () =>
    call('accounts.registration', {
      email_id,
      password: 'Quiet-River-7',
      cpassword: 'Quiet-River-7',
      first_name: 'Acc',
      last_name: 'Omplice',
      role: 'teacher',
      hash_id: hash,
    });
  const listed = async () => {
    const { body } = await call('invitations.get_invitations', {}, { as: admin });
    return body.data.find((row: { email_id: string }) => row.email_id === email_id).state;
  };
  expect([await seen(), await listed()]).toEqual(['success', 'open']);
  const { id: invited } = await one<{ id: number }>(db)`select id from people where email_id = ${email_id}`;
  for (const who of [staff.own, invited]) {
    await suspend(who);
    expect([await seen(), await listed()]).toEqual(['link expired', 'expired']);
    expect((await register()).body.message).not.toBe('success');
    await resume(who);
    expect([await seen(), await listed()]).toEqual(['success', 'open']);
  }
  expect((await register()).body.message).toBe('success');
});

test('an account of somebody suspended is no free address', async () => {
  await suspend(staff.teach);
  const taken = await call('accounts.invite', { email_id: teach, role: 'teacher' }, { as: own });
  expect(taken.status).toBe(409);
});

test('a report rests, and comes again', async () => {
  const report = { list: 'students', last_period: false };
  await call('reports.add_report', { name: 'All', rhythm: 'weekly', report }, { as: own });
  const look = async () => {
    await run(db)`update report_schedules set next_on = current_date - 7`;
    return sendOneReport({ pool: db, mail: mailer, config });
  };
  await suspend(staff.own);
  expect(await look()).toBe(true);
  expect(await states('report')).toEqual([]);
  await resume(staff.own);
  await look();
  expect(await states('report')).toEqual(['queued']);
});

test('the weekly mail about cases goes to others', async () => {
  const monday = async () => {
    await run(db)`update provider set weekly_cases = true, weekly_cases_on = current_date - 1`;
    await run(db)`delete from mails`;
    await sendOpenCases(db, mailer, new Date(Date.now() + 86_400_000));
    return many<{ recipient: string }>(db)`select recipient from mails where kind = 'open_cases'`;
  };
  await run(db)`
    insert into cases (kind, line, course_id, class_id, owner_id, quiet_until, opened_by)
    values ('class_without_teacher', 'class_without_teacher:1:', ${gita.id}, ${gita.morning}, ${staff.own},
      current_date - 1, ${staff.own})
  `;
  await suspend(staff.own);
  expect(await monday()).toEqual([]);
  await resume(staff.own);
  expect(await monday()).toEqual([{ recipient: own }]);
  await run(db)`delete from cases`;
});

test('they accept no cover, are asked for none and are offered for none', async () => {
  const days = [8, 9, 10, 11, 12, 13, 14].map(dayFromToday);
  const day = days.find((one) => new Date(one).getUTCDay() === 1)!;
  const ask = (preview: boolean) =>
    call('cover.ask_cover', { from: day, to: day, reason: '', ask: [helper], preview }, { as: teach });
  const { status } = await ask(false);
  expect(status).toBe(200);
  const { secret } = (await waitingMails(db, config)).find(
    ({ kind, to }) => kind === 'cover_asked' && to === helperMail,
  )!.data;
  const { id: cover_id } = await one<{ id: number }>(db)`select max(id) as id from cover_requests`;
  const answer = () => call('cover.answer_cover', { secret, cover_id, accept: true });
  await suspend(helper);
  expect((await answer()).status).toBe(404);
  expect(JSON.stringify((await ask(true)).body)).not.toContain('Helper');
  expect(await many(db)`select from cover_requests where taken_by is not null`).toEqual([]);
  await resume(helper);
  expect((await answer()).body.data.answer).toBe('yours');
});

test('they get no class and no course, and count for nothing', async () => {
  const count = async () =>
    (await call('dashboards.admin_dashboard', { uid: staff.admin }, { as: admin })).body.data;
  const before = JSON.stringify(await count());
  const runs = () =>
    call(
      'courses.add_course',
      {
        course_name: `Of ${Math.random()}`,
        course_image: '',
        courseadmin_id: staff.other,
        course_duration: 'yearly',
        start_date: dayFromToday(1),
        course_description: '',
        what_we_learn: '',
        note: '',
        price: null,
        user_id: staff.admin,
        course_id: null,
      },
      { as: admin },
    );
  const chosen = async () =>
    JSON.stringify(
      (await call('people.get_teacher_bycourse', { courseId: gita.id }, { as: own })).body.teachers,
    );
  const names = async () =>
    JSON.stringify((await call('people.get_course_admin_names', {}, { as: admin })).body);
  await suspend(helper);
  await suspend(staff.other);
  expect(JSON.stringify(await count())).not.toBe(before);
  expect((await runs()).status).toBe(404);
  expect(await chosen()).not.toContain('Helper');
  expect(await names()).not.toContain('"Other"');
  await resume(helper);
  await resume(staff.other);
  expect(JSON.stringify(await count())).toBe(before);
  expect(await chosen()).toContain('Helper');
  expect((await runs()).status).toBe(200);
});

test('a new sign-in address is confirmed after they are back; the old mailbox refuses it at any time', async () => {
  const email_id = 'moved@office.test';
  const ask = () => call('accounts.ask_email_change', { uid: helper, email_id }, { as: admin });
  const decide = async (secret: string, decision: string) =>
    (await call('accounts.decide_email_change', { secret, decision })).body.message;
  expect((await ask()).status).toBe(200);
  const { secret } = (await lastMail('email_confirm'))!.data;
  await suspend(helper);
  expect(await decide(secret, 'confirmed')).not.toBe('success');
  expect((await ask()).status).toBe(404);
  await resume(helper);
  expect(await decide(secret, 'confirmed')).toBe('success');

  expect(
    (await call('accounts.ask_email_change', { uid: helper, email_id: helperMail }, { as: admin })).status,
  ).toBe(200);
  const refuse = (await lastMail('email_refuse'))!.data.secret;
  await suspend(helper);
  expect(await decide(refuse, 'refused')).toBe('success');
  await run(db)`update people set email_id = ${helperMail} where id = ${helper}`;
});

test('what they asked a second person for is not approved, and what they approved does not count', async () => {
  await run(db)`update provider set second_person_above = 1`;
  const selected = {
    list: { course_status: 'all' },
    rows: [students.deepa, students.chitra].map((student_id) => ({ student_id, course_id: gita.id })),
  };
  const change = { kind: 'delete' };
  const { digest } = (await call('selection.preview_change', { selected, change }, { as: admin })).body.data;
  const input = { selected, change, digest };
  const { id } = (
    await call('approvals.ask_deed', { call: 'selection.save_change', input, reason: 'Left' }, { as: admin })
  ).body.data;
  const decide = () => call('approvals.decide_deed', { id, approve: true }, { as: secondMail });
  const can = async () =>
    (await call('approvals.get_deeds', {}, { as: secondMail })).body.data.find(
      (action: { id: number }) => action.id === id,
    ).can.decide;
  await rest(staff.admin, true);
  expect([await can(), (await decide()).status]).toEqual([false, 409]);
  await rest(staff.admin, false);
  expect([await can(), (await decide()).status]).toEqual([true, 200]);
  await rest(second, true);
  const save = () => call('selection.save_change', input, { as: admin });
  expect((await save()).body.code).toBe('second_person_needed');
  await rest(second, false);
  expect((await save()).status).toBe(200);
  await run(db)`update people set deleted_at = null where id in (${students.deepa}, ${students.chitra})`;
  await run(db)`update provider set second_person_above = null`;
});

test('a request of theirs for somebody out of reach is not accepted', async () => {
  await askFor(db, { personId: staff.own }, [
    {
      courseId: gita.id,
      classId: null,
      eventId: null,
      details: null,
      email: 'esha@office.test',
      fullname: 'Esha',
    },
  ]);
  const waiting = async () => (await call('access.get_requests', {}, { as: admin })).body.data[0];
  const { request_id } = await waiting();
  const accept = () =>
    call('access.decide', { request_ids: [request_id], decision: 'accepted' }, { as: admin });
  await suspend(staff.own);
  expect((await waiting()).can).toEqual({ accept: false });
  expect((await accept()).status).toBe(409);
  await resume(staff.own);
  expect((await waiting()).can).toEqual({ accept: true });
  expect((await accept()).status).toBe(200);
});

test('no session, calendar, mailbox, device or account of theirs is found', async () => {
  // As a slower process may add them after the suspension has ended all of them.
  const secret = newSecret();
  const token = newToken();
  await suspend(staff.teach);
  await session(staff.teach, 'teacher');
  await run(db)`
    with device as (
      insert into push_devices (person_id, session_id, endpoint_mac, sealed, language)
      select ${staff.teach}, max(s.id), 'absent', 'sealed', 'en' from sessions s
    ), feed as (
      insert into calendar_feeds (person_id, hash) values (${staff.teach}, ${hashSecret(secret)})
    )
    insert into sessions (token_hash, person_id, active_role, expires_at)
    values (${hashToken(token)}, ${staff.teach}, 'teacher', now() + interval '1 day')
  `;
  const them = sql`select ${staff.teach}::bigint`;
  const ways = async () => ({
    session: (await server.call('calendar.feed', {}, bearer(token))).status,
    calendar: (await app.inject({ url: `/calendar/${secret}.ics` })).statusCode,
    // Passwords, passkeys and OpenID services sign in to it.
    account: (await findAccount(db, teach)) !== null,
    mailboxes: (await listMailReaders(db, them)).length,
    devices: (await listDevicesOf(db, them)).length,
  });
  expect(await ways()).toEqual({ session: 401, calendar: 404, account: false, mailboxes: 0, devices: 0 });
  expect(await findReceiver(db, staff.teach, 'teacher')).toBeNull();
  await resume(staff.teach);
  expect(await ways()).toMatchObject({ calendar: 200, account: true, mailboxes: 1, devices: 1 });
  await rest(second, true);
  expect((await listAdmins(db)).map(({ id }) => id)).toEqual([staff.admin]);
});

test('no function or view of the database names staff by itself', async () => {
  const found = await many<{ name: string; text: string }>(db)`
    select p.proname as name, p.prosrc as text from pg_proc p where p.pronamespace = 'public'::regnamespace
    union all
    select v.viewname, v.definition from pg_views v where v.schemaname = 'public'
  `;
  expect(found.length).toBeGreaterThan(50);
  const naming = found.filter(({ text }) => kindsOf(text).length > 0).map(({ name }) => name);
  // The first three say what no row may be, for every reader. The others are about families,
  // about mailboxes, and about checks that end, also of somebody who may come back.
  const besides = new Set([
    'broken_rules',
    'refuse_alone',
    'refuse_loosening',
    'proved_mailboxes_around',
    'undelivered_mails',
    'ending_checks',
  ]);
  expect(naming.filter((name) => !besides.has(name))).toEqual(['present_staff']);
});
