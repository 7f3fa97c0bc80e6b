import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '@gurukul/contract/messages';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendNextMessage } from '#server/features/messages/expand.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { deadMailQueue, mailQueue, whatsappQueue } from '#server/jobs/queues.ts';
import { createMailer } from '#server/channels/mail/mailer.ts';
import { startMailWorker } from '#server/channels/mail/worker.ts';
import { testApp, testSecretKey } from '#server/test/app.ts';
import { silent } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { openWhatsAppPeer } from '#server/test/whatsapp-peer.ts';
import { sendTemplate } from './cloud-api.ts';
import { listAgreed, listNumbers } from './numbers.ts';

// Texts by WhatsApp with the real worker, against a server that speaks Meta's protocol and fails as it does.

const peer = await openWhatsAppPeer();
afterAll(() => peer.close());
const server = await testApp({ database: 'empty', whatsapp: peer.config });
const { app, call, config, db } = server;
const { gita, students } = await foundSchool(db);
const { anu, bala, chitra } = students;
const teach = { as: 'teach@office.test' };
const own = { as: 'own@office.test' };
const other = { as: 'other@office.test' };

const jobs = await openJobs(db, { log: silent });
afterAll(() => closeJobs(jobs, 1_000));
for (const name of [mailQueue, whatsappQueue, deadMailQueue])
  await jobs.updateQueue(name, { retryDelay: 0, retryBackoff: false });
await startMailWorker({
  config,
  pool: db,
  jobs,
  log: silent,
  settings: { atOnce: 1, lookEverySeconds: 0.5 },
});
const mailer = createMailer({ secretKey: testSecretKey }, jobs);

const numbers = { anu: '919700000001', bala: '919700000002', chitra: '919700000003' };
const soon = { timeout: 600_000, interval: 30 };

beforeEach(async () => {
  peer.reset();
  for (const table of [
    'message_readers',
    'kept_mails',
    'mails',
    'messages',
    'guardians',
    'whatsapp_consents',
  ])
    await db.query(`delete from ${table}`);
  await run(db)`update provider set teacher_messages = 100`;
  for (const [name, id] of Object.entries({ anu, bala, chitra })) {
    const number = `+${numbers[name as keyof typeof numbers]}`;
    await run(db)`
      update people set phone_number = ${number}, email_id = ${`${name}@office.test`}, language = null, first_name = ${name},
        timezone = 'Asia/Kolkata'
      where id = ${id}
    `;
  }
});

const agree = (user_id: number, number: string, as = own, how = 'paper_form') =>
  call(messages.record_consent, { user_id, holder_id: user_id, number, how }, as);
const text = { subject: 'News', body: '<p>Namaste {name}</p><p>See   you</p>' };
let turn = 0;

/** Sends it to the class with Anu and Bala, and lets its minute pass. */
async function write(input: object = {}) {
  turn += 1;
  const { status, body } = await call(
    messages.send_message,
    { audience: { class_id: gita.morning }, ...text, subject: `News ${turn}`, whatsapp: true, ...input },
    teach,
  );
  expect(status).toBe(200);
  return body.data.message_id as number;
}
async function expand() {
  await run(db)`update messages set next_at = now() where next_at is not null`;
  while (await sendNextMessage(db, mailer, { warn: (details) => expect(details).toBeUndefined() }));
}
async function send(input: object = {}) {
  const id = await write(input);
  await expand();
  return id;
}

interface Outcome {
  readonly state: string;
  readonly whatsapp: { readonly state: string; readonly failure: string | null } | null;
}
async function outcomes(message_id: number): Promise<Record<string, Outcome>> {
  const { body } = await call(messages.get_message, { message_id }, teach);
  return Object.fromEntries(body.readers.map((one: { fullname: string }) => [one.fullname, one]));
}
const outcomeOf = async (id: number, name = 'anu') => (await outcomes(id))[name]!.whatsapp;
const becomes = (id: number, state: string, name = 'anu') =>
  vi.waitFor(async () => expect((await outcomeOf(id, name))?.state).toBe(state), soon);
/** All jobs are done, so nothing follows. */
const isStill = () =>
  vi.waitFor(async () => {
    const { n } = await one<{ n: number }>(db)`
      select count(*)::int as n from pgboss.job where name in ('mail', 'whatsapp', 'mail-dead') and state < 'completed'
    `;
    expect(n).toBe(0);
  }, soon);

