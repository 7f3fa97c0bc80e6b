import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { studentsBehind } from '#server/channels/mail/behind.ts';
import type { Answer } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { codeOf } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import {
  addEnrolment,
  admin,
  dayFromToday,
  foundSchool,
  other,
  own,
  teach,
} from '#server/test/small-school.ts';

// One person works here and studies here (record 129).

const office = await testApp({ database: 'empty' });
const { db, call } = office;
const { gita, veda, staff, students } = await foundSchool(db);

/** A day on which Gita Morning met. */
const lastMonday = dayFromToday(-((new Date(`${dayFromToday(0)}T00:00Z`).getUTCDay() + 6) % 7) - 7);
const enrolments = (id: number) =>
  many<{ course_id: number }>(db)`
    select course_id from enrolments where student_id = ${id} and ended_on is null order by course_id
  `;
const life = (id: number) =>
  one(db)`select main_role, also_studies, deleted_at is not null as is_deleted from people where id = ${id}`;
const undo = (answer: Answer, as = admin) =>
  call('audit.undo_change', { change_id: Number(answer.headers['change-id']) }, { as });

beforeEach(async () => {
  await run(db)`delete from access_requests`;
  await run(db)`delete from attendance where student_id = any(${Object.values(staff)}::bigint[])`;
  await run(db)`delete from enrolments where student_id = any(${Object.values(staff)}::bigint[])`;
  await run(db)`
    update people set main_role = case id when ${staff.teach} then 'teacher' else main_role end, also_studies = false,
      deleted_at = null, suspended_at = null
    where id = any(${Object.values(staff)}::bigint[])
  `;
});

/** The colleague studies from now on. */
async function study(student: number, course = veda.id, group = veda.morning): Promise<void> {
  await run(db)`update people set also_studies = true where id = ${student}`;
  await addEnrolment(db, { student, course, class: group });
}

const teachAsStudent = { first_name: 'Teach', last_name: '', email_id: teach, phone_number: '' };

