import { read as readSheet, utils as sheets } from '@e965/xlsx';
import { calls } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { intakeScopes } from '@gurukul/contract/shared/calls/intake-scopes';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { authority } from '@gurukul/contract/test/authority';
import type { LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sendOneReport } from '../features/reports/look.ts';
import { makeFile } from '../features/reports/make-file.ts';
import { places } from '../features/privacy/places.ts';
import { myPageLink } from '../channels/mail/my-page-link.ts';
import { createSeal } from '../seal.ts';
import type { ReportMailData } from '../channels/mail/templates/report.ts';
import { addressOf, queryOf, testApp, testSecretKey } from '../test/app.ts';
import { openMailer } from '../test/mailer.ts';
import { samples } from '../test/call-samples.ts';
import { mark, marksIn, numberMark, plantMarkedSchool } from '../test/marked-school.ts';
import type { Fact } from '../test/marked-school.ts';
import { challengeIn, cookieIn, pageReaders } from '../test/page-readers.ts';
import { linesOfPdf } from '../test/pdf-text.ts';
import { missing, planter } from '../test/planted-school.ts';
import type { Objects } from '../test/planted-school.ts';
import { rehearse } from '../test/rehearsal.ts';
import type { Rehearsal } from '../test/rehearsal.ts';
import { many, one, run } from '../test/rows.ts';
import { extraMaker } from '../test/sample-extras.ts';
import { addEnrolment, dayFromToday } from '../test/small-school.ts';

// Every fact of a family has a mark, and every way by which an answer, a page, a file, a mail or a line of the log can
// leave is walked by people who may not see it. Who may see what is written here from docs/security.md and
// docs/privacy.md, not from the code.

const isFull = process.env['PROOF'] === 'full';

let log = '';
let rehearsal: Rehearsal | undefined;
const server = await testApp({
  database: 'empty',
  poolOf: (pool: pg.Pool) => (rehearsal = rehearse(pool)).pool,
  logTo: (line) => (log += line),
});
const { app } = server;
const { pool: db, undo, close } = rehearsal!;
afterAll(close);
const plant = planter(db);
const makeExtra = extraMaker(server, plant);
const seal = createSeal(testSecretKey);
const marked = await plantMarkedSchool(server, plant);
const { school, facts, mother, father, aunt } = marked;

// ---- Who may see what

type Sees = (fact: Fact) => boolean;

/** Any course admin may associate any teacher, and sees these of all of them. */
const directory = /^colleagues\.(?:first_name|last_name|email_id)$/;

/** What a teacher of a course is shown of those who teach its other classes. */
const ofColleagues =
  /^colleagues\.(?:first_name|last_name|email_id|description|work_status)$|^classes\.class_name$/;
/** What the whole provider shares. */
const ofProvider = /^(?:course_types|query_types|openid_services|provider|questions)\./;
/** Of a person of the staff, for them and account admins. */
const ofAccount = /^(?:sessions|known_browsers|saved_views|report_schedules)\./;
/** The course itself, which everybody in it may see. */
const ofCourse =
  /^(?:courses|classes|class_slots|meetings|days_off|events|event_speakers|topics|glimpses|course_types|messages|test_portions)\./;
/** What a teacher sees of the students of their classes. Of a child less: see below. */
const ofPupils = new RegExp(
  `^(?:${[
    String.raw`people\.(?:first_name|last_name|email_id|phone_number|description|student_level_status|city|state|other_names)`,
    'homework',
    'answers',
    'tests',
    'display_names',
    String.raw`cover_requests\.reason`,
  ].join('|')})`,
);
/** Never of a child to a teacher. */
const ofChildren = /^people\.(?:email_id|phone_number|city|state|dob)/;

