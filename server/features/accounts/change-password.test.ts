import { messages } from '@gurukul/contract/shared/words/messages';
import { randomBytes } from 'node:crypto';
import { refused } from '#server/http/answers/problem.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { office } from '../../test/office.ts';
import { waitingMails } from '../../test/waiting-mails.ts';

const { app, db, config } = await testApp({ database: 'empty', limits: { loginFailures: 4 } });
const people = office(db);
const newPassword = 'Quiet-River-7';

beforeEach(() => run(db)`delete from rate_limits`);

let persons = 0;
async function signedIn() {
  const name = `Person${(persons += 1)}`;
  const uid = await people.person(name, 'teacher');
  const email = `${name.toLowerCase()}@office.test`;
  const browser = testBrowser(app);
  const token = await browser.signIn(email);
  const change = async (old_password: string, new_password = newPassword, more: object = {}) =>
    browser.call(
      'accounts.change_password',
      { old_password, new_password, user_id: uid, ...more },
      { token },
    );
  const isIn = async (sessionToken: string) =>
    (await browser.call('accounts.get_user_profile', { uid }, { token: sessionToken })).status === 200;
  return { uid, email, browser, token, change, isIn };
}
const done = { status: 200, message: 'success' };

type PasswordCode = 'password_rule' | 'easy_password' | 'same_password';

describe('changing one’s own password', () => {
  test('needs the old one', async () => {
    const { change } = await signedIn();
    expect((await change('Wrong@2026')).body).toEqual(refused('wrong_old_password'));
    expect((await change('')).body).toEqual(refused('wrong_old_password'));
  });

  test.each<[string, PasswordCode]>([
    ['short1!', 'password_rule'],
    ['no-digit-here', 'password_rule'],
    ['lower-case-and-17!', 'password_rule'],
    ['Password1!', 'easy_password'],
    ['Gurukul@2027', 'easy_password'],
    [demoPassword, 'same_password'],
  ])('to %j is refused: %s', async (password, code) => {
    const { change } = await signedIn();
    expect((await change(demoPassword, password)).body).toEqual(refused(code));
    expect((await change(demoPassword)).body).toEqual(done);
  });

  test.each(['k7-fjord!', 'Long-River-Of-2026-x'])('to %j is taken', async (password) => {
    const { change, email } = await signedIn();
    expect((await change(demoPassword, password)).body).toEqual(done);
    expect(await testBrowser(app).signIn(email, { password })).toMatch(/^s_/);
  });

  test('ends the other sessions, keeps this one, and tells the owner', async () => {
    const { email, token, change, isIn } = await signedIn();
    const [phone, library] = [await testBrowser(app).signIn(email), await testBrowser(app).signIn(email)];
    expect((await change(demoPassword)).body).toEqual(done);
    expect([await isIn(token), await isIn(phone), await isIn(library)]).toEqual([true, false, false]);
    // Each sign-in after the first came from a new browser.
    const mails = (await waitingMails(db, config)).filter(({ to }) => to === email);
    expect(mails).toMatchObject([
      { kind: 'new_device' },
      { kind: 'new_device' },
      { kind: 'password_changed' },
    ]);
    expect(mails.at(-1)).toEqual({ kind: 'password_changed', to: email, data: {} });
    const old = await testBrowser(app).call('accounts.login', { email_id: email, password: demoPassword });
    expect(old.status).toBe(401);
  });

  test('leaves in the trail that it changed, and nothing of the password', async () => {
    const { uid, change } = await signedIn();
    await change(demoPassword);
    const { before, after } = await one<{ before: object; after: object }>(db)`
      select before, after from audit_entries
      where table_name = 'people' and row_id = ${String(uid)} and call = 'accounts.change_password'
    `;
    expect(after).toMatchObject({ password_changed: true });
    expect(JSON.stringify([before, after])).not.toContain('argon2');
  });

  test('ends codes and links that were on their way', async () => {
    const { email, change } = await signedIn();
    await testBrowser(app).call('accounts.forgetPassword_otp_send', { email_id: email });
    const { grant } = (await waitingMails(db, config)).at(-1)?.data ?? {};
    await change(demoPassword);
    const late = { email_id: email, otp: grant, new_password: 'Green-Forest-8' };
    expect((await testBrowser(app).call('accounts.changepassword_otp', late)).body).toEqual(
      refused('grant_expired'),
    );
  });

  test('twice at once works once', async () => {
    const { email, change } = await signedIn();
    const passwords = ['Quiet-River-7', 'Green-Forest-8'];
    const answers = await Promise.all(passwords.map((password) => change(demoPassword, password)));
    const messages = answers.map(({ body }) => body.message);
    expect(messages.toSorted()).toEqual(['failed', 'success']);
    const password = passwords[messages.indexOf('success')]!;
    expect(await testBrowser(app).signIn(email, { password })).toMatch(/^s_/);
  });
});

