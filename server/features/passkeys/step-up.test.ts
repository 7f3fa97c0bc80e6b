import { calls } from '@gurukul/contract/index';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { beforeEach, describe, expect, test } from 'vitest';
import { run } from '#server/test/rows.ts';
import { codeOf } from '#server/test/office.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { samples } from '#server/test/call-samples.ts';
import { missing } from '#server/test/planted-school.ts';

const app = await testApp();
const { call, db } = app;
const admin = { as: 'admin' } as const;

/** As if the admin had proved who they are so long ago; null: never. */
const provedBefore = async (age: string | null, who = 'admin') =>
  run(db)`update sessions set proved_at = now() - ${age}::interval where person_id = ${await app.idOf(who)}`;
const prove = (password: string) => call('passkeys.prove', { password }, admin);
const exported = (format = 'csv') =>
  call('students.export_students', { course_status: 'all', format }, admin);

beforeEach(async () => {
  await app.tokenOf('admin');
  await run(db)`delete from rate_limits`;
});

describe('a session that has not proved itself', () => {
  const marked = calls().filter(({ call: each }) => each.stepUp === true);
  const callerOf = ({ who }: Call) =>
    typeof who === 'object' && who.admin === undefined ? 'teacher' : 'admin';

  test.each(marked)('gets nothing from $name, whatever it sends', async ({ name, call: each }) => {
    const as = callerOf(each);
    await app.tokenOf(as);
    for (const age of [null, '301 seconds']) {
      await provedBefore(age, as);
      const given = { word: 'word', role: 'admin', me: 0, extra: '0' } as const;
      const answer = await call(each, samples[name].input(missing, given), { as });
      expect(codeOf(answer)).toBe('403 step_up_needed');
    }
  });

  test('of another role reads the same refusal as before', async () => {
    const answer = await call('privacy.export_person', { user_id: 1 }, { as: 'teacher' });
    expect(codeOf(answer)).toBe('403 not_allowed');
  });

  test('invites a teacher, but no course admin', async () => {
    await provedBefore(null);
    const invite = (role: string) => call('accounts.invite', { email_id: `${role}@new.test`, role }, admin);
    expect((await invite('teacher')).status).toBe(200);
    expect((await invite('courseadmin')).body.code).toBe('step_up_needed');
  });
});

/** Calls of a session that hand out a secret without a fresh proof. */
const withoutProof: Readonly<Record<string, string>> = {
  'files.begin': 'its link takes one file of the caller, for five minutes',
  'intake.begin_file': 'its link takes one file, for five minutes, by the key that asks',
  'intake.create_key': 'asks for the password itself, each time, and mails the other admins',
  'myPage.give_link': 'a new device needs a code from the mailbox behind the link',
  'passkeys.begin_proof': 'is the question of the proof',
};

test('what outlives its session is handed out after a fresh proof, or has a reason', () => {
  const handed = calls().filter(({ call: each }) => each.secret === true && each.who !== 'anyone');
  const unproved = handed.filter(({ call: each }) => each.stepUp !== true).map(({ name }) => name);
  expect(unproved.toSorted()).toEqual(Object.keys(withoutProof).toSorted());
});

describe('a proof', () => {
  test('by the password opens these calls for five minutes', async () => {
    await provedBefore(null);
    expect((await prove(demoPassword)).body).toMatchObject({ message: 'success' });
    expect((await exported()).status).toBe(200);
    await provedBefore('299 seconds');
    expect((await exported()).status).toBe(200);
    await provedBefore('301 seconds');
    expect((await exported()).body.code).toBe('step_up_needed');
  });

  test('by a wrong password opens nothing, and guesses are counted', async () => {
    await provedBefore(null);
    expect((await prove('Wrong@2026')).body).toMatchObject({ message: 'failed', code: 'wrong_password' });
    expect((await exported()).body.code).toBe('step_up_needed');
    for (let guess = 0; guess < 20; guess += 1) await prove('Wrong@2026');
    expect((await prove(demoPassword)).body.code).toBe('wait_to_try');
    expect((await exported()).body.code).toBe('step_up_needed');
  });

  test('counts for its own session alone', async () => {
    const login = { email_id: 'admin@gurukul.test', password: demoPassword };
    const { body } = await call('accounts.login', login);
    await provedBefore(null);
    await prove(demoPassword);
    const other = { headers: { authorization: `Bearer ${body.token}` } };
    const answer = await call('students.export_students', { course_status: 'all', format: 'csv' }, other);
    expect(answer.body.code).toBe('step_up_needed');
  });
});

test('signing in by the password is a proof, by the cookie of a remembered browser it is none', async () => {
  const login = { email_id: 'admin@gurukul.test', password: demoPassword, remember: 1 };
  const first = await call('accounts.login', login);
  const cookie = [first.headers['set-cookie']].flat().join('; ');
  const exportAs = (token: string) =>
    call(
      'students.export_students',
      { course_status: 'all', format: 'csv' },
      { headers: { authorization: `Bearer ${token}` } },
    );
  expect((await exportAs(first.body.token)).status).toBe(200);
  const second = await call('accounts.login', { ...login, password: '' }, { headers: { cookie } });
  expect(second.body.message).toBe('success');
  expect((await exportAs(second.body.token)).body.code).toBe('step_up_needed');
});
