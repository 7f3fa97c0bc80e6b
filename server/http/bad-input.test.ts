import { release } from '@gurukul/contract/shared/release';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { calls } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { read, testApp } from '../test/app.ts';
import type { Answer } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import type { SampleContext } from '../test/samples/sample.ts';
import { planter } from '../test/planted-school.ts';
import { rehearse } from '../test/rehearsal.ts';
import type { Rehearsal } from '../test/rehearsal.ts';
import { extraMaker } from '../test/sample-extras.ts';
import { watchTables } from '../test/watched-tables.ts';
import { wrongValues } from '../test/wrong-values.ts';
import type { WrongValue } from '../test/wrong-values.ts';
import {
  fieldsOf,
  requestWith,
  textsIn,
  unreachable,
  urlOf,
  valueAt,
  withStrangeKeys,
} from '../test/wrong-requests.ts';
import { signatureOf } from './identity/intake-keys.ts';
import { derivedSecretOf } from './identity/intake-secrets.ts';
import { sanitizeRichText } from './answers/richtext.ts';

/**
 * `PROOF=full vitest run --project unit server/http/bad-input.test.ts` puts every wrong value into every field of every
 * call of every role. The short form takes a few values, and each call with one of its roles.
 */
const isFull = process.env['PROOF'] === 'full';
/** The schema alone refuses most of them. In the short form so many of a call pass through the whole server. */
const refusalsEach = 2;

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

describe('a body that is no valid request', () => {
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

  test('a compressed body is not decompressed', async () => {
    const { status } = await post('{}', { 'content-encoding': 'gzip' });
    expect(status).toBe(415);
  });

  test('a key such as __proto__ does not reach into other objects', async () => {
    const { status } = await post(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    expect(status).toBe(400);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('a missing body reads as an empty one', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/login',
      headers: { 'content-type': 'application/json' },
    });
    expect(read(answer)).toMatchObject({ status: 400, body: { problems: { email_id: expect.any(String) } } });
  });

  test('a query does not stand in for a body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/user_details/login?email_id=teacher@gurukul.test&password=Gurukul@2026',
      payload: {},
    });
    expect(read(answer)).toMatchObject({ status: 400, body: { problems: { email_id: expect.any(String) } } });
  });

  test('the answer names every wrong field', async () => {
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

  test('an address that is too long is refused in the same shape, and not repeated in the answer', async () => {
    const url = `/api/intake/signed_payments/${'secret'.repeat(5000)}`;
    const answer = await app.inject({ method: 'POST', url, payload: {} });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json()).toSorted()).toEqual(['code', 'message', 'request_id', 'status']);
    expect(answer.body).not.toContain('secret');
  });

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

describe('bytes that are no HTTP', async () => {
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

  test('are answered in the same shape, and the server goes on', async () => {
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
    expect(answer.json()).toEqual({ status: 'ok', version: release });
  });

  test('are not waited for longer than the settings say', async () => {
    await hasty.app.listen({ port: 0, host: '127.0.0.1' });
    expect(await talk('GET /api/health HTTP/1.1\r\nHost: loc', hasty.app)).toContain('HTTP/1.1 408');
  });
});

/**
 * Fields that a sample leaves out, because the row would belong to another one. They are tried with the sample of
 * another call.
 */
const leftOut: ReadonlySet<string> = new Set(
  ['', '.row', '.skip', '.student_id'].map((end) => `paymentUpload.payments resolutions.0${end}`),
);

/** A message has one audience and one time. Those that the sample leaves out are tried in the test of messages. */
const otherAudience = /^messages\.\w+ (audience\.(course_id|event_id|user_ids|teacher_ids|filter)|at)\b/;

/** Lists by answers to own questions are tried in the test of questions. */
const byAnswers =
  /^(?:students\.(?!add_)\w+ |selection\.\w+ selected\.list\.|reports\.\w+ report\.)answers\b/;