describe('guessing at the old password', () => {
  test('is counted with the failed sign-ins of this browser, and then waits', async () => {
    const { email, browser, change } = await signedIn();
    await change('Wrong@2026');
    await change('Wrong@2027');
    await browser.call('accounts.login', { email_id: email, password: 'Wrong@2028' });
    expect((await change('Wrong@2029')).body).toEqual(refused('wrong_old_password'));
    const mails = (await waitingMails(db, config)).filter(({ to }) => to === email);
    expect(mails.map(({ kind }) => kind)).toEqual(['sign_in_blocked']);
    expect((await change(demoPassword)).body).toEqual(refused('wait_to_try'));
    await run(db)`update rate_limits set expire = expire - 61000 where key like 'login-turn:%'`;
    expect((await change(demoPassword)).body).toEqual(done);
  });

  test('with a stolen session from elsewhere does not lock the owner’s browser', async () => {
    const { token, change } = await signedIn();
    const body = { old_password: 'Wrong@2026', new_password: newPassword };
    for (let n = 0; n < 5; n += 1) await testBrowser(app).call('accounts.change_password', body, { token });
    expect((await change(demoPassword)).body).toEqual(done);
  });

  test('many at once get no more tries than one after another', async () => {
    const { change, uid } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(`Wrong@20${n}`)));
    const errors = answers.map(({ body }) => body.error);
    expect(errors.filter((error) => error === messages.wrong_old_password)).toHaveLength(4);
    expect(errors.filter((error) => error === messages.wait_to_try)).toHaveLength(4);
    const { points } = await one<{ points: number }>(db)`
      select max(points) as points from rate_limits where key like ${`login:${uid}-%`}
    `;
    expect(points).toBeGreaterThanOrEqual(4);
  });
});

describe('what the old password had opened besides sessions', () => {
  const plantOpened = async (uid: number) => {
    await run(db)`insert into calendar_feeds (person_id, hash) values (${uid}, ${randomBytes(32)})`;
    const names = ['Public site', 'Payments'];
    const keys: number[] = [];
    for (const name of names) {
      const { id } = await one<{ id: number }>(db)`
        insert into intake_keys (name, hash, starts_with, scopes, created_by)
        values (${name}, ${randomBytes(32)}, 'k_', array['students'], ${uid}) returning id
      `;
      keys.push(id);
    }
    return keys;
  };
  const opened = async ({ uid, token, browser }: Awaited<ReturnType<typeof signedIn>>) => {
    const { body } = await browser.call('accounts.get_sessions', { uid }, { token });
    return { link: body.calendar_link, keys: body.keys.map(({ name }: { name: string }) => name) };
  };

  test('ends: the calendar link, and the named keys', async () => {
    const owner = await signedIn();
    const [site] = await plantOpened(owner.uid);
    expect(await opened(owner)).toEqual({ link: true, keys: ['Public site', 'Payments'] });
    expect((await owner.change(demoPassword, newPassword, { end_keys: [site] })).body).toEqual(done);
    expect(await opened(owner)).toEqual({ link: false, keys: ['Payments'] });
  });

  test('stays where the person says so, and nobody ends another person’s key', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    await plantOpened(owner.uid);
    const theirs = await plantOpened(other.uid);
    const answer = await owner.change(demoPassword, newPassword, {
      end_calendar_link: false,
      end_keys: theirs,
    });
    expect(answer.body).toEqual(done);
    expect(await opened(owner)).toEqual({ link: true, keys: ['Public site', 'Payments'] });
    expect((await opened(other)).keys).toHaveLength(2);
  });

  test('ends with all sessions as well', async () => {
    const owner = await signedIn();
    const keys = await plantOpened(owner.uid);
    const all = { uid: owner.uid, password: demoPassword, end_keys: keys };
    const { body } = await owner.browser.call('accounts.end_sessions', all, { token: owner.token });
    expect(body).toEqual(done);
    expect(await opened(owner)).toEqual({ link: false, keys: [] });
  });

  test('ends after a reset by mail only where the portal can decide alone; admins hear of the keys', async () => {
    await people.person('Chief', 'admin');
    const owner = await signedIn();
    await plantOpened(owner.uid);
    await owner.browser.call('accounts.forgetPassword_otp_send', { email_id: owner.email });
    const { grant: otp } =
      (await waitingMails(db, config)).findLast(({ to }) => to === owner.email)?.data ?? {};
    const set = { email_id: owner.email, otp, new_password: newPassword };
    expect((await owner.browser.call('accounts.changepassword_otp', set)).body).toEqual(done);
    const token = (
      await owner.browser.call('accounts.login', { email_id: owner.email, password: newPassword })
    ).body.token;
    expect(await opened({ ...owner, token })).toEqual({ link: false, keys: ['Public site', 'Payments'] });
    const told = (await waitingMails(db, config)).filter(({ kind }) => kind === 'intake_keys_left');
    expect(told.map(({ to, data }) => [to, data.names])).toEqual([
      ['chief@office.test', ['Public site', 'Payments']],
    ]);
  });
});