const isChild = (about: number | null) => about === school.own.student;
const sees: Readonly<Record<PortalRole, Sees>> = {
  admin: () => true,
  courseadmin: ({ place, world, about }) => {
    if (ofAccount.test(place)) return about === school.ids.courseadmin;
    if (world === 'near' || world === 'beside' || ofProvider.test(place)) return true;
    return directory.test(place);
  },
  teacher: ({ place, world, about, kind }) => {
    if (place.endsWith(' before')) return false;
    if (about === school.ids.teacher || ofProvider.test(place)) return true;
    if (world === 'beside') return ofColleagues.test(place);
    if (world !== 'near') return false;
    if (ofAccount.test(place)) return false;
    if (ofCourse.test(place) || ofColleagues.test(place)) return true;
    if (place === 'notes.body') return kind === 'teachers';
    if (place === 'cases.reason') return kind !== 'open_balance';
    // For a child the number and address of the first guardian who may see them.
    if (kind === 'guardian')
      return about === mother.id && /first_name|last_name|phone_number|email_id/.test(place);
    if (ofPupils.test(place)) return !(isChild(about) && ofChildren.test(place));
    return false;
  },
};

/** Who tests each student. */
const examinersOf = new Map(
  (
    await many<{ student_id: number; examiners: (number | null)[] }>(db)`
      select student_id, array_agg(examiner_id) as examiners from tests group by student_id
    `
  ).map(({ student_id: id, examiners }) => [id, examiners] as const),
);

/** What somebody behind a mailbox sees: the students behind it, their courses, and where their tests are joined. */
const family =
  (...people: readonly number[]): Sees =>
  ({ place, about }) =>
    !place.endsWith(' before') &&
    ((about !== null &&
      people.includes(about) &&
      !/^(?:notes|cases|duplicate_pairs|access_requests|mails)\./.test(place)) ||
      ofCourse.test(place) ||
      directory.test(place) ||
      (place === 'test_hours.join_link' && people.some((id) => examinersOf.get(id)?.includes(about))) ||
      place.startsWith('receipts.'));

const nothing: Sees = () => false;

const addressOfPerson = new Map(
  (
    await many<{ id: number; email_id: string; main_role: string }>(db)`
      select id, email_id, main_role from people
    `
  ).map((person) => [person.email_id, person] as const),
);

const mailboxOf = (id: number) => [...addressOfPerson].find(([, person]) => person.id === id)?.[0] ?? '';

const payer = 'payer@office.test';

/** What the reader of a mail may see. */
function seenAt(recipient: string): Sees {
  const person = addressOfPerson.get(recipient);
  if (person === undefined) {
    // Who paid, at the address that the office wrote on the payment, reads for whom and for which course.
    const paid = recipient === payer ? /^people\.(?:first_name|last_name)|^courses\.course_name/ : null;
    return ({ place, world }) =>
      directory.test(place) || ofProvider.test(place) || (world === 'near' && paid?.test(place) === true);
  }
  if (person.id === mother.id) return family(mother.id, school.own.student, school.far.student);
  if (person.id === aunt.id) return family(aunt.id, school.own.student);
  const role = portalRoles.find((each) => each === person.main_role);
  if (role === undefined) return family(person.id);
  return (fact) => directory.test(fact.place) || ofCourse.test(fact.place) || sees[role](fact);
}

// ---- Reading

interface Sighting {
  readonly way: string;
  readonly text: string;
  readonly facts: readonly Fact[];
}

/** The marks in a text that its reader did not write themselves. */
function seenIn(way: string, text: string, input: unknown = ''): Sighting[] {
  const given = new Set(marksIn(JSON.stringify(input)));
  return [...new Set(marksIn(text))]
    .filter((each) => !given.has(each) && facts.has(each))
    .map((each) => ({ way, text: each, facts: facts.get(each)! }));
}

/** The way, the fact and whose it is, once each. */
const leaks = (seen: readonly Sighting[], may: Sees): string[] => [
  ...new Set(
    seen
      .filter((each) => !each.facts.some(may))
      .map(({ way, facts: [fact] }) => `${way} tells ${fact!.world} ${fact!.place} ${fact!.kind}`),
  ),
];

/** What a reader sees of an answer: the file opened, the lines of a calendar joined, and the headers. */
function readable({ rawPayload, body, headers }: LightMyRequestResponse): string {
  const type = headers['content-type'] ?? '';
  const { date: _, 'x-request-id': id, ...rest } = headers;
  const head = JSON.stringify(rest);
  if (type.includes('spreadsheetml')) {
    const { Sheets } = readSheet(rawPayload);
    return (
      head +
      Object.values(Sheets)
        .map((sheet) => sheets.sheet_to_csv(sheet))
        .join('\n')
    );
  }
  if (type.includes('pdf')) return head + linesOfPdf(rawPayload).join('\n');
  if (type.includes('calendar')) return head + body.replaceAll(/\r?\n[ \t]/g, '');
  return head + body.replaceAll(String(id), '<id>');
}

