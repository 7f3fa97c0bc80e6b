import { beforeEach, describe, expect, test } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { read, testApp } from '#server/test/app.ts';
import { eventOffice, forgetEvents } from '#server/test/events.ts';
import { refusal } from '#server/test/office.ts';
import { admin, foundSchool, other, own } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { app, call, db, tokenOf } = server;
const school = await foundSchool(db);

const events = eventOffice(server, school.gita.id, own);
beforeEach(() => forgetEvents(server));

const registered = () =>
  many<{ event_id: number; student_id: number; registered_by: number | null; is_there: boolean }>(db)`
    select event_id, student_id, registered_by, removed_at is null as is_there
    from event_registrations
    order by id
  `;

const everything = async () => ({
  events: await many(db)`select * from events order by id`,
  registrations: await many(db)`select * from event_registrations order by id`,
});

const listFor = async (as: string) =>
  (await call('events.get_register_students_event', {}, { as })).body.result;

const takeOff = (register_id: number, as = own) =>
  call('events.delete_student_from_event', { register_id }, { as, method: 'POST' });

const toggle = (event_id: number, { as = own, more = {} }: { as?: string; more?: object } = {}) =>
  call('events.event_registrations', { event_id, ...more }, { as, method: 'POST' });

/** Moves the last switch into the past. */
const letTimePass = () =>
  run(db)`update events set registration_changed_at = registration_changed_at - interval '3 seconds'`;

describe('registering a student', () => {
  test('is refused in courses of others', async () => {
    const id = await events.add();
    const theirs = await eventOffice(server, school.veda.id, other).add();
    const before = await everything();
    const missing = await events.addStudent(999_999, 'anu');
    expect(missing.status).toBe(404);
    for (const [event_id, course_id, as] of [
      [id, school.gita.id, other],
      [theirs, school.veda.id, own],
      // An event is reached through its own course only.
      [id, school.draft.id, own],
      [theirs, school.gita.id, own],
      [id, school.veda.id, admin],
      [id, 999_999, admin],
    ] as const) {
      const answer = await events.addStudent(event_id, 'anu', as, course_id);
      expect(refusal(answer)).toEqual(refusal(missing));
    }
    expect((await events.addStudent(id, 'not an address')).status).toBe(400);
    expect(await everything()).toEqual(before);
  });

  test('gives the same answer for everybody who is no student in reach', async () => {
    const id = await events.add();
    const answers = await Promise.all(
      // Nobody; a teacher; deleted; only in another course; in none.
      ['nobody', 'teach', 'gone', 'esha', 'free'].map((name) => events.addStudent(id, name)),
    );
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        200,
        {
          status: 200,
          code: 'student_asked_for',
          message: 'No student of your courses has this email address: an account admin decides',
          result: [],
        },
      ]);
    }
    expect(await registered()).toEqual([]);
    // An account admin decides about all of them, or the course's history would show who has an account.
    expect(await many(db)`select email_id from access_requests order by email_id`).toHaveLength(5);
    await run(db)`delete from access_requests`;
  });

  test('an admin registers any student, also while registration is closed', async () => {
    const id = await events.add();
    for (const name of ['free', 'ESHA', 'anu']) {
      expect((await events.addStudent(id, name, admin)).body.message).toBe('success');
    }
    expect((await events.addStudent(id, 'gone', admin)).body.message).toBe(
      'No student has this email address',
    );
    expect((await registered()).map(({ student_id, registered_by }) => [student_id, registered_by])).toEqual(
      [school.students.free, school.students.esha, school.students.anu].map((who) => [
        who,
        school.staff.admin,
      ]),
    );
  });

  test('asks whom of several with one address is meant', async () => {
    const { anu, bala } = school.students;
    const id = await events.add();
    await run(db)`update people set email_id = 'anu@office.test' where id = ${bala}`;
    const asked = await events.addStudent(id, 'anu');
    expect([asked.status, asked.body.code]).toEqual([409, 'several_people']);
    expect(asked.body.people.map((one: { user_id: number }) => one.user_id)).toEqual(
      expect.arrayContaining([anu, bala]),
    );
    expect(await registered()).toEqual([]);
    const input = { course_id: school.gita.id, event_id: id, email_id: 'anu@office.test', user_id: bala };
    expect((await call('events.add_student_to_event', input, { as: own })).status).toBe(200);
    expect((await registered()).map(({ student_id }) => student_id)).toEqual([bala]);
    await run(db)`update people set email_id = 'bala@office.test' where id = ${bala}`;
  });

  test('shows the student on top of the list, and says so when they are there already', async () => {
    const id = await events.add();
    await events.addStudent(id, 'bala');
    const { body } = await events.addStudent(id, 'anu');
    expect(body.result).toEqual([
      {
        register_id: expect.any(Number),
        user_name: 'Anu',
        email_id: 'anu@office.test',
        course_name: 'Gita',
        event_name: 'Satsang',
        event_date: expect.any(String),
        event_id: id,
        course_id: school.gita.id,
        student_id: school.students.anu,
        is_guest: false,
        phone_number: '',
        can: { remove: true },
      },
      expect.objectContaining({ user_name: 'Bala' }),
    ]);
    const again = await events.addStudent(id, 'Anu');
    expect([again.status, again.body.message]).toEqual([
      200,
      'This student is already registered for this event',
    ]);
    expect(again.body.result).toEqual(body.result);
    expect(await registered()).toHaveLength(2);
  });

  test('of the same student at once registers them once', async () => {
    const id = await events.add();
    const answers = await Promise.all(Array.from({ length: 8 }, () => events.addStudent(id, 'anu')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.message === 'success')).toHaveLength(1);
    expect(await registered()).toHaveLength(1);
  });

  test('is over when the event is canceled, deleted, or its course is', async () => {
    const id = await events.published(0);
    await events.cancel(id);
    const answer = await events.addStudent(id, 'anu');
    expect([answer.status, answer.body.message]).toEqual([409, 'This event is canceled']);
    const deleted = await events.add();
    await events.remove(deleted);
    expect((await events.addStudent(deleted, 'anu')).status).toBe(404);
    expect(await registered()).toEqual([]);
  });
});