describe('a colleague who is added as a student', () => {
  it('by the form is one person, who is found in both lives, and undone', async () => {
    await run(db)`update people set registered_at = '2024-03-28' where id = ${staff.teach}`;
    const asked = await call(
      'students.add_student',
      { ...teachAsStudent, course_id: veda.id },
      { as: admin },
    );
    expect([asked.status, codeOf(asked), asked.body.people]).toEqual([
      409,
      '409 looks_like',
      [expect.objectContaining({ user_id: staff.teach, reasons: ['email', 'works', 'name'] })],
    ]);
    expect(await enrolments(staff.teach)).toEqual([]);
    const added = await call(
      'students.add_student',
      { ...teachAsStudent, course_id: veda.id, answer: 'same', user_id: staff.teach },
      { as: admin },
    );
    expect([added.status, added.body.data]).toEqual([
      200,
      { outcome: 'enrolled', user_id: staff.teach, waits: false },
    ]);
    expect(await many(db)`select id from people where lower(email_id) = ${teach}`).toEqual([
      { id: staff.teach },
    ]);
    expect(await life(staff.teach)).toEqual({ main_role: 'teacher', also_studies: true, is_deleted: false });
    expect(await enrolments(staff.teach)).toEqual([{ course_id: veda.id }]);
    // As a student they are new, however long they have worked here.
    expect(
      await one(
        db,
      )`select registered_at > now() - interval '1 minute' as is_new from people where id = ${staff.teach}`,
    ).toEqual({ is_new: true });

    const student = await call('students.get_single_student', { id: staff.teach }, { as: admin });
    expect(student.body.data[0].works_as).toEqual({ role: 'teacher', can: { open: true } });
    const teacher = await call('people.get_single_teacher', { id: staff.teach }, { as: admin });
    expect(teacher.body.data[0].studies).toEqual({ role: 'student', can: { open: true } });
    const behind = await many<{ student_id: number }>(db)`${studentsBehind(sql`${teach}`)}`;
    expect(behind.map(({ student_id }) => student_id)).toEqual([staff.teach]);

    expect((await undo(added)).status).toBe(200);
    expect(await life(staff.teach)).toEqual({ main_role: 'teacher', also_studies: false, is_deleted: false });
    expect(await enrolments(staff.teach)).toEqual([]);
  });

  it('by the form of a course admin is asked for, and joined when an account admin agrees', async () => {
    const asked = await call(
      'students.add_student',
      { ...teachAsStudent, course_id: veda.id },
      { as: other },
    );
    expect(asked.body.data.outcome).toBe('asked');
    const { id } = await one<{ id: number }>(db)`select id from access_requests`;
    await call('access.decide', { request_ids: [id], decision: 'accepted' }, { as: admin });
    expect(await enrolments(staff.teach)).toEqual([{ course_id: veda.id }]);
    expect(await many(db)`select id from people where lower(email_id) = ${teach}`).toHaveLength(1);
  });

  it('by a file is the same person, when somebody says so', async () => {
    const file = {
      file_name: 'new.xlsx',
      rows: [{ row: 2, ...teachAsStudent, last_name: '', course_name: 'Veda', class_name: '' }],
    };
    const asked = await call('studentImport.students_preview', file, { as: admin });
    expect(asked.body.data.rows[0].outcome).toBe('question');
    const answers = [{ row: 2, answer: 'same', user_id: staff.teach }];
    const preview = await call('studentImport.students_preview', { ...file, answers }, { as: admin });
    await call(
      'studentImport.students',
      { ...file, answers, confirm: true, digest: preview.body.data.digest },
      { as: admin },
    );
    expect(await enrolments(staff.teach)).toEqual([{ course_id: veda.id }]);
    expect(await many(db)`select id from people where lower(email_id) = ${teach}`).toHaveLength(1);
  });

  it('is said to teach the class in which they would study', async () => {
    const reasonsOf = async (group: number) => {
      const asked = await call(
        'students.add_student',
        { ...teachAsStudent, course_id: gita.id, class_id: group },
        { as: admin },
      );
      return asked.body.people.map(({ reasons }: { reasons: string[] }) => reasons);
    };
    expect(await reasonsOf(gita.morning)).toEqual([['email', 'teaches', 'works', 'name']]);
    await run(db)`update people set also_studies = true where id = ${staff.teach}`;
    expect(await reasonsOf(gita.morning)).toEqual([['email', 'teaches', 'name']]);
  });

  it('is another person, where the office says so', async () => {
    const added = await call(
      'students.add_student',
      { ...teachAsStudent, course_id: veda.id, answer: 'new' },
      { as: admin },
    );
    expect(added.body.data.outcome).toBe('added');
    expect(await life(staff.teach)).toMatchObject({ also_studies: false });
    await run(db)`delete from enrolments where student_id = ${added.body.data.user_id}`;
    await run(db)`delete from people where id = ${added.body.data.user_id}`;
  });

  it('is another person, where the name is another: their child', async () => {
    const child = { ...teachAsStudent, first_name: 'Little', course_id: veda.id };
    const added = await call('students.add_student', child, { as: admin });
    expect(added.body.data.outcome).toBe('added');
    expect(await life(staff.teach)).toMatchObject({ also_studies: false });
    await run(db)`delete from enrolments where student_id = ${added.body.data.user_id}`;
    await run(db)`delete from people where id = ${added.body.data.user_id}`;
  });
});

