import { assignments } from '@gurukul/contract/assignments';
import { people } from '@gurukul/contract/people';
import type { Call } from '@gurukul/contract/shared/calls/call';
import type { TeacherRow } from '@gurukul/contract/shared/teacher-row';
import type { ShownSlot } from '@gurukul/contract/shared/meetings/slots';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { office, refusal } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const asha = 'asha@office.test';
const bala = 'bala@office.test';
await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin', { asRole: 'teacher' });
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');
const goneId = await at.person('Gone', 'teacher');
await at.remove('people', goneId);
const studentId = await at.person('Hari', 'student');

/**
 * A course of Bala's and one of Chitra's, each with a class with one slot and no teacher. Every teacher's week is empty
 * again, because the slots are the same each time.
 */
async function twoCourses() {
  await db.query('update slot_teachers set ended_at = clock_timestamp() where ended_at is null');
  const course_id = await at.course('Gita', balaId);
  const classId = await at.class(course_id, 'Dawn');
  const slotId = await at.slot(course_id, classId, 'monday', '06:00');
  const foreignCourse = await at.course('Vedanta', chitraId);
  const foreignSlot = await at.slot(foreignCourse, await at.class(foreignCourse, 'Dusk'));
  return { course_id, classId, slotId, foreignCourse, foreignSlot };
}

const statusOf = (rows: TeacherRow[], userId: number) => rows.find((row) => row.user_id === userId)?.status;
const ids = (rows: { user_id: number }[]) => rows.map((row) => row.user_id);
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const teachersOfCourseAdmin = (user_id: number, as: string) =>
  call(people.getallteachers_for_courseadmin, { user_id }, { as });

async function teachersOf(
  slotId: number,
): Promise<{ teacher_id: number; is_over: boolean; assigned_by: number }[]> {
  const { rows } = await db.query(
    `select teacher_id, ended_at is not null as is_over, assigned_by from slot_teachers where slot_id = $1 order by id`,
    [slotId],
  );
  return rows;
}

async function associationOf(courseId: number, teacherId: number) {
  const { rows } = await db.query(
    'select associated, strength, associated_by from course_teachers where course_id = $1 and teacher_id = $2',
    [courseId, teacherId],
  );
  return rows[0];
}

describe('the office’s calls about teachers', () => {
  it('treat a foreign course like a missing one, and change nothing in it', async () => {
    const { slotId, foreignCourse, foreignSlot } = await twoCourses();
    await at.associate(foreignCourse, devId);
    const assigned = await at.assign(foreignCourse, foreignSlot, devId);
    const inCourse = (course_id: number): [Call, object][] => [
      [people.get_teacher_bycourse, { courseId: course_id }],
      [assignments.get_class_teacher, { course_id, id: foreignSlot }],
      [assignments.add_teacher_to_class, { course_id, id: slotId, user_id: devId }],
      [
        assignments.replace_teacher_to_class,
        { course_id, class_id: foreignSlot, assigned_id: assigned, user_id: eshaId },
      ],
      [assignments.remove_teacher_from_class, { course_id, class_id: foreignSlot, assigned_id: assigned }],
      [assignments.teacher_count_change, { course_id, user_id: devId, count: 9 }],
      [assignments.course_assign, { course_id, user_id: devId }],
    ];
    const missing = inCourse(999_999);
    for (const [index, [declaration, input]] of inCourse(foreignCourse).entries()) {
      const foreign = await call(declaration, input, { as: bala });
      expect(foreign.status).toBe(404);
      expect(refusal(foreign)).toEqual(
        refusal(await call(missing[index]![0], missing[index]![1], { as: bala })),
      );
    }
    expect(await teachersOf(foreignSlot)).toMatchObject([{ teacher_id: devId, is_over: false }]);
    expect(await associationOf(foreignCourse, devId)).toMatchObject({ associated: true, strength: 0 });
  });

  it('accept an id that is a whole number, and nothing else', async () => {
    const { course_id } = await twoCourses();
    const bad: [Call, object][] = [
      [people.get_teacher_bycourse, { courseId: '1 or 1=1' }],
      [people.get_teacher_bycourse, { courseId: -1 }],
      [assignments.teacher_count_change, { course_id, user_id: devId, count: -1 }],
      [assignments.teacher_count_change, { course_id, user_id: devId, count: 1.5 }],
      [assignments.course_assign, { course_id, user_id: null }],
    ];
    for (const [declaration, input] of bad) {
      expect((await call(declaration, input, { as: bala })).status).toBe(400);
    }
  });
});

