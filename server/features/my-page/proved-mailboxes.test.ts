import { audit } from '@gurukul/contract/audit';
import { myPage } from '@gurukul/contract/my-page';
import { students as studentCalls } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '#server/http/limits/sweep.ts';
import { counts, studentsBehind } from '#server/channels/mail/behind.ts';
import { sendAfterProof } from '#server/channels/mail/after-proof.ts';
import { proveMailbox } from '#server/channels/mail/prove.ts';
import { samples } from '#server/channels/mail/templates/samples.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import type { Family } from '#server/test/page-readers.ts';
import { challengeIn, pageReaders } from '#server/test/page-readers.ts';
import { many, maybeOne, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';
import { tellWrittenAddresses } from './written-addresses.ts';

/*
 * A mailbox is no second reach: an address opens a page, and gets mails with personal facts, only once its holder has
 * proved it, and a course admin writes addresses only where nobody else's courses are concerned.
 */

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, veda } = await foundSchool(db);
const add = office(db);
const readers = pageReaders(server, { course: gita.id, group: gita.morning });
const { newFamily, linkOf, get, post, lastCode, confirmed } = readers;
const mailer = await openMailer(server);

let family: Family;
let word = 0;

beforeEach(async () => {
  await run(db)`delete from rate_limits`;
  word += 1;
  family = await newFamily();
});

const shown = async (mailbox: string) =>
  (
    await many<{ student_id: number }>(db)`
      select b.student_id from (${studentsBehind(sql`${mailbox}`)}) b order by 1
    `
  ).map(({ student_id: id }) => id);

const aboutOf = async (id: number, as = admin) =>
  (await call(studentCalls.get_about, { id }, { as })).body.data;

const tell = () => tellWrittenAddresses(db, mailer, config);

async function mailsTo(mailbox: string) {
  return (await deliveredMails({ config, db })).filter(({ to }) => to.includes(mailbox));
}

/** The day in which an address can be refused is over. */
const dayPasses = () =>
  run(db)`
    update mailboxes set counts_from = counts_from - interval '1 day', left_at = left_at - interval '1 day'
    where counts_from > now() or left_at is not null
  `;

/** The reader of a mailbox enters the code of its page. */
async function proves(mailbox: string) {
  const url = (await linkOf(mailbox))!;
  const asked = await post(`${url}/code`, {});
  const opened = await post(`${url}/open`, {
    challenge: challengeIn(asked.text),
    code: await lastCode(mailbox),
  });
  expect(opened.status).toBe(303);
  const cookie = String(opened.headers['set-cookie']).split(';')[0]!;
  return { url, cookie, page: await get(url, cookie) };
}

const share = (student: number) => addEnrolment(db, { student, course: veda.id, class: veda.morning });

