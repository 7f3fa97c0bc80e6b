import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { claimMail, markSent, noteFailure } from '#server/channels/mail/queries.ts';
import { readReminders } from '#server/channels/mail/reminders.ts';
import { demoPassword, testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents, satsang } from '#server/test/events.ts';
import { office } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const server = await testApp({ database: 'empty' });
const { call, config, database, db } = server;
const add = office(db);
const school = await foundSchool(db);
const { anu, bala, chitra, deepa, esha, free, gone } = school.students;

const events = eventOffice(server, school.gita.id, own);
beforeEach(async () => {
  await forgetEvents(server);
  await run(db)`delete from pgboss.job`;
});

interface MailRow {
  readonly id: number;
  readonly round: number;
  readonly person_id: number;
  readonly state: string;
}

const mailsOf = (eventId: number, kind: 'event_published' | 'event_canceled' = 'event_published') =>
  many<MailRow>(db)`
    select id, round, person_id, state from mails where event_id = ${eventId} and kind = ${kind} order by person_id
  `;
const peopleIn = (rows: readonly MailRow[], state?: string) =>
  rows.filter((row) => state === undefined || row.state === state).map((row) => row.person_id);
const told = async (eventId: number) => peopleIn(await mailsOf(eventId));
const toldOfCancel = async (eventId: number) => peopleIn(await mailsOf(eventId, 'event_canceled'));

/** A worker takes the mail of that student and releases it as `then` says. */
async function take(eventId: number, personId: number, then: 'sends it' | 'fails' | 'holds it') {
  const mail = (await mailsOf(eventId)).find((row) => row.person_id === personId);
  if (mail === undefined) throw new Error('no such mail');
  const turn = { mail: mail.id, round: mail.round };
  await claimMail(db, turn);
  if (then === 'sends it') await markSent(db, [{ id: mail.id }]);
  if (then === 'fails') await noteFailure(db, turn, 'away', { isHere: true });
}

const inGita = [anu, bala, chitra, deepa];

describe('who may', () => {
  test('an event that was deleted is neither published nor canceled', async () => {
    const [pending, published] = [await events.add(), await events.published(0)];
    await events.remove(pending);
    await events.remove(published);
    expect((await events.publish(pending)).status).toBe(404);
    expect((await events.cancel(published)).status).toBe(404);
    expect(await told(pending)).toEqual([]);
  });
});

describe('an event for those who are registered', () => {
  const audience = async (id: number) =>
    (await call('events.get_event_audience', { event_id: id }, { as: own })).body.data;
  const publishTo = (event_id: number, to?: string) =>
    call('events.publish_event', { event_id, flag: 1, to }, { as: own });

  test('is told and reminded of to them alone, and to the course when that is wanted later', async () => {
    const id = await events.add({ reminders: ['day'] });
    await events.addStudent(id, 'anu');
    await events.addStudent(id, 'esha', admin);
    expect(await audience(id)).toMatchObject({
      unwritten: 5,
      unwritten_registered: 2,
      is_for_registered: true,
    });
    await publishTo(id, 'registered');
    expect(await told(id)).toEqual([anu, esha]);
    const { start_time: starts_at } = satsang(school.gita.id);
    const order = { event_id: id, slot_id: null, on_date: null, is_extra: false, starts_at } as const;
    const reminded = async () =>
      (await readReminders(db, [{ ...order, which: 'day' }]))
        .map(({ to }) => to.person_id)
        .toSorted((a, b) => a - b);
    expect(await reminded()).toEqual([anu, esha]);

    const send = (to?: string) => call('events.send_event_mails', { event_id: id, to }, { as: own });
    expect((await send()).body.data).toEqual({ mails: 0 });
    expect((await send('course')).body.data).toEqual({ mails: 3 });
    expect(await told(id)).toEqual([...inGita, esha]);
    expect(await reminded()).toEqual([...inGita, esha]);
    // What the course knows stays the course's.
    await send('registered');
    expect(await audience(id)).toMatchObject({ is_for_registered: false });
  });

  test('is one of the whole course where nobody says whom to tell', async () => {
    const id = await events.add();
    await events.addStudent(id, 'anu');
    await publishTo(id);
    expect(await told(id)).toEqual(inGita);
    expect(await audience(id)).toMatchObject({ is_for_registered: false });
  });

  test('published in silence is told to them first', async () => {
    const id = await events.published(0);
    await events.addStudent(id, 'anu');
    expect((await call('events.send_event_mails', { event_id: id }, { as: own })).body.data.mails).toBe(1);
    expect(await told(id)).toEqual([anu]);
  });
});