const hook = '/hooks/whatsapp';
const hear = (value: object) => app.inject({ method: 'POST', url: hook, ...peer.report(value) });
const seconds = (at = Date.now()) => String(Math.floor(at / 1000));
const statusOf = (reference: string, status: string, more: object = {}) => ({
  id: 'wamid.X',
  status,
  timestamp: seconds(),
  recipient_id: numbers.anu,
  biz_opaque_callback_data: reference,
  ...more,
});
const answerOf = (from: string, body: string, at = Date.now()) => ({
  messages: [{ from, id: 'wamid.Y', timestamp: seconds(at), type: 'text', text: { body } }],
});

describe('a message that also goes by WhatsApp', () => {
  it('reaches those who agreed, in one line, beside their mail', async () => {
    await agree(anu, numbers.anu);
    const { body } = await call(
      messages.preview_message,
      { audience: { class_id: gita.morning }, ...text },
      teach,
    );
    expect(body.data.whatsapp).toEqual({ people: 1, texts: 1, is_cut: false });
    const id = await send();
    await becomes(id, 'sent');
    expect(peer.faults).toEqual([]);
    expect(peer.accepted).toMatchObject([
      {
        to: numbers.anu,
        language: 'en',
        parameters: ['anu', 'Teach, Gurukul', `News ${turn}: Namaste anu See you`],
      },
    ]);
    await isStill();
    const all = await outcomes(id);
    expect(all['anu']!.state).toBe('kept');
    expect(all['bala']!.whatsapp).toBeNull();
    const { body: shown } = await call(messages.get_message, { message_id: id }, teach);
    expect(shown.data.by_whatsapp).toBe(1);
  });

  it('reaches a person without an email address, and names siblings behind one number in one text', async () => {
    await run(db)`
      update people set email_id = '', phone_number = ${`+${numbers.anu}`} where id in (${anu}, ${bala})
    `;
    await agree(anu, numbers.anu);
    await agree(bala, numbers.anu);
    const id = await send();
    await becomes(id, 'sent', 'bala');
    expect(peer.accepted.map(({ parameters }) => parameters[0])).toEqual(['anu and bala']);
    expect((await outcomes(id))['anu']!.state).toBe('withheld');
  });

  it('leaves at most a sign of a long text, in the language of the reader, with any names and texts', async () => {
    await agree(anu, numbers.anu);
    await agree(bala, numbers.bala);
    await run(db)`
      update people set first_name = ${'A"},{"type":"x\n\t     \u202Eb'}, language = 'Telugu' where id = ${anu}
    `;
    const long = `<p>${'ఆర్య '.repeat(500)}</p>`;
    const { body } = await call(
      messages.preview_message,
      { audience: { class_id: gita.morning }, subject: 'x', body: long },
      teach,
    );
    expect(body.data.whatsapp.is_cut).toBe(true);
    const id = await send({ body: long });
    await becomes(id, 'sent', 'bala');
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(2), soon);
    expect(peer.faults).toEqual([]);
    const first = peer.accepted.find(({ language }) => language === 'te');
    expect(first!.parameters[0]).toBe('A"},{"type":"x b');
    expect(first!.parameters[2]!.length).toBeLessThanOrEqual(1024);
    expect(first!.parameters[2]).toMatch(/…$/);
  });

  it('does not leave without the choice, nor after Cancel', async () => {
    await agree(anu, numbers.anu);
    const plain = await send({ whatsapp: false });
    expect(await outcomeOf(plain)).toBeNull();
    const canceled = await write();
    await call(messages.cancel_message, { message_id: canceled }, teach);
    await expand();
    await isStill();
    expect(peer.tried).toEqual([]);
  });
});

