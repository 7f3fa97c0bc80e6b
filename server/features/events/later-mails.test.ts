import ICAL from 'ical.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { claimMail } from '#server/channels/mail/queries.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents, inKolkata, satsang } from '#server/test/events.ts';
import { refusal } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';

/* Mails about an event after the first ones. See docs/decisions/0021. */

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const school = await foundSchool(db);
const { anu, bala, chitra, deepa, esha, free } = school.students;
const inGita = [anu, bala, chitra, deepa];

const events = eventOffice(server, school.gita.id, own);
beforeEach(async () => {
  await forgetEvents(server);
  await run(db)`delete from pgboss.job`;
});

/** Mails of an event, oldest first: kind, state and student. */
const mailsOf = (event: number) =>
  many<{ kind: string; state: string; person_id: number }>(db)`
    select kind, state, person_id from mails where event_id = ${event} order by id
  `;
const whose = async (event: number, kind: string, state = 'queued') =>
  (await mailsOf(event))
    .filter((mail) => mail.kind === kind && mail.state === state)
    .map(({ person_id: person }) => person)
    .toSorted((a, b) => a - b);
const everybodySent = () => run(db)`update mails set sent_at = now(), sealed = null where state = 'queued'`;
const sent = (person: number) =>
  run(db)`update mails set sent_at = now(), sealed = null where person_id = ${person} and state = 'queued'`;

const day = satsang(0).event_date;
const later = { start_time: inKolkata(day, '19:00'), end_time: inKolkata(day, '20:30') };
const edit = (event_id: number, more: object = {}, as = own) =>
  call('events.edit_event', { ...satsang(school.gita.id), event_id, ...more }, { as });
const audienceOf = async (event_id: number) =>
  (await call('events.get_event_audience', { event_id }, { as: own })).body.data;
const cancel = (event_id: number, more: object = {}) =>
  call('events.cancel_event', { event_id, ...more }, { as: own });
const undo = (change_id: number, more: object = {}) =>
  call('audit.undo_change', { change_id, ...more }, { as: own });
const changeOf = ({ headers }: Awaited<ReturnType<typeof cancel>>) => Number(headers['change-id']);

/** The contents of a student's mailbox about an event: subject and calendar entry, oldest first. */
async function mailboxOf(name: string, event_name: string) {
  const mails = await deliveredMails({ config, db });
  return mails
    .filter(({ to, subject }) => to === `${name}@office.test` && subject.includes(event_name))
    .map(({ subject, text, files }) => {
      const calendar = new ICAL.Component(ICAL.parse(files[0]?.content ?? ''));
      const entry = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
      const { uid, sequence, startDate } = entry;
      const method = calendar.getFirstPropertyValue('method');
      return { subject, text, method, uid, sequence, start: startDate.toJSDate().toISOString() };
    });
}

describe('canceling', () => {
  /** Published without mails. Two are registered, and nobody had a mail. */
  async function quietEvent() {
    const id = await events.published(0);
    await events.addStudent(id, 'anu');
    await events.addStudent(id, 'esha', admin);
    return id;
  }

  test('counts the registered and the informed people before it is done', async () => {
    const quiet = await quietEvent();
    expect(await audienceOf(quiet)).toMatchObject({ registered: 2, registered_informed: 0, informed: 0 });
    const loud = await events.published();
    await events.addStudent(loud, 'anu');
    await events.addStudent(loud, 'esha', admin);
    await sent(anu);
    await sent(bala);
    expect(await audienceOf(loud)).toEqual({
      registered: 2,
      is_for_registered: false,
      unwritten_registered: 0,
      registered_informed: 1,
      informed: 2,
      waiting: 3,
      concerned: 2,
      unreached: [],
      unwritten: 0,
      called_off: 0,
      withdrawn: 0,
    });
    const { body } = await call('events.get_events', {}, { as: own });
    expect(body.data.data.map((row: { registered: number }) => row.registered)).toEqual([2, 2]);
  });

  test('tells everybody registered when that is wanted', async () => {
    const silent = await quietEvent();
    expect((await cancel(silent)).body.message).toBe('Event canceled');
    expect(await mailsOf(silent)).toEqual([]);

    const id = await quietEvent();
    const { body } = await cancel(id, { tell_all: true });
    expect(body.message).toBe('Event canceled, everybody who was informed or is registered is told by mail');
    expect(await whose(id, 'event_canceled')).toEqual([anu, esha]);
    expect((await cancel(id, { tell_all: true })).status).toBe(409);
    expect(await whose(id, 'event_canceled')).toEqual([anu, esha]);
  });

  test('tells the informed and the registered people once each, and nobody who had nothing', async () => {
    const id = await events.published();
    await events.addStudent(id, 'anu');
    await events.addStudent(id, 'esha', admin);
    await sent(anu);
    await sent(bala);
    await cancel(id, { tell_all: true });
    expect(await whose(id, 'event_canceled')).toEqual([anu, bala, esha]);
  });

  test('may leave out the list of registrations', async () => {
    const id = await quietEvent();
    expect((await cancel(id, { listed: false })).body.students).toEqual([]);
  });
});

