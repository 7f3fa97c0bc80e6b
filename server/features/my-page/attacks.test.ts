import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import type { Device, Family } from '#server/test/page-readers.ts';
import { meetingIn, pageReaders } from '#server/test/page-readers.ts';
import { one, run } from '#server/test/rows.ts';
import { foundSchool } from '#server/test/small-school.ts';
import { actions } from './actions.ts';

/*
 * Every address of a page, under every attack, as the matrix of roles does for the calls. A form of the own family works
 * (so that the refusals mean something); with any other's id, device, token or link it changes nothing and tells
 * nothing.
 */

const server = await testApp({ database: 'empty' });
const { app, call, db } = server;
const { gita, veda, staff } = await foundSchool(db);
const readers = pageReaders(server, { course: gita.id, group: gita.morning });
const { newFamily, everything, get, confirmed } = readers;

type Fields = Readonly<Record<string, string>>;

async function topicOf(course: number): Promise<number> {
  const { id } = await one<{ id: number }>(db)`
    insert into topics (course_id, week_count, topic_name, homework)
    select c.id, (current_date - c.start_date) / 7 + 1, 'Chapter of ' || c.course_name, true
    from courses c where c.id = ${course}
    returning id
  `;
  return id;
}

async function receiptOf(student: number, course: number): Promise<number> {
  const { id } = await one<{ id: number }>(db)`
    insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
    values (${`pay ${student}`}, ${course}, ${student}, 'Payer', 'payer@office.test', 500, 'INR', 'success', now())
    returning id
  `;
  const issued = await call('receipts.issue_receipt', { payment_id: id }, { as: 'admin@office.test' });
  return issued.body.data.receipt_id;
}

/** Certificate of the student, who has finished the course. */
async function certificateOf(student: number, course: number): Promise<number> {
  await run(db)`
    update enrolments set registration_status = 'Completed' where student_id = ${student} and course_id = ${course}
  `;
  const order = { course_id: course, students: [{ student_id: student }] };
  const issued = await call('certificates.issue', order, { as: 'admin@office.test' });
  return issued.body.data.certificate_ids[0];
}

/** A portion to book, a booked test of another, and hours of the examiner. */
async function testsOf(student: number, course: number, examiner: number) {
  const portion = async (name: string) =>
    one<{ id: number }>(db)`
      insert into test_portions (course_id, name, position) values (${course}, ${name}, 1) returning id
    `;
  const [open, taken] = [await portion('Chapter 12'), await portion('Chapter 15')];
  await run(db)`
    insert into test_hours (course_id, examiner_id, starts_at, ends_at, minutes, offered_by)
    select ${course}, ${examiner}, day, day + interval '8 hours', 30, ${examiner}
    from (select date_trunc('hour', now()) + interval '3 days' as day) hours
  `;
  const test = await one<{ id: number }>(db)`
    insert into tests (course_id, portion_id, student_id, examiner_id, starts_at, ends_at, booked_by)
    values (${course}, ${taken.id}, ${student}, ${examiner}, now() + interval '2 days',
      now() + interval '2 days 30 minutes', ${examiner})
    returning id
  `;
  return { portion: open.id, test: test.id };
}

/** The first and the last free time that a page offers. */
function timesIn(text: string) {
  const times = [...text.matchAll(/<option value="(\d+\.\d{4}-[^"]+)"/g)].map(([, time]) => time!).toSorted();
  return { first: times[0]!, last: times.at(-1)! };
}

const question = await one<{ id: number }>(db)`
  insert into questions (about, kind, label, asked, shown_to, position)
  values ('person', 'line', 'Which temple?', '{my_page}', 'office', 1)
  returning id
`;

const terms = await one<{ id: number }>(db)`
  insert into terms (kind, version, body, saved_by)
  select 'rules', 1, 'Come on time.', p.id from people p where p.main_role = 'admin' limit 1
  returning id
`;

