import { beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { sweepExpired } from '../../http/limits/sweep.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import type { TestBrowser } from '../../test/browser.ts';
import { testBrowser } from '../../test/browser.ts';
import { office, refusal } from '../../test/office.ts';
import { secondProcess } from '../../test/second-process.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const portal = await testApp({ database: 'empty', limits: { loginFailures: 3 } });
const { app, db, config } = portal;
const people = office(db);

beforeEach(() => run(db)`delete from rate_limits`);

let persons = 0;
async function person(options: { asRole?: 'teacher' } = {}): Promise<string> {
  const name = `Person${(persons += 1)}`;
  await people.person(name, options.asRole === undefined ? 'teacher' : 'courseadmin', options);
  return `${name.toLowerCase()}@office.test`;
}

/** The portal's request when the person left the eight dots untouched. */
const withDots = async (browser: TestBrowser, email_id: string, more: object = {}) =>
  browser.call('accounts.login', { email_id, password: '', remember: 1, ...more });
const cookieOf = (browser: TestBrowser) => browser.cookies.get('rm') ?? '';

async function rememberedBrowser(email: string) {
  const browser = testBrowser(app);
  await browser.signIn(email, { remember: 1 });
  return browser;
}

const seriesOf = async (email: string) =>
  (
    await one<{ count: number }>(db)`
      select count(*) as count from remember_tokens t
      join people p on p.id = t.person_id where p.email_id = ${email}
    `
  ).count;

/** Moves the last use further back than two tabs can be apart. */
const laterOn = () => run(db)`update remember_tokens set rotated_at = rotated_at - interval '11 seconds'`;

describe('a browser that is not remembered', () => {
  test('signs nobody in without a password, and that counts as no failure', async () => {
    const email = await person();
    for (let n = 0; n < 5; n += 1) expect((await withDots(testBrowser(app), email)).status).toBe(401);
    await testBrowser(app).signIn(email);
  });

  test.each([
    'nonsense',
    'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    `${'A'.repeat(22)}.`,
  ])('is refused with the cookie %j like with a wrong password', async (cookie) => {
    const email = await person();
    const browser = testBrowser(app, { cookies: new Map([['rm', cookie]]) });
    const refused = refusal(await withDots(browser, email));
    const wrong = await testBrowser(app).call('accounts.login', { email_id: email, password: 'Wrong@2026' });
    expect(refused).toEqual(refusal(wrong));
  });

  test('stays so without the tick', async () => {
    const browser = testBrowser(app);
    await browser.signIn(await person());
    await browser.signIn(await person(), { remember: 0 });
    expect(cookieOf(browser)).toBe('');
  });
});

describe('a remembered browser', () => {
  test('has a cookie for five days that scripts and other sites cannot reach', async () => {
    const answer = await testBrowser(app).call('accounts.login', {
      email_id: await person(),
      password: demoPassword,
      remember: true,
    });
    const lines = [answer.headers['set-cookie']].flat();
    expect(lines).toContainEqual(
      expect.stringMatching(/^rm=[\w-]{22}\.[\w-]{43}; Max-Age=432000; Path=\/; HttpOnly; SameSite=Strict$/),
    );
  });

  test('over https binds the cookie to this very site', async () => {
    const https = await secondProcess(portal, {
      https: true,
      appUrl: 'https://portal.example.org',
      trustedProxy: ['127.0.0.1'],
    });
    const answer = await testBrowser(https).call(
      'accounts.login',
      { email_id: await person(), password: demoPassword, remember: 1 },
      { headers: { host: 'portal.example.org', 'x-forwarded-proto': 'https' } },
    );
    const lines = [answer.headers['set-cookie']].flat();
    expect(lines).toContainEqual(expect.stringMatching(/^__Host-rm=[^;]+; .*; Secure$/));
  });

  test('stores neither password nor validator in the database', async () => {
    const browser = await rememberedBrowser(await person());
    const validator = cookieOf(browser).split('.')[1];
    const { held } = await one<{ held: boolean }>(db)`
      select exists (select from remember_tokens t where t::text like ${`%${validator}%`}) as held
    `;
    expect(held).toBe(false);
  });

  test('signs in by its cookie, and gets another one each time for what is left of the five days', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const seen = new Set([cookieOf(browser)]);
    await run(db)`update remember_tokens set expires_at = expires_at - interval '1 day'`;
    for (let n = 0; n < 3; n += 1) {
      await laterOn();
      const { body, headers } = await withDots(browser, email.toUpperCase());
      expect(body).toMatchObject({ message: 'success', role: 'teacher', token: expect.any(String) });
      const line = [headers['set-cookie']].flat().find((text) => text?.startsWith('rm='));
      const [, seconds] = /Max-Age=(\d+)/.exec(line ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan(4 * 86_400 - 60);
      expect(Number(seconds)).toBeLessThanOrEqual(4 * 86_400);
      seen.add(cookieOf(browser));
    }
    expect(seen.size).toBe(4);
  });

  test('picks a role that the person has; for another one there is no access, and the cookie stays good', async () => {
    const email = await person({ asRole: 'teacher' });
    const browser = await rememberedBrowser(email);
    expect((await withDots(browser, email, { flag: 'teacher' })).body.role).toBe('teacher');
    const other = await person();
    const teacher = await rememberedBrowser(other);
    expect((await withDots(teacher, other, { flag: 'courseadmin' })).body).toEqual({
      status: 200,
      code: 'failed',
      message: 'failed',
    });
    expect((await withDots(teacher, other)).body.message).toBe('success');
  });

  test('is remembered for one person: another name over the dots is refused', async () => {
    const [email, other] = [await person(), await person()];
    const browser = await rememberedBrowser(email);
    expect((await withDots(browser, other)).status).toBe(401);
    expect((await withDots(browser, 'nobody@office.test')).status).toBe(401);
    expect((await withDots(browser, email)).status).toBe(200);
  });

  test('that two tabs use at once lets both in', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const tabs = [browser.copy(), browser.copy(), browser.copy()];
    const answers = await Promise.all(tabs.map((tab) => withDots(tab, email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Only one of them got the new cookie. Browsers share it among their tabs.
    const winner = tabs.find((tab) => cookieOf(tab) !== cookieOf(browser))!;
    expect(tabs.filter((tab) => cookieOf(tab) !== cookieOf(browser))).toHaveLength(1);
    await laterOn();
    expect((await withDots(winner, email)).status).toBe(200);
  });

  test('is remembered no longer after a copy of its cookie was used, nor is the copy', async () => {
    const email = await person();
    const uid = (await one<{ id: number }>(db)`select id from people where email_id = ${email}`).id;
    const isIn = async (token: string) =>
      (await testBrowser(app).call('accounts.get_user_profile', { uid }, { token })).status === 200;
    const elsewhere = await testBrowser(app).signIn(email);
    const browser = testBrowser(app);
    const first = await browser.signIn(email, { remember: 1 });
    const thief = browser.copy();
    const { token: stolen } = (await withDots(thief, email)).body;
    await laterOn();
    expect((await withDots(browser, email)).status).toBe(401);
    // Only the sessions that it opened end, and the owner hears of it.
    expect([await isIn(stolen), await isIn(first), await isIn(elsewhere)]).toEqual([false, false, true]);
    const mails = (await waitingMails(db, config)).filter(({ to }) => to === email);
    // The browser was a second one for this person; its copy is none.
    expect(mails.map(({ kind }) => kind)).toEqual(['new_device', 'browser_copied']);
    expect(cookieOf(browser)).toBe('');
    expect((await withDots(thief, email)).status).toBe(401);
    expect(await seriesOf(email)).toBe(0);
  });

  test('is not let in when its cookie comes at once from another address, and stays remembered', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const thief = testBrowser(app, { ip: '127.0.66.1', cookies: new Map(browser.cookies) });
    expect((await withDots(browser, email)).status).toBe(200);
    expect((await withDots(thief, email)).status).toBe(401);
    expect(cookieOf(thief)).not.toBe('');
    expect((await withDots(browser, email)).status).toBe(200);
  });

  test('with a cookie from two uses ago is a copy even at once', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const old = browser.copy();
    await withDots(browser, email);
    await withDots(browser, email);
    expect((await withDots(old, email)).status).toBe(401);
    expect((await withDots(browser, email)).status).toBe(401);
  });

  test('is forgotten after five days of any use', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const shift = (by: string) =>
      run(db)`
        update remember_tokens
        set created_at = created_at + ${by}::interval, expires_at = expires_at + ${by}::interval
      `;
    await shift('-4 days -23 hours');
    expect((await withDots(browser, email)).status).toBe(200);
    await shift('-1 hour');
    const late = browser.copy();
    expect((await withDots(browser, email)).status).toBe(401);
    await shift('6 days');
    expect((await withDots(late, email)).status).toBe(401);
    await shift('-6 days');
    await sweepExpired(db, config.limits);
    expect(await seriesOf(email)).toBe(0);
  });
});