describe('the states of an event', () => {
  test('lead from pending over published to canceled, and nowhere else', async () => {
    const id = await events.add();
    const refused = async (step: 'publish' | 'cancel', why = 'This event has changed in the meantime') => {
      const before = await events.stateOf(id);
      const { status, body } = await events[step](id);
      expect([status, body.message]).toEqual([409, why]);
      expect(await events.stateOf(id)).toEqual(before);
    };
    await refused('cancel', 'Only a published event can be canceled. Delete a pending event instead.');
    const published = await events.publish(id, 0);
    expect(published.body).toMatchObject({
      message: 'Event published',
      result: [{ live_status: 'published', status: 'published', can: { publish: false, cancel: true } }],
    });
    await refused('publish');
    const canceled = await events.cancel(id);
    expect(canceled.body).toMatchObject({
      message: 'Event canceled',
      result: [
        {
          live_status: 'canceled',
          can: { publish: false, cancel: false, registrations: false, add_student: false, delete: true },
        },
      ],
    });
    await refused('cancel');
    await refused('publish');
  });

  test('canceling returns the registrations', async () => {
    const id = await events.published(0);
    await events.addStudent(id, 'anu');
    expect((await events.cancel(id)).body.students).toMatchObject([{ event_id: id, user_name: 'Anu' }]);
  });

  test('deleting twice is done once; names in the request have no effect', async () => {
    const id = await events.published();
    for (const answer of [await events.remove(id), await events.remove(id)]) {
      expect(answer.body).toEqual({ status: 200, message: 'success', result: [] });
    }
    expect((await events.remove(id, other)).status).toBe(404);
    const input = { event_id: id, course_name: 'Veda', event_name: 'Another' };
    expect((await call('events.cancel_event', input, { as: own })).status).toBe(404);
  });
});

