import { events } from '@gurukul/contract/events';
import { mails } from '@gurukul/contract/mails';
import { messages } from '@gurukul/contract/messages';
import { provider } from '@gurukul/contract/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails, silent } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { sendNextMessage } from './expand.ts';
import { hashToken } from '#server/secrets.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, veda, staff, students } = await foundSchool(db);
const add = office(db);
const [admin, own, other, teach, elsewhere] = ['admin', 'own', 'other', 'teach', 'elsewhere'].map(
  (name) => `${name}@office.test`,
) as [string, string, string, string, string];
const { anu, bala, chitra, deepa, esha, gone } = students;
await run(db)`update people set timezone = 'Asia/Kolkata' where main_role = 'student'`;

const mailer = await openMailer(server);

beforeEach(async () => {
  for (const table of [
    'message_readers',
    'kept_mails',
    'mails',
    'messages',
    'guardians',
    'message_templates',
  ])
    await db.query(`delete from ${table}`);
  await run(db)`
    update people set email_id = lower(first_name) || '@office.test', timezone = 'Asia/Kolkata', language = null where main_role = 'student'
  `;
  await run(db)`update provider set teacher_messages = 3`;
});

const text = { subject: 'News for {name}', body: '<p>Namaste {name} of {class}</p>' };
const toClass = { audience: { class_id: gita.morning }, ...text };
const preview = (input: object = {}, as = teach) =>
  call(messages.preview_message, { ...toClass, ...input }, { as });
const send = (input: object = {}, as = teach) =>
  call(messages.send_message, { ...toClass, ...input }, { as });
const cancel = (message_id: number, as = teach) => call(messages.cancel_message, { message_id }, { as });
const shown = async (message_id: number, as = teach) =>
  (await call(messages.get_message, { message_id }, { as })).body;

/** The minute is over. */
async function expand(now: Date | null = null) {
  if (now === null) await run(db)`update messages set next_at = now() where next_at is not null`;
  while (await sendNextMessage(db, mailer, { warn: (details) => expect(details).toBeUndefined() }, now));
}
const written = () =>
  many<{ recipient: string; person_id: number; state: string }>(db)`
    select recipient, person_id, state from mails where kind = 'message' order by recipient
  `;
const recipients = async () => (await written()).map(({ recipient }) => recipient);
const delivered = () => deliveredMails({ config, db });
/** The mails of this test: the outbox keeps those of others. */
async function deliveredNow() {
  const ids = await many<{ n: number }>(db)`select count(*)::int as n from mails`;
  return (await delivered()).slice(-ids[0]!.n);
}

test('without a mail server the answer says that its mails stay in the outbox', async () => {
  expect((await send()).headers['mails']).toBe('kept');
  expect((await preview()).headers['mails']).toBeUndefined();
});

async function guardianOf(student: number, email: string, may_see = true) {
  const { id } = await one<{ id: number }>(db)`
    insert into people (first_name, email_id, main_role) values ('Guardian', ${email}, 'guardian') returning id
  `;
  await run(db)`
    insert into guardians (student_id, guardian_id, may_see) values (${student}, ${id}, ${may_see})
  `;
  return id;
}