describe('a consent', () => {
  it('is looked at again when the text leaves', async () => {
    await agree(anu, numbers.anu);
    await jobs.updateQueue(whatsappQueue, { retryDelay: 1 });
    peer.token = 'EAAanother0123456789';
    const id = await send();
    await vi.waitFor(() => expect(peer.faults.length).toBeGreaterThan(0), soon);
    await call(messages.end_consent, { user_id: anu, holder_id: anu, number: numbers.anu }, own);
    peer.token = peer.config.token;
    await becomes(id, 'failed');
    await jobs.updateQueue(whatsappQueue, { retryDelay: 0 });
    expect((await outcomeOf(id))?.failure).toBe('its reader has not agreed, or no longer');
    expect(peer.tried).toEqual([]);
    // Its contents are gone with it.
    expect(await many(db)`select from mails where channel = 'whatsapp' and sealed is not null`).toEqual([]);
  });

  it('is for one number: another one needs its own', async () => {
    await agree(anu, numbers.anu);
    await run(db)`update people set phone_number = '+919799999999' where id = ${anu}`;
    expect(await listAgreed(db, [anu])).toEqual(new Map());
    await send();
    await isStill();
    expect(peer.tried).toEqual([]);
    expect((await agree(anu, numbers.anu)).status).toBe(404);
    expect((await agree(anu, '919799999999')).status).toBe(200);
    expect(await listAgreed(db, [anu])).toEqual(new Map([[anu, '919799999999']]));
  });

  it('is never that of a guardian who may not see, however the number is written', async () => {
    const guardian = async (phone: string, may_see: boolean) => {
      const { id } = await one<{ id: number }>(db)`
        insert into people (first_name, email_id, main_role, phone_number) values ('Guardian', '', 'guardian', ${phone}) returning id
      `;
      await run(db)`
        insert into guardians (student_id, guardian_id, may_see) values (${anu}, ${id}, ${may_see})
      `;
      return id;
    };
    await agree(anu, numbers.anu);
    await guardian('097000 00001', false);
    expect(await listNumbers(db, [anu])).toEqual([]);
    expect(await listAgreed(db, [anu])).toEqual(new Map());
    const mother = await guardian('+91 97000 00009', true);
    const holder = { user_id: anu, holder_id: mother, number: '919700000009' };
    expect((await call(messages.record_consent, { ...holder, how: 'by_phone' }, own)).status).toBe(200);
    expect(await listAgreed(db, [anu])).toEqual(new Map([[anu, '919700000009']]));
  });

  it('is noted once, with who wrote it down and how, and ends', async () => {
    await agree(anu, numbers.anu);
    await agree(anu, numbers.anu);
    const shown = async () => (await call(messages.get_consents, { user_id: anu }, own)).body.data;
    expect(await shown()).toMatchObject({
      is_on: true,
      numbers: [
        { holder_id: anu, number: numbers.anu, how: 'paper_form', recorded_by: 'Own', ended_at: null },
      ],
    });
    await call(messages.end_consent, { user_id: anu, holder_id: anu, number: numbers.anu }, own);
    expect(await shown()).toMatchObject({ numbers: [{ agreed_at: null, ended_how: 'office' }] });
    expect(await many(db)`select from whatsapp_consents`).toHaveLength(1);
  });

  it('of a student out of reach, or for a number of somebody else, is not found', async () => {
    const foreign = await agree(anu, numbers.anu, other);
    expect(foreign.status).toBe(404);
    expect((await agree(anu, numbers.bala)).status).toBe(404);
    const crossed = { user_id: anu, holder_id: bala, number: numbers.bala, how: 'by_phone' };
    expect((await call(messages.record_consent, crossed, own)).status).toBe(404);
    expect(await many(db)`select from whatsapp_consents`).toEqual([]);
  });
});

