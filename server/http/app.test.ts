import { release } from '@gurukul/contract/shared/release';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { retentionQueue } from '../jobs/queues.ts';
import { cloneDatabase } from '../test/db.ts';
import { demoPassword, read, testApp } from '../test/app.ts';

const portalRoot = await mkdtemp(join(tmpdir(), 'gurukul-portal-'));
await mkdir(join(portalRoot, 'assets'));
await writeFile(join(portalRoot, 'index.html'), '<!doctype html><title>Gurukul</title>');
await writeFile(join(portalRoot, '.built'), 'a note');
await writeFile(
  join(portalRoot, '.preloads.json'),
  JSON.stringify([
    ['/Student List', ['assets/main-abc123.js', 'assets/list-abc123.css']],
    ['/student/$id', ['assets/packed-abc123.js'], ['assets/plain-abc123.js']],
    ['/signup/$', ['assets/door-abc123.js']],
  ]),
);
await writeFile(join(portalRoot, 'sw.js'), 'self.skipWaiting();');
await writeFile(join(portalRoot, 'manifest.webmanifest'), '{"name":"Gurukul"}');
await writeFile(join(portalRoot, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(portalRoot, 'assets/main-abc123.js'), `// ${'gurukul '.repeat(400)}\n`);
const packedBefore = `// ${'as the build left it '.repeat(100)}\n`;
await writeFile(join(portalRoot, 'assets/packed-abc123.js'), packedBefore);
await writeFile(join(portalRoot, 'assets/packed-abc123.js.br'), brotliCompressSync(packedBefore));
await writeFile(join(portalRoot, 'assets/packed-abc123.js.gz'), gzipSync(packedBefore));
afterAll(() => rm(portalRoot, { recursive: true }));

const office = await testApp({ portalRoot });
const get = (url: string, headers: Record<string, string> = {}) => office.app.inject({ url, headers });

describe('health', () => {
  test('is good while the database answers', async () => {
    const answer = await get('/api/health');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', version: release }]);
  });

  test('is bad within seconds when the database does not answer, and so is every call', async () => {
    const database = await cloneDatabase('empty');
    const app = await buildApp({ config: office.config, pool: database.pool, logger: false });
    await database.drop();
    const answer = await app.inject({ url: '/api/health' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: 503,
      code: 'busy',
      message: 'The portal is busy, please try again',
      request_id: expect.any(String),
    });
    await app.close();
  });

  test('of everything knows writing, disk, mails, jobs, clock and standbys', async () => {
    const { pool, owner, drop } = await cloneDatabase('empty');
    const client = new pg.Client(owner);
    await client.connect();
    const ask = async () => {
      const app = await buildApp({ config: office.config, pool, logger: false });
      await app.ready();
      // No place in the pool is free.
      const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
      const answer = await app.inject({ url: '/api/health/all' });
      for (const one of busy) one.release();
      await app.close();
      return [answer.statusCode, answer.json().parts];
    };
    const well = { writing: 'ok', mails: 'ok', jobs: 'ok', clock: 'ok', standbys: 'ok', disk: 'ok' };
    // On a busy machine a database that works may take longer than the health waits.
    await expect.poll(ask).toEqual([200, well]);
    await client.query(
      `insert into mails (kind, recipient, dedupe_key, enqueued_at) values ('test_mail', 'a@example.org', 'old', now() - interval '2 hours')`,
    );
    await expect.poll(ask).toEqual([503, { ...well, mails: 'failing' }]);
    await client.query(
      `insert into pgboss.job (name, start_after) values ('${retentionQueue}', now() - interval '1 hour')`,
    );
    await expect.poll(ask).toEqual([503, { ...well, mails: 'failing', jobs: 'failing' }]);
    await client.query('delete from mails');
    await client.query('delete from pgboss.job');
    await client.query(`alter database ${client.database} set default_transaction_read_only = on`);
    await expect.poll(ask).toEqual([503, { ...well, writing: 'failing' }]);
    await client.end();
    // The database is away.
    const blind = await buildApp({ config: office.config, pool, logger: false });
    await drop();
    const fails = 'failing';
    const gone = { writing: fails, mails: fails, jobs: fails, clock: fails, standbys: fails, disk: 'ok' };
    const answer = await blind.inject({ url: '/api/health/all' });
    expect([answer.statusCode, answer.json().parts]).toEqual([503, gone]);
    await blind.close();
  });

  test('a pool with no free connection says so instead of waiting on', async () => {
    const { pool, drop, owner } = await cloneDatabase('empty');
    const small = createPool(
      { ...owner },
      {
        poolSize: 1,
        poolWaitSeconds: 1,
        statementTimeoutSeconds: 10,
        lockTimeoutSeconds: 3,
        idleInTransactionSeconds: 15,
      },
    );
    const app = await buildApp({ config: office.config, pool: small, logger: false });
    const taken = await small.connect();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      payload: { email_id: 'a@b.co', password: 'x' },
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    taken.release();
    await app.close();
    await small.end();
    await pool.end();
    await drop();
  });
});

describe('headers', () => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join(';');

  test.each([
    '/',
    '/login',
    '/api/health',
    '/api/nothing',
    '/api/user_details/get_user_profile/1',
    '/api/docs',
    '/%ff',
  ])('of %s keep the browser strict', async (url) => {
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.any(String),
    });
    for (const absent of [
      'x-powered-by',
      'server',
      'access-control-allow-origin',
      'strict-transport-security',
    ]) {
      expect(headers[absent]).toBeUndefined();
    }
    if (url.startsWith('/api/') && url !== '/api/docs') expect(headers['cache-control']).toBe('no-store');
  });

  test('behind an https proxy that is trusted, transport is pinned and cookies belong to the host', async () => {
    const database = await cloneDatabase('demo');
    const app = await buildApp({
      config: { ...office.config, trustedProxy: ['203.0.113.0/24'] },
      pool: database.pool,
      logger: false,
    });
    const login = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/api/user_details/login',
        remoteAddress,
        headers: {
          host: 'portal.example.org',
          'x-forwarded-proto': 'https',
          'x-forwarded-for': '198.51.100.7',
        },
        payload: { email_id: 'admin@gurukul.test', password: demoPassword },
      });
    const through = await login('203.0.113.9');
    expect(through.statusCode).toBe(200);
    expect(through.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(through.headers['set-cookie']).toMatch(
      /^__Host-dv=[\w.-]+; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await login('192.0.2.1')).statusCode).toBe(400);
    await app.close();
    await database.drop();
  });
});

