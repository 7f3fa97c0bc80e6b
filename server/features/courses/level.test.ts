import { attendance } from '@gurukul/contract/attendance';
import { continuations } from '@gurukul/contract/continuations';
import { courses } from '@gurukul/contract/courses';
import { studentImport } from '@gurukul/contract/student-import';
import { students as studentCalls } from '@gurukul/contract/students';
import { defaultSettings } from '@gurukul/contract/provider';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { oneChild, registering } from '#server/test/registering.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own } from '#server/test/small-school.ts';

// A course needs the completion of another one, at every door.

const server = await testApp({ database: 'empty', limits: { publicRequestsPerMinute: 1_000_000 } });
const { call, callChecked, db } = server;
const { staff, veda } = await foundSchool(db);
const { typed, press } = registering(server);
const add = office(db);

let made = 0;
let first: number;
let second: number;
let group: number;
let student: number;
let mailbox: string;

/** Level two, with one class, after level one, in which the student is. */
beforeEach(async () => {
  made += 1;
  await run(db)`delete from rate_limits`;
  first = await add.course(`First${made}`, staff.own);
  second = await add.course(`Second${made}`, staff.own);
  group = await add.class(second, 'Group');
  student = await add.person(`Learner${made}`, 'student');
  mailbox = `learner${made}@office.test`;
  await add.enrol(student, first);
  await call(courses.set_level, { course_id: second, level_after: first }, { as: own });
});

const complete = (status: string, course = first) =>
  run(
    db,
  )`update enrolments set registration_status = ${status} where student_id = ${student} and course_id = ${course}`;
const move = async (evenIfFull = false, from = first) => {
  const input = {
    email_id: mailbox,
    user_id: student,
    course_id: second,
    class_id: group,
    from_course_id: from,
    even_if_full: evenIfFull,
  };
  return (await call(studentCalls.update_course_to_student, input, { as: own })).body.code as string;
};
const classNow = () =>
  one<{ class_id: number | null }>(db)`
    select class_id::integer from enrolments where student_id = ${student} and course_id = ${second} and ended_on is null
  `;

test('a move is refused without the level, and made with it', async () => {
  expect([await move(), await move(true)]).toEqual(['level_missing', 'level_missing']);
  await complete('Memorizer');
  expect(await move()).toBe('student_moved');
});

test('a completion that was undone counts no more, but who has a class keeps it', async () => {
  await complete('Completed');
  await add.enrol(student, second, group);
  await complete('Registered');
  group = await add.class(second, 'Other');
  expect(await move(false, second)).toBe('student_moved');
});

test('the completion of an earlier or later run counts', async () => {
  const early = await add.course(`Early${made}`, staff.own);
  await run(db)`update courses set follows_id = ${early} where id = ${first}`;
  await add.enrol(student, early);
  await complete('Completed', early);
  expect(await move()).toBe('student_moved');
});

test('many are moved but for those without the level', async () => {
  const { body } = await callChecked(
    'selection.save_change',
    {
      selected: {
        list: { course_status: 'all', course_id: first, class_id: null, teacher_id: null },
        rows: [{ student_id: student, course_id: first }],
      },
      change: { kind: 'move', course_id: second, class_id: group },
    },
    { as: admin },
  );
  expect(body.data).toMatchObject({ changed: 0, stayed: 1 });
});

test('a file of students says who joins without their class', async () => {
  const file = (first_name: string, email_id: string, n: number) => ({
    row: n,
    first_name,
    last_name: '',
    email_id,
    phone_number: '',
    course_name: `Second${made}`,
    class_name: 'Group',
  });
  await run(db)`update people set first_name = 'Learner' where id = ${student}`;
  const rows = [file('Learner', mailbox, 2), file('Newcomer', `newcomer${made}@office.test`, 3)];
  const said = async () => {
    const input = { file_name: 'students.xlsx', rows };
    const { body } = await call(studentImport.students_preview, input, { as: own });
    return body.data.rows.map(({ problems }: { problems: { code: string }[] }) =>
      problems.flatMap(({ code }) => (code === 'level_missing_joins' ? code : [])),
    );
  };
  expect(await said()).toEqual([['level_missing_joins'], ['level_missing_joins']]);
  await complete('Completed');
  expect(await said()).toEqual([[], ['level_missing_joins']]);
});

