import { randomUUID } from 'node:crypto';
import type { changesPage } from '@gurukul/contract/audit';
import type { UndoReason } from '@gurukul/contract/shared/undo-reason';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { run } from '#server/db/rows.ts';
import { many, one } from '#server/test/rows.ts';
import { dueOf } from '#server/features/dashboards/today-queries.ts';
import { testApp } from '#server/test/app.ts';
import type { Answer } from '#server/test/app.ts';
import { eventOffice } from '#server/test/events.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { office, refusal } from '#server/test/office.ts';
import { addEnrolment, dayFromToday, foundSchool } from '#server/test/small-school.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';
import { changedSince } from './changed-since.ts';

const app = await testApp({ database: 'empty' });
const { call, config, db } = app;
const { gita, veda, staff } = await foundSchool(db);
const add = office(db);
const events = eventOffice(app, gita.id, 'own@office.test');

const admin = 'admin@office.test';
const own = 'own@office.test';
const other = 'other@office.test';
const teach = 'teach@office.test';

/** For work that the application's role may not do, such as letting time pass. */
const owner = new pg.Client(app.database.owner);
await owner.connect();
afterAll(() => owner.end());
const age = (change: number, days: number) =>
  owner.query('update changes set at = now() - make_interval(days => $2::int) where id = $1', [change, days]);

const changeOf = ({ status, headers }: Answer) => {
  expect(status).toBe(200);
  const change = Number(headers['change-id']);
  expect(change).toBeGreaterThan(0);
  return change;
};
const undo = (change_id: number, as: string) => call('audit.undo_change', { change_id }, { as });
const refusedSince = (answer: Answer) => {
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'This was changed since, so it cannot be undone' },
  });
  const problems = answer.body.problems as Record<string, string>;
  // Each sentence for machines has its facts for people.
  expect(reasonsOf(answer).map(({ place }) => place)).toEqual(Object.keys(problems));
  return problems;
};
const reasonsOf = ({ body }: Answer) => body.reasons as readonly UndoReason[];

let count = 0;
const letters = (n: number) => String.fromCodePoint(97 + (n % 26), 97 + Math.floor(n / 26));
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let student: number;
let name: string;
beforeEach(async () => {
  name = `Pupil${letters((count += 1))}`;
  student = await add.person(name, 'student');
  await addEnrolment(db, { student, course: gita.id, class: gita.morning });
});

const setStatus = (payment_status: string, as = own) =>
  call('students.update_payment_status', { user_id: student, course_id: gita.id, payment_status }, { as });
const leave = (as = own) =>
  call('students.remove_student_association', { student_id: student, course_id: gita.id }, { as });
const move = (course_id: number, class_id: number) =>
  call(
    'students.update_course_to_student',
    { email_id: `${name}@office.test`, user_id: student, course_id, class_id },
    { as: admin },
  );
const remove = (as = admin) => call('students.delete_student', { student_id: student }, { as });
const enrolments = () =>
  many<{ course_id: number; class_id: number | null; ended: boolean }>(
    db,
    sql`
      select course_id, class_id, ended_on is not null as ended from enrolments where student_id = ${student} order by id
    `,
  );

