import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { TraceSettings } from '../config.ts';
import { createPool } from '../db/pool.ts';
import { many } from '../test/rows.ts';
import { inTransaction } from '../db/tx.ts';
import { closeJobs, openJobs } from '../jobs/open.ts';
import { startMailWorker } from '../channels/mail/worker.ts';
import { testApp } from '../test/app.ts';
import { startCollector } from '../test/collector.ts';
import type { SeenSpan } from '../test/collector.ts';
import { openTracing } from './open-tracing.ts';
import { traceStatements } from './statements.ts';
import type { TracingOptions } from './tracing.ts';

const office = await testApp();
const collector = await startCollector();
afterAll(collector.close);

const settings = (more: Record<string, string> = {}, endpoint = collector.endpoint): TraceSettings =>
  readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }).traces!;

interface Started {
  readonly trustedProxy?: readonly string[];
  readonly traces?: TraceSettings;
  readonly poolSize?: number;
  readonly pace?: TracingOptions['pace'];
}

/** The application on a port, as in a process. */
async function start({
  trustedProxy = [],
  traces = settings(),
  poolSize = 10,
  pace = { every: 200, within: 5_000 },
}: Started = {}) {
  const warnings: string[] = [];
  const log = {
    warn: (details: object, text: string) => warnings.push(`${text} ${JSON.stringify(details)}`),
  };
  const tracing = await openTracing({ settings: traces, log, pace });
  const { config, storage } = office;
  const limits = { ...config.limits, poolSize };
  const pool = createPool({ ...inject('databases').app, database: office.database.owner.database }, limits);
  traceStatements(pool, tracing);
  const jobs = await openJobs(pool, { log });
  const app = await buildApp({
    config: { ...config, trustedProxy, limits },
    pool,
    storage,
    jobs,
    tracing,
    logger: false,
    portalRoot: '/nowhere',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  let isEnded = false;
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    await app.close();
    await closeJobs(jobs, 5_000);
    await tracing.close();
    await pool.end();
  };
  onTestFinished(end);
  return {
    tracing,
    pool,
    jobs,
    warnings,
    log,
    end,
    /** Reads the answer to its end, because an unread answer keeps the server from closing. */
    async ask(path: string, init: RequestInit = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

const bearer = async (who: string) => ({ authorization: `Bearer ${await office.tokenOf(who)}` });
const ofTrace = (span: SeenSpan | undefined) =>
  collector.spans.filter(({ traceId }) => traceId === span?.traceId);
const isLookUp = ({ facts }: SeenSpan) => /\bsessions\b/.test(String(facts['db.query.text']));
const byRequest = (id: string) =>
  collector.spans.find(({ facts }) => facts['gurukul.client_request_id'] === id);

describe('a request', () => {
  test('is one span with its call, and one below it for each statement', async () => {
    const { ask, end } = await start();
    const headers = { ...(await bearer('admin')), 'x-request-id': 'reads-courses' };
    expect(await ask('/api/courses/get_all_courses?page=1', { headers })).toBe(200);
    await end();
    const root = byRequest('reads-courses');
    expect(root).toMatchObject({
      name: 'GET /api/courses/get_all_courses',
      kind: 2,
      parentSpanId: '',
      links: [],
      failed: false,
      service: 'gurukul',
    });
    expect(root?.facts).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/courses/get_all_courses',
      'http.response.status_code': 200,
      'gurukul.call': 'courses.get_all_courses',
      'gurukul.request_id': expect.stringMatching(/^[\da-f-]{36}$/),
      'gurukul.client_request_id': 'reads-courses',
      'gurukul.role': 'admin',
    });
    const below = ofTrace(root).filter((span) => span !== root);
    expect(below.length).toBeGreaterThan(1);
    for (const span of below) {
      expect(span).toMatchObject({ parentSpanId: root?.spanId, kind: 3, failed: false });
      expect(span.facts).toMatchObject({ 'db.system.name': 'postgresql' });
    }
    const session = below.find(isLookUp);
    expect(session?.name).toBe('select');
    expect(session?.facts['db.query.text']).toMatch(/\$1/);
    expect(session?.facts['db.response.returned_rows']).toBe(1);
  });

  test('that writes shows its transaction, and the mail it asked for is a trace that leads back to it', async () => {
    const { ask, end, pool, jobs, log, tracing } = await start();
    const headers = {
      ...(await bearer('admin')),
      'content-type': 'application/json',
      'x-request-id': 'invites',
    };
    const body = JSON.stringify({ email_id: 'canary@example.org', role: 'teacher' });
    expect(await ask('/api/user_details/invite', { method: 'POST', headers, body })).toBe(200);
    await startMailWorker({
      config: office.config,
      pool,
      jobs,
      log,
      tracing,
      settings: { atOnce: 1, lookEverySeconds: 0.5 },
      transport: { keeps: false, send: async () => undefined, close: () => undefined },
    });
    const sent = sql`select id from mails where recipient = 'canary@example.org' and state = 'sent'`;
    await expect.poll(async () => many(office.db)`${sent}`, { timeout: 600_000 }).toHaveLength(1);
    await end();
    const root = byRequest('invites');
    const names = ofTrace(root).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['begin', 'insert mails', 'commit']));
    const mail = collector.spans.find(({ name, links }) => name === 'send a mail' && links.length > 0);
    expect(mail).toMatchObject({ links: [root?.spanId], parentSpanId: '' });
    expect(mail?.traceId).not.toBe(root?.traceId);
    expect(mail?.facts).toEqual({ 'gurukul.attempt': 1, 'gurukul.mail': 'invite' });
    const handed = ofTrace(mail).find(({ name }) => name === 'hand to the mail server');
    expect(handed).toMatchObject({ parentSpanId: mail?.spanId, kind: 3 });
    expect(ofTrace(mail).map(({ name }) => name)).toContain('update mails');
  });

  test('that fails has a code, and a stranger stays a stranger', async () => {
    const { ask, end } = await start();
    const token = '9f3c'.repeat(10);
    await ask(`/api/nothing/${token}?q=${token}`, { headers: { 'x-request-id': 'stranger' } });
    await ask('/api/health', { headers: { 'x-request-id': 'healthy' } });
    const owner = await office.db.connect();
    await owner.query('begin');
    await owner.query('select from course_types for update');
    const headers = {
      ...(await bearer('admin')),
      'content-type': 'application/json',
      'x-request-id': 'refused',
    };
    const body = JSON.stringify({ type: 5 });
    await ask('/api/courses/add_course_type', { method: 'POST', headers, body });
    await owner.query('rollback');
    owner.release();
    await end();
    expect(byRequest('stranger')).toMatchObject({ name: 'GET /*', failed: false });
    expect(byRequest('stranger')?.facts).toMatchObject({
      'http.response.status_code': 404,
      'gurukul.role': 'nobody',
    });
    expect(byRequest('healthy')).toBeUndefined();
    expect(byRequest('refused')?.facts).toMatchObject({ 'http.response.status_code': 400 });
    expect(collector.heard.map(({ text }) => text).join('')).not.toContain(token);
  });

  test('waits for a connection under its own span', async () => {
    const { ask, end } = await start({ poolSize: 2 });
    const headers = await bearer('admin');
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask('/api/courses/get_all_courses', { headers: { ...headers, 'x-request-id': `crowd-${n}` } }),
      ),
    );
    await end();
    const crowd = Array.from({ length: 12 }, (_, n) => byRequest(`crowd-${n}`));
    const spans = crowd.map(ofTrace);
    // Sessions of requests that came together were looked up together, in the span of the first.
    const lookUps = spans.flat().filter(isLookUp).length;
    expect(lookUps).toBeGreaterThanOrEqual(1);
    expect(lookUps).toBeLessThanOrEqual(crowd.length);
    const counts = spans.map((own) => own.filter((span) => !isLookUp(span)).length);
    expect(Math.min(...counts)).toBeGreaterThan(1);
    // The rows of people in an answer are counted once for the same request, by a statement of the first.
    expect(counts.filter((count) => count === Math.min(...counts)).length).toBeGreaterThanOrEqual(
      crowd.length - 1,
    );
  });
});