const lastMail = async () =>
  (await one<{ id: string }>(db)`select coalesce(max(id), 0)::text as id from mails`).id;

/** The mails since then, opened. */
async function mailsAfter(id: string): Promise<{ recipient: string; kind: string; data: unknown }[]> {
  const rows = await many<{ recipient: string; kind: string; sealed: string; dedupe_key: string }>(db)`
    select recipient, kind, sealed, dedupe_key from mails where id > ${id} and sealed is not null
  `;
  return rows.map(({ recipient, kind, sealed, dedupe_key }) => ({
    recipient,
    kind,
    data: seal.open(sealed, dedupe_key),
  }));
}

const mailLeaks = async (way: string, since: string, input: unknown = '') =>
  (await mailsAfter(since)).flatMap(({ recipient, kind, data }) =>
    leaks(
      seenIn(`the mail ${kind} to ${recipient} after ${way}`, JSON.stringify(data), input),
      seenAt(recipient),
    ),
  );

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function send(call: Call, input: unknown, token: string | null): Promise<Answered> {
  const response = await app.inject({
    method: call.method,
    url: addressOf(call, input),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(call.method === 'GET' ? { query: queryOf(call, input) } : { payload: input as object }),
  });
  return { status: response.statusCode, text: readable(response) };
}

const get = async (url: string, headers: Record<string, string> = {}): Promise<Answered> => {
  const response = await app.inject({ method: 'GET', url, headers });
  return { status: response.statusCode, text: readable(response) };
};

const cases = calls().map((each) => ({ ...each, line: authority[each.name] }));
const callOf = (name: CallName) => cases.find((each) => each.name === name)!.call;
const mayCall = (line: string, role: PortalRole) =>
  line.split(', ').some((part) => part.startsWith(`${role} `));

let words = 0;

/** The short form takes every second of a list, the others at the next call. */
const someOf = <T>(all: readonly T[]): readonly T[] =>
  isFull ? all : all.filter((_, at) => at % 2 === words % 2);

const fieldsOf = ({ input }: Call) =>
  z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {};

/** The columns by which a list can be sorted. */
const sortsOf = (call: Call): string[] => {
  const pattern = JSON.stringify(fieldsOf(call)['sort'] ?? '').match(/"pattern":"([^"]+)"/)?.[1] ?? '';
  return [...pattern.matchAll(/[a-z_]{2,}/g)].map(([column]) => column);
};

/** The inputs of a call: of own rows, of foreign ones, in every format, and with a search for any mark. */
async function inputsOf(name: CallName, role: PortalRole): Promise<[string, object][]> {
  const token = school.tokens[role];
  const word = `w${(words += 1)}`;
  const own: Objects = { ...school.own, self: school.ids[role] };
  const far: Objects = { ...school.far, self: school.far.courseadmin };
  const extra = await makeExtra(name, school, word, { self: token, stranger: school.tokens.admin });
  const inputOf = (objects: Objects, more: string | number) =>
    samples[name].input(objects, { word, role, me: school.ids[role], extra: more });
  const plain = inputOf(own, extra.own);
  const inputs: [string, object][] = [
    ['own rows', plain],
    ['far rows', inputOf(far, extra.far)],
  ];
  if ('format' in plain) inputs.push(['own rows as xlsx', { ...plain, format: 'xlsx' }]);
  const known = fieldsOf(callOf(name));
  for (const field of ['search', 'text'].filter((each) => each in known)) {
    inputs.push(
      ...someOf<[string, object]>([
        ['a search for any word', { ...plain, [field]: mark }],
        ['a search for any number', { ...plain, [field]: numberMark }],
      ]),
    );
  }
  if (isFull) {
    // matrix.test.ts compares each of these with a row that does not exist.
    for (const key of Object.keys(missing) as (keyof Objects)[]) {
      inputs.push([`the far ${key}`, inputOf({ ...own, [key]: far[key] }, extra.own)]);
    }
  }
  return inputs;
}

