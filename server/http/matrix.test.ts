import { askedCalls } from '@gurukul/contract/approvals';
import { messages } from '@gurukul/contract/shared/words/messages';
import { subscribe } from 'node:diagnostics_channel';
import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { needsMainRole, pathParams } from '@gurukul/contract/shared/calls/call';
import type { Reach } from '@gurukul/contract/shared/calls/actions';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import type { IntakeScope } from '@gurukul/contract/shared/calls/intake-scopes';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { authority } from '@gurukul/contract/test/authority';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { peopleIn } from '../security-log/people-in.ts';
import { many, run } from '../test/rows.ts';
import { addressOf, queryOf, testApp } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import { nameIn } from '../test/samples/sample.ts';
import type { Extra, Sample } from '../test/samples/sample.ts';
import { missing, newToken, planter } from '../test/planted-school.ts';
import type { Objects, PlantedKey, School } from '../test/planted-school.ts';
import { rehearse } from '../test/rehearsal.ts';
import type { Rehearsal } from '../test/rehearsal.ts';
import { extraMaker } from '../test/sample-extras.ts';
import { watchTables } from '../test/watched-tables.ts';
import { hashToken } from '#server/secrets.ts';
import { signatureOf } from './identity/intake-keys.ts';
import { derivedSecretOf } from './identity/intake-secrets.ts';
import { methodsOf } from './serve.ts';

// Every role calls every call, on its own rows, on rows of others, and on rows that do not exist. The rights come from
// a table written by hand, not from the declarations that the server uses.

/**
 * Every call is refused to everybody and on every foreign row. The short form tries each call with one way of being
 * nobody, of having no right, and of asking, another from call to call; `PROOF=full` tries each with all.
 */
const isFull = process.env['PROOF'] === 'full';

/** All, or in the short form the one whose turn it is. */
const inTurn = <T>(all: readonly T[], turn: number): readonly T[] =>
  isFull || all.length === 0 ? all : [all[turn % all.length]!];

/**
 * A second PostgreSQL only has to understand every statement, so it gets the calls that are answered. Who may make them
 * the first one proves. `PROOF=full npm test` proves it on both. In the short form of the check each call is answered by
 * the second one alone, if there is one: bad-input.test.ts sends the first one a sample of each.
 */
const isAnsweredElsewhere = process.env['ANSWERED'] === 'elsewhere';
const isSecond = Boolean(process.env['TEST_POSTGRES']) && !isFull;

const routes: string[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const each of [method].flat()) routes.push(`${each} ${url}`);
  });
});

let rehearsal: Rehearsal | undefined;
const poolOf = (pool: pg.Pool) => (rehearsal = rehearse(pool)).pool;
const server = await testApp({ database: 'empty', poolOf });
if (rehearsal === undefined) throw new Error('the application was made without a pool');
const { app, database, config } = server;
/** Every test begins with the same rows: planting them anew takes as long as fifty calls. */
const { pool: db, undo, close } = rehearsal;
beforeEach(undo);
afterAll(close);
const watched = await watchTables(database, db);
/** Counters and the security log are not compared: they also note refusals and reads. */
const noted = async () =>
  (await watched()).filter(
    ({ table }) => !['intake_uses', 'rate_limits', 'security_entries'].includes(table),
  );
const plant = planter(db);
const makeExtra = extraMaker(server, plant);

let school: School;
let strangerTokens: Readonly<Record<PortalRole, string>>;
/** Sign-in never makes such sessions. */
let withoutScreens: Readonly<Record<string, string>>;
beforeAll(async () => {
  school = await plant.school();
  // More rows of others.
  await plant.school();
  strangerTokens = {
    admin: await plant.session(await plant.person('Second', 'admin'), 'admin'),
    courseadmin: await plant.session(school.far.courseadmin, 'courseadmin'),
    teacher: await plant.session(school.far.teacher, 'teacher'),
  };
  const coordinator = await plant.person('Coordinator', 'coordinator');
  const student = await plant.person('Pupil', 'student');
  withoutScreens = {
    'a coordinator with the session of an admin': await plant.session(coordinator, 'admin'),
    'a coordinator with the session of a course admin': await plant.session(coordinator, 'courseadmin'),
    'a student with the session of a teacher': await plant.session(student, 'teacher'),
  };
});

/** Rows that lead to a course or a person without a constraint that says so. */
const unconstrained = [
  // Books that the server keeps about every call.
  'audit_entries',
  'changes',
  'due_changes',
  'idempotency_keys',
  'rate_limits',
  'undos',
  // Totals that triggers count, by course and by student.
  'ledger_sums',
  'payment_totals',
  // By mailbox.
  'personal_pages',
];
/** The tables whose rows lead to no course and to no person, directly or over other rows: everybody shares them. */
let ownerless: ReadonlySet<string>;
beforeAll(async () => {
  const tables = await many<{ name: string }>(db)`
    with recursive owned as (
      select c.oid from pg_class c where c.oid in ('courses'::regclass, 'people'::regclass)
      union
      select k.conrelid from pg_constraint k join owned o on o.oid = k.confrelid where k.contype = 'f'
    )
    select c.relname as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.oid not in (select oid from owned)
      and c.relname <> all(${unconstrained}::text[])
  `;
  ownerless = new Set(tables.map(({ name }) => name));
});

interface Case extends NamedCall {
  /** Whose turn it is in the short form. */
  readonly turn: number;
  /** The line of the table of authority. */
  readonly line: string;
}

