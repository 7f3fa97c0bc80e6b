import { spawn } from 'node:child_process';
import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { readdir, readFile, chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { signatureOf } from './http/identity/intake-keys.ts';
import { startCollector } from './test/collector.ts';
import { waitingMails } from './test/waiting-mails.ts';

// A real process with real settings. The test notes every secret that passes through it. Then it searches all that the
// process logged, stored and sent to a collector of traces.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-leaks-'));
await chmod(folder, 0o755);
const dataDir = join(folder, 'data');

/** The secret's kind, by its text. */
const secrets = new Map<string, string>();
function secret(
  what: string,
  text = `${what.replaceAll(/\W/g, '')}-${randomBytes(9).toString('hex')}`,
): string {
  secrets.set(`${what} ${secrets.size}`, text);
  return text;
}
const password = (what: string) => secret(what, `Aa1!${randomBytes(5).toString('hex')}`);

const adminEmail = 'office@example.org';
const adminPassword = password('first password');
const secretKey = secret('SECRET_KEY', randomBytes(24).toString('hex'));

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean();
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => '');
  if (cluster.startsWith('/var/lib/gurukul/')) await rm(dirname(cluster), { recursive: true });
  await rm(folder, { recursive: true });
});

function launch(place: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: place,
      PORT: '0',
      LOG_LEVEL: 'debug',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      SECRET_KEY: secretKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  cleanups.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, ended, said: () => said };
}

