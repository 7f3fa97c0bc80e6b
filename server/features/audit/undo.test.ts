import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eventOffice } from '#server/test/events.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';
import { admin, changeOf, own, reasonsOf, refusedSince, undoOffice } from '#server/test/undo-office.ts';
import { waitingMails } from '#server/test/waiting-mails.ts';

const { add, app, call, db, enrolments, gita, leave, move, newPupil, remove, setStatus, undo } =
  await undoOffice();
const { config } = app;
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let student: number;
let name: string;
beforeEach(async () => {
  ({ student, name } = await newPupil());
});

const events = eventOffice(app, gita.id, 'own@office.test');

/** For work that the application's role may not do, such as letting time pass. */
const owner = new pg.Client(app.database.owner);
await owner.connect();
afterAll(() => owner.end());
const age = (change: number, days: number) =>
  owner.query('update changes set at = now() - make_interval(days => $2::int) where id = $1', [change, days]);

describe('is refused', () => {
  test('for calls that cannot be undone', async () => {
    const made = await call('courses.add_course_type', { id: gita.id, type: `Of ${name}` }, { as: own });
    expect(made).toMatchObject({ status: 200 });
    expect(made.headers['change-id']).toBeUndefined();
    const { id } = await one<{ id: number }>(db)`select max(id) as id from changes`;
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
    const { id } = await one<{ id: number }>(db)`select id from enrolments where student_id = ${student}`;
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
    expect(await one(db)`${row}`).toEqual({ payment_status: null, registration_status: 'Completed' });
  });

  test('where the enrolment has ended since', async () => {
    const change = changeOf(await setStatus('Failed'));
    const gone = changeOf(await leave());
    expect(Object.values(refusedSince(await undo(change, own)))[0]).toMatch(
      new RegExp(`^${name}: the enrolment was ended by Own on `),
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
    await run(db)`update enrolments set class_id = ${klass} where student_id = ${student}`;
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

  test('where somebody else signs in with the email address by now', async () => {
    const teacher = await add.person(`Left${name}`, 'teacher');
    const change = changeOf(await call('people.delete_teacher', { teacher_id: teacher }, { as: admin }));
    await add.person(`Left${name}`, 'teacher');
    expect(refusedSince(await undo(change, admin))).toEqual({
      people_email_unique: 'The email address has another account by now',
    });
  });

  test('not where a brother or sister has the email address by now', async () => {
    const change = changeOf(await remove());
    await add.person(name, 'student');
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('of a move, where attendance was taken in the new class since', async () => {
    const change = changeOf(await move(gita.id, gita.evening));
    const register = await one<{ id: number }>(db)`
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${gita.id}, ${gita.evening}, ${dayFromToday(0)}::date)
      on conflict on constraint attendance_registers_one_each do update set taken_by = null returning id
    `;
    await run(db)`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      values (${dayFromToday(0)}::date, ${student}, ${gita.id}, ${gita.evening}, ${register.id}, 'present')
    `;
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `Attendance of ${name} in Evening was taken since`,
    ]);
  });

  test('of an event’s end, when nobody may be registered for it any more', async () => {
    const event = await events.published(0);
    await events.addStudent(event, name.toLowerCase());
    const { id } = await one<{ id: number }>(db)`
      select id from event_registrations where event_id = ${event}
    `;
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
      await newPupil();
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

describe('a canceled event that is on again', () => {
  test('sends mails of the undo: withdraws those that wait, and sends those that canceling withdrew', async () => {
    const event = await events.published(1);
    const invited = await many(db)`select id from mails where event_id = ${event}`;
    expect(invited.length).toBeGreaterThan(1);
    // Two have their mail. Canceling withdraws the mails of the others.
    await run(db)`
      update mails set sent_at = now(), sealed = null
      where id in (select id from mails where event_id = ${event} order by id limit 2)
    `;
    const state = () =>
      many<{ kind: string; state: string; count: number }>(db)`
        select kind, state, count(*) as count from mails where event_id = ${event} group by 1, 2 order by 1, 2
      `;
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
