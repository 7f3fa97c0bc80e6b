import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../app.ts';
import type { Config } from '../../config.ts';
import { patientPool } from '../../test/patient-pool.ts';
import { signFileUrl } from '../../storage/signed-url.ts';
import { demoPassword, testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';

// The headers of every kind of answer, over real sockets. An answer that Node, a plugin or a stream gives by itself
// carries the same headers as one of a handler.

const portalRoot = await mkdtemp(join(tmpdir(), 'gurukul-portal-'));
await mkdir(join(portalRoot, 'assets'));
await writeFile(join(portalRoot, 'index.html'), '<!doctype html><title>Gurukul</title>');
await writeFile(join(portalRoot, 'assets/main-abc123.js'), 'export {};');
await writeFile(join(portalRoot, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(portalRoot, 'sw.js'), 'self.skipWaiting();');
afterAll(() => rm(portalRoot, { recursive: true }));

const office = await testApp({ portalRoot, limits: { headersTimeoutSeconds: 1 } });
const { call, config, database } = office;

interface Heard {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** Sends exactly these bytes and reads one answer to its end. */
function talk(port: number, bytes: string | Buffer): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(heardIn(Buffer.concat(parts).toString('latin1'))));
  });
}

function heardIn(text: string): Heard {
  const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(pairs) };
}

interface HttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

function bytesOf({ method = 'GET', path, headers = {}, body = '' }: HttpRequest): Buffer {
  const length = body.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { host: 'localhost', connection: 'close', ...length, ...headers };
  const lines = Object.entries(all).map((pair) => pair.join(': '));
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return address.port;
}

/** Another process on the same database. */
async function another(settings: Partial<Config>): Promise<{ port: number; pool: pg.Pool }> {
  const pool = patientPool({ ...inject('databases').app, database: database.owner.database });
  const app = await buildApp({ config: { ...config, ...settings }, pool, logger: false, portalRoot });
  closing.push(async () => {
    await app.close();
    if (!pool.ended) await pool.end();
  });
  return { port: await listening(app), pool };
}
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

let plain: number;
let secure: number;
/** Request by title. */
let asked: Readonly<Record<string, HttpRequest>>;

async function upload(
  kind: string,
  type: string,
  bytes: Buffer,
): Promise<{ target: HttpRequest; location: string }> {
  const offered = await call('files.begin', { kind, name: 'a', type, size: bytes.length }, { as: 'admin' });
  const { url, headers } = offered.body.upload;
  const target = { method: 'PUT', path: url, headers, body: bytes };
  expect((await talk(plain, bytesOf(target))).status).toBe(204);
  const finished = await call('files.finish', { file_id: offered.body.file_id }, { as: 'admin' });
  return { target, location: finished.body.location };
}