describe('WhatsApp that misbehaves', () => {
  beforeEach(() => agree(anu, numbers.anu));

  it.each([
    ['a rate limit', { status: 429, code: 130_429 }],
    ['the limit of a pair', { status: 400, code: 131_056 }],
    ['a server in trouble', { status: 500, code: 131_000 }],
    ['a service that is away', { status: 503, code: 2 }],
  ])('gets the text again after %s', async (_, refusal) => {
    let refusals = 0;
    peer.atText = () => (refusals++ < 2 ? refusal : null);
    const id = await send();
    await becomes(id, 'sent');
    expect([peer.tried.length, peer.accepted.length]).toEqual([3, 1]);
  });

  it('gets it again after the operator has set another token', async () => {
    peer.token = 'EAAanother0123456789';
    const id = await send();
    await vi.waitFor(() => expect(peer.faults.length).toBeGreaterThan(1), soon);
    expect((await outcomeOf(id))?.failure).toContain('190');
    expect(JSON.stringify(await outcomes(id))).not.toContain(peer.config.token);
    peer.token = peer.config.token;
    await becomes(id, 'sent');
    expect(peer.accepted).toHaveLength(1);
  });

  it.each([
    ['cannot reach the number', { status: 400, code: 131_026 }],
    ['wants the reader to write first', { status: 400, code: 131_047 }],
  ])('is asked once when it %s, and the mail arrives all the same', async (_, refusal) => {
    peer.atText = () => refusal;
    const id = await send();
    await becomes(id, 'failed');
    await isStill();
    expect(peer.tried).toHaveLength(1);
    const reader = (await outcomes(id))['anu']!;
    expect(reader.whatsapp?.failure).toContain(String(refusal.code));
    expect(reader.state).toBe('kept');
  });

  it('is asked once when the template is missing, and again by the office', async () => {
    peer.languages = [];
    const id = await send();
    await becomes(id, 'failed');
    expect((await outcomeOf(id))?.failure).toContain('132001');
    expect(peer.faults).toHaveLength(1);
    peer.languages = ['en'];
    const { id: mail } = await one<{ id: number }>(db)`select id from mails where channel = 'whatsapp'`;
    const again = await call('mails.retry_mails', { mail_ids: [mail] }, own);
    expect(again.body.data.retried).toBe(1);
    await becomes(id, 'sent');
  });

  it.each(['keep and cut', 'cut', 'gateway'] as const)(
    'is never asked twice after an answer that was lost (%s); a report says later what became of it',
    async (loss) => {
      peer.atText = () => loss;
      const id = await send();
      await becomes(id, 'unknown');
      await isStill();
      expect(peer.tried).toHaveLength(1);
      const { id: mail } = await one<{ id: number }>(db)`select id from mails where channel = 'whatsapp'`;
      const again = await call('mails.retry_mails', { mail_ids: [mail] }, own);
      expect(again.body.data.retried).toBe(0);
      if (loss !== 'keep and cut') return;
      await hear({ statuses: [statusOf(peer.accepted[0]!.reference, 'delivered')] });
      expect(await outcomeOf(id)).toEqual({ state: 'delivered', failure: null });
    },
  );

  it('may answer after its reports, which are enough', async () => {
    const { promise, resolve } = Promise.withResolvers<null>();
    peer.atText = async ({ reference }) => {
      await hear({ statuses: [statusOf(reference, 'sent'), statusOf(reference, 'read')] });
      return promise;
    };
    const id = await send();
    await becomes(id, 'read');
    resolve(null);
    await isStill();
    expect(await outcomeOf(id)).toEqual({ state: 'read', failure: null });
    expect(peer.tried).toHaveLength(1);
  });

  it('may answer slowly, or never: then it is not known, but a server that is away has surely nothing', async () => {
    const asked = {
      to: numbers.anu,
      template: 'office_message',
      language: 'en',
      parameters: ['a', 'b', 'c'],
      reference: '',
    };
    const { promise, resolve } = Promise.withResolvers<null>();
    peer.atText = () => promise;
    await expect(sendTemplate(peer.config, asked, 200)).rejects.toMatchObject({
      isHere: false,
      isForGood: true,
    });
    resolve(null);
    peer.atText = async () => wait(300, null);
    await sendTemplate(peer.config, asked);
    const away = { ...peer.config, url: 'http://127.0.0.1:1/v23.0' };
    await expect(sendTemplate(away, asked)).rejects.toMatchObject({ isHere: true, isForGood: false });
  });
});