describe('an edit of a published event', () => {
  test.each([
    ['another time', later],
    ['another link', { meeting_link: 'https://meet.test/b' }],
    ['a place', { place: 'Temple hall' }],
  ])('%s is mailed to everybody informed or registered, when that is wanted', async (_, more) => {
    const id = await events.published();
    await everybodySent();
    await run(db)`insert into event_registrations (event_id, student_id) values (${id}, ${free})`;
    expect((await audienceOf(id)).concerned).toBe(5);

    expect((await edit(id)).body.message).toBe('Event updated');
    const { body } = await edit(id, { ...more, tell: true });
    expect(body.message).toBe('Event updated, the mails about the change are on their way');
    expect(await whose(id, 'event_changed')).toEqual([...inGita, free].toSorted((a, b) => a - b));
  });

  test('is mailed to nobody unless wanted, nor when only texts changed', async () => {
    const id = await events.published();
    await everybodySent();
    expect((await edit(id, later)).body.message).toBe('Event updated');
    await edit(id, { ...later, event_name: 'Another', description: '<p>Bring a book</p>', tell: true });
    expect(await whose(id, 'event_changed')).toEqual([]);
  });

  test('sent twice makes one mail, one after the other and at once', async () => {
    const id = await events.published();
    await everybodySent();
    await edit(id, { ...later, tell: true });
    await edit(id, { ...later, tell: true });
    expect(await whose(id, 'event_changed')).toEqual(inGita);
    const link = { ...later, meeting_link: 'https://meet.test/c', tell: true };
    await Promise.all([edit(id, link), edit(id, link, admin), edit(id, link)]);
    // Mails that had not left are written anew with the new link, and nobody gets two.
    expect(await whose(id, 'event_changed')).toEqual(inGita);
  });

  test('updates mails that have not left', async () => {
    const id = await events.published(1, { event_name: 'Vesak' });
    await edit(id, { ...later, event_name: 'Vesak' });
    expect(await whose(id, 'event_published')).toEqual(inGita);
    expect(await whose(id, 'event_published', 'withdrawn')).toEqual(inGita);
    const mails = await mailboxOf('anu', 'Vesak');
    expect(mails).toEqual([expect.objectContaining({ start: new Date(later.start_time).toISOString() })]);
    // They have a mail already, so the change is no news to them.
    await edit(id, { event_name: 'Vesak', tell: true });
    expect((await mailboxOf('anu', 'Vesak')).map(({ subject }) => subject)).toEqual([
      'You are invited: Vesak',
      'Changed: Vesak',
    ]);
  });

  test('of a pending or a canceled one mails nobody', async () => {
    const pending = await events.add();
    await events.addStudent(pending, 'anu');
    const canceled = await events.published();
    await everybodySent();
    await cancel(canceled);
    for (const id of [pending, canceled]) {
      await edit(id, { ...later, tell: true });
      expect(await whose(id, 'event_changed')).toEqual([]);
    }
  });
});