describe('who may', () => {
  test('nobody without a role in the office', async () => {
    const change = changeOf(await setStatus('Successful'));
    expect((await call('audit.undo_change', { change_id: change })).status).toBe(401);
  });

  test('a teacher not the actions of the office', async () => {
    const change = changeOf(await setStatus('Successful'));
    expect(refusal(await undo(change, teach))).toEqual(refusal(await undo(999_999_999, teach)));
  });

  test('people outside the course not; it reads like a change that never was', async () => {
    const change = changeOf(await setStatus('Successful'));
    const missing = await undo(999_999_999, other);
    expect(missing.status).toBe(404);
    expect(refusal(await undo(change, other))).toEqual(refusal(missing));
    expect(refusal(await undo(999_999_999, admin))).toEqual(refusal(missing));
    expect((await call('audit.undo_change', { change_id: 'x' }, { as: admin })).status).toBe(400);
  });

  test('a course admin not where a part of it lies in another course', async () => {
    const change = changeOf(await move(veda.id, veda.morning));
    expect((await undo(change, own)).status).toBe(404);
    expect((await undo(change, other)).status).toBe(404);
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('a course admin not the actions of calls for other roles', async () => {
    const { id } = await one<{ id: number }>(
      db,
      sql`
        insert into homework (student_id, course_id, class_id, week_name, home_work)
        values (${student}, ${gita.id}, ${gita.morning}, 'Week 1', '') returning id
      `,
    );
    const decided = await call('homework.accept_homework', { id, status: 'accepted' }, { as: teach });
    const change = changeOf(decided);
    expect((await undo(change, own)).status).toBe(404);
    expect((await undo(change, admin)).status).toBe(200);
    const back = sql`select status, decided_by, decided_at from homework where id = ${id}`;
    expect(await one(db, back)).toEqual({ status: 'pending', decided_by: null, decided_at: null });
  });

  test('a course admin what they did to their own students, as long as they are theirs', async () => {
    const region = (as: string) =>
      call('students.update_region', { user_id: student, region: 'India', course_id: gita.id }, { as });
    const byAdmin = changeOf(await region(admin));
    expect((await undo(byAdmin, own)).status).toBe(404);
    expect((await undo(byAdmin, admin)).status).toBe(200);
    const mine = changeOf(await region(own));
    const gone = changeOf(await leave());
    expect((await undo(mine, own)).status).toBe(404);
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(mine, own)).status).toBe(200);
  });
});