/** Fields that a call takes and does not store: secrets, search texts, fields that older clients send beside an id. */
const notKept: readonly RegExp[] = [
  // Of a child alone, who are tried in the test of consents.
  /^students\.add_student consent\./,
  // They name a text, and nothing has one of that name.
  /^privacy\.\w+ choices\./,
  /^(?:receipts\.issue_receipt|certificates\.issue) spelled\./,
  // Read as a number: what is no part of one is not stored.
  /^paymentUpload\.excel_payment_details_upload \d+\.(?:phone_number|amount)$/,
  // Which payments get their currency.
  /^payments\.set_currency filter\./,
  /^accounts\.\w+ .*(password|otp|code|hash_id)$/,
  // The answer of a service is checked, and a secret is sealed.
  /^openid\.(begin|finish) /,
  /^openid\.save_service client_secret$/,
  /^people\.save_checks checks\.\d+\.number$/,
  /^checkouts\.save_pay_service (?:secret|webhook_secret)$/,
  /^students\.\w+ (search|sort)$/,
  /^events\.\w+ course_name$/,
  /^events\.(cancel|publish)_event event_name$/,
  /^classes\.delete_class class_(name|day)$/,
  /^classes\.\w+ slot_time$/,
  // kinds, numbers and days are read, and a choice counts where a line asks for one
  /^settlements\.save_settlement (choices\.0\.payment_id|rows\.0\.(transaction_entity|fee.*|tax|settled_at))$/,
  /^courses\.edit_course_by_courseadmin total_topics\.0\.(week|pdfName)$/,
  /^intake\.\w+ items\.0\.(course_name|query_type)$/,
  // It finds a student; only the students' own intake stores it.
  /^intake\.(payments|signed_payments|registrations|homework) items\.0\.person_ref$/,
  /^paymentUpload\.\w+ rows\.0\.(course|class)_name$/,
  // Values are read, and what cannot be is left out with a remark.
  /^(studentImport|intake)\.students \w+\.0\./,
  // Only the digits of a student's number are stored.
  /^students\.(add|update)_student (\w+\.0\.)?phone_number$/,
  // Headings, courses and classes are found by it, and addresses, phones and zones are read.
  /^bring\.\w+ (files\.0\.(file_name|course_name|class_name|lines\.|signs\.)|meant\.|zone$|course_admin$)/,
  // They choose rows, and what ends.
  /^access\.end_way_in way_id$/,
  /^selection\.save_change selected\./,
  /^accounts\.update_user_preference_admin preference_name$/,
  // Only a mail to the caller holds it, sealed.
  /^messages\.send_test /,
  // They find a mail, and are read: an item that cannot be is rejected.
  /^mails\.bounced items\.0\./,
  // It chooses an address.
  /^mails\.try_address address$/,
];
const isRich = /(^|\.)(description|course_description|what_we_learn|note|glimpse_description)$/;
const isCell = /^(?:studentImport\.|paymentUpload\.|settlements\.|intake\.students)|answers\.\d+\.answer$/;

/** The text of a spreadsheet cell, or of an answer, without its invisible characters. */
const seen = (cell: string) => cell.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}\p{Z}\s]+/gu, '');

/** The form in which an accepted text must be stored; null when the field is not stored. */
const keptText = (name: string, field: string, value: unknown): string | null => {
  if (typeof value !== 'string' || notKept.some((pattern) => pattern.test(`${name} ${field}`))) return null;
  // The note of a payment or a waiver is plain text.
  if (/^messages\.\w+ body$/.test(`${name} ${field}`)) return sanitizeRichText(value) || null;
  if (isRich.test(field) && !/^(payments|ledger)\./.test(name)) return sanitizeRichText(value) || null;
  return (isCell.test(`${name} ${field}`) ? seen(value) : value) || null;
};

/** These samples are refused politely, because nobody asked for a code and so no code is right. */
const isGuess: ReadonlySet<string> = new Set([
  'accounts.forgetPassword_otp_verify',
  'accounts.changepassword_otp',
  'accounts.decide_email_change',
  'approvals.stop_by_link',
  'openid.begin',
  'openid.finish',
  // Others of these samples have planted a passkey, whose key nobody has.
  'passkeys.add_passkey',
  'passkeys.confirm_code_app',
  'passkeys.prove',
  'passkeys.second_factor',
  'passkeys.sign_in',
]);

