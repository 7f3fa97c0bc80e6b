import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { listDevicesOf } from '#server/channels/push/devices.ts';
import { afterTheDay, askAndWait, letTheDayPass } from '#server/test/after-the-day.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool, teach } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { findReceiver } from '../reports/make-file.ts';

const office = await testApp({ database: 'empty' });
const { call, db } = office;
const { staff, students } = await foundSchool(db);
/** An account admin with a session. */
let chief = admin;

const signIn = (email_id: string, headers: Record<string, string> = {}) =>
  office.app.inject({
    method: 'POST',
    url: '/api/user_details/login',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/149.0', ...headers },
    payload: { email_id, password: demoPassword, remember: true },
  });
const cookiesOf = (answer: Awaited<ReturnType<typeof signIn>>) => ({
  cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
});
const mailsOf = async (kind: string) =>
  (await waitingMails(db, office.config)).filter((mail) => mail.kind === kind);

beforeEach(() => run(db)`delete from rate_limits`);

describe('a mail about a new device', () => {
  it('is sent for each new one except the first, and not again', async () => {
    const first = await signIn(teach);
    expect(await mailsOf('new_device')).toEqual([]);
    await signIn(teach, cookiesOf(first));
    expect(await mailsOf('new_device')).toEqual([]);
    const second = await signIn(teach);
    expect(await mailsOf('new_device')).toMatchObject([
      { to: teach, data: { browser: 'Firefox', system: 'Linux', from: '127.0.0.1' } },
    ]);
    await signIn(teach, cookiesOf(second));
    expect(await mailsOf('new_device')).toHaveLength(1);
  });

  it('comes after a new password too, which made every other browser unknown', async () => {
    await run(db)`delete from known_browsers where person_id = ${staff.teach}`;
    await signIn(teach);
    expect(await mailsOf('new_device')).toHaveLength(2);
  });
});

describe('the other ways in', () => {
  const ways = async (uid: number, as = teach) => (await call('access.get_ways_in', { uid }, { as })).body;

  it('are listed with last use and end, each ends, and not for others', async () => {
    expect((await call('calendar.create_feed', {}, { as: teach })).status).toBe(200);
    await run(db)`
      insert into intake_keys (name, hash, starts_with, scopes, created_by, expires_at)
      select name, sha256(name::bytea), 'k_', '{students}', ${staff.teach}, now() + days * interval '1 day'
      from (values ('Until tomorrow', 1), ('Over', -1)) as key (name, days)
    `;
    const { data, can } = await ways(staff.teach);
    expect(can).toEqual({ suspend: false, resume: false, reset: false, reset_factors: false });
    const kinds = data.map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['remembered_browser', 'known_browser', 'calendar_link', 'intake_key']),
    );
    const keys = data.filter(({ kind }: { kind: string }) => kind === 'intake_key');
    expect(keys).toMatchObject([{ name: 'Until tomorrow', used_at: null, expires_at: expect.any(String) }]);
    expect(data).toContainEqual({
      kind: 'known_browser',
      id: expect.stringMatching(/^[\da-f]{20}$/),
      name: '',
      browser: 'Firefox',
      system: 'Linux',
      made_at: expect.any(String),
      used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const [{ kind, id }] = data;
    const end = (uid: number, as: string) => call('access.end_way_in', { uid, kind, way_id: id }, { as });
    expect((await end(staff.teach, 'elsewhere@office.test')).status).toBe(404);
    // Somebody else's id ends nothing.
    expect((await end(staff.elsewhere, 'elsewhere@office.test')).status).toBe(200);
    expect((await ways(staff.teach)).data).toHaveLength(data.length);
    expect((await call('access.get_ways_in', { uid: staff.teach }, { as: 'own@office.test' })).status).toBe(
      404,
    );
    expect((await end(staff.teach, teach)).status).toBe(200);
    expect((await end(staff.teach, teach)).status).toBe(200);
    expect((await ways(staff.teach)).data).toHaveLength(data.length - 1);
    for (const way of (await ways(staff.teach, admin)).data) {
      const ended = await call(
        'access.end_way_in',
        { uid: staff.teach, kind: way.kind, way_id: way.id },
        { as: admin },
      );
      expect(ended.status).toBe(200);
    }
    expect((await ways(staff.teach)).data).toEqual([]);
  });
});