const cases: Case[] = calls().map((each, turn) => ({ ...each, turn, line: authority[each.name] }));
const isForPeople = ({ line }: Case) => !/^(anyone|key)/.test(line);

/** 'admin any, teacher own' as rights. */
const rightsIn = ({ line }: Case): Readonly<Partial<Record<string, Reach>>> =>
  Object.fromEntries(line.split(', ').map((part) => part.split(' ') as [string, Reach]));

/** Every call with every role that may make it. */
const allowed = cases
  .filter((each) => isForPeople(each))
  .flatMap((each) =>
    portalRoles.flatMap((role) => {
      const reach = rightsIn(each)[role];
      return reach === undefined ? [] : [{ ...each, role, reach }];
    }),
  );

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: object;
}

interface SendOptions {
  readonly token?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Leaves the request id out, so that equal answers are equal to the last byte. */
async function send(
  call: Call,
  input: unknown,
  { token = null, method = call.method, headers = {} }: SendOptions = {},
): Promise<HttpAnswer> {
  const response = await app.inject({
    // The contract's methods are among the methods that can be injected.
    method: method as Call['method'],
    url: addressOf(call, input),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'GET' ? { query: queryOf(call, input) } : { payload: input as object }),
  });
  const { date: _, 'x-request-id': id, ...rest } = response.headers;
  return { status: response.statusCode, text: response.body.replaceAll(String(id), 'the id'), headers: rest };
}

const messageOf = ({ text }: HttpAnswer): unknown => (JSON.parse(text) as { message: unknown }).message;

/** The role's own objects; each role has another account. */
const ownOf = (from: School, role: PortalRole): Objects => ({ ...from.own, self: from.ids[role] });

/** The objects that a sample names. */
function keysNamed(sample: Sample, role: PortalRole): (keyof Objects)[] {
  const named = new Set<keyof Objects>();
  const spy = new Proxy(missing, {
    get(target, key: keyof Objects) {
      named.add(key);
      return target[key];
    },
  });
  sample.input(spy, { word: 'word', role, me: 0, extra: '' });
  return [...named];
}

/** The input for callers who are refused before the server reads it. */
const asAdmin = () => ({ word: 'word', role: 'admin', me: school.ids.admin, extra: missing.self }) as const;

let words = 0;
const newWord = () => `w${(words += 1)}`;

/** The extra rows that this call needs. Making them is not recorded. */
async function extraOf(...asked: Parameters<typeof makeExtra>): Promise<Extra> {
  const made = await makeExtra(...asked);
  await noted();
  return made;
}

/** The answer without the words of the input, which it may repeat and seal. Nothing else in it may differ. */
function withoutWords({ text, headers, ...sent }: HttpAnswer, from: Objects): HttpAnswer {
  const texts = Object.entries({ ...from, name: nameIn(from.email) }).filter(
    ([, value]) => typeof value === 'string',
  );
  const plain = texts
    .reduce((all, [key, value]) => all.replaceAll(String(value), `<${key}>`), text)
    .replace(/"digest":"[^"]+"/, '"digest":"<digest>"');
  return { ...sent, text: plain, headers: { ...headers, 'content-length': plain.length } };
}

