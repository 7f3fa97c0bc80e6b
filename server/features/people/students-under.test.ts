import { people } from '@gurukul/contract/people';
import type { StudentRow } from '@gurukul/contract/students';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const call: typeof server.call = (...args) => server.call(...args);
const { db } = server;
const at = office(db);

const [asha, bala, dev] = ['asha@office.test', 'bala@office.test', 'dev@office.test'];
const ashaId = await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');

const gita = await at.course('Gita', balaId);
const veda = await at.course('Veda', balaId);
const yoga = await at.course('Yoga', chitraId);
const dawn = await at.class(gita, 'Dawn');
const dusk = await at.class(gita, 'Dusk');
const noon = await at.class(yoga, 'Noon');
for (const course of [gita, yoga]) await at.associate(course, devId);
await at.associate(yoga, eshaId);
await at.assign(gita, await at.slot(gita, dawn, 'monday'), devId);
await at.slot(gita, dawn, 'friday');
await at.assign(yoga, await at.slot(yoga, noon), devId);
await at.assign(yoga, await at.slot(yoga, await at.class(yoga, 'Night'), 'sunday'), eshaId);
const past = await at.assign(gita, await at.slot(gita, dusk), devId);
await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${past}`;

const student = async (name: string, course: number, where: number | null, endedOn?: string) => {
  const id = await at.person(name, 'student');
  await at.enrol(id, course, where, endedOn);
  return id;
};
const hari = await student('Hari', gita, dawn);
await at.enrol(hari, yoga, noon);
await student('Isha', gita, dusk);
await student('Jaya', gita, dawn, '2026-02-01');
await at.remove('people', await student('Kala', gita, dawn));
await student('Lata', veda, null);
await student('Mira', yoga, noon);
await run(db)`
  update people set phone_number = '9876543210', address = '1 Temple Road', pincode = '560001' where id = ${hari}
`;
await run(db)`
  update enrolments set payment_status = 'Successful', fee_details = 'paid' where student_id = ${hari}
