import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#server/test/app.ts';

const portalRoot = await mkdtemp(join(tmpdir(), 'gurukul-portal-'));
await mkdir(join(portalRoot, 'assets'));
await writeFile(join(portalRoot, 'index.html'), '<!doctype html><title>Gurukul</title>');
await writeFile(join(portalRoot, 'robots.txt'), 'User-agent: *\nDisallow: /\n');
await writeFile(
  join(portalRoot, '.preloads.json'),
  JSON.stringify([
    ['/login', ['assets/login.js'], [], { te: ['assets/login-te.js'] }],
    ['/student/$id', ['assets/student.js']],
    ['/signup/$', ['assets/signup.js']],
  ]),
);
afterAll(() => rm(portalRoot, { recursive: true }));

const office = await testApp({ database: 'empty', portalRoot });
const get = (url: string, headers: Record<string, string> = {}, app: FastifyInstance = office.app) =>
  app.inject({ url, headers });

describe('an address', () => {
  test.each(['/', '/index.html', '/login', '/LOGIN/', '/login?reason=ended', '/student/17', '/signup/a$/b'])(
    '%s has a page',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('<title>')]);
    },
  );

  test.each([
    '/.env',
    '/.git/config',
    '/wp-login.php',
    '/student',
    '/student/17/more',
    '/%ff',
    '/.preloads.json',
  ])('%s does not exist: the page says so to people, the status to machines', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('<title>')]);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['link']).toBeUndefined();
  });

  test('a device that shows Telugu is told of the Telugu words of the page, too', async () => {
    const link = async (cookie: string) => (await get('/login', { cookie })).headers['link'];
    expect(await link('a=b; language=te')).toMatch(/login\.js.*login-te\.js/);
    for (const cookie of ['', 'language=en', 'language=xx', 'xlanguage=te', 'language=constructor'])
      expect(await link(cookie)).not.toContain('login-te');
  });

  test('/robots.txt keeps crawlers out', async () => {
    const answer = await get('/robots.txt');
    expect([answer.statusCode, answer.body]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
    expect(answer.headers['content-type']).toContain('text/plain');
  });
});

describe('behind an https proxy', async () => {
  const settings = { trustedProxy: ['127.0.0.1'], appUrl: 'https://portal.example.org', https: true };
  const app = await buildApp({
    config: { ...office.config, ...settings },
    pool: office.db,
    logger: false,
    portalRoot,
  });
  afterAll(() => app.close());
  const http = { host: 'portal.example.org', 'x-forwarded-proto': 'http' };

  test('pages requested over plain http are redirected to https', async () => {
    for (const url of ['/', '/student/17?page=2', '/robots.txt', '//elsewhere.example']) {
      const answer = await get(url, http, app);
      expect([answer.statusCode, answer.headers['location']]).toEqual([
        308,
        `https://portal.example.org${url}`,
      ]);
    }
  });

  test('calls over plain http are refused, calls over https answered', async () => {
    expect((await get('/api/user_details/sealing_key', http, app)).statusCode).toBe(400);
    expect((await get('/', { ...http, 'x-forwarded-proto': 'https' }, app)).statusCode).toBe(200);
    // Without the header of the proxy a redirect would run in a circle.
    expect((await get('/', { host: 'portal.example.org' }, app)).statusCode).toBe(200);
  });
});