describe('associating a teacher with a course', () => {
  it('goes by one switch and returns the list afterwards', async () => {
    const { course_id, foreignCourse } = await twoCourses();
    const toggle = () =>
      call(assignments.course_assign, { course_id, user_id: devId, assigned_by: balaId }, { as: bala });
    const on = await toggle();
    expect(on.body.message).toBe('Teacher associated');
    expect(statusOf(on.body.data, devId)).toBe('associate');
    expect(statusOf(on.body.data, eshaId)).toBe('not associate');
    expect(await associationOf(course_id, devId)).toEqual({
      associated: true,
      strength: 0,
      associated_by: balaId,
    });
    expect(await associationOf(foreignCourse, devId)).toBeUndefined();

    await call(assignments.teacher_count_change, { course_id, user_id: devId, count: 25 }, { as: bala });
    const off = await toggle();
    expect(off.body.message).toBe('Teacher unassociated');
    expect(statusOf(off.body.data, devId)).toBe('not associate');
    // Their strength is stored for their return.
    expect((await toggle()).body.data[0]).toMatchObject({ user_id: devId, student_count: 25 });
  });

  it('is for living teachers only', async () => {
    const { course_id } = await twoCourses();
    for (const user_id of [goneId, studentId, chitraId, 999_999]) {
      expect((await call(assignments.course_assign, { course_id, user_id }, { as: bala })).status).toBe(404);
      expect(await associationOf(course_id, user_id)).toBeUndefined();
    }
  });

  it('does not end while the teacher has a class of the course', async () => {
    const { course_id, slotId } = await twoCourses();
    await at.associate(course_id, devId);
    const assigned = await at.assign(course_id, slotId, devId);
    const refused = await call(assignments.course_assign, { course_id, user_id: devId }, { as: bala });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('This teacher still teaches a class of this course');
    expect(await associationOf(course_id, devId)).toMatchObject({ associated: true });

    await db.query('update slot_teachers set ended_at = clock_timestamp() where id = $1', [assigned]);
    expect((await call(assignments.course_assign, { course_id, user_id: devId }, { as: bala })).status).toBe(
      200,
    );
  });
});

describe('the strength of a teacher', () => {
  it('is set for an associated teacher only', async () => {
    const { course_id } = await twoCourses();
    const change = (user_id: number) =>
      call(assignments.teacher_count_change, { course_id, user_id, count: '12' }, { as: bala });
    expect((await change(999_999)).status).toBe(404);
    expect((await change(devId)).status).toBe(409);
    await at.associate(course_id, devId);
    await at.associate(course_id, eshaId, 3);
    expect((await change(devId)).body).toEqual({ status: 200, message: 'success' });
    expect(await associationOf(course_id, devId)).toMatchObject({ strength: 12 });
    expect(await associationOf(course_id, eshaId)).toMatchObject({ strength: 3 });
  });

  it('leaves as many places as it exceeds the present students of their classes', async () => {
    const { course_id, classId, slotId, foreignCourse, foreignSlot } = await twoCourses();
    const secondSlot = await at.slot(course_id, classId, 'tuesday', '06:00');
    const otherClass = await at.class(course_id, 'Noon');
    await at.associate(course_id, devId, 5);
    await at.assign(course_id, slotId, devId);
    await at.assign(course_id, secondSlot, devId);
    // Their students in a foreign course take no place here.
    await at.associate(foreignCourse, devId, 40);
    await at.assign(foreignCourse, foreignSlot, devId);
    await at.enrol(studentId, foreignCourse);
    await at.enrol(studentId, course_id, classId);
    await at.enrol(await at.person('Indra', 'student'), course_id, classId);
    await at.enrol(await at.person('Jaya', 'student'), course_id, classId, '2026-02-01');
    await at.enrol(await at.person('Kavi', 'student'), course_id, otherClass);

    // A class can be chosen before it has a weekly time.
    await at.class(course_id, 'Dusk');
    const { body } = await call(people.get_teacher_bycourse, { courseId: course_id }, { as: bala });
    expect(body.classes.map((one: { class_name: string }) => one.class_name)).toEqual([
      'Dawn',
      'Dusk',
      'Noon',
    ]);
    const row = body.data.find((teacher: TeacherRow) => teacher.user_id === devId);
    expect(row).toMatchObject({
      student_count: 5,
      available_slots: 3,
      class_name: 'Dawn',
      course_name: 'Gita',
    });
    expect(row.slot_time.split(',')).toEqual(row.weekly_slots.map(({ slot_time }: ShownSlot) => slot_time));
    expect(row.weekly_slots).toHaveLength(2);
  });
});