describe('a course admin', () => {
  const mine = `attacker@evil.test`;

  it('takes no guardian over who has a child in another course', async () => {
    await share(family.sibling);
    await run(db)`update people set first_name = 'Parent' where id in (${family.mother}, ${family.father})`;
    const { guardians } = await aboutOf(family.child, own);
    const taken = guardians.map(
      ({ can: _can, ...each }: { guardian_id: number; can: object; email_id: string }) =>
        each.guardian_id === family.mother ? { ...each, email_id: mine } : each,
    );
    const saved = await call(
      studentCalls.update_student,
      { user_id: family.child, guardians: taken },
      { as: own },
    );
    expect([saved.status, saved.body]).toMatchObject([200, { asked: ['guardians'] }]);
    expect(await aboutOf(family.child, own)).toMatchObject({ guardians });
    expect(await linkOf(mine)).toBeNull();
    const of = { student_id: family.child, mailbox: mine, send: false };
    expect((await call(myPage.give_link, of, { as: own })).status).toBe(404);

    const { corrections } = (await call(myPage.get_links, { student_id: family.child }, { as: own })).body
      .data;
    expect(corrections).toMatchObject([{ field: 'guardians', said_by: 'Own', can: { decide: false } }]);
    const { correction_id } = corrections[0];
    expect((await call(myPage.decide_correction, { correction_id, take: true }, { as: own })).status).toBe(
      404,
    );
    expect((await call(myPage.decide_correction, { correction_id, take: true }, { as: admin })).status).toBe(
      200,
    );
    expect((await aboutOf(family.child)).guardians).toMatchObject([{ email_id: mine }, {}]);
    // Even then the new address counts a day later, and only for somebody who reads it.
    expect(await shown(family.motherMail)).toEqual([family.child, family.sibling]);
    await dayPasses();
    expect(await shown(mine)).toEqual([]);
  });

  it('gets no request taken that guardians have overtaken', async () => {
    await share(family.child);
    const given = {
      name: 'Uncle',
      relation: 'uncle',
      email_id: mine,
      phone_number: '',
      may_see: true,
      pays: false,
    };
    await call(studentCalls.update_student, { user_id: family.child, guardians: [given] }, { as: own });
    await run(db)`update guardians set relation = 'Mother' where guardian_id = ${family.mother}`;
    const { corrections } = (await call(myPage.get_links, { student_id: family.child }, { as: admin })).body
      .data;
    const decided = { correction_id: corrections[0].correction_id, take: true };
    expect((await call(myPage.decide_correction, decided, { as: admin })).status).toBe(409);
  });

  it('adds no address to a student of another course too, in any way', async () => {
    await share(family.child);
    const quiet = `quiet${word}@evil.test`;
    const contacts = [{ kind: 'email' as const, value: ` ${quiet.toUpperCase()} ` }];
    const asked = await call(
      studentCalls.update_student,
      { user_id: family.child, contacts, email_id: `first${word}@evil.test`, city: 'Puri' },
      { as: own },
    );
    expect(asked.body.asked).toEqual(['email_id', 'contacts']);
    expect(await aboutOf(family.child)).toMatchObject({ city: 'Puri', contacts: [] });
    expect(await linkOf(quiet)).toBeNull();
  });

  it('adds none to a student who was in another course before', async () => {
    await addEnrolment(db, {
      student: family.child,
      course: veda.id,
      class: veda.morning,
      from: -90,
      until: -50,
    });
    const { body } = await call(
      studentCalls.update_student,
      { user_id: family.child, email_id: mine },
      { as: own },
    );
    expect(body.asked).toEqual(['email_id']);
  });

  it('brings no address back by an undo once the student is in another course too', async () => {
    const contacts = [{ kind: 'email' as const, value: `once${word}@evil.test` }];
    await call(studentCalls.update_student, { user_id: family.child, contacts }, { as: own });
    const { headers } = await call(
      studentCalls.update_student,
      { user_id: family.child, contacts: [] },
      { as: own },
    );
    await share(family.child);
    const undo = { change_id: Number(headers['change-id']) };
    expect((await call(audit.undo_change, undo, { as: own })).status).toBe(404);
    expect((await call(audit.undo_change, undo, { as: admin })).status).toBe(200);
  });

  it('learns nothing of a mailbox that is also that of others, and ends no page of theirs', async () => {
    const far = await newFamily({ course: veda.id, group: veda.morning });
    const device = await confirmed(far.motherMail);
    const contacts = [{ kind: 'email' as const, value: far.motherMail }];
    const free = [{ kind: 'email' as const, value: `free${word}@office.test` }];
    const linksOf = async (student: number, written: typeof contacts) => {
      await call(studentCalls.update_student, { user_id: student, contacts: written }, { as: own });
      const { links } = (await call(myPage.get_links, { student_id: student }, { as: own })).body.data;
      const {
        mailbox: _mailbox,
        reader: _reader,
        ...link
      } = links.find(({ mailbox }: { mailbox: string }) => mailbox === written[0]!.value);
      const of = { student_id: student, mailbox: written[0]!.value };
      const answers = [
        await call(myPage.give_link, { ...of, send: false }, { as: own }),
        await call(myPage.give_link, { ...of, send: true }, { as: own }),
        await call(myPage.revoke_link, of, { as: own }),
      ];
      return { link, answers: answers.map(({ status, body }) => [status, body.data]) };
    };
    const theirs = await linksOf(family.child, contacts);
    expect(theirs).toEqual(await linksOf(family.sibling, free));
    expect(theirs.answers).toEqual([
      [200, { url: null }],
      [200, { url: null }],
      [404, undefined],
    ]);
    expect((await device.read()).status).toBe(200);
    expect((await device.read()).text).not.toContain(`<bdi>${family.name}</bdi></h2>`);
  });

  it('closes no page with the address on nine students of theirs', async () => {
    const device = await confirmed(family.motherMail);
    for (let n = 0; n < 9; n += 1) {
      const crowd = await add.person(`Crowd${word}x${n}`, 'student');
      await add.enrol(crowd, gita.id, gita.morning);
      const contacts = [{ kind: 'email' as const, value: family.motherMail }];
      await call(studentCalls.update_student, { user_id: crowd, contacts }, { as: own });
    }
    const { status, text } = await device.read();
    expect(status).toBe(200);
    expect(text).toContain(family.name);
    const { links } = (await call(myPage.get_links, { student_id: family.child }, { as: admin })).body.data;
    expect(links.map(({ mailbox }: { mailbox: string }) => mailbox)).toContain(family.motherMail);
  });

  it('still writes the addresses of students who are theirs alone', async () => {
    const contacts = [{ kind: 'email' as const, value: `aunt${word}@office.test` }];
    const saved = await call(studentCalls.update_student, { user_id: family.child, contacts }, { as: own });
    expect([saved.status, saved.body.asked]).toEqual([200, undefined]);
    expect((await aboutOf(family.child)).contacts).toEqual(contacts);
    expect(
      (
        await call(
          myPage.give_link,
          { student_id: family.child, mailbox: family.motherMail, send: false },
          { as: own },
        )
      ).body.data.url,
    ).toContain('/me/');
    expect(
      (
        await call(
          myPage.give_link,
          { student_id: family.child, mailbox: family.motherMail, send: false },
          { as: other },
        )
      ).status,
    ).toBe(404);
  });
});

