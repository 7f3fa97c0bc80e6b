import { courses } from '@gurukul/contract/courses';
import { assignments } from '@gurukul/contract/assignments';
import { schedule } from '@gurukul/contract/schedule';
import { people } from '@gurukul/contract/people';
import { describe, expect, it } from 'vitest';
import { demoPassword, testApp } from '../../test/app.ts';
import { many, run } from '../../test/rows.ts';
import { office, refusal } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const asha = 'asha@office.test';
const ashaId = await at.person('Asha', 'admin');
const secondAdmin = await at.person('Amar', 'admin');
const balaId = await at.person('Bala', 'courseadmin', { asRole: 'teacher' });
const devId = await at.person('Dev', 'teacher');
const hari = await at.person('Hari', 'student');
const gita = await at.course('Gita', balaId);
const dawn = await at.class(gita, 'Dawn');

const refused = 'not allowed to delete';
const signIn = (email_id: string) => call('accounts.login', { email_id, password: demoPassword });
const deleteTeacher = (teacher_id: number, as = asha) => call(people.delete_teacher, { teacher_id }, { as });
const deleteCourseAdmin = (user_id: number, as = asha) =>
  call(people.delete_course_admin, { user_id }, { as });
const ids = (rows: object[]) => rows.map((row) => Number(Object.values(row)[0]));
const names = (rows: { fullname: string }[]) => rows.map(({ fullname }) => fullname);

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  Number((await db.query(`select count(*) as n ${text}`, values)).rows[0].n);
const isDeleted = async (id: number) =>
  (await count('from people where id = $1 and deleted_at is not null', id)) === 1;
const currentWork = async (id: number) => ({
  slots: await count('from slot_teachers where teacher_id = $1 and ended_at is null', id),
  associations: await count('from course_teachers where teacher_id = $1 and associated', id),
  courses: await count('from courses where courseadmin_id = $1', id),
});
const nothing = { slots: 0, associations: 0, courses: 0 };

let made = 0;
/** A new person who teaches a slot of a course and, where the role allows it, runs another. */
async function somebody(role: 'teacher' | 'courseadmin', second: 'teacher' | 'courseadmin' | null = null) {
  made += 1;
  const name = `Vira${made}`;
  const id = await at.person(name, role, { asRole: second });
  const slotId = await at.slot(gita, dawn, 'monday', `${String(made % 24).padStart(2, '0')}:00`);
  const teaches = role === 'teacher' || second === 'teacher';
  if (teaches) await at.associate(gita, id);
  const assignedId = teaches ? await at.assign(gita, slotId, id) : 0;
  const courseId = await at.course(`Course ${made}`, role === 'courseadmin' || second !== null ? id : balaId);
  return { id, name, email: `${name.toLowerCase()}@office.test`, slotId, assignedId, courseId };
}

describe('deleting a teacher or course admin', () => {
  it('is refused for oneself', async () => {
    for (const answer of [await deleteCourseAdmin(ashaId), await deleteTeacher(ashaId)]) {
      expect(answer).toMatchObject({ status: 403, body: { message: refused } });
    }
    expect(await isDeleted(ashaId)).toBe(false);
  });

  it('does not find people that the call is not about', async () => {
    const missing = refusal(await deleteTeacher(999_999));
    expect(missing.status).toBe(404);
    const pureCourseAdmin = await at.person('Chitra', 'courseadmin');
    for (const id of [hari, pureCourseAdmin, secondAdmin]) {
      expect(refusal(await deleteTeacher(id))).toEqual(missing);
      expect(await isDeleted(id)).toBe(false);
    }
    for (const id of [hari, devId, secondAdmin, 999_999]) {
      expect(refusal(await deleteCourseAdmin(id))).toEqual(missing);
    }
    expect(await isDeleted(devId)).toBe(false);
    for (const teacher_id of [0, -1, 'x', null]) {
      expect((await call(people.delete_teacher, { teacher_id }, { as: asha })).status).toBe(400);
    }
  });
});

describe('a deleted teacher', () => {
  it('leaves the list; their slots are free, and their past classes stay known', async () => {
    const { id, name, slotId } = await somebody('teacher');
    const decoy = await somebody('teacher');
    const { status, body } = await deleteTeacher(id);
    expect(status).toBe(200);
    expect(body.message).toBe('success');
    expect(names(body.data)).toContain(decoy.name);
    expect(names(body.data)).not.toContain(name);
    expect(await currentWork(id)).toEqual(nothing);
    expect(await currentWork(decoy.id)).toEqual({ slots: 1, associations: 1, courses: 0 });
    expect(await count('from slot_teachers where teacher_id = $1 and ended_at is not null', id)).toBe(1);
    expect(await count('from class_slots where id = $1 and deleted_at is null', slotId)).toBe(1);
    expect(
      await count(
        `from audit_entries where table_name = 'people' and row_id = $1 and person_id = $2`,
        String(id),
        ashaId,
      ),
    ).toBe(1);
    // Somebody else can have the class now.
    const added = await call(
      assignments.add_teacher_to_class,
      { course_id: gita, id: slotId, user_id: decoy.id, allow_overlap: true },
      { as: asha },
    );
    expect(added.status).toBe(200);
  });

  it('is signed out everywhere at once and cannot come back', async () => {
    const { id, email } = await somebody('teacher');
    const own = () => call(schedule.teacher_schedule, { uid: id, courseId: 0 }, { as: email });
    expect((await own()).status).toBe(200);
    await run(db)`
      insert into remember_tokens (selector, person_id, validator_hash, expires_at)
      values (${`selector ${id}`}, ${id}, 'x', now() + interval '5 days')
    `;
    await run(db)`
      insert into invites (hash, email_id, role, invited_by, expires_at)
      values (${`hash ${id}`}, 'new@office.test', 'teacher', ${id}, now() + interval '7 days')
    `;
    await deleteTeacher(id);
    expect((await own()).status).toBe(401);
    for (const table of ['sessions', 'remember_tokens']) {
      expect(await count(`from ${table} where person_id = $1`, id)).toBe(0);
    }
    expect(await count('from invites where invited_by = $1 and revoked_at is null', id)).toBe(0);
    expect(await signIn(email.toUpperCase())).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    });
  });

  it('is deleted once: asking again succeeds and changes nothing', async () => {
    const { id } = await somebody('teacher');
    await deleteTeacher(id);
    const before = await many(db)`select deleted_at from people where id = ${id}`;
    const again = await deleteTeacher(id);
    expect(again.status).toBe(200);
    expect(ids(again.body.data)).not.toContain(id);
    expect(await many(db)`select deleted_at from people where id = ${id}`).toEqual(before);
    expect((await deleteCourseAdmin(id)).status).toBe(404);
  });
});

