import { courses } from '@gurukul/contract/courses';
import { unwrapHtml } from '@gurukul/contract/shared/html-json';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office, refusal } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const asha = 'asha@office.test';
const bala = 'bala@office.test';
const chitra = 'chitra@office.test';
const dev = 'dev@office.test';
const adminId = await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');

const today = () => new Date().toISOString().slice(0, 10);
const newCourse = (changes: object = {}) => ({
  course_name: 'Bhagavad Gita',
  courseadmin_id: balaId,
  course_duration: 'semester',
  start_date: today(),
  course_description: JSON.stringify({ description: '<p>Eighteen chapters</p>' }),
  ...changes,
});

const countCourses = async () => (await db.query('select from courses')).rowCount;
const courseOf = async (id: number) => (await db.query('select * from courses where id = $1', [id])).rows[0];
const names = (list: { course_name: string }[]) => list.map(({ course_name }) => course_name);

const upload = async (person: number, key: string, kind = 'course_image') => {
  await run(db)`
    insert into files (kind, key, name, content_type, size, uploaded_by, finished_at)
    values (${kind}, ${key}, 'a.png', 'image/png', 10, ${person}, now())
  `;
  return `/files/${key}`;
};

describe('adding a course', () => {
  it('needs a course admin who is not deleted, and does not say what is wrong with another person', async () => {
    const goneId = await at.person('Gone', 'courseadmin');
    await at.remove('people', goneId);
    const missing = await call(courses.add_course, newCourse({ courseadmin_id: 999_999 }), { as: asha });
    expect(missing.status).toBe(404);
    for (const courseadmin_id of [goneId, devId, await at.person('Isha', 'student')]) {
      const refused = await call(courses.add_course, newCourse({ courseadmin_id }), { as: asha });
      expect(refused.status).toBe(404);
      expect(refusal(refused)).toEqual(refusal(missing));
    }
    expect(await countCourses()).toBe(0);
  });

  it.each([
    ['a name', { course_name: ' ' }],
    ['a duration of the list', { course_duration: 'weekly' }],
    ['a date that exists', { start_date: '2027-02-30' }],
    ['a start that is not in the past', { start_date: '2020-01-01' }],
    ['a picture that was uploaded here', { course_image: 'https://elsewhere.test/course.png' }],
    ['a course admin', { courseadmin_id: null }],
  ])('needs %s', async (_, changes) => {
    const refused = await call(courses.add_course, newCourse(changes), { as: asha });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ status: 400, message: expect.any(String) });
    expect(await countCourses()).toBe(0);
  });

  it('names the date to correct', async () => {
    const refused = await call(courses.add_course, newCourse({ start_date: '2020-01-01' }), { as: asha });
    expect(refused.body.message).toBe('Please select correct date');
  });

  it('leaves it unpublished and closed, with the default image and a clean description', async () => {
    const description = '<p onclick="steal()">Eighteen <b>chapters</b></p><script>steal()</script>';
    const { status, body } = await call(
      courses.add_course,
      newCourse({ course_description: JSON.stringify({ description }), user_id: adminId }),
      { as: asha },
    );
    expect(status).toBe(200);
    expect(body.message).toBe('success');
    expect(await courseOf(body.course_id)).toMatchObject({
      course_name: 'Bhagavad Gita',
      courseadmin_id: balaId,
      start_date: today(),
      course_image: '/defaults/course.svg',
      course_description: '<p>Eighteen <strong>chapters</strong></p>',
      what_we_learn: '',
      note: '',
      status: 'unpublished',
      reg_status: 'closed',
      version: 1,
      created_by: adminId,
    });
  });

  it('keeps the image that the admin uploaded, and nobody else’s', async () => {
    const own = await upload(adminId, `${'a'.repeat(43)}.png`);
    const foreign = await upload(balaId, `${'b'.repeat(43)}.png`);
    const otherKind = await upload(adminId, `${'c'.repeat(43)}.png`, 'profile_image');
    for (const course_image of [foreign, otherKind]) {
      expect((await call(courses.add_course, newCourse({ course_image }), { as: asha })).status).toBe(400);
    }
    const { body } = await call(courses.add_course, newCourse({ course_image: own }), { as: asha });
    expect(await courseOf(body.course_id)).toMatchObject({ course_image: own });
  });

  it('accepts a teacher who also has the role of a course admin', async () => {
    const esha = await at.person('Esha', 'teacher', { asRole: 'courseadmin' });
    const { status } = await call(courses.add_course, newCourse({ courseadmin_id: esha }), { as: asha });
    expect(status).toBe(200);
  });
});