test('the application answers the calls of the contract and these addresses', () => {
  const ofContract = cases.flatMap(({ call }) =>
    methodsOf(call).map((method) => `${method} /api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  const besides = [
    'GET /api/health',
    'GET /api/health/all',
    'HEAD /api/health',
    'HEAD /api/health/all',
    'GET /.well-known/security.txt',
    'HEAD /.well-known/security.txt',
    'GET /api/openapi.json',
    'HEAD /api/openapi.json',
    'GET /api/docs',
    'HEAD /api/docs',
    // Files, by a key that cannot be guessed or a signed link.
    'GET /files/:key',
    'HEAD /files/:key',
    // The provider's logo as icons.
    'GET /files/icons/:icon/:key',
    'HEAD /files/icons/:icon/:key',
    'PUT /files/upload/:id',
    // Metrics, for this machine or for callers with the token.
    'GET /metrics',
    // Calendars, by a secret address.
    'GET /calendar/:file',
    'HEAD /calendar/:file',
    // Pages of students and guardians, by a secret address.
    'GET /me/:secret',
    'HEAD /me/:secret',
    'GET /me/:secret/meeting.ics',
    'HEAD /me/:secret/meeting.ics',
    ...[
      'code',
      'open',
      'absent',
      'coming',
      'reply',
      'correct',
      'answer',
      'consent',
      'settings',
      'language',
      'homework',
      'test',
      'retest',
      'place',
      'receipt',
      'certificate',
      'transcript',
      'wish',
      'forget',
      'pay',
    ].map((action) => `POST /me/:secret/${action}`),
    // Where a payment service sends its payer, and its messages.
    'GET /me/paid/:reference',
    'HEAD /me/paid/:reference',
    'POST /hooks/razorpay',
    'POST /hooks/stripe',
    // What stands on the paper of a certificate.
    'GET /verify/:id',
    'HEAD /verify/:id',
    // The catalogue, for everybody once it is open.
    'GET /courses-open',
    'HEAD /courses-open',
    'GET /courses-open/:slug',
    'HEAD /courses-open/:slug',
    // Registration by families, for everybody once it is open.
    'GET /register/:slug',
    'HEAD /register/:slug',
    'POST /register/:slug',
    // Where mails of a topic are switched off, by a signed address.
    'GET /me/refuse/:person/:told/:signature',
    'HEAD /me/refuse/:person/:told/:signature',
    'POST /me/refuse/:person/:told/:signature',
    'POST /me/:secret/mine',
    'GET /me/stop/:topic/:id/:signature',
    'HEAD /me/stop/:topic/:id/:signature',
    'POST /me/stop/:topic/:id/:signature',
    // The files of the portal.
    'GET /*',
    'HEAD /*',
  ];
  expect(routes.toSorted()).toEqual([...ofContract, ...besides].toSorted());
});

describe.skipIf(isSecond)('people who are not signed in', () => {
  test.each(cases.filter(({ line }) => line !== 'anyone'))('does not get to $name', async (each) => {
    const { name, call, line, turn } = each;
    const input = samples[name].input(school.own, asAdmin());
    const revoked = await plant.session(school.ids.admin, 'admin');
    await run(db)`delete from sessions where token_hash = ${hashToken(revoked)}`;
    for (const method of inTurn(methodsOf(call), Math.floor(turn / 4))) {
      const tokens = {
        'half a token': 's_half',
        'an unknown token': newToken(),
        'a revoked token': revoked,
      };
      const expired = await plant.session(school.ids.admin, 'admin', '-1 second');
      await noted();
      for (const [who, token] of [
        ['nobody', null] as const,
        ...inTurn(Object.entries(tokens), turn),
        ['an expired token', expired] as const,
      ]) {
        const sent = await send(call, input, { token, method });
        expect([who, sent.status, Object.keys(JSON.parse(sent.text))]).toEqual([
          who,
          401,
          ['status', 'message', 'request_id', 'code'],
        ]);
      }
      // An expired session is deleted when it is used. A call for machines does not look up sessions.
      const ended = line.startsWith('key') ? [] : [{ table: 'sessions', action: 'DELETE' }];
      expect(await noted()).toEqual(ended);
    }
  });
});

describe.skipIf(isSecond)('people without screens', () => {
  test.each(cases.filter(isForPeople))('does not get to $name', async (each) => {
    const { name, call, turn } = each;
    const input = samples[name].input(school.own, asAdmin());
    const refused = portalRoles.filter((role) => rightsIn(each)[role] === undefined);
    const tokens = [
      ...refused.map((role) => [role, school.tokens[role]] as const),
      ...(name === 'accounts.logout' ? [] : inTurn(Object.entries(withoutScreens), turn)),
    ];
    const isDelete = /delete_(student|teacher|course_admin)$/.test(name);
    await noted();
    for (const [who, token] of tokens) {
      for (const method of inTurn(methodsOf(call), turn)) {
        const sent = await send(call, input, { token, method });
        const message = isDelete ? 'not allowed to delete' : 'not allowed';
        expect([who, sent.status, messageOf(sent)]).toEqual([who, 403, message]);
      }
    }
    expect(await noted()).toEqual([]);
  });

  test('can still sign out', async () => {
    const { call } = cases.find(({ name }) => name === 'accounts.logout')!;
    for (const token of Object.values(withoutScreens)) {
      expect((await send(call, {}, { token })).status).toBe(200);
      expect((await send(call, {}, { token })).status).toBe(401);
    }
  });
});

describe.skipIf(isSecond)('a second role, which people give themselves', () => {
  /** Holds that role as the second one, beside this main one. */
  const mainOf = { courseadmin: 'teacher', teacher: 'courseadmin' } as const;
  const sharing = allowed.flatMap(({ role, ...each }) =>
    role !== 'admin' && (each.reach === 'any' || each.call.mainRole !== undefined) ? [{ ...each, role }] : [],
  );

  test('is tried on what all courses share', () => {
    expect([...ownerless]).toEqual(expect.arrayContaining(['course_types', 'message_templates']));
    expect([...new Set(sharing.map(({ name }) => name))].toSorted()).toEqual([
      'accounts.invite',
      'courses.add_course_type',
      'courses.edit_course_type',
      'messages.delete_template',
      'messages.save_template',
      'people.get_all_teachers',
      'views.save_view',
    ]);
  });

  test.each(sharing)('$name is refused to a $role by second role', async ({ name, call, role }) => {
    const word = newWord();
    const person = await plant.person(`Second${word}`, mainOf[role]);
    await run(db)`update people set as_role = ${role} where id = ${person}`;
    const token = await plant.session(person, role);
    const extra = await extraOf(name, school, word, {
      self: school.tokens[role],
      stranger: school.tokens.admin,
    });
    const input = samples[name].input(ownOf(school, role), { word, role, me: person, extra: extra.own });
    for (const method of methodsOf(call)) {
      const sent = await send(call, input, { token, method });
      expect([sent.status, messageOf(sent)]).toEqual([403, 'not allowed']);
    }
    expect(await noted()).toEqual([]);
    // In the main role the same input is answered.
    expect((await send(call, input, { token: school.tokens[role] })).status).toBe(200);
  });
});

interface Compared {
  /** The object that is out of reach. */
  readonly key: keyof Objects | 'all' | 'extra';
  readonly foreign: unknown;
  readonly absent: unknown;
}

/** Pairs of inputs: the first names a row of other people, the second names a row that does not exist. */
function* pairsFor(
  { name, call, role, reach }: (typeof allowed)[number],
  word: string,
  extra: Extra,
): Generator<Compared> {
  const sample = samples[name];
  const { far, beside } = school;
  const own = ownOf(school, role);
  const given = { word, role, me: school.ids[role], extra: extra.own };
  const inputOf = (objects: Objects, more = extra.own) => sample.input(objects, { ...given, extra: more });
  const lost = (keys: readonly (keyof Objects)[]): Objects =>
    Object.assign({ ...own }, Object.fromEntries(keys.map((key) => [key, missing[key]])));

  const keys = keysNamed(sample, role);
  // Rows that belong to the whole provider are nobody else's.
  const shared = keys.filter((key) => far[key] === own[key]);
  const scoped = keys.filter(
    (key) => reach !== 'any' && sample.free?.includes(key) !== true && !shared.includes(key),
  );
  for (const key of keys) {
    const absent = inputOf(lost([key]));
    const foreign = scoped.includes(key) ? inputOf({ ...own, [key]: far[key] }) : absent;
    yield { key, foreign, absent };
  }
  if (scoped.length > 1) {
    yield { key: 'all', foreign: inputOf(far), absent: inputOf({ ...missing, ...pick(own, shared) }) };
  }

  // A colleague's class in the same course.
  const parted = scoped.filter((key) => beside[key] !== school.own[key]);
  if (role === 'teacher' && parted.length > 0) {
    yield {
      key: 'all',
      foreign: inputOf({ ...own, ...pick(beside, parted) }),
      absent: inputOf(lost(parted)),
    };
  }
  // 0 means all rows of the named person.
  const wide = pathParams(call.path).filter((param) => param !== call.subject);
  if (call.subject !== undefined && wide.length > 0 && scoped.length > 0) {
    const zeros = Object.fromEntries(wide.map((param) => [param, 0]));
    const ofAll = (teacher: number) => ({ ...Object(inputOf(own)), ...zeros, [call.subject!]: teacher });
    yield { key: 'all', foreign: ofAll(far.teacher), absent: ofAll(missing.teacher) };
  }
  if (extra.own === '') return;
  const isOpen = reach === 'any' && sample.isPrivate !== true;
  const absent = inputOf(own, extra.missing);
  yield { key: 'extra', foreign: isOpen ? absent : inputOf(own, extra.far), absent };
}

const pick = (objects: Objects, keys: readonly (keyof Objects)[]): Partial<Objects> =>
  Object.fromEntries(keys.map((key) => [key, objects[key]]));

describe.skipIf(isSecond)('a row out of reach reads like one that does not exist', () => {
  test.each(allowed)('$name as $role', async (each) => {
    const { name, call, role, turn } = each;
    const token = school.tokens[role];
    const { instead, free, asks } = samples[name];
    const word = newWord();
    const extra = await extraOf(name, school, word, { self: token, stranger: strangerTokens[role] });
    const pairs = [...pairsFor(each, word, extra)];
    const isForeign = ({ foreign, absent }: Compared) => foreign !== absent;
    const tried = [
      ...pairs.filter(isForeign),
      ...inTurn(
        pairs.filter((pair) => !isForeign(pair)),
        turn,
      ),
    ];
    for (const { key, foreign, absent } of tried) {
      for (const method of inTurn(methodsOf(call), turn)) {
        const first = await send(call, foreign, { token, method });
        const second = foreign === absent ? first : await send(call, absent, { token, method });
        const from = foreign === absent ? missing : school.far;
        expect([key, withoutWords(first, from)]).toEqual([key, withoutWords(second, missing)]);
        // With the text, so that a failure shows the answer.
        expect([key, first.status, first.text]).toEqual([key, instead?.[key] ?? 404, expect.any(String)]);
      }
      const asking = new Set(
        asks?.some((each) => each === key) === true ? ['access_requests', 'audit_entries', 'changes'] : [],
      );
      const changes = (await noted()).filter(({ table }) => !asking.has(table));
      if (!free?.some((each) => each === key)) expect([key, changes]).toEqual([key, []]);
    }
  });
});

describe('a caller who names somebody else as the actor', () => {
  const forgeries = allowed.flatMap((each) =>
    [...(each.call.actor ?? []), ...(each.role === 'admin' ? [] : (each.call.onBehalf ?? []))].map(
      (field) => ({ ...each, field }),
    ),
  );

  test.each(forgeries)('in $field of $name is refused as $role, and remembered', async (each) => {
    const { name, call, role, field } = each;
    const input = samples[name].input(ownOf(school, role), {
      word: 'word',
      role,
      me: school.ids[role],
      extra: missing.self,
    });
    const message = messages[call.refusal ?? 'not_allowed'];
    for (const somebody of [school.far.self, school.far.student, missing.self]) {
      await noted();
      const token = school.tokens[role];
      const sent = await send(call, { ...Object(input), [field]: somebody }, { token });
      expect([sent.status, messageOf(sent)]).toEqual([403, message]);
      expect(await noted()).toEqual([{ table: 'audit_entries', action: 'INSERT' }]);
    }
    const [last] = await many<object>(db)`
      select person_id, call, action, after from audit_entries order by id desc limit 1
    `;
    expect(last).toEqual({ person_id: school.ids[role], call: name, action: 'denied', after: { field } });
  });

  // Calls where the right of a role depends on the input.
  test.each([
    ['accounts.invite', 'courseadmin', { role: 'courseadmin' }],
    ['accounts.invite', 'courseadmin', { role: 'coordinator' }],
    ['accounts.act_as', 'courseadmin', { role: 'teacher' }],
    ['accounts.act_as', 'teacher', { role: 'courseadmin' }],
    ['mails.preview_mail', 'courseadmin', { kind: 'invite' }],
    ['mails.preview_mail', 'courseadmin', { kind: 'reset_code' }],
    ['files.begin', 'teacher', { kind: 'course_image' }],
    ['files.begin', 'teacher', { kind: 'glimpse_image' }],
    ['files.begin', 'teacher', { kind: 'event_image' }],
    ['files.begin', 'teacher', { kind: 'speaker_image' }],
    ['files.begin', 'teacher', { kind: 'topic_pdf', name: 'a.pdf', type: 'application/pdf' }],
    ['files.begin', 'teacher', { kind: 'homework_pdf', name: 'a.pdf', type: 'application/pdf' }],
  ] as const)('%s is refused to a %s who asks for %j', async (name, role, asked) => {
    const { call } = cases.find((each) => each.name === name)!;
    const input = samples[name].input(ownOf(school, role), {
      word: 'word',
      role,
      me: school.ids[role],
      extra: '',
    });
    await noted();
    const sent = await send(call, { ...Object(input), ...asked }, { token: school.tokens[role] });
    expect([sent.status, messageOf(sent)]).toEqual([403, 'not allowed']);
    expect(await noted()).toEqual([]);
  });
});

/**
 * These lists offer every teacher of the provider, because any of them may be associated with a course. They show the
 * name and nothing more.
 */
const directories: ReadonlySet<string> = new Set([
  'people.get_all_teachers',
  'people.get_teacher_bycourse',
  'assignments.add_teacher_to_class',
  'assignments.replace_teacher_to_class',
  'assignments.remove_teacher_from_class',
  'assignments.course_assign',
  'classes.update_class',
]);
const ofDirectory = /^\w+x(Teacher|Helper|Newcomer|Both|Head)$/;
/** A teacher of a course learns who else teaches it, and when. */
const ofColleagues = /^Beside\d+x(Teacher| Class)$/;

/** Names in an answer of rows that this role cannot reach. Rows that everybody shares have other names. */
function strangers({ text }: HttpAnswer, from: School, role: PortalRole, name: string): string[] {
  const near = from.ownWord;
  const beside = near.replace('Near', 'Beside');
  const isOwn = (row: string) => row.startsWith(near) || (role === 'courseadmin' && row.startsWith(beside));
  const isKnown = (row: string) =>
    (directories.has(name) && ofDirectory.test(row)) ||
    (['courses.get_single_course', 'tests.get_open_times'].includes(name) &&
      row.startsWith(beside) &&
      ofColleagues.test(row));
  const rows = [...text.matchAll(/(?:Near|Beside|Far)\d+x ?\w*/g)].map(([row]) => row);
  return [...new Set(rows)].filter((row) => !isOwn(row) && !isKnown(row));
}

/** What no teacher sees of a child: birthday, own number and address. */
const ofChild = ['2016-02-29', '9177006655', 'Childstreet', 'Childfloor', 'Childtown', 'Childstate', 'CH1LD'];

async function makeChild(student: number): Promise<void> {
  await run(db)`
    update people
    set dob = '2016-02-29', phone_number = '9177006655', address = 'Childstreet', address2 = 'Childfloor',
      city = 'Childtown', state = 'Childstate', pincode = 'CH1LD'
    where id = ${student}
  `;
  await run(db)`
    with guardian as (
      insert into people (email_id, main_role, first_name, phone_number)
      values ('parent@guardian.test', 'guardian', 'Parent', '+919812345678')
      returning id
    )
    insert into guardians (student_id, guardian_id) select ${student}, id from guardian
  `;
}

const namesStudents = ({ file, streamed }: Call, { text }: HttpAnswer) =>
  file === undefined && streamed !== true && /(?:Near|Beside|Far)\d+x(?:Student|Guest|Late)/.test(text);

/** The meter counts rows of people in an answer, and an answer about the person whom the input names. */
const isMetered = (call: Call, input: unknown, { text }: HttpAnswer) =>
  peopleIn(call, JSON.parse(text)) > 0 ||
  /"(?:student_id|user_id|teacher_id)":\d/.test(JSON.stringify(input));

/** Rows that go on after the session that made them: ways in, keys, links, schedules, invitations and addresses. */
const lasting: ReadonlySet<string> = new Set([
  'calendar_feeds',
  'code_apps',
  'contacts',
  'email_changes',
  'intake_keys',
  'intake_secrets',
  'invites',
  'messages',
  'openid_identities',
  'openid_services',
  'passkeys',
  'personal_devices',
  'personal_pages',
  'push_devices',
  'query_emails',
  'recovery_codes',
  'remember_tokens',
  'report_schedules',
  'reset_grants',
  'sessions',
]);
/** Calls that make such rows without a fresh proof, and why. */
const lastsWithoutProof: Readonly<Record<string, string>> = {
  'accounts.invite':
    'asks for one itself, except for a teacher, whom a course admin or an admin gives courses',
  'accounts.send_reset_link': 'leads to the mailbox of the account alone, and names who sent it',
  'intake.create_key': 'asks for the password itself, each time, and mails the other admins',
  'invitations.resend_invitation': 'goes to the address that was invited, and ends the links before it',
  'messages.send_message':
    'is the daily work, stands in Messages for all who may see it, and goes with its author',
  'myPage.give_link': 'opens nothing without a code from the mailbox behind it',
  'myPage.revoke_link': 'ends the link: its row says so',
  'people.update_colleague': 'a second number or address signs nobody in',
  'push.subscribe': 'asks for one itself for a device that is new, and mails its owner',
  'students.update_student': 'is the daily work, and an address opens a page only by a code that it got',
};

/** They end an enrolment because another one takes its place, or an invitation that nobody has taken up. */
const endsNobody = [
  'students.update_course_to_student',
  'classes.place_waiting',
  'registrations.decide',
  'placing.place',
  'invitations.revoke_invitation',
];

/** Whether this call has deleted somebody or ended an enrolment: read from the audit trail, and not from its name. */
async function hasEndedPeople(name: string): Promise<boolean> {
  const ended = await many(db)`
    select from audit_entries e
    where e.call = ${name} and e.table_name in ('people', 'enrolments')
      and (
        e.action = 'delete'
        or e.before ->> 'deleted_at' is null and e.after ->> 'deleted_at' is not null
        or e.before ->> 'ended_on' is null and e.after ->> 'ended_on' is not null
      )
  `;
  return ended.length > 0;
}

/** The caller comes with a secret that was mailed to the address. */
const provesAddress = new Set<string>(['accounts.registration', 'accounts.decide_email_change']);

async function countProved(): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as proved from mailboxes where proved_at is not null',
  );
  return rows[0].proved;
}

describe.skipIf(isAnsweredElsewhere)('a row within reach is answered', () => {
  test.each(allowed)('$name as $role', async (each) => {
    const { name, call, role, turn } = each;
    for (const method of inTurn(methodsOf(call), turn + portalRoles.indexOf(role))) {
      await undo();
      const token = school.tokens[role];
      const word = newWord();
      // An account admin reaches the far rows too.
      const extra = await extraOf(name, school, word, { self: token, stranger: school.tokens.admin });
      const input = samples[name].input(ownOf(school, role), {
        word,
        role,
        me: school.ids[role],
        extra: extra.own,
      });
      if (role === 'teacher') await makeChild(school.own.student);
      const actors = (call.actor ?? []).map((field) => [field, school.ids[role]]);
      const asked = actors.length > 0 ? { ...Object(input), ...Object.fromEntries(actors) } : input;
      await noted();
      const provedBefore = await countProved();
      const sent = await send(call, asked, { token, method });
      const failed = /"message":"failed"/;
      const wanted = samples[name].isGuess === true ? expect.any(String) : expect.not.stringMatching(failed);
      expect([sent.status, sent.text]).toEqual([200, wanted]);
      const changes = await noted();
      if (call.changes !== true) expect(changes).toEqual([]);
      else if (samples[name].mayBeIdle !== true) expect(changes).not.toEqual([]);
      if (call.stepUp !== true) {
        const made = changes.filter(({ table, action }) => action === 'INSERT' && lasting.has(table));
        // With the tables, so that a failure shows them.
        if (name in lastsWithoutProof) expect(made).not.toEqual([]);
        else expect(made).toEqual([]);
      }
      // Only the main role writes what belongs to no course and to no person.
      if (role !== 'admin' && !needsMainRole(call, role, asked)) {
        expect(changes.filter(({ table }) => ownerless.has(table))).toEqual([]);
      }
      // Whatever address a call writes: it counts for nobody until its reader has proved it.
      if (!provesAddress.has(name)) expect(await countProved()).toBeLessThanOrEqual(provedBefore);
      if (role !== 'admin') expect(strangers(sent, school, role, name)).toEqual([]);
      if (role === 'teacher') expect(ofChild.filter((text) => sent.text.includes(text))).toEqual([]);
      if (namesStudents(call, sent)) {
        expect(isMetered(call, asked, sent), 'the meter counts an answer that names a student').toBe(true);
      }
      if (await hasEndedPeople(name)) {
        expect([...askedCalls, ...endsNobody], 'a call that ends people needs a second person').toContain(
          name,
        );
      }
    }
  });

  test('and a course admin sees these of a child', async () => {
    await undo();
    await makeChild(school.own.student);
    const { call } = cases.find(({ name }) => name === 'students.get_single_student')!;
    const input = samples['students.get_single_student'].input(ownOf(school, 'courseadmin'), asAdmin());
    const { text } = await send(call, input, { token: school.tokens.courseadmin });
    expect(ofChild.filter((part) => !text.includes(part))).toEqual([]);
  });

  const wide = allowed.filter(({ call }) => call.subject !== undefined && pathParams(call.path).length > 1);
  test.each(wide)('$name as $role, all of it by 0', async ({ name, call, role }) => {
    const input = samples[name].input(ownOf(school, role), {
      word: 'word',
      role,
      me: school.ids[role],
      extra: '',
    });
    const zeros = pathParams(call.path).filter((param) => param !== call.subject);
    const asked = { ...Object(input), ...Object.fromEntries(zeros.map((param) => [param, 0])) };
    const sent = await send(call, asked, { token: school.tokens[role] });
    expect(sent.status).toBe(200);
    expect(sent.text).toContain(school.ownWord);
    if (role !== 'admin') expect(strangers(sent, school, role, name)).toEqual([]);
  });
});

/** Fields that name people, by email address or by id, in all spellings of the calls. */
const namesPeople = /^(?:email(?:_id)?|uid|(?:user|student|teacher|person|courseadmin)_ids?|user_id1)$/;

type Described = Readonly<Record<string, unknown>>;

/** The fields of an input that name people, such as `rows.*.email_id`, from the schema of the call. */
function personFields({ input }: Call): string[] {
  const found = new Set<string>();
  const walk = (schema: Described, trail: readonly string[]): void => {
    for (const [key, inner] of Object.entries((schema['properties'] as Described | undefined) ?? {})) {
      if (namesPeople.test(key)) found.add([...trail, key].join('.'));
      walk(inner as Described, [...trail, key]);
    }
    if (schema['items'] !== undefined) walk(schema['items'] as Described, [...trail, '*']);
    for (const kind of ['anyOf', 'oneOf', 'allOf']) {
      for (const inner of (schema[kind] as Described[] | undefined) ?? []) walk(inner, trail);
    }
  };
  walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), []);
  return [...found].toSorted();
}

/** The input with another person in that field, in every row of a list; null when the sample has no such field. */
function naming(input: unknown, [key = '', ...rest]: readonly string[], who: unknown): unknown {
  if (key === '*') {
    if (!Array.isArray(input) || input.length === 0) return null;
    const all = input.map((item: unknown) => naming(item, rest, who));
    return all.every((item) => item === null)
      ? null
      : all.map((item, index) => item ?? (input[index] as unknown));
  }
  if (typeof input !== 'object' || input === null || !(key in input)) return null;
  const inner = rest.length === 0 ? who : naming((input as Described)[key], rest, who);
  return inner === null ? null : { ...input, [key]: inner };
}

describe.skipIf(isSecond)('people out of reach, wherever a call can name them', () => {
  /** Account admins reach everybody, so they are left out. */
  const named = allowed
    .filter(({ role }) => role !== 'admin')
    .flatMap((each) => personFields(each.call).map((field) => ({ ...each, field })));

  /** Values for fields that no sample fills together with its other fields. */
  const answered = { row: 2, answer: 'same', user_id: missing.student };
  const ofMessages = ['preview_message', 'send_message', 'send_test', 'count_languages'].flatMap((name) =>
    Object.entries({
      user_ids: { user_ids: [missing.student] },
      teacher_ids: { teacher_ids: [missing.teacher] },
      'filter.list.teacher_id': { filter: { list: { course_status: 'all', teacher_id: missing.teacher } } },
      'filter.rows.*.student_id': {
        filter: {
          list: { course_status: 'all' },
          rows: [{ student_id: missing.student, course_id: missing.course }],
        },
      },
    }).map(([field, audience]) => [`messages.${name} audience.${field}`, { audience }] as const),
  );
  const instead: Readonly<Record<string, Described>> = {
    ...Object.fromEntries(ofMessages),
    'dashboards.get_today_kind filter.teacher_id': { filter: { teacher_id: missing.teacher } },
    'audit.get_timeline person_id': { course_id: '' },
    'reports.add_report report.student_id': { report: { list: 'payments', student_id: missing.student } },
    'reports.add_report report.teacher_id': { report: { list: 'students', teacher_id: missing.teacher } },
    // The version of the time before.
    'courses.edit_course_by_courseadmin email_id': { version: undefined },
    'registrations.decide user_id': { decision: 'same', user_id: missing.student },
    'students.add_student user_id': { answer: 'same', user_id: missing.student },
    'studentImport.students_preview answers.*.user_id': { answers: [answered] },
    'studentImport.students answers.*.user_id': { answers: [answered] },
    'bring.bring_preview answers.*.user_id': { answers: [answered] },
    'bring.bring_files answers.*.user_id': { answers: [answered] },
    'paymentUpload.payments resolutions.*.student_id': {
      resolutions: [{ row: 2, student_id: missing.student }],
    },
  };
  /**
   * Any course admin may associate any teacher. Only that may change, and the answer shows no more than the directory.
   */
  const mayAssociate: ReadonlySet<string> = new Set(['assignments.course_assign']);
  /**
   * Says of an email address that it has an account, at most thirty times an hour. Otherwise the person who invites
   * would wait for ever.
   */
  const saysTaken: ReadonlySet<string> = new Set(['accounts.invite']);

  test('are tried in every such call', () => {
    const calls = new Set(named.map(({ name }) => name));
    for (const name of [
      'studentImport.students_preview',
      'studentImport.students',
      'events.add_student_to_event',
    ] as const) {
      expect(calls).toContain(name);
    }
    expect(calls.size).toBeGreaterThan(25);
  });

  test.each(named)('$field of $name as $role tells and changes nothing of them', async (each) => {
    const { name, call, role, field, turn } = each;
    const farWord = school.ownWord.replace('Near', 'Far');
    const ids = [school.far.student, school.far.teacher, school.far.courseadmin, school.far.newcomer];
    const secret = { phone: '9000012345', city: `${farWord} Secret Town`, dob: '1987-06-05' };
    await run(db)`
      update people set phone_number = ${secret.phone}, city = ${secret.city}, dob = ${secret.dob}
      where id = any(${ids}::bigint[])
    `;
    const rowsOfThem = async () =>
      (
        await many<{ row: unknown }>(db)`
          select to_jsonb(p) as row from people p where p.id = any(${ids}::bigint[])
          union all select to_jsonb(e) from enrolments e where e.student_id = any(${ids}::bigint[])
          union all select to_jsonb(r) from event_registrations r where r.student_id = any(${ids}::bigint[])
          union all select to_jsonb(a) from attendance a where a.student_id = any(${ids}::bigint[])
          union all select to_jsonb(m) from payments m where m.student_id = any(${ids}::bigint[])
          union all select to_jsonb(t) from slot_teachers t where t.teacher_id = any(${ids}::bigint[])
          union all select to_jsonb(ct) from course_teachers ct
          where ct.teacher_id = any(${ids}::bigint[]) and not ${mayAssociate.has(name)}::boolean
        `
      )
        .map(({ row }) => JSON.stringify(row))
        .toSorted();

    const isAddress = /email/.test(field);
    const addresses = ['student', 'teacher', 'head', 'nobody'].map(
      (who) => `${farWord.toLowerCase()}${who}@office.test`,
    );
    const before = await rowsOfThem();
    const answers: string[] = [];
    // Answers about addresses are compared with one another.
    const [first, ...others] = isAddress ? addresses : ids;
    for (const who of [first!, ...inTurn(others, turn)]) {
      const word = newWord();
      const token = school.tokens[role];
      const extra = await extraOf(name, school, word, { self: token, stranger: school.tokens.admin });
      const sample = samples[name].input(ownOf(school, role), {
        word,
        role,
        me: school.ids[role],
        extra: extra.own,
      });
      const input = naming(
        Array.isArray(sample) ? sample : { ...sample, ...instead[`${name} ${field}`] },
        field.split('.'),
        who,
      );
      // This fails for a field of people that the sample leaves out: fill it there.
      expect([name, field, input]).toEqual([name, field, expect.anything()]);
      const sent = await send(call, input, { token });
      expect(sent.status).toBeLessThan(500);
      if (!isAddress) expect([who, strangers(sent, school, role, name)]).toEqual([who, []]);
      for (const value of Object.values(secret))
        expect([who, sent.text]).not.toEqual([who, expect.stringContaining(value)]);
      answers.push(
        sent.text
          .replaceAll(String(who), '<who>')
          .replaceAll(word, '<word>')
          // Each payment of the sample adds to the credit of its student.
          .replaceAll(/"(credit|digest|id|import_id|request_id|version)":("[^"]*"|\d+)/g, '"$1":0'),
      );
    }
    expect(await rowsOfThem()).toEqual(before);
    if (isAddress && !saysTaken.has(name)) for (const answer of answers) expect(answer).toBe(answers[0]);
  });
});

describe('calls for anyone', () => {
  test.each(cases.filter(({ line }) => line === 'anyone'))('$name needs no sign-in', async (each) => {
    const { name, call } = each;
    for (const token of [null, newToken(), school.tokens.teacher]) {
      const word = newWord();
      const extra = await extraOf(name, school, word, { self: '', stranger: '' });
      const input = samples[name].input(school.own, { ...asAdmin(), word, extra: extra.own });
      expect((await send(call, input, { token })).status).toBe(200);
    }
  });
});

describe('calls for machines', () => {
  const byKey = cases.flatMap((each) => {
    const scope = intakeScopes.find((known) => each.line === `key ${known}`);
    return scope === undefined ? [] : [{ ...each, scope }];
  });
  const other = (scope: IntakeScope) => intakeScopes.find((each) => each !== scope)!;

  const signed = ({ call }: Case, { id, hash }: PlantedKey, input: unknown): Record<string, string> => {
    if (call.signed !== true) return {};
    const seconds = Math.floor(Date.now() / 1000);
    const signature = signatureOf(
      derivedSecretOf(config.secretKey, { id, hash }),
      seconds,
      JSON.stringify(input),
    );
    return { 'gurukul-signature': `t=${seconds},v1=${signature}` };
  };
  const asKey = (each: Case, key: PlantedKey, input: unknown) => {
    const asked = each.call.signed === true ? { ...Object(input), key_id: key.id } : input;
    const token = each.call.signed === true ? null : key.key;
    return send(each.call, asked, { token, headers: signed(each, key, asked) });
  };

  test.each(byKey)('$name is for keys of $scope alone', async (each) => {
    const { name, scope } = each;
    const input = samples[name].input(school.own, asAdmin());
    const revoked = await plant.intakeKey(school.ids.admin, scope);
    await run(db)`update intake_keys set revoked_at = now() where id = ${revoked.id}`;
    await noted();
    for (const role of portalRoles) {
      expect((await send(each.call, input, { token: school.tokens[role] })).status).toBe(401);
    }
    expect((await asKey(each, revoked, input)).status).toBe(401);
    const wrong = await asKey(each, school.keys[other(scope)], input);
    expect([wrong.status, messageOf(wrong)]).toEqual([403, 'not allowed']);
    expect(await noted()).toEqual([]);
  });

  test.each(byKey)('$name takes the input of a key of $scope, and no file of another key', async (each) => {
    const { name, scope } = each;
    const key = school.keys[scope];
    const stranger = await plant.intakeKey(school.ids.admin, scope);
    const word = newWord();
    const extra = await extraOf(name, school, word, { self: key.key, stranger: stranger.key });
    const inputOf = (more: string | number) =>
      samples[name].input(school.own, { word, role: 'admin', me: key.id, extra: more });
    if (extra.own !== '') {
      const [foreign, absent] = [
        await asKey(each, key, inputOf(extra.far)),
        await asKey(each, key, inputOf(extra.missing)),
      ];
      expect(foreign).toEqual(absent);
      expect([foreign.status, foreign.text]).toEqual([
        samples[name].instead?.extra ?? 404,
        expect.stringMatching(/"status":404|"rejected":1/),
      ]);
      expect(await noted()).toEqual([]);
    }
    const sent = await asKey(each, key, inputOf(extra.own));
    expect([sent.status, sent.text]).toEqual([200, expect.not.stringContaining('"rejected":1')]);
    expect(await noted()).not.toEqual([]);
  });
});