describe('is refused', () => {
  test('for calls that cannot be undone', async () => {
    const weekly = {
      class_name: `Of ${name}`,
      class_day: 'sunday',
      time: '05:00',
      time_zone: 'IST',
      duration: 60,
    };
    const made = await call('classes.create_class', { course_id: gita.id, ...weekly }, { as: own });
    expect(made).toMatchObject({ status: 200 });
    expect(made.headers['change-id']).toBeUndefined();
    const { id } = await one<{ id: number }>(db, sql`select max(id) as id from changes`);
    expect((await undo(id, admin)).body).toMatchObject({ status: 409, message: 'This cannot be undone' });
    expect((await undo(id, own)).status).toBe(404);
  });

  test('after thirty days', async () => {
    const old = changeOf(await setStatus('Successful'));
    await age(old, 31);
    expect((await undo(old, own)).body).toMatchObject({
      status: 409,
      message: 'This can no longer be undone, it is more than 30 days old',
    });
    await age(old, 29);
    expect((await undo(old, own)).status).toBe(200);
  });

  test('to the second of two at once', async () => {
    const change = changeOf(await setStatus('Successful'));
    const answers = await Promise.all([undo(change, own), undo(change, admin), undo(change, own)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const late = answers.filter(({ status }) => status === 409).map(({ body }) => body.message);
    expect(late).toEqual(['This was already undone', 'This was already undone']);
  });

  test('where the same columns were changed since, by name, until that is undone', async () => {
    const first = changeOf(await setStatus('Failed'));
    const second = changeOf(await setStatus('Refunded', admin));
    const before = await fingerprint(db);
    const refused = await undo(first, own);
    const problems = refusedSince(refused);
    const { id } = await one<{ id: number }>(
      db,
      sql`select id from enrolments where student_id = ${student}`,
    );
    expect(reasonsOf(refused)).toEqual([
      {
        code: 'column_changed',
        place: `enrolments.${id}.payment_status`,
        table: 'enrolments',
        row: String(id),
        name,
        column: 'payment_status',
        by: 'Admin',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
      },
    ]);
    expect(Object.values(problems)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${name}: payment status was changed by Admin on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`,
        ),
      ),
    ]);
    expect(await fingerprint(db)).toEqual(before);
    expect((await undo(second, own)).status).toBe(200);
    expect((await undo(first, own)).status).toBe(200);
  });

  test('not where other columns of the row were changed since', async () => {
    const first = changeOf(await setStatus('Failed'));
    await call(
      'students.update_registration_status',
      { user_id: student, course_id: gita.id, registration_status: 'Completed' },
      { as: own },
    );
    expect((await undo(first, own)).status).toBe(200);
    const row = sql`select payment_status, registration_status from enrolments where student_id = ${student}`;
    expect(await one(db, row)).toEqual({ payment_status: null, registration_status: 'Completed' });
  });

  test('where the enrolment has ended since', async () => {
    const change = changeOf(await setStatus('Failed'));
    const gone = changeOf(await leave());
    expect(Object.values(refusedSince(await undo(change, own)))[0]).toMatch(
      new RegExp(`^${name}: the place in the course was ended by Own on `),
    );
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(change, own)).status).toBe(200);
  });

  test('of the region of a student who was deleted since, with the author', async () => {
    const change = changeOf(
      await call(
        'students.update_region',
        { user_id: student, region: 'India', course_id: '' },
        { as: admin },
      ),
    );
    const gone = changeOf(await remove());
    expect(Object.values(refusedSince(await undo(change, admin)))[0]).toMatch(
      new RegExp(`^${name} was deleted by Admin on `),
    );
    expect((await undo(gone, admin)).status).toBe(200);
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('where the student is in the course again', async () => {
    const change = changeOf(await leave());
    await addEnrolment(db, { student, course: gita.id, class: gita.evening });
    expect(refusedSince(await undo(change, own))).toEqual({
      enrolments_one_current: 'The student is in the course again',
    });
  });

  test('where the student was deleted since', async () => {
    const change = changeOf(await leave());
    const gone = changeOf(await remove());
    expect(Object.values(refusedSince(await undo(change, admin)))).toEqual([`${name} was deleted since`]);
    expect((await undo(gone, admin)).status).toBe(200);
    expect((await undo(change, own)).status).toBe(200);
    expect(await enrolments()).toEqual([{ course_id: gita.id, class_id: gita.morning, ended: false }]);
  });

  test('where the class was deleted since', async () => {
    const klass = await add.class(gita.id, `Class of ${name}`);
    const slot = await add.slot(gita.id, klass, 'saturday', '04:00');
    await run(db, sql`update enrolments set class_id = ${klass} where student_id = ${student}`);
    const change = changeOf(await leave());
    const gone = changeOf(await call('classes.delete_class', { course_id: gita.id, id: slot }, { as: own }));
    const refused = await undo(change, own);
    expect(Object.values(refusedSince(refused))).toEqual([`The class Class of ${name} was deleted since`]);
    expect(reasonsOf(refused)).toEqual([
      {
        code: 'class_deleted',
        place: expect.stringMatching(/^enrolments\.\d+$/),
        person: name,
        course: 'Gita',
        class: `Class of ${name}`,
      },
    ]);
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(change, own)).status).toBe(200);
  });

  test('where somebody else has the e-mail address by now', async () => {
    const change = changeOf(await remove());
    await add.person(name, 'student');
    expect(refusedSince(await undo(change, admin))).toEqual({
      people_email_unique: 'The e-mail address has another account by now',
    });
  });

  test('of a move, where attendance was taken in the new class since', async () => {
    const change = changeOf(await move(gita.id, gita.evening));
    const register = await one<{ id: number }>(
      db,
      sql`
        insert into attendance_registers (course_id, class_id, attendance_date)
        values (${gita.id}, ${gita.evening}, ${dayFromToday(0)}::date)
        on conflict (class_id, attendance_date) do update set taken_by = null returning id
      `,
    );
    await run(
      db,
      sql`
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        values (${dayFromToday(0)}::date, ${student}, ${gita.id}, ${gita.evening}, ${register.id}, 'present')
      `,
    );
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `Attendance of ${name} in Evening was taken since`,
    ]);
  });

  test('of an event’s end, when nobody may be registered for it any more', async () => {
    const event = await events.published(0);
    await events.addStudent(event, name.toLowerCase());
    const { id } = await one<{ id: number }>(
      db,
      sql`select id from event_registrations where event_id = ${event}`,
    );
    const off = changeOf(
      await call('events.delete_student_from_event', { register_id: id }, { as: own, method: 'POST' }),
    );
    const canceled = changeOf(await events.cancel(event));
    expect(Object.values(refusedSince(await undo(off, own)))).toEqual([
      'The event Satsang was canceled since',
    ]);
    expect((await undo(canceled, own)).status).toBe(200);
    expect((await undo(off, own)).status).toBe(200);
  });

  test('of a closed registration, when the event was canceled since', async () => {
    const event = await events.published(0);
    const turn = (registration_status: string) =>
      call(
        'events.event_registrations',
        { event_id: event, registration_status },
        { as: own, method: 'POST' },
      );
    await turn('active');
    const closed = changeOf(await turn('inactive'));
    await events.cancel(event);
    expect(Object.values(refusedSince(await undo(closed, own)))).toEqual([
      'The event Satsang was canceled since',
    ]);
  });
});

describe('at the same moment', () => {
  test('of an undo and a deletion no enrolment of somebody deleted is left', async () => {
    for (let round = 0; round < 8; round += 1) {
      name = `${name}${letters(round)}`;
      student = await add.person(name, 'student');
      await addEnrolment(db, { student, course: gita.id, class: gita.morning });
      const change = changeOf(await leave());
      const [undone, removed] = await Promise.all([undo(change, admin), remove()]);
      expect([200, 409]).toContain(undone.status);
      expect(removed.status).toBe(200);
      expect((await enrolments()).filter(({ ended }) => !ended)).toEqual([]);
    }
  });

  test('of an undo and a second wish there is one enrolment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const change = changeOf(await leave());
      const [undone] = await Promise.all([undo(change, own), move(gita.id, gita.evening)]);
      expect([200, 409]).toContain(undone.status);
      expect((await enrolments()).filter(({ ended }) => !ended)).toHaveLength(1);
    }
  });
});

describe('teachers and their classes', () => {
  const teacherOf = async (slot: number) =>
    (
      await many<{ id: number }>(
        db,
        sql`select teacher_id as id from slot_teachers where slot_id = ${slot} and ended_at is null`,
      )
    ).map(({ id }) => id);
  const makeTeacher = async (suffix: string) => {
    const id = await add.person(`${name}${suffix}`, 'teacher');
    await add.associate(gita.id, id, 3);
    return id;
  };
  /** A slot of an own class. */
  const makeSlot = async (day: string, time: string) =>
    add.slot(gita.id, await add.class(gita.id, `${name} ${day} ${time}`), day, time);
  const give = (slot: number, teacher: number, more: object = {}) =>
    call(
      'assignments.add_teacher_to_class',
      { course_id: gita.id, id: slot, user_id: teacher, ...more },
      { as: own },
    );
  const replace = async (slot: number, teacher: number, more: object = {}) => {
    const { id, class_id } = await one<{ id: number; class_id: number }>(
      db,
      sql`
        select t.id, s.class_id from slot_teachers t join class_slots s on s.id = t.slot_id
        where t.slot_id = ${slot} and t.ended_at is null
      `,
    );
    const input = { course_id: gita.id, class_id, assigned_id: id, user_id: teacher, ...more };
    return call('assignments.replace_teacher_to_class', input, { as: own });
  };
  const deleteTeacher = (teacher_id: number) => call('people.delete_teacher', { teacher_id }, { as: admin });

  test('a replacement is undone, unless the teacher teaches something else by then', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await replace(slot, second));
    const rival = await makeSlot('wednesday', '03:30');
    const given = changeOf(await give(rival, first));
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `${name}x teaches something else by now at the time of ${name} wednesday 03:00`,
    ]);
    expect(await teacherOf(slot)).toEqual([second]);
    expect((await undo(given, own)).status).toBe(200);
    expect((await undo(change, own)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('two assignments that overlapped before overlap again', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    const rival = await makeSlot('wednesday', '03:30');
    await give(slot, first);
    await give(rival, first, { allow_overlap: true });
    const change = changeOf(await replace(slot, second));
    expect((await undo(change, own)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('a deleted teacher has their classes again, but no session and no invitation', async () => {
    const teacher = await makeTeacher('x');
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, teacher);
    const email = `${name}x@office.test`.toLowerCase();
    const token = await app.tokenOf(email);
    await run(
      db,
      sql`
        insert into invites (hash, email_id, role, invited_by, expires_at)
        values (sha256(${randomUUID()}::bytea), 'z@office.test', 'teacher', ${teacher}, now() + interval '1 day')
      `,
    );
    const before = await fingerprint(db);
    const change = changeOf(await deleteTeacher(teacher));
    expect(await teacherOf(slot)).toEqual([]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
    const profile = await app.app.inject({
      url: `/api/user_details/get_user_profile/${teacher}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(profile.statusCode).toBe(401);
    const invites = sql`select revoked_at is null as lives from invites where invited_by = ${teacher}`;
    expect(await many(db, invites)).toEqual([{ lives: false }]);
  });

  test('a deleted teacher does not push out the person who got their class', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await deleteTeacher(first));
    await give(slot, second);
    expect(refusedSince(await undo(change, admin))).toEqual({
      slot_teachers_one_per_slot: 'The class has another teacher by now',
    });
    expect(await teacherOf(slot)).toEqual([second]);
  });

  test('an assignment stays while the teacher is deleted, or no longer of the course', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await replace(slot, second));
    const ended = changeOf(
      await call('assignments.course_assign', { course_id: gita.id, user_id: first }, { as: own }),
    );
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `${name}x is not associated with the course Gita any more`,
    ]);
    const gone = changeOf(await deleteTeacher(first));
    expect(Object.values(refusedSince(await undo(change, admin)))).toEqual([
      `${name}x is no teacher any more`,
    ]);
    expect(Object.values(refusedSince(await undo(ended, admin)))).toEqual([
      `${name}x is no teacher any more`,
    ]);
    for (const step of [gone, ended, change]) expect((await undo(step, admin)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('an association stays while the teacher teaches in the course', async () => {
    const teacher = await add.person(`${name}x`, 'teacher');
    const begun = changeOf(
      await call('assignments.course_assign', { course_id: gita.id, user_id: teacher }, { as: own }),
    );
    const slot = await makeSlot('wednesday', '03:00');
    const given = changeOf(await give(slot, teacher));
    expect(Object.values(refusedSince(await undo(begun, own)))).toEqual([
      `${name}x has class assignments by now`,
    ]);
    expect((await undo(given, own)).status).toBe(200);
    expect((await undo(begun, own)).status).toBe(200);
  });

  test('an assignment in which rolls were called stays', async () => {
    const teacher = await makeTeacher('x');
    const slot = await makeSlot('wednesday', '03:00');
    const given = changeOf(await give(slot, teacher));
    await run(
      db,
      sql`
        insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
        select course_id, class_id, current_date, ${teacher} from class_slots where id = ${slot}
      `,
    );
    expect(Object.values(refusedSince(await undo(given, own)))).toEqual([
      `${name}x has taken attendance in ${name} wednesday 03:00 since`,
    ]);
  });

  test('courses go back to their course admin, unless they have another', async () => {
    const lead = await add.person(`${name}x`, 'courseadmin');
    const [one1, two] = [await add.course(`A ${name}`, lead), await add.course(`B ${name}`, lead)];
    const change = changeOf(await call('people.delete_course_admin', { user_id: lead }, { as: admin }));
    await run(db, sql`update courses set courseadmin_id = ${staff.other} where id = ${two}`);
    expect(Object.values(refusedSince(await undo(change, admin)))[0]).toContain(
      `B ${name}: courseadmin was changed`,
    );
    await run(db, sql`update courses set courseadmin_id = null where id = ${two}`);
    expect((await undo(change, admin)).status).toBe(200);
    const leads = sql`select courseadmin_id, version from courses where id in (${one1}, ${two}) order by id`;
    // Deleted, renamed, restored, undone: a form that was open all the while gets the refusal.
    expect(await many(db, leads)).toEqual([
      { courseadmin_id: lead, version: 3 },
      { courseadmin_id: lead, version: 3 },
    ]);
  });
});

describe('a canceled event that is on again', () => {
  test('sends mails of the undo: withdraws those that wait, and sends those that canceling withdrew', async () => {
    const event = await events.published(1);
    const invited = await many(db, sql`select id from mails where event_id = ${event}`);
    expect(invited.length).toBeGreaterThan(1);
    // Two have their mail. Canceling withdraws the mails of the others.
    await run(
      db,
      sql`
        update mails set sent_at = now(), sealed = null
        where id in (select id from mails where event_id = ${event} order by id limit 2)
      `,
    );
    const state = () =>
      many<{ kind: string; state: string; count: number }>(
        db,
        sql`select kind, state, count(*) as count from mails where event_id = ${event} group by 1, 2 order by 1, 2`,
      );
    const canceled = changeOf(await events.cancel(event));
    const withdrawn = { kind: 'event_published', state: 'withdrawn', count: invited.length - 2 };
    expect(await state()).toEqual([
      { kind: 'event_canceled', state: 'queued', count: 2 },
      { kind: 'event_published', state: 'sent', count: 2 },
      withdrawn,
    ]);

    expect((await undo(canceled, own)).status).toBe(200);
    expect(await state()).toEqual([
      { kind: 'event_canceled', state: 'withdrawn', count: 2 },
      { ...withdrawn, state: 'queued' },
      { kind: 'event_published', state: 'sent', count: 2 },
      withdrawn,
    ]);
    const about = (await waitingMails(db, config)).filter(({ kind }) => kind === 'event_canceled');
    expect(about).toEqual([]);

    await events.cancel(event);
    expect(await state()).toContainEqual({ kind: 'event_canceled', state: 'queued', count: 2 });
  });
});

describe('uploads', () => {
  const row = (more: object = {}) => ({
    row: 2,
    first_name: `New ${name}`,
    last_name: '',
    email_id: `new-${name}@office.test`.toLowerCase(),
    phone_number: '',
    course_name: 'Gita',
    class_name: 'Morning',
    ...more,
  });
  const upload = () =>
    call(
      'studentImport.students',
      {
        file_name: 'new.xlsx',
        rows: [row(), row({ row: 3, first_name: 'Esha', email_id: 'esha@office.test' })],
        confirm: true,
      },
      { as: own },
    );
  const added = () =>
    one<{ id: number }>(
      db,
      sql`select max(id) as id from people where email_id = ${`new-${name}@office.test`.toLowerCase()}`,
    );

  test('of students remove the students they added, once, and can be uploaded again', async () => {
    const before = await fingerprint(db);
    const answer = await upload();
    expect(answer.body.data).toMatchObject({ created: 0, asked: 2 });
    const change = changeOf(answer);
    expect((await undo(change, own)).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
    const record = sql`select undone_at is not null as undone from imports where id = ${answer.body.data.import_id}`;
    expect(await one(db, record)).toEqual({ undone: true });
    const again = await upload();
    expect(again.body.data).toMatchObject({ created: 0, asked: 2 });
    expect((await undo(changeOf(again), own)).status).toBe(200);
  });

  test('of students stay when something was added to one of them', async () => {
    const change = changeOf(await upload());
    const { id } = await added();
    await run(
      db,
      sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
        values (${name}, ${gita.id}, ${id}, 'New', 'x@office.test', 1, 'success', now())
      `,
    );
    const before = await fingerprint(db);
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([`New ${name} has payments by now`]);
    expect(await fingerprint(db)).toEqual(before);
    await run(db, sql`delete from payments where payment_id = ${name}`);
    expect((await undo(change, own)).status).toBe(200);
  });

  test('of thousands can be undone while none of their rows was changed, down to the last one', async () => {
    const size = 1_200;
    const email = (n: number) => `many-${n}@office.test`;
    const rows = Array.from({ length: size }, (_, n) =>
      row({ row: n + 2, first_name: `Many ${'x'.repeat(n % 7)}`, email_id: email(n) }),
    );
    const uploaded = changeOf(
      await call('studentImport.students', { file_name: 'many.xlsx', rows, confirm: true }, { as: own }),
    );
    const offer = async () => {
      const { data } = (await call('audit.get_bin', {}, { as: admin })).body as z.infer<typeof changesPage>;
      return data.find(({ change_id }) => change_id === uploaded);
    };
    expect((await offer())?.row_count).toBeGreaterThan(2 * size);
    expect((await offer())?.undo).toMatchObject({ can: true, why: null });

    const { id } = await one<{ id: number }>(
      db,
      sql`select id from people where email_id = ${email(size - 1)}`,
    );
    const pay = (payment_status: string) =>
      call(
        'students.update_payment_status',
        { user_id: id, course_id: gita.id, payment_status },
        { as: own },
      );
    const later = [changeOf(await pay('Failed')), changeOf(await pay('Sponsored'))];
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'changed_since' });
    // The cost of one page is limited: beyond it some rows stand for all.
    const written = [{ change_id: uploaded, row_count: 2 * size + 1 }];
    expect([await changedSince(db, written), await changedSince(db, written, 2 * size)]).toEqual([
      new Set([uploaded]),
      new Set(),
    ]);
    expect(reasonsOf(await undo(uploaded, own))).toMatchObject([
      { code: 'column_changed', column: 'payment_status', by: 'Own' },
    ]);

    // Written later, and then restored.
    for (const change of later.toReversed()) expect((await undo(change, own)).status).toBe(200);
    expect((await offer())?.undo).toMatchObject({ can: true, why: null });
    // Over, although no column that the upload wrote has changed.
    const gone = changeOf(
      await call('students.remove_student_association', { student_id: id, course_id: gita.id }, { as: own }),
    );
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'changed_since' });
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(uploaded, own)).status).toBe(200);
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'undone' });
  });

  test('of students report the payments that wait for a student again', async () => {
    await run(db, sql`update courses set start_date = ${dayFromToday(-9)} where id = ${veda.id}`);
    const { id } = await one<{ id: number }>(
      db,
      sql`
        insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
        values (${`early-${name}`}, ${veda.id}, ${student}, 'Early', 'x@office.test', 1, 'success', now()) returning id
      `,
    );
    const waiting = () =>
      many(
        db,
        sql`select d.payment from (${dueOf({ id: 0, role: 'admin' }, 1000)}) d where d.payment = ${id}`,
      );
    expect(await waiting()).toHaveLength(1);
    const change = changeOf(await move(veda.id, veda.morning));
    expect(await waiting()).toEqual([]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
  });

  const paymentFile = () => ({
    file_name: `${name}.csv`,
    rows: [
      {
        row: 2,
        full_name: name,
        course_name: 'Gita',
        payment_id: `pay-${name}`,
        created_at: '2026-03-02',
        amount: '250.00',
        status: 'success',
        phone_number: '',
        email_id: `${name}@office.test`.toLowerCase(),
      },
    ],
  });
  const uploadPayments = async () => {
    const file = paymentFile();
    const { digest } = (await call('paymentUpload.payments_preview', file, { as: own })).body.data;
    return call('paymentUpload.payments', { ...file, confirm: true, digest }, { as: own });
  };
  const why = async (change: number) => {
    const { body } = await call('audit.get_bin', {}, { as: own });
    return body.data.find((found: { change_id: number }) => found.change_id === change).undo.why;
  };

  test('of payments undone in their list are undone here, and the other way round', async () => {
    const first = await uploadPayments();
    const change = changeOf(first);
    expect(await why(change)).toBeNull();
    expect(
      (await call('paymentUpload.payments_undo', { import_id: first.body.data.import_id }, { as: own }))
        .status,
    ).toBe(200);
    expect(await why(change)).toBe('undone');
    expect((await undo(change, own)).body).toMatchObject({ status: 409, message: 'This was already undone' });

    const second = await uploadPayments();
    expect((await undo(changeOf(second), own)).status).toBe(200);
    const late = await call(
      'paymentUpload.payments_undo',
      { import_id: second.body.data.import_id },
      { as: own },
    );
    expect(late.body).toMatchObject({ status: 409, message: 'This upload was already undone' });
  });

  test('of payments undone in both places at once are undone once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answer = await uploadPayments();
      const change = changeOf(answer);
      const answers = await Promise.all([
        undo(change, own),
        call('paymentUpload.payments_undo', { import_id: answer.body.data.import_id }, { as: own }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test('of payments stay when one was changed since', async () => {
    const change = changeOf(await uploadPayments());
    await run(db, sql`update payments set amount = 1 where payment_id = ${`pay-${name}`}`);
    expect(await why(change)).toBe('changed_since');
    const refused = await undo(change, own);
    expect(refusedSince(refused)).toEqual({ 'row 2': 'This payment was changed since' });
    expect(reasonsOf(refused)).toEqual([{ code: 'payment_changed', place: 'row 2', line: 2 }]);
  });
});

describe('a change', () => {
  const changes = () => one<{ count: number }>(db, sql`select count(*) from changes`);

  test('is named in the answer, also when the request is repeated; one that changed nothing is not', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() }, as: admin };
    const input = { student_id: student };
    const first = await call('students.delete_student', input, key);
    const change = changeOf(first);
    const repeated = await call('students.delete_student', input, key);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(changeOf(repeated)).toBe(change);
    const nothing = await call('students.delete_student', input, { as: admin });
    expect(nothing.status).toBe(200);
    expect(nothing.headers['change-id']).toBeUndefined();
  });

  test('does not exist when a call is refused or only reads', async () => {
    const before = await changes();
    expect((await leave(other)).status).toBe(404);
    await call('audit.get_bin', {}, { as: own });
    expect(await changes()).toEqual(before);
  });

  test('names the person, the call, the request, the network and every row it wrote', async () => {
    const change = changeOf(await remove());
    const row = await one<{ request_id: string }>(
      db,
      sql`
        select person_id, call, request_id, host(from_address) as from, at > now() - interval '1 minute' as is_new
        from changes where id = ${change}
      `,
    );
    expect(row).toMatchObject({
      person_id: staff.admin,
      call: 'students.delete_student',
      from: '127.0.0.1',
      is_new: true,
    });
    const entries = sql`
      select table_name, action, request_id, about_person_id, course_id from audit_entries where change_id = ${change} order by id
    `;
    expect(await many(db, entries)).toEqual([
      {
        table_name: 'people',
        action: 'update',
        request_id: row.request_id,
        about_person_id: student,
        course_id: null,
      },
      {
        table_name: 'enrolments',
        action: 'update',
        request_id: row.request_id,
        about_person_id: student,
        course_id: gita.id,
      },
    ]);
  });

  test('outside of calls is one for each transaction', async () => {
    await run(db, sql`insert into query_types (name) values (${`${name} 1`}), (${`${name} 2`})`);
    await run(db, sql`insert into query_types (name) values (${`${name} 3`})`);
    const found = await many<{ change_id: number; person_id: number | null; call: string | null }>(
      db,
      sql`
        select e.change_id, ch.person_id, ch.call
        from audit_entries e join changes ch on ch.id = e.change_id
        where e.after ->> 'name' like ${`${name} %`} order by e.id
      `,
    );
    expect(found.map(({ change_id }) => change_id - (found[0]?.change_id ?? 0))).toEqual([0, 0, 1]);
    expect(found[0]).toMatchObject({ person_id: null, call: null });
  });

  test('that undoes another is a change of its own, and is not undone', async () => {
    const change = changeOf(await setStatus('Successful'));
    await undo(change, admin);
    const { by_change_id } = await one<{ by_change_id: number }>(
      db,
      sql`select by_change_id from undos where change_id = ${change} and undone_by = ${staff.admin}`,
    );
    expect(await one(db, sql`select call from changes where id = ${by_change_id}`)).toEqual({
      call: 'audit.undo_change',
    });
    expect((await undo(by_change_id, admin)).body.message).toBe('This cannot be undone');
  });
});
