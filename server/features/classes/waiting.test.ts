import { beforeEach, describe, expect, it } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { changeOf } from '#server/test/undo-office.ts';
import type { Answer } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students, staff } = await foundSchool(db);
const [admin, own, other, teach, elsewhere] = ['admin', 'own', 'other', 'teach', 'elsewhere'].map(
  (name) => `${name}@office.test`,
) as [string, string, string, string, string];

let first = 0;
let second = 0;
const wait = async (student: number, from: number) =>
  (
    await one<{ id: number }>(db)`
      insert into enrolments (student_id, course_id, waits_for_class_id, started_on, payment_status)
      values (${student}, ${gita.id}, ${gita.morning}, ${dayFromToday(from)}, 'Successful') returning id
    `
  ).id;

// Morning has Anu and Bala, and its teacher may have two. Esha and Free wait.
beforeEach(async () => {
  await run(db)`
    delete from enrolments where course_id = ${gita.id} and student_id in (${students.esha}, ${students.free})
  `;
  await run(db)`update course_teachers set strength = 2 where teacher_id = ${staff.teach}`;
  first = await wait(students.esha, -5);
  second = await wait(students.free, -3);
});

const list = (as: string, class_id = gita.morning) =>
  office.call('classes.get_waiting', { class_id }, { as });
const place = (as: string, enrolment_id: number, more = {}) =>
  office.call('classes.place_waiting', { enrolment_id, ...more }, { as });
const stop = (as: string, enrolment_id: number) =>
  office.call('classes.stop_waiting', { enrolment_id }, { as });
const undo = (answer: Answer) =>
  office.call('audit.undo_change', { change_id: changeOf(answer) }, { as: own });
const present = (student: number) =>
  many(db)`
    select class_id, waits_for_class_id, payment_status from enrolments
    where student_id = ${student} and course_id = ${gita.id} and ended_on is null
  `;
const waiting = { class_id: null, waits_for_class_id: gita.morning, payment_status: 'Successful' };

describe('those who wait for a class', () => {
  it('stand in the order in which they came; a teacher does not see who has paid', async () => {
    expect((await list(own)).body.data).toEqual([
      {
        enrolment_id: first,
        student_id: students.esha,
        fullname: 'Esha',
        since: dayFromToday(-5),
        payment_status: 'Successful',
      },
      expect.objectContaining({ enrolment_id: second }),
    ]);
    const seen = (await list(teach)).body.data;
    expect(seen.map((row: object) => 'payment_status' in row)).toEqual([false, false]);
    expect(
      (await office.call('classes.get_class', { class_id: gita.morning }, { as: teach })).body.data,
    ).toMatchObject({ waiting_count: 2, student_count: 2, free_places: 0 });
  });

  it('are shown and changed within reach only', async () => {
    const missing = refusal(await list(own, 999_999));
    for (const as of [other, elsewhere]) expect(refusal(await list(as))).toEqual(missing);
    expect(refusal(await place(other, first))).toEqual(refusal(await place(own, 999_999)));
    expect(refusal(await stop(other, first))).toEqual(refusal(await stop(own, 999_999)));
    expect(await present(students.esha)).toEqual([waiting]);
  });

  it('get a place when one is free, or by a knowing act; undone, they wait again', async () => {
    const full = await place(own, first);
    expect(full.body).toMatchObject({ type: 'warning', code: 'class_full' });
    expect(await present(students.esha)).toEqual([waiting]);

    const placed = await place(own, first, { even_if_full: true });
    expect(placed.body).toMatchObject({ type: 'success', code: 'student_moved' });
    expect(await present(students.esha)).toEqual([
      { class_id: gita.morning, waits_for_class_id: null, payment_status: 'Successful' },
    ]);
    expect((await list(own)).body.data).toHaveLength(1);
    expect((await undo(placed)).status).toBe(200);
    expect(await present(students.esha)).toEqual([waiting]);

    await run(db)`update course_teachers set strength = 3 where teacher_id = ${staff.teach}`;
    expect((await place(admin, second)).body.type).toBe('success');
    expect((await place(admin, first)).body.code).toBe('class_full');
  });

  it('are charged what their family chose, where the office says so, and an Undo takes it back', async () => {
    await run(db)`
      insert into registrations (course_id, contact_name, email_id, page_language, is_self, learner_name, birth_year,
        student_id, price)
      values (${gita.id}, 'Esha', 'esha@office.test', 'en', true, 'Esha', 2000, ${students.esha},
        '{"amount": "100.00", "currency": "USD"}')
    `;
    await run(db)`update enrolments set payment_status = null where id = ${first}`;
    const charges = () =>
      many(
        db,
      )`select amount::text, currency from charges where student_id = ${students.esha} and canceled_at is null`;
    expect((await list(own)).body.data[0].price).toEqual({ amount: '100.00', currency: 'USD' });
    const silent = await place(own, first, { even_if_full: true });
    expect(await charges()).toEqual([]);
    await undo(silent);
    const placed = await place(own, first, { even_if_full: true, charge: true });
    expect(await charges()).toEqual([{ amount: '100.00', currency: 'USD' }]);
    expect((await undo(placed)).status).toBe(200);
    expect(await charges()).toEqual([]);
    await run(db)`delete from registrations`;
  });

  it('stay in the course when they no longer wait; undone, they wait again', async () => {
    const stopped = await stop(own, first);
    expect(await present(students.esha)).toEqual([{ ...waiting, waits_for_class_id: null }]);
    expect((await stop(own, first)).status).toBe(404);
    expect((await undo(stopped)).status).toBe(200);
    expect(await present(students.esha)).toEqual([waiting]);
  });

  it('are said to wait on their own page', async () => {
    const { body } = await office.call('students.get_single_student', { id: students.free }, { as: own });
    expect(body.data[1]).toMatchObject([{ course_id: gita.id, class_id: null, waits_for: 'Morning' }]);
  });
});
