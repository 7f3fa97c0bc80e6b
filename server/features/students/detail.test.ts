import { describe, expect, it } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import {
  addEnrolment,
  admin,
  dayFromToday,
  elsewhere,
  foundSchool,
  other,
  own,
  teach,
} from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students, staff } = await foundSchool(db);

const missing = 999_999;

const read = (id: number, as?: string) => office.call('students.get_single_student', { id }, { as });

// Anu is in Gita, and in Veda, which is another course admin's. Both have attendance for her.
await addEnrolment(db, { student: students.anu, course: veda.id, class: veda.morning });
await run(db)`
  update people
  set address = 'Temple Street 7', address2 = 'Upper floor', pincode = '517501', city = 'Tirupati', dob = '2001-04-05'
  where id = ${students.anu}
`;
await run(db)`update enrolments set payment_status = 'Sponsored' where student_id = ${students.anu}`;

type MarkedDays = readonly [student: number, course: number, classId: number, days: number, status: string];
for (const [student, course, classId, days, status] of [
  [students.anu, gita.id, gita.morning, -3, 'present'],
  [students.anu, gita.id, gita.morning, -2, 'absent'],
  [students.anu, gita.id, gita.morning, -1, 'present'],
  [students.anu, veda.id, veda.morning, -1, 'drop-out'],
  [students.bala, gita.id, gita.morning, -1, 'moved'],
  // Before the move to the evening class.
  [students.chitra, gita.id, gita.morning, -20, 'present'],
] satisfies MarkedDays[]) {
  await run(db)`
    with register as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${course}, ${classId}, ${dayFromToday(days)})
      on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
      returning id
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select ${dayFromToday(days)}, ${student}, ${course}, ${classId}, id, ${status} from register
  `;
}