describe('the lists of courses', () => {
  it('show a course admin their own courses only, newest first, with the present students', async () => {
    const farahId = await at.person('Farah', 'courseadmin');
    const older = await at.course('Yoga Sutras', farahId);
    await at.course('Vedanta', farahId);
    const deleted = await at.course('Given up', farahId);
    await at.remove('courses', deleted);
    await at.course('Somebody else’s', chitraId);
    await at.enrol(await at.person('Gita', 'student'), older);
    await at.enrol(await at.person('Hari', 'student'), older, null, '2026-02-01');

    const { body } = await call(
      courses.get_all_courses_for_courseadmin,
      { uid: farahId },
      { as: 'farah@office.test' },
    );
    expect(names(body.data[0])).toEqual(['Vedanta', 'Yoga Sutras']);
    expect(body.data[0][1]).toMatchObject({
      id: older,
      course_id: older,
      courseadmin: 'Farah',
      student_count: 1,
      flag: true,
      course_description: '{"description":""}',
      can: { edit: true },
    });
    expect(body.data[0][0]).toMatchObject({ student_count: 0, flag: false });
  });

  it('are open to an account admin, one course admin’s or all', async () => {
    const one = await call(courses.get_all_courses_for_courseadmin, { uid: chitraId }, { as: asha });
    expect(names(one.body.data[0])).toEqual(['Somebody else’s']);
    const all = await call(courses.get_all_courses, {}, { as: asha });
    expect(names(all.body.data[0])).toEqual(expect.arrayContaining(['Vedanta', 'Somebody else’s']));
    expect(names(all.body.data[0])).not.toContain('Given up');
  });

  it('are up to date at any length, for every caller', async () => {
    const ownerId = await at.person('Lata', 'courseadmin');
    const id = await at.course('A long course', ownerId);
    const other = await at.course('Another one', ownerId);
    await run(db)`update courses set course_description = ${'<p>శ్లోకం</p>'.repeat(20_000)} where id = ${id}`;
    const list = async (as: string) =>
      (await call(courses.get_all_courses_for_courseadmin, { uid: ownerId }, { as })).body.data[0];

    const before = await list(asha);
    expect(await list('lata@office.test')).toEqual(before);
    await at.enrol(await at.person('Mira', 'student'), other);
    expect((await list(asha))[0]).toEqual({
      ...before[0],
      student_count: 1,
      student_enrolled: 1,
      flag: true,
    });
    await at.remove('courses', other);
    expect(await list(asha)).toEqual(before.slice(1));
    await at.remove('courses', id);
    expect(await list(asha)).toEqual([]);
  });
});