beforeAll(async () => {
  plain = await listening(office.app);
  // This test server has the certificate of a proxy on the same machine.
  const behindProxy = { trustedProxy: ['127.0.0.1'], appUrl: 'https://portal.example.org', https: true };
  secure = (await another(behindProxy)).port;

  const admin = { authorization: `Bearer ${await office.tokenOf('admin')}` };
  const teacher = { authorization: `Bearer ${await office.tokenOf('teacher')}` };
  const uid = await office.idOf('admin');
  const color = { width: 4, height: 4, channels: 3, background: '#c0563d' } as const;
  const picture = await upload('course_image', 'image/png', await sharp({ create: color }).png().toBuffer());
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  const lesson = await upload('topic_pdf', 'application/pdf', pdf);
  const offered = await call(
    'files.begin',
    { kind: 'topic_pdf', name: 'b', type: 'application/pdf', size: pdf.length },
    { as: 'admin' },
  );
  const { url, headers } = offered.body.upload;
  const awaited: HttpRequest = { method: 'PUT', path: url, headers, body: pdf };
  const feed = await call('calendar.create_feed', {}, { as: 'teacher' });
  const calendar = new URL(feed.body.data.url).pathname;
  const { rows } = await office.db.query<{ course_id: number; id: number }>(
    'select course_id, id from classes where deleted_at is null order by id limit 1',
  );
  const period = { course_id: rows[0]!.course_id, class_id: rows[0]!.id, start_date: '2026-01-01' };
  const keyed = (type: string) =>
    post('/api/courses/add_course_type', { type }, { ...admin, 'idempotency-key': 'the-same' });
  await talk(plain, bytesOf(keyed('Once')));

  asked = {
    page: { path: '/' },
    'another page': { path: '/Student%20List' },
    'head of a page': { path: '/login', method: 'HEAD' },
    'broken address': { path: '/%ff' },
    asset: { path: '/assets/main-abc123.js' },
    'packed asset': { path: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } },
    'missing asset': { path: '/assets/gone-abc123.js' },
    worker: { path: '/sw.js' },
    icon: { path: '/icon.svg' },
    'post to a page': post('/login', {}),
    'options of a page': { path: '/', method: 'OPTIONS' },
    picture: { path: picture.location },
    'head of a picture': { path: picture.location, method: 'HEAD' },
    'pdf file': { path: signFileUrl(config, lesson.location) },
    'pdf without its link': { path: lesson.location },
    'missing file': { path: `/files/${'A'.repeat(43)}.png` },
    'upload without its link': { ...lesson.target, path: lesson.target.path.split('?')[0]! },
    'upload of another type': { ...awaited, headers: { 'content-type': 'text/html' } },
    'upload of too much': { ...awaited, body: Buffer.concat([pdf, pdf]) },
    upload: awaited,
    calendar: { path: calendar },
    'missing calendar': { path: `/calendar/${'A'.repeat(43)}.ics` },
    health: { path: '/api/health' },
    'head of health': { path: '/api/health', method: 'HEAD' },
    'for machines': { path: '/api/openapi.json' },
    'for readers': { path: '/api/docs' },
    answer: { path: `/api/user_details/get_user_details/${uid}`, headers: admin },
    'answer to an upgrade': { path: '/api/health', headers: { upgrade: 'websocket' } },
    'packed answer': {
      path: '/api/courses/get_all_courses',
      headers: { ...admin, 'accept-encoding': 'gzip' },
    },
    'streamed answer': post('/api/courses/attendance_report', { ...period, end_date: '2026-03-01' }, admin),
    'file export': post('/api/student/export_students', { format: 'xlsx' }, admin),
    'sign-in': post('/api/user_details/login', { email_id: 'admin@gurukul.test', password: demoPassword }),
    'bad input': post('/api/courses/add_course', {}, admin),
    'marked json': post('/api/courses/add_course', '\ufeff{}', admin),
    'bad json': post('/api/courses/add_course', '{', admin),
    'not signed in': { path: '/api/courses/get_all_courses' },
    'not allowed': { path: '/api/courses/get_all_courses', headers: teacher },
    'not found': { path: '/api/user_details/get_user_details/99999999', headers: admin },
    'unknown address': { path: '/api/nothing' },
    'broken api address': { path: '/api/%ff' },
    'wrong method': { path: '/api/courses/get_all_courses', method: 'DELETE' },
    'head of a call': { path: '/api/courses/get_all_courses', method: 'HEAD' },
    preflight: {
      path: '/api/courses/get_all_courses',
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.test', 'access-control-request-method': 'GET' },
    },
    'from elsewhere': {
      path: '/api/courses/get_all_courses',
      headers: { ...admin, origin: 'https://elsewhere.test' },
    },
    'too large': { ...post('/api/courses/add_course', 'x'.repeat(1_048_577), admin) },
    'wrong type': { ...post('/api/courses/add_course', '<x/>', { ...admin, 'content-type': 'text/xml' }) },
    'packed body': post('/api/courses/add_course', '{}', { ...admin, 'content-encoding': 'gzip' }),
    'key reused': keyed('Twice'),
    'expecting wonders': { path: '/api/health', headers: { expect: 'wonders' } },
  };
});