describe('studying opens nothing', () => {
  it('to a course admin in a foreign course, who sees no more of it than before', async () => {
    await study(staff.own);
    const esha = await call('students.get_single_student', { id: students.esha }, { as: own });
    expect(esha.status).toBe(404);
    const itself = await call('students.get_single_student', { id: staff.own }, { as: own });
    expect(itself.status).toBe(404);
  });

  it('of a colleague to the course admin of their course: neither home nor what is written about them', async () => {
    await study(staff.teach);
    await run(db)`update people set address = '1 Main Road' where id = ${staff.teach}`;
    const page = await call('students.get_single_student', { id: staff.teach }, { as: other });
    expect(page.body.data[0]).toMatchObject({
      address: '',
      works_as: { role: 'teacher', can: { open: false } },
    });
    const about = await call('students.get_about', { id: staff.teach }, { as: other });
    expect(about.body.data.address).toBe('');
    const change = { user_id: staff.teach, version: about.body.data.version, city: 'Chicago' };
    expect(codeOf(await call('students.update_student', change, { as: other }))).toBe('409 keeps_own_data');
  });

  it('and no form of students writes the address with which somebody signs in', async () => {
    await study(staff.teach);
    const about = await call('students.get_about', { id: staff.teach }, { as: admin });
    const change = { user_id: staff.teach, version: about.body.data.version, email_id: 'thief@office.test' };
    expect(codeOf(await call('students.update_student', change, { as: admin }))).toBe(
      '400 bad_input email_id: email_of_account',
    );
  });
});

describe('nobody decides about themselves', () => {
  const roll = (student: number) => ({
    class_id: gita.morning,
    course_id: gita.id,
    attendance_date: lastMonday,
    marks: [{ student_id: student, attendance_status: 'present', seen: null }],
  });
  const cases: [string, (id: number) => [Parameters<typeof call>[0], object]][] = [
    ['their mark', (id) => ['attendance.save_roll', roll(id)]],
    [
      'what they owe',
      (id) => [
        'ledger.add_charges',
        {
          course_id: gita.id,
          class_id: '',
          user_ids: [id],
          currency: 'INR',
          parts: [{ due_on: dayFromToday(9), amount: '100.00' }],
          knowing: true,
        },
      ],
    ],
    [
      'what they paid',
      (id) => [
        'students.update_payment_status',
        { user_id: id, course_id: gita.id, payment_status: 'Sponsored' },
      ],
    ],
    [
      'their status',
      (id) => [
        'students.update_registration_status',
        { user_id: id, course_id: gita.id, registration_status: 'Memorizer' },
      ],
    ],
  ];

  it.each(cases)('%s: it is refused, and a colleague does it', async (_what, of) => {
    await study(staff.own, gita.id, gita.morning);
    const [name, input] = of(staff.own);
    const preview = async (as: string) => {
      if (name !== 'ledger.add_charges') return input;
      const { body } = await call(name, { ...input, preview: true }, { as });
      return { ...input, digest: body.data.digest };
    };
    expect(codeOf(await call(name, await preview(own), { as: own }))).toBe('409 own_life');
    expect(codeOf(await call(name, await preview(admin), { as: admin }))).toBe('200');
    await run(db)`delete from charges where student_id = ${staff.own}`;
  });

  it('their roll is called without them, and a colleague reads their row', async () => {
    await study(staff.teach, gita.id, gita.morning);
    const day = { course_id: gita.id, class_id: gita.morning, attendance_date: lastMonday };
    const rollAs = async (as: string) => (await call('attendance.get_roll', day, { as })).body.data;
    const idsOf = (rows: { student_id: number }[]) => rows.map(({ student_id }) => student_id);
    const mine = await rollAs(teach);
    expect(idsOf(mine.students)).not.toContain(staff.teach);
    expect(mine.has_reader).toBe(true);
    const listed = await call(
      'attendance.get_students_attendence',
      { ...day, course_admin_id: staff.teach },
      { as: teach },
    );
    expect(idsOf(listed.body.data)).toEqual(idsOf(mine.students));

    const marks = idsOf(mine.students).map((student_id) => ({
      student_id,
      attendance_status: 'present',
      seen: null,
    }));
    const saved = await call('attendance.save_roll', { ...day, marks }, { as: teach });
    expect(saved.status).toBe(200);
    expect(idsOf(saved.body.data.students)).toEqual(idsOf(mine.students));
    const theirs = await rollAs(own);
    expect(idsOf(theirs.students)).toContain(staff.teach);
    const missingFor = async (as: string) => {
      const { body } = await call('dashboards.get_today', {}, { as });
      const groups: { kind: string; items: { class_id: number; missing?: number }[] }[] = body.data;
      return groups
        .find(({ kind }) => kind === 'unmarked_class')
        ?.items.find(({ class_id, missing }) => class_id === gita.morning && missing !== undefined)?.missing;
    };
    // Their own mark is for others to make.
    await run(
      db,
    )`update class_slots set created_at = now() - interval '60 days' where class_id = ${gita.morning}`;
    expect([await missingFor(teach), await missingFor(own)]).toEqual([0, 1]);
    expect(theirs).not.toHaveProperty('has_reader');
    await run(
      db,
    )`delete from attendance where class_id = ${gita.morning} and attendance_date = ${lastMonday}`;
  });

  it('and other calls about them stay', async () => {
    await study(staff.own, gita.id, gita.morning);
    const region = { user_id: staff.own, course_id: gita.id, region: 'India' };
    expect((await call('students.update_region', region, { as: own })).status).toBe(200);
  });
});

