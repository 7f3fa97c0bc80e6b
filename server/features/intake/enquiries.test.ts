import { beforeAll, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const { call, db, config } = await testApp({ database: 'empty' });

const question = {
  enquiry_id: 'form-1',
  query_type: ' fees ',
  name: 'Asha Rao',
  email_id: 'asha@site.test',
  phone_number: '+91 98480 22338',
  message: 'What does the course cost?\n\nThank you',
};

let key = '';
let otherKey = '';
let fees = 0;
let quiet = 0;

const send = async (items: unknown[], as = key, more: Record<string, string> = {}) => {
  const headers = { authorization: `Bearer ${as}`, ...more };
  const { status, body } = await call('intake.enquiries', { items }, { headers });
  return { status, counts: body.data?.counts, results: body.data?.results };
};
const mails = async () =>
  (await waitingMails(db, config))
    .filter((mail) => mail.kind === 'enquiry')
    .map(({ to, data }) => ({ to, data }));

beforeAll(async () => {
  const admin = { as: 'admin@office.test' };
  await office(db).person('Admin', 'admin');
  const keyFor = async (name: string) =>
    (await call('intake.create_key', { name, scopes: ['enquiries'], password: demoPassword }, admin)).body
      .data.key;
  key = await keyFor('Public site');
  otherKey = await keyFor('Another site');
  for (const course_type_name of ['Fees', 'Quiet']) {
    await call('enquiries.add_type', { course_type_name }, admin);
  }
  const { body } = await call('enquiries.get_types', {}, admin);
  [fees, quiet] = body.data.data.map((type: { course_type_id: number }) => type.course_type_id);
  const to = (email_id: string) => ({ flag: 1, course_type_id: fees, email_id });
  const mailboxes = [to('fees@school.test'), to('FEES@school.test'), to('office@school.test')];
  await call('enquiries.submit', mailboxes, admin);
});

test.each([
  ['no name of the site’s own', { enquiry_id: '' }],
  ['an address that is none', { email_id: 'asha' }],
  ['a header in the name', { name: 'Asha\r\nBcc: everybody@school.test' }],
  ['nothing to say', { message: '   ' }],
  ['too much to say', { message: 'x'.repeat(10_001) }],
])('a question with %s refuses the whole request', async (_, wrong) => {
  expect((await send([question, { ...question, enquiry_id: 'form-2', ...wrong }])).status).toBe(400);
  expect(await many(db)`select id from enquiries`).toEqual([]);
});

test('questions that reach nobody are rejected one by one, with the reason', async () => {
  const { results, counts } = await send([
    { ...question, query_type: 'Weather' },
    { ...question, enquiry_id: 'form-2', query_type: undefined },
    { ...question, enquiry_id: 'form-3', query_type: undefined, course_type_id: quiet },
    { ...question, enquiry_id: 'form-4', course_type_id: 999_999 },
    { ...question, enquiry_id: 'form-4' },
  ]);
  expect(results.map(({ problem }: { problem: string }) => problem)).toEqual([
    'There is no such query type',
    'The query type is missing',
    'No mailbox is set for this query type',
    'There is no such query type',
    'This comes twice in the request',
  ]);
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: 0, rejected: 5 });
  expect(await mails()).toEqual([]);
});

test('a question goes once to every mailbox of its type, however often it is sent', async () => {
  const sent = await Promise.all(Array.from({ length: 8 }, () => send([question])));
  const outcomes = sent.flatMap(({ results }) => results.map(({ outcome }: { outcome: string }) => outcome));
  expect(outcomes.toSorted()).toEqual(['created', ...Array.from({ length: 7 }, () => 'unchanged')]);
  const ids = new Set(sent.flatMap(({ results }) => results.map(({ id }: { id: number }) => id)));
  expect(ids.size).toBe(1);
  const data = expect.objectContaining({ query_type: 'Fees', message: question.message });
  expect((await mails()).toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
    { to: 'fees@school.test', data },
    { to: 'office@school.test', data },
  ]);
});

test('is answered as before when its type has lost its mailboxes, and is apart from another site’s', async () => {
  await run(db)`delete from query_emails where email_id = 'office@school.test'`;
  expect((await send([question])).counts).toMatchObject({ unchanged: 1 });
  expect((await send([question], otherKey)).counts).toMatchObject({ created: 1 });
  expect(await one(db)`select count(*)::int as kept from enquiries`).toEqual({ kept: 2 });
});

test('arrives as a mail whose reply goes to the asker', async () => {
  const mails = await deliveredMails({ config, db });
  const mail = mails.find(({ to }) => to === 'fees@school.test');
  expect(mail?.headers.get('reply-to')).toContain('asha@site.test');
  expect(mail?.text).toContain('What does the course cost?');
});