describe('reports', () => {
  async function sent() {
    await agree(anu, numbers.anu);
    const id = await send();
    await becomes(id, 'sent');
    return { id, reference: peer.accepted[0]!.reference };
  }

  it('may come twice and in any order', async () => {
    const { id, reference } = await sent();
    for (const state of ['read', 'read', 'delivered', 'sent', 'failed', 'delivered']) {
      expect((await hear({ statuses: [statusOf(reference, state)] })).statusCode).toBe(200);
      expect((await outcomeOf(id))?.state).toBe('read');
    }
  });

  it('say that a text did not arrive, and why; the mail stays', async () => {
    const { id, reference } = await sent();
    const errors = [
      { code: 131_026, title: 'Message undeliverable', error_data: { details: 'No\nWhatsApp' } },
    ];
    await hear({ statuses: [statusOf(reference, 'failed', { errors })] });
    expect(await outcomeOf(id)).toEqual({
      state: 'bounced',
      failure: '131026: Message undeliverable: No WhatsApp',
    });
    await isStill();
    expect((await outcomes(id))['anu']!.state).toBe('kept');
  });

  it('of another portal, of mails, and of rows that are none, change nothing', async () => {
    const { id, reference } = await sent();
    const { id: mail } = await one<{ id: number }>(db)`select id from mails where channel = 'mail' limit 1`;
    const host = reference.split('@')[1]!;
    const wrong = [
      `${reference.split('@')[0]}@evil.test`,
      `${mail}@${host}`,
      `999999@${host}`,
      '',
      `1 or 1=1@${host}`,
    ];
    const answer = await hear({
      statuses: [...wrong.map((each) => statusOf(each, 'failed')), null, { status: 'deleted' }],
    });
    expect(answer.statusCode).toBe(200);
    expect((await outcomeOf(id))?.state).toBe('sent');
    expect(await many(db)`select from mails where bounced_at is not null`).toEqual([]);
  });

  it('need the signature of the app over exactly these bytes', async () => {
    const { id, reference } = await sent();
    const { payload, headers } = peer.report({ statuses: [statusOf(reference, 'failed')] });
    const { 'x-hub-signature-256': signature, ...rest } = headers;
    const attempts = [
      { payload, headers: rest },
      { payload, headers: { ...rest, 'x-hub-signature-256': 'sha256=' } },
      { payload, headers: { ...rest, 'x-hub-signature-256': signature!.replace('sha256', 'sha1') } },
      { payload: `${payload} `, headers },
      { payload: peer.report({ statuses: [] }).payload, headers },
    ];
    for (const attempt of attempts) {
      expect((await app.inject({ method: 'POST', url: hook, ...attempt })).statusCode).toBe(403);
    }
    expect((await outcomeOf(id))?.state).toBe('sent');
  });

  it('have a longest body, and a shape', async () => {
    const huge = peer.report({ statuses: [], padding: 'x'.repeat(3_100_000) });
    expect((await app.inject({ method: 'POST', url: hook, ...huge })).statusCode).toBe(413);
    const form = { ...peer.report({}).headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.inject({ method: 'POST', url: hook, payload: 'a=b', headers: form })).statusCode).toBe(
      415,
    );
    expect((await app.inject({ method: 'DELETE', url: hook })).statusCode).toBe(405);
  });

  it('are set up by a challenge that only Meta’s token gets back', async () => {
    const ask = (query: Record<string, string>) => app.inject({ url: hook, query });
    const right = {
      'hub.mode': 'subscribe',
      'hub.verify_token': peer.config.verifyToken,
      'hub.challenge': '1158201444',
    };
    const { statusCode, body, headers } = await ask(right);
    expect([statusCode, body, headers['content-type']]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ]);
    expect((await ask({ ...right, 'hub.verify_token': 'guess' })).statusCode).toBe(403);
    expect((await ask({ ...right, 'hub.challenge': '<script>' })).statusCode).toBe(400);
  });
});

describe('STOP', () => {
  it.each(['STOP', ' stop. ', 'ఆపండి', 'बंद करें'])('as %j ends the consents of the number', async (word) => {
    await agree(anu, numbers.anu);
    await agree(bala, numbers.bala);
    await hear(answerOf(numbers.anu, word));
    expect(await listAgreed(db, [anu, bala])).toEqual(new Map([[bala, numbers.bala]]));
    const { how, by } = await one<{ how: string; by: number }>(db)`
      select c.ended_how as how, e.person_id as by
      from whatsapp_consents c
      join audit_entries e on e.table_name = 'whatsapp_consents' and e.row_id = c.id::text and e.action = 'update'
      where c.person_id = ${anu} and e.call = 'page.stop_whatsapp'
    `;
    expect({ how, by }).toEqual({ how: 'stop', by: anu });
  });

  it('that is replayed ends nothing that was agreed since; other words end nothing', async () => {
    await agree(anu, numbers.anu);
    await hear(answerOf(numbers.anu, 'Please do not stop the class'));
    await hear(answerOf(numbers.anu, 'STOP', Date.now() - 60_000));
    expect((await listAgreed(db, [anu])).size).toBe(1);
  });
});