describe('second factors and identities', () => {
  const add = async () => {
    await run(db)`
      insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
      values (${staff.teach}, 'credential', '\\x01', 0, '{}', 'Phone', false)
    `;
    await run(db)`
      insert into code_apps (person_id, sealed_secret, confirmed_at, last_step)
      values (${staff.teach}, 'sealed', now(), 58000000)
    `;
    await run(db)`insert into recovery_codes (person_id, code_hmac) values (${staff.teach}, '\\x02')`;
  };
  const factors = async () => {
    const { data, can } = (await call('access.get_ways_in', { uid: staff.teach }, { as: admin })).body;
    return { rows: data.filter(({ kind }: { kind: string }) => /passkey|app/.test(kind)), can };
  };
  const provedAt = (age: string) => run(db)`update sessions set proved_at = now() - ${age}::interval`;

  it('are listed with their last use; each ends by an admin with a fresh proof, and the owner gets a mail', async () => {
    await add();
    const { rows, can } = await factors();
    expect(rows).toMatchObject([
      { kind: 'passkey', name: 'Phone', used_at: null },
      { kind: 'code_app', used_at: '2025-02-19T21:20:00.000Z' },
    ]);
    expect(can).toMatchObject({ reset_factors: true });
    const end = ({ kind, id }: { kind: string; id: string }) =>
      call('access.end_way_in', { uid: staff.teach, kind, way_id: id }, { as: admin });
    await provedAt('1 hour');
    for (const way of rows) expect((await end(way)).body.code).toBe('step_up_needed');
    await provedAt('0');
    for (const way of rows) expect((await end(way)).status).toBe(200);
    expect(await factors()).toMatchObject({ rows: [], can: { reset_factors: false } });
    expect(await many(db)`select from recovery_codes`).toEqual([]);
    expect((await mailsOf('factor_news')).map(({ to, data }) => [to, data])).toEqual([
      [teach, { what: 'calendar_link' }],
      [teach, { what: 'passkey_removed' }],
      [teach, { what: 'app_removed' }],
    ]);
  });

  it('go all at once for somebody who lost the phone, by an admin and not by themselves', async () => {
    await add();
    const reset = (as: string) => call('passkeys.reset_factors', { uid: staff.teach }, { as });
    expect((await reset(teach)).status).toBe(403);
    expect((await reset(admin)).status).toBe(200);
    expect((await factors()).rows).toEqual([]);
    expect((await mailsOf('factor_news')).at(-1)).toMatchObject({ to: teach, data: { what: 'reset' } });
  });
});