describe('a preview', () => {
  it('counts people, mails, those who share one, and names those without an address', async () => {
    await run(db)`update people set email_id = 'Home@office.test' where id in (${anu}, ${chitra})`;
    await run(db)`update people set email_id = '' where id = ${deepa}`;
    const { status, body } = await preview({ audience: { course_id: gita.id } }, own);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      people: 4,
      mails: 2,
      sharing: 2,
      without_address: 1,
      unreached: [{ user_id: deepa, fullname: 'Deepa', reason: 'no_address' }],
      left_today: null,
    });
  });

  it('shows one reader by the clock of the provider and one abroad, with that clock named', async () => {
    await run(db)`update people set timezone = 'America/New_York', language = 'Telugu' where id = ${bala}`;
    const { body } = await preview({ body: '<p>{next meeting}</p>' });
    const [here, abroad] = body.data.samples;
    expect([here.fullname, here.zone, abroad.fullname, abroad.zone]).toEqual([
      'Anu',
      'Asia/Kolkata',
      'Bala',
      'America/New_York',
    ]);
    expect(here.mail.text).toMatch(/(Monday|Thursday) \d+ \w+ at \d\d:\d\d \(Kolkata\)/);
    expect(abroad.mail.text).toMatch(/(సోమవారం|గురువారం|బుధవారం).*\(New York\)/);
    expect(here.mail.subject).toBe('News for Anu');
  });

  it('knows the week and the teachers of the class, by the clock of the reader', async () => {
    await run(db)`update people set timezone = 'America/New_York' where id = ${bala}`;
    const { body } = await preview({ body: '<p>{teacher}: {times}</p>' });
    const [here, abroad] = body.data.samples.map(({ mail }: { mail: { text: string } }) => mail.text);
    expect(here).toMatch(/Teach.*: (Monday|Thursday) \d\d:\d\d.* \(Kolkata\)/);
    expect(abroad).toMatch(/Teach.*: \w+day \d\d:\d\d.* \(New York\)/);
  });

  it('counts the languages of the readers, and shows the mail of a named one', async () => {
    await run(db)`update people set language = 'Telugu' where id = ${bala}`;
    const { body: counts } = await call(
      messages.count_languages,
      { audience: toClass.audience },
      { as: teach },
    );
    expect(counts.data).toEqual([
      { language: 'en', people: 1 },
      { language: 'te', people: 1 },
    ]);
    const { body } = await preview({ language: 'en', as: bala });
    expect(body.data.languages).toEqual([
      { language: 'en', people: 1, has_version: true },
      { language: 'te', people: 1, has_version: false },
    ]);
    expect(body.data.readers.map(({ fullname }: { fullname: string }) => fullname)).toEqual(['Anu', 'Bala']);
    expect(body.data.samples.map(({ fullname }: { fullname: string }) => fullname)).toEqual(['Bala']);
  });

  it('refuses a field that it does not know, by its name, in subject and text', async () => {
    for (const wrong of [{ subject: 'Dear {nmae}' }, { body: '<p>Dear {nmae}</p>' }]) {
      const { status, body } = await preview(wrong);
      expect([status, body.code, body.facts]).toEqual([400, 'unknown_field', { field: '{nmae}' }]);
    }
    const cut = await preview({ body: '<p>Dear {na<strong>me</strong>}</p>' });
    expect(cut.body).toMatchObject({ code: 'unknown_field', facts: { field: '{name}' } });
    expect((await send({ subject: 'Dear {nmae}' })).body.code).toBe('unknown_field');
  });

  it('says how many read a general word', async () => {
    const { body } = await preview({ body: '<p>{name} {join} {next meeting}</p>' });
    expect(body.data.empty).toEqual([{ field: 'join', people: 2, words: 'no link yet' }]);
    expect(body.data.samples[0].mail.text).toContain('Anu no link yet');
  });

  it('names the hosts of links that lead elsewhere', async () => {
    const { body } = await preview({
      body: `<p><a href="https://evil.test/x">here</a> <a href="${config.appUrl}/y">there</a></p>`,
    });
    expect(body.data.links).toEqual(['evil.test']);
  });

  it('refuses times that are over or far away', async () => {
    for (const at of ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00Z', { nine_on: dayFromToday(-3) }])
      expect((await preview({ at })).body.code).toBe('message_in_past');
    expect((await preview({ at: { nine_on: dayFromToday(1) } })).status).toBe(200);
  });
});

