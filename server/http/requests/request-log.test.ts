import { release } from '@gurukul/contract/shared/release';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Limits } from '../../config.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import { testBrowser } from '../../test/browser.ts';
import { holdHashes } from '../../test/hold-hashes.ts';
import { office } from '../../test/office.ts';

const { config, db, storage } = await testApp({ database: 'empty' });
const lines: Record<string, unknown>[] = [];
let everything = '';
const app = await buildApp({
  config,
  pool: db,
  storage,
  // As quiet as the default.
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

describe('security events are logged at any level', () => {
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
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
    expect(lines[0]).toMatchObject({ level: 'info', version: release, time });
  });

  test('resets, password changes and signing out, with their outcome', async () => {
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

test('other events are not logged at that level', async () => {
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

test('a flood of refusals makes one line for each kind, without a stack', async () => {
  const narrow = async (limits: Partial<Limits>) => {
    const own = await buildApp({
      config: { ...config, limits: { ...config.limits, ...limits } },
      pool: db,
      storage,
      logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    });
    onTestFinished(() => own.close());
    return own;
  };
  const statuses: number[] = [];
  const flood = (own: FastifyInstance, times: number) =>
    Promise.all(
      Array.from({ length: times }, async (_, n) => {
        const wrong = { email_id: `nobody${n}@office.test`, password: 'Wrong@2026' };
        const { status } = await testBrowser(own, { ip: '127.0.8.8' }).call('accounts.login', wrong);
        statuses.push(status);
      }),
    );
  const saidOf = (wanted: number) => noted().filter(({ status }) => status === wanted);

  await flood(await narrow({ signInsPerMinute: 2 }), 50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(48);
  expect(saidOf(429)).toHaveLength(1);

  const letGo = holdHashes();
  const busy = flood(await narrow({ hashesAtOnce: 1, hashQueue: 1 }), 20);
  await expect.poll(() => statuses.filter((status) => status === 503)).toHaveLength(19);
  await letGo();
  await busy;
  expect(saidOf(503)).toHaveLength(1);
  expect(lines.filter(({ msg }) => String(msg).startsWith('request refused'))).toHaveLength(1);
  expect(lines.filter((line) => 'err' in line)).toEqual([]);
});