describe('a new address', () => {
  it('shows nobody until its reader gave the code, which proves all who are written with it', async () => {
    const mailbox = `new${word}@office.test`;
    const ids = [await add.person(`New${word}`, 'student', { isProved: false })];
    const second = await add.person(`Second${word}`, 'student');
    await run(db)`
      insert into contacts (person_id, kind, value) values (${second}, 'email', ${mailbox.toUpperCase()})
    `;
    ids.push(second);
    expect(await shown(mailbox)).toEqual([]);
    // The second has a proved address, which may refuse this one for a day.
    const { page } = await proves(mailbox);
    expect(await shown(mailbox)).toEqual([ids[0]]);
    expect(page.text).toContain(`New${word}`);
    expect(page.text).toContain('This address is new at the office.');
    await dayPasses();
    expect(await shown(mailbox)).toEqual(ids);
  });

  it('of an already proved mailbox is asked about on the page: yes proves, no tells the office', async () => {
    const device = await confirmed(family.motherMail);
    const [yes, no] = [`Yes${word}`, `No${word}`];
    for (const name of [yes, no]) {
      await run(db)`
        insert into people (email_id, main_role, first_name, last_name, city)
        values (${family.motherMail}, 'student', ${name}, 'Secretname', 'Secretcity')
      `;
    }
    const { text } = await device.read();
    expect(text).toContain(`${yes} is also written with this address.`);
    expect(text).not.toContain('Secret');
    const idOf = async (name: string) =>
      (await one<{ id: number }>(db)`select id from people where first_name = ${name}`).id;
    const answer = async (name: string, said: string) =>
      (await device.send('mine', { person: String(await idOf(name)), answer: said })).status;
    expect([await answer(yes, 'yes'), await answer(no, 'no')]).toEqual([303, 303]);
    // The second of two tabs finds nothing to answer.
    expect([await answer(yes, 'no'), await answer(no, 'yes')]).toEqual([400, 400]);
    expect(await shown(family.motherMail)).toEqual([family.child, family.sibling, await idOf(yes)]);
    expect((await device.read()).text).not.toContain(no);
    expect((await mailsTo('admin@office.test')).at(-1)!.subject).toContain(no);
  });

  it('is proved once by two tabs at once', async () => {
    const mailbox = `tabs${word}@office.test`;
    const id = await add.person(`Tabs${word}`, 'student', { isProved: false });
    await Promise.all([proveMailbox(db, mailbox, [id]), proveMailbox(db, mailbox, [id])]);
    expect(await shown(mailbox)).toEqual([id]);
  });

  it('of more than eight whom nobody has proved proves none, and asks about the eight longest known', async () => {
    const mailbox = `many${word}@office.test`;
    for (let n = 0; n < 9; n += 1) {
      await run(db)`
        insert into people (email_id, main_role, first_name) values (${mailbox}, 'student', ${`Many${n}x`})
      `;
    }
    const { page } = await proves(mailbox);
    expect(await shown(mailbox)).toEqual([]);
    expect(page.text).toContain('Many0x is also written');
    expect(page.text).not.toContain('Many8x');
  });

  it('of a barred guardian shows nothing, proved or not', async () => {
    await run(db)`update people set email_id = ${family.fatherMail} where id = ${family.child}`;
    expect(await linkOf(family.fatherMail)).toBeNull();
  });

  it('gets no amount by mail before it is proved', async () => {
    const mailbox = `payer${word}@office.test`;
    await run(db)`delete from mailboxes where person_id = ${family.mother}`;
    await run(db)`update people set email_id = ${mailbox} where id = ${family.mother}`;
    const send = (key: string) =>
      mailer.enqueue(db, {
        kind: 'receipt',
        to: mailbox,
        dedupeKey: `${key} ${word}`,
        data: { ...samples.receipt, about: [family.mother] },
      });
    await send('before');
    const [before] = await mailsTo(mailbox);
    expect(before!.text).not.toContain('2,500');
    expect(before!.text).toContain('/me/');
    await proves(mailbox);
    await dayPasses();
    await send('after');
    expect((await mailsTo(mailbox)).at(-1)!.text).toContain('2,500');
  });
});