test('who is added by hand without it is asked after, for a reason or for no class', async () => {
  const addTo = (more: object) =>
    call(
      studentCalls.add_student,
      {
        first_name: 'Meenakshi',
        last_name: '',
        email_id: '',
        phone_number: '',
        course_id: second,
        class_id: group,
        ...more,
      },
      { as: own },
    );
  expect((await addTo({})).body.code).toBe('level_asked');
  const same = { answer: 'same', user_id: student };
  expect((await addTo(same)).body.code).toBe('level_asked');
  expect((await addTo({ ...same, level_reason: '' })).status).toBe(200);
  expect(await classNow()).toEqual({ class_id: null });
  student = (await addTo({ answer: 'new', level_reason: 'Knows it' })).body.data.user_id;
  expect(await classNow()).toEqual({ class_id: group });
});

test('the lists of a course and the roll mark who lacks it', async () => {
  await add.enrol(student, second, group);
  const marked = async () => {
    const roster = { course_id: second, class_id: null, page: 1, pageSize: 10 };
    const listed = (await call(studentCalls.get_roster, roster, { as: own })).body.data;
    const day = { course_id: second, class_id: group, attendance_date: dayFromToday(0) };
    const marking = (await call(attendance.get_students_attendence, day, { as: own })).body.data;
    const roll = (await call(attendance.get_roll, day, { as: own })).body.data.students;
    return [listed, marking, roll].map(([one]) => one.level_missing);
  };
  expect(await marked()).toEqual([true, true, true]);
  await complete('Completed');
  expect(await marked()).toEqual([undefined, undefined, undefined]);
});

test('an exception by hand opens the doors, for a reason that is kept', async () => {
  const except = (as: string, reason = 'Learned from her aunt') =>
    call(courses.except_from_level, { course_id: second, student_id: student, reason }, { as });
  expect([(await except(other)).status, (await except(own, '')).status]).toEqual([404, 400]);
  expect((await except(own)).status).toBe(200);
  expect((await except(own)).status).toBe(200);
  expect(await move()).toBe('student_moved');
  const { level } = (await call(continuations.get_continuations, { course_id: second }, { as: own })).body
    .data;
  expect(level).toEqual({
    after: { course_id: first, course_name: `First${made}` },
    lacking: [],
    exceptions: [{ fullname: `Learner${made}`, reason: 'Learned from her aunt', by: 'Own' }],
  });
});

test('two courses never need each other first, nor one of somebody else', async () => {
  const set = (course_id: number, level_after: number | null) =>
    call(courses.set_level, { course_id, level_after }, { as: own });
  expect((await set(first, second)).body.code).toBe('level_circle');
  expect((await set(first, first)).body.code).toBe('level_circle');
  expect((await set(first, veda.id)).status).toBe(404);
  expect((await set(second, null)).status).toBe(200);
  expect(await move()).toBe('student_moved');
});

test('who registers without it is asked after by the office, and pays nothing yet', async () => {
  const { receipt_year_start: _, ...settings } = defaultSettings;
  await call(
    'provider.save_settings',
    { ...settings, catalogue_open: true, registration_open: true },
    { as: admin },
  );
  await run(
    db,
  )`update courses set status = 'published', reg_status = 'opened' where id in (${first}, ${second})`;
  await add.price(second);
  const page = (await server.app.inject({ url: '/courses-open' })).body;
  const path = new RegExp(`/courses-open/${second}-[^"]+`).exec(page)![0];
  expect((await server.app.inject({ url: path })).body).toContain(`First${made}`);
  const url = `/register/${second}`;
  const form = oneChild('Nila Iyer', `new${made}@home.test`, { 'group-1': String(group) });
  const done = await press(url, await typed(url, form), { do: 'prove' });
  expect(done.statusCode).toBe(303);
  expect(
    await many(
      db,
    )`select class_id, waits_for_class_id from enrolments where course_id = ${second} and ended_on is null`,
  ).toEqual([{ class_id: null, waits_for_class_id: null }]);
  expect(await many(db)`select from charges where course_id = ${second}`).toEqual([]);
  const { body } = await call('registrations.get_registrations', { course_id: second }, { as: own });
  const [open] = body.data;
  const place = () =>
    call(
      'registrations.decide',
      { registration_ids: [open.registration_id], decision: 'place', class_id: group, send_mail: false },
      { as: own },
    );
  expect((await place()).body.code).toBe('level_needed');
  student = open.student_id;
  await call(
    courses.except_from_level,
    { course_id: second, student_id: student, reason: 'Knows it' },
    { as: own },
  );
  expect((await place()).status).toBe(200);
  expect(await classNow()).toEqual({ class_id: group });
});
