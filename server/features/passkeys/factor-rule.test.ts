import { calls } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/calls/call';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import type { Role } from '@gurukul/contract/shared/calls/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { raw } from 'sql-template-tag';
import { askAndWait } from '#server/test/after-the-day.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { samples } from '#server/test/call-samples.ts';
import { office } from '#server/test/office.ts';
import { missing } from '#server/test/planted-school.ts';
import { many, one, run } from '#server/test/rows.ts';

const app = await testApp();
const { call, db } = app;
const at = office(db);

type Days = Partial<Record<'admin' | 'courseadmin' | 'teacher', number | null>>;
/** In days from today on the clock of the provider; null: nothing is needed. */
const require = async (days: Days) => {
  for (const [role, after] of Object.entries({ admin: null, courseadmin: null, teacher: null, ...days })) {
    await run(db)`
      update provider
      set ${raw(`${role}_factor_from`)} = (now() at time zone time_zone)::date + ${after}::integer
    `;
  }
};

let count = 0;
async function colleague(main: Role, second: string | null = null) {
  const name = `factor${(count += 1)}`;
  const id = await at.person(name, main);
  await run(db)`update people set as_role = ${second} where id = ${id}`;
  return { id, as: `${name}@office.test` };
}
const give = {
  nothing: async () => undefined,
  'a passkey': (id: number) =>
    run(db)`
      insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
      values (${id}, ${`credential-${id}`}, '\\x01', 0, '{}', 'Phone', false)
    `,
  'an app': (id: number) =>
    run(db)`insert into code_apps (person_id, sealed_secret, confirmed_at) values (${id}, 'sealed', now())`,
  'an app that was never confirmed': (id: number) =>
    run(db)`insert into code_apps (person_id, sealed_secret) values (${id}, 'sealed')`,
  'recovery codes alone': (id: number) =>
    run(db)`insert into recovery_codes (person_id, code_hmac) values (${id}, '\\x02')`,
};
const codeOf = async (as: string) => {
  const { status, body } = await call('dashboards.get_today', {}, { as });
  return status === 200 ? 200 : body.code;
};
const given = { word: 'word', role: 'admin', me: 0, extra: '0' } as const;

beforeEach(() => require({}));

describe('from its day on, a role', () => {
  test.each([
    ['teacher', null, { teacher: 0 }, 'nothing', 'factor_needed'],
    ['teacher', null, { teacher: -400 }, 'nothing', 'factor_needed'],
    ['teacher', null, { teacher: 1 }, 'nothing', 200],
    ['teacher', null, { admin: 0, courseadmin: 0 }, 'nothing', 200],
    ['courseadmin', null, { courseadmin: 0 }, 'nothing', 'factor_needed'],
    ['admin', null, { admin: 0 }, 'nothing', 'factor_needed'],
    // The strictest role counts, whichever is active.
    ['teacher', 'courseadmin', { courseadmin: 0 }, 'nothing', 'factor_needed'],
    ['teacher', 'courseadmin', { courseadmin: 0, teacher: 9 }, 'nothing', 'factor_needed'],
    ['teacher', 'courseadmin', { courseadmin: 9 }, 'nothing', 200],
    ['teacher', null, { teacher: 0 }, 'a passkey', 200],
    ['teacher', null, { teacher: 0 }, 'an app', 200],
    ['teacher', null, { teacher: 0 }, 'an app that was never confirmed', 'factor_needed'],
    ['teacher', null, { teacher: 0 }, 'recovery codes alone', 'factor_needed'],
  ] as const)('%s and %s under %j with %s gets %s', async (main, second, days, has, expected) => {
    const { id, as } = await colleague(main, second);
    await give[has](id);
    expect(await codeOf(as)).toBe(200);
    await require(days);
    expect(await codeOf(as)).toBe(expected);
  });

  test('begins on the clock of the provider', async () => {
    const { as } = await colleague('teacher');
    const zone = (name: string) => run(db)`update provider set time_zone = ${name}`;
    // 25 hours lie between them: it is never the same day in both.
    await zone('Pacific/Kiritimati');
    await require({ teacher: 0 });
    expect(await codeOf(as)).toBe('factor_needed');
    await zone('Pacific/Pago_Pago');
    expect(await codeOf(as)).toBe(200);
    await zone('Asia/Kolkata');
  });
});