describe('one student', () => {
  it('elsewhere, deleted, in no course or no student at all is not found', async () => {
    const nobody = refusal(await read(missing, own));
    expect(nobody.status).toBe(404);
    for (const id of [students.esha, students.gone, students.free, staff.teach, staff.own]) {
      expect(refusal(await read(id, own))).toEqual(nobody);
    }
    // In a course of the same teacher, but in another class.
    for (const id of [students.deepa, students.esha]) expect(refusal(await read(id, teach))).toEqual(nobody);
    expect(refusal(await read(students.bala, elsewhere))).toEqual(nobody);
    expect((await read(students.gone, admin)).status).toBe(404);
  });

  it('shows an admin everything: profile, courses, attendance', async () => {
    const { body } = await read(students.anu, admin);
    const [profile, courses, marks] = body.data;
    expect(profile).toMatchObject({
      id: students.anu,
      user_id: students.anu,
      uid: students.anu,
      fullname: 'Anu',
      address: 'Temple Street 7',
      pincode: '517501',
      dob: '2001-04-05',
      figures: {
        total_courses: 2,
        present: 2,
        absent: 1,
        moved: 0,
        drop_out: 1,
        attendance_percentage: 50,
        associated_from: 0,
      },
      can: { update_region: true, delete: true },
    });
    expect(courses.map((row: Record<string, unknown>) => [row['course_name'], row['class_name']])).toEqual([
      ['Veda', 'Morning'],
      ['Gita', 'Morning'],
    ]);
    expect(marks).toHaveLength(4);
    expect(marks.at(-1)).toEqual({
      course_id: gita.id,
      course_name: 'Gita',
      class_id: gita.morning,
      class_name: 'Morning',
      attendence_date: dayFromToday(-3),
      attendence: 'present',
      can: { correct: true },
    });
  });

  it('says without a status whether part is paid', async () => {
    const isPart = async () => (await read(students.bala, own)).body.data[1][0].part_paid;
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${students.bala}, ${gita.id}, ${dayFromToday(0)}, 3000, 'INR')
    `;
    expect(await isPart()).toBe(false);
    const pay = (id: string, amount: number) => run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
      values (${id}, ${gita.id}, ${students.bala}, 'Bala', 'bala@office.test', ${amount}, 'INR', 'success', now())
    `;
    await pay('part', 1000);
    expect(await isPart()).toBe(true);
    await pay('rest', 2000);
    expect(await isPart()).toBe(false);
  });

  it('shows a course admin their own courses only, with money', async () => {
    const [profile, courses, marks] = (await read(students.anu, own)).body.data;
    expect(courses).toEqual([
      {
        course_id: gita.id,
        course_name: 'Gita',
        class_id: gita.morning,
        class_name: 'Morning',
        teacher: 'Teach',
        weekly_slots: expect.any(Array),
        payment_status: 'Sponsored',
        payment_by_hand: false,
        part_paid: false,
        registration_status: 'Registered',
        waits_for: null,
        can: { update_payment_status: true, update_registration_status: true, move: true, unassociate: true },
      },
    ]);
    const { weekly_slots } = courses[0];
    expect(weekly_slots.map((slot: Record<string, unknown>) => slot['class_day']).toSorted()).toEqual([
      'monday',
      'thursday',
    ]);
    expect(weekly_slots[0].slot_time < weekly_slots[1].slot_time).toBe(true);
    expect(marks).toHaveLength(3);
    expect(profile.figures).toMatchObject({ total_courses: 1, present: 2, drop_out: 0 });
    expect(profile.figures.attendance_percentage).toBe(66.67);
    expect(profile).toMatchObject({
      address: 'Temple Street 7',
      can: { update_region: true, delete: false },
    });
    expect((await read(students.anu, other)).body.data[1]).toHaveLength(1);
  });

  it('shows a teacher their own classes, without money or address', async () => {
    const { body } = await read(students.anu, teach);
    const [profile, courses, marks] = body.data;
    for (const field of ['address', 'address2', 'pincode', 'fee_details'])
      expect(profile).not.toHaveProperty(field);
    expect(profile).toMatchObject({ city: 'Tirupati', can: { update_region: false, delete: false } });
    expect(courses).toHaveLength(1);
    expect(courses[0]).not.toHaveProperty('payment_status');
    expect(courses[0].can).toEqual({
      update_payment_status: false,
      update_registration_status: false,
      move: false,
      unassociate: false,
    });
    expect(marks).toHaveLength(3);
    expect(JSON.stringify(body)).not.toMatch(/Temple Street|517501|Sponsored/);
  });

  it('keeps the marks of a class that was left', async () => {
    const [profile, courses, marks] = (await read(students.chitra, own)).body.data;
    expect(courses).toMatchObject([{ class_name: 'Evening' }]);
    expect(marks).toMatchObject([{ class_name: 'Morning', attendence: 'present' }]);
    expect(profile.figures).toMatchObject({ total_courses: 1, present: 1, attendance_percentage: 100 });
  });

  it('names the marks that can be corrected, and the correction of a mark', async () => {
    const place = { course_id: gita.id, class_id: gita.morning, attendance_date: dayFromToday(-2) };
    const correct = (student_id: number, attendance_status: string, seen: string, as: string) =>
      office.call(
        'attendance.save_roll',
        { ...place, marks: [{ student_id, attendance_status, seen }] },
        { as },
      );
    const markOf = async () => {
      const [, , marks] = (await read(students.anu, teach)).body.data;
      return marks.find((mark: Record<string, unknown>) => mark['attendence_date'] === dayFromToday(-2));
    };
    expect(await markOf()).toMatchObject({ attendence: 'absent', can: { correct: true } });
    expect(await markOf()).not.toHaveProperty('student_attendance_id');
    for (const stranger of [elsewhere, other]) {
      expect((await correct(students.anu, 'present', 'absent', stranger)).status).toBe(404);
    }
    // Somebody else has corrected it meanwhile.
    expect((await correct(students.anu, 'moved', 'present', teach)).status).toBe(409);
    expect((await correct(students.anu, 'present', 'absent', teach)).status).toBe(200);
    expect(await markOf()).toMatchObject({
      attendence: 'present',
      corrected: true,
      student_attendance_id: expect.any(Number),
    });
    expect((await correct(students.anu, 'absent', 'present', teach)).status).toBe(200);
  });

  it('offers no correction of a day on which the student was not in the class', async () => {
    await run(db)`
      update enrolments set started_on = ${dayFromToday(-15)} where student_id = ${students.chitra} and class_id = ${gita.morning}
    `;
    const [, , marks] = (await read(students.chitra, own)).body.data;
    expect(marks).toMatchObject([{ class_name: 'Morning', can: { correct: false } }]);
  });

  it('names the meeting of a mark, and its time where the day had two', async () => {
    const slots = await many<{ id: number }>(db)`
      select id from class_slots where class_id = ${gita.morning} order by local_time
    `;
    // The meeting of Thursday 07:30 was moved to the day of the one at 18:00.
    const [early, late] = slots.map(({ id }) => id);
    for (const [slot, onDate] of [
      [late, -5],
      [early, -4],
    ] as const) {
      await run(db)`
        with register as (
          insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date)
          values (${gita.id}, ${gita.morning}, ${dayFromToday(-5)}, ${slot}, ${dayFromToday(onDate)})
          returning id
        )
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        select ${dayFromToday(-5)}, ${students.bala}, ${gita.id}, ${gita.morning}, id, 'present' from register
      `;
    }
    const [, , [whole, ...two]] = (await read(students.bala, own)).body.data;
    expect(whole).toMatchObject({ attendence_date: dayFromToday(-1) });
    for (const field of ['time', 'slot_id', 'on_date', 'extra']) expect(whole).not.toHaveProperty(field);
    expect(two).toMatchObject([
      { time: '18:00', slot_id: late, on_date: dayFromToday(-5), extra: false },
      { time: '07:30', slot_id: early, on_date: dayFromToday(-4), extra: false },
    ]);
  });

  it('without any course has empty tables', async () => {
    const [profile, courses, marks] = (await read(students.free, admin)).body.data;
    expect([courses, marks]).toEqual([[], []]);
    expect(profile.figures).toMatchObject({ total_courses: 0, attendance_percentage: 0 });
  });
});