describe('a storage', () => {
  test('has a span for each operation, without the key', async () => {
    const { ask, end } = await start();
    const headers = {
      ...(await bearer('admin')),
      'content-type': 'application/json',
      'x-request-id': 'offers',
    };
    const file = { kind: 'topic_pdf', name: 'a.pdf', type: 'application/pdf', size: 20 };
    const offer = await ask('/api/files/begin', { method: 'POST', headers, body: JSON.stringify(file) });
    expect(offer).toBe(200);
    await end();
    const storage = ofTrace(byRequest('offers')).filter(({ name }) => name.startsWith('storage'));
    expect(storage.map(({ name, facts }) => [name, facts])).toEqual([['storage offerUpload', {}]]);
  });
});

describe('a trace that began elsewhere', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const path = '/api/courses/get_all_courses';

  test.each([
    [
      'is gone on with when a trusted proxy says so',
      ['127.0.0.1'],
      { 'x-forwarded-for': '203.0.113.7' },
      true,
    ],
    ['is nothing from a proxy that nobody trusts', ['10.0.0.1'], { 'x-forwarded-for': '203.0.113.7' }, false],
    ['is nothing from a stranger', [], {}, false],
  ])('%s', async (title, trustedProxy, more, isBelieved) => {
    const { ask, end } = await start({ trustedProxy });
    const id = title.replaceAll(/\W/g, '-');
    await ask(path, { headers: { traceparent, 'x-request-id': id, ...more } });
    await end();
    const root = byRequest(id);
    expect(root).toBeDefined();
    expect(root?.traceId === traceId).toBe(isBelieved);
    expect(root?.parentSpanId).toBe(isBelieved ? 'b7ad6b7169203331' : '');
  });

  test.each([
    'nonsense',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-b7ad6b7169203331-01`,
  ])('and cannot be read (%s) is replaced by a new one', async (unreadable) => {
    const { ask, end } = await start({ trustedProxy: ['127.0.0.1'] });
    const id = `unreadable-${unreadable.slice(0, 40)}`;
    const headers = { 'x-forwarded-for': '203.0.113.7', traceparent: unreadable, 'x-request-id': id };
    await ask(path, { headers });
    await end();
    expect(byRequest(id)).toMatchObject({ parentSpanId: '' });
  });

  test('and is not sampled there is not sampled here', async () => {
    const { ask, end } = await start({ trustedProxy: ['127.0.0.1'] });
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'unsampled' };
    await ask(path, { headers: { ...headers, traceparent: traceparent.replace(/01$/, '00') } });
    await end();
    expect(byRequest('unsampled')).toBeUndefined();
  });
});

test('sampling follows the settings', async () => {
  const none = await start({
    traces: settings({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }),
  });
  await none.ask('/api/courses/get_all_courses', { headers: { 'x-request-id': 'not-kept' } });
  await none.end();
  expect(byRequest('not-kept')).toBeUndefined();
});

describe('a collector', () => {
  test('gets its key, at the address of traces', async () => {
    const before = collector.heard.length;
    const { ask, end } = await start({
      traces: settings({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-traces' }),
    });
    await ask('/api/courses/get_all_courses');
    await end();
    expect(collector.heard.slice(before)).toMatchObject([
      { path: '/v1/traces', headers: { authorization: 'Bearer of-traces' } },
    ]);
  });

  test('that is away, silent or refuses costs no request anything, and is logged once', async () => {
    const moody = await startCollector();
    onTestFinished(moody.close);
    moody.become('refuses');
    const { tracing, warnings, end } = await start({
      traces: settings({}, moody.endpoint),
      pace: { every: 200, within: 500 },
    });
    const flood = () => {
      const begun = process.cpuUsage();
      for (let n = 0; n < 20_000; n += 1) {
        const span = tracing.begin('work', { kind: 'here', facts: { text: 'x'.repeat(2_000) } });
        span.end();
      }
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1000;
    };
    flood();
    await expect.poll(() => warnings.length, { timeout: 600_000 }).toBeGreaterThan(0);
    flood();
    moody.become('is silent');
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 5; n += 1) flood();
    // A hundred thousand spans of 4 KB would be 400 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
    // As long as main.ts waits before it goes on without it.
    await Promise.race([end(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
    expect(warnings).toEqual([
      'traces are dropped: the collector does not take them {"reason":"OTLPExporterError"}',
    ]);
  });

  test('no request waits for one that is silent', async () => {
    const silent = await startCollector();
    onTestFinished(silent.close);
    silent.become('is silent');
    // It stays silent longer than the test may take: a request that waited for it would never be answered here.
    const pace = { every: 200, within: 600_000 };
    const { ask, tracing } = await start({ traces: settings({}, silent.endpoint), pace });
    // Otherwise the shutdown would wait for it.
    onTestFinished(() => silent.become('takes'));
    for (let n = 0; n < 3_000; n += 1) tracing.begin('work', { kind: 'here' }).end();
    await expect.poll(() => silent.heard.length, { timeout: 600_000 }).toBeGreaterThan(0);
    const headers = await bearer('admin');
    for (let n = 0; n < 10; n += 1) {
      expect(await ask('/api/courses/get_all_courses', { headers })).toBe(200);
    }
    expect(silent.spans).toEqual([]);
  });
});

test('statements of a transaction stay under the span that began it', async () => {
  const { tracing, pool, end } = await start();
  const ids = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const span = tracing.begin(`teller ${n}`, { kind: 'here' });
      await tracing.within(span, () =>
        inTransaction(pool, async (tx) => {
          await many(tx)`select ${n}::int as teller`;
          await many(pool)`select ${n}::int as aside`;
        }),
      );
      span.end();
      return span.traceparent.split('-')[1];
    }),
  );
  await end();
  for (const id of ids) {
    const names = collector.spans.filter(({ traceId }) => traceId === id).map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      'begin',
      'commit',
      'select',
      'select',
      expect.stringContaining('teller'),
    ]);
  }
});

test('without a collector no tracing package is loaded', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/@opentelemetry\\/(?!api\\/)|open-tracing/.test(url)) console.log(url);
        return next(url, context);
      },
    });
    await import('./server/app.ts');
    await import('./server/channels/mail/worker.ts');
    console.log('---');
    const { openTracing } = await import('./server/tracing/open-tracing.ts');
    const settings = { endpoint: 'http://127.0.0.1:9', headers: {}, serviceName: 'x', sampler: 'always_on', ratio: 1 };
    await openTracing({ settings, log: { warn() {} } });
    process.exit(0);`;
  const given = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: root });
  const [before, after = ''] = stdout.split('---');
  expect(before).toBe('');
  expect(after.trim().split('\n').length).toBeGreaterThan(5);
});
