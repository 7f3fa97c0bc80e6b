import { beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import type { TestBrowser } from '../../test/browser.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';
import { secondProcess } from '../../test/second-process.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const portal = await testApp({ database: 'empty', limits: { loginFailures: 6 } });
const { app, db, config } = portal;
const people = office(db);

beforeEach(() => run(db)`delete from rate_limits`);

let persons = 0;
/** A signed-in person, and the same browser as the second server process sees it. */
async function twoServers({ asRole = null as 'teacher' | null, flag = '' } = {}) {
  const name = `Person${(persons += 1)}`;
  const uid = await people.person(name, asRole === null ? 'teacher' : 'courseadmin', { asRole });
  const email = `${name.toLowerCase()}@office.test`;
  const here = testBrowser(app);
  const there = testBrowser(await secondProcess(portal), { cookies: here.cookies });
  const token = await here.signIn(email, { flag });
  /** The second process's status for that token's next request. */
  const statusThere = async (sessionToken = token) =>
    (await there.call('accounts.get_user_profile', { uid }, { token: sessionToken })).status;
  expect(await statusThere()).toBe(200);
  return { uid, email, here, there, token, statusThere };
}

const grantFor = async (email_id: string, browser: TestBrowser): Promise<string> => {
  await browser.call('accounts.forgetPassword_otp_send', { email_id });
  return (await waitingMails(db, config)).at(-1)?.data.grant;
};

describe('the second server process knows on the very next request', () => {
  test('of a sign-out', async () => {
    const { here, token, statusThere } = await twoServers();
    await here.call('accounts.logout', {}, { token });
    expect(await statusThere()).toBe(401);
  });

  test('of a changed password', async () => {
    const { email, here, there, token, statusThere } = await twoServers();
    const other = await there.signIn(email);
    await here.call(
      'accounts.change_password',
      { old_password: demoPassword, new_password: 'Quiet-River-7' },
      { token },
    );
    expect([await statusThere(other), await statusThere()]).toEqual([401, 200]);
  });

  test('of a reset', async () => {
    const { email, here, there, statusThere } = await twoServers();
    const otp = await grantFor(email, here);
    const body = { email_id: email, otp, new_password: 'Quiet-River-7' };
    expect((await there.call('accounts.changepassword_otp', body)).body.message).toBe('success');
    expect(await statusThere()).toBe(401);
    expect((await here.call('accounts.changepassword_otp', body)).body.message).toBe('failed');
  });

  test('of a deleted account', async () => {
    const { uid, statusThere } = await twoServers();
    await people.remove('people', uid);
    expect(await statusThere()).toBe(401);
  });

  test('of a dropped role, and of the role that a session acts in', async () => {
    const { email, here, there, token, statusThere } = await twoServers({ asRole: 'teacher' });
    const acting = await there.signIn(email, { flag: 'teacher' });
    await here.call('accounts.switch_role', { role: 'courseadmin' }, { token });
    expect([await statusThere(acting), await statusThere()]).toEqual([401, 200]);

    await here.call('accounts.switch_role', { role: 'teacher' }, { token });
    await here.call('accounts.act_as', { role: 'teacher' }, { token });
    const invite = { email_id: 'anybody@office.test', role: 'teacher' };
    expect((await there.call('accounts.invite', invite, { token })).status).toBe(403);
  });

  test('that a browser is remembered, and that it was forgotten', async () => {
    const { email, here, there } = await twoServers();
    await here.signIn(email, { remember: 1 });
    const dots = { email_id: email, password: '', remember: 1 };
    expect((await there.call('accounts.login', dots)).body.message).toBe('success');
    const copy = here.copy();
    await here.call('accounts.forget_browser');
    for (const [name, value] of copy.cookies) there.cookies.set(name, value);
    expect((await there.call('accounts.login', dots)).status).toBe(401);
  });
});

describe('counters', () => {
  const wrongly = (browser: TestBrowser, email_id: string) =>
    browser.call('accounts.login', { email_id, password: 'Wrong@2026' });
  const strangers = async () => [testBrowser(app), testBrowser(await secondProcess(portal))] as const;

  test('are shared by all processes: wrong passwords', async () => {
    const { email } = await twoServers();
    const [here, there] = await strangers();
    for (let n = 0; n < 3; n += 1) await Promise.all([wrongly(here, email), wrongly(there, email)]);
    for (const browser of [here, there]) {
      const right = await browser.call('accounts.login', { email_id: email, password: demoPassword });
      expect(right.status).toBe(401);
    }
  });

  test('are shared by all processes: wrong codes', async () => {
    const { email } = await twoServers();
    const [here, there] = await strangers();
    const { otp } = (await here.call('accounts.forgetPassword_otp_send', { email_id: email })).body;
    const { code } = (await waitingMails(db, config)).at(-1)?.data ?? {};
    const wrong = (by: number) => String((Number(code) + by) % 10_000).padStart(4, '0');
    const guesses = Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? here : there).call('accounts.forgetPassword_otp_verify', {
        email_id: email,
        otp,
        code: wrong(n + 1),
      }),
    );
    await Promise.all(guesses);
    const { attempts } = await one<{ attempts: number }>(db)`
      select attempts from reset_challenges where email_id = ${email}
    `;
    expect(attempts).toBe(3);
    const right = { email_id: email, otp, code };
    expect((await there.call('accounts.forgetPassword_otp_verify', right)).body.message).toBe('failed');
  });

  test('are known to a process that has just started', async () => {
    const { email } = await twoServers();
    for (let n = 0; n < 6; n += 1) await wrongly(testBrowser(app), email);
    for (let n = 0; n < 3; n += 1) {
      await testBrowser(app).call('accounts.forgetPassword_otp_send', { email_id: `no${n}@office.test` });
    }
    const restarted = testBrowser(await secondProcess(portal));
    const right = await restarted.call('accounts.login', { email_id: email, password: demoPassword });
    expect(right.status).toBe(401);
    const unknown = await restarted.call('accounts.forgetPassword_otp_send', { email_id: 'no4@office.test' });
    expect(unknown.body.message).toBe('We have sent the OTP to your email');
  });
});