describe('a deleted course admin', () => {
  it('leaves the courses without one, visible to the admin, who names another', async () => {
    const { id, name, courseId } = await somebody('courseadmin');
    const decoy = await somebody('courseadmin');
    const version = async () =>
      (await db.query('select version from courses where id = $1', [courseId])).rows[0].version;
    const before = await version();
    const { status, body } = await deleteCourseAdmin(id);
    expect(status).toBe(200);
    expect(names(body.data)).toContain(decoy.name);
    expect(names(body.data)).not.toContain(name);
    expect(await currentWork(decoy.id)).toMatchObject({ courses: 1 });

    const listed = await call(courses.get_all_courses, {}, { as: asha });
    const course = listed.body.data[0].find(({ course_id }: { course_id: number }) => course_id === courseId);
    expect(course).toMatchObject({ courseadmin_id: null, courseadmin: null });

    const form = (courseadmin_id: number, formVersion: number) =>
      call(
        courses.edit_course_by_admin,
        {
          course_id: courseId,
          course_name: course.course_name,
          course_image: '',
          courseadmin_id,
          course_duration: course.course_duration,
          start_date: course.start_date,
          course_description: '',
          version: formVersion,
        },
        { as: asha },
      );
    // A form that was open meanwhile would restore the person.
    expect((await form(id, before)).status).toBe(409);
    expect((await form(id, await version())).status).toBe(404);
    expect((await form(decoy.id, await version())).status).toBe(200);
    expect(await currentWork(decoy.id)).toMatchObject({ courses: 2 });
  });

  it.each([
    ['courseadmin', 'teacher', deleteTeacher],
    ['courseadmin', 'teacher', deleteCourseAdmin],
    ['teacher', 'courseadmin', deleteTeacher],
    ['teacher', 'courseadmin', deleteCourseAdmin],
  ] as const)('who is %s and %s is deleted in both roles by either call', async (role, second, deleteBy) => {
    const { id } = await somebody(role, second);
    expect(await currentWork(id)).toEqual({ slots: 1, associations: 1, courses: 1 });
    expect((await deleteBy(id)).status).toBe(200);
    expect(await isDeleted(id)).toBe(true);
    expect(await currentWork(id)).toEqual(nothing);
  });
});

describe('deleting while something is being given to the same person', () => {
  it('never leaves a class, a course or a session to a deleted person', async () => {
    const answers = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const { id, email, assignedId, slotId } = await somebody('courseadmin', 'teacher');
      const freeSlot = await at.slot(gita, dawn, 'tuesday', `${String(round).padStart(2, '0')}:30`);
      const actions = {
        delete: deleteCourseAdmin(id),
        add: call(
          assignments.add_teacher_to_class,
          { course_id: gita, id: freeSlot, user_id: id, allow_overlap: true },
          { as: asha },
        ),
        replace: call(
          assignments.replace_teacher_to_class,
          { course_id: gita, class_id: slotId, assigned_id: assignedId, user_id: devId, allow_overlap: true },
          { as: asha },
        ),
        associate: call(assignments.course_assign, { course_id: gita, user_id: id }, { as: asha }),
        course: call(
          courses.add_course,
          {
            course_name: `Round ${round}`,
            course_image: '',
            courseadmin_id: id,
            course_duration: 'yearly',
            start_date: '2999-01-01',
            course_description: '',
          },
          { as: asha },
        ),
        second: deleteTeacher(id),
        signIn: signIn(email),
      };
      for (const [action, answer] of Object.entries(actions)) {
        const { status } = await answer;
        answers.set(`${action} ${status}`, (answers.get(`${action} ${status}`) ?? 0) + 1);
      }
      expect(await isDeleted(id)).toBe(true);
      expect(await currentWork(id)).toEqual(nothing);
      expect(await count('from sessions where person_id = $1', id)).toBe(0);
    }
    // In any order nothing breaks, and nothing waits for itself.
    const broken = [...answers.keys()].filter((answer) => Number(answer.split(' ')[1]) >= 500);
    expect(broken).toEqual([]);
    expect(answers.get('delete 200')).toBe(12);
    expect(answers.get('second 200')).toBe(12);
  });
});
