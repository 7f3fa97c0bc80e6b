import { createHook } from 'node:async_hooks';
import { argon2Sync, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { one, run } from '../../test/rows.ts';
import { demoPassword, read, testApp } from '../../test/app.ts';
import { waitingMails } from '../../test/waiting-mails.ts';
import { loginBudget } from './login-budget.ts';
import { isOutdated } from './password.ts';

const office = await testApp({ limits: { sessionsPerPerson: 3, loginFailures: 10 } });
const { app, db } = office;

await run(db)`
  insert into people (email_id, first_name, main_role, password_hash, deleted_at)
  select 'deleted@gurukul.test', 'Gone', 'teacher', password_hash, now()
  from people where email_id = 'teacher@gurukul.test'
`;
const { email_id: student } = await one<{ email_id: string }>(db)`
  select email_id from people where main_role = 'student' order by id limit 1
`;

type Headers = Record<string, string>;
const teacher = 'teacher@gurukul.test';

const signIn = async (body: object, headers: Headers = {}, remoteAddress = '127.0.0.1') =>
  read(
    await app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      payload: body,
      headers,
      remoteAddress,
    }),
  );
const rightly = (email_id = teacher, headers: Headers = {}) =>
  signIn({ email_id, password: demoPassword }, headers);
const wrongly = (email_id = teacher, headers: Headers = {}) =>
  signIn({ email_id, password: 'Wrong@2026' }, headers);
const repeat = async <T>(times: number, work: () => Promise<T>) => {
  for (let i = 0; i < times; i += 1) await work();
};
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';

/** Moves the ends of the counters into the past. */
const pass = (minutes: number) =>
  run(db)`update rate_limits set expire = expire - ${minutes * 60_000}::bigint`;

beforeEach(() => run(db)`delete from rate_limits`);