const bare: Readonly<Record<string, string>> = {
  nonsense: 'NONSENSE\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'length and chunks':
    'POST /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
  'long header': `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
  'long address': `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'two hosts': 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nhost: elsewhere\r\nConnection: close\r\n\r\n',
  'no host': 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n',
  'never finished': 'GET /api/health HTTP/1.1\r\nHost: loc',
};

const policies: Readonly<Record<string, string>> = {
  [[
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
  ].join(';')]: 'portal',
  "default-src 'none'; frame-ancestors 'none'; sandbox": 'sandbox',
  "default-src 'none'; frame-ancestors 'none'": 'nothing',
  '': 'none',
};

/** In one line, what the browser may do with the answer. */
const lineFor = ({ status, headers }: Heard): string =>
  [
    status,
    policies[headers.get('content-security-policy') ?? ''] ?? 'UNKNOWN POLICY',
    headers.get('cache-control') ?? '-',
    headers.get('content-type') ?? '-',
  ].join(' | ');

/** Headers of every answer that a browser may open as a page. */
const ofPages = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': expect.stringContaining('camera=(), '),
  'cross-origin-opener-policy': 'same-origin',
};
/** Scripts, styles and fonts have none of them. */
const parts: ReadonlySet<string> = new Set(['asset', 'packed asset']);

/** Holds for every answer. */
function expectStrict(title: string, { status, headers }: Heard): void {
  expect([title, Object.fromEntries(headers)]).toEqual([
    title,
    expect.objectContaining({
      ...(parts.has(title) ? {} : ofPages),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    }),
  ]);
  if (parts.has(title)) expect(Object.keys(ofPages).filter((name) => headers.has(name))).toEqual([]);
  const telling = [...headers.keys()].filter((name) =>
    /^(server|via|x-powered-by|location|access-control-.*)$/.test(name),
  );
  expect([title, telling]).toEqual([title, []]);
  expect([title, headers.has('www-authenticate')]).toEqual([title, status === 401]);
}

async function hear(port: number, headers: Readonly<Record<string, string>> = {}) {
  const heard: Record<string, Heard> = {};
  for (const [title, one] of Object.entries(asked)) {
    heard[title] = await talk(port, bytesOf({ ...one, headers: { ...one.headers, ...headers } }));
  }
  for (const [title, bytes] of Object.entries(bare)) heard[title] = await talk(port, bytes);
  return heard;
}