describe('the teacher of a class', () => {
  it('is nobody at first, then the one who was added', async () => {
    const { course_id, classId, slotId } = await twoCourses();
    const look = () => call(assignments.get_class_teacher, { id: slotId, course_id }, { as: bala });
    expect((await look()).body.data).toEqual([]);

    await at.associate(course_id, devId, 30);
    const added = await call(
      assignments.add_teacher_to_class,
      { course_id, id: slotId, user_id: devId, assigned_by: balaId },
      { as: bala },
    );
    expect(added.body.message).toBe('success');
    expect(added.body.data[0]).toMatchObject({ user_id: devId, status: 'associate', class_name: 'Dawn' });
    expect(await teachersOf(slotId)).toEqual([{ teacher_id: devId, is_over: false, assigned_by: balaId }]);
    expect((await look()).body.data).toEqual([
      {
        user_id: devId,
        fullname: 'Dev',
        assigned_id: expect.any(Number),
        class_id: classId,
        course_id,
        student_count: 30,
      },
    ]);
  });

  it('must be associated with the course first, also when the association has ended', async () => {
    const { course_id, slotId } = await twoCourses();
    const add = (user_id: number) =>
      call(assignments.add_teacher_to_class, { course_id, id: slotId, user_id }, { as: bala });
    expect((await add(devId)).body.message).toBe('Associate the teacher with the course first');
    await at.associate(course_id, devId);
    await db.query('update course_teachers set associated = false where course_id = $1', [course_id]);
    expect((await add(devId)).status).toBe(409);
    expect((await add(goneId)).status).toBe(404);
    expect(await teachersOf(slotId)).toEqual([]);
  });

  it('cannot be given through another course than the class’s own', async () => {
    const { course_id, foreignSlot } = await twoCourses();
    const deleted = await at.slot(course_id, await at.class(course_id, 'Given up'));
    await at.remove('class_slots', deleted);
    await at.associate(course_id, devId);
    for (const id of [foreignSlot, deleted, 999_999]) {
      const input = { course_id, id, user_id: devId };
      expect((await call(assignments.add_teacher_to_class, input, { as: bala })).status).toBe(404);
      expect((await call(assignments.get_class_teacher, input, { as: bala })).status).toBe(404);
    }
    expect(await teachersOf(foreignSlot)).toEqual([]);
  });

  it('is one of two who are added at the same time; the other is refused', async () => {
    const { course_id, slotId } = await twoCourses();
    await at.associate(course_id, devId);
    await at.associate(course_id, eshaId);
    await Promise.all([server.tokenOf(bala), server.tokenOf(asha)]);
    const add = (user_id: number, as: string) =>
      call(assignments.add_teacher_to_class, { course_id, id: slotId, user_id }, { as });
    const answers = await Promise.all([add(devId, bala), add(eshaId, asha)]);
    expect(inOrder(answers.map(({ status }) => status))).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'This class already has a teacher',
    );
    expect(await teachersOf(slotId)).toHaveLength(1);
  });
});

async function taughtByDev() {
  const places = await twoCourses();
  await at.associate(places.course_id, devId);
  await at.associate(places.course_id, eshaId);
  const assigned_id = await at.assign(places.course_id, places.slotId, devId);
  const replace = (changes: object = {}) =>
    call(
      assignments.replace_teacher_to_class,
      { course_id: places.course_id, class_id: places.slotId, assigned_id, user_id: eshaId, ...changes },
      { as: bala },
    );
  return { ...places, assigned_id, replace };
}

