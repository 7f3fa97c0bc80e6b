import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { many, one, run } from '../test/rows.ts';
import { read, testApp } from '../test/app.ts';
import { hashToken } from '#server/secrets.ts';

const { app, call, db, tokenOf, idOf } = await testApp();

const profileOf = (authorization?: string) =>
  app
    .inject({
      method: 'GET',
      url: '/api/user_details/get_user_profile/1',
      headers: authorization === undefined ? {} : { authorization },
    })
    .then(read);

async function newToken(): Promise<string> {
  const { body } = await call('accounts.login', {
    email_id: 'teacher@gurukul.test',
    password: 'Gurukul@2026',
  });
  return body.token;
}

const age = (token: string, change: ReturnType<typeof sql>) =>
  run(db)`update sessions set ${change} where token_hash = ${hashToken(token)}`;

describe('people who are not signed in', () => {
  test('hear so of every call before its input is read', async () => {
    for (const { name, call: each } of calls().filter(({ call: { who } }) => who !== 'anyone')) {
      const url = `/api${each.path.replaceAll(/\{\w+\}/g, 'x')}`;
      const { status, body } = read(await app.inject({ method: each.method, url }));
      expect([name, status, body]).toEqual([
        name,
        401,
        { status: 401, code: 'not_signed_in', message: 'Please sign in', request_id: expect.any(String) },
      ]);
    }
  });

  test.each([
    ['no token', undefined],
    ['an empty one', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['a made-up one', `Bearer s_${'A'.repeat(43)}`],
    ['nonsense', "Bearer '; drop table sessions; --"],
  ])('%s is refused', async (_, authorization) => {
    const { status, body } = await profileOf(authorization);
    expect(status).toBe(401);
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'request_id', 'status']);
  });

  test.each([
    ['after 24 hours', sql`created_at = now() - interval '24 hours 1 second'`],
    ['past its end', sql`expires_at = now() - interval '1 second'`],
    ['after 8 idle hours', sql`last_seen_at = now() - interval '8 hours 1 second'`],
    ['begun in the future', sql`created_at = now() + interval '1 hour'`],
  ])('a session %s has ended and is gone', async (_, change) => {
    const token = await newToken();
    expect((await profileOf(`Bearer ${token}`)).status).toBe(404);
    await age(token, change);
    const { status, body } = await profileOf(`Bearer ${token}`);
    expect([status, body.message]).toEqual([401, 'Your session has ended, please sign in again']);
    expect(await many(db)`select id from sessions where token_hash = ${hashToken(token)}`).toEqual([]);
  });

  test('a person who was deleted is out at once', async () => {
    const email = 'going@gurukul.test';
    await run(db)`
      insert into people (email_id, first_name, main_role, password_hash)
      select ${email}, 'Going', 'teacher', password_hash from people where email_id = 'teacher@gurukul.test'
    `;
    const token = await tokenOf(email);
    await run(db)`update people set deleted_at = now() where email_id = ${email}`;
    expect((await profileOf(`Bearer ${token}`)).status).toBe(401);
  });

  test('a session in a role that is no longer held has ended', async () => {
    const { body } = await call('accounts.login', {
      email_id: 'courseadmin@gurukul.test',
      password: 'Gurukul@2026',
      flag: 'teacher',
    });
    expect([body.role, body.mainrole]).toEqual(['teacher', 'courseadmin']);
    expect((await profileOf(`Bearer ${body.token}`)).status).toBe(404);
    await run(db)`update people set as_role = null where id = ${body.user_id}`;
    expect((await profileOf(`Bearer ${body.token}`)).status).toBe(401);
    await run(db)`update people set as_role = 'teacher' where id = ${body.user_id}`;
  });

  test('a planted session of a person without screens can only sign out', async () => {
    const token = `s_${'p'.repeat(43)}`;
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, expires_at)
      values (${hashToken(token)}, (select id from people where email_id = 'coordinator@gurukul.test'), 'admin',
          now() + interval '1 hour')
    `;
    const headers = { authorization: `Bearer ${token}` };
    const get = (url: string) => app.inject({ method: 'GET', url, headers }).then(read);
    expect((await get('/api/courses/get_all_courses')).status).toBe(403);
    expect((await profileOf(headers.authorization)).status).toBe(403);
    const out = await app.inject({ method: 'POST', url: '/api/user_details/logout', headers }).then(read);
    expect(out.status).toBe(200);
    expect((await get('/api/courses/get_all_courses')).status).toBe(401);
  });

  test('a session is marked as used once a minute, not on every request', async () => {
    const token = await newToken();
    const seen = () =>
      one<{ last_seen_at: string }>(db)`
        select last_seen_at from sessions where token_hash = ${hashToken(token)}
      `;
    const before = await seen();
    await profileOf(`Bearer ${token}`);
    expect(await seen()).toEqual(before);
    await age(token, sql`last_seen_at = now() - interval '2 minutes'`);
    await profileOf(`Bearer ${token}`);
    expect((await seen()).last_seen_at >= before.last_seen_at).toBe(true);
  });
});

describe('naming somebody else as the actor', () => {
  const withActor = calls().find(({ name }) => name === 'accounts.switch_role')!;

  test('a foreign id in a field that names the caller is refused and remembered', async () => {
    const { status, body } = await call(
      withActor.call,
      { user_id: await idOf('admin'), role: 'teacher' },
      { as: 'courseadmin' },
    );
    expect([status, body.message]).toEqual([403, 'not allowed']);
    const denied = await many<object>(db)`
      select person_id, call, action, after from audit_entries where request_id = ${body.request_id}
    `;
    expect(denied).toEqual([
      {
        person_id: await idOf('courseadmin'),
        call: 'accounts.switch_role',
        action: 'denied',
        after: { field: 'user_id' },
      },
    ]);
  });

  test.each([undefined, null, '', 0])('%j in such a field is nobody, and goes through', async (user_id) => {
    const { status } = await call(withActor.call, { user_id, role: 'teacher' }, { as: 'courseadmin' });
    expect(status).not.toBe(403);
  });

  test('somebody else’s profile reads like one that does not exist', async () => {
    const foreign = await call('accounts.get_user_details', { uid: await idOf('admin') }, { as: 'teacher' });
    const missing = await call('accounts.get_user_details', { uid: 99_999_999 }, { as: 'teacher' });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const { request_id: _, ...rest } = foreign.body;
    expect(missing.body).toEqual({ ...rest, request_id: expect.any(String) });
  });
});

describe('the caller’s own account', () => {
  test('everybody reads their own profile, an admin reads anybody’s', async () => {
    const uid = await idOf('teacher');
    const own = await call('accounts.get_user_details', { uid }, { as: 'teacher' });
    const read = await call('accounts.get_user_details', { uid }, { as: 'admin' });
    expect(own.status).toBe(200);
    expect(own.body.data[0]).toMatchObject({ user_id: uid, email_id: 'teacher@gurukul.test' });
    expect(read.body).toEqual(own.body);
    expect(JSON.stringify(own.body)).not.toMatch(/hash|argon/);
  });

  test('signing out ends this session and no other', async () => {
    const [token, other] = [await newToken(), await newToken()];
    const authorization = `Bearer ${token}`;
    const out = await app.inject({
      method: 'POST',
      url: '/api/user_details/logout',
      headers: { authorization },
    });
    expect(read(out)).toMatchObject({ status: 200, body: { status: 200, message: 'success' } });
    expect((await profileOf(authorization)).status).toBe(401);
    expect((await profileOf(`Bearer ${other}`)).status).toBe(404);
  });
});

describe('addresses', () => {
  test.each([
    ['GET', '/api/user_details/login', 405],
    ['DELETE', '/api/user_details/login', 405],
    ['HEAD', '/api/events/delete_event/1', 405],
    ['OPTIONS', '/api/courses/add_course', 405],
    ['POST', '/api/user_details/Login', 404],
    ['POST', '/api/user_details/login/', 404],
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['POST', '/api/nothing', 404],
    ['GET', '/api/%E0%A4%A', 404],
    ['GET', `/api/user_details/get_user_profile/${'1'.repeat(5000)}`, 401],
    ['GET', '/nothing-without-a-portal', 404],
    ['POST', '/login', 405],
  ] as const)('%s %s is %i, in our own words', async (method, url, status) => {
    const answer = await app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload: '<x/>', headers: { 'content-type': 'text/xml' } } : {}),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    if (method !== 'HEAD') {
      expect(answer.json()).toEqual({
        status,
        code: expect.any(String),
        message: expect.any(String),
        request_id: expect.any(String),
      });
    }
    if (status === 405 && url.startsWith('/api')) expect(answer.headers.allow).toBeTruthy();
  });
});

describe('the three calls that change data by GET', () => {
  const guarded = calls().filter(({ call: { method, changes } }) => method === 'GET' && changes === true);
  const url = (named: NamedCall) => `/api${named.call.path.replaceAll(/\{\w+\}/g, '99999999')}`;

  test.each(guarded)('$name cannot be called by a link, an image or a prefetch', async (named) => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    for (const headers of [
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site' },
      { purpose: 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
    ]) {
      const answer = await app.inject({
        method: 'GET',
        url: url(named),
        headers: { authorization, ...headers },
      });
      expect(answer.statusCode).toBe(403);
    }
    const plain = await app.inject({ method: 'GET', url: url(named), headers: { authorization } });
    expect(plain.statusCode).not.toBe(403);
    expect(plain.headers['cache-control']).toBe('no-store');
    const posted = await app.inject({
      method: 'POST',
      url: url(named),
      headers: { authorization },
      payload: {},
    });
    expect(posted.statusCode).toBe(plain.statusCode);
  });

  test('there are exactly three', () => {
    expect(guarded).toHaveLength(3);
  });
});

describe('the transport', () => {
  test('plain http from elsewhere is refused, and so is https through an unknown proxy', async () => {
    const payload = { email_id: 'teacher@gurukul.test', password: 'Gurukul@2026' };
    const login = { method: 'POST', url: '/api/user_details/login', payload } as const;
    for (const answer of [
      await app.inject({ ...login, remoteAddress: '203.0.113.9' }),
      await app.inject({ ...login, headers: { host: 'portal.example.org' } }),
      await app.inject({ ...login, headers: { host: 'portal.example.org', 'x-forwarded-proto': 'https' } }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toBe('Please use https');
    }
  });

  test('the server chooses the request id, and the client’s own is only noted', async () => {
    const ids = await Promise.all(
      ['office-7.a_b', '<script>'].map(async (id) => {
        const answer = await app.inject({ url: '/api/nothing', headers: { 'x-request-id': id } });
        expect(answer.headers['x-request-id']).toBe(answer.json().request_id);
        return answer.json().request_id;
      }),
    );
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  });
});
