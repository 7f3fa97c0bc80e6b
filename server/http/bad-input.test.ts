import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { calls } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import type { Call } from '@gurukul/contract/shared/call';
import { portalRoles } from '@gurukul/contract/shared/roles';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, read, testApp } from '../test/app.ts';

/** Bodies per call and role; `PROOF=full vitest run --project unit server/http/bad-input.test.ts` takes more. */
const numRuns = process.env['PROOF'] === 'full' ? 400 : 60;

const { app, tokenOf } = await testApp();
const authorization = `Bearer ${await tokenOf('admin')}`;

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app
    .inject({
      method: 'POST',
      url: '/api/courses/attendance_report',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload,
    })
    .then(read);

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const withKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])));

describe('a body that is no proper request', () => {
  test.each<[string, string | Buffer, number]>([
    ['no JSON', '{"a":', 400],
    ['a word', 'hello', 400],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['half a surrogate pair', '{"course_id": "\\ud800"}', 400],
    ['half a surrogate pair in a key', '{"\\udc00": 1}', 400],
    ['a NUL', '{"course_id": "a\\u0000b"}', 400],
    ['a body nested 21 deep', nested(21), 400],
    ['a body nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['2,001 keys', withKeys(2001), 413],
    ['5,001 elements', `{"a":[${'1,'.repeat(5000)}1]}`, 413],
    ['more than 1 MB', JSON.stringify({ a: 'x'.repeat(1_048_577) }), 413],
    ['a list', '[1,2,3]', 400],
    ['a number', '42', 400],
    ['null', 'null', 400],
    ['wrong types', '{"course_id": {"$gt": 0}, "class_id": true}', 400],
    ['an id beyond every number', '{"course_id": 99999999999999999999}', 400],
    ['infinity', '{"course_id": 1e999}', 400],
  ])('%s is refused in one shape', async (_, payload, expected) => {
    const { status, body } = await post(payload);
    expect(status).toBe(expected);
    expect(body).toMatchObject({
      status: expected,
      message: expect.any(String),
      request_id: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toMatch(/FST_|stack|node_modules|at \w+ \(/);
  });

  test.each([
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a multipart form', 'multipart/form-data; boundary=x'],
    ['JSON in another alphabet', 'application/json; charset=utf-16'],
    ['nonsense', ';;;'],
  ])('%s is not JSON', async (_, type) => {
    const { status, body } = await post('{}', { 'content-type': type });
    expect([status, body.message]).toEqual([415, 'Please send JSON']);
  });

  test('a compressed body is not unfolded', async () => {
    const { status } = await post('{}', { 'content-encoding': 'gzip' });
    expect(status).toBe(415);
  });

  test('a key that would reach into every object does not', async () => {
    const { status } = await post(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    expect(status).toBe(400);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('no body reads as an empty one', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      headers: { 'content-type': 'application/json' },
    });
    expect(read(answer)).toMatchObject({ status: 400, body: { problems: { email_id: expect.any(String) } } });
  });

  test('what is wrong is named by field', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      payload: { email_id: 'nobody', password: 5 },
    });
    expect(Object.keys(read(answer).body.problems).toSorted()).toEqual(['email_id', 'password']);
  });

  test.each(['%00', '%ff', '%E0%A4%A', '%ud800', '..%2f..', "1'--", '9'.repeat(30), '1e3', '-1', '0x10'])(
    '%s in an address is no id',
    async (segment) => {
      const answer = await app.inject({
        method: 'GET',
        url: `/api/user_details/get_user_details/${segment}`,
        headers: { authorization },
      });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json()).toMatchObject({ status: answer.statusCode, message: expect.any(String) });
    },
  );

  test('an Idempotency-Key of odd characters is refused', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/logout',
      headers: { authorization, 'idempotency-key': 'ü'.repeat(3) },
    });
    expect(answer.statusCode).toBe(400);
    expect((await post('{}')).status).toBe(400);
  });
});

describe('what is no HTTP', async () => {
  const hasty = await testApp({ limits: { headersTimeoutSeconds: 1 } });
  const talk = (bytes: string, to = app) =>
    new Promise<string>((resolve, reject) => {
      const { port } = to.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.on('data', (data) => (heard += data.toString()));
      socket.on('close', () => resolve(heard));
      socket.on('error', reject);
    });

  test('is answered in the same shape, and the server lives on', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    for (const [bytes, status] of [
      ['NONSENSE\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
      [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
      ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
      ['GET http://localhost/api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
      ['DELETE /api/health HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n', 405],
    ] as const) {
      const heard = await talk(bytes);
      expect(heard).toContain(`HTTP/1.1 ${status}`);
      expect(heard.toLowerCase()).toContain('x-content-type-options: nosniff');
      expect(heard.toLowerCase()).toContain('cache-control: no-store');
      expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        status,
        message: expect.any(String),
      });
    }
    const answer = await app.inject({ url: '/api/health' });
    expect(answer.json()).toEqual({ status: 'ok' });
  });

  test('is not waited for longer than was set', async () => {
    await hasty.app.listen({ port: 0, host: '127.0.0.1' });
    const asked = Date.now();
    expect(await talk('GET /api/health HTTP/1.1\r\nHost: loc', hasty.app)).toContain('HTTP/1.1 408');
    expect(Date.now() - asked).toBeLessThan(10_000);
  });
});

describe('whatever is sent', () => {
  const awkward = fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1,
    '1',
    1.5,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    [[]],
    '2026-02-30',
    'a@b.c',
    "'; drop table people; --",
    '\u202e',
    'x'.repeat(20_000),
    '<img src=x onerror=alert(1)>',
    { status: 'published' },
  );

  /** Bodies that know the fields of a call, so that they get past its outermost check now and then. */
  const bodies = (keys: readonly string[]) =>
    fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(
        keys.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...keys), fc.string()),
        fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 })),
        { maxKeys: 12 },
      ),
    );

  const keysOf = (input: unknown): string[] => Object.keys((input as { shape?: object }).shape ?? {});
  const rolesThatMay = (call: Call): (PortalRole | null)[] =>
    call.who === 'anyone' ? [null] : portalRoles.filter((role) => reachOf(call, role) !== undefined);

  // Others are turned away before their input is looked at.
  const callers = calls()
    .filter(({ name }) => name !== 'accounts.logout')
    .flatMap(({ name, call }) => rolesThatMay(call).map((role) => ({ name, call, role })));

  test.each(callers)('$name never fails on our side, called by $role', async ({ call, role }) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (role !== null) headers['authorization'] = `Bearer ${await tokenOf(role)}`;
    for (const body of fc.sample(bodies(keysOf(call.input)), { numRuns, seed: 20_260_101 })) {
      const payload = JSON.stringify(body) ?? 'null';
      const answer = await app.inject({
        method: call.method,
        url: addressOf(call, body ?? {}).replaceAll('//', '/1/'),
        headers,
        ...(call.method === 'GET' ? {} : { payload }),
      });
      if (answer.statusCode === 501) continue;
      expect(answer.statusCode, `${payload.slice(0, 500)} -> ${answer.body}`).toBeLessThan(500);
    }
  });

  test('and the process is still there', async () => {
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200);
  });
});