describe('taking the teacher off a class', () => {
  const removal = (places: { course_id: number; slotId: number; assigned_id: number }, as = bala) =>
    call(
      assignments.remove_teacher_from_class,
      { course_id: places.course_id, class_id: places.slotId, assigned_id: places.assigned_id },
      { as },
    );

  it('leaves the slot to nobody, keeps the past and lets the association end', async () => {
    const places = await taughtByDev();
    const toggle = () =>
      call(assignments.course_assign, { course_id: places.course_id, user_id: devId }, { as: bala });
    expect((await toggle()).body.message).toBe('This teacher still teaches a class of this course');

    const { status, body } = await removal(places);
    expect(status).toBe(200);
    const dev = body.data.find(({ user_id }: { user_id: number }) => user_id === devId);
    expect(dev).toMatchObject({ status: 'associate', class_name: '', weekly_slots: [] });
    expect(await teachersOf(places.slotId)).toMatchObject([{ teacher_id: devId, is_over: true }]);
    const now = { course_id: places.course_id, id: places.slotId };
    expect((await call(assignments.get_class_teacher, now, { as: bala })).body.data).toEqual([]);
    expect((await toggle()).body.message).toBe('Teacher unassociated');
  });

  it('is refused to a page that shows a teacher who was replaced meanwhile', async () => {
    const places = await taughtByDev();
    expect((await places.replace()).status).toBe(200);
    const stale = await removal(places);
    expect(stale.status).toBe(409);
    expect(stale.body.message).toBe('This was changed in the meantime, please load it again');
    expect(await teachersOf(places.slotId)).toMatchObject([{ is_over: true }, { is_over: false }]);
  });

  it('is done once, however many do it at the same moment', async () => {
    const places = await taughtByDev();
    const answers = await Promise.all([removal(places), removal(places, asha), removal(places)]);
    expect(inOrder(answers.map(({ status }) => status))).toEqual([200, 409, 409]);
  });
});

describe('replacing the teacher of a class', () => {
  it('needs another teacher, an associated one', async () => {
    const { slotId, replace } = await taughtByDev();
    const same = await replace({ user_id: devId });
    expect(same.status).toBe(400);
    expect(same.body.message).toBe('Please Select Other Teacher');
    expect((await replace({ user_id: balaId })).status).toBe(409);
    expect((await replace({ user_id: goneId })).status).toBe(404);
    expect(await teachersOf(slotId)).toMatchObject([{ teacher_id: devId, is_over: false }]);
  });

  it('reaches no assignment of another class or course', async () => {
    const { course_id, slotId, foreignCourse, foreignSlot, replace } = await taughtByDev();
    await at.associate(foreignCourse, devId);
    const foreign = await at.assign(foreignCourse, foreignSlot, devId);
    for (const changes of [{ assigned_id: foreign }, { assigned_id: 999_999 }, { class_id: 999_999 }]) {
      expect((await replace(changes)).status).toBe(404);
    }
    expect((await replace({ course_id: foreignCourse, assigned_id: foreign })).status).toBe(404);

    // Nor one of another course of the same course admin.
    const second = await at.course('Tantra', balaId);
    const secondSlot = await at.slot(second, await at.class(second, 'Noon'));
    await at.associate(second, devId);
    const elsewhere = { class_id: secondSlot, assigned_id: await at.assign(second, secondSlot, devId) };
    expect((await replace(elsewhere)).status).toBe(404);
    expect(await teachersOf(secondSlot)).toMatchObject([{ teacher_id: devId, is_over: false }]);
    expect(await teachersOf(foreignSlot)).toMatchObject([{ teacher_id: devId, is_over: false }]);
    expect(await teachersOf(slotId)).toMatchObject([{ teacher_id: devId, is_over: false }]);
    expect(await associationOf(course_id, devId)).toMatchObject({ associated: true });
  });

  it('ends one assignment and starts another, so that the past stays true', async () => {
    const { slotId, replace } = await taughtByDev();
    expect((await replace()).body.message).toBe('success');
    expect(await teachersOf(slotId)).toMatchObject([
      { teacher_id: devId, is_over: true },
      { teacher_id: eshaId, is_over: false, assigned_by: balaId },
    ]);
    const late = await replace();
    expect(late.status).toBe(409);
    expect(await teachersOf(slotId)).toHaveLength(2);
  });

  it('happens once when two replace at the same time', async () => {
    const { course_id, slotId, replace } = await taughtByDev();
    await at.associate(course_id, balaId);
    const answers = await Promise.all([replace(), replace({ user_id: balaId })]);
    expect(inOrder(answers.map(({ status }) => status))).toEqual([200, 409]);
    expect(await teachersOf(slotId)).toHaveLength(2);
  });
});