describe('each life ends by itself', () => {
  it('a teacher who is removed goes on as a student, and comes back by an undo', async () => {
    await study(staff.teach);
    const slots = () =>
      many(db)`select id from slot_teachers where teacher_id = ${staff.teach} and ended_at is null`;
    const taught = await slots();
    const { id: adminId } = await one<{ id: number }>(db)`select id from people where email_id = ${admin}`;
    const removed = await call(
      'people.delete_teacher',
      { teacher_id: staff.teach, user_id: adminId, role: 'admin' },
      { as: admin },
    );
    expect(removed.status).toBe(200);
    expect(await life(staff.teach)).toEqual({ main_role: 'student', also_studies: false, is_deleted: false });
    expect(await enrolments(staff.teach)).toEqual([{ course_id: veda.id }]);
    expect(await slots()).toEqual([]);
    expect((await call('accounts.get_sessions', {}, { as: teach }).catch(() => null))?.status ?? 401).toBe(
      401,
    );

    expect((await undo(removed)).status).toBe(200);
    expect(await life(staff.teach)).toEqual({ main_role: 'teacher', also_studies: true, is_deleted: false });
    expect(await slots()).toEqual(taught);
  });

  it('a student who is deleted stays a teacher, and comes back by an undo', async () => {
    await study(staff.teach);
    const { id: adminId } = await one<{ id: number }>(db)`select id from people where email_id = ${admin}`;
    const removed = await call(
      'students.delete_student',
      {
        student_id: staff.teach,
        user_id: adminId,
        role: 'admin',
        course_status: 'all',
        page: 1,
        pageSize: 20,
      },
      { as: admin },
    );
    expect(removed.status).toBe(200);
    expect(await life(staff.teach)).toEqual({ main_role: 'teacher', also_studies: false, is_deleted: false });
    expect(await enrolments(staff.teach)).toEqual([]);
    expect((await call('people.get_single_teacher', { id: staff.teach }, { as: admin })).status).toBe(200);

    expect((await undo(removed)).status).toBe(200);
    expect(await enrolments(staff.teach)).toEqual([{ course_id: veda.id }]);
  });

  it('a suspended teacher still gets the mails of their course', async () => {
    await study(staff.teach);
    await run(db)`update people set suspended_at = now() where id = ${staff.teach}`;
    const { listMailReaders } = await import('#server/channels/mail/readers.ts');
    const readers = await listMailReaders(db, sql`${staff.teach}::bigint`);
    expect(readers.map(({ email_id }) => email_id)).toEqual([teach]);
  });
});

it('a search shows one person, where the office sees both lives', async () => {
  await study(staff.teach);
  const found = await call('search.find', { text: 'Teach' }, { as: admin });
  expect(found.body.data.filter(({ id }: { id: number }) => id === staff.teach)).toHaveLength(1);
  const asStudent = await call('search.find', { text: 'Teach' }, { as: other });
  expect(asStudent.body.data).toMatchObject([{ kind: 'student', id: staff.teach }]);
});
