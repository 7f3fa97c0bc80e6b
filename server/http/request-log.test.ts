import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { demoPassword, testApp } from '../test/app.ts';
import { testBrowser } from '../test/browser.ts';
import { office } from '../test/office.ts';

const { config, db, storage } = await testApp({ database: 'empty' });
const lines: Record<string, unknown>[] = [];
let everything = '';
const app = await buildApp({
  config,
  pool: db,
  storage,
  // As quiet as it is delivered.
  logger: {
    level: 'warn',
    stream: {
      write: (line: string) => {
        everything += line;
        lines.push(JSON.parse(line));
      },
    },
  },
});
afterAll(() => app.close());
beforeEach(() => lines.splice(0));

const people = office(db);
const uid = await people.person('Meera', 'teacher');
const email_id = 'meera@office.test';
const desk = testBrowser(app, { ip: '127.0.9.9' });
const noted = () => lines.filter(({ msg }) => msg === 'security');

describe('what concerns security is logged at any level', () => {
  test('a sign-in, right or wrong, known or unknown', async () => {
    await desk.call('accounts.login', { email_id, password: 'Wrong@2026' });
    await desk.call('accounts.login', { email_id: 'nobody@office.test', password: demoPassword });
    await desk.signIn(email_id);
    const login = { call: 'accounts.login', from: '127.0.9.9', request_id: expect.any(String) };
    expect(noted()).toEqual([
      expect.objectContaining({ ...login, status: 401, account_id: uid }),
      expect.objectContaining({ ...login, status: 401 }),
      expect.objectContaining({ ...login, status: 200, account_id: uid, outcome: 'success' }),
    ]);
    expect(noted()[1]).not.toHaveProperty('account_id');
  });

  test('resets, changes of the password and signing out, with how they ended', async () => {
    const token = await desk.signIn(email_id);
    await desk.call('accounts.forgetPassword_otp_send', { email_id });
    await desk.call('accounts.forgetPassword_otp_verify', { email_id, otp: 'c_x', code: '0000' });
    await desk.call(
      'accounts.change_password',
      { old_password: 'Wrong@2026', new_password: 'Quiet-River-7' },
      { token },
    );
    await desk.call('accounts.logout', {}, { token });
    expect(noted().map(({ call, outcome, person_id }) => [call, outcome, person_id])).toEqual([
      ['accounts.login', 'success', undefined],
      ['accounts.forgetPassword_otp_send', 'We have sent the OTP to your email', undefined],
      ['accounts.forgetPassword_otp_verify', 'failed', undefined],
      ['accounts.change_password', 'failed', uid],
      ['accounts.logout', 'success', uid],
    ]);
  });

  test('refusals: no session, a call of another role, an invented actor', async () => {
    const token = await desk.signIn(email_id);
    lines.splice(0);
    await desk.call('courses.get_all_courses', {}, {});
    await desk.call('courses.get_all_courses', {}, { token });
    const passwords = { old_password: demoPassword, new_password: 'Quiet-River-7' };
    await desk.call('accounts.change_password', { ...passwords, user_id: uid + 1 }, { token });
    expect(noted().map(({ call, status, account_id }) => [call, status, account_id])).toEqual([
      ['courses.get_all_courses', 401, undefined],
      ['courses.get_all_courses', 403, uid],
      ['accounts.change_password', 403, uid],
    ]);
  });
});

test('the rest is not, at that level', async () => {
  const token = await desk.signIn(email_id);
  lines.splice(0);
  await desk.call('accounts.get_user_profile', { uid }, { token });
  expect(lines).toEqual([]);
});

test('no line holds an address, a password, a code or a token', () => {
  expect(everything.length).toBeGreaterThan(1000);
  expect(everything).not.toContain(email_id);
  expect(everything).not.toContain(demoPassword);
  expect(everything).not.toMatch(/\b[scg]_[\w-]{43}/);
});