test('the calendar entry stays one: each later mail has its name and a higher number', async () => {
  const id = await events.published(1, { event_name: 'Ekadashi' });
  const named = { event_name: 'Ekadashi' };
  await deliveredMails({ config, db });
  await edit(id, { ...named, ...later, tell: true });
  await deliveredMails({ config, db });
  const first = changeOf(await cancel(id));
  await deliveredMails({ config, db });
  await undo(first, { tell: true });
  await deliveredMails({ config, db });
  await cancel(id);
  const mails = await mailboxOf('bala', 'Ekadashi');
  expect(mails.map(({ subject, method }) => [subject, method])).toEqual([
    ['You are invited: Ekadashi', 'PUBLISH'],
    ['Changed: Ekadashi', 'PUBLISH'],
    ['Canceled: Ekadashi', 'CANCEL'],
    ['On again: Ekadashi', 'PUBLISH'],
    ['Canceled: Ekadashi', 'CANCEL'],
  ]);
  expect(new Set(mails.map(({ uid }) => uid)).size).toBe(1);
  const numbers = mails.map(({ sequence }) => sequence);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(mails[1]?.start).toBe(new Date(later.start_time).toISOString());
  expect(mails[1]?.text).toContain('This is how it stands now');
});

describe('a publishing without mails', () => {
  const send = (event_id: number, as = own, more = {}) =>
    call('events.send_event_mails', { event_id, ...more }, { as });

  test('can be announced later: to everybody it would have told, and to later registrations', async () => {
    const id = await events.published(0);
    await events.addStudent(id, 'esha', admin);
    expect((await audienceOf(id)).unwritten).toBe(5);
    const { body } = await send(id, own, { to: 'course' });
    expect(body).toMatchObject({
      message: 'The mails to the students are on their way',
      data: { mails: 5 },
    });
    expect(await whose(id, 'event_published')).toEqual([...inGita, esha]);
    await events.addStudent(id, 'free', admin);
    expect(await whose(id, 'event_published')).toContain(free);
    expect((await audienceOf(id)).unwritten).toBe(0);
  });

  test('twice and at once tells once', async () => {
    const id = await events.published(0);
    const answers = await Promise.all([send(id), send(id, admin), send(id)]);
    expect(answers.reduce((sum, { body }) => sum + body.data.mails, 0)).toBe(4);
    expect((await send(id)).body).toMatchObject({ message: 'Everybody has a mail already' });
    expect(await whose(id, 'event_published')).toEqual(inGita);
  });

  test('reaches students who joined the course since, and nobody twice', async () => {
    const id = await events.published();
    await everybodySent();
    await addEnrolment(db, { student: free, course: school.gita.id, class: null });
    expect((await send(id)).body.data.mails).toBe(1);
    expect(await whose(id, 'event_published')).toEqual([free]);
    await run(db)`delete from enrolments where student_id = ${free}`;
  });

  test('is for published events of the own courses that are not over', async () => {
    const [pending, canceled, past] = [
      await events.add(),
      await events.published(0),
      await events.published(0),
    ];
    await cancel(canceled);
    await events.letPass(past);
    expect((await send(pending)).status).toBe(409);
    expect((await send(canceled)).status).toBe(409);
    expect((await send(past)).body).toMatchObject({ message: 'No mails, since the event is over' });
    expect(refusal(await send(past, other))).toEqual(refusal(await send(999_999, other)));
    expect(await many(db)`select id from mails`).toEqual([]);
  });
});

