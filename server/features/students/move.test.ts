import { messages } from '@gurukul/contract/shared/words/messages';
import { describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { addEnrolment, admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';
import { enrolmentToLeave } from './move.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, veda, draft, students, staff } = await foundSchool(db);

const missing = 999_999;

type Row = Record<string, unknown>;
const emails = new Map<number, string>(
  Object.entries(students).map(([name, id]) => [id, `${name}@office.test`]),
);
const move = (student: number, course_id: number, class_id: unknown, as?: string, more: Row = {}) =>
  office.call(
    'students.update_course_to_student',
    { email_id: emails.get(student) ?? 'nobody@office.test', user_id: student, course_id, class_id, ...more },
    { as },
  );
const enrolmentsOf = (studentId: number) =>
  many<Row>(db)`
    select course_id, class_id, started_on, ended_on, payment_status, registration_status, fee_details
    from enrolments where student_id = ${studentId} order by id
  `;
const all = () => many<Row>(db)`select id, student_id, class_id, ended_on from enrolments order by id`;

const report = async (class_id: number, until: number) => {
  const { body } = await office.call(
    'attendance.attendance_report',
    { course_id: gita.id, class_id, start_date: dayFromToday(-40), end_date: dayFromToday(until) },
    { as: own },
  );
  return body.data;
};
const mark = (student_id: number, days: number) =>
  office.call(
    'attendance.update_students_attendance',
    {
      course_id: gita.id,
      class_id: gita.morning,
      attendance_date: dayFromToday(days),
      students: [{ student_id, attendance_status: 'present' }],
    },
    { as: own },
  );

describe('which enrolment a move ends', () => {
  const enrolment = (id: number, course_id: number) => ({ id, course_id, class_id: null });
  it.each([
    ['the one named', [enrolment(1, 10), enrolment(2, 20)], 30, 20, 2],
    ['none where the student is not in the named course', [enrolment(1, 10)], 30, 20, 'missing'],
    ['that of the same course', [enrolment(1, 10), enrolment(2, 20)], 10, null, 1],
    ['the only one', [enrolment(1, 10)], 30, null, 1],
    ['none of several, unasked', [enrolment(1, 10), enrolment(2, 20)], 30, null, 'several'],
    ['none where there is none', [], 30, null, null],
  ])('is %s', (_, enrolments, courseId, fromCourseId, expected) => {
    const found = enrolmentToLeave(enrolments, { courseId, fromCourseId });
    expect(typeof found === 'object' && found !== null ? found.id : found).toBe(expected);
  });
});

describe('a move', () => {
  it('needs student, both courses and the class within reach', async () => {
    const before = await all();
    const nobody = refusal(await move(missing, gita.id, null, own));
    expect(nobody.status).toBe(404);
    for (const answer of [
      await move(students.esha, gita.id, null, own),
      await move(students.anu, veda.id, null, own),
      await move(students.anu, veda.id, veda.morning, own),
      await move(students.anu, missing, null, own),
      // A class of another course, and one that does not exist.
      await move(students.anu, gita.id, veda.morning, own),
      await move(students.anu, draft.id, gita.evening, own),
      await move(students.anu, gita.id, missing, own),
      // A course that the student is not in.
      await move(students.anu, gita.id, gita.evening, own, { from_course_id: draft.id }),
      await move(students.gone, gita.id, gita.evening, admin),
      // The email address is somebody else's.
      await move(students.anu, gita.id, gita.evening, own, { email_id: 'bala@office.test' }),
      // The course belongs to another course admin than the named one.
      await move(students.anu, gita.id, gita.evening, admin, { courseadmin_id: staff.other }),
    ]) {
      expect(refusal(answer)).toEqual(nobody);
    }
    expect(await all()).toEqual(before);
  });

  it('to the present class warns and changes nothing', async () => {
    const before = await all();
    for (const classId of [gita.morning, null, '']) {
      const { status, body } = await move(students.anu, gita.id, classId, own);
      expect([status, body.type, body.message]).toEqual([200, 'warning', messages.student_not_moved]);
      expect(body.data).toMatchObject([{ id: students.anu, class_id: gita.morning }]);
    }
    expect(await all()).toEqual(before);
  });

  it('keeps marks and reports of the past with the old class', async () => {
    await run(db)`
      update enrolments set payment_status = 'Sponsored', registration_status = 'Memorizer', fee_details = 'half'
      where student_id = ${students.anu}
    `;
    await mark(students.anu, -1);
    await mark(students.anu, 0);
    const [yesterday, today] = [await report(gita.morning, -1), await report(gita.morning, 0)];
    expect(yesterday.students[0]).toMatchObject({ student_name: 'Anu', attendance_summary: '1/1' });

    const { body } = await move(students.anu, gita.id, gita.evening, own, { courseadmin_id: staff.own });
    expect([body.type, body.message]).toEqual(['success', messages.student_moved]);
    expect(body.data).toMatchObject([{ course_id: gita.id, class_name: 'Evening', pay_status: 'Sponsored' }]);

    const statuses = {
      payment_status: 'Sponsored',
      registration_status: 'Memorizer',
      fee_details: 'half',
      course_id: gita.id,
    };
    expect(await enrolmentsOf(students.anu)).toEqual([
      { ...statuses, class_id: gita.morning, started_on: dayFromToday(-30), ended_on: day },
      { ...statuses, class_id: gita.evening, started_on: day, ended_on: null },
    ]);
    expect(await report(gita.morning, -1)).toEqual(yesterday);
    // Marks of this morning in the old class stay there too.
    expect(await report(gita.morning, 0)).toEqual(today);
    expect((await report(gita.evening, -1)).students.map((row: Row) => row['student_name'])).not.toContain(
      'Anu',
    );
  });

  it('to another course needs no class', async () => {
    const { body } = await move(students.bala, draft.id, null, own);
    expect(body.type).toBe('success');
    expect(await enrolmentsOf(students.bala)).toMatchObject([
      { course_id: gita.id, ended_on: day },
      { course_id: draft.id, class_id: null, started_on: day, ended_on: null },
    ]);
  });

  it('asks which course is meant where there are several, and goes on when told', async () => {
    await addEnrolment(db, { student: students.deepa, course: veda.id, class: null });
    const before = await all();
    const several = await move(students.deepa, draft.id, null, admin);
    expect(several.body).toMatchObject({ type: 'warning', message: messages.student_in_several });
    expect(await all()).toEqual(before);
    const told = await move(students.deepa, draft.id, null, admin, { from_course_id: veda.id });
    expect(told.body.type).toBe('success');
    expect(
      (await enrolmentsOf(students.deepa)).filter((enrolment) => enrolment['ended_on'] === null),
    ).toMatchObject([{ course_id: gita.id }, { course_id: draft.id }]);
    const twice = await move(students.deepa, draft.id, null, admin, { from_course_id: gita.id });
    expect(twice.body).toMatchObject({ type: 'warning', message: messages.student_in_course });
  });

  it('of who is in no course begins an enrolment, for an admin', async () => {
    expect((await move(students.free, veda.id, veda.morning, admin)).body.type).toBe('success');
    expect(await enrolmentsOf(students.free)).toMatchObject([
      { course_id: veda.id, started_on: day, ended_on: null },
    ]);
  });

  it('into a full class is refused, unless the request insists', async () => {
    await run(db)`
      update course_teachers set strength = 2 where course_id = ${veda.id} and teacher_id = ${staff.elsewhere}
    `;
    await run(db)`
      update enrolments set class_id = null where student_id = ${students.free} and ended_on is null
    `;
    await addEnrolment(db, { student: students.chitra, course: veda.id, class: veda.morning });
    const full = await move(students.free, veda.id, veda.morning, other);
    expect(full.body).toMatchObject({ type: 'warning', message: messages.class_full });
    expect((await enrolmentsOf(students.free)).at(-1)).toMatchObject({ class_id: null, ended_on: null });
    const anyway = await move(students.free, veda.id, veda.morning, other, { even_if_full: true });
    expect(anyway.body.type).toBe('success');
  });

  it('at the same moment as others leaves one current enrolment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        move(students.anu, gita.id, gita.morning, own),
        move(students.anu, gita.id, gita.evening, own),
        move(students.anu, draft.id, null, own),
        move(students.anu, gita.id, gita.morning, admin),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const current = (await enrolmentsOf(students.anu)).filter(
        (enrolment) => enrolment['ended_on'] === null,
      );
      expect(current).toHaveLength(1);
    }
  });

  it('never reverses an unassociation at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      await run(db)`
        update enrolments set ended_on = ${day} where student_id = ${students.bala} and ended_on is null
      `;
      await addEnrolment(db, { student: students.bala, course: gita.id, class: gita.morning });
      const leave = office.call(
        'students.remove_student_association',
        { student_id: students.bala, course_id: gita.id, page: 1 },
        { as: own },
      );
      const [moved, left] = await Promise.all([move(students.bala, gita.id, gita.evening, own), leave]);
      expect(left.status).toBe(200);
      expect([200, 404, 409]).toContain(moved.status);
      expect(
        (await enrolmentsOf(students.bala)).filter((enrolment) => enrolment['ended_on'] === null),
      ).toEqual([]);
    }
  });
});
