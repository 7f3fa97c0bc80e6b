import { audit } from '@gurukul/contract/audit';
import { events as calls } from '@gurukul/contract/events';
import { mails } from '@gurukul/contract/mails';
import { search } from '@gurukul/contract/search';
import { beforeEach, describe, expect, test } from 'vitest';
import { readReminders } from '#server/channels/mail/reminders.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents, satsang } from '#server/test/events.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { run } from '#server/test/rows.ts';
import { admin, foundSchool, other, own } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { call, db } = server;
const school = await foundSchool(db);
const events = eventOffice(server, school.gita.id, own);
const none = { course_id: null, without_course: true };

beforeEach(() => forgetEvents(server));

const eventsOf = async (as: string) =>
  (await call(calls.get_events, {}, { as })).body.data.data.map(
    ({
      event_id,
      course_id,
      can,
    }: {
      event_id: number;
      course_id: number | null;
      can: { edit: boolean };
    }) => [event_id, course_id, can.edit],
  );

describe('an event without a course', () => {
  test('needs that to be said: the course is checked in its place', async () => {
    const add = (more: object) => call(calls.add_event, { ...satsang(school.gita.id), ...more }, { as: own });
    for (const course_id of [null, '', undefined]) {
      expect((await add({ course_id })).body).toMatchObject({ status: 400, message: 'course name required' });
    }
    const both = await add({ event_name: '', course_id: null, meeting_link: '' });
    expect(both.body.message).toBe('Event name required');
    expect((await add({ course_id: null, meeting_link: '' })).body.message).toBe('course name required');
    expect((await add({ without_course: true })).status).toBe(400);
    expect((await add(none)).status).toBe(200);
  });

  test('is managed by account admins and by who made it', async () => {
    const [mine, office] = [await events.add(none), await events.add(none, admin)];
    expect(await eventsOf(own)).toEqual([[mine, null, true]]);
    expect(await eventsOf(other)).toEqual([]);
    expect((await eventsOf(admin)).toSorted()).toEqual([
      [mine, null, true],
      [office, null, true],
    ]);
    for (const as of [own, other]) {
      expect((await events.publish(office, 0, as)).status).toBe(404);
      expect((await call(calls.get_single_events, { event_id: office }, { as })).status).toBe(404);
    }
    const { body } = await call(search.find, { text: 'Satsang' }, { as: own });
    expect(JSON.stringify(body)).toContain(`"id":${mine}`);
  });

  test('has its people, its mails and its reminders, in the provider’s name and without a course', async () => {
    await run(db)`update provider set name = 'Vidya Peetham'`;
    const id = await events.add({ ...none, reminders: ['day'] });
    const anu = await call(
      calls.add_student_to_event,
      { course_id: null, event_id: id, email_id: 'anu@office.test' },
      { as: own },
    );
    expect(anu.body).toMatchObject({
      message: 'success',
      result: [{ course_id: null, course_name: '', can: { remove: true } }],
    });
    const guest = { event_id: id, fullname: 'Lalita', email_id: 'lalita@example.test', language: 'en' };
    expect((await call(calls.add_guest_to_event, guest, { as: own })).body.message).toBe('success');
    await events.publish(id);
    const invited = await deliveredMails(server);
    expect(invited.map(({ to }) => to).toSorted()).toEqual(['anu@office.test', 'lalita@example.test']);
    for (const { text } of invited) {
      expect(text).toContain('Vidya Peetham invites you to an event.');
      expect(text).not.toContain('Course:');
    }
    const shown = await call(calls.get_single_events, { event_id: id }, { as: own });
    expect(shown.body.data).toMatchObject({ course_id: null, course_name: '' });
    const { start_time: starts_at } = satsang(school.gita.id);
    const order = { event_id: id, slot_id: null, on_date: null, is_extra: false, starts_at } as const;
    expect(await readReminders(db, [{ ...order, which: 'day' }])).toHaveLength(2);
    expect((await call(mails.get_mails, { event_id: id }, { as: own })).body.total_count).toBe(2);

    const [{ register_id }] = (await call(calls.get_register_students_event, {}, { as: own })).body.result;
    await call(calls.delete_student_from_event, { register_id }, { as: own });
    const canceled = await events.cancel(id);
    expect(canceled.body).toMatchObject({
      message: 'Event canceled, everybody who was informed is told by mail',
    });
    const undo = { change_id: Number(canceled.headers['change-id']) };
    expect((await call(audit.undo_change, undo, { as: own })).status).toBe(200);
  });

  test('can get a course, and lose it', async () => {
    const id = await events.add(none);
    const edit = (more: object) =>
      call(calls.edit_event, { ...satsang(school.gita.id), event_id: id, ...more }, { as: own });
    expect((await edit({})).body.status).toBe(200);
    expect(await eventsOf(own)).toEqual([[id, school.gita.id, true]]);
    expect((await edit({ course_id: school.veda.id })).status).toBe(404);
    expect((await edit(none)).body.status).toBe(200);
    expect(await eventsOf(own)).toEqual([[id, null, true]]);
  });
});