describe('somebody without the factor that their role needs', () => {
  test('is refused by every call but those that lead to one', async () => {
    await require({ admin: 0, courseadmin: 0, teacher: 0 });
    const people = new Map<string, string>();
    for (const role of portalRoles) people.set(role, (await colleague(role)).as);
    const open: string[] = [];
    for (const { name, call: each } of calls()) {
      const as = people.get(portalRoles.find((role) => reachOf(each, role) !== undefined) ?? '');
      if (as === undefined || name === 'accounts.logout') continue;
      const { status, body } = await call(each, samples[name].input(missing, given), { as });
      if (status !== 403 || body.code !== 'factor_needed') open.push(name);
    }
    expect(open.toSorted()).toEqual([
      'accounts.get_user_profile',
      'passkeys.add_passkey',
      'passkeys.begin_code_app',
      'passkeys.begin_passkey',
      'passkeys.confirm_code_app',
      'passkeys.get_factors',
      'passkeys.prove',
    ]);
    const refusals = await many(db)`
      select from security_entries where kind = 'refused' and facts ->> 'call' <> 'accounts.get_user_profile'
    `;
    expect(refusals).toEqual([]);
  });

  test('reads no other person, signs out, and comes back the same way', async () => {
    await require({ admin: 0 });
    const { id, as } = await colleague('admin');
    const profileOf = (uid: number) => call('accounts.get_user_profile', { uid }, { as });
    expect((await profileOf(await app.idOf('teacher'))).status).toBe(404);
    expect((await profileOf(id)).body.data[0].factor).toMatchObject({ days_left: 0 });
    const login = await call('accounts.login', { email_id: as, password: demoPassword });
    expect(login.body.message).toBe('success');
    const headers = { authorization: `Bearer ${login.body.token}` };
    expect((await call('access.get_alarms', {}, { headers })).body.code).toBe('factor_needed');
    expect((await call('accounts.logout', {}, { headers })).status).toBe(200);
    expect((await call('passkeys.get_factors', {}, { headers })).status).toBe(401);
  });

  test('who came from an OpenID service proves the password first, then adds one', async () => {
    await require({ teacher: 0 });
    const { id, as } = await colleague('teacher');
    await app.tokenOf(as);
    // Such a session is no proof.
    await run(db)`update sessions set proved_at = null where person_id = ${id}`;
    expect((await call('passkeys.begin_passkey', {}, { as })).body.code).toBe('step_up_needed');
    expect((await call('passkeys.prove', { password: demoPassword }, { as })).body.message).toBe('success');
    expect((await call('passkeys.begin_passkey', {}, { as })).status).toBe(200);
    await give['an app'](id);
    expect(await codeOf(as)).toBe(200);
  });
});

test('before the day, the own profile says how many days are left, and nothing to those who have one', async () => {
  await require({ teacher: 9, courseadmin: 3 });
  const { id, as } = await colleague('teacher', 'courseadmin');
  const due = async () => (await call('accounts.get_user_profile', { uid: id }, { as })).body.data[0].factor;
  expect(await due()).toEqual({ from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), days_left: 3 });
  await give['a passkey'](id);
  expect(await due()).toBeUndefined();
  await require({});
  expect(await due()).toBeUndefined();
});

const chief = await colleague('admin');
describe('an account admin', () => {
  const { as } = chief;
  const settings = async () => (await call('provider.get_settings', {}, { as })).body.data;
  const save = async (days: object) =>
    call('provider.save_settings', { ...(await settings()), ...days }, { as });
  const far = '2099-01-31';

  test('needs a factor before they require one of their own role, and of others none', async () => {
    const refused = await save({ admin_factor_from: far });
    expect([refused.status, refused.body.code]).toEqual([409, 'own_factor_first']);
    expect((await save({ teacher_factor_from: '2020-01-01', courseadmin_factor_from: far })).status).toBe(
      200,
    );
    expect(await settings()).toMatchObject({
      admin_factor_from: null,
      courseadmin_factor_from: far,
      teacher_factor_from: '2020-01-01',
    });
    await give['a passkey'](await app.idOf(as));
    expect((await save({ admin_factor_from: far })).status).toBe(200);
    const entry = await one<{ kind: string; after: string }>(db)`
      select e.kind, a.after ->> 'admin_factor_from' as after
      from security_entries e
      join audit_entries a on a.person_id = e.person_id and a.table_name = 'provider'
      where e.person_id = ${await app.idOf(as)}
      order by a.id desc
      limit 1
    `;
    expect(entry).toEqual({ kind: 'settings_changed', after: far });
  });

  test('may put the day off without a factor, and an older client leaves the days as they are', async () => {
    await run(db)`delete from passkeys where person_id = ${await app.idOf(as)}`;
    await run(db)`update provider set admin_factor_from = ${far}`;
    expect((await save({ admin_factor_from: '2099-01-30' })).body.code).toBe('own_factor_first');
    expect((await save({ admin_factor_from: undefined })).status).toBe(200);
    expect(await settings()).toMatchObject({ admin_factor_from: far });
    // A rule that is switched off concerns all admins, so it waits a day.
    expect((await save({ admin_factor_from: null })).body.code).toBe('second_person_needed');
    await askAndWait(app, 'provider.save_settings', { ...(await settings()), admin_factor_from: null }, as);
    expect((await save({ admin_factor_from: null })).status).toBe(200);
  });
});