describe('what waited for the proof of its address', () => {
  let mailbox: string;
  const remind = (day: number) =>
    mailer.enqueue(db, {
      kind: 'owing_reminder',
      to: mailbox,
      person_id: family.mother,
      dedupeKey: `reminder ${word} ${day}`,
      data: {
        fullname: family.motherName,
        currency: 'INR',
        debts: [
          {
            student_id: family.child,
            student_name: family.name,
            course_id: gita.id,
            course_name: 'Gita',
            due: '1234.50',
            due_on: '2026-01-05',
          },
        ],
      },
    });
  const follows = async () => {
    const before = await mailsTo(mailbox);
    await sendAfterProof(db, mailer, config);
    return (await mailsTo(mailbox)).slice(before.length);
  };
  const provesAndWaits = async () => {
    await proves(mailbox);
    await dayPasses();
  };

  beforeEach(async () => {
    mailbox = `waits${word}@office.test`;
    await run(db)`delete from mailboxes where person_id = ${family.mother}`;
    await run(db)`update people set email_id = ${mailbox} where id = ${family.mother}`;
  });

  it('follows by mail once the address counts, several reminders as one, and once', async () => {
    await remind(1);
    await remind(2);
    const [first] = await mailsTo(mailbox);
    expect(first!.text).toContain('Then the message itself comes by mail');
    expect(await follows()).toEqual([]);
    await provesAndWaits();
    const sent = await follows();
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('1,234.50')]);
    expect(await follows()).toEqual([]);
  });

  it('is each receipt', async () => {
    const numbers = [`R-${word}-1`, `R-${word}-2`];
    for (const number of numbers) {
      const drawing = { ...samples.receipt.drawing, number };
      const data = { drawing, about: [family.mother] };
      await mailer.enqueue(db, { kind: 'receipt', to: mailbox, dedupeKey: `receipt ${number}`, data });
    }
    await mailsTo(mailbox);
    await provesAndWaits();
    expect((await follows()).map(({ subject }) => subject).toSorted()).toEqual(
      numbers.map((number) => expect.stringContaining(number)),
    );
  });

  it('is one list of what was decided on all those days', async () => {
    for (const [index, day] of ['2026-03-01', '2026-03-02'].entries()) {
      const week = `Week ${index} of ${word}`;
      await run(db)`
        insert into homework (student_id, course_id, class_id, week_name, home_work, status, decided_at)
        values (${family.child}, ${gita.id}, ${gita.morning}, ${week}, '', 'accepted', ${`${day}T10:00:00Z`})
      `;
      const data = { mailbox, students: [family.child], from: `${day}T00:00:00Z`, until: `${day}T20:00:00Z` };
      await mailer.enqueue(db, { kind: 'homework_decided', to: mailbox, dedupeKey: week, data });
    }
    await mailsTo(mailbox);
    await provesAndWaits();
    const sent = await follows();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain(`Week 0 of ${word}`);
    expect(sent[0]!.text).toContain(`Week 1 of ${word}`);
  });

  it('does not follow when it is settled, withdrawn or of the past', async () => {
    await remind(1);
    await mailsTo(mailbox);
    await run(db)`update charges set canceled_at = now() where student_id = ${family.child}`;
    await provesAndWaits();
    expect(await follows()).toEqual([]);

    const old = {
      kind: 'receipt',
      to: mailbox,
      data: { ...samples.receipt, about: [family.mother] },
    } as const;
    await run(db)`delete from mailboxes where person_id = ${family.mother}`;
    await mailer.enqueue(db, { ...old, dedupeKey: `old ${word}` });
    await mailsTo(mailbox);
    await run(db)`update mails set sent_at = now() - interval '91 days' where dedupe_key = ${`old ${word}`}`;
    await proveMailbox(db, mailbox, [family.mother]);
    await dayPasses();
    expect(await follows()).toEqual([]);
  });
});