// Nobody listens there, so that sending fails and logs the reason.
const smtp = `smtp://mailer:${secret('SMTP password')}@127.0.0.1:9`;
const collector = await startCollector();
cleanups.push(collector.close);
const collectorKey = secret('key of the collector');
const server = launch(dataDir, {
  SMTP_URL: smtp,
  LIMIT_LOCK_TIMEOUT_SECONDS: '1',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorKey}`,
});
const url = await vi.waitFor(
  () => {
    const found = /ready at (\S+)/.exec(server.said())?.[1];
    if (found === undefined) throw new Error(server.said());
    return found;
  },
  { timeout: 600_000, interval: 50 },
);
const host = join(dirname(await realpath(join(dataDir, 'postgres'))), 'socket');
const db = new pg.Pool({ host, user: 'owner', database: 'gurukul' });
cleanups.push(async () => (db.ended ? undefined : db.end()));

interface RequestOptions {
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly raw?: string;
}
// Tests read answers freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

async function send(
  path: string,
  body: object,
  { token, method = 'POST', headers = {}, raw }: RequestOptions = {},
) {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    ...(method === 'GET' ? {} : { body: raw ?? JSON.stringify(body) }),
  });
  for (const cookie of answer.headers.getSetCookie()) {
    // Of a remembered browser's cookie, the first part only names the row.
    const value = /^[^=]+=([^;]*)/.exec(cookie)?.[1]?.split('.').at(-1) ?? '';
    if (value.length > 20) secret('cookie', value);
  }
  const text = await answer.text();
  const read: Body = text.startsWith('{') ? JSON.parse(text) : text;
  return { status: answer.status, body: read, cookies: answer.headers.getSetCookie() };
}
const call = (path: string, body: object = {}, sent: RequestOptions = {}) => send(`/api${path}`, body, sent);
const of = (name: string) => `/user_details/${name}`;

async function signIn(email_id: string, word: string, more: object = {}): Promise<string> {
  const { status, body } = await call(of('login'), { email_id, password: word, flag: '', ...more });
  expect(status).toBe(200);
  return secret('token', body.token);
}

const mails = () => waitingMails(db, { secretKey });

/** Invites and signs up. */
async function newTeacher(email_id: string, admin: string): Promise<string> {
  await call(of('invite'), { email_id, role: 'teacher' }, { token: admin });
  const hash_id = secret('invitation', (await mails()).findLast(({ to }) => to === email_id)?.data.hash);
  const word = password('password at registration');
  const form = {
    email_id,
    first_name: 'Asha',
    last_name: 'Rao',
    role: 'teacher',
    phone_number: null,
    hash_id,
  };
  await call(of('getinviting'), { hash_id });
  await call(of('registration'), { ...form, password: word, cpassword: password('mistyped password') });
  expect((await call(of('registration'), { ...form, password: word, cpassword: word })).body.message).toBe(
    'success',
  );
  await call(of('registration'), { ...form, password: word, cpassword: word });
  return word;
}

test('no secret is in the log or stored as it is', async () => {
  const admin = await signIn(adminEmail, adminPassword, { remember: 1 });
  const teacher = 'teacher@example.org';
  const first = await newTeacher(teacher, admin);

  // Wrong, unreadable, in the wrong place.
  const wrong = password('wrong password');
  await call(of('login'), { email_id: teacher, password: wrong, flag: '' });
  await call(of('login'), { email_id: secret('address that is a password'), password: wrong });
  await call(of('login'), {}, { raw: `{"email_id":"${teacher}","password":"${wrong}"` });
  await call(of('login'), {}, { raw: `{"password":"${wrong}\\u0000"}` });
  await call(of('login'), { password: wrong }, { headers: { 'content-type': 'text/plain' } });
  await call(`${of('login')}?password=${secret('password in an address')}`, {});
  await call(`/${secret('token in a path')}`, {}, { method: 'GET' });
  await call(of('get_user_details/1'), {}, { method: 'GET', token: `s_${secret('token of nobody')}` });
  await call(of('get_user_details/1'), {}, { method: 'GET', headers: { cookie: `rm=${secret('cookie')}` } });

  // Sealed, remembered.
  const { public_key } = (await call(of('sealing_key'), {}, { method: 'GET' })).body;
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  const sealing = { key, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING };
  const sealed = secret('sealed password', publicEncrypt(sealing, Buffer.from(first)).toString('base64'));
  const signedIn = await call(of('login'), {
    email_id: teacher,
    password: `sealed:${sealed}`,
    remember: 1,
  });
  const token = secret('token', signedIn.body.token);
  const cookie = signedIn.cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const again = await call(
    of('login'),
    { email_id: teacher, password: '', remember: 1 },
    { headers: { cookie } },
  );
  secret('token', again.body.token);
  await call(of('login'), { email_id: teacher, password: `sealed:${sealed.slice(4)}` });

  // New passwords, by code and by link.
  const second = password('new password');
  await call(
    of('change_password'),
    { old_password: password('wrong old one'), new_password: second },
    { token },
  );
  await call(of('change_password'), { old_password: first, new_password: second }, { token });
  const challenge = secret(
    'challenge',
    (await call(of('forgetPassword_otp_send'), { email_id: teacher })).body.otp,
  );
  const mail = (await mails()).findLast(({ kind }) => kind === 'reset_code');
  const { code } = mail?.data ?? {};
  expect(code).toMatch(/^\d{4}$/);
  for (const value of Object.values(mail?.data ?? {}).filter((text) => String(text).startsWith('g_')))
    secret('grant of the mailed link', String(value));
  const tried = { email_id: teacher, otp: challenge };
  await call(of('forgetPassword_otp_verify'), { ...tried, code: code === '0000' ? '0001' : '0000' });
  const grant = secret('grant', (await call(of('forgetPassword_otp_verify'), { ...tried, code })).body.otp);
  const third = password('password after a reset');
  await call(
    of('changepassword_otp'),
    { email_id: teacher, otp: secret('grant of nobody'), new_password: password('again') },
    {
      headers: { 'idempotency-key': secret('Idempotency-Key') },
    },
  );
  await call(of('changepassword_otp'), { email_id: teacher, otp: grant, new_password: third });
  // A code is short: a number may contain it by chance, a mail's own words do not.
  secret('code as it is written', `"code": "${code}"`);

  // Machines, calendars, files.
  const made = await call(
    '/intake/keys',
    { name: 'Site', password: adminPassword, scopes: ['payments'] },
    { token: admin },
  );
  const intake = secret('intake key', made.body.data.key);
  const signing = secret('signing key', made.body.data.signing_key);
  const payload = '{"items":[{"payment_id":"a"}]}';
  const seconds = Math.floor(Date.now() / 1000);
  const signature = secret('signature', signatureOf(signing, seconds, Buffer.from(payload)));
  const signed = { 'gurukul-signature': `t=${seconds},v1=${signature}` };
  await call(`/intake/signed_payments/${made.body.data.id}`, {}, { raw: payload, headers: signed });
  await call('/intake/students', { items: [] }, { token: intake });
  const teaching = await newTeacher('second@example.org', admin);
  const holder = await signIn('second@example.org', teaching);
  const feed: string = (await call('/calendar/feed', {}, { token: holder })).body.data.url;
  secret('calendar address', /\/([\w-]{20,})\.ics/.exec(feed)?.[1]);
  expect((await fetch(feed.replace(/^https?:\/\/[^/]+/, url))).status).toBe(200);

  const pdf = '%PDF-1.7\n%%EOF\n';
  const file = { kind: 'topic_pdf', name: 'a.pdf', type: 'application/pdf', size: pdf.length };
  const offer = (await call('/files/begin', file, { token: admin })).body;
  secret('signature of an upload', new URL(offer.upload.url, url).searchParams.get('signature') ?? '');
  const asPdf = { method: 'PUT', raw: pdf, headers: { 'content-type': 'application/pdf' } };
  await send(offer.upload.url, {}, asPdf);
  await send(`${offer.upload.url}x`, {}, asPdf);
  const { location } = (await call('/files/finish', { file_id: offer.file_id }, { token: admin })).body;
  await send(
    `${location}?expires=9999999999&signature=${secret('signature of a file')}`,
    {},
    { method: 'GET' },
  );

  // A fault of the server while the handler has secrets; a database that does not answer; a client that leaves.
  const newest = await signIn(teacher, third);
  const fourth = password('password of a fault');
  await db.query('alter table people add constraint never check (updated_at is null) not valid');
  const fault = await call(
    of('change_password'),
    { old_password: third, new_password: fourth },
    { token: newest, headers: { 'x-request-id': 'the-fault-itself' } },
  );
  expect(fault.status).toBe(500);
  await db.query('alter table people drop constraint never');
  await db.query('alter table query_types rename to query_types_gone');
  const name = secret('text of a fault');
  const gone = await call(
    '/course_type_admin/add_admin_course_type',
    { course_type_name: name },
    { token: admin },
  );
  expect(gone.status).toBe(500);
  await db.query('alter table query_types_gone rename to query_types');
  const holding = await db.connect();
  await holding.query('begin; lock table people');
  const slow = await call(
    of('change_password'),
    { old_password: third, new_password: fourth },
    { token: newest },
  );
  expect(slow.status).toBe(503);
  await holding.query('rollback');
  holding.release();
  await new Promise<void>((resolve) => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => {
      const left = `{"email_id":"${teacher}","password":"${password('password of one who leaves')}`;
      socket.write(
        `POST /api${of('login')} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${newest}\r\n`,
      );
      socket.write(`content-type: application/json\r\ncontent-length: 500\r\n\r\n${left}`, () =>
        socket.destroy(),
      );
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  await expect
    .poll(async () => (await db.query('select from mails where tries > 0')).rowCount)
    .toBeGreaterThan(0);

  const { rows } = await db.query<{ tables: string }>(`
    select string_agg(format('select %L as of, t::text as row, to_jsonb(t)::text as json from %I.%I t', relname, nspname, relname), ' union all ') as tables
    from pg_class
    join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'pgboss')
      and relkind = 'r'`);
  const stored = await db.query<{ of: string; row: string; json: string }>(rows[0]?.tables ?? '');
  expect(stored.rows.filter(({ of }) => of === 'audit_entries').length).toBeGreaterThan(5);
  // The sweepers and the last lines of the log count too.
  await db.end();
  server.child.kill('SIGTERM');
  await server.ended;
  const said = server.said();

  /** Also as bytes, and as bytes of bytes. */
  const forms = (text: string) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64').slice(0, -4),
  ];
  const allowed = (what: string, table: string) => what.startsWith('SECRET_KEY') && table === '';
  const leaks = [...secrets].flatMap(([what, text]) => [
    ...(forms(text).some((form) => said.includes(form)) && !allowed(what, '')
      ? [`the log says the ${what}`]
      : []),
    ...stored.rows
      .filter(({ row, json }) => forms(text).some((form) => row.includes(form) || json.includes(form)))
      .map(({ of }) => `${of} holds the ${what}`),
  ]);
  // The collector must not get addresses of people either, nor searched or written texts.
  const told = collector.heard.map(({ text }) => text).join('\n');
  const beyond = [...secrets].filter(([, text]) => forms(text).some((form) => told.includes(form)));
  expect(beyond.map(([what]) => `a trace tells the ${what}`)).toEqual([]);
  expect(told).not.toMatch(/@example\.org|Asha|sealed:/);
  expect(collector.spans.length).toBeGreaterThan(200);
  expect(collector.spans.filter(({ failed }) => failed).length).toBeGreaterThan(2);
  expect(secrets.size).toBeGreaterThan(40);
  expect(leaks).toEqual([]);
  expect(said).not.toMatch(/\$argon2|Failing row|BEGIN [A-Z ]*PRIVATE KEY/);

  // The log still says what happened, under the id in the answer.
  expect(said).toContain('the-fault-itself');
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.anything() });

  const beside = await readdir(dataDir);
  for (const kept of beside.filter((entry) => !['postgres', 'files', 'secret-key'].includes(entry))) {
    const text = await readFile(join(dataDir, kept), 'utf8').catch(() => '');
    expect([...secrets.values()].filter((word) => text.includes(word))).toEqual([]);
  }
});

