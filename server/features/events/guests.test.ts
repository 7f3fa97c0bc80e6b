import { events as calls } from '@gurukul/contract/events';
import { privacy } from '@gurukul/contract/privacy';
import { beforeEach, describe, expect, test } from 'vitest';
import { readReminders } from '#server/channels/mail/reminders.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents, satsang } from '#server/test/events.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, foundSchool, other, own } from '#server/test/small-school.ts';
import { countOld } from '../privacy/retention.ts';

const server = await testApp({ database: 'empty' });
const { call, db } = server;
const school = await foundSchool(db);
const { anu } = school.students;
const events = eventOffice(server, school.gita.id, own);

const lalita = { fullname: 'Lalita Devi', email_id: 'lalita@example.test', language: 'te' };
const invite = (event_id: number, more: object = {}, as = own) =>
  call(calls.add_guest_to_event, { event_id, ...lalita, ...more }, { as });
const guests = () =>
  many<{ id: number; fullname: string }>(
    db,
  )`select id, fullname from people where main_role = 'guardian' order by id`;

beforeEach(async () => {
  await forgetEvents(server);
  await run(db)`delete from people where main_role = 'guardian'`;
});

describe('a guest', () => {
  test('gets the mails of the event in the chosen language, and its reminders', async () => {
    const id = await events.add({ place: 'Temple hall', reminders: ['day'] });
    const { body } = await invite(id, { phone_number: '+91 98450 12345' });
    expect(body).toMatchObject({
      message: 'success',
      result: [{ user_name: 'Lalita Devi', is_guest: true, phone_number: '+91 98450 12345' }],
    });
    await call(calls.publish_event, { event_id: id, flag: 1, to: 'registered' }, { as: own });
    await call(calls.cancel_event, { event_id: id, tell_all: true }, { as: own });
    const mails = (await deliveredMails(server)).filter(({ to }) => to.includes(lalita.email_id));
    expect(mails).toHaveLength(1);

    const quiet = await events.add({ place: 'Temple hall', reminders: ['day'] });
    await invite(quiet);
    await call(calls.publish_event, { event_id: quiet, flag: 1, to: 'registered' }, { as: own });
    const invited = (await deliveredMails(server)).find(({ text }) => text.includes('Temple hall'));
    expect(invited?.to).toContain(lalita.email_id);
    expect(invited?.text).toMatch(/[\u0C00-\u0C7F]/);
    const { start_time: starts_at } = satsang(school.gita.id);
    const order = { event_id: quiet, slot_id: null, on_date: null, is_extra: false, starts_at } as const;
    const reminded = await readReminders(db, [{ ...order, which: 'day' }]);
    expect(reminded.map(({ to }) => to.email_id)).toEqual([lalita.email_id]);
  });

  test('is one person in all events, also for two who add them at once, and can be removed', async () => {
    const [id, next] = [await events.add(), await events.add()];
    const answers = await Promise.all([invite(id), invite(id, { email_id: 'Lalita@Example.test' })]);
    expect(answers.map(({ body }) => body.message).toSorted()).toEqual([
      'This guest is already registered for this event',
      'success',
    ]);
    const { body } = await invite(next);
    expect(await guests()).toHaveLength(1);
    const [{ register_id }] = body.result;
    await call(calls.delete_student_from_event, { register_id }, { as: own });
    const left = await call(calls.get_register_students_event, {}, { as: own });
    expect(left.body.result).toMatchObject([{ event_id: id, is_guest: true }]);
  });

  test('needs a mail address or a number', async () => {
    const id = await events.add();
    expect((await invite(id, { email_id: '' })).status).toBe(400);
    for (const _ of [1, 2]) await invite(id, { email_id: '', phone_number: '98450 12345' });
    expect(await guests()).toHaveLength(1);
  });

  test('with the address of a student is asked for, and others do not learn whose it is', async () => {
    const id = await events.add();
    const { body } = await invite(id, { email_id: 'ANU@office.test' });
    expect(body).toMatchObject({ code: 'guest_is_student', people: [{ user_id: anu, fullname: 'Anu' }] });
    expect(await guests()).toEqual([]);
    expect((await invite(id, { email_id: 'anu@office.test', despite: true })).body.message).toBe('success');
    expect((await invite(id, { email_id: 'esha@office.test' })).body.message).toBe('success');
    expect((await invite(id, { fullname: 'Other' }, other)).status).toBe(404);
    await events.publish(id, 0);
    await events.cancel(id);
    expect((await invite(id)).status).toBe(409);
  });

  test('ends with an erasure, or with time', async () => {
    await invite(await events.add());
    const [guest] = await guests();
    const erase = { user_id: guest!.id, preview: true };
    expect((await call(privacy.erase_person, erase, { as: admin })).body.data.lines).toContainEqual(
      expect.objectContaining({ group: 'profile', fate: 'erased' }),
    );
    const before = await countOld(db, 'left_students', 400);
    await run(db)`update event_registrations set registered_at = now() - interval '500 days'`;
    await run(db)`update people set registered_at = now() - interval '500 days' where id = ${guest!.id}`;
    expect(await countOld(db, 'left_students', 400)).toBe(before + 1);
    expect(await countOld(db, 'left_students', 600)).toBe(before);
  });
});
