import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@gurukul/contract/index';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { testApp } from '../test/app.ts';
import { pageReaders } from '../test/page-readers.ts';
import { foundSchool } from '../test/small-school.ts';
import { methodsOf } from './serve.ts';

const isFull = process.env['PROOF'] === 'full';

// Whatever a header says, no route answers with a fault of the server, and no fault is logged.

interface Route {
  readonly method: string;
  readonly url: string;
}
const routes: Route[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
});

const portalRoot = await mkdtemp(join(tmpdir(), 'gurukul-headers-'));
await writeFile(join(portalRoot, 'index.html'), '<!doctype html><title>Gurukul</title>');
await writeFile(join(portalRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
afterAll(() => rm(portalRoot, { recursive: true }));

const office = await testApp({ database: 'empty' });
routes.length = 0;
const said: string[] = [];
const app = await buildApp({
  config: {
    ...office.config,
    appUrl: 'https://portal.example.org',
    https: true,
    trustedProxy: ['127.0.0.1'],
    whatsapp: {
      url: 'http://127.0.0.1:1/v23.0',
      phoneNumberId: '1',
      token: 'token',
      appSecret: 'secret',
      verifyToken: 'token',
      templates: { message: 'message' },
    },
  },
  pool: office.db,
  portalRoot,
  logger: { level: 'warn', stream: { write: (line: string) => void said.push(line) } },
});
afterAll(() => app.close());
await app.ready();

const { gita } = await foundSchool(office.db);
const readers = pageReaders(office, { course: gita.id, group: gita.morning });
const family = await readers.newFamily();
const secret = (await readers.linkOf(family.motherMail))?.slice('/me/'.length) ?? '';

/** What a browser behind the proxy sends. */
const usual = { host: 'portal.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' };

const long = 'x'.repeat(8_000);
const garbage = ['', ',', '%', '\u00ff\u00fe', '__proto__', long];
const values: Readonly<Record<string, readonly string[]>> = {
  origin: [
    'garbage',
    'http:',
    'http://',
    'https://',
    '//',
    'null,null',
    'https://[',
    'https://a b',
    'https://user@',
  ],
  host: ['[', ']', ':', ':99999', 'a b', 'portal.example.org:', '[::1', '@'],
  referer: ['http://', '//['],
  cookie: [
    '=;=',
    'dv=',
    'dv=a.b.c',
    '__Host-dv=a.1.b',
    '__Host-me=%',
    '__Host-ch=x',
    '__Host-rm=.',
    'a;'.repeat(2_000),
  ],
  'x-razorpay-signature': ['x', '0'.repeat(64)],
  'stripe-signature': ['t=1', 't=x,v1=', `t=${'9'.repeat(30)},v1=x`, 'v1,v1,t=1=2'],
  'accept-language': ['*', 'te;q=', 'xx-'.repeat(500)],
  'accept-encoding': ['br;q=x', 'identity;q=0', '*;q=0'],
  'content-type': [
    '/',
    'application/json; charset=',
    'application/json; charset="x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
  ],
  'content-encoding': ['gzip', 'br', 'none'],
  'content-length': ['0', '1', '99999999999999999999'],
  range: ['bytes=', 'bytes=5-1', 'bytes=-0', 'bytes=0-99999999999999999999', 'lines=1'],
  'if-none-match': ['"', 'W/"', '*', '"a","'],
  'if-modified-since': ['never'],
  'x-forwarded-for': [
    'garbage',
    '::',
    '::ffff:1',
    '1.2.3.4.5',
    '[::1]:80',
    'unknown',
    '%eth0',
    'fe80::1%eth0',
  ],
  'x-forwarded-proto': ['http', 'HTTP', 'https,http', 'garbage'],
  'x-forwarded-host': ['[', 'a b', 'evil.test'],
  forwarded: ['for=', 'for="_x"'],
  'sec-fetch-site': ['cross-site', 'garbage'],
  'sec-fetch-mode': ['navigate'],
  'sec-purpose': ['prefetch'],
  purpose: ['prefetch'],
  'user-agent': ['(((((((', 'Mozilla/5.0 ('.repeat(300)],
  authorization: ['Bearer', 'Bearer ', 'Bearer s_', `Bearer s_${'A'.repeat(43)}`, 'Basic Og==', 'Bearer k_x'],
  'idempotency-key': ['"', 'a b'],
  'x-request-id': ['"}', '\u0085'],
  traceparent: ['00-0-0-0', 'ff-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff'],
  tracestate: ['a=b,='],
  'gurukul-signature': ['t=,v1=', 't=1,v1=zz'],
  'x-hub-signature-256': ['sha256=', 'sha256=zz'],
  expect: ['100-continue', 'wonders'],
  upgrade: ['websocket'],
};

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    ({ name, parentPath }) =>
      name.endsWith('.ts') && !name.endsWith('.test.ts') && !parentPath.includes('/test'),
  );
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
}