// ---- Before the first rehearsal: pages, whose codes leave by real mails

const mailer = await openMailer(server);
const readers = pageReaders(server, { course: school.own.course, group: school.own.class });
const pageAt = async (mailbox: string) => {
  const device = await readers.confirmed(mailbox);
  const calendar = await get(`${device.url}/meeting.ics`, { cookie: device.cookie });
  return { url: device.url, text: device.page.text + calendar.text };
};
const pages = { mother: await pageAt(mother.mailbox), aunt: await pageAt(aunt.mailbox) };
const linkOfFather = await readers.linkOf(father.mailbox);

/** No mark of anybody stands in the log, whatever was asked. */
const expectSilence = () => expect(seenIn('the log', log)).toEqual([]);

// ---- The walks

describe('every fact has a mark', () => {
  test('in every table about people, in every column that takes one', async () => {
    /** No row of these tells anything but a secret, its hash, or the time of an action. */
    const secrets = new Set([
      'calendar_feeds',
      'code_apps',
      'factor_challenges',
      'kept_mails',
      'personal_pages',
      'push_devices',
      'recovery_codes',
      // Of families whose mailbox is not proved, for a day.
      'registration_forms',
      'remember_tokens',
      'reset_challenges',
      'reset_grants',
      'security_entries',
    ]);
    /** Of the office alone, which walks here as nobody. */
    const ofOffice = new Set(['asked_deeds', 'checks', 'invites', 'volunteers']);
    const empty = new Set(marked.unplanted);
    const unplanted = places
      .map(({ table }) => table)
      .filter((table) => empty.has(table) && !secrets.has(table) && !ofOffice.has(table));
    expect(unplanted).toEqual([]);
    // A column that takes no mark has a list or a form of its values.
    const checked = await many<{ name: string }>(db)`
      select distinct k.conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'c' and pg_get_constraintdef(k.oid) ~ 'ANY \\(ARRAY|<@ ARRAY|= ''|~ ''|timezone'
    `;
    const closed = new Set(checked.map(({ name }) => name));
    expect(marked.unmarked.filter((column) => !closed.has(column))).toEqual([]);
  });

  test('and somebody who may see it has seen it', async () => {
    await undo();
    const token = school.tokens.admin;
    const read = new Set<string>();
    const note = (text: string) => seenIn('', text).forEach((each) => read.add(each.text));
    for (const { text } of Object.values(pages)) note(text);
    for (const { name, call } of cases.filter(
      ({ line, call }) => mayCall(line, 'admin') && call.changes !== true,
    )) {
      for (const objects of [school.own, school.beside, school.far]) {
        const given = { word: 'w', role: 'admin', me: school.ids.admin, extra: '' } as const;
        const input = samples[name].input({ ...objects, self: objects.courseadmin }, given);
        note((await send(call, 'pageSize' in input ? { ...input, pageSize: 99 } : input, token)).text);
      }
    }
    const everybody = await many<{ id: number }>(db)`select id from people`;
    for (const { id } of everybody)
      note((await send(callOf('privacy.export_person'), { user_id: id }, token)).text);
    const unread = new Set<string>();
    const known = new Set<string>();
    for (const [text, all] of facts) {
      for (const { place, world } of all) {
        if (place.endsWith(' before') || !places.some(({ table }) => place.startsWith(`${table}.`))) continue;
        (read.has(text) ? known : unread).add(`${place} ${world}`);
      }
    }
    // These are shown as a word of the portal: the name of the browser, the kind of the failure.
    const never = /^(?:sessions\.agent|known_browsers\.agent|mails\.failure|mails\.bounce) /;
    expect([...unread].filter((each) => !known.has(each) && !never.test(each))).toEqual([]);
    const before = [...facts].filter(
      ([text, all]) => read.has(text) && all.some(({ place }) => place.endsWith(' before')),
    );
    expect(before.length).toBeGreaterThan(100);
  });
});

