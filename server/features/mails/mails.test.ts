import { mails } from '@gurukul/contract/mails';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { mailQueue } from '#server/jobs/queues.ts';
import { eventMail } from '#server/channels/mail/templates.ts';
import type { Mail, ToldEvent } from '#server/channels/mail/templates.ts';
import { createMailer } from '#server/channels/mail/mailer.ts';
import { markDead } from '#server/channels/mail/queries.ts';
import { read, testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { deliveredMails, silent } from '#server/test/outbox.ts';
import { eventOffice } from '#server/test/events.ts';
import { addEnrolment, foundSchool } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { db, config } = server;
const call: typeof server.call = (...args) => server.call(...args);

const admin = { as: 'admin@office.test' };
const own = { as: 'own@office.test' };
const other = { as: 'other@office.test' };

let school: Awaited<ReturnType<typeof foundSchool>>;
let gitaTalk: ToldEvent;
let vedaTalk: ToldEvent;
/** Ids by dedupe key. */
const ids = new Map<string, number>();

async function addEvent(courseId: number, event_name: string, course_name: string): Promise<ToldEvent> {
  const times = { starts_at: '2036-01-05T12:30:00.000Z', ends_at: '2036-01-05T13:30:00.000Z' };
  const told = {
    event_name,
    course_name,
    meeting_link: 'https://meet.test/a',
    description: '<p>About dharma</p>',
  };
  const { rows } = await db.query<{ id: number }>(
    `insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, description, created_by)
     values ($1, $2, $3, '2036-01-05', $4, $5, 'published', $6, $7) returning id`,
    [
      courseId,
      event_name,
      told.meeting_link,
      times.starts_at,
      times.ends_at,
      told.description,
      school.staff.admin,
    ],
  );
  return { event_id: rows[0]!.id, ...told, ...times };
}

const student = (name: string, person_id: number) => ({
  person_id,
  email_id: `${name}@office.test`,
  fullname: name,
  timezone: 'Asia/Kolkata',
});

const passwordChanged = (n: number): Mail => ({
  kind: 'password_changed',
  to: `own@office.test`,
  dedupeKey: `changed:${n}`,
  data: {},
});

async function ask(mails: readonly Mail[]): Promise<void> {
  const jobs = await openJobs(db, { log: silent });
  try {
    await createMailer(config, jobs).enqueueMany(db, mails);
  } finally {
    await closeJobs(jobs, 1000);
  }
  const { rows } = await db.query<{ id: number; dedupe_key: string }>('select id, dedupe_key from mails');
  for (const { id, dedupe_key } of rows) ids.set(dedupe_key, id);
}

const idOf = (dedupeKey: string) => ids.get(dedupeKey) ?? 0;
const giveUp = (dedupeKey: string, { forget = false } = {}) =>
  db.query(
    `update mails set failed_at = now(), failure = '550 no such mailbox', tries = 12,
       sealed = case when $2 then null else sealed end where dedupe_key = $1`,
    [dedupeKey, forget],
  );

beforeAll(async () => {
  school = await foundSchool(db);
  const { gita, veda, students } = school;
  gitaTalk = await addEvent(gita.id, 'Talk on the Gita', 'Gita');
  vedaTalk = await addEvent(veda.id, 'Talk on the Veda', 'Veda');
  await ask([
    {
      kind: 'invite',
      to: 'new@office.test',
      dedupeKey: 'invite:1',
      data: { role: 'teacher', hash: 'SECRETHASH', invitedBy: 'Meera' },
    },
    passwordChanged(1),
    eventMail('event_published', gitaTalk, student('anu', students.anu)),
    eventMail('event_published', gitaTalk, student('bala', students.bala)),
    eventMail('event_published', gitaTalk, student('deepa', students.deepa)),
    eventMail('event_published', vedaTalk, student('esha', students.esha)),
  ]);
});

const anuKey = () => `event_published:${gitaTalk.event_id}:${school.students.anu}`;
const balaKey = () => `event_published:${gitaTalk.event_id}:${school.students.bala}`;
const eshaKey = () => `event_published:${vedaTalk.event_id}:${school.students.esha}`;

/** The path has no room for the event id, so it is in the query. */
async function previewOf(kind: string, eventId: number, { as }: { readonly as: string }) {
  const response = await server.app.inject({
    url: `/api/mails/preview_mail/${kind}`,
    query: { event_id: String(eventId) },
    headers: { authorization: `Bearer ${await server.tokenOf(as)}` },
  });
  return read(response);
}

describe('the calls about mails', () => {
  test('treat a foreign event like one that does not exist', async () => {
    const foreign = vedaTalk.event_id;
    const asked: [Call, object, object][] = [
      [mails.get_mails, { event_id: foreign }, { event_id: 999_999 }],
      [mails.retry_mails, { event_id: foreign }, { event_id: 999_999 }],
    ];
    for (const [declaration, input, missing] of asked) {
      const [refused, absent] = await Promise.all([
        call(declaration, input, own),
        call(declaration, missing, own),
      ]);
      expect([declaration.path, refused.status]).toEqual([declaration.path, 404]);
      expect(refusal(refused)).toEqual(refusal(absent));
    }
    const [refused, absent] = await Promise.all([
      previewOf('event_published', foreign, own),
      previewOf('event_published', 999_999, own),
    ]);
    expect(refused.status).toBe(404);
    expect(refusal(refused)).toEqual(refusal(absent));
  });

  test.each([
    ['no mail at all', { mail_ids: [] }],
    ['neither mails nor an event', {}],
    ['an id that is none', { mail_ids: ['x'] }],
    ['more than 500', { mail_ids: Array.from({ length: 501 }, (_, n) => n + 1) }],
  ])('refuse to try %s again', async (_, input) => {
    expect((await call(mails.retry_mails, input, admin)).status).toBe(400);
  });

  test('refuse unknown kinds and states', async () => {
    expect((await call(mails.get_mails, { kind: 'spam' }, admin)).status).toBe(400);
    expect((await call(mails.get_mails, { state: 'lost' }, admin)).status).toBe(400);
    expect((await call(mails.preview_mail, { kind: 'spam' }, admin)).status).toBe(400);
  });
});

describe('the delivery log', () => {
  const logOf = async (input: object, options = admin) => {
    const { status, body } = await call(mails.get_mails, input, options);
    expect(status).toBe(200);
    return body;
  };
  const recipientsOf = async (input: object, options = admin) =>
    (await logOf(input, options)).data.map(({ recipient }: { recipient: string }) => recipient);

  test('shows an admin every mail, newest first, and none of its contents', async () => {
    const body = await logOf({});
    expect(body.data.map(({ recipient }: { recipient: string }) => recipient)).toEqual([
      'esha@office.test',
      'deepa@office.test',
      'bala@office.test',
      'anu@office.test',
      'own@office.test',
      'new@office.test',
    ]);
    expect(body.total_count).toBe(6);
    expect(body.counts).toEqual({ queued: 6, sent: 0, failed: 0, withdrawn: 0 });
    expect(body.data[0]).toEqual({
      mail_id: idOf(eshaKey()),
      kind: 'event_published',
      recipient: 'esha@office.test',
      fullname: 'Esha',
      event_id: vedaTalk.event_id,
      event_name: 'Talk on the Veda',
      state: 'queued',
      enqueued_at: expect.stringMatching(/Z$/),
      sent_at: null,
      failed_at: null,
      failure: null,
      tries: 0,
      can: { retry: false, read: false },
    });
    // The log finds the person by the address.
    expect(body.data[4]).toMatchObject({ kind: 'password_changed', fullname: 'Own' });
    expect(body.data[5]).toMatchObject({ kind: 'invite', fullname: null });
    expect(JSON.stringify(body)).not.toMatch(/SECRETHASH|v[12]\./);
  });

  test('shows the mails to the present students of a class, of one within reach', async () => {
    const { gita, veda } = school;
    expect(await recipientsOf({ class_id: gita.morning })).toEqual(['bala@office.test', 'anu@office.test']);
    expect(await recipientsOf({ class_id: gita.evening }, own)).toEqual(['deepa@office.test']);
    expect((await logOf({ class_id: veda.morning })).counts.queued).toBe(1);
    const missing = refusal(await call(mails.get_mails, { class_id: 999_999 }, own));
    expect(missing.status).toBe(404);
    expect(refusal(await call(mails.get_mails, { class_id: veda.morning }, own))).toEqual(missing);
  });

  test('shows a course admin only the mails about events of their own courses', async () => {
    expect(await recipientsOf({}, own)).toEqual(['deepa@office.test', 'bala@office.test', 'anu@office.test']);
    expect(await recipientsOf({}, other)).toEqual(['esha@office.test']);
    expect(await recipientsOf({ kind: 'invite' }, own)).toEqual([]);
    expect(await recipientsOf({ search: 'esha' }, own)).toEqual([]);
    expect((await logOf({}, other)).counts).toEqual({ queued: 1, sent: 0, failed: 0, withdrawn: 0 });
    // Other mails to these students are not for the course admin.
    await db.query(
      `insert into mails (dedupe_key, kind, recipient, event_id) values ('odd', 'password_changed', 'a@b.test', $1)`,
      [gitaTalk.event_id],
    );
    expect(await recipientsOf({}, own)).toHaveLength(3);
    await db.query(`delete from mails where dedupe_key = 'odd'`);
  });

  test('finds by address, by name, by kind, by event, page by page', async () => {
    expect(await recipientsOf({ search: 'BALA@' })).toEqual(['bala@office.test']);
    await db.query(`update people set first_name = 'Chandra 100%_sure' where id = $1`, [
      school.students.bala,
    ]);
    expect(await recipientsOf({ search: 'chandra 100%_' })).toEqual(['bala@office.test']);
    expect(await recipientsOf({ search: '_handra' })).toEqual([]);
    expect(await recipientsOf({ kind: 'invite' })).toEqual(['new@office.test']);
    expect(await recipientsOf({ event_id: vedaTalk.event_id })).toEqual(['esha@office.test']);
    expect(await recipientsOf({ page: 2, pageSize: 4 })).toEqual(['own@office.test', 'new@office.test']);
    expect((await logOf({ page: 2, pageSize: 4 })).total_count).toBe(6);
    expect(await recipientsOf({ page: 9 })).toEqual([]);
  });

  test('finds by days in Kolkata, both included, in the page and in the counts', async () => {
    const written = (search: string, at: string) =>
      db.query('update mails set enqueued_at = $2 where recipient = $1', [search, at]);
    // Half past midnight and a minute before midnight of the same day in Kolkata.
    await written('bala@office.test', '2026-03-09T19:00:00Z');
    await written('esha@office.test', '2026-03-10T18:29:00Z');
    const on = (from: string, to: string) => recipientsOf({ from, to });
    expect((await on('2026-03-10', '2026-03-10')).toSorted()).toEqual([
      'bala@office.test',
      'esha@office.test',
    ]);
    expect(await on('2026-03-09', '2026-03-09')).toEqual([]);
    expect(await on('', '2026-03-09')).toEqual([]);
    expect(await on('2026-03-11', '')).not.toContain('esha@office.test');
    expect(await on('2026-03-11', '2026-03-10')).toEqual([]);
    expect(await logOf({ from: '2026-03-10', to: '2026-03-10' })).toMatchObject({ total_count: 2 });
    const { counts } = await logOf({ from: '2026-03-09', to: '2026-03-09' });
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
    expect((await call('mails.get_mails', { from: '10-03-2026' }, admin)).status).toBe(400);
  });

  test('says what failed and why, also while retries are to come, and counts under any state filter', async () => {
    await giveUp(anuKey());
    await db.query(`update mails set failure = '451 try later', tries = 3 where dedupe_key = $1`, [
      balaKey(),
    ]);
    const body = await logOf({ state: 'failed', event_id: gitaTalk.event_id });
    expect(body.data).toMatchObject([
      {
        recipient: 'anu@office.test',
        failure: '550 no such mailbox',
        tries: 12,
        can: { retry: true, read: false },
      },
    ]);
    expect(body.total_count).toBe(1);
    expect(body.counts).toEqual({ queued: 2, sent: 0, failed: 1, withdrawn: 0 });
    expect((await logOf({ state: 'queued', search: 'bala@' })).data).toMatchObject([
      { failure: '451 try later', tries: 3, failed_at: null, can: { retry: false, read: false } },
    ]);
  });
});

describe('a retry', () => {
  const retry = async (input: object, options = admin) => {
    const { status, body } = await call(mails.retry_mails, input, options);
    expect(status).toBe(200);
    return body.data;
  };
  const stateOf = async (dedupeKey: string) => {
    const { rows } = await db.query('select state, round, failure from mails where dedupe_key = $1', [
      dedupeKey,
    ]);
    return rows[0];
  };
  const jobsOf = async (dedupeKey: string) => {
    const { rows } = await db.query<{ round: number }>(
      `select (data->>'round')::int as round from pgboss.job where name = $1 and data->>'mail' = $2 order by 1`,
      [mailQueue, String(idOf(dedupeKey))],
    );
    return rows.map(({ round }) => round);
  };

  test('treats a mail out of reach like one that does not exist, and then retries none', async () => {
    await giveUp(eshaKey());
    await giveUp(anuKey());
    const refused = await call(mails.retry_mails, { mail_ids: [idOf(anuKey()), idOf(eshaKey())] }, own);
    const absent = await call(mails.retry_mails, { mail_ids: [idOf(anuKey()), 999_999] }, own);
    expect(refused.status).toBe(404);
    expect(refusal(refused)).toEqual(refusal(absent));
    expect((await call(mails.retry_mails, { mail_ids: [idOf('changed:1')] }, own)).status).toBe(404);
    expect(await stateOf(anuKey())).toMatchObject({ state: 'failed' });
  });

  test('queues a failed mail once, however often it is requested at the same moment', async () => {
    await giveUp(anuKey());
    const before = (await stateOf(anuKey())).round;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => retry({ mail_ids: [idOf(anuKey())] }, n % 2 === 0 ? own : admin)),
    );
    expect(answers.map(({ retried }) => retried).toSorted()).toEqual([0, 0, 0, 0, 0, 1]);
    expect(answers.every(({ retried, skipped }) => retried + skipped === 1)).toBe(true);
    expect(await stateOf(anuKey())).toEqual({
      state: 'queued',
      round: before + 1,
      failure: '550 no such mailbox',
    });
    expect((await jobsOf(anuKey())).filter((round) => round === before + 1)).toHaveLength(1);
  });

  test('skips mails that did not fail and those without contents', async () => {
    await giveUp('invite:1', { forget: true });
    const log = await call(mails.get_mails, { kind: 'invite' }, admin);
    expect(log.body.data).toMatchObject([{ state: 'failed', can: { retry: false, read: false } }]);
    expect(await retry({ mail_ids: [idOf('invite:1'), idOf('changed:1'), idOf('changed:1')] })).toEqual({
      retried: 0,
      skipped: 2,
    });
  });

  test('takes all of an event, and is in the audit trail with its author', async () => {
    await giveUp(anuKey());
    await giveUp(balaKey());
    expect(await retry({ event_id: gitaTalk.event_id }, own)).toEqual({ retried: 2, skipped: 0 });
    expect(await retry({ event_id: gitaTalk.event_id }, own)).toEqual({ retried: 0, skipped: 0 });
    const { rows } = await db.query(
      `select person_id, call, action, before, after from audit_entries where table_name = 'mails' and row_id = $1
       order by id desc limit 1`,
      [String(idOf(balaKey()))],
    );
    expect(rows).toEqual([
      {
        person_id: school.staff.own,
        call: 'mails.retry_mails',
        action: 'update',
        before: { round: 0, state: 'failed', failed_at: expect.any(String) },
        after: { round: 1, state: 'queued', failed_at: null },
      },
    ]);
  });

  test('is not undone by a worker that still ends the last round', async () => {
    await giveUp(anuKey());
    const { round } = await stateOf(anuKey());
    const mail = idOf(anuKey());
    await retry({ mail_ids: [mail] });
    await markDead(db, { mail, round }, 'buried twice', { forget: true });
    expect(await stateOf(anuKey())).toMatchObject({ state: 'queued', round: round + 1 });
    await markDead(db, { mail, round: round + 1 }, 'buried', { forget: false });
    expect(await stateOf(anuKey())).toMatchObject({ state: 'failed', failure: 'buried' });
  });
});