test('the list has every header that the server reads by name', async () => {
  const text = (await sources(join(import.meta.dirname, '..'))).join('\n');
  const read = [...text.matchAll(/(?<!\w)headers(?:\.([a-z]+)\b(?!\()|\??\.?\['([a-z0-9-]+)'\])/g)].map(
    ([, dotted, quoted]) => dotted ?? quoted ?? '',
  );
  expect(read.length).toBeGreaterThan(20);
  // Of an answer that the server gets, the method of an array, and the name of a file.
  const others = new Set(['location', 'map', 'ts']);
  expect([...new Set(read)].filter((name) => values[name] === undefined && !others.has(name))).toEqual([]);
});

const ofContract = new Set(
  calls().flatMap(({ call }) =>
    methodsOf(call).map((method) => `${method} /api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  ),
);
const pathOf = (url: string) =>
  url
    .replace(':secret', secret)
    .replace(':key', `${'a'.repeat(22)}.png`)
    .replace(':file', `${'a'.repeat(43)}.ics`)
    .replaceAll(/:\w+/g, '1')
    .replace('*', 'student/1');

async function ask(route: Route, headers: Readonly<Record<string, string>>) {
  const [method, body] = [route.method as 'GET', { payload: '{}' }];
  const form = {
    'content-type': route.url.startsWith('/me/') ? 'application/x-www-form-urlencoded' : 'application/json',
  };
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(route.method);
  return app.inject({
    method,
    url: pathOf(route.url),
    remoteAddress: '127.0.0.1',
    headers: { ...usual, ...(hasBody ? form : {}), ...headers },
    ...(hasBody ? body : {}),
  });
}

/** These can end a request early, so each is tried alone. All others come together. */
const alone = new Set([
  'origin',
  'host',
  'content-type',
  'content-encoding',
  'content-length',
  'x-forwarded-proto',
  'x-forwarded-host',
  'sec-fetch-site',
  'sec-fetch-mode',
  'authorization',
  'expect',
  'upgrade',
]);
const tried = Object.entries(values).map(([name, own]) => [name, [...garbage, ...own]] as const);
const together = Array.from({ length: Math.max(...tried.map(([, all]) => all.length)) }, (_, turn) =>
  Object.fromEntries(
    tried.filter(([name]) => !alone.has(name)).map(([name, all]) => [name, all[turn % all.length] ?? '']),
  ),
);
const each = Object.entries(values).flatMap(([name, own]) =>
  alone.has(name) ? ['', long, ...own].map((value) => ({ [name]: value })) : [],
);

/** They say 503 by themselves as well, when the database answers late. */
const ofHealth: ReadonlySet<string> = new Set(['/api/health', '/api/health/all']);

async function failures(asked: readonly Route[], variants: readonly Readonly<Record<string, string>>[]) {
  const faults: string[] = [];
  for (const route of asked) {
    for (const headers of variants) {
      const { statusCode } = await ask(route, headers);
      if (statusCode >= 500 && !(ofHealth.has(route.url) && statusCode === 503))
        faults.push(`${statusCode} ${route.method} ${route.url} ${JSON.stringify(headers).slice(0, 200)}`);
    }
  }
  // Only a warning when the database answers late.
  const errors = said.filter((line) => line.includes('"stack"') && !line.includes('"level":"warn"'));
  return [...faults, ...errors];
}

test('no route beside the contract fails by any value of any header', async () => {
  const beside = routes.filter(({ method, url }) => method !== 'HEAD' && !ofContract.has(`${method} ${url}`));
  for (const path of ['/me/:secret', '/files/:key', '/calendar/:file', '/hooks/whatsapp', '/metrics', '/*']) {
    expect(beside.map(({ url }) => url)).toContain(path);
  }
  // In the short form of the check a route gets every third value, and each value comes to a third of the routes.
  const all = [...each, ...together];
  const found = await Promise.all(
    [0, 1, 2].map((part) =>
      failures(
        beside.filter((_, at) => at % 3 === part),
        isFull ? all : all.filter((_, at) => at % 3 === part),
      ),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test('no call of the contract fails by headers that it does not expect', async () => {
  const ours = routes.filter(({ method, url }) => ofContract.has(`${method} ${url}`));
  expect(ours.length).toBeGreaterThan(200);
  expect(await failures(ours, together.slice(-1))).toEqual([]);
});

test('nothing is answered over plain http or for another host, but to the probes', async () => {
  const { host, ...rest } = usual;
  const unsafe = [
    { ...usual, 'x-forwarded-proto': 'http' },
    { ...usual, 'x-forwarded-proto': 'https, HTTP' },
    // As nginx sends it on by itself.
    { host: '127.0.0.1:4000', 'x-forwarded-proto': 'http' },
    { host: '127.0.0.1:4000' },
    { ...rest, host: '127.0.0.1:4000' },
    { ...usual, 'x-forwarded-host': 'localhost' },
  ];
  const answered: string[] = [];
  for (const route of routes) {
    for (const headers of unsafe) {
      const {
        statusCode,
        headers: sent,
        body,
      } = await app.inject({
        method: route.method as 'GET',
        url: pathOf(route.url),
        headers,
      });
      const isRefused =
        statusCode === 400 &&
        (route.method === 'HEAD' ||
          /^\/(?:me\/|verify\/|courses-open|register\/)/.test(route.url) ||
          body.includes('Please use https'));
      const isRedirect =
        statusCode === 308 && String(sent.location).startsWith(`https://${host}/`) && route.url === '/*';
      if (!isRefused && !isRedirect) answered.push(`${route.method} ${route.url}`);
    }
  }
  const probes = ['/metrics', '/api/health', '/api/health/all'];
  expect([...new Set(answered)].filter((one) => !probes.some((probe) => one.endsWith(` ${probe}`)))).toEqual(
    [],
  );
  for (const url of ['/api/health', '/favicon.svg']) {
    expect((await app.inject({ url, headers: { host: '10.1.2.3:4000' } })).statusCode).toBe(200);
  }
  expect((await app.inject({ url: '/api/user_details/sealing_key', headers: usual })).statusCode).toBe(200);
});

test('a stranger learns one word of the health, and the parts take the token of the operator', async () => {
  const metricsToken = 'a-token-that-only-the-monitor-and-the-operator-know';
  const watched = await buildApp({
    config: {
      ...office.config,
      appUrl: 'https://portal.example.org',
      https: true,
      trustedProxy: ['127.0.0.1'],
      metricsToken,
    },
    pool: office.db,
    portalRoot,
    logger: false,
  });
  const ask = async (more: Record<string, string>) =>
    (await watched.inject({ url: '/api/health/all', headers: { ...usual, ...more } })).json();
  const strangers: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '127.0.0.1, 198.51.100.7' },
    { 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
    { host: '127.0.0.1' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${metricsToken}x` },
  ];
  for (const more of strangers) {
    expect(Object.entries(await ask(more))).toEqual([['status', expect.stringMatching(/^(ok|failing)$/)]]);
  }
  expect(Object.keys(await ask({ authorization: `Bearer ${metricsToken}` }))).toEqual([
    'status',
    'version',
    'parts',
  ]);
  await watched.close();
});