describe('a change of a proved address', () => {
  const change = (address: string) =>
    run(db)`update people set email_id = ${address} where id = ${family.mother}`;
  async function refuseLink() {
    await tell();
    const mail = (await mailsTo(family.motherMail)).at(-1)!;
    return new URL(mail.links.find((link) => link.includes('/me/refuse/'))!).pathname;
  }

  it('tells the old one, which may refuse it for a day; the new one counts later and once proved', async () => {
    const next = `next${word}@office.test`;
    await change(next);
    await tell();
    expect((await mailsTo(family.motherMail)).at(-1)!.text).toContain('n•••@office.test');
    expect(await mailsTo(next)).toEqual([]);
    await proves(next);
    expect([await shown(next), await shown(family.motherMail)]).toEqual([[], [family.child, family.sibling]]);
    await dayPasses();
    expect([await shown(next), await shown(family.motherMail)]).toEqual([[family.child, family.sibling], []]);
    expect(await tell()).toBe(0);
  });

  it('is taken back by the link: a look changes nothing, a press does once, and the admins hear of it', async () => {
    const next = `next${word}@office.test`;
    await change(next);
    const link = await refuseLink();
    expect((await get(link)).text).toContain('Refuse');
    const emailOf = async () =>
      (await one<{ email: string }>(db)`select email_id as email from people where id = ${family.mother}`)
        .email;
    expect(await emailOf()).toBe(next);
    const fromElsewhere = await post(link, {}, '', { origin: 'https://evil.test' });
    expect([fromElsewhere.status, await emailOf()]).toEqual([403, next]);
    expect((await post(link, {})).status).toBe(200);
    expect([await emailOf(), await shown(family.motherMail), await linkOf(next)]).toEqual([
      family.motherMail,
      [family.child, family.sibling],
      null,
    ]);
    expect((await post(link, {})).text).toContain('nothing to refuse');
    expect((await mailsTo('admin@office.test')).at(-1)!.subject).toContain(family.motherName);
    const last = await one<{ call: string }>(db)`
      select call from audit_entries where about_person_id = ${family.mother} order by id desc limit 1
    `;
    expect(last.call).toBe('page.refuse_address');
  });

  it('is over for the link after a day, for a later change, and for any other link', async () => {
    await change(`next${word}@office.test`);
    const link = await refuseLink();
    const forged = link.replace(`/${family.mother}/`, `/${family.father}/`);
    expect((await get(forged)).status).toBe(404);
    await dayPasses();
    await run(db)`update people set email_id = ${`later${word}@office.test`} where id = ${family.mother}`;
    expect((await post(link, {})).text).toContain('nothing to refuse');
  });

  it('cannot be hidden by taking the old one away first', async () => {
    await change('');
    const link = await refuseLink();
    await change(`next${word}@office.test`);
    await tell();
    expect(
      (await mailsTo(family.motherMail)).filter(({ text }) => text.includes('/me/refuse/')),
    ).toHaveLength(2);
    await post(link, {});
    const next = await refuseLink();
    expect(next).toBeDefined();
    expect(await shown(family.motherMail)).toEqual([family.child, family.sibling]);
  });

  it('of a student tells the guardians who may see too', async () => {
    await run(db)`
      insert into contacts (person_id, kind, value) values (${family.child}, 'email', ${`added${word}@office.test`})
    `;
    await tell();
    const told = await many<{ recipient: string }>(db)`
      select recipient from mails where kind = 'address_changed' and person_id = ${family.child} order by 1
    `;
    expect(told.map(({ recipient }) => recipient)).toEqual([
      `${family.name.toLowerCase()}@office.test`,
      family.motherMail,
    ]);
  });

  it('is a new guardian too: the family is told, and their address counts a day later', async () => {
    const aunt = `aunt${word}@office.test`;
    const given = {
      name: 'Aunt',
      relation: '',
      email_id: aunt,
      phone_number: '',
      may_see: true,
      pays: false,
    };
    await run(db)`update people set first_name = 'Parent' where id in (${family.mother}, ${family.father})`;
    const { guardians } = await aboutOf(family.child);
    const kept = guardians.map(({ can: _can, ...each }: { can: object }) => each);
    const saved = await call(
      studentCalls.update_student,
      { user_id: family.child, guardians: [...kept, given] },
      { as: own },
    );
    expect([saved.status, saved.body.asked]).toEqual([200, undefined]);
    await proves(aunt);
    expect(await shown(aunt)).toEqual([]);
    expect(await refuseLink()).toContain('/me/refuse/');
    await dayPasses();
    expect(await shown(aunt)).toEqual([family.child]);
  });

  it('leaves no row of an address that went', async () => {
    await change('');
    await dayPasses();
    await dayPasses();
    await sweepExpired(db, config.limits);
    expect(await maybeOne(db)`select from mailboxes where person_id = ${family.mother}`).toBeNull();
  });
});

