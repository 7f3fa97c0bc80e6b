import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { listHomework } from '../my-page/read.ts';
import { testApp } from '#server/test/app.ts';
import { office, refusal } from '#server/test/office.ts';

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);

const admin = 'admin@office.test';
const own = 'own@office.test';
const teach = 'teach@office.test';
const second = 'second@office.test';
const other = 'other@office.test';

let ids: Record<
  'own' | 'teach' | 'second' | 'other' | 'gita' | 'veda' | 'morning' | 'evening' | 'far' | 'anu',
  number
>;

beforeAll(async () => {
  await add.person('Admin', 'admin');
  const ownId = await add.person('Own', 'courseadmin');
  const otherAdmin = await add.person('Stranger', 'courseadmin');
  const teachId = await add.person('Teach', 'teacher');
  const secondId = await add.person('Second', 'teacher');
  const otherId = await add.person('Other', 'teacher');
  const gita = await add.course('Gita', ownId);
  const veda = await add.course('Veda', otherAdmin);
  const classOf = async (course: number, name: string, ...teachers: number[]) => {
    const classId = await add.class(course, name);
    for (const [index, teacher] of teachers.entries()) {
      await add.assign(course, await add.slot(course, classId, ['monday', 'tuesday'][index]), teacher);
    }
    return classId;
  };
  await add.associate(gita, teachId);
  await add.associate(gita, secondId);
  await add.associate(veda, otherId);
  await add.associate(veda, teachId);
  ids = {
    own: ownId,
    teach: teachId,
    second: secondId,
    other: otherId,
    gita,
    veda,
    // Two teachers share it, and both may review.
    morning: await classOf(gita, 'Morning', teachId, secondId),
    evening: await classOf(gita, 'Evening', secondId),
    far: await classOf(veda, 'Far', otherId),
    anu: await add.person('Anu', 'student'),
  };
});

beforeEach(() => run(db)`delete from homework`);

const handIn = async (course: number, classId: number, week = 'Week 1', location = '') =>
  (
    await one<{ id: number }>(db)`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${ids.anu}, ${course}, ${classId}, ${week}, ${location})
      returning id
    `
  ).id;

const listOf = (user_id: number, as: string, course = 0, classId = 0) =>
  call('homework.get_teacher_homework', { user_id, course, class: classId }, { as });

const states = () => many(db)`select id, status, decided_by from homework order by id`;

describe('the list', () => {
  test('has the homework of the own classes, waiting first and the latest of it on top', async () => {
    const done = await handIn(ids.gita, ids.morning, 'Week 1');
    await call('homework.accept_homework', { id: done, status: 'accepted' }, { as: teach });
    const early = await handIn(ids.gita, ids.morning, 'Week 2', '/files/abc.pdf');
    const late = await handIn(ids.gita, ids.morning, 'Week 3');
    await handIn(ids.gita, ids.evening);
    await handIn(ids.veda, ids.far);
    const { body } = await listOf(ids.teach, teach);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([late, early, done]);
    expect(body.data[1]).toMatchObject({
      week_name: 'Week 2',
      fullname: 'Anu',
      course_name: 'Gita',
      class_name: 'Morning',
      status: 'pending',
      teacher_id: ids.teach,
      can: { decide: true },
    });
    // A private file: signed, and only where there is one.
    expect(body.data[1].home_work).toMatch(/^\/files\/abc\.pdf\?/);
    expect(body.data[0].home_work).toBeNull();
    expect(body.data[2].can).toEqual({ decide: false });
    expect(body.courses).toEqual([{ course_id: ids.gita, course_name: 'Gita' }]);
    expect(body.classes).toEqual([{ class_id: ids.morning, class_name: 'Morning' }]);
  });

  test('shows a course admin the homework of their courses, to read', async () => {
    await handIn(ids.gita, ids.morning);
    const { body } = await listOf(ids.teach, own);
    expect(body.data).toMatchObject([{ can: { decide: false } }]);
  });
});