describe('the list of registrations', () => {
  test('has those of own courses; deleted students and events are left out', async () => {
    const id = await events.add();
    const theirs = await eventOffice(server, school.veda.id, other).add();
    const gone = await events.add();
    await events.addStudent(id, 'anu');
    await events.addStudent(gone, 'anu');
    await events.remove(gone);
    await events.addStudent(theirs, 'esha', other, school.veda.id);
    await run(db)`
      insert into event_registrations (event_id, student_id) values (${id}, ${school.students.gone})
    `;
    const shown = (rows: { event_id: number; user_name: string }[]) =>
      rows.map(({ event_id, user_name }) => [event_id, user_name]);
    expect(shown(await listFor(own))).toEqual([[id, 'Anu']]);
    expect(shown(await listFor(other))).toEqual([[theirs, 'Esha']]);
    expect(shown(await listFor(admin))).toEqual([
      [theirs, 'Esha'],
      [id, 'Anu'],
    ]);
  });
});

describe('removing a registration', () => {
  test('can be repeated and undone', async () => {
    const id = await events.add();
    const [row] = (await events.addStudent(id, 'anu')).body.result;
    const answers = [
      await takeOff(row.register_id),
      await takeOff(row.register_id),
      ...(await Promise.all([takeOff(row.register_id), takeOff(row.register_id)])),
    ];
    for (const { body } of answers) expect(body).toEqual({ status: 200, message: 'success', result: [] });
    expect((await events.addStudent(id, 'anu')).body.message).toBe('success');
    expect((await registered()).map(({ is_there }) => is_there)).toEqual([false, true]);
    // The first registration was removed before; that of today stands.
    await takeOff(row.register_id);
    expect((await registered()).map(({ is_there }) => is_there)).toEqual([false, true]);
  });

  test('leaves a student from elsewhere known to the course admin', async () => {
    const id = await events.add();
    const [row] = (await events.addStudent(id, 'esha', admin)).body.result;
    await takeOff(row.register_id);
    expect((await events.addStudent(id, 'esha')).body.message).toBe('success');
  });
});

