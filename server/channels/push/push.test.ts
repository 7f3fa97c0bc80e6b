import { cover } from '@gurukul/contract/cover';
import { mostDevices, push } from '@gurukul/contract/push';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecretKey } from '#server/derived-key.ts';
import { presentKey } from '#server/derived-key.ts';
import { closeJobs, openJobs } from '#server/jobs/open.ts';
import { pushQueue } from '#server/jobs/queues.ts';
import { renewSeals } from '#server/renew-seals.ts';
import { testApp } from '#server/test/app.ts';
import { silent } from '#server/test/outbox.ts';
import { openPushPeer } from '#server/test/push-peer.ts';
import { many, one, run } from '#server/test/rows.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { findDevice, hasDevice, saveDevice } from './devices.ts';
import { createPushPair } from './key-pair.ts';
import { tellMissingRolls } from './missing-rolls.ts';
import { createPusher } from './pusher.ts';
import { startPushWorker } from './worker.ts';

// Notifications with the real worker and library, to a push service that decrypts them and checks who sent them.

const peer = await openPushPeer();
afterAll(() => peer.close());
const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, staff } = await foundSchool(db);
const jobs = await openJobs(db, { log: silent });
afterAll(() => closeJobs(jobs, 1_000));
await jobs.updateQueue(pushQueue, { retryDelay: 0, retryBackoff: false });
const near = { ...config, calendarNetworks: ['127.0.0.1'] };
await startPushWorker({ config: near, pool: db, jobs, log: silent });
const pusher = createPusher(jobs, createPushPair(db, config.secretKey));
const portalKey = await pusher.publicKey();

const teach = { as: 'teach@office.test' };
const own = { as: 'own@office.test' };
const soon = { timeout: 600_000, interval: 30 };
let word = 0;
beforeEach(async () => {
  peer.told.length = 0;
  peer.faults.length = 0;
  peer.status = 201;
  word += 1;
  await run(db)`delete from push_devices`;
});

const name = (part = 'phone') => `${part}-${word}`;
async function subscribe(as = teach, part = 'phone', language = 'en') {
  const browser = peer.browser(name(part), portalKey);
  const { status, body } = await call(push.subscribe, { ...browser, language }, as);
  expect(status).toBe(200);
  return { browser, device_id: body.data.device_id as number };
}
const news = { kind: 'answer', place: 'Gita Morning', path: '/class/1?tab=answers' } as const;
const tell = (key: string, more: Partial<typeof news> = {}) =>
  pusher.tell(db, sql`select ${staff.teach}::bigint`, { ...news, ...more, key: `${word} ${key}` });
const isStill = () =>
  vi.waitFor(async () => {
    const { n } = await one<{ n: number }>(db)`
      select count(*)::int as n from pgboss.job where name = ${pushQueue} and state < 'completed'
    `;
    expect(n).toBe(0);
  }, soon);