describe('the homework of a student', () => {
  const ofStudent = (student_id: number, as?: string) =>
    call('homework.get_student_homework', { student_id }, { as });

  test('is closed to everybody else', async () => {
    await run(db)`
      insert into enrolments (student_id, course_id, class_id, started_on)
      values (${ids.anu}, ${ids.gita}, ${ids.morning}, current_date - 30)
    `;
    const missing = refusal(await ofStudent(999_999, teach));
    expect(missing.status).toBe(404);
    expect(refusal(await ofStudent(ids.anu, other))).toEqual(missing);
    expect(refusal(await ofStudent(ids.anu, 'stranger@office.test'))).toEqual(missing);
    expect(refusal(await ofStudent(ids.teach, teach))).toEqual(missing);
  });

  test('is that of the own classes, newest first', async () => {
    const first = await handIn(ids.gita, ids.morning, 'Week 1', '/files/abc.pdf');
    const latest = await handIn(ids.gita, ids.morning, 'Week 2');
    const evening = await handIn(ids.gita, ids.evening, 'Week 1');
    const far = await handIn(ids.veda, ids.far, 'Week 9');
    const idsOf = async (as: string) => {
      const { body } = await ofStudent(ids.anu, as);
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await idsOf(teach)).toEqual([latest, first]);
    expect(await idsOf(own)).toEqual([evening, latest, first]);
    expect(await idsOf(admin)).toEqual([far, evening, latest, first]);
    const { body } = await ofStudent(ids.anu, teach);
    expect(body.data).toMatchObject([{ can: { decide: true } }, { can: { decide: true } }]);
    expect(body.data[1].home_work).toMatch(/^\/files\/abc\.pdf\?/);
    expect((await ofStudent(ids.anu, own)).body.data[0].can).toEqual({ decide: false });
  });
});