describe('undoing a cancel', () => {
  test('sends what it withdrew, and tells the informed people when that is wanted', async () => {
    const id = await events.published();
    await sent(anu);
    await sent(bala);
    const change = changeOf(await cancel(id));
    expect(await whose(id, 'event_published', 'withdrawn')).toEqual([chitra, deepa]);
    await sent(anu);
    expect(await audienceOf(id)).toMatchObject({ called_off: 2, withdrawn: 2 });

    const { body } = await undo(change, { tell: true });
    expect(body.data).toMatchObject({ mails: 3 });
    // Bala's cancellation was withdrawn before it left.
    expect(await whose(id, 'event_on_again')).toEqual([anu]);
    expect(await whose(id, 'event_published')).toEqual([chitra, deepa]);
    expect(await whose(id, 'event_canceled')).toEqual([]);
    expect(await many(db)`select from mails where sealed is not null and state <> 'queued'`).toEqual([]);
  });

  test('without mails to the informed people still sends what it withdrew', async () => {
    const id = await events.published();
    await sent(anu);
    const change = changeOf(await cancel(id));
    await everybodySent();
    await undo(change);
    expect(await whose(id, 'event_on_again')).toEqual([]);
    expect(await whose(id, 'event_published')).toEqual([bala, chitra, deepa]);
  });

  test('mails nobody who has no more to do with the event', async () => {
    const id = await events.published();
    const change = changeOf(await cancel(id));
    await run(db)`update enrolments set ended_on = '2026-11-01' where student_id = ${deepa}`;
    await undo(change);
    expect(await whose(id, 'event_published')).toEqual([anu, bala, chitra]);
    await run(db)`update enrolments set ended_on = null where student_id = ${deepa}`;
  });

  test('again and again: each cancel and each undo is mailed once to those who believe otherwise', async () => {
    const id = await events.published();
    await everybodySent();
    for (let round = 1; round <= 3; round += 1) {
      const change = changeOf(await cancel(id));
      await everybodySent();
      await undo(change, { tell: true });
      await everybodySent();
      expect(await whose(id, 'event_canceled', 'sent')).toHaveLength(4 * round);
      expect(await whose(id, 'event_on_again', 'sent')).toHaveLength(4 * round);
    }
    expect(await whose(id, 'event_published', 'sent')).toEqual(inGita);
  });

  test('a change that had not left is sent with the present values', async () => {
    const id = await events.published();
    await everybodySent();
    await edit(id, { ...later, tell: true });
    const change = changeOf(await cancel(id));
    await undo(change);
    // The cancellation was withdrawn too, so only the change is left.
    expect(await whose(id, 'event_changed')).toEqual(inGita);
    expect(await whose(id, 'event_canceled')).toEqual([]);
  });

  test('people who may have been told hear that it is on, and get no second invitation', async () => {
    const id = await events.published();
    const { id: mail, round } = await one<{ id: number; round: number }>(db)`
      select id, round from mails where event_id = ${id} and person_id = ${anu}
    `;
    await claimMail(db, { mail, round });
    const change = changeOf(await cancel(id));
    expect(await whose(id, 'event_canceled')).toEqual([anu]);
    await run(db)`update mails set sent_at = now(), sealed = null where kind = 'event_canceled'`;
    await undo(change, { tell: true });
    expect(await whose(id, 'event_on_again')).toEqual([anu]);
    expect(await whose(id, 'event_published')).toEqual([anu, bala, chitra, deepa]);
  });

  test('of a delete sends what that withdrew', async () => {
    const id = await events.published();
    await sent(anu);
    const change = changeOf(await events.remove(id));
    expect(await whose(id, 'event_published', 'withdrawn')).toEqual([bala, chitra, deepa]);
    expect((await undo(change)).body.data.mails).toBe(3);
    expect(await whose(id, 'event_published')).toEqual([bala, chitra, deepa]);
  });
});

describe('registrations by page', () => {
  test('of all events or one, by a part of their texts; the whole list stays as it was', async () => {
    const [one_, two] = [await events.published(0), await events.published(0, { event_name: 'Kirtan' })];
    for (const name of ['anu', 'bala', 'chitra', 'deepa']) await events.addStudent(one_, name);
    await events.addStudent(two, 'anu');
    const list = async (input: object, as = own) =>
      (await call('events.get_register_students_event', input, { as })).body;
    const names = ({ result }: { result: { user_name: string }[] }) =>
      result.map(({ user_name }) => user_name);
    expect(names(await list({}))).toEqual(['Anu', 'Deepa', 'Chitra', 'Bala', 'Anu']);
    const page = await list({ event_id: one_, page: 2, pageSize: 3 });
    expect([names(page), page.total_count]).toEqual([['Anu'], 4]);
    expect(names(await list({ search: 'KIRT', pageSize: 10 }))).toEqual(['Anu']);
    expect(names(await list({ search: 'bala@', pageSize: 10 }))).toEqual(['Bala']);
    expect(await list({ event_id: one_, pageSize: 10 }, other)).toMatchObject({ result: [], total_count: 0 });
  });

  test('are not sent along when they are not wanted', async () => {
    const id = await events.published(0);
    const input = { course_id: school.gita.id, event_id: id, email_id: 'anu@office.test', listed: false };
    const added = await call('events.add_student_to_event', input, { as: own });
    expect(added.body).toMatchObject({ message: 'success', result: [] });
    const [row] = (await call('events.get_register_students_event', {}, { as: own })).body.result;
    const removed = await call(
      'events.delete_student_from_event',
      { register_id: row.register_id, listed: false },
      { as: own, method: 'POST' },
    );
    expect(removed.body).toMatchObject({ message: 'success', result: [] });
  });
});

afterAll(() => forgetEvents(server));