const badStarts: readonly [string, Record<string, string>][] = [
  ['a database', { DATABASE_URL: 'postgres://gurukul:PASSWORD@127.0.0.1:9/gurukul' }],
  [
    'a bucket',
    {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'a',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'c',
      S3_SECRET_ACCESS_KEY: 'PASSWORD',
    },
  ],
  [
    'a setting that is none',
    { SMTP_URL: 'mailto:PASSWORD', SECRET_KEY: 'PASSWORD', S3_SECRET_ACCESS_KEY: 'PASSWORD' },
  ],
];
// Each is a process. The short form has the last one.
const tried = badStarts.slice(process.env['PROOF'] === 'full' ? 0 : -1);
test.each(tried)('a start that ends at %s says so without its secret', async (what, settings) => {
  const hidden = secret(`password of ${what}`);
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, text.replace('PASSWORD', hidden.slice(0, 24))]),
  );
  const place = join(folder, what.replaceAll(' ', '-'));
  const failed = launch(place, env);
  await failed.ended;
  expect(failed.said()).toMatch(/cannot|Wrong settings/);
  expect(failed.said()).not.toContain(hidden.slice(0, 24));
  expect(failed.said()).not.toContain(secretKey);
  expect(failed.said()).not.toContain(adminPassword);
});