describe('signing in', () => {
  test.each([
    ['admin@gurukul.test', undefined, 'admin', 'admin'],
    ['admin@gurukul.test', 'teacher', 'admin', 'admin'],
    ['Admin@Gurukul.TEST', '', 'admin', 'admin'],
    ['courseadmin@gurukul.test', null, 'courseadmin', 'courseadmin'],
    ['courseadmin@gurukul.test', 'None', 'courseadmin', 'courseadmin'],
    ['courseadmin@gurukul.test', 'Course Admin', 'courseadmin', 'courseadmin'],
    ['courseadmin@gurukul.test', 'Teacher', 'teacher', 'courseadmin'],
    ['teacher@gurukul.test', 'teacher', 'teacher', 'teacher'],
  ])('%s choosing %j acts as %s', async (email_id, flag, role, mainrole) => {
    const { status, body } = await signIn({ email_id, password: demoPassword, flag });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 200,
      message: 'success',
      user_id: expect.any(Number),
      role,
      mainrole,
      token: expect.stringMatching(/^s_[\w-]{43}$/),
    });
  });

  test.each([
    ['a role that is not held', 'teacher@gurukul.test', 'courseadmin'],
    ['a coordinator', 'coordinator@gurukul.test', ''],
    ['a coordinator as teacher', 'coordinator@gurukul.test', 'teacher'],
  ])('%s has no access, and gets no token', async (_, email_id, flag) => {
    const { status, body, headers } = await signIn({ email_id, password: demoPassword, flag });
    expect([status, body]).toEqual([200, { status: 200, code: 'failed', message: 'failed' }]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('every failure gets the same answer', async () => {
    for (const body of [
      { email_id: teacher, password: 'Wrong@2026' },
      { email_id: teacher, password: '' },
      { email_id: teacher, password: `${demoPassword} ` },
      { email_id: 'nobody@gurukul.test', password: demoPassword },
      { email_id: 'deleted@gurukul.test', password: demoPassword },
      { email_id: 'coordinator@gurukul.test', password: 'Wrong@2026' },
      { email_id: student, password: demoPassword },
    ]) {
      const answer = await signIn(body);
      expect(answer.status, `${body.email_id} ${body.password}`).toBe(401);
      expect(answer.body).toEqual({
        status: 401,
        code: 'invalid_credentials',
        message: 'Invalid credentials',
        request_id: expect.any(String),
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('costs one hash, whether the address is known, unknown, gone or has no password', async () => {
    let hashes = 0;
    const hook = createHook({ init: (_id, type) => void (hashes += type === 'ARGON2REQUEST' ? 1 : 0) });
    hook.enable();
    try {
      const costs: number[] = [];
      for (const email_id of [teacher, 'nobody@gurukul.test', 'deleted@gurukul.test', student]) {
        hashes = 0;
        await signIn({ email_id, password: 'Wrong@2026' });
        costs.push(hashes);
      }
      expect(costs).toEqual([1, 1, 1, 1]);
    } finally {
      hook.disable();
    }
  });

  test('tokens are stored as hashes only, passwords never leave', async () => {
    const { body } = await rightly();
    const { held } = await one<{ held: boolean }>(db)`
      select exists (select from sessions s where s::text like ${`%${body.token.slice(2)}%`}) as held
    `;
    expect(held).toBe(false);
  });

  test('beyond the number of sessions a person may have, the oldest ends', async () => {
    const tokens: string[] = [];
    await repeat(4, async () => tokens.push((await rightly()).body.token));
    const states = await Promise.all(
      tokens.map((token) =>
        app.inject({
          url: '/api/user_details/get_user_profile/99999999',
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    );
    expect(states.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404, 404]);
  });

  test('many sign-ins at once do not exceed that number', async () => {
    await Promise.all(Array.from({ length: 8 }, () => rightly()));
    const { count } = await one<{ count: number }>(db)`
      select count(*) as count from sessions s
      join people p on p.id = s.person_id where p.email_id = ${teacher}
    `;
    expect(count).toBe(3);
  });

  test('a password hashed at an older cost is hashed anew, and still fits', async () => {
    const salt = randomBytes(16);
    const tag = argon2Sync('argon2id', {
      message: demoPassword,
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    await run(db)`
      update people set password_hash = ${`$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`}
      where email_id = ${teacher}
    `;
    expect((await rightly()).status).toBe(200);
    const { password_hash } = await one<{ password_hash: string }>(db)`
      select password_hash from people where email_id = ${teacher}
    `;
    expect(isOutdated(password_hash)).toBe(false);
    expect((await rightly()).status).toBe(200);
  });
});

describe('guessing at a password', () => {
  test('after ten failures even the right password waits a minute', async () => {
    await repeat(10, wrongly);
    const { status, body } = await rightly();
    expect([status, body.message]).toEqual([401, 'Invalid credentials']);
    await pass(1.1);
    expect((await rightly()).status).toBe(200);
  });

  test('nine failures and any number of successes lock nobody out', async () => {
    await repeat(9, wrongly);
    await repeat(12, async () => expect((await rightly()).status).toBe(200));
  });

  test('each further failure doubles the wait, up to fifteen minutes', async () => {
    await repeat(10, wrongly);
    let began = 0;
    for (const wait of [1, 2, 4, 8]) {
      await pass(wait - 0.1);
      expect((await rightly()).status, `before ${wait} min`).toBe(401);
      await pass(0.2);
      // Back within the window: for this test the failures' quarter of an hour stays open.
      await run(db)`
        update rate_limits set expire = (extract(epoch from now()) * 1000)::bigint + 900000
        where key like 'login:%'
      `;
      began = Date.now();
      await wrongly();
    }
    const { expire } = await one<{ expire: number }>(db)`
      select expire from rate_limits where key like 'login-turn:%@127.0.0.0/24'
    `;
    expect(expire - 15 * 60_000).toBeGreaterThanOrEqual(began - 1000);
    expect(expire - 15 * 60_000).toBeLessThanOrEqual(Date.now());
  });

  test('forty right passwords at once are not taken for guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => rightly()));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('a hundred guesses at once get no more than ten tries', async () => {
    const budget = loginBudget(db, office.config.limits);
    const keys = { account: 'somebody', own: 'somebody@somewhere', isKnown: false };
    const attempts = await Promise.all(Array.from({ length: 100 }, () => budget.take(keys)));
    expect(attempts.filter((attempt) => attempt !== null)).toHaveLength(10);
  });

  test('the owner hears of the first lock of a day, once', async () => {
    const mails = async () =>
      (await waitingMails(db, office.config)).filter(({ kind }) => kind === 'sign_in_blocked');
    await run(db)`delete from mails where kind = 'sign_in_blocked'`;
    await repeat(9, wrongly);
    expect(await mails()).toEqual([]);
    await repeat(3, wrongly);
    expect(await mails()).toEqual([{ kind: 'sign_in_blocked', to: teacher, data: {} }]);
    await pass(1.1);
    await repeat(3, wrongly);
    await repeat(12, () => wrongly('nobody@gurukul.test'));
    expect(await mails()).toHaveLength(1);
  });

  test('other accounts at the same address are not affected', async () => {
    await repeat(11, wrongly);
    expect((await rightly('admin@gurukul.test')).status).toBe(200);
  });

  test('an address that does not exist is counted the same way', async () => {
    await repeat(10, () => wrongly('nobody@gurukul.test'));
    const { count } = await one<{ count: number }>(db)`
      select count(*) as count from rate_limits where key like 'login-turn:unknown-%'
    `;
    expect(count).toBe(1);
  });

  test('another spelling of the address is the same account', async () => {
    for (const spelling of ['TEACHER@gurukul.test', 'Teacher@Gurukul.Test', ' teacher@gurukul.test ']) {
      await repeat(4, () => wrongly(spelling));
    }
    expect((await rightly()).status).toBe(401);
  });

  test('the owner’s own browser is not locked by strangers, and has a budget of its own', async () => {
    const cookie = cookieOf(await rightly());
    expect(cookie).toMatch(/^dv=/);
    await repeat(11, wrongly);
    expect((await rightly()).status).toBe(401);
    expect((await rightly(teacher, { cookie })).status).toBe(200);
    await repeat(10, () => wrongly(teacher, { cookie }));
    expect((await rightly(teacher, { cookie })).status).toBe(401);
  });

  test('a browser known for one account is a stranger to another, and a forged cookie to all', async () => {
    const cookie = cookieOf(await rightly('admin@gurukul.test'));
    const forged = cookie.replace(/^dv=./, (start) => (start === 'dv=A' ? 'dv=B' : 'dv=A'));
    await repeat(11, wrongly);
    expect((await rightly(teacher, { cookie })).status).toBe(401);
    await repeat(11, () => wrongly('admin@gurukul.test'));
    expect((await rightly('admin@gurukul.test', { cookie: forged })).status).toBe(401);
    expect((await rightly('admin@gurukul.test', { cookie })).status).toBe(200);
  });

  test('a browser that several people share is known for each', async () => {
    const first = cookieOf(await rightly());
    const both = cookieOf(await rightly('admin@gurukul.test', { cookie: first }));
    await repeat(11, wrongly);
    expect((await rightly(teacher, { cookie: both })).status).toBe(200);
  });
});

test('scripts and other sites cannot read the browser’s cookie', async () => {
  const [cookie] = [(await rightly()).headers['set-cookie']].flat();
  expect(cookie).toMatch(/^dv=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/);
});