const fieldsOf = (
  { child, name }: Family,
  { page }: Device,
  ids: {
    readonly group: number;
    readonly topic: number;
    readonly receipt: number;
    readonly asked: number;
    readonly certificate: number;
    readonly portion: number;
    readonly test: number;
    readonly unplaced: number;
    readonly place: number;
  },
): Record<string, Fields> => {
  const student = String(child);
  const meeting = meetingIn(page.text);
  const times = timesIn(page.text);
  return {
    absent: { student, meeting, reason: 'A wedding' },
    coming: { student, meeting },
    reply: { place: `${child}.${ids.group}`, body: 'We are late' },
    correct: { student, first_name: name, city: 'Puri' },
    answer: { student, asked: `answer-0-${question.id}`, [`answer-0-${question.id}`]: 'Of the river' },
    consent: { student, purpose: 'rules', agreed: 'yes', terms: String(terms.id) },
    wish: { student, course: String(ids.unplaced), clock: 'Asia/Kolkata', hour: '30' },
    settings: { language: 'te', wanted: 'events' },
    language: { language: 'hi' },
    homework: { student, topic: String(ids.topic) },
    test: { student, portion: String(ids.portion), time: times.first },
    retest: { student, test: String(ids.test), time: times.last },
    place: { place: String(ids.place), do: 'decline', class: '' },
    receipt: { receipt: String(ids.receipt) },
    certificate: { certificate: String(ids.certificate) },
    transcript: { student },
    forget: {},
    mine: { person: String(ids.asked), answer: 'yes' },
  };
};

/** A student who is written with a mailbox without a proof: its page asks about them. */
async function askedAt(mailbox: string): Promise<number> {
  const { id } = await one<{ id: number }>(db)`
    insert into people (email_id, main_role, first_name) values (${mailbox}, 'student', 'Asked') returning id
  `;
  return id;
}

/** A place that is kept in a course to come. */
async function placeOf(student: number): Promise<number> {
  const { id } = await one<{ id: number }>(db)`
    with next as (
      insert into courses (course_name, course_image, course_duration, start_date)
      values ('Next', '', 'yearly', current_date + 90)
      returning id
    )
    insert into continuations (course_id, student_id, until_date) select next.id, ${student}, current_date + 30 from next
    returning id
  `;
  return id;
}

const own = await newFamily();
const foreign = await newFamily({ course: veda.id, group: veda.morning });
/** In another course and in no class of it. */
async function unplacedOf(student: number, name: string): Promise<number> {
  const { id } = await one<{ id: number }>(db)`
    insert into courses (course_name, course_image, course_duration, start_date)
    values (${name}, '/defaults/course.svg', 'yearly', current_date)
    returning id
  `;
  await run(db)`
    insert into enrolments (student_id, course_id, started_on) values (${student}, ${id}, current_date)
  `;
  return id;
}

const ownIds = {
  unplaced: await unplacedOf(own.child, 'Ramayana'),
  group: gita.morning,
  topic: await topicOf(gita.id),
  receipt: await receiptOf(own.child, gita.id),
  asked: await askedAt(own.motherMail),
  certificate: await certificateOf(own.child, gita.id),
  ...(await testsOf(own.child, gita.id, staff.teach)),
  place: await placeOf(own.child),
};
const foreignIds = {
  unplaced: await unplacedOf(foreign.child, 'Bhagavata'),
  group: veda.morning,
  topic: await topicOf(veda.id),
  receipt: await receiptOf(foreign.child, veda.id),
  asked: await askedAt(foreign.motherMail),
  certificate: await certificateOf(foreign.child, veda.id),
  ...(await testsOf(foreign.child, veda.id, staff.elsewhere)),
  place: await placeOf(foreign.child),
};
const device = await confirmed(own.motherMail);
const stranger = await confirmed(foreign.motherMail);
const ownFields = fieldsOf(own, device, ownIds);
const foreignFields = fieldsOf(foreign, stranger, foreignIds);
const names = Object.keys(actions);

const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
const here = { 'sec-fetch-site': 'same-origin', origin: 'null' };