describe('a person of the staff learns no foreign fact by any call', () => {
  test.each(['courseadmin', 'teacher'] as const)(
    'as %s',
    async (role) => {
      const found: string[] = [];
      for (const { name, call } of cases.filter(({ line }) => mayCall(line, role))) {
        await undo();
        for (const [which, input] of await inputsOf(name, role)) {
          const since = await lastMail();
          const { status, text } = await send(call, input, school.tokens[role]);
          const way = `${name} with ${which} as ${role}`;
          found.push(...leaks(seenIn(way, text, input), sees[role]), ...(await mailLeaks(way, since, input)));
          if (status >= 500) found.push(`${way} answers ${status}`);
        }
      }
      expect(found).toEqual([]);
      expectSilence();
    },
    120_000,
  );

  // A count, an order, a tag or the words of a refusal can tell a fact without naming it.
  test.each(['courseadmin', 'teacher'] as const)(
    'nor by anything that changes with it, as %s',
    async (role) => {
      await undo();
      const asked: [string, Call, object][] = [];
      const reads = cases.filter((each) => mayCall(each.line, role) && each.call.changes !== true);
      // A call that both roles may make is asked by one of them in the short form.
      const isTurn = ({ line }: (typeof cases)[number], at: number) =>
        isFull || !mayCall(line, 'teacher') || (at % 2 === 0) === (role === 'teacher');
      for (const { name, call } of reads.filter((each, at) => isTurn(each, at))) {
        const inputs = await inputsOf(name, role);
        for (const column of someOf(sortsOf(call)))
          inputs.push([`the order of ${column}`, { ...inputs[0]![1], sort: column }]);
        for (const [which, input] of inputs) asked.push([`${name} with ${which}`, call, input]);
      }
      const answers = async (token: string) => {
        const all: string[] = [];
        for (const [, call, input] of asked) all.push(steady((await send(call, input, token)).text));
        return all;
      };
      const before = await answers(school.tokens[role]);
      // A name of a colleague is in the directory.
      const shown: Sees = (fact) => sees[role](fact) || directory.test(fact.place);
      for (const change of marked.otherwise(shown)) await run(db)`${change}`;
      for (const name of ['Aaa', 'Mmm', 'Zzz']) {
        const student = await plant.person(name, 'student');
        await addEnrolment(db, { student, course: school.far.course, class: school.far.class });
        await run(db)`
        insert into charges (student_id, course_id, due_on, amount, currency)
        values (${student}, ${school.far.course}, '2026-01-05', 5000, 'INR')
      `;
      }
      const after = await answers(school.tokens[role]);
      const told = asked.flatMap(([way], at) =>
        before[at] === after[at] ? [] : [[way, difference(before[at]!, after[at]!)]],
      );
      expect(told).toEqual([]);
      // The same changes do show to those who may see them.
      const students = await send(
        callOf('students.get_all_students'),
        { course_status: 'all', page: 1, pageSize: 50 },
        school.tokens.admin,
      );
      expect(students.text).toMatch(/aaa\d+[^]*Mmm/i);
    },
    120_000,
  );

  test('nor on a page at an address that they have just written', async () => {
    const found: string[] = [];
    let tried = 0;
    const attacker = 'attacker@evil.test';
    const asMother = {
      guardian_id: mother.id,
      name: 'Mother',
      relation: 'mother',
      email_id: attacker,
      phone_number: '9876543212',
      may_see: true,
      pays: true,
    };
    const writing = cases.filter(({ line, call }) => mayCall(line, 'courseadmin') && call.changes === true);
    for (const { name, call } of writing) {
      const variants = [
        (plain: object) => withAddress(plain, attacker),
        (plain: object) => ('guardians' in plain ? { ...plain, guardians: [asMother] } : plain),
      ];
      for (const changed of variants) {
        await undo();
        const [[, plain]] = (await inputsOf(name, 'courseadmin')) as [[string, object]];
        const input = changed(plain);
        if (!JSON.stringify(input).includes(attacker)) continue;
        const since = await lastMail();
        const { status } = await send(call, input, school.tokens.courseadmin);
        if (status === 400) found.push(`${name} does not understand this test`);
        const given = await send(
          callOf('myPage.give_link'),
          { student_id: school.own.student, mailbox: attacker, send: true },
          school.tokens.courseadmin,
        );
        tried += 1;
        const ofOffice = /\/me\/[\w-]{43}/.exec(given.text)?.[0];
        const link = await myPageLink(db, server.config, attacker);
        const pathname = link === null ? ofOffice : new URL(link).pathname;
        if (pathname === undefined) continue;
        const asking = await readers.post(`${pathname}/code`, {});
        const mails = await mailsAfter(since);
        const code = mails.find(
          ({ kind, recipient }) => kind === 'my_page_code' && recipient === attacker,
        )?.data;
        const opening = {
          challenge: challengeIn(asking.text),
          code: String((code as { code?: string } | undefined)?.code),
        };
        const cookie = cookieIn(await readers.post(`${pathname}/open`, opening));
        const read = [await get(pathname, { cookie }), await get(`${pathname}/meeting.ics`, { cookie })];
        const way = `the page at an address written by ${name}`;
        found.push(...read.flatMap(({ text }) => leaks(seenIn(way, text, input), sees.courseadmin)));
      }
    }
    expect(tried).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });
});

