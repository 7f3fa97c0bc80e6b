import { refused } from '#server/http/answers/problem.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import type { TestBrowser } from '../../test/browser.ts';
import { office, refusal } from '../../test/office.ts';

const { app, db } = await testApp({ database: 'empty', limits: { loginFailures: 3 } });
const people = office(db);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const phone =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const done = { status: 200, message: 'success' };

beforeEach(() => run(db)`delete from rate_limits`);

await people.person('Admin', 'admin');
const admin = testBrowser(app);
const adminToken = await admin.signIn('admin@office.test');

let persons = 0;
async function somebody() {
  const name = `Somebody${(persons += 1)}`;
  const uid = await people.person(name, persons % 2 ? 'teacher' : 'courseadmin');
  const signIn = async (agent: string, browser: TestBrowser, remember = false) => {
    const { body } = await browser.call(
      'accounts.login',
      { email_id: `${name.toLowerCase()}@office.test`, password: demoPassword, remember },
      { headers: { 'user-agent': agent } },
    );
    return body.token as string;
  };
  const desk = testBrowser(app);
  const pocket = testBrowser(app, { ip: '127.0.7.1' });
  const [here, there] = [await signIn(firefox, desk, true), await signIn(phone, pocket, true)];
  const list = async (token = here) =>
    (await desk.call('accounts.get_sessions', { uid }, { token })).body.data as Record<string, unknown>[];
  const end = (more: object = {}, token = here) =>
    desk.call('accounts.end_sessions', { uid, password: demoPassword, ...more }, { token });
  const isIn = async (token: string) =>
    (await desk.call('accounts.get_user_profile', { uid }, { token })).status === 200;
  const comesBack = async (browser: TestBrowser) =>
    (
      await browser.call('accounts.login', {
        email_id: `${name.toLowerCase()}@office.test`,
        password: '',
        remember: 1,
      })
    ).status === 200;
  return { uid, desk, pocket, here, there, list, end, isIn, comesBack };
}

describe('the open sessions of a person', () => {
  test('are shown to the person and to account admins', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const sent = { token: one.here };
    const foreign = await one.desk.call('accounts.get_sessions', { uid: other.uid }, sent);
    const missing = await one.desk.call('accounts.get_sessions', { uid: 999_999 }, sent);
    expect(foreign.status).toBe(404);
    expect(refusal(foreign)).toEqual(refusal(missing));
    const student = await people.person(`Student${other.uid}`, 'student');
    const asAdmin = { token: adminToken };
    expect((await admin.call('accounts.get_sessions', { uid: student }, asAdmin)).status).toBe(404);
    expect((await admin.call('accounts.get_sessions', { uid: one.uid }, asAdmin)).body.data).toHaveLength(2);
  });

  test('names browser, system and network address, and which one is this', async () => {
    const { list, there } = await somebody();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const about = { started_at: at, last_seen_at: at, session_id: expect.any(Number) };
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...about,
          browser: 'Firefox',
          system: 'Linux',
          from: '127.0.0.1',
          is_this: true,
        }),
        expect.objectContaining({
          ...about,
          browser: 'Chrome',
          system: 'Android',
          from: '127.0.7.1',
          is_this: false,
        }),
      ]),
    );
    expect((await list(there)).map((row) => [row['browser'], row['is_this']]).toSorted()).toEqual([
      ['Chrome', true],
      ['Firefox', false],
    ]);
  });

  test('have empty texts for a browser that says nothing or nonsense', async () => {
    const { uid, desk, here } = await somebody();
    await run(db)`update sessions set agent = '', from_address = null where person_id = ${uid}`;
    const { body } = await desk.call('accounts.get_sessions', { uid }, { token: here });
    expect(body.data[0]).toMatchObject({ browser: '', system: '', from: null });
    await run(db)`update sessions set agent = ${'('.repeat(400)} where person_id = ${uid}`;
    expect((await desk.call('accounts.get_sessions', { uid }, { token: here })).status).toBe(200);
  });
});

describe('signing out elsewhere', () => {
  test('needs the password, whose wrong tries are counted', async () => {
    const { end, isIn, there } = await somebody();
    expect((await end({ password: '' })).body).toEqual(refused('wrong_password'));
    expect((await end({ password: 'Wrong@2026' })).body).toEqual(refused('wrong_password'));
    expect((await end({ password: 'Wrong@2026' })).body).toEqual(refused('wrong_password'));
    expect((await end()).body).toEqual(refused('wait_to_try'));
    expect(await isIn(there)).toBe(true);
  });

  test('reaches no other person’s sessions', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const foreign = await one.end({ uid: other.uid });
    expect([foreign.status, refusal(foreign)]).toEqual([404, refusal(await one.end({ uid: 999_999 }))]);
    const [row] = await other.list();
    // Another person's session, under one's own name.
    expect((await one.end({ session_id: row?.['session_id'] })).body).toEqual(done);
    expect([await other.isIn(other.here), await other.isIn(other.there)]).toEqual([true, true]);
    expect((await admin.call('accounts.end_sessions', { uid: one.uid, password: demoPassword })).status).toBe(
      401,
    );
  });

  test('ends the others at once, and the browsers they remembered', async () => {
    const { end, isIn, here, there, desk, pocket, comesBack } = await somebody();
    expect((await end()).body).toEqual(done);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect([await comesBack(desk), await comesBack(pocket)]).toEqual([true, false]);
  });

  test('ends one, even the present one', async () => {
    const { end, isIn, list, here, there } = await somebody();
    const third = (await list()).find((row) => row['is_this'] === false)?.['session_id'];
    expect((await end({ session_id: third })).body).toEqual(done);
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    const own = (await list())[0]?.['session_id'];
    expect((await end({ session_id: own })).body).toEqual(done);
    expect(await isIn(here)).toBe(false);
  });

  test('an account admin does it for somebody, with the admin’s own password', async () => {
    const { uid, isIn, here, there, desk, comesBack } = await somebody();
    const wrong = { uid, password: 'Wrong@2026' };
    const sent = { token: adminToken };
    expect((await admin.call('accounts.end_sessions', wrong, sent)).body.message).toBe('failed');
    expect(await isIn(there)).toBe(true);
    const right = { uid, password: demoPassword };
    expect((await admin.call('accounts.end_sessions', right, sent)).body).toEqual(done);
    expect([await isIn(here), await isIn(there), await comesBack(desk)]).toEqual([false, false, false]);
    const { body } = await admin.call('accounts.get_sessions', { uid }, sent);
    expect(body.data).toEqual([]);
    const told = await admin.call('audit.get_timeline', { person_id: uid }, sent);
    expect(told.body.data[0]).toMatchObject({
      call: 'accounts.end_sessions',
      by: { fullname: 'Admin' },
      about: [{ thing: 'colleague', id: String(uid) }],
      undo: { can: false },
    });
  });
});