describe('a device', () => {
  it('is told in its language, encrypted for it alone and signed by the portal', async () => {
    await subscribe();
    await subscribe(teach, 'tablet', 'hi');
    await subscribe(own, 'other');
    await tell('once');
    await vi.waitFor(() => expect(peer.told).toHaveLength(2), soon);
    await isStill();
    expect(peer.faults).toEqual([]);
    expect(peer.told.map(({ browser }) => browser).toSorted()).toEqual([name('phone'), name('tablet')]);
    const [phone, tablet] = peer.told.toSorted((a, b) => a.browser.localeCompare(b.browser));
    expect(phone!.said).toEqual({
      title: 'Gurukul',
      body: 'An answer in Gita Morning',
      path: '/class/1?tab=answers',
      tag: 'answer /class/1?tab=answers',
    });
    expect(tablet!.said.body).toBe('Gita Morning में एक जवाब');
    expect(phone!.subject).toMatch(/^mailto:/);
    expect(Number(phone!.ttl)).toBeGreaterThan(0);
  });

  it('is told once of one thing, and again after a trouble of its push service', async () => {
    await subscribe();
    peer.status = 503;
    await tell('same');
    await tell('same');
    peer.status = 201;
    await vi.waitFor(() => expect(peer.told).toHaveLength(1), soon);
    await isStill();
    expect(peer.told).toHaveLength(1);
  });

  it.each([404, 410])('ends when its push service answers %i', async (status) => {
    await subscribe();
    peer.status = status;
    await tell('gone');
    await vi.waitFor(async () => expect(await many(db)`select from push_devices`).toEqual([]), soon);
  });

  it('that nobody used for long, or whose person was deleted, is told nothing', async () => {
    await subscribe();
    await run(db)`update push_devices set used_at = now() - interval '61 days'`;
    await tell('old');
    await run(db)`update push_devices set used_at = now()`;
    await run(db)`update people set deleted_at = now() where id = ${staff.teach}`;
    await tell('deleted');
    await run(db)`update people set deleted_at = null where id = ${staff.teach}`;
    await isStill();
    expect(peer.told).toEqual([]);
  });

  it('is listed for its person alone, ended by them alone, and has a number of places', async () => {
    const { device_id } = await subscribe();
    const { body } = await call(push.get_devices, {}, teach);
    expect(body.data).toMatchObject({ public_key: portalKey, devices: [{ device_id, is_this: true }] });
    expect(JSON.stringify(body)).not.toContain('localhost');
    expect((await call(push.get_devices, {}, own)).body.data.devices).toEqual([]);
    expect((await call(push.unsubscribe, { device_id }, own)).status).toBe(404);
    expect((await call(push.unsubscribe, { device_id }, teach)).status).toBe(200);
    for (let n = 0; n <= mostDevices; n += 1) await subscribe(teach, `phone${n}`);
    expect((await call(push.get_devices, {}, teach)).body.data.devices).toHaveLength(mostDevices);
  });

  it('belongs to the person who used it last', async () => {
    const { browser } = await subscribe();
    await call(push.subscribe, { ...browser, language: 'en' }, own);
    await tell('handed on');
    await isStill();
    expect(peer.told).toEqual([]);
  });

  it('ends with the session in which it was used', async () => {
    await subscribe({ as: 'other@office.test' });
    const token = await server.tokenOf('other@office.test');
    const answer = await call('accounts.logout', {}, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(await many(db)`select from push_devices`).toEqual([]);
  });
});

it('tells the owner of a new device by mail, and of the same device no more', async () => {
  const told = async () =>
    (await waitingMails(db, config)).filter(
      ({ kind, to, data }) =>
        kind === 'factor_news' && to === teach.as && 'what' in data && data.what === 'notifications',
    ).length;
  const before = await told();
  const { browser } = await subscribe();
  expect(await told()).toBe(before + 1);
  await call(push.subscribe, { ...browser, language: 'hi' }, teach);
  expect(await told()).toBe(before + 1);
});

describe('the address of a device', () => {
  it('stands in no table in clear', async () => {
    const { browser } = await subscribe();
    await tell('planned');
    await isStill();
    const tables = await many<{ name: string }>(db)`
      select t.oid::regclass::text as name from pg_class t
      where t.relkind in ('r', 'p') and t.relnamespace::regnamespace::text in ('public', 'pgboss')
        and has_table_privilege(t.oid, 'select')
    `;
    expect(tables.map(({ name: table }) => table)).toContain('push_devices');
    const found: string[] = [];
    for (const { name: table } of tables) {
      for (const value of [
        browser.endpoint,
        new URL(browser.endpoint).pathname,
        browser.p256dh,
        browser.auth,
      ]) {
        const hex = Buffer.from(value).toString('hex');
        const rows = await many(db)`
          select from ${raw(table)} t where strpos(t::text, ${value}) > 0 or strpos(t::text, ${hex}) > 0
        `;
        if (rows.length > 0) found.push(`${table} has ${value}`);
      }
    }
    expect(found).toEqual([]);
  });

  it('is sealed and found by a new SECRET_KEY, so that the old one can go', async () => {
    const next = 'another key of thirty-two letters or more';
    const { browser, device_id } = await subscribe();
    const person = { id: staff.teach, sessionId: 0 };
    const under = async (key: string) => [
      await hasDevice(db, key, person, browser),
      await findDevice(db, key, device_id).then(
        (device) => device?.address,
        () => 'does not open',
      ),
    ];
    expect(await under(next)).toEqual([false, 'does not open']);
    await renewSeals(db, { secretKey: [next, presentKey(config.secretKey)] }, () => undefined);
    expect(await under(next)).toEqual([true, browser]);
    expect(await under(presentKey(config.secretKey))).toEqual([false, 'does not open']);
    // Its browser says that it is still used, while both keys read: it stays one device.
    const both: SecretKey = [presentKey(config.secretKey), next];
    const { id: sessionId } = await one<{ id: number }>(db)`select max(id) as id from sessions`;
    await saveDevice(db, both, { id: staff.teach, sessionId }, { ...browser, language: 'en' });
    expect(await many(db)`select from push_devices`).toHaveLength(1);
    await renewSeals(db, { secretKey: both }, () => undefined);
    expect(await many(db)`select from push_devices`).toHaveLength(1);
  });
});

describe('a session', () => {
  const stale = (who: string, what: string) =>
    run(db)`update sessions set proved_at = case when ${what} = 'proof' then null else proved_at end,
      expires_at = case when ${what} = 'end' then now() else now() + interval '1 hour' end
      where person_id = (select id from people where email_id = ${who})`;

  it('without a fresh proof adds no device, and says that a device is still used', async () => {
    const { browser } = await subscribe();
    await stale(teach.as, 'proof');
    const add = (one: object) => call(push.subscribe, { ...one, language: 'en' }, teach);
    expect((await add(peer.browser(name('thief'), portalKey))).body.code).toBe('step_up_needed');
    expect((await add(browser)).status).toBe(200);
    expect(await many(db)`select from push_devices`).toHaveLength(1);
    await run(db)`update sessions set proved_at = now()`;
  });

  it('that ended by time ends what its device is told, until the person opens the portal there again', async () => {
    await subscribe();
    await stale(teach.as, 'end');
    await tell('late');
    await isStill();
    await stale(teach.as, 'nothing');
    expect(peer.told).toEqual([]);
    await tell('again');
    await vi.waitFor(() => expect(peer.told).toHaveLength(1), soon);
  });
});

describe('an address', () => {
  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.1/x',
    'http://push.example.org/x',
    'https://user:secret@push.example.org/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    `https://push.example.org/${'x'.repeat(1000)}`,
  ])('%s is refused, or never asked', async (endpoint) => {
    const { p256dh, auth } = peer.browser(name(), portalKey);
    const { status } = await call(push.subscribe, { endpoint, p256dh, auth, language: 'en' }, teach);
    if (status === 200) {
      await tell('never');
      await isStill();
      expect(peer.told).toEqual([]);
    } else expect(status).toBe(400);
  });

  it('of this machine or a private network is never connected to', async () => {
    const strict = await openJobs(db, { log: silent });
    await closeJobs(jobs, 1_000);
    const said: string[] = [];
    await startPushWorker({
      config,
      pool: db,
      jobs: strict,
      log: { warn: (details) => said.push(JSON.stringify(details)) },
    });
    const { browser } = await subscribe();
    // Two seconds each. holidays.test.ts has all addresses that the internet has not.
    for (const [n, host] of ['localhost', '169.254.169.254', '2130706433'].entries()) {
      const endpoint = browser.endpoint.replace('localhost', host);
      await call(push.subscribe, { ...browser, endpoint, language: 'en' }, teach);
      await createPusher(strict, createPushPair(db, config.secretKey)).tell(
        db,
        sql`select ${staff.teach}::bigint`,
        { ...news, key: `${word} ${n}` },
      );
    }
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(2), soon);
    await closeJobs(strict, 1_000);
    expect([peer.told, peer.faults]).toEqual([[], []]);
    expect(said.join()).toContain('not an address of the internet');
    expect(said.join()).not.toContain('localhost');
  });
});