describe('every kind of answer', () => {
  test('keeps the browser strict, and is cached only where it may be', async () => {
    const heard = await hear(plain);
    for (const [title, one] of Object.entries(heard)) {
      expectStrict(title, one);
      expect([title, one.headers.has('strict-transport-security')]).toEqual([title, false]);
      const path = asked[title]?.path ?? '/api/';
      // Everybody gets the same reference. All other answers of the API are private.
      const isApi = path.startsWith('/api/') && !['/api/openapi.json', '/api/docs'].includes(path);
      if (isApi) expect([title, one.headers.get('cache-control')]).toEqual([title, 'no-store']);
    }
    const table = Object.entries(heard).map(([title, one]) => `${title}: ${lineFor(one)}`);
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "page: 200 | portal | no-cache | text/html; charset=utf-8
      another page: 200 | portal | no-cache | text/html; charset=utf-8
      head of a page: 200 | portal | no-cache | text/html; charset=utf-8
      broken address: 200 | portal | no-cache | text/html; charset=utf-8
      asset: 200 | none | public, max-age=31536000, immutable | application/javascript; charset=utf-8
      packed asset: 200 | none | public, max-age=31536000, immutable | application/javascript; charset=utf-8
      missing asset: 404 | portal | no-store | application/json; charset=utf-8
      worker: 200 | portal | no-cache | application/javascript; charset=utf-8
      icon: 200 | portal | no-cache | image/svg+xml
      post to a page: 405 | portal | no-store | application/json; charset=utf-8
      options of a page: 405 | portal | no-store | application/json; charset=utf-8
      picture: 200 | sandbox | public, max-age=31536000, immutable | image/png
      head of a picture: 200 | sandbox | public, max-age=31536000, immutable | image/png
      pdf file: 200 | sandbox | private, no-store | application/pdf
      pdf without its link: 403 | portal | no-store | application/json; charset=utf-8
      missing file: 404 | portal | no-store | application/json; charset=utf-8
      upload without its link: 403 | portal | no-store | application/json; charset=utf-8
      upload of another type: 415 | portal | no-store | application/json; charset=utf-8
      upload of too much: 413 | portal | no-store | application/json; charset=utf-8
      upload: 204 | portal | - | -
      calendar: 200 | portal | private, no-cache | text/calendar; charset=utf-8
      missing calendar: 404 | portal | no-store | application/json; charset=utf-8
      health: 200 | portal | no-store | application/json; charset=utf-8
      head of health: 200 | portal | no-store | application/json; charset=utf-8
      for machines: 200 | portal | no-cache | application/json; charset=utf-8
      for readers: 200 | portal | no-cache | text/html; charset=utf-8
      answer: 200 | portal | no-store | application/json; charset=utf-8
      answer to an upgrade: 200 | portal | no-store | application/json; charset=utf-8
      packed answer: 200 | portal | no-store | application/json; charset=utf-8
      streamed answer: 200 | portal | no-store | application/json; charset=utf-8
      file export: 200 | portal | no-store | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
      sign-in: 200 | portal | no-store | application/json; charset=utf-8
      bad input: 400 | portal | no-store | application/json; charset=utf-8
      marked json: 400 | portal | no-store | application/json; charset=utf-8
      bad json: 400 | portal | no-store | application/json; charset=utf-8
      not signed in: 401 | portal | no-store | application/json; charset=utf-8
      not allowed: 403 | portal | no-store | application/json; charset=utf-8
      not found: 404 | portal | no-store | application/json; charset=utf-8
      unknown address: 404 | portal | no-store | application/json; charset=utf-8
      broken api address: 404 | portal | no-store | application/json; charset=utf-8
      wrong method: 405 | portal | no-store | application/json; charset=utf-8
      head of a call: 405 | portal | no-store | application/json; charset=utf-8
      preflight: 405 | portal | no-store | application/json; charset=utf-8
      from elsewhere: 200 | portal | no-store | application/json; charset=utf-8
      too large: 413 | portal | no-store | application/json; charset=utf-8
      wrong type: 415 | portal | no-store | application/json; charset=utf-8
      packed body: 415 | portal | no-store | application/json; charset=utf-8
      key reused: 422 | portal | no-store | application/json; charset=utf-8
      expecting wonders: 200 | portal | no-store | application/json; charset=utf-8
      nonsense: 400 | nothing | no-store | application/json; charset=utf-8
      two lengths: 400 | nothing | no-store | application/json; charset=utf-8
      length and chunks: 400 | nothing | no-store | application/json; charset=utf-8
      long header: 431 | nothing | no-store | application/json; charset=utf-8
      long address: 431 | nothing | no-store | application/json; charset=utf-8
      two hosts: 400 | portal | no-store | application/json; charset=utf-8
      no host: 400 | portal | no-store | application/json; charset=utf-8
      never finished: 408 | nothing | no-store | application/json; charset=utf-8"
    `);
  });

  test('pins https where it came by https', async () => {
    const heard = await hear(secure, {
      host: 'portal.example.org',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '198.51.100.7',
    });
    // No proxy said that these came over https.
    const isPlain = (title: string) => ['no host', 'two hosts'].includes(title);
    for (const [title, one] of Object.entries(heard)) {
      if (!isPlain(title)) expectStrict(title, one);
      expect([title, one.headers.get('strict-transport-security')]).toEqual([
        title,
        isPlain(title) ? undefined : 'max-age=31536000; includeSubDomains',
      ]);
    }
  });
});

describe('content that the browser has in its cache', () => {
  const titles = [
    'page',
    'another page',
    'worker',
    'icon',
    'picture',
    'for machines',
    'for readers',
    'asset',
  ];

  test.each(titles)('%s is not sent again', async (title) => {
    const one = asked[title]!;
    const packed = { ...one.headers, 'accept-encoding': 'gzip' };
    const first = await talk(plain, bytesOf({ ...one, headers: packed }));
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w.-]{10,}"$/)]);
    for (const known of [etag, `"other", ${etag.replace('W/', '')}`]) {
      const again = await talk(plain, bytesOf({ ...one, headers: { ...packed, 'if-none-match': known } }));
      expectStrict(title, again);
      expect([again.status, again.headers.get('content-length') ?? '0']).toEqual([304, '0']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    }
    const other = await talk(plain, bytesOf({ ...one, headers: { ...packed, 'if-none-match': '"other"' } }));
    expect(other.status).toBe(200);
  });

  test('a page of the same length and age has another ETag', async () => {
    const before = await stat(join(portalRoot, 'index.html'));
    const etagOfPage = async () =>
      (await talk((await another({})).port, bytesOf(asked['page']!))).headers.get('etag');
    const first = await etagOfPage();
    const text = await readFile(join(portalRoot, 'index.html'), 'utf8');
    await writeFile(join(portalRoot, 'index.html'), text.replace('<!doctype', '<!DOCTYPE'));
    await utimes(join(portalRoot, 'index.html'), before.atime, before.mtime);
    const second = await etagOfPage();
    await writeFile(join(portalRoot, 'index.html'), text);
    expect(second).not.toBe(first);
    expect(await etagOfPage()).toBe(first);
  });

  test.each(['answer', 'packed answer', 'pdf file', 'health'])("%s is nobody's to keep", async (title) => {
    const one = asked[title]!;
    const headers = { ...one.headers, 'if-none-match': '*' };
    const heard = await talk(plain, bytesOf({ ...one, headers }));
    expect([heard.status, heard.headers.get('etag')]).toEqual([200, undefined]);
    expect(heard.headers.get('cache-control')).toMatch(/no-store/);
  });
});

describe('rare answers', () => {
  test('too many requests', async () => {
    const { port } = await another({ limits: { ...config.limits, publicRequestsPerMinute: 1 } });
    const invitation = bytesOf(post('/api/user_details/getinviting', { hash_id: 'x' }));
    expect((await talk(port, invitation)).status).toBe(200);
    const heard = await talk(port, invitation);
    expectStrict('too many', heard);
    expect(lineFor(heard)).toBe('429 | portal | no-store | application/json; charset=utf-8');
    expect(heard.headers.get('retry-after')).toBe('60');
  });

  test('a fault of ours', async () => {
    const owner = new pg.Client(database.owner);
    await owner.connect();
    await run(owner)`alter table course_types rename to lost`;
    const headers = { authorization: `Bearer ${await office.tokenOf('admin')}` };
    const heard = await talk(plain, bytesOf(post('/api/courses/add_course_type', { type: 'x' }, headers)));
    await run(owner)`alter table lost rename to course_types`;
    await owner.end();
    expectStrict('fault', heard);
    expect(lineFor(heard)).toBe('500 | portal | no-store | application/json; charset=utf-8');
  });

  test('a database that is away', async () => {
    const { port } = await another({});
    const owner = new pg.Client({ ...database.owner, database: 'postgres' });
    await owner.connect();
    const name = owner.escapeIdentifier(String(database.owner.database));
    await owner.query(`alter database ${name} allow_connections false`);
    const heard = await talk(port, bytesOf({ path: '/api/health' }));
    await owner.query(`alter database ${name} allow_connections true`);
    await owner.end();
    expectStrict('busy', heard);
    expect(lineFor(heard)).toBe('503 | portal | no-store | application/json; charset=utf-8');
    expect(heard.headers.get('retry-after')).toBe('2');
  });

  test('a tunnel is never opened', async () => {
    const heard = await talk(plain, 'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n');
    expect([heard.status, heard.headers.size]).toEqual([Number.NaN, 0]);
  });
});
