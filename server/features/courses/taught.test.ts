import { courses } from '@gurukul/contract/courses';
import type { ShownSlot } from '@gurukul/contract/shared/meetings/slots';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);
const startedIn2026 = { startDate: '2026-01-05' };

await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');
const [asha, bala, dev] = ['asha@office.test', 'bala@office.test', 'dev@office.test'];

const gita = await at.course('Gita', balaId, startedIn2026);
const yoga = await at.course('Yoga', chitraId, startedIn2026);
const dawn = await at.class(gita, 'Dawn');
const dusk = await at.class(gita, 'Dusk');
const noon = await at.class(yoga, 'Noon');
const evening = await at.class(yoga, 'Evening');
for (const course of [gita, yoga]) await at.associate(course, devId);
await at.associate(yoga, eshaId);
await at.assign(gita, await at.slot(gita, dawn, 'monday'), devId);
await at.assign(gita, await at.slot(gita, dawn, 'thursday', '06:30'), devId);
const ended = await at.assign(gita, await at.slot(gita, dusk), devId);
await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${ended}`;
await at.assign(yoga, await at.slot(yoga, noon), devId);
await at.assign(yoga, await at.slot(yoga, evening), eshaId);
await at.enrol(await at.person('Hari', 'student'), gita, dawn);
await at.enrol(await at.person('Isha', 'student'), gita, dawn, '2026-02-01');

interface Row {
  readonly class_name: string;
}
const list = (user_id: number, as: string, course_id = 0, class_id = 0) =>
  call(courses.get_all_courses_for_teacher, { user_id, course_id, class_id }, { as });
const classes = (body: { data: Row[] }) => body.data.map(({ class_name }) => class_name);

it('is of teachers only', async () => {
  expect((await list(balaId, asha)).status).toBe(404);
});

it('a teacher sees the classes they teach now, with their next meetings and students', async () => {
  const { status, body } = await list(devId, dev);
  expect(status).toBe(200);
  expect(classes(body)).toEqual(['Dawn', 'Noon']);
  expect(body.data[0]).toMatchObject({
    course_id: gita,
    course_name: 'Gita',
    class_id: dawn,
    start_date: '2026-01-05',
    course_duration: 'quarterly',
    student_count: 1,
  });
  const meetings = body.data[0].slot_time.split(',');
  expect(meetings).toHaveLength(2);
  expect(meetings).toEqual(meetings.toSorted());
  expect(body.data[0].weekly_slots.map(({ slot_time }: ShownSlot) => slot_time)).toEqual(meetings);
  expect(body.data[0].weekly_slots).toContainEqual({
    class_day: 'thursday',
    time: '06:30',
    time_zone: 'IST',
    slot_time: expect.stringMatching(/T01:00:00\.000Z$/),
  });
  expect(body.courses).toEqual([
    { course_id: gita, course_name: 'Gita' },
    { course_id: yoga, course_name: 'Yoga' },
  ]);
  expect(body.classes).toEqual([
    { class_id: dawn, class_name: 'Dawn' },
    { class_id: noon, class_name: 'Noon' },
  ]);
});

it('the list can be narrowed to one of their courses and classes', async () => {
  const ofCourse = (await list(devId, dev, yoga)).body;
  expect(classes(ofCourse)).toEqual(['Noon']);
  expect(ofCourse.courses).toHaveLength(2);
  expect(ofCourse.classes).toEqual([{ class_id: noon, class_name: 'Noon' }]);
  expect(classes((await list(devId, dev, 0, dawn)).body)).toEqual(['Dawn']);
  // Another teacher's class, a former one, and one of the other course.
  for (const [course, group] of [
    [yoga, evening],
    [gita, dusk],
    [gita, noon],
    [999_999, 0],
  ] as const) {
    expect((await list(devId, dev, course, group)).status).toBe(404);
  }
});

it('a course admin sees the part in their own courses, an account admin all', async () => {
  const own = (await list(devId, bala)).body;
  expect(classes(own)).toEqual(['Dawn']);
  expect(own.courses).toEqual([{ course_id: gita, course_name: 'Gita' }]);
  expect((await list(devId, bala, yoga)).status).toBe(404);
  expect(classes((await list(devId, asha)).body)).toEqual(['Dawn', 'Noon']);
});