describe('what staff are told', () => {
  const waiting = () =>
    many<{ data: { kind: string; place: string; path: string; device: number } }>(db)`
      select data from pgboss.job where name = ${pushQueue} and state = 'created' order by created_on
    `;

  it('asks teachers for cover on their devices, without any name', async () => {
    await subscribe({ as: 'elsewhere@office.test' });
    await subscribe(teach, 'own');
    const input = {
      from: dayFromToday(1),
      to: dayFromToday(14),
      slot_id: null,
      teacher_id: null,
      reason: 'Ill',
    };
    const { status, body } = await call(cover.ask_cover, { ...input, ask: [staff.elsewhere] }, teach);
    expect([status, body.data[0].candidates[0].teacher_id]).toEqual([200, staff.elsewhere]);
    const told = (await waiting()).filter(({ data }) => data.kind === 'cover_asked');
    expect(told).toMatchObject([{ data: { kind: 'cover_asked', place: 'Gita Morning', path: '/Cover' } }]);
    expect(JSON.stringify(told)).not.toMatch(/Teach|Elsewhere|Ill/);
  });

  it('reminds the teacher of a roll half an hour after its meeting began, once', async () => {
    await subscribe();
    await subscribe(own, 'office');
    const { starts_at: start, held_on } = await one<{ starts_at: string; held_on: string }>(db)`
      select m.starts_at, m.held_on::text
      from meetings_of(array[${gita.morning}::bigint], current_date - 20, current_date - 1) m
      where m.state = 'planned' order by m.starts_at desc limit 1
    `;
    const missing = async () => (await waiting()).filter(({ data }) => data.kind === 'roll_missing');
    const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000);
    for (const minutes of [-10, 29, 61]) await tellMissingRolls(db, pusher, at(minutes));
    expect(await missing()).toEqual([]);
    for (const minutes of [30, 31, 59]) await tellMissingRolls(db, pusher, at(minutes));
    const path = `/attendance?roll=${gita.morning}_${held_on}&course=${gita.id}`;
    expect(await missing()).toMatchObject([{ data: { place: 'Gita Morning', path } }]);
    await run(db)`delete from pgboss.job where name = ${pushQueue}`;
    await run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
      values (${gita.id}, ${gita.morning}, ${held_on}, ${staff.teach})
    `;
    await tellMissingRolls(db, pusher, at(35));
    expect(await missing()).toEqual([]);
  });
});