describe('deciding', () => {
  test.each(['accepted', 'rejected'] as const)('%s stands, with who and when', async (status) => {
    const id = await handIn(ids.gita, ids.morning);
    const { body } = await call(
      'homework.accept_homework',
      { id, status, week_name: 'Week 1', teacher_id: ids.teach },
      { as: teach },
    );
    expect(body).toMatchObject({ status: 200, result: [{ id, status, teacher_id: ids.teach }] });
    expect(await states()).toEqual([{ id, status, decided_by: ids.teach }]);
  });

  test('a second reviewer hears who was quicker; the same decision twice stands', async () => {
    const id = await handIn(ids.gita, ids.morning);
    expect((await call('homework.accept_homework', { id, status: 'accepted' }, { as: teach })).status).toBe(
      200,
    );
    const late = await call('homework.accept_homework', { id, status: 'rejected' }, { as: second });
    expect([late.status, late.body.message]).toEqual([409, 'Teach has already accepted this homework']);
    expect((await call('homework.accept_homework', { id, status: 'accepted' }, { as: teach })).status).toBe(
      200,
    );
    expect(await states()).toEqual([{ id, status: 'accepted', decided_by: ids.teach }]);
  });

  test('of two reviewers at the same moment one wins and one is refused, twenty times over', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await handIn(ids.gita, ids.morning);
      const answers = await Promise.all([
        call('homework.accept_homework', { id, status: 'accepted' }, { as: teach }),
        call('homework.accept_homework', { id, status: 'rejected' }, { as: second }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = answers[0].status === 200 ? ids.teach : ids.second;
      const { decided_by } = await one<{ decided_by: number }>(db)`
        select decided_by from homework where id = ${id}
      `;
      expect(decided_by).toBe(winner);
    }
  });

  test('an admin decides anywhere', async () => {
    const id = await handIn(ids.veda, ids.far);
    expect((await call('homework.accept_homework', { id, status: 'accepted' }, { as: admin })).status).toBe(
      200,
    );
  });
});

describe('the sentence of a decision', () => {
  test('stands with it in each list, and goes with it when it is undone', async () => {
    const id = await handIn(ids.gita, ids.morning);
    const comment = 'Please write verse 3 once more.\nWith its meaning.';
    const input = { ids: [id], status: 'rejected', comment };
    const { headers } = await call('homework.decide_homework', input, { as: teach });
    const of = async () => [
      (await listOf(ids.teach, teach)).body.data[0].comment,
      (await call('homework.get_class_homework', { class_id: ids.morning }, { as: own })).body.data[0]
        .comment,
    ];
    expect(await of()).toEqual([comment, comment]);
    await call('audit.undo_change', { change_id: Number(headers['change-id']) }, { as: teach });
    expect(await of()).toEqual(['', '']);
  });
});

describe('deciding several', () => {
  test('leaves homework that somebody decided meanwhile, and names that person', async () => {
    const first = await handIn(ids.gita, ids.morning);
    const taken = await handIn(ids.gita, ids.morning);
    await call('homework.accept_homework', { id: taken, status: 'rejected' }, { as: second });
    const { body } = await call(
      'homework.decide_homework',
      { ids: [first, taken], status: 'accepted' },
      { as: teach },
    );
    expect(body.data).toEqual({
      decided: [first],
      skipped: [{ id: taken, status: 'rejected', decided_by: 'Second' }],
    });
  });

  test('with one out of reach decides none', async () => {
    const mine = await handIn(ids.gita, ids.morning);
    const theirs = await handIn(ids.veda, ids.far);
    const before = await states();
    const input = { ids: [mine, theirs], status: 'accepted' };
    expect((await call('homework.decide_homework', input, { as: teach })).status).toBe(404);
    expect(await states()).toEqual(before);
  });
});

describe('the homework of a class', () => {
  const ask = (class_id: number, as: string, input: object = {}) =>
    call('homework.get_class_homework', { class_id, ...input }, { as });

  test('is shown page by page, pending first, with the student and the decision', async () => {
    const first = await handIn(ids.gita, ids.morning, 'Week 1');
    const next = await handIn(ids.gita, ids.morning, 'Week 2', '/files/week-2.pdf');
    await handIn(ids.gita, ids.evening);
    await call('homework.decide_homework', { ids: [first], status: 'accepted' }, { as: second });
    const { body } = await ask(ids.morning, own);
    expect(body).toMatchObject({ total_count: 2, pending: 1 });
    expect(body.data).toMatchObject([
      {
        id: next,
        student_id: ids.anu,
        fullname: 'Anu',
        status: 'pending',
        decided_by: null,
        decided_at: null,
      },
      { id: first, status: 'accepted', decided_by: 'Second', home_work: null },
    ]);
    expect(body.data[0].home_work).toContain('/files/week-2.pdf?');
    const page = (await ask(ids.morning, teach, { page: 2, pageSize: 1 })).body;
    expect(page).toMatchObject({ total_count: 2, data: [{ id: first }] });
  });
});

describe('homework that is missing or came late', () => {
  test('is told by student and week, from the end of its week on', async () => {
    // Weeks 1 to 4 have ended on every clock, week 5 on none.
    await run(db)`update courses set start_date = current_date - 30 where id = ${ids.gita}`;
    const topics = await many<{ id: number; week_count: number }>(db)`
      insert into topics (course_id, week_count, topic_name, homework)
      select ${ids.gita}, n, 'Chapter ' || n, n <> 2 from generate_series(1, 6) n
      returning id, week_count
    `;
    const topicOf = (week: number) => topics.find(({ week_count }) => week_count === week)!.id;
    const enrol = async (student: number, daysAgo: number, status = 'Registered') =>
      run(db)`
        insert into enrolments (student_id, course_id, class_id, started_on, registration_status)
        values (${student}, ${ids.gita}, ${ids.morning}, current_date - ${daysAgo}::integer, ${status})
      `;
    const dues = await add.person('Dues', 'student');
    const newcomer = await add.person('Newcomer', 'student');
    const finished = await add.person('Finished', 'student');
    await enrol(dues, 40);
    await enrol(newcomer, 8);
    await enrol(finished, 40, 'Completed');
    const hand = (topic: number | null, name: string, daysAgo: number) => run(db)`
      insert into homework (student_id, course_id, class_id, topic_id, week_name, home_work, submitted_at)
      values (${dues}, ${ids.gita}, ${ids.morning}, ${topic}, ${name}, '', now() - make_interval(days => ${daysAgo}))
    `;
    // In time, and once more after it was rejected; then two weeks late, by the site without a topic.
    await hand(topicOf(1), 'Week 1: Chapter 1', 28);
    await hand(topicOf(1), 'Week 1: Chapter 1', 5);
    await hand(null, 'week 3', 3);
    const ofClass = await call('homework.get_missing_homework', { class_id: ids.morning }, { as: teach });
    const owing = (student_id: number, missing: number[], late: number[]) =>
      expect.objectContaining({ student_id, course_name: 'Gita', class_name: 'Morning', missing, late });
    expect(ofClass.body.data).toContainEqual(owing(dues, [4], [3]));
    // Week 3 ended before they came.
    expect(ofClass.body.data).toContainEqual(owing(newcomer, [4], []));
    expect(ofClass.body.data.map((one: { student_id: number }) => one.student_id)).not.toContain(finished);
    // My page asks for the same weeks, and knows homework by the name of its week.
    const onPage = await listHomework(db, [dues, newcomer]);
    const weeksOf = (student: number) =>
      onPage.filter((one) => one.student_id === student).map(({ week, status }) => [week, status]);
    expect(weeksOf(newcomer)).toEqual([
      [5, null],
      [4, null],
    ]);
    expect(weeksOf(dues)).toEqual([
      [5, null],
      [4, null],
      [3, 'pending'],
      [1, 'pending'],
    ]);
    const ofStudent = await call('homework.get_student_homework', { student_id: dues }, { as: own });
    expect(ofStudent.body.owing).toEqual([owing(dues, [4], [3])]);
    const elsewhere = await call('homework.get_missing_homework', { class_id: ids.morning }, { as: other });
    expect(elsewhere.status).toBe(404);
  });
});