describe('whom somebody may write to', () => {
  const refusals = async (as: string, audiences: readonly object[]) => {
    const answers: unknown[] = [];
    for (const audience of audiences) {
      const seen = await Promise.all([
        preview({ audience }, as),
        send({ audience }, as),
        call(messages.send_test, { ...toClass, audience }, { as }),
      ]);
      answers.push([...new Set(seen.map(({ status, body }) => `${status} ${body.code}`))].join());
    }
    return answers;
  };
  const list = { course_status: 'all' };

  it('a teacher: own classes, and students of these', async () => {
    expect(
      await refusals(teach, [
        { class_id: gita.evening },
        { user_ids: [anu, deepa] },
        { user_ids: [999_999] },
        { course_id: gita.id },
        { event_id: 1 },
        { filter: { list } },
      ]),
    ).toEqual([
      '404 not_found',
      '404 not_found',
      '404 not_found',
      '403 not_allowed',
      '403 not_allowed',
      '403 not_allowed',
    ]);
    expect((await send({ audience: { user_ids: [anu] } })).body.data).toMatchObject({ people: 1, mails: 1 });
  });

  it('a course admin: own courses', async () => {
    const event = await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
      values (${veda.id}, 'Talk', 'https://meet.test/a', '2036-01-05', '2036-01-05T12:30Z', '2036-01-05T13:30Z',
        ${staff.other})
      returning id
    `;
    expect(
      await refusals(own, [
        { class_id: veda.morning },
        { course_id: veda.id },
        { event_id: event.id },
        { user_ids: [esha] },
      ]),
    ).toEqual(Array.from({ length: 4 }, () => '404 not_found'));
    const { body } = await preview({ audience: { filter: { list } } }, own);
    expect(body.data.people).toBe(4);
    const foreign = await preview({ audience: { filter: { list: { ...list, course_id: veda.id } } } }, own);
    expect(foreign.body.data.people).toBe(0);
    const rows = [
      { student_id: esha, course_id: veda.id },
      { student_id: anu, course_id: gita.id },
    ];
    expect((await preview({ audience: { filter: { list, rows } } }, own)).body.data.people).toBe(1);
    expect((await preview({ audience: { event_id: event.id } }, other)).body.data.people).toBe(1);
  });

  it('to an event reaches its guests by their own address and in their language, and names who has none', async () => {
    const event = await one<{ id: number }>(db)`
    insert into events (event_name, meeting_link, event_date, starts_at, ends_at, created_by)
    select 'Satsang', 'https://meet.test/a', '2036-01-05', '2036-01-05T12:30Z', '2036-01-05T13:30Z', id
    from people where email_id = ${admin}
    returning id
  `;
    const guests = [
      { fullname: 'Lalita Devi', email_id: 'lalita@example.test', language: 'te' },
      { fullname: 'Mohan Das', phone_number: '+91 98450 12345', language: 'en' },
    ];
    for (const guest of guests) {
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await call(
        events.add_guest_to_event,
        { event_id: event.id, email_id: '', ...guest },
        { as: admin },
      );
      expect(status).toBe(200);
    }
    const audience = { event_id: event.id };
    const { data } = (
      await preview(
        { audience, versions: [{ language: 'te', subject: 'వార్త {name}', body: '<p>నమస్తే {name}</p>' }] },
        admin,
      )
    ).body;
    expect(data).toMatchObject({ people: 2, mails: 1, without_address: 1 });
    const sent = await send(
      {
        audience,
        versions: [{ language: 'te', subject: 'వార్త {name}', body: '<p>నమస్తే {name}</p>' }],
        digest: data.digest,
      },
      admin,
    );
    expect(sent.status).toBe(200);
    await expand();
    expect(await recipients()).toEqual(['lalita@example.test']);
    const [mail] = await deliveredNow();
    expect([mail!.subject, mail!.text]).toEqual([
      'వార్త Lalita Devi',
      expect.stringContaining('నమస్తే Lalita Devi'),
    ]);
    expect((await shown(sent.body.data.message_id, admin)).readers).toMatchObject([
      { fullname: 'Lalita Devi', state: 'kept', is_student: false },
      { fullname: 'Mohan Das', withheld: 'no_address' },
    ]);
  });

  it('the office: teachers by name, within reach; each gets one mail', async () => {
    const toTeachers = { teacher_ids: [staff.teach, staff.elsewhere, staff.teach] };
    expect((await send({ audience: toTeachers }, own)).body.data).toMatchObject({ people: 2, mails: 2 });
    await expand();
    const mailed = await many<{ recipient: string }>(db)`select recipient from mails order by recipient`;
    expect(mailed.map(({ recipient }) => recipient)).toEqual([elsewhere, teach]);
    // Teach is in no course of Other, and a student is no teacher.
    expect(await refusals(other, [{ teacher_ids: [staff.teach] }])).toEqual(['404 not_found']);
    expect(await refusals(admin, [{ teacher_ids: [anu] }])).toEqual(['404 not_found']);
    expect(await refusals(teach, [{ teacher_ids: [staff.teach] }])).toEqual(['403 not_allowed']);
  });

  it('exactly one audience', async () => {
    for (const audience of [{}, { class_id: gita.morning, course_id: gita.id }])
      expect((await preview({ audience })).status).toBe(400);
    expect((await send({ audience: { user_ids: [esha] } }, admin)).status).toBe(200);
  });

  it('sees its own messages alone, and a course admin those to own courses', async () => {
    const { message_id } = (await send()).body.data;
    const seen = async (as: string) => [
      (await call(messages.get_messages, {}, { as })).body.total_count,
      (await call(messages.get_message, { message_id }, { as })).status,
      (await cancel(message_id, as)).status,
    ];
    expect(await seen(elsewhere)).toEqual([0, 404, 404]);
    expect(await seen(other)).toEqual([0, 404, 404]);
    expect(await seen(own)).toEqual([1, 200, 200]);
  });

  it('a teacher writes about no money, and three times a day unless an admin says otherwise', async () => {
    expect((await preview({ body: '<p>{balance}</p>' })).body.code).toBe('field_of_office');
    expect((await preview({ body: '<p>{balance}</p>' }, own)).status).toBe(200);
    for (const n of [1, 2, 3]) expect((await send({ subject: `No. ${n}` })).status).toBe(200);
    const { status, body } = await send({ subject: 'No. 4' });
    expect([status, body.code, body.facts]).toEqual([409, 'messages_spent', { most: 3 }]);
    expect((await preview()).body.data.left_today).toBe(0);
    const { data } = (await call(provider.get_settings, {}, { as: admin })).body;
    await call(provider.save_settings, { ...data, teacher_messages: 4 }, { as: admin });
    expect((await send({ subject: 'No. 4' })).status).toBe(200);
    for (const n of [1, 2, 3, 4]) expect((await send({ subject: `No. ${n}` }, own)).status).toBe(200);
  });

  it('gives a message that was taken back to the day again', async () => {
    await run(db)`update provider set teacher_messages = 1`;
    const { message_id } = (await send({ subject: 'One' })).body.data;
    expect((await send({ subject: 'Two' })).status).toBe(409);
    await cancel(message_id);
    expect((await send({ subject: 'Two' })).status).toBe(200);
  });
});

describe('a message', () => {
  it('waits for a minute, then each reader gets their own, and replies go to its author', async () => {
    const { data } = (await send()).body;
    expect(data).toMatchObject({ people: 2, mails: 2, without_address: 0 });
    const held = await one<{ seconds: number }>(db)`
      select extract(epoch from next_at - created_at)::float8 as seconds from messages
    `;
    expect(held.seconds).toBeCloseTo(60, 0);
    expect(await sendNextMessage(db, mailer, silent)).toBe(false);
    expect(await written()).toEqual([]);
    await expand();
    const [first, second] = await deliveredNow();
    expect([first, second].map((mail) => [mail!.to, mail!.subject]).toSorted()).toEqual([
      ['anu@office.test', 'News for Anu'],
      ['bala@office.test', 'News for Bala'],
    ]);
    expect(first!.headers.get('reply-to')).toContain('teach@office.test');
    expect(first!.text).toMatch(/Namaste (Anu|Bala) of Morning/);
    const { data: row, readers } = await shown(data.message_id);
    expect(row).toMatchObject({
      state: 'sent',
      people: 2,
      // Without a mail server nobody has read it.
      sent: 0,
      kept: 2,
      audience: { kind: 'class', name: 'Morning' },
    });
    expect(readers).toMatchObject([
      { fullname: 'Anu', state: 'kept' },
      { fullname: 'Bala', state: 'kept' },
    ]);
  });

  it('is one for two presses at once, with and without a key of the press', async () => {
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => body.data.message_id)).size).toBe(1);
    await expand();
    expect(await recipients()).toEqual(['anu@office.test', 'bala@office.test']);
  });

  it('reaches nobody who left or was deleted in between, and somebody who came', async () => {
    const late = await add.person('Late', 'student');
    await send();
    await run(db)`update enrolments set ended_on = current_date where student_id = ${bala}`;
    await addEnrolment(db, { student: late, course: gita.id, class: gita.morning });
    await expand();
    expect(await recipients()).toEqual(['anu@office.test', 'late@office.test']);
    await run(db)`update enrolments set ended_on = null where student_id = ${bala}`;
    await add.remove('people', late);
    await send({ audience: { user_ids: [anu, bala, gone].slice(0, 2) }, subject: 'Again' }, admin);
    await run(db)`update people set deleted_at = now() where id = ${bala}`;
    await expand();
    await run(db)`update people set deleted_at = null where id = ${bala}`;
    await run(db)`
      update enrolments set ended_on = null where student_id = ${bala} and class_id = ${gita.morning}
    `;
    expect(await recipients()).toEqual(['anu@office.test', 'anu@office.test', 'late@office.test']);
  });

  it('goes to guardians who may see, never to one who may not, and the reason stands with the person', async () => {
    await run(db)`update people set email_id = '' where id = ${anu}`;
    await run(db)`update people set email_id = 'barred@office.test' where id = ${bala}`;
    await guardianOf(anu, 'mother@office.test');
    await guardianOf(anu, 'father@office.test', false);
    await guardianOf(bala, 'barred@office.test', false);
    const { message_id } = (await send()).body.data;
    await expand();
    expect(await recipients()).toEqual(['mother@office.test']);
    expect((await shown(message_id)).readers).toMatchObject([
      { fullname: 'Anu', state: 'waiting', withheld: null },
      { fullname: 'Bala', state: 'withheld', withheld: 'may_not_see' },
    ]);
    const why = await call(messages.get_of_person, { user_id: bala }, { as: teach });
    expect(why.body.data).toMatchObject([{ state: 'withheld', withheld: 'may_not_see', author: 'Teach' }]);
  });

  it('is judged by what a guardian may see when it is sent', async () => {
    await run(db)`update people set email_id = '' where id = ${anu}`;
    const guardian = await guardianOf(anu, 'mother@office.test');
    await send();
    await run(db)`update guardians set may_see = false where guardian_id = ${guardian}`;
    await expand();
    expect(await recipients()).toEqual(['bala@office.test']);
  });

  it('is one mail for three children of one mother, and names them', async () => {
    const cara = await add.person('Cara', 'student');
    await addEnrolment(db, { student: cara, course: gita.id, class: gita.morning });
    for (const child of [anu, bala, cara]) await run(db)`update people set email_id = '' where id = ${child}`;
    const mother = await guardianOf(anu, 'Mother@office.test');
    for (const child of [bala, cara])
      await run(db)`insert into guardians (student_id, guardian_id) values (${child}, ${mother})`;
    const { message_id, ...counts } = (await send()).body.data;
    expect(counts).toMatchObject({ people: 3, mails: 1 });
    await expand();
    const [mail, none] = await deliveredNow();
    await add.remove('people', cara);
    expect(none).toBeUndefined();
    expect(mail).toMatchObject({ to: 'Mother@office.test', subject: 'News for Anu, Bala and Cara' });
    expect(mail!.text).toContain('This mail is for Anu, Bala and Cara.');
    const { readers } = await shown(message_id);
    expect(readers.map(({ shares }: { shares: boolean }) => shares)).toEqual([true, true, true]);
  });

  it('is filled for each child where their values differ', async () => {
    for (const child of [anu, deepa])
      await run(db)`update people set email_id = 'home@office.test' where id = ${child}`;
    await send({ audience: { user_ids: [anu, deepa] } }, own);
    await expand();
    const [mail] = await deliveredNow();
    expect(mail!.text).toContain('Namaste Anu and Deepa of Anu: Morning; Deepa: Evening');
  });

  it('lets nothing of a name into headers or HTML', async () => {
    const name = '<img src=x onerror=alert(1)>"&\'';
    await run(db)`update people set first_name = ${name} where id = ${anu}`;
    await run(db)`update classes set class_name = ${'<script>x</script>{name}'} where id = ${gita.morning}`;
    await send({ audience: { user_ids: [anu] } });
    await expand();
    const [mail] = await deliveredNow();
    await run(db)`update people set first_name = 'Anu' where id = ${anu}`;
    await run(db)`update classes set class_name = 'Morning' where id = ${gita.morning}`;
    expect(mail!.html).not.toMatch(/<img|<script/);
    expect(mail!.text).toContain(`Namaste ${name} of <script>x</script>{name}`);
    const lines = await preview({ subject: 'Hi\r\nBcc: all@office.test' });
    expect(lines.status).toBe(400);
    const html = await preview({
      body: '<p onclick="x()">Hello</p><script>alert(1)</script><a href="javascript:x()">a</a><iframe src="x"></iframe>',
    });
    const [{ mail: shownMail }] = html.body.data.samples;
    expect(shownMail.html).not.toMatch(/onclick|<script|javascript:|<iframe/);
  });

  it('puts no value into the address of a link, and no link into a link', async () => {
    await run(db)`
      update class_slots set join_link = 'https://meet.test/gita?a=1&b=2' where class_id = ${gita.morning}
    `;
    await send({
      body: '<p><a href="https://x.test/?n={name}">go {join}</a> {join}</p>',
      audience: { user_ids: [anu] },
    });
    await expand();
    const [mail] = await deliveredNow();
    await run(db)`update class_slots set join_link = '' where class_id = ${gita.morning}`;
    expect(mail!.html).toContain(
      '<a href="https://x.test/?n={name}">go <bdi>https://meet.test/gita?a=1&amp;b=2</bdi></a>',
    );
    expect(mail!.html).toContain(
      '<a href="https://meet.test/gita?a=1&amp;b=2">https://meet.test/gita?a=1&amp;b=2</a>',
    );
    expect(mail!.text).toContain('https://meet.test/gita?a=1&b=2');
  });

  it('tells what is open per currency, of own courses alone', async () => {
    for (const [course, currency, amount] of [
      [gita.id, 'INR', 2500],
      [gita.id, 'USD', 20],
      [veda.id, 'INR', 9999],
    ] as const)
      await run(db)`
        insert into charges (student_id, course_id, due_on, amount, currency)
        values (${anu}, ${course}, current_date, ${amount}, ${currency})
      `;
    const { body } = await preview({ audience: { user_ids: [anu, bala] }, body: '<p>{balance}</p>' }, own);
    await run(db)`delete from charges`;
    await run(db)`delete from ledger_sums`;
    const texts = body.data.samples.map(({ mail }: { mail: { text: string } }) => mail.text.split('\n')[0]);
    expect(texts).toEqual(['₹2,500.00 and US$20.00', 'nothing is open']);
  });

  it('is stopped when its author is gone, or reaches these people no more', async () => {
    const evening = { audience: { class_id: gita.evening } };
    const sent = (await send(evening, elsewhere)).body.data.message_id;
    await run(db)`
      update slot_teachers set ended_at = now() where teacher_id = ${staff.elsewhere} and course_id = ${gita.id}
    `;
    await expand();
    await run(db)`
      update slot_teachers set ended_at = null where teacher_id = ${staff.elsewhere} and course_id = ${gita.id}
    `;
    expect(await recipients()).toEqual([]);
    expect((await shown(sent, elsewhere)).data).toMatchObject({ state: 'stopped', can: { cancel: false } });
  });

  it('is sent to its author as a test, and to nobody else', async () => {
    expect((await call(messages.send_test, toClass, { as: teach })).status).toBe(200);
    const [mail, none] = await deliveredNow();
    expect(none).toBeUndefined();
    expect(mail).toMatchObject({ to: 'teach@office.test', subject: 'Test: News for Anu' });
    expect(await many(db)`select from messages`).toEqual([]);
  });
});

describe('a cancel', () => {
  it('in time leaves no mail, twice as once', async () => {
    const { message_id } = (await send()).body.data;
    expect((await cancel(message_id)).body.data).toEqual({ sent: 0 });
    expect((await cancel(message_id)).status).toBe(200);
    await expand();
    expect(await written()).toEqual([]);
    expect((await shown(message_id)).data.state).toBe('canceled');
  });

  it('too late is refused', async () => {
    const { message_id } = (await send()).body.data;
    await expand();
    expect(codeOf(await cancel(message_id))).toBe('409 message_left');
    expect(await recipients()).toHaveLength(2);
  });
});

describe("nine o'clock", () => {
  const day = dayFromToday(3);
  const zones = [
    ['anu', anu, 'Asia/Kolkata', '03:30'],
    ['bala', bala, 'Pacific/Auckland', null],
    ['deepa', deepa, 'America/New_York', null],
  ] as const;
  /** The hour on a clock of that zone, read independently. */
  const clockIn = (zone: string, at: Date) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(at);

  it('comes for each reader on their own clock, once', async () => {
    for (const [, id, zone] of zones) await run(db)`update people set timezone = ${zone} where id = ${id}`;
    await send({ audience: { user_ids: [anu, bala, deepa] }, at: { nine_on: day } }, own);
    const seen: Record<string, string> = {};
    const begin = Date.parse(`${day}T00:00:00Z`) - 86_400_000;
    for (let minutes = 0; minutes < 72 * 60; minutes += 15) {
      const at = new Date(begin + minutes * 60_000);
      await expand(at);
      for (const address of await recipients()) seen[address] ??= at.toISOString();
    }
    expect(Object.keys(seen).toSorted()).toEqual([
      'anu@office.test',
      'bala@office.test',
      'deepa@office.test',
    ]);
    for (const [name, , zone] of zones)
      expect(clockIn(zone, new Date(seen[`${name}@office.test`]!))).toBe(`${day}, 09:00`);
    expect(await recipients()).toHaveLength(3);
    const { state } = (await call(messages.get_messages, {}, { as: own })).body.data[0];
    expect(state).toBe('sent');
  });

  it('may be canceled for those for whom it has not come', async () => {
    for (const [, id, zone] of zones) await run(db)`update people set timezone = ${zone} where id = ${id}`;
    const { message_id } = (
      await send({ audience: { user_ids: [anu, bala, deepa] }, at: { nine_on: day } }, own)
    ).body.data;
    await expand(new Date(`${day}T00:00:00Z`));
    expect((await shown(message_id, own)).data.state).toBe('sending');
    expect(await recipients()).toEqual(['bala@office.test']);
    await delivered();
    expect((await cancel(message_id, own)).body.data).toEqual({ sent: 1 });
    await expand(new Date(`${dayFromToday(6)}T00:00:00Z`));
    expect(await recipients()).toEqual(['bala@office.test']);
  });
});

describe('a mail that came back', () => {
  const key = `k_${'b'.repeat(43)}`;
  const report = (items: readonly object[]) =>
    call(mails.bounced, { items }, { headers: { authorization: `Bearer ${key}` } });

  beforeAll(async () => {
    await run(db)`
      insert into intake_keys (name, hash, starts_with, scopes, created_by)
      values ('Service', ${hashToken(key)}, 'k_bbbbbb', '{bounces}', ${staff.admin})
    `;
  });
  afterAll(() => run(db)`delete from personal_pages`);

  test('is noted by address or Message-ID, stands in the log, and says why somebody got nothing', async () => {
    const { message_id } = (await send()).body.data;
    await expand();
    const sent = await deliveredNow();
    const ofBala = sent.find(({ to }) => to === 'bala@office.test')!.messageId;
    const reports = [
      { address: 'Anu@office.test', reason: '550 5.1.1 No such user' },
      { message_id: ofBala, kind: 'complaint' },
      { address: 'nobody@office.test' },
    ];
    const { body } = await report(reports);
    expect(body.data).toEqual({ noted: 2, unknown: 1 });
    expect((await report(reports)).body.data).toEqual({ noted: 2, unknown: 1 });
    const log = await call(mails.get_mails, { state: 'bounced' }, { as: admin });
    expect(log.body.counts).toMatchObject({ bounced: 2, sent: 0 });
    expect(log.body.data.map(({ failure }: { failure: string }) => failure)).toEqual([
      'its reader called it unwanted',
      '550 5.1.1 No such user',
    ]);
    expect((await shown(message_id)).data).toMatchObject({ bounced: 2, sent: 0 });
    const why = await call(messages.get_of_person, { user_id: anu }, { as: teach });
    expect(why.body.data).toMatchObject([{ state: 'bounced', failure: '550 5.1.1 No such user' }]);
  });

  const unreached = async (input: object = {}) => (await preview(input)).body.data.unreached;
  const marks = async () => {
    const { body } = await call(mails.get_marked, { user_id: anu }, { as: admin });
    return body.data.map(({ address, kind }: { address: string; kind: string }) => `${kind} ${address}`);
  };
  /** A message that reached the mailbox of Anu; what became of it. */
  async function sentToAnu() {
    const { message_id } = (await send()).body.data;
    await expand();
    await deliveredNow();
    return async () => {
      const { readers } = await shown(message_id);
      const found = readers.find((one: { user_id: number }) => one.user_id === anu);
      return [found.state, found.failure];
    };
  }
  const dead = { address: 'anu@office.test', reason: '550 5.1.1 No such user' };

  test('marks the address, which gets no ordinary mail until somebody tries it again', async () => {
    await sentToAnu();
    await report([dead]);
    expect(await unreached()).toContainEqual({ user_id: anu, fullname: 'Anu', reason: 'came_back' });
    expect(await marks()).toEqual(['hard anu@office.test']);
    const again = { user_id: anu, address: 'ANU@office.test' };
    // The address is not theirs.
    await call(mails.try_address, { ...again, user_id: bala }, { as: own });
    expect(await marks()).toEqual(['hard anu@office.test']);
    expect((await call(mails.try_address, again, { as: own })).status).toBe(200);
    // The service repeats itself, and the office knows better.
    await report([dead]);
    expect([await marks(), await unreached()]).toEqual([[], []]);
  });

  test('may still be on its way, arrive or come back; one odd item refuses no other', async () => {
    const outcome = await sentToAnu();
    const delay = {
      address: 'rfc822; <Anu@office.test>',
      kind: 'soft',
      reason: `4.4.1 will retry\n${'x'.repeat(700)}`,
    };
    const { body } = await report([
      { address: 'eta @' },
      delay,
      { address: 'anu@office.test', kind: 'bogus' },
    ]);
    expect(body.data).toEqual({ noted: 1, unknown: 0, rejected: 2 });
    expect(
      body.results.map((one: { outcome: string; problem: string | null }) => one.problem ?? one.outcome),
    ).toEqual(['no_address', 'noted', 'unknown_kind']);
    expect(await outcome()).toEqual(['kept', null]);
    const log = await call(mails.get_mails, { search: 'anu@' }, { as: admin });
    expect(log.body.data[0].failure).toMatch(/^4\.4\.1 will retry x{483}$/);
    await report([dead]);
    expect([await outcome(), await marks()]).toEqual([['bounced', dead.reason], ['hard anu@office.test']]);
    await report([delay]);
    expect(await outcome()).toEqual(['bounced', dead.reason]);
    await report([{ address: 'anu@office.test', kind: 'delivered' }]);
    expect([await outcome(), await marks()]).toEqual([['kept', null], []]);
  });

  test('as a complaint ends newsletters, and no other message', async () => {
    await sentToAnu();
    await report([{ address: 'anu@office.test', kind: 'complaint' }]);
    expect(await marks()).toEqual(['complaint anu@office.test']);
    expect(await unreached()).toEqual([]);
    expect(await unreached({ newsletter: true })).toContainEqual({
      user_id: anu,
      fullname: 'Anu',
      reason: 'unwanted',
    });
  });
});

describe('by hand', () => {
  it('opens WhatsApp with the text for one reader, and is ticked off', async () => {
    await run(db)`update people set phone_number = '098480 22338', country = 'India' where id = ${anu}`;
    await run(db)`update people set phone_number = '12' where id = ${bala}`;
    const { message_id } = (await send({ body: '<p>Namaste <strong>{name}</strong> & all</p>' })).body.data;
    await expand();
    const open = (user_id: number, as = teach) =>
      call(messages.get_whatsapp, { message_id, user_id }, { as });
    const url = new URL((await open(anu)).body.data.url);
    expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual([
      'https://wa.me',
      '/919848022338',
      'Namaste Anu & all',
    ]);
    expect((await open(bala)).body.code).toBe('no_phone');
    expect((await open(esha)).status).toBe(404);
    expect((await open(anu, elsewhere)).status).toBe(404);
    const tick = (done: boolean) =>
      call(messages.tick_reader, { message_id, user_id: anu, done }, { as: teach });
    await tick(true);
    expect((await shown(message_id)).readers[0].ticked_at).not.toBeNull();
    await tick(false);
    expect((await shown(message_id)).readers[0].ticked_at).toBeNull();
  });
});

describe('a text of the office', () => {
  it('is saved over an older one of its name and language, read by all, and deleted', async () => {
    const save = (input: object = {}, as = own) =>
      call(
        messages.save_template,
        { name: 'Next week', language: 'te', subject: 'A', body: '<p onclick="x">{name}</p>', ...input },
        { as },
      );
    const { template_id } = (await save()).body.data;
    expect((await save({ name: 'NEXT week', subject: 'B' })).body.data.template_id).toBe(template_id);
    expect((await save({ body: '<p>{nmae}</p>' })).body.code).toBe('unknown_field');
    const { body } = await call(messages.get_templates, {}, { as: teach });
    expect(body.data).toEqual([
      { template_id, name: 'NEXT week', language: 'te', subject: 'B', body: '<p>{name}</p>' },
    ]);
    expect((await call(messages.delete_template, { template_id }, { as: own })).status).toBe(200);
    expect((await call(messages.delete_template, { template_id }, { as: own })).status).toBe(404);
  });
});

test('a newsletter goes to nobody who wants none, and another message to them too', async () => {
  await send();
  await expand();
  const all = await recipients();
  expect(all).toContain('anu@office.test');
  expect(all.length).toBeGreaterThan(1);
  await run(db)`
    insert into personal_pages (mailbox, nonce, hash, unwanted)
    values ('anu@office.test', 'nonce', '\\x01', '{newsletters}')
  `;
  const answers: string[][] = [];
  for (const newsletter of [true, false]) {
    for (const table of ['message_readers', 'kept_mails', 'mails']) await db.query(`delete from ${table}`);
    expect((await send({ newsletter, subject: `Newsletter: ${newsletter}` })).status).toBe(200);
    await expand();
    answers.push(await recipients());
  }
  await run(db)`delete from personal_pages`;
  expect(answers).toEqual([all.filter((address) => address !== 'anu@office.test'), all]);
});

describe('a text in several languages', () => {
  const telugu = { language: 'te', subject: '{name}: వార్త', body: '<p>నమస్తే {name}, {next meeting}</p>' };
  const inTwo = { language: 'en', body: '<p>Namaste {name}: {next meeting}</p>', versions: [telugu] };

  it('goes to each reader in their language, else as the main text with its fields in that language', async () => {
    await run(db)`update people set language = 'Telugu' where id = ${anu}`;
    await run(db)`update people set language = 'Hindi' where id = ${bala}`;
    await send(inTwo);
    await expand();
    const mails = await deliveredNow();
    const to = (name: string) => mails.find((mail) => mail.to.includes(name))!;
    expect(to('anu@').subject).toBe('Anu: వార్త');
    expect(to('anu@').text).toMatch(/నమస్తే Anu, .*(సోమవారం|గురువారం)/);
    expect(to('bala@').subject).toBe('News for Bala');
    expect(to('bala@').text).toMatch(/Namaste Bala: (Monday|Thursday) \d+ \w+ at \d\d:\d\d/);
  });

  it('is read again with the message, and refused with an unknown field or one language twice', async () => {
    const { body } = await send(inTwo);
    expect(await shown(body.data.message_id)).toMatchObject({ language: 'en', versions: [telugu] });
    const wrong = await send({ ...inTwo, versions: [{ ...telugu, body: '<p>{nmae}</p>' }] });
    expect(wrong.body).toMatchObject({ code: 'unknown_field', facts: { field: '{nmae}' } });
    expect((await send({ ...inTwo, versions: [telugu, telugu] })).status).toBe(400);
  });
});