/** Sends the form of an action as a browser does. `fields` stand beside those of the own family, or in their place. */
async function submit(
  action: string,
  {
    url = device.url,
    cookie = device.cookie,
    form = device.form,
    fields = {},
    headers = here,
  }: {
    readonly url?: string;
    readonly cookie?: string;
    readonly form?: string;
    readonly fields?: Fields;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ form, ...ownFields[action], ...fields }))
    body.set(name, value);
  if (action === 'homework') body.set('pdf', new Blob([pdf], { type: 'application/pdf' }), 'Week 3.pdf');
  const request = new Request('http://a.test', { method: 'POST', body });
  const answer = await app.inject({
    method: 'POST',
    url: `${url}/${action}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { cookie, 'content-type': request.headers.get('content-type')!, ...headers },
  });
  return { status: answer.statusCode, text: answer.body };
}

/** What nobody of the own family may read. */
const foreignFacts = [foreign.name, foreign.siblingName, foreign.motherName, foreign.motherMail, 'Veda'];

interface PageAnswer {
  readonly status: number;
  readonly text: string;
}

/** Runs attacks, and expects that nothing is changed and nothing is told. */
async function expectNothing(attacks: Readonly<Record<string, () => Promise<PageAnswer>>>) {
  await run(db)`delete from rate_limits`;
  const before = await everything();
  for (const [attack, begin] of Object.entries(attacks)) {
    const { status, text } = await begin();
    expect([attack, [400, 403, 404, 409, 413, 415].includes(status) ? 'refused' : status]).toEqual([
      attack,
      'refused',
    ]);
    expect([attack, ...foreignFacts.filter((fact) => text.includes(fact))]).toEqual([attack]);
  }
  expect(await everything()).toEqual(before);
}

describe.each(names)('the form of %s', (action) => {
  it('of anybody but its reader on their page does nothing', async () => {
    const attacks: Readonly<Record<string, Parameters<typeof submit>[1]>> = {
      'without a device': { cookie: '' },
      'with the device of another reader': { cookie: stranger.cookie },
      'with a device that nobody confirmed': { cookie: `me=${'A'.repeat(43)}` },
      'without its token': { form: '' },
      'with the token of another reader': { form: stranger.form },
      'at the link of another reader': { url: stranger.url },
      'at the link of another reader with their token': { url: stranger.url, form: stranger.form },
      'at a link that nobody has': { url: `/me/${'A'.repeat(43)}` },
      'from another site': { headers: { origin: 'https://evil.test' } },
      'from another site without an origin': { headers: { 'sec-fetch-site': 'cross-site' } },
      'from a neighbour of the site': { headers: { ...here, 'sec-fetch-site': 'same-site' } },
      'as text': { headers: { ...here, 'content-type': 'text/plain' } },
      'as JSON': { headers: { ...here, 'content-type': 'application/json' } },
      packed: { headers: { ...here, 'content-encoding': 'gzip' } },
    };
    await expectNothing({
      ...Object.fromEntries(
        Object.entries(attacks).map(([name, how]) => [name, async () => submit(action, how)]),
      ),
      'by opening its address': async () => get(`${device.url}/${action}`, device.cookie),
    });
  });

  it('with an id of another family, or with words in place of an id, does nothing', async () => {
    const ids = Object.keys(ownFields[action]!).filter((field) =>
      /^(?:student|meeting|place|topic|portion|test|time|receipt|certificate|person|course)$/.test(field),
    );
    const others = ['', '0', '-1', "1' or '1'='1", '<b>1</b>', '9'.repeat(30)];
    const attacks = ids.flatMap((field) =>
      [foreignFields[action]![field]!, ...others].map(
        (value) => [`${field}=${value}`, async () => submit(action, { fields: { [field]: value } })] as const,
      ),
    );
    await expectNothing(Object.fromEntries(attacks));
  });

  it('at a link that ended or was revoked does nothing', async () => {
    const set = async (change: 'expires_at' | 'revoked_at', at: string | null) =>
      db.query(`update personal_pages set ${change} = $1 where mailbox = $2`, [at, own.motherMail]);
    const { expires_at: end } = await one<{ expires_at: string }>(db)`
      select expires_at::text from personal_pages where mailbox = ${own.motherMail}
    `;
    await set('expires_at', '2026-01-01');
    await expectNothing({ 'at a dead link': async () => submit(action) });
    await set('expires_at', end);
    await set('revoked_at', '2026-01-01');
    await expectNothing({ 'at a dead link': async () => submit(action) });
    await set('revoked_at', null);
  });
});

describe('a reader', () => {
  it('sets the clock of nobody else', async () => {
    await run(db)`delete from rate_limits`;
    const fields = { [`zone-${foreign.child}`]: 'Pacific/Auckland' };
    await submit('settings', { fields });
    const { zone } = await one<{ zone: string }>(db)`
      select timezone as zone from people where id = ${foreign.child}
    `;
    expect(zone).not.toBe('Pacific/Auckland');
  });

  it('is nobody to the calls of the portal, and staff are nobody to a page', async () => {
    const calls = await app.inject({
      method: 'POST',
      url: '/api/student/get_all_students',
      headers: { cookie: device.cookie, authorization: `Bearer ${device.url.slice(4)}` },
      payload: {},
    });
    expect(calls.statusCode).toBe(401);
    const signedIn = await server.tokenOf('admin@office.test');
    const page = await get(device.url, '', { authorization: `Bearer ${signedIn}` });
    expect(page.text).not.toContain(own.name);
    expect(page.text).toContain(`action="${device.url}/code"`);
  });
});

// The refusals above mean something only where the same form, sent by its reader, is taken.
it.each(names)('the own form of %s is taken', async (action) => {
  await run(db)`delete from rate_limits`;
  const { status } = await submit(action);
  expect([200, 303]).toContain(status);
});