describe('looking a student up by email', () => {
  const find = (email_id: string, as?: string) =>
    office.call('students.get_student_details_by_email', { email_id }, { as });
  const findLanguage = (email_id: string, as?: string) =>
    office.call('students.get_single_student_details_by_email', { email_id }, { as });

  it('needs an address', async () => {
    for (const ask of [find, findLanguage]) {
      expect((await ask('anu', own)).status).toBe(400);
    }
  });

  it.each([
    'nobody@office.test',
    'esha@office.test',
    'gone@office.test',
    'free@office.test',
    'teach@office.test',
  ])('finds no rows for a course admin where %s is none of their students', async (email) => {
    const { status, body } = await find(email, own);
    expect([status, body.data, body.course_details]).toEqual([200, [], []]);
    expect((await findLanguage(email, own)).body.data).toEqual([]);
  });

  it('finds the rows and courses of their own courses, in any case', async () => {
    const { body } = await find('ANU@office.test', own);
    expect(body.data).toMatchObject([{ id: students.anu, course_id: gita.id, class_name: 'Morning' }]);
    expect(body.course_details).toMatchObject([{ course_id: gita.id, payment_status: 'Sponsored' }]);
    expect((await find('anu@office.test', admin)).body.data).toHaveLength(2);
  });

  it('finds students without a course for an admin', async () => {
    const { body } = await find('free@office.test', admin);
    expect(body.data).toMatchObject([{ id: students.free, course_id: '---' }]);
    expect(body.course_details).toEqual([]);
  });

  it('shows everybody behind one address, and acts on the chosen one only', async () => {
    const email = 'anu@office.test';
    const sibling = await one<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name, dob) values ('Anu@office.test', 'student', 'Uma', '2015-02-03') returning id
    `;
    await addEnrolment(db, { student: sibling.id, course: gita.id, class: gita.morning });
    const { body } = await find(email, own);
    expect(body.people).toEqual([
      { user_id: sibling.id, fullname: 'Uma', dob: '2015-02-03' },
      { user_id: students.anu, fullname: 'Anu', dob: '2001-04-05' },
    ]);
    expect(body.data).toHaveLength(2);
    expect(body.course_details).toEqual([]);
    const of = (user_id: number) =>
      office.call('students.get_student_details_by_email', { email_id: email, user_id }, { as: own });
    expect((await of(sibling.id)).body).toMatchObject({
      data: [{ user_id: sibling.id }],
      course_details: [{ course_id: gita.id }],
    });
    expect((await of(students.esha)).body.data).toEqual([]);
    const withoutAddress = (user_id?: number, as = own) =>
      office.call('students.get_student_details_by_email', { email_id: '', user_id }, { as });
    expect((await withoutAddress(sibling.id)).body.data).toMatchObject([{ user_id: sibling.id }]);
    expect((await withoutAddress(students.esha)).body.data).toEqual([]);
    expect((await withoutAddress(staff.teach, admin)).body.data).toEqual([]);
    expect((await withoutAddress()).status).toBe(400);
    expect((await findLanguage(email, own)).body.data).toHaveLength(2);
    await run(db)`delete from enrolments where student_id = ${sibling.id}`;
    await run(db)`delete from people where id = ${sibling.id}`;
  });

  it('shows the children of a guardian whose address it is', async () => {
    const mother = await one<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name) values ('mother@office.test', 'guardian', 'Mother') returning id
    `;
    await run(db)`insert into guardians (student_id, guardian_id) values (${students.anu}, ${mother.id})`;
    expect((await find('Mother@office.test', admin)).body.people).toMatchObject([{ user_id: students.anu }]);
    await run(db)`delete from guardians`;
    await run(db)`delete from people where id = ${mother.id}`;
  });

  it('says the language once', async () => {
    await run(db)`update people set language = 'Sanskrit' where id = ${students.anu}`;
    const { body } = await findLanguage('anu@office.test', admin);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ id: students.anu, language: 'Sanskrit' });
  });
});