describe('forgetting', () => {
  test('unticking does it at once', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const copy = browser.copy();
    expect((await browser.call('accounts.forget_browser')).body).toEqual({ status: 200, message: 'success' });
    expect(cookieOf(browser)).toBe('');
    expect((await withDots(copy, email)).status).toBe(401);
    expect((await browser.call('accounts.forget_browser')).status).toBe(200);
  });

  test('so does signing in without the tick, even with a wrong password', async () => {
    for (const password of [demoPassword, 'Wrong@2026', '']) {
      const email = await person();
      const browser = await rememberedBrowser(email);
      const copy = browser.copy();
      await browser.call('accounts.login', { email_id: email, password, remember: 0 });
      expect(cookieOf(browser)).toBe('');
      expect((await withDots(copy, email)).status).toBe(401);
    }
  });

  test('signing in again with the tick starts anew, and the old cookie ends', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const copy = browser.copy();
    await browser.signIn(email, { remember: 1 });
    expect(await seriesOf(email)).toBe(1);
    expect((await withDots(copy, email)).status).toBe(401);
    expect((await withDots(browser, email)).status).toBe(200);
  });

  test('Log Out does not forget it, nor does a sign-in that says nothing of the tick', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    const token = (await withDots(browser, email)).body.token;
    await browser.call('accounts.logout', {}, { token });
    expect((await withDots(browser, email)).status).toBe(200);
    await browser.signIn(email);
    expect((await withDots(browser, email)).status).toBe(200);
  });

  test('deleting the account does', async () => {
    const email = await person();
    const browser = await rememberedBrowser(email);
    await run(db)`update people set deleted_at = now() where email_id = ${email}`;
    expect((await withDots(browser, email)).status).toBe(401);
  });

  test('changing the password does, in every browser', async () => {
    const email = await person();
    const [browser, other] = [await rememberedBrowser(email), await rememberedBrowser(email)];
    const { token } = (await withDots(browser, email)).body;
    await browser.call(
      'accounts.change_password',
      { old_password: demoPassword, new_password: 'Quiet-River-7' },
      { token },
    );
    expect(cookieOf(browser)).toBe('');
    expect((await withDots(other, email)).status).toBe(401);
    expect(await seriesOf(email)).toBe(0);
  });
});