describe('a suspended colleague', () => {
  const suspend = (user_id: number, as = admin) => call('access.suspend', { user_id }, { as });
  const resume = (user_id: number, as = admin) => call('access.resume', { user_id }, { as });

  it('is out at once in every browser, cannot come back, and can be let in again', async () => {
    const signedIn = await signIn(teach);
    const authorization = `Bearer ${signedIn.json().token}`;
    const schedule = () =>
      office.app.inject({
        method: 'GET',
        url: `/api/access/get_ways_in/${staff.teach}`,
        headers: { authorization },
      });
    expect((await schedule()).statusCode).toBe(200);
    expect((await suspend(staff.teach)).status).toBe(200);
    expect((await schedule()).statusCode).toBe(401);
    const wrong = await signIn('nobody@office.test');
    for (const headers of [{}, cookiesOf(signedIn)]) {
      const refused = await signIn(teach, headers);
      expect([refused.statusCode, refused.json().message]).toEqual([wrong.statusCode, wrong.json().message]);
    }
    expect((await call('accounts.send_reset_link', { uid: staff.teach }, { as: admin })).status).toBe(404);
    expect((await call('access.reset_sign_in', { user_id: staff.teach }, { as: admin })).status).toBe(403);
    expect((await call('access.get_ways_in', { uid: staff.teach }, { as: admin })).body).toMatchObject({
      suspended_at: expect.any(String),
      can: { suspend: false, resume: true },
    });
    // A planted session is none.
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, expires_at)
      values ('planted', ${staff.teach}, 'teacher', now() + interval '1 hour')
    `;
    expect((await resume(staff.teach)).status).toBe(200);
    expect((await signIn(teach)).statusCode).toBe(200);
    const log = await call(
      'security.get_log',
      { person_id: staff.teach, page: 1, pageSize: 20 },
      { as: admin },
    );
    const kinds = log.body.data.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['suspended', 'resumed']));
  });

  it('is offered for nothing, gets no mails about duties, and keeps the classes', async () => {
    const before = await one(db)`
      select count(*)::int as n from slot_teachers where teacher_id = ${staff.teach} and ended_at is null
    `;
    // Suspending ends devices: this one was added by a slower process.
    const addDevice = () =>
      run(db)`
        insert into push_devices (person_id, session_id, endpoint_mac, sealed, language)
        select ${staff.teach}, max(s.id), 'one', 'sealed', 'en' from sessions s
      `;
    const told = async () => ({
      devices: (await listDevicesOf(db, sql`select ${staff.teach}::bigint`)).length,
      report: await findReceiver(db, staff.teach, 'teacher'),
    });
    await addDevice();
    expect(await told()).toEqual({ devices: 1, report: { id: staff.teach, role: 'teacher' } });
    await suspend(staff.teach);
    await addDevice();
    const { body } = await call('people.get_teacher_bycourse', { courseId: 0 }, { as: admin });
    expect(body.data.map(({ fullname }: { fullname: string }) => fullname)).toContain('Teach');
    expect(JSON.stringify(body.teachers)).not.toContain('Teach');
    expect(await listMailReaders(db, sql`select ${staff.teach}::bigint`)).toEqual([]);
    expect(await told()).toEqual({ devices: 0, report: null });
    expect(
      await one(db)`
        select count(*)::int as n from slot_teachers where teacher_id = ${staff.teach} and ended_at is null
      `,
    ).toEqual(before);
    await run(db)`delete from push_devices`;
    await resume(staff.teach);
  });

  it('is never oneself, a student or the last admin, and admins take turns', async () => {
    expect((await suspend(staff.admin)).status).toBe(403);
    expect((await suspend(students.anu)).status).toBe(404);
    await run(db)`
      insert into people (email_id, first_name, main_role, password_hash)
      select 'second@office.test', 'Second', 'admin', password_hash from people where id = ${staff.admin}
    `;
    const second = await office.idOf('second@office.test');
    await askAndWait(office, 'access.suspend', { user_id: second }, admin);
    await askAndWait(office, 'access.suspend', { user_id: staff.admin }, 'second@office.test');
    const both = await Promise.all([suspend(second), suspend(staff.admin, 'second@office.test')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await many<{ id: number }>(db)`
      select id from people where main_role = 'admin' and suspended_at is null and deleted_at is null
    `;
    expect(left).toHaveLength(1);
    // The one who is left goes on: the session of the other one has ended.
    await run(db)`update people set suspended_at = null where main_role = 'admin'`;
    chief = left[0]?.id === second ? 'second@office.test' : admin;
  });
});

it('a reset of the sign-in ends everything, the password too, and mails one link', async () => {
  await signIn('elsewhere@office.test');
  const reset = await call('access.reset_sign_in', { user_id: staff.elsewhere }, { as: chief });
  expect(reset.status).toBe(200);
  expect((await signIn('elsewhere@office.test')).json().message).toBe('Invalid credentials');
  expect(await many(db)`select id from sessions where person_id = ${staff.elsewhere}`).toEqual([]);
  expect(await mailsOf('reset_link')).toMatchObject([
    { to: 'elsewhere@office.test', data: { sentBy: expect.any(String) } },
  ]);
  expect(
    (await call('access.reset_sign_in', { user_id: await office.idOf(chief) }, { as: chief })).status,
  ).toBe(403);
});

describe('an account admin', () => {
  const first = 'one@office.test';
  const second = 'two@office.test';
  const admins = async (as: string) => (await call('access.get_admins', {}, { as })).body;
  const add = async (address: string) => {
    const { id } = await one<{ id: number }>(db)`
      insert into people (email_id, first_name, main_role, password_hash)
      select ${address}, ${address}, 'admin', password_hash from people where id = ${staff.teach} returning id
    `;
    return id;
  };
  const idOf = async (address: string) =>
    (await one<{ id: number }>(db)`select id from people where email_id = ${address}`).id;

  it('is listed for the others alone, with the last visit and whether there is a second factor', async () => {
    const id = await add(first);
    const row = async () =>
      (await admins(chief)).data.find(({ user_id }: { user_id: number }) => user_id === id);
    expect(await row()).toEqual({
      user_id: id,
      fullname: first,
      email_id: first,
      last_seen_at: null,
      has_second_factor: false,
      suspended_at: null,
    });
    await signIn(first);
    await run(db)`
      insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
      values (${id}, 'of an admin', '\\x01', 0, '{}', 'Phone', false)
    `;
    expect(await row()).toMatchObject({ last_seen_at: expect.any(String), has_second_factor: true });
    // A session that has ended leaves the browser.
    await run(db)`delete from sessions where person_id = ${id}`;
    expect(await row()).toMatchObject({ last_seen_at: expect.any(String) });
    const ids = (await admins(chief)).data.map(({ user_id }: { user_id: number }) => user_id);
    expect(ids).not.toContain(staff.teach);
  });

  it('is suspended, reset and let in by another one as any colleague is, after a day', async () => {
    const id = await idOf(first);
    const can = async () => (await call('access.get_ways_in', { uid: id }, { as: chief })).body.can;
    const action = (name: 'access.suspend' | 'access.resume' | 'access.reset_sign_in') =>
      afterTheDay(office, name, { user_id: id }, chief);
    expect(await can()).toEqual({ suspend: true, resume: false, reset: true, reset_factors: true });
    expect((await action('access.suspend')).status).toBe(200);
    expect((await signIn(first)).json().message).toBe('Invalid credentials');
    expect(await can()).toEqual({ suspend: false, resume: true, reset: false, reset_factors: false });
    expect((await action('access.resume')).status).toBe(200);
    expect((await signIn(first)).statusCode).not.toBe(400);
    expect((await afterTheDay(office, 'passkeys.reset_factors', { uid: id }, chief)).status).toBe(200);
    expect((await signIn(first)).json().token).toEqual(expect.any(String));
    expect((await action('access.reset_sign_in')).status).toBe(200);
    expect((await signIn(first)).json().message).toBe('Invalid credentials');
    expect((await mailsOf('reset_link')).at(-1)).toMatchObject({ to: first });
  });

  it('stays when two act on each other at once, whatever each of them does', async () => {
    const ids = { [first]: await idOf(first), [second]: await add(second) };
    const actions = ['suspend', 'reset_sign_in'] as const;
    const fresh = () =>
      run(db)`
        update people set suspended_at = null, password_hash = (select password_hash from people where id = ${staff.teach})
        where email_id in (${first}, ${second})
      `;
    for (const mine of actions)
      for (const theirs of actions) {
        await fresh();
        const actionOf = async (address: string, name: 'suspend' | 'reset_sign_in', user_id: number) => {
          // A new session each time: the last round ended one of the two.
          const { token } = (await signIn(address)).json();
          const post = (path: string, payload: object) =>
            office.app.inject({
              method: 'POST',
              url: `/api/${path}`,
              headers: { authorization: `Bearer ${token}` },
              payload,
            });
          const asked = { call: `access.${name}`, input: { user_id }, reason: 'A test' };
          expect((await post('approvals/ask_deed', asked)).statusCode).toBe(200);
          await letTheDayPass(db);
          return () => post(`access/${name}`, { user_id });
        };
        const both = [await actionOf(first, mine, ids[second]), await actionOf(second, theirs, ids[first])];
        const answers = await Promise.all(both.map((action) => action()));
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      }
    await fresh();
  });
});