describe('people without a session learn nothing', () => {
  test('by any call, address or key', async () => {
    await undo();
    const found: string[] = [];
    const feed = await send(callOf('calendar.create_feed'), {}, school.tokens.teacher);
    const calendar = new URL(/https?:[^"]+\.ics/.exec(feed.text)?.[0] ?? '').pathname;
    expect(leaks(seenIn('the calendar', (await get(calendar)).text), sees.teacher)).toEqual([]);
    expect(seenIn('the calendar', (await get(calendar)).text)).not.toEqual([]);
    await run(db)`
      update people set suspended_at = now() where id in (${school.ids.teacher}, ${school.ids.courseadmin})
    `;
    for (const { name, call, line } of cases) {
      const tokens = {
        nobody: null,
        'a suspended course admin': school.tokens.courseadmin,
        'a suspended teacher': school.tokens.teacher,
      };
      for (const [who, token] of someOf(Object.entries(tokens))) {
        const given = { word: `n${(words += 1)}`, role: 'admin', me: school.ids.admin, extra: 1 } as const;
        const input = samples[name].input({ ...school.own, self: school.ids.courseadmin }, given);
        const since = await lastMail();
        const { status, text } = await send(call, input, token);
        const way = `${name} as ${who}`;
        if (line !== 'anyone' && status !== 401) found.push(`${way} answers ${status}`);
        // The link in a mail that asks for a cover shows the class and the meeting.
        const may: Sees = name.startsWith('cover.')
          ? (fact) => ofCourse.test(fact.place) || directory.test(fact.place)
          : nothing;
        found.push(...leaks(seenIn(way, text, input), may), ...(await mailLeaks(way, since, input)));
      }
    }
    const besides = [
      '/api/health',
      '/api/health/all',
      '/api/openapi.json',
      '/api/docs',
      '/metrics',
      calendar,
      '/files/x.png',
      '/nowhere',
    ];
    for (const url of besides) found.push(...leaks(seenIn(url, (await get(url)).text), nothing));
    expect(found).toEqual([]);
    expectSilence();
  });

  test('with a key of any scope, besides what they sent', async () => {
    const found: string[] = [];
    for (const { name, call } of cases.filter(({ line }) => line.startsWith('key '))) {
      for (const scope of intakeScopes) {
        for (const objects of [school.own, school.far]) {
          await undo();
          const input = samples[name].input(objects, {
            word: `k${(words += 1)}`,
            role: 'admin',
            me: school.keys[scope].id,
            extra: 1,
          });
          const since = await lastMail();
          const { text } = await send(call, input, school.keys[scope].key);
          found.push(...leaks(seenIn(`${name} with a key of ${scope}`, text, input), nothing));
          found.push(...(await mailLeaks(`${name} with a key of ${scope}`, since, input)));
        }
      }
    }
    expect(found).toEqual([]);
    expectSilence();
  });

  test('with a forwarded link of a page, at any of its addresses', async () => {
    await undo();
    const { url } = pages.mother;
    const answers = [await get(url), await get(`${url}/meeting.ics`)];
    const actions = [
      'code',
      'open',
      'absent',
      'coming',
      'reply',
      'correct',
      'settings',
      'homework',
      'receipt',
      'forget',
    ];
    for (const action of actions) {
      const fields = { challenge: 'x', code: '123456', student: String(school.own.student), body: 'x' };
      const { status, text, headers } = await readers.post(`${url}/${action}`, fields);
      answers.push({ status, text: text + JSON.stringify(headers) });
    }
    expect(answers.flatMap(({ text }) => leaks(seenIn('a forwarded link', text), nothing))).toEqual([]);
    expectSilence();
  });
});

describe('a family sees its own alone', () => {
  test('on its page', () => {
    const ofMother = family(mother.id, school.own.student, school.far.student);
    expect(leaks(seenIn('the page of the mother', pages.mother.text), ofMother)).toEqual([]);
    const ofAunt = family(aunt.id, school.own.student);
    expect(leaks(seenIn('the page of the aunt', pages.aunt.text), ofAunt)).toEqual([]);
    // Only the mother has a child who is in the far course alone.
    const ofFarChild = ({ about, place }: Fact) =>
      about === school.far.student && place === 'people.last_name';
    const count = (text: string) => seenIn('', text).filter((each) => each.facts.some(ofFarChild)).length;
    expect([count(pages.mother.text), count(pages.aunt.text)]).toEqual([1, 0]);
  });

  test('and a guardian who may not see has none', () => {
    expect(linkOfFather).toBeNull();
  });
});

test('a report has what its receiver may see, and a suspended one gets none', async () => {
  await undo();
  const day = dayFromToday(0);
  const { course, class: group } = school.own;
  const lists = [
    { list: 'students', course_status: 'all', last_period: false },
    { list: 'payments', search: '', status: '', last_period: false },
    { list: 'attendance', course_id: course, class_id: group },
    { list: 'attendance', course_id: school.far.course, class_id: school.far.class },
  ];
  const fileOf = async (role: 'courseadmin' | 'teacher', report: object) => {
    const data = { receiver_id: school.ids[role], role, report, rhythm: 'monthly', day };
    return makeFile(db, data as unknown as ReportMailData);
  };
  const textOf = (file: Awaited<ReturnType<typeof fileOf>>) =>
    file === null || file.file === null
      ? ''
      : Object.values(readSheet(file.file.content).Sheets)
          .map((sheet) => sheets.sheet_to_csv(sheet))
          .join('\n');
  let read = '';
  for (const role of ['courseadmin', 'teacher'] as const) {
    for (const report of lists) {
      const text = textOf(await fileOf(role, report));
      expect(leaks(seenIn(`the report ${report.list} to a ${role}`, text), sees[role])).toEqual([]);
      read += text;
    }
  }
  expect(seenIn('', read)).not.toEqual([]);
  await run(db)`
    update people set suspended_at = now() where id in (${school.ids.teacher}, ${school.ids.courseadmin})
  `;
  await run(db)`update report_schedules set next_on = current_date - 1`;
  const since = await lastMail();
  while (await sendOneReport({ pool: db, mail: mailer, config: server.config })) {
    // The next one.
  }
  const gone = new Set([school.ids.teacher, school.ids.courseadmin].map((id) => mailboxOf(id)));
  expect((await mailsAfter(since)).filter(({ recipient }) => gone.has(recipient))).toEqual([]);
  for (const role of ['courseadmin', 'teacher'] as const) {
    for (const report of lists) expect(await fileOf(role, report)).toBeNull();
  }
});

/** Links and tokens that are new in every answer. */
const steady = (text: string): string =>
  text.replaceAll(/(?:expires|signature|token|digest|hash)=[\w%-]+/g, '');

/** The first difference, with what stands around it. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return `${one.slice(Math.max(0, at - 60), at + 60)} <> ${other.slice(Math.max(0, at - 60), at + 60)}`;
}

/** The input with that address in place of every other. */
function withAddress(input: unknown, address: string): object {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
    }
    return typeof value === 'string' && value.includes('@') ? address : value;
  };
  return replace(input) as object;
}