describe('one course', () => {
  it('is read by its course admin, by its teachers and by nobody else', async () => {
    const course_id = await at.course('Upanishads', balaId);
    const formerId = await at.person('Former', 'teacher');
    const slot = await at.slot(course_id, await at.class(course_id, 'Dawn'));
    await at.associate(course_id, devId);
    await at.associate(course_id, formerId);
    const ended = await at.assign(course_id, slot, formerId);
    await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${ended}`;
    await at.assign(course_id, slot, devId);

    const missing = await call(courses.get_single_course, { course_id: 999_999 }, { as: bala });
    expect(missing.status).toBe(404);
    for (const as of [chitra, 'former@office.test']) {
      const refused = await call(courses.get_single_course, { course_id }, { as });
      expect(refused.status).toBe(404);
      expect(refusal(refused)).toEqual(refusal(missing));
    }
    for (const as of [asha, bala, dev]) {
      const { status, body } = await call(courses.get_single_course, { course_id }, { as });
      expect(status).toBe(200);
      expect(body.data.course.can.edit).toBe(as !== dev);
      expect(body.data.teachers.map((teacher: { fullname: string }) => teacher.fullname)).toEqual([
        'Dev',
        'Former',
      ]);
      expect(body.data.teachers[0]).not.toHaveProperty('email_id');
    }
    await at.remove('courses', course_id);
    expect((await call(courses.get_single_course, { course_id }, { as: asha })).status).toBe(404);
  });

  it('comes with its glimpses, prices and weeks, a topic in the week it was planned for', async () => {
    const course_id = await at.course('Puranas', balaId, { startDate: '2026-01-30' });
    const decoy = await at.course('Itihasa', balaId);
    await db.query(
      `insert into glimpses (course_id, glimpse_name, position) values ($1, 'Second', 2), ($1, 'First', 1), ($2, 'Decoy', 0)`,
      [course_id, decoy],
    );
    await db.query(
      `insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
       values ($1, 'India', 'IN', 'INR', 1500), ($1, 'Nepal', 'NP', 'NPR', null), ($2, 'Decoy', 'DE', 'EUR', 1)`,
      [course_id, decoy],
    );
    await db.query(
      `insert into topics (course_id, week_count, topic_name, homework)
       values ($1, 2, 'Creation', true), ($1, 15, 'Afterwards', false), ($2, 2, 'Decoy', true)`,
      [course_id, decoy],
    );

    const { body } = await call(courses.get_single_course, { student_id: null, course_id }, { as: bala });
    const { glimpses, prices, weeks, course } = body.data;
    expect(unwrapHtml('description', course.course_description)).toBe('');
    expect(glimpses.map((glimpse: { glimpse_name: string }) => glimpse.glimpse_name)).toEqual([
      'First',
      'Second',
    ]);
    expect(prices.map((price: { price_value: string }) => price.price_value)).toEqual(['1500', '']);
    // Three months from 30 January end on 29 April: thirteen weeks, and the two more that the last topic needs.
    expect(weeks).toHaveLength(15);
    expect(weeks[0]).toEqual({ week: '30-01-2026/05-02-2026', topics: [] });
    expect(weeks[1].topics).toMatchObject([
      { weekCount: 2, week: '06-02-2026/12-02-2026', topicName: 'Creation', homework: 'true' },
    ]);
    expect(weeks[14].topics).toMatchObject([{ topicName: 'Afterwards' }]);
    expect(body).toMatchObject({ types: [], type: null, flag: false, version: 1 });
  });
});

describe('the switches of a course', () => {
  it('publish it, announce it and take it back; the date tells when it last changed', async () => {
    const course_id = await at.course('Nyaya', chitraId);
    const publish = (flag: string) =>
      call(courses.course_publish, { course_id, user_id: chitraId, flag }, { as: chitra });
    const published = await publish('published');
    expect(published.body.message).toBe('Course published');
    expect(
      published.body.data.every((row: { courseadmin_id: number }) => row.courseadmin_id === chitraId),
    ).toBe(true);
    const { status, status_changed_at } = await courseOf(course_id);
    expect(status).toBe('published');

    await publish('published');
    expect((await courseOf(course_id)).status_changed_at).toBe(status_changed_at);
    await publish('coming_soon');
    const { body } = await publish('unpublished');
    expect(body.data[0]).toMatchObject({ course_id, status: 'unpublished' });
    expect((await courseOf(course_id)).status_changed_at > status_changed_at).toBe(true);
  });

  it('open the registration and close it again', async () => {
    const course_id = await at.course('Mimamsa', chitraId);
    const toggle = () => call(courses.course_reg_status, { course_id }, { as: chitra });
    expect((await toggle()).body).toMatchObject({ status: 200, message: 'Registration opened' });
    expect(await courseOf(course_id)).toMatchObject({ reg_status: 'opened' });
    expect((await toggle()).body.data[0]).toMatchObject({ course_id, reg_status: 'closed' });
  });
});