describe('publishing', () => {
  test('without mails tells nobody', async () => {
    for (const flag of [0, '0', false, undefined]) {
      const id = await events.add();
      const { body } = await call('events.publish_event', { event_id: id, flag }, { as: own });
      expect(body.message).toBe('Event published');
      expect(await told(id)).toEqual([]);
    }
  });

  test('tells the present students of the course and everybody registered, each once', async () => {
    const id = await events.add();
    await events.addStudent(id, 'esha', admin);
    await events.addStudent(id, 'anu');
    const [left] = (await events.addStudent(id, 'free', admin)).body.result;
    await call('events.delete_student_from_event', { register_id: left.register_id }, { as: own });
    await run(db)`insert into event_registrations (event_id, student_id) values (${id}, ${gone})`;
    const { body } = await events.publish(id);
    expect(body.message).toBe('Event published, the mails to the students are on their way');
    expect(await told(id)).toEqual([...inGita, esha]);
    expect(body.result[0].mails).toEqual({ queued: 5, sent: 0, failed: 0, withdrawn: 0 });
    const { jobs } = await one<{ jobs: number }>(db)`select count(*) as jobs from pgboss.job`;
    expect(jobs).toBe(5);
  });

  test('writes the texts of the database, under any names in the request', async () => {
    const id = await events.add({ event_name: 'Śrī Rudram' });
    await call(
      'events.publish_event',
      { event_id: id, flag: '1', course_name: 'Veda', event_name: 'Another' },
      { as: own },
    );
    const mails = await waitingMails(db, config);
    expect(mails.map(({ to }) => to)).toEqual(
      ['anu', 'bala', 'chitra', 'deepa'].map((name) => `${name}@office.test`),
    );
    expect(mails[0]?.data).toMatchObject({
      event_id: id,
      event_name: 'Śrī Rudram',
      course_name: 'Gita',
      fullname: 'Anu',
      meeting_link: 'https://meet.test/a',
      starts_at: satsang(school.gita.id).start_time,
    });
  });

  test('a course without students is published all the same', async () => {
    const id = await events.add({ course_id: school.draft.id });
    expect((await events.publish(id)).body.message).toBe(
      'Event published, there was nobody to send a mail to',
    );
    await events.addStudent(id, 'anu', own, school.draft.id);
    expect(await told(id)).toEqual([anu]);
  });

  test('an event that is over is published without a mail', async () => {
    const id = await events.add();
    await events.letPass(id);
    expect((await events.publish(id)).body.message).toBe('Event published without mails, since it is over');
    await events.addStudent(id, 'esha', admin);
    expect(await told(id)).toEqual([]);
    expect(await events.stateOf(id)).toMatchObject({ live_status: 'published', is_announced: false });
  });

  test('twice at once writes each mail once', async () => {
    const id = await events.add();
    const answers = await Promise.all([
      events.publish(id),
      events.publish(id, 1, admin),
      events.publish(id),
      events.publish(id, 0),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { is_announced } = await events.stateOf(id);
    expect(await told(id)).toEqual(is_announced ? inGita : []);
  });

  test('one unusable mailbox does not keep the others from their mail', async () => {
    await run(db)`update people set email_id = 'bala,anu@office.test' where id = ${bala}`;
    onTestFinished(async () => {
      await run(db)`update people set email_id = 'bala@office.test' where id = ${bala}`;
    });
    const id = await events.published();
    expect(peopleIn(await mailsOf(id), 'failed')).toEqual([bala]);
    expect(peopleIn(await mailsOf(id), 'queued')).toEqual([anu, chitra, deepa]);
    const { body } = await call('events.get_events', {}, { as: own });
    expect(body.data.data[0].mails).toEqual({ queued: 3, sent: 0, failed: 1, withdrawn: 0 });
  });

  test('that is rolled back leaves no mail behind', async () => {
    const owner = new pg.Client(database.owner);
    await owner.connect();
    onTestFinished(async () => {
      await run(owner)`drop function break_it() cascade`;
      await owner.end();
    });
    // Fails when everything has been written.
    await run(owner)`
      create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create constraint trigger broken after update on events deferrable initially deferred
        for each row execute function break_it();
    `;
    const id = await events.add();
    expect((await events.publish(id)).status).toBe(500);
    expect(await events.stateOf(id)).toMatchObject({ live_status: 'pending', is_announced: false });
    expect(await told(id)).toEqual([]);
    expect(await many(db)`select id from pgboss.job`).toEqual([]);
  });

  test('tells exactly the people that a simple count names', async () => {
    const people: number[] = [];
    for (let n = 0; n < 40; n += 1) people.push(await add.person(`Many${n}`, 'student'));
    onTestFinished(async () => {
      await run(db)`delete from event_registrations`;
      await run(db)`delete from enrolments where student_id = any(${people}::bigint[])`;
    });
    const id = await events.add();
    for (const [n, student] of people.entries()) {
      if (n % 2 === 0)
        await addEnrolment(db, {
          student,
          course: school.gita.id,
          class: null,
          ...(n % 3 ? {} : { until: -1 }),
        });
      if (n % 5 === 0) await addEnrolment(db, { student, course: school.veda.id, class: null });
      if (n % 7 === 0) {
        await run(db)`
          insert into event_registrations (event_id, student_id, removed_at)
          values (${id}, ${student}, ${n % 4 ? null : '2026-01-01'}::timestamptz)
        `;
      }
      if (n % 11 === 0) await add.remove('people', student);
    }
    await events.publish(id);

    const enrolments = await many<{ student_id: number; course_id: number; ended_on: string | null }>(db)`
      select * from enrolments
    `;
    const registrations = await many<{ event_id: number; student_id: number; removed_at: string | null }>(db)`
      select * from event_registrations
    `;
    const living = await many<{ id: number; deleted_at: string | null }>(db)`select * from people`;
    const expected = new Set<number>();
    for (const enrolment of enrolments) {
      if (enrolment.course_id === school.gita.id && enrolment.ended_on === null)
        expected.add(enrolment.student_id);
    }
    for (const row of registrations) {
      if (row.event_id === id && row.removed_at === null) expected.add(row.student_id);
    }
    for (const person of living) if (person.deleted_at !== null) expected.delete(person.id);
    expect(expected.size).toBeGreaterThan(15);
    expect(await told(id)).toEqual([...expected].toSorted((a, b) => a - b));
  });
});

describe('a person who registers later', () => {
  test('gets the mail of an announced event, once', async () => {
    const id = await events.published();
    await events.addStudent(id, 'esha', admin);
    await events.addStudent(id, 'esha', admin);
    expect(await told(id)).toEqual([...inGita, esha]);
    const { body } = await call('events.get_register_students_event', {}, { as: own });
    await call('events.delete_student_from_event', { register_id: body.result[0].register_id }, { as: own });
    await events.addStudent(id, 'esha');
    await events.addStudent(id, 'anu');
    expect(await told(id)).toEqual([...inGita, esha]);
  });

  test('gets no mail about one that is pending or was published without mails', async () => {
    const [pending, quiet] = [await events.add(), await events.published(0)];
    await events.addStudent(pending, 'anu');
    await events.addStudent(quiet, 'anu');
    expect([await told(pending), await told(quiet)]).toEqual([[], []]);
  });

  test('gets none for joining the course only', async () => {
    const id = await events.published();
    await addEnrolment(db, { student: free, course: school.gita.id, class: null });
    onTestFinished(async () => {
      await run(db)`delete from enrolments where student_id = ${free}`;
    });
    expect(await told(id)).toEqual(inGita);
  });

  test('gets it from the public site as well', async () => {
    const { body } = await call(
      'intake.create_key',
      { name: 'Site', scopes: ['registrations'], password: demoPassword },
      { as: admin },
    );
    const headers = { authorization: `Bearer ${body.data.key}` };
    const id = await events.published();
    const quiet = await events.published(0);
    for (const event_id of [id, quiet]) {
      await call(
        'events.event_registrations',
        { event_id, registration_status: 'active' },
        { as: own, method: 'POST' },
      );
    }
    const items = [id, quiet].flatMap((event_id) =>
      ['free', 'esha', 'anu'].map((name) => ({ event_id, email_id: `${name}@office.test` })),
    );
    const sendAll = async () => (await call('intake.registrations', { items }, { headers })).body.data.counts;
    expect(await sendAll()).toEqual({ created: 6, updated: 0, unchanged: 0, rejected: 0 });
    expect(await sendAll()).toMatchObject({ created: 0, unchanged: 6 });
    expect(await told(id)).toEqual([...inGita, esha, free]);
    expect(await told(quiet)).toEqual([]);
  });

  test('at the same moment as publishing: everybody gets one mail', async () => {
    for (let n = 0; n < 8; n += 1) {
      const id = await events.add();
      const answers = await Promise.all([
        events.addStudent(id, 'esha', admin),
        events.publish(id),
        events.addStudent(id, 'free', admin),
        events.addStudent(id, 'anu', admin),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await told(id)).toEqual([...inGita, esha, free]);
    }
  });

  test('at the same moment as canceling: no mail is left that invites to a canceled event', async () => {
    for (let n = 0; n < 8; n += 1) {
      const id = await events.published();
      const [canceled, ...answers] = await Promise.all([
        events.cancel(id),
        events.addStudent(id, 'esha', admin),
        events.addStudent(id, 'free', admin),
      ]);
      expect(canceled?.status).toBe(200);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(peopleIn(await mailsOf(id), 'queued')).toEqual([]);
    }
  });
});

describe('canceling', () => {
  test('withdraws what has not left, and tells the informed people', async () => {
    const id = await events.published();
    await take(id, anu, 'sends it');
    await take(id, bala, 'fails');
    await take(id, chitra, 'holds it');
    const { body } = await events.cancel(id);
    expect(body.message).toBe('Event canceled, everybody who was informed is told by mail');
    // Chitra's mail is on its way. A second mail is better than none about a canceled event.
    expect(await toldOfCancel(id)).toEqual([anu, chitra]);
    expect(peopleIn(await mailsOf(id), 'withdrawn')).toEqual([bala, deepa]);
    expect(body.result[0].mails).toMatchObject({ sent: 1, withdrawn: 2 });
  });

  test('before anything has left mails nobody', async () => {
    const id = await events.published();
    expect((await events.cancel(id)).body.message).toBe('Event canceled');
    expect(await toldOfCancel(id)).toEqual([]);
    expect(peopleIn(await mailsOf(id), 'withdrawn')).toEqual(inGita);
    expect(await deliveredMails({ config, db })).toEqual([]);
  });

  test('tells the informed people, also those who left the course or the event since', async () => {
    const id = await events.published();
    await events.addStudent(id, 'esha', admin);
    for (const student of [anu, esha]) await take(id, student, 'sends it');
    const { body } = await call('events.get_register_students_event', {}, { as: own });
    await call('events.delete_student_from_event', { register_id: body.result[0].register_id }, { as: own });
    await run(db)`update enrolments set ended_on = '2026-11-01' where student_id = ${anu}`;
    onTestFinished(async () => {
      await run(db)`update enrolments set ended_on = null where student_id = ${anu}`;
    });
    await events.cancel(id);
    expect(await toldOfCancel(id)).toEqual([anu, esha]);
  });

  test('does not write to people who were deleted, nor about an event that is over', async () => {
    const past = await events.published();
    await take(past, anu, 'sends it');
    await events.letPass(past);
    expect((await events.cancel(past)).body.message).toBe('Event canceled');
    expect(await toldOfCancel(past)).toEqual([]);

    const student = await add.person('Brief', 'student');
    await addEnrolment(db, { student, course: school.gita.id, class: null });
    const id = await events.published();
    for (const person of [anu, student]) await take(id, person, 'sends it');
    await add.remove('people', student);
    await events.cancel(id);
    expect(await toldOfCancel(id)).toEqual([anu]);
  });

  test('twice at once tells once', async () => {
    const id = await events.published();
    await take(id, anu, 'sends it');
    const answers = await Promise.all([events.cancel(id), events.cancel(id, admin), events.cancel(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await toldOfCancel(id)).toEqual([anu]);
  });

  test('and publishing at once ends in one of two orders', async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await events.add();
      const [published, canceled] = await Promise.all([events.publish(id), events.cancel(id)]);
      expect(published?.status).toBe(200);
      const mails = await mailsOf(id);
      if (canceled?.status === 200) expect(peopleIn(mails, 'withdrawn')).toEqual(inGita);
      else expect(peopleIn(mails, 'queued')).toEqual(inGita);
      expect(await toldOfCancel(id)).toEqual([]);
    }
  });

  test('and publishing are sent as mails', async () => {
    const id = await events.add({ event_name: 'Gita Jayanti' });
    await events.publish(id);
    const invited = await deliveredMails({ config, db });
    expect(invited.map(({ to }) => to).toSorted()).toEqual(
      ['anu', 'bala', 'chitra', 'deepa'].map((name) => `${name}@office.test`),
    );
    expect(invited[0]?.subject).toContain('Gita Jayanti');
    expect(invited[0]?.text).toContain('https://meet.test/a');
    const { body } = await events.cancel(id);
    expect(body.result[0].mails).toEqual({ queued: 4, sent: 0, kept: 4, failed: 0, withdrawn: 0 });
    const all = await deliveredMails({ config, db });
    expect(all).toHaveLength(8);
    expect(
      all
        .filter(({ subject }) => subject.startsWith('Canceled'))
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(invited.map(({ to }) => to).toSorted());
  });
});

describe('deleting', () => {
  test('withdraws what has not left and writes nothing itself', async () => {
    const id = await events.published();
    await take(id, anu, 'sends it');
    await events.remove(id);
    await events.remove(id);
    expect(peopleIn(await mailsOf(id), 'withdrawn')).toEqual([bala, chitra, deepa]);
    expect(await toldOfCancel(id)).toEqual([]);
  });

  test('lets mails about the cancellation go', async () => {
    const id = await events.published();
    await take(id, anu, 'sends it');
    await events.cancel(id);
    await events.remove(id);
    expect(peopleIn(await mailsOf(id, 'event_canceled'), 'queued')).toEqual([anu]);
  });

  test('and editing, publishing and registering at once leave a deleted event and no mail', async () => {
    for (let n = 0; n < 5; n += 1) {
      const id = await events.add();
      const edit = satsang(school.gita.id, { event_id: id, event_name: 'Edited' });
      const answers = await Promise.all([
        call('events.edit_event', edit, { as: own }),
        events.remove(id),
        events.publish(id),
        events.addStudent(id, 'anu'),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      expect(await events.stateOf(id)).toMatchObject({ is_deleted: true });
      expect(peopleIn(await mailsOf(id), 'queued')).toEqual([]);
    }
  });
});

test('a student reads the times on their own clock, the place’s, the class’s or the provider’s', async () => {
  await run(db)`
    update people set city = 'Chicago', state = 'IL', country = 'United States' where id = ${anu}
  `;
  await run(db)`update people set region = 'United Kingdom' where id = ${bala}`;
  await run(db)`
    update people set timezone = 'Asia/Kolkata', city = 'Boston', country = 'USA' where id = ${chitra}
  `;
  await run(db)`update class_slots set time_zone = 'America/Denver' where class_id = ${school.gita.evening}`;
  await run(db)`update provider set time_zone = 'Asia/Dubai'`;
  await events.published();
  const mails = await deliveredMails(server);
  const zoneOf = (name: string) =>
    /(?:When|Your time): .+ \((.+)\)/.exec(mails.findLast(({ to }) => to.startsWith(name))?.text ?? '')?.[1];
  expect(['anu', 'bala', 'chitra', 'deepa'].map(zoneOf)).toEqual([
    expect.stringMatching(/^Chicago, Central (Standard|Daylight) Time$/),
    expect.stringMatching(/^London, (Greenwich Mean|British Summer) Time$/),
    'Kolkata, India Standard Time',
    expect.stringMatching(/^Denver, Mountain (Standard|Daylight) Time$/),
  ]);
  await run(db)`update class_slots set time_zone = 'Asia/Kolkata' where class_id = ${school.gita.evening}`;
  await run(db)`update provider set time_zone = 'Asia/Kolkata'`;
});

test('siblings behind one mailbox share a mail about an event, which names them all', async () => {
  await run(db)`update people set email_id = 'both@home.test' where id in (${anu}, ${bala})`;
  const id = await events.published();
  expect(await told(id)).toEqual(inGita);
  const mails = (await deliveredMails({ config, db })).filter(({ to }) => to.includes('both@'));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Anu, Bala')]);
  await run(db)`update people set email_id = lower(fullname) || '@office.test' where id in (${anu}, ${bala})`;
});

test('the number before publishing is that of the mails, and who has no address is named', async () => {
  await run(db)`update people set email_id = '' where id = ${bala}`;
  const id = await events.add();
  const { data } = (await call('events.get_event_audience', { event_id: id }, { as: own })).body;
  expect(data).toMatchObject({ unwritten: inGita.length - 1, unreached: ['Bala'] });
  await events.publish(id);
  expect(await told(id)).toHaveLength(data.unwritten);
  await run(db)`update people set email_id = 'bala@office.test' where id = ${bala}`;
});