describe('opening and closing registration', () => {
  test('says which it was and shows it', async () => {
    const id = await events.add();
    const opened = await toggle(id);
    expect(opened.body.message).toBe('Registrations opened');
    expect(opened.body.result).toMatchObject([{ event_id: id, registration_status: 'active' }]);
    await letTimePass();
    const closed = await toggle(id);
    expect(closed.body.message).toBe('Registrations closed');
    expect(closed.body.result).toMatchObject([{ registration_status: 'inactive' }]);
  });

  test('a double click in one session counts once', async () => {
    const id = await events.add();
    const answers = await Promise.all([toggle(id), toggle(id), toggle(id)]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await events.stateOf(id)).toMatchObject({ registration_status: 'active' });
    // Later clicks of it do not extend the two seconds.
    await letTimePass();
    expect((await toggle(id)).body.message).toBe('Registrations closed');
  });

  test('another event, and another session, count apart', async () => {
    const [first, second] = [await events.add(), await events.add()];
    await toggle(first);
    expect((await toggle(second)).body.message).toBe('Registrations opened');
    expect((await toggle(first, { as: admin })).body.message).toBe('Registrations closed');
    // The first session's last switch is no longer the latest, so its click means the state it sees now.
    expect((await toggle(first)).body.message).toBe('Registrations opened');
  });

  test('a request that names the state gets it, in any order', async () => {
    const id = await events.add();
    const open = { more: { registration_status: 'active' } };
    const answers = await Promise.all([toggle(id, open), toggle(id, { ...open, as: admin })]);
    expect(answers.map(({ body }) => body.message)).toEqual(['Registrations opened', 'Registrations opened']);
    const closed = await toggle(id, { more: { registration_status: 'inactive' } });
    expect(closed.body.message).toBe('Registrations closed');
    expect(await events.stateOf(id)).toMatchObject({ registration_status: 'inactive' });
  });

  test('is over with a canceled event, which is closed by that', async () => {
    const id = await events.published(0);
    await toggle(id);
    await events.cancel(id);
    expect(await events.stateOf(id)).toMatchObject({ registration_status: 'inactive' });
    await letTimePass();
    const answer = await toggle(id);
    expect([answer.status, answer.body.message]).toEqual([409, 'This event is canceled']);
  });
});

describe('the three old GET calls', async () => {
  const authorization = `Bearer ${await tokenOf(own)}`;
  const paths = async () => {
    const id = await events.add();
    const [row] = (await events.addStudent(id, 'anu')).body.result;
    return [
      `/api/events/event_registrations/${id}`,
      `/api/events/delete_student_from_event/${row.register_id}`,
      `/api/events/delete_event/${id}`,
    ];
  };

  test.each([
    ['by following a link', 403, { authorization, 'sec-fetch-mode': 'navigate' }],
    ['by loading a picture', 403, { authorization, 'sec-fetch-mode': 'no-cors' }],
    ['from another site', 403, { authorization, 'sec-fetch-site': 'cross-site' }],
    ['by fetching ahead', 403, { authorization, 'sec-purpose': 'prefetch;prerender' }],
    ['by fetching ahead, as it was once said', 403, { authorization, purpose: 'Prefetch' }],
    ['with a cookie', 401, { cookie: authorization.replace('Bearer ', 'token=') }],
    ['with nothing', 401, {}],
  ] as const)('change nothing %s', async (_, status, headers) => {
    const urls = await paths();
    const before = await everything();
    for (const url of urls) {
      const answer = await app.inject({ method: 'GET', url, headers });
      expect(answer.statusCode).toBe(status);
    }
    expect(await everything()).toEqual(before);
  });

  test('change nothing by HEAD', async () => {
    const urls = await paths();
    const before = await everything();
    for (const url of urls) {
      const answer = await app.inject({ method: 'HEAD', url, headers: { authorization } });
      expect(answer.statusCode).toBe(405);
    }
    expect(await everything()).toEqual(before);
  });

  test('work for a client that asks for it, and are never cached', async () => {
    const [switching, takingOff, deleting] = await paths();
    for (const [url, message] of [
      [`${switching}?registration_status=active`, 'Registrations opened'],
      [switching, 'Registrations opened'],
      [takingOff, 'success'],
      [takingOff, 'success'],
      [deleting, 'success'],
      [deleting, 'success'],
    ]) {
      const answer = await app.inject({ method: 'GET', url: url ?? '', headers: { authorization } });
      expect(read(answer)).toMatchObject({ status: 200, body: { status: 200, message } });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await everything()).events).toMatchObject([{ registration_status: 'active' }]);
    expect(await registered()).toMatchObject([{ is_there: false }]);
    expect(await listFor(own)).toEqual([]);
  });
});