describe('a preview', () => {
  test('shows sample data, or the event as its students get it', async () => {
    const sample = await call(mails.preview_mail, { kind: 'event_canceled' }, own);
    expect(sample.body.data.subject).toBe('Canceled: An evening with the Upanishads');
    const { body } = await previewOf('event_published', gitaTalk.event_id, own);
    expect(body.data.subject).toBe('You are invited: Talk on the Gita');
    expect(body.data.text).toContain('Saturday, 5 January 2036');
    expect(body.data.html).toContain('<p>About dharma</p>');
  });
});

describe('a mail in the outbox', () => {
  const readMail = (mail_id: number, options: { as: string }) => call(mails.kept_mail, { mail_id }, options);

  test('counts as kept and not sent, and people who see it in the log can read it', async () => {
    const told = [eventMail('event_published', gitaTalk, student('chitra', school.students.chitra))];
    await ask([
      ...told,
      {
        kind: 'invite',
        to: 'late@office.test',
        dedupeKey: 'invite:2',
        data: { role: 'teacher', hash: 'SECRETLINK', invitedBy: 'Meera' },
      },
    ]);
    await deliveredMails(server);
    const chitra = idOf(`event_published:${gitaTalk.event_id}:${school.students.chitra}`);
    const invited = idOf('invite:2');

    const { body } = await call(mails.get_mails, { state: 'kept', search: 'chitra@' }, own);
    expect(body.data).toMatchObject([{ mail_id: chitra, state: 'kept', can: { retry: false, read: true } }]);
    expect(body.counts).toEqual({ queued: 0, sent: 0, kept: 1, failed: 0, withdrawn: 0 });
    expect(body.total_count).toBe(1);
    expect((await call(mails.get_mails, { state: 'sent', search: 'chitra@' }, own)).body.data).toEqual([]);

    const mail = await readMail(chitra, own);
    expect(mail.body.data).toMatchObject({
      subject: expect.stringContaining('Talk on the Gita'),
      text: expect.stringContaining('https://meet.test/a'),
    });
    // The link is in it: without a mail server, the outbox is there for this.
    expect((await readMail(invited, admin)).body.data.text).toContain('SECRETLINK');

    const absent = refusal(await readMail(999_999, own));
    expect(absent.status).toBe(404);
    for (const refused of [await readMail(chitra, other), await readMail(invited, own)])
      expect(refusal(refused)).toEqual(absent);
    // Nobody can read a mail that waits or was given up.
    const { rows } = await db.query<{ id: number }>('select id from mails where sealed is not null limit 1');
    if (rows[0]) expect((await readMail(rows[0].id, admin)).status).toBe(404);
  });

  test('belongs to its recipient alone once a mail server is set, or the secret has changed', async () => {
    const { rows } = await db.query<{ mail_id: number }>(
      'select mail_id from kept_mails order by mail_id desc limit 1',
    );
    const url = `/api/mails/kept_mail/${rows[0]!.mail_id}`;
    const headers = { authorization: `Bearer ${await server.tokenOf('admin@office.test')}` };
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
    for (const settings of [
      { smtpUrl: 'smtps://mail.example.org' },
      { secretKey: 'quite another secret of 32 bytes or more' },
    ]) {
      const app = await buildApp({ config: { ...config, ...settings }, pool: db, logger: false });
      try {
        expect((await app.inject({ url, headers })).statusCode).toBe(404);
      } finally {
        await app.close();
      }
    }
  });

  test('is mentioned in the answer of the call that wrote it', async () => {
    const asked = (email: string) =>
      call('accounts.invite', { email_id: email, role: 'teacher' }, admin).then(({ status, headers }) => [
        status,
        headers['mails'],
      ]);
    expect(await asked('told@office.test')).toEqual([200, 'kept']);
    expect((await call(mails.get_mails, {}, admin)).headers['mails']).toBeUndefined();
  });
});

