import { release } from '@gurukul/contract/shared/release';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { buildApp } from '../../app.ts';
import { testApp } from '../../test/app.ts';

const office = await testApp({ limits: { requestsPerMinute: 5 } });
const token = 'collector-of-the-office-2026';

async function appWith(settings: Partial<Config>) {
  const { config, db, storage } = office;
  const app = await buildApp({ config: { ...config, ...settings }, pool: db, storage, logger: false });
  afterAll(() => app.close());
  const collect = async ({ headers = {}, remoteAddress = '127.0.0.1' } = {}) => {
    const { statusCode, body, headers: sent } = await app.inject({ url: '/metrics', headers, remoteAddress });
    return { status: statusCode, body, type: sent['content-type'], cache: sent['cache-control'] };
  };
  return { app, collect };
}

const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

describe('without a token', () => {
  test('does not exist for other machines, nor through a proxy', async () => {
    const { app, collect } = await appWith({});
    const foreign = await collect({ remoteAddress: '203.0.113.7' });
    const missing = await app.inject({ url: '/api/nothing' });
    expect([foreign.status, JSON.parse(foreign.body).message]).toEqual([404, 'Not found']);
    expect(missing.statusCode).toBe(404);
    expect((await collect({ headers: { host: 'portal.example.org' } })).status).toBe(404);
    const behindProxy = await appWith({ https: true });
    expect((await behindProxy.collect()).status).toBe(404);
  });

  test('answers this machine', async () => {
    const { app, collect } = await appWith({});
    await app.inject({ url: '/api/user_details/sealing_key', headers: { host: 'localhost' } });
    await app.inject({ url: `/api/users/${'x'.repeat(50)}` });
    const { status, body, type, cache } = await collect();
    expect([status, cache]).toEqual([200, 'no-store']);
    expect(type).toMatch(/^text\/plain/);
    expect(body).toMatch(/gurukul_request_seconds_count\{call="accounts.sealing_key",status="200"\} 1/);
    expect(body).not.toContain('xxx');
    expect(body).toMatch(/gurukul_database_connections\{state="waiting"\} 0/);
    expect(body).toMatch(/gurukul_mails\{state="queued"\} \d+/);
    expect(body).toMatch(/gurukul_oldest_mail_seconds\{state="queued"\} \d+/);
    expect(body).toMatch(/gurukul_disk_bytes\{folder="data",what="free"\} [1-9]/);
    expect(body).toMatch(/gurukul_part_works\{part="writing"\} 1/);
    expect(body).toMatch(/gurukul_clock_apart_seconds [0-9]/);
    expect(body).toMatch(/gurukul_database_restarts_total 0/);
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    expect(body).toContain(`gurukul_build_info{version="${release}"} 1`);
  });
});

describe('with a token', () => {
  test('answers callers with the token, wherever they are, and not guessers', async () => {
    const { collect } = await appWith({ metricsToken: token, https: true });
    expect((await collect()).status).toBe(401);
    expect((await collect({ ...bearer(`${token}x`) })).status).toBe(401);
    expect((await collect({ ...bearer(token), remoteAddress: '203.0.113.7' })).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1) await collect(bearer('no'));
    expect((await collect(bearer('no'))).status).toBe(429);
    expect((await collect(bearer(token))).status).toBe(200);
  });
});

test('answers while the database does not', async () => {
  let isAway = false;
  const sometimes = new Proxy(office.db, {
    get(pool, key) {
      if (key === 'query' && isAway) return async () => Promise.reject(new Error('away'));
      const value: unknown = Reflect.get(pool, key);
      return typeof value === 'function' ? value.bind(pool) : value;
    },
  });
  const { config, storage } = office;
  const app = await buildApp({ config, pool: sometimes, storage, logger: false });
  afterAll(() => app.close());
  isAway = true;
  const blind = await app.inject({ url: '/metrics' });
  expect(blind.statusCode).toBe(200);
  expect(blind.body).not.toMatch(/gurukul_mails\{/);
  isAway = false;
  expect((await app.inject({ url: '/metrics' })).body).toMatch(/gurukul_mails\{/);
});