`;

const list = (user_id: number, as: string, course_id = 0, class_id = 0) =>
  call(people.getstudents_under_teacher, { user_id, course_id, class_id }, { as });
const names = (body: { data: StudentRow[] }) =>
  body.data.map(({ fullname, course_name }) => `${fullname} ${course_name}`);

describe('the students of a teacher', () => {
  it('are for the teacher, for admins and for course admins with a course of the teacher', async () => {
    const anywhere = { user_id: devId, course_id: 0, class_id: 0 };
    for (const [userId, as] of [
      [chitraId, bala],
      [balaId, asha],
      [ashaId, asha],
      [hari, asha],
    ] as const) {
      expect((await list(userId, as)).status).toBe(404);
    }
    expect(
      (await call(people.getstudents_under_teacher, { ...anywhere, class_id: -1 }, { as: dev })).status,
    ).toBe(400);
  });

  it('are the present students of their classes, once in each', async () => {
    const { status, body } = await list(devId, dev);
    expect(status).toBe(200);
    expect(names(body)).toEqual(['Hari Gita', 'Hari Yoga', 'Mira Yoga']);
    expect(body.courses).toEqual([
      { course_id: gita, course_name: 'Gita' },
      { course_id: yoga, course_name: 'Yoga' },
    ]);
    expect(body.classes).toEqual([
      { class_id: dawn, class_name: 'Dawn' },
      { class_id: noon, class_name: 'Noon' },
    ]);
    const [row] = body.data;
    expect(row).toMatchObject({
      id: hari,
      user_id: hari,
      uid: hari,
      email_id: 'hari@office.test',
      phone_number: '9876543210',
      class_id: dawn,
      class_name: 'Dawn',
      registration_status: 'Registered',
    });
    // The class meets twice, although they teach only one of the slots.
    expect(row.weekly_slots.map(({ class_day }: { class_day: string }) => class_day).toSorted()).toEqual([
      'friday',
      'monday',
    ]);
    expect(row.slot_time.split(',')).toHaveLength(2);
  });

  it('come without money and address, for every caller', async () => {
    for (const as of [dev, bala, asha]) {
      const { body } = await list(devId, as, gita);
      for (const key of ['amount', 'pay_status', 'payment_date', 'fee_details', 'address', 'pincode']) {
        expect(body.data[0]).not.toHaveProperty(key);
      }
    }
  });

  it('can be those of one course or class; one that they do not teach is not found', async () => {
    expect(names((await list(devId, dev, yoga)).body)).toEqual(['Hari Yoga', 'Mira Yoga']);
    const one = await list(devId, dev, 0, dawn);
    expect(names(one.body)).toEqual(['Hari Gita']);
    expect(one.body.classes).toHaveLength(2);
    for (const [course, where] of [
      [veda, 0],
      [gita, dusk],
      [gita, noon],
      [999_999, 0],
      [0, 999_999],
    ] as const) {
      expect((await list(devId, dev, course, where)).status).toBe(404);
    }
  });

  it('are for a course admin those of their own courses', async () => {
    const { body } = await list(devId, bala);
    expect(names(body)).toEqual(['Hari Gita']);
    expect(body.courses).toEqual([{ course_id: gita, course_name: 'Gita' }]);
    expect((await list(devId, bala, yoga)).status).toBe(404);
    expect(names((await list(devId, asha)).body)).toEqual(['Hari Gita', 'Hari Yoga', 'Mira Yoga']);
  });

  it('are, where course admins name themselves, all of their own courses', async () => {
    const { body } = await list(balaId, bala);
    expect(names(body)).toEqual(['Hari Gita', 'Isha Gita', 'Lata Veda']);
    expect(body.data[2]).toMatchObject({ class_id: null, class_name: null, slot_time: null });
    expect(body.courses.map(({ course_name }: { course_name: string }) => course_name)).toEqual([
      'Gita',
      'Veda',
    ]);
    expect(body.classes.map(({ class_id }: { class_id: number }) => class_id)).toEqual([dawn, dusk]);
    expect(names((await list(balaId, bala, veda)).body)).toEqual(['Lata Veda']);
    expect(names((await list(balaId, bala, gita, dusk)).body)).toEqual(['Isha Gita']);
    expect((await list(balaId, bala, yoga)).status).toBe(404);
    expect((await list(balaId, bala, veda, dusk)).status).toBe(404);
  });
});

describe('the filters of a teacher', () => {
  const found = async (filters: object) => {
    const { body } = await call(
      people.getstudents_under_teacher,
      { user_id: devId, course_id: 0, class_id: 0, ...filters },
      { as: dev },
    );
    return [names(body), body.unfiltered_count];
  };

  it('find by person, class or course', async () => {
    expect(await found({ search: '98765' })).toEqual([['Hari Gita', 'Hari Yoga'], undefined]);
    expect(await found({ search: 'noon' })).toEqual([['Hari Yoga', 'Mira Yoga'], undefined]);
    expect(await found({ search: 'GIT' })).toEqual([['Hari Gita'], undefined]);
  });

  it('narrow by status, language, region and days; an empty answer says how many there are without', async () => {
    await run(db)`update people set region = 'India', language = 'Telugu' where id = ${hari}`;
    expect(await found({ region: 'India', language: 'Telugu', search: 'yoga' })).toEqual([
      ['Hari Yoga'],
      undefined,
    ]);
    expect(await found({ registration_status: 'Dropped' })).toEqual([[], 3]);
    expect(await found({ joined_to: '2020-01-01', search: 'noon' })).toEqual([[], 2]);
    expect(await found({ search: 'nobody' })).toEqual([[], undefined]);
  });

  it('know neither payments, nor students of other teachers', async () => {
    const everybody = ['Hari Gita', 'Hari Yoga', 'Mira Yoga'];
    expect(await found({ payment_status: 'Failed' })).toEqual([everybody, undefined]);
    expect(await found({ search: 'isha' })).toEqual([[], undefined]);
    expect(await found({ search: 'dusk' })).toEqual([[], undefined]);
  });
});