describe('the portal', () => {
  test.each([
    ['/', 200],
    ['/Student%20List', 200],
    ['/signup/$2b$10$abc/def', 200],
    ['/index.html', 200],
    ['/nowhere', 404],
    ['/%E0%A4%A', 404],
    ['/..%2f..%2fetc/passwd', 404],
  ])('%s is its page, asked for anew each time, with %i', async (url, status) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-cache']);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('<title>Gurukul</title>');
  });

  test.each([
    [
      '/Student%20List',
      '</assets/main-abc123.js>; rel=preload; as=script; fetchpriority=low; crossorigin, ' +
        '</assets/list-abc123.css>; rel=preload; as=style; crossorigin',
    ],
    ['/student list/?page=2', expect.stringContaining('main-abc123')],
    [
      '/student/7',
      '</assets/plain-abc123.js>; rel=preload; as=script; fetchpriority=high, ' +
        '</assets/packed-abc123.js>; rel=preload; as=script; fetchpriority=low; crossorigin',
    ],
    ['/signup/Zm9v/a==', '</assets/door-abc123.js>; rel=preload; as=script; fetchpriority=low; crossorigin'],
    ['/student/7/8', undefined, 404],
    ['/student/', undefined, 404],
    ['/', undefined],
    ['/assets/main-abc123.js', undefined],
  ])('%s names the files that it needs', async (url, links, status = 200) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['link']]).toEqual([status, links]);
  });

  test('a file with a hash in its name is cached for good, and sent compressed', async () => {
    const plain = await get('/assets/main-abc123.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toContain('javascript');
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/assets/main-abc123.js', { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
  });

  test.each([
    ['br', 'br', brotliCompressSync(packedBefore)],
    ['gzip', 'gzip', gzipSync(packedBefore)],
    ['gzip;q=0.5, br', 'br', brotliCompressSync(packedBefore)],
    ['identity', undefined, Buffer.from(packedBefore)],
    ['zstd', undefined, Buffer.from(packedBefore)],
  ])(
    'what the build packed is sent as it lies there to who accepts %s',
    async (accepted, encoding, bytes) => {
      const headers = { 'accept-encoding': accepted };
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await office.app.inject({ method, url: '/assets/packed-abc123.js', headers });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': String(bytes.length),
          'content-type': expect.stringContaining('javascript'),
          vary: expect.stringMatching(/^accept-encoding$/i),
        });
        expect(answer.headers['content-encoding']).toBe(encoding);
        if (method === 'GET') expect(answer.rawPayload.equals(bytes)).toBe(true);
      }
    },
  );

  test('a compressed file has no address of its own', async () => {
    expect((await get('/assets/packed-abc123.js.br')).statusCode).toBe(404);
    expect((await get('/assets/packed-abc123.js.gz')).statusCode).toBe(404);
  });

  test.each([
    ['a part behind its end', { range: 'bytes=999999-' }],
    ['another version of it', { 'if-match': '"another"' }],
    ['what nobody changed since 2001', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
    ['a part of nonsense', { range: 'bytes=x-y', 'if-range': 'z', 'if-none-match': ';' }],
  ])('asked for %s, is no failure', async (_, headers: Record<string, string>) => {
    const answer = await get('/assets/main-abc123.js', headers);
    expect([200, 400]).toContain(answer.statusCode);
  });

  test('does not serve the notes of its build', async () => {
    for (const note of ['/.built', '/.preloads.json'])
      expect((await get(note)).body).toContain('<title>Gurukul</title>');
  });

  test.each([
    ['/sw.js', 'javascript'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s, which makes it an app, is asked for anew each time', async (url, type) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-type']).toContain(type);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
  });

  test('a missing asset is missing, not a page', async () => {
    expect((await get('/assets/old-chunk.js')).statusCode).toBe(404);
    expect((await get('/icon.svg')).headers['content-type']).toContain('svg');
  });
});