describe('codes of a page', () => {
  it('are not used up by a stranger with the link in another network', async () => {
    const url = (await linkOf(family.motherMail))!;
    const ask = async (ip: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `${url}/code`,
          payload: '',
          remoteAddress: ip,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            origin: 'null',
          },
        })
      ).statusCode;
    const strangers: number[] = [];
    for (let n = 0; n < 20; n += 1) strangers.push(await ask('127.0.0.7'));
    expect(strangers.filter((status) => status === 200)).toHaveLength(5);
    expect(await ask('127.0.1.8')).toBe(200);
    // The last code is no longer valid: there is always one more.
    await run(db)`delete from rate_limits where key like 'my-page-code:last-%'`;
    expect([await ask('127.0.0.7'), await ask('127.0.0.7')]).toEqual([200, 429]);
  });

  it('are taken with spaces, and what cannot be one takes no try', async () => {
    const url = (await linkOf(family.motherMail))!;
    const challenge = challengeIn((await post(`${url}/code`, {})).text);
    const code = await lastCode(family.motherMail);
    for (const wrong of ['12345', '1234567', 'abcdef', '', '12 34']) {
      expect((await post(`${url}/open`, { challenge, code: wrong })).status).toBe(403);
    }
    expect(await one(db)`select max(tries) as tries from personal_codes`).toEqual({ tries: 0 });
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await post(`${url}/open`, { challenge, code: typed })).status).toBe(303);
  });
});

describe('every writer of an address', () => {
  it('writes one that does not count: the catalogue has no other way than through the triggers', async () => {
    // Whatever statement any part of the portal runs, a fresh pair of person and address counts for nothing.
    const writers: Readonly<Record<string, (address: string) => Promise<unknown>>> = {
      'a new person': (address) =>
        run(db)`insert into people (email_id, main_role, first_name) values (${address}, 'student', 'W')`,
      'a new first address': (address) =>
        run(db)`update people set email_id = ${address} where id = ${family.child}`,
      'a new guardian': (address) =>
        run(db)`update people set email_id = ${address} where id = ${family.mother}`,
      'a new contact': (address) =>
        run(db)`insert into contacts (person_id, kind, value) values (${family.child}, 'email', ${address})`,
      'a changed contact': async (address) => {
        await run(db)`
          insert into contacts (person_id, kind, value) values (${family.child}, 'email', 'w@w.test')
        `;
        await run(db)`update contacts set value = ${address} where value = 'w@w.test'`;
      },
      'a number that becomes an address': async (address) => {
        await run(db)`insert into contacts (person_id, kind, value) values (${family.child}, 'phone', '900')`;
        await run(db)`update contacts set kind = 'email', value = ${address} where value = '900'`;
      },
      'a contact that moves to another person': async (address) => {
        const from = await add.person(`From${word}`, 'student');
        await run(db)`insert into contacts (person_id, kind, value) values (${from}, 'email', ${address})`;
        await proveMailbox(db, address, [from]);
        await run(db)`update contacts set person_id = ${family.child} where person_id = ${from}`;
      },
    };
    for (const [writer, write] of Object.entries(writers)) {
      const address = `${writer.replaceAll(' ', '-')}-${word}@office.test`;
      await write(address);
      const { wrong } = await one<{ wrong: number }>(db)`
        select count(*)::int as wrong from mailboxes m
        join people p on p.id = m.person_id and p.id <> (select coalesce(max(id), 0) from people where first_name = ${`From${word}`})
        where m.mailbox = ${address} and ${counts}
      `;
      expect([writer, wrong, await shown(address).then((ids) => ids.includes(family.child))]).toEqual([
        writer,
        0,
        false,
      ]);
    }
  });
});