describe('the mails of a student', () => {
  const mailsOf = (student_id: number, options = admin) => call(mails.get_mails, { student_id }, options);
  const unsentTo = (student_id: number, options = admin) =>
    call(mails.get_unsent, { student_id }, { ...options, method: 'GET' });
  const reasonsOf = async (student_id: number, options = admin) => {
    const { body } = await unsentTo(student_id, options);
    return body.data.map((row: { event_name: string; reason: string }) => [row.event_name, row.reason]);
  };

  test('of a student out of reach read like those of nobody', async () => {
    for (const ask of [mailsOf, unsentTo]) {
      const missing = await ask(999_999, own);
      expect(missing.status).toBe(404);
      for (const id of [school.students.esha, school.students.free, school.staff.teach]) {
        expect(refusal(await ask(id, own))).toEqual(refusal(missing));
      }
      expect(refusal(await ask(school.students.anu, other))).toEqual(refusal(missing));
    }
  });

  test('are those to this student alone', async () => {
    const { body } = await mailsOf(school.students.anu);
    expect(body.data).toMatchObject([{ recipient: 'anu@office.test', event_name: 'Talk on the Gita' }]);
    expect(body.total_count).toBe(1);
  });

  test('that were never written have the reason that the rules had', async () => {
    const { gita, students } = school;
    const office = eventOffice(server, gita.id, own.as);
    // Deepa had the mail about the talk.
    expect(await reasonsOf(students.deepa)).toEqual([]);
    await office.add({ event_name: 'Draft' });
    await office.published(0, { event_name: 'Quiet' });
    await office.published(1, { event_name: 'Loud' });
    await office.cancel(await office.published(0, { event_name: 'Off' }));
    await addEnrolment(db, { student: students.free, course: gita.id, class: gita.morning, from: 0 });
    const events = new Set(['Off', 'Loud', 'Quiet', 'Draft']);
    const all = await reasonsOf(students.free, own);
    expect(all.filter(([name]: [string]) => events.has(name))).toEqual([
      ['Off', 'canceled'],
      ['Loud', 'not_there_then'],
      ['Quiet', 'not_announced'],
      ['Draft', 'not_published'],
    ]);
    expect(await reasonsOf(students.deepa, own)).toEqual([
      ['Off', 'canceled'],
      ['Quiet', 'not_announced'],
      ['Draft', 'not_published'],
    ]);
    // Neither in the course nor registered.
    expect(await reasonsOf(students.esha)).toEqual([]);
  });
});