/** Words of the validator, which mean nothing to people. */
const ofValidator = /\binvalid (input|string|option|type)|\bexpected\b|\btoo (small|big)|\^|\\[dsw]/i;

/** A call may accept the request and refuse single rows. */
const refusesRows = /"(skipped|rejected)":[1-9]|"import_id":null|"saved":0/;

const link = 'https://meet.example.test/abc';
/** What readers of links disagree about, or what is no https. */
const noLinks = [
  'https:evil',
  'https:/evil',
  'https:///evil',
  '//evil.test',
  'https://user@evil.test',
  'https://user:word@evil.test',
  'https://a.test\\b',
  'https:\\\\evil.test',
  'https://a.test/\u0001b',
  'https://a.test/\tb',
  'https://a\nb.test',
  'javascript:alert(1)',
  'http://a.test',
];
/** The issuer that an answer names is compared with the stored one. */
const isComparedOnly: ReadonlySet<string> = new Set(['openid.finish iss']);
const isRefusal = (status: number) => [400, 401, 403, 404, 405, 409, 413, 422].includes(status);

describe('a field with a value that it is not made for', async () => {
  const rehearsals: Rehearsal[] = [];
  const limits = {
    invitesPerHour: 1e9,
    loginFailures: 1e9,
    codeMailsPerHour: 1e9,
    codeMailsPerDay: 1e9,
    codeMailsPerNetworkHour: 1e9,
    wrongCodesPerDay: 1e9,
    wrongCodesPerMonth: 1e9,
    wrongCodesOfAllPerDay: 1e9,
    unknownAddressesPerNetworkHour: 1e9,
    unknownAddressesOfAllPerHour: 1e9,
  };
  const poolOf = (pool: pg.Pool) => {
    const made = rehearse(pool);
    rehearsals.push(made);
    return made.pool;
  };
  const small = await testApp({ database: 'empty', limits, poolOf });
  const [rehearsal] = rehearsals;
  if (rehearsal === undefined) throw new Error('the application was made without a pool');
  const { pool } = rehearsal;
  afterAll(rehearsal.close);
  const plant = planter(small.db);
  const school = await plant.school();
  // Somebody who could approve what the admin asks for.
  await plant.person('Second', 'admin');
  const makeExtra = extraMaker(small, plant);

  interface Caller {
    readonly role: PortalRole | null;
    readonly id: number;
    /** Null when no token is sent: for calls for anyone, and for calls that are signed instead. */
    readonly token: string | null;
    readonly signingKey?: string;
    /** Of a machine that signs: what it prepares, it sends with the key itself. */
    readonly key?: string;
  }
  const callersOf = (call: Call): Caller[] => {
    if (call.who === 'anyone') return [{ role: null, id: 0, token: null }];
    if (call.who !== 'key') {
      return portalRoles
        .filter((role) => reachOf(call, role) !== undefined)
        .map((role) => ({ role, id: school.ids[role], token: school.tokens[role] }));
    }
    if (call.scope === undefined) throw new Error(`${call.path} is for keys of no scope`);
    const key = school.keys[call.scope];
    return [
      call.signed === true
        ? {
            role: null,
            id: key.id,
            token: null,
            key: key.key,
            signingKey: derivedSecretOf(small.config.secretKey, key),
          }
        : { role: null, id: key.id, token: key.key },
    ];
  };

  /** Made before the rehearsal begins, so that a rollback does not remove it. */
  async function sampleOf(
    name: CallName,
    { role, id, token, key = '' }: Caller,
    word: string,
  ): Promise<object> {
    const self = token ?? key;
    const extra = await makeExtra(name, school, word, {
      self,
      stranger: role === null ? self : school.tokens.admin,
    });
    const given: SampleContext = { word, role: role ?? 'admin', me: id, extra: extra.own };
    const objects = role === null ? school.own : { ...school.own, self: id };
    return samples[name].input(objects, given);
  }

  function headersFor({ token, signingKey }: Caller, payload: string): Record<string, string> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token !== null) headers['authorization'] = `Bearer ${token}`;
    if (signingKey !== undefined) {
      const seconds = Math.floor(Date.now() / 1000);
      const signature = signatureOf(signingKey, seconds, Buffer.from(payload));
      headers['gurukul-signature'] = `t=${seconds},v1=${signature}`;
    }
    return headers;
  }

  async function send(call: Call, me: Caller, url: string, payload: string): Promise<Answer> {
    const body = call.method === 'GET' ? {} : { payload };
    const headers = headersFor(me, payload);
    const answer = small.app.inject({ method: call.method, url, headers, ...body });
    return read(await within(120_000, answer));
  }

  const within = async <T>(ms: number, work: PromiseLike<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer came')), ms);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };

  const watched = await watchTables(small.database, pool);
  /** These change with every request. */
  const counters = ['intake_uses', 'rate_limits', 'security_entries', 'server_keys', 'sessions'];
  /** A refusal leaves its entry in the audit trail. */
  const aside = new Set(['audit_entries', ...counters]);
  const changed = async () => (await watched()).filter(({ table }) => !aside.has(table));
  /** Everything as at the beginning, and no change noted. */
  const undo = async () => {
    await rehearsal.undo();
    await watched();
  };
  const stored = await small.db.query<{ name: string }>(
    `
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
      and relname <> all ($1)
  `,
    [['noted', 'schema_migrations', ...counters]],
  );
  const storing = new Set(stored.rows.map(({ name }) => name));
  /** The texts of every table that changed since the last note. */
  const storedTexts = async (areCells = false): Promise<string[]> => {
    const touched = new Set(
      (await watched()).map(({ table }) => table).filter((table) => storing.has(table)),
    );
    const texts = new Set<string>();
    for (const table of touched) {
      const text = `select to_jsonb(t) as row from ${table} t`;
      const { rows } = await pool.query<{ row: unknown }>({ name: `rows of ${table}`, text });
      for (const each of rows.flatMap(({ row }) => textsIn(row))) texts.add(each);
    }
    return areCells ? [...texts].map(seen) : [...texts];
  };

  const asked = calls().flatMap(({ name, call }, n) => {
    const callers = callersOf(call).map((me) => ({ name, call, me, as: me.role ?? 'somebody' }));
    return isFull ? callers : [callers[n % callers.length]!];
  });
  const cases: ((typeof asked)[number] & { readonly sample: object })[] = [];
  for (const each of asked) {
    cases.push({ ...each, sample: await sampleOf(each.name, each.me, `w${cases.length}`) });
  }

  test.each(cases)('the sample of $name is taken from $as, without strange keys', async (each) => {
    const { name, call, me, sample } = each;
    await undo();
    expect(
      unreachable(call, sample).filter(
        (place) =>
          !leftOut.has(`${name} ${place}`) &&
          !otherAudience.test(`${name} ${place}`) &&
          !byAnswers.test(`${name} ${place}`),
      ),
    ).toEqual([]);
    const payload = withStrangeKeys(sample);
    const { status, body } = await send(call, me, urlOf(call, sample), payload);
    expect([status, status === 200 ? '' : body]).toEqual([200, '']);
    if (!isGuess.has(name)) expect(body).not.toMatchObject({ message: 'failed' });
    if (call.method === 'GET') return;
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await storedTexts()).filter((stored) => stored.includes('polluted'))).toEqual([]);
  });

  let turn = 0;
  /** One of all values, another each time, so that every value meets every kind of field. */
  const someValues = (): readonly WrongValue[] =>
    isFull ? wrongValues : [wrongValues[((turn += 1) * 7) % wrongValues.length]!];

  const counts = { bySchema: 0, refused: 0, taken: 0 };

  /** So many of a list, spread over it, others each time. */
  const someOf = <T>(all: readonly T[]): readonly T[] => {
    if (isFull || all.length <= refusalsEach) return all;
    const step = all.length / refusalsEach;
    return Array.from(
      { length: refusalsEach },
      (_, index) => all[Math.floor(turn + index * step) % all.length]!,
    );
  };

  test.each(cases)('$name refuses it or takes it as it is, from $as', async ({ name, call, me, sample }) => {
    await undo();
    const unchanged = async (what: string) =>
      expect(await changed(), `${name} refused ${what} and changed something`).toEqual([]);
    const tries = fieldsOf(call, sample).flatMap((path) =>
      someValues().map((value) => ({ path, value, ...requestWith(call, sample, path, value) })),
    );
    const answerTo = async ({ path, value, url, payload }: (typeof tries)[number]) => {
      const { status, body } = await send(call, me, url, payload);
      const what = `${path.join('.')}: ${value.name} -> ${status} ${JSON.stringify(body).slice(0, 300)}`;
      expect(status === 200 || isRefusal(status), `at ${what}`).toBe(true);
      if (status !== 200) expect(body, `at ${what}`).toMatchObject({ status, message: expect.any(String) });
      expect(Object.values(body.problems ?? {}).join(), `at ${what}`).not.toMatch(ofValidator);
      const isTaken = status === 200 && (body.status === 200 || typeof body === 'string');
      counts[isTaken ? 'taken' : 'refused'] += 1;
      return { status, isTaken, body, what };
    };

    const wrongs = tries.filter(({ parsed }) => parsed === null);
    counts.bySchema += wrongs.length;
    for (const { path, value, problems } of wrongs)
      expect(problems.join(), `at ${path.join('.')}: ${value.name}`).not.toMatch(ofValidator);
    for (const wrong of someOf(wrongs)) {
      const { status, what } = await answerTo(wrong);
      expect(isRefusal(status), `at ${what}`).toBe(true);
    }
    // A body is read once and whole.
    const whole = JSON.stringify(sample);
    const broken = [whole.slice(0, -1), `${whole}${whole}`, whole.slice(1), `\u0000${whole}`];
    for (const payload of call.method === 'GET' ? [] : someOf(broken)) {
      const { status } = await send(call, me, urlOf(call, sample), payload);
      expect(status, `to ${payload.slice(0, 200)}`).toBe(400);
    }
    await unchanged('what is no input of it');

    for (const odd of tries) {
      if (odd.parsed === null) continue;
      if (call.changes === true) await undo();
      const { isTaken, body, what } = await answerTo(odd);
      if (call.changes !== true) continue;
      if (!isTaken) await unchanged(what);
      else if (body.message !== 'failed' && !refusesRows.test(JSON.stringify(body))) {
        const field = odd.path.join('.');
        const kept = keptText(name, field, valueAt(odd.parsed.input, odd.path));
        if (kept !== null)
          expect(await storedTexts(isCell.test(`${name} ${field}`)), `at ${what}`).toContain(kept);
      }
    }
    if (call.changes !== true && call.secret !== true) await unchanged('nothing, being a read,');
    await undo();
  });

  test('every field for a link takes nothing but full https addresses', () => {
    const found = new Set<string>();
    for (const { name, call, sample } of cases) {
      for (const path of fieldsOf(call, sample)) {
        const takes = (text: string) =>
          requestWith(call, sample, path, { name: text, json: JSON.stringify(text) }).parsed !== null;
        const field = `${name} ${path.join('.')}`;
        const isLink =
          String(valueAt(sample, path)).startsWith('https://') ||
          (takes(link) && !takes(link.replace('https', 'wrong')));
        if (!isLink || isComparedOnly.has(field)) continue;
        found.add(field);
        expect(takes(link), `at ${field}`).toBe(true);
        expect(noLinks.filter(takes), `at ${field}`).toEqual([]);
      }
    }
    // The address of a calendar does not go together with the sample of its call.
    expect([...found].toSorted()).toEqual([
      'classes.create_class join_link',
      'classes.update_class join_link',
      'courses.edit_course_by_courseadmin total_topics.0.video',
      'events.add_event meeting_link',
      'events.edit_event meeting_link',
      'meetings.set_join_link join_link',
      'meetings.set_recording recording_link',
      'openid.save_service issuer',
      'provider.save_settings catalogue_sites.0',
      'push.subscribe endpoint',
      'tests.offer_hours join_link',
    ]);
  });

  test('every field was tried', () => {
    process.stdout.write(`bad fields: ${JSON.stringify(counts)}\n`);
    expect(counts.bySchema).toBeGreaterThan(1500);
    expect(counts.refused).toBeGreaterThan(500);
    expect(counts.taken).toBeGreaterThan(200);
  });
});