describe('too many requests', async () => {
  const fewPerSession = await testApp({ limits: { requestsPerMinute: 5 } });
  const fewVisitors = await testApp({ limits: { publicRequestsPerMinute: 3 } });

  test('of one session are slowed down, other sessions are not', async () => {
    const uid = await fewPerSession.idOf('admin');
    const ask = (as: string) => fewPerSession.call('accounts.get_user_profile', { uid }, { as });
    for (let i = 0; i < 5; i += 1) expect((await ask('admin')).status).toBe(200);
    const { status, body, headers } = await ask('admin');
    expect([status, body.message]).toEqual([429, 'Too many requests, please wait a moment']);
    expect(headers['retry-after']).toBeTruthy();
    expect((await ask('teacher')).status).toBe(404);
  });

  test('of visitors are slowed down by network, and sign-in has a limit of its own', async () => {
    const ask = (remoteAddress: string) =>
      fewVisitors.app
        .inject({
          method: 'POST',
          url: '/api/user_details/getinviting',
          payload: {},
          remoteAddress,
        })
        .then(read);
    for (let i = 0; i < 3; i += 1) expect((await ask('127.0.0.1')).status).toBe(400);
    expect((await ask('127.0.0.1')).status).toBe(429);
    // A neighbour, or one household that has more addresses than anybody can count.
    expect((await ask('127.0.0.2')).status).toBe(429);
    expect((await ask('127.0.1.2')).status).toBe(400);
    const signIn = { email_id: 'admin@gurukul.test', password: demoPassword };
    expect((await fewVisitors.call('accounts.login', signIn)).body.message).toBe('success');
  });
});