describe('the lists of teachers', () => {
  it('show a course admin every teacher of the provider by name, and more of those in their own course', async () => {
    const { course_id, classId } = await twoCourses();
    await at.associate(course_id, eshaId, 7);
    const { body } = await call(people.get_teacher_bycourse, { courseId: course_id }, { as: bala });
    expect(ids(body.data)).toEqual([eshaId, balaId, devId]);
    expect(body.data[0]).toMatchObject({
      status: 'associate',
      student_count: 7,
      available_slots: 7,
      slot_time: '',
    });
    expect(body.data[2]).toMatchObject({ name: 'Dev', status: 'not associate', student_count: 0 });
    expect(body.data[2]).not.toHaveProperty('phone_number');
    expect(body.response).toMatchObject([{ class_id: classId, class_name: 'Dawn', class_day: 'monday' }]);
    expect(body.teachers).toEqual([{ user_id: eshaId, name: 'Esha', fullname: 'Esha' }]);
  });

  it('mean all of one’s own courses by 0, never all courses', async () => {
    const lataId = await at.person('Lata', 'courseadmin');
    const minaId = await at.person('Mina', 'teacher');
    const first = await at.course('Mantra', lataId);
    const second = await at.course('Tantra', lataId);
    await at.associate(first, minaId, 10);
    await at.associate(second, minaId, 5);
    await at.associate(await at.course('Yantra', chitraId), minaId, 100);
    const { body } = await call(people.get_teacher_bycourse, { courseId: 0 }, { as: 'lata@office.test' });
    expect(ids(body.data)).toEqual([minaId]);
    expect(body.data[0]).toMatchObject({ student_count: 15, courses: ['Mantra', 'Tantra'] });
    expect(body.response).toEqual([]);
    expect(ids((await call(people.get_teacher_bycourse, { courseId: 0 }, { as: asha })).body.data)).toContain(
      devId,
    );
  });

  it('give a course admin the directory of all teachers and an account admin the whole rows', async () => {
    const forCourseAdmin = await call(people.get_all_teachers, {}, { as: bala });
    const row = forCourseAdmin.body.data.find((teacher: TeacherRow) => teacher.user_id === devId);
    expect(Object.keys(row).toSorted()).toEqual(['email_id', 'fullname', 'image', 'name', 'user_id']);
    expect(ids(forCourseAdmin.body.data)).not.toContain(goneId);
    expect(ids(forCourseAdmin.body.data)).not.toContain(studentId);

    const forAdmin = await call(people.get_all_teachers, {}, { as: asha });
    expect(inOrder(ids(forAdmin.body.data))).toEqual(inOrder(ids(forCourseAdmin.body.data)));
    expect(forAdmin.body.data[0]).toMatchObject({ associated_from: 0, courses: expect.any(Array) });
    expect(forAdmin.body.data[0]).toHaveProperty('phone_number');
  });

  it('of a course admin have the teachers of their own courses, each once', async () => {
    const nilaId = await at.person('Nila', 'courseadmin');
    const omId = await at.person('Om', 'teacher');
    await at.associate(await at.course('Sutra', nilaId), omId);
    await at.associate(await at.course('Bhashya', nilaId), omId);
    const own = await teachersOfCourseAdmin(nilaId, 'nila@office.test');
    expect(own.body.data).toMatchObject([{ user_id: omId, course_name: 'Bhashya, Sutra' }]);
    expect((await teachersOfCourseAdmin(nilaId, asha)).body.data).toMatchObject([{ user_id: omId }]);
    expect(refusal(await teachersOfCourseAdmin(nilaId, bala))).toEqual(
      refusal(await teachersOfCourseAdmin(999_999, bala)),
    );
    expect((await teachersOfCourseAdmin(nilaId, bala)).status).toBe(404);
    expect((await teachersOfCourseAdmin(999_999, asha)).status).toBe(404);
  });
});

describe('the names of course admins', () => {
  it('are everybody with the role for an account admin, and those of the own courses for a course admin', async () => {
    const dual = await at.person('Prema', 'teacher', { asRole: 'courseadmin' });
    await twoCourses();
    const all = await call(people.get_course_admin_names, {}, { as: asha });
    expect(ids(all.body.data.data)).toEqual(expect.arrayContaining([balaId, chitraId, dual]));
    expect(ids(all.body.data.data)).not.toContain(devId);
    const own = await call(people.get_course_admin_names, {}, { as: bala });
    expect(own.body.data.data).toEqual([{ user_id: balaId, fullname: 'Bala' }]);
  });
});
