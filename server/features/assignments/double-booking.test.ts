import { people } from '@gurukul/contract/people';
import { classes } from '@gurukul/contract/classes';
import type { ClassRow } from '@gurukul/contract/classes';
import { assignments } from '@gurukul/contract/assignments';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../test/app.ts';
import { many, run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const at = office(db);

const asha = 'asha@office.test';
const bala = 'bala@office.test';
await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const eshaId = await at.person('Esha', 'teacher');
const studentId = await at.person('Hari', 'student');

beforeEach(() => db.query('update slot_teachers set ended_at = clock_timestamp() where ended_at is null'));

const india = 'Asia/Kolkata';
const newYork = 'America/New_York';

/** A class with one slot of an hour, and its teacher. */
async function taught(courseId: number, name: string, teacherId: number | null, ...when: string[]) {
  const classId = await at.class(courseId, name);
  const slotId = await at.slot(courseId, classId, ...when);
  const assigned_id = teacherId === null ? 0 : await at.assign(courseId, slotId, teacherId);
  return { classId, slotId, assigned_id };
}

/**
 * Bala's Gita, in which Dev teaches Dawn on Monday from 06:00 to 07:00. Esha teaches Noon, on Monday from 12:00 to
 * 13:00. Nobody teaches Early, on Monday from 05:30 to 06:30.
 */
async function gita() {
  const course_id = await at.course('Gita', balaId);
  await at.associate(course_id, devId);
  await at.associate(course_id, eshaId);
  return {
    course_id,
    dawn: await taught(course_id, 'Dawn', devId, 'monday', '06:00'),
    noon: await taught(course_id, 'Noon', eshaId, 'monday', '12:00'),
    early: await taught(course_id, 'Early', null, 'monday', '05:30'),
  };
}
type Gita = Awaited<ReturnType<typeof gita>>;

const tooEarly = { class_day: 'monday', time: '05:30', time_zone: 'IST' };
const asBala = { as: bala };
const create = ({ course_id }: Gita, changes: object = {}) =>
  server.call(
    classes.create_class,
    { course_id, class_name: 'New', ...tooEarly, teacher_id: devId, ...changes },
    asBala,
  );
const add = ({ course_id, early }: Gita, changes: object = {}) =>
  server.call(
    assignments.add_teacher_to_class,
    { course_id, id: early.slotId, user_id: devId, ...changes },
    asBala,
  );

/** Prepares one of the four ways to give Dev the Monday from 05:30 to 06:30. */
type Prepare = (place: Gita) => Promise<(changes?: object) => Promise<Answer>>;
const saves: [string, Prepare][] = [
  ['a new class', async (place) => (changes) => create(place, changes)],
  ['an assignment', async (place) => (changes) => add(place, changes)],
  [
    'a changed slot',
    async ({ course_id }) => {
      const { slotId } = await taught(course_id, 'Dusk', devId, 'friday', '18:00');
      const input = { course_id, id: slotId, class_name: 'Moved', ...tooEarly };
      return (changes) => server.call(classes.update_class, { ...input, ...changes }, asBala);
    },
  ],
  [
    'a replacement',
    async ({ course_id, early }) => {
      const assigned_id = await at.assign(course_id, early.slotId, eshaId);
      const input = { course_id, class_id: early.slotId, assigned_id, user_id: devId };
      return (changes) => server.call(assignments.replace_teacher_to_class, { ...input, ...changes }, asBala);
    },
  ],
];

async function everything() {
  const rows = await many(db)`
    select s.id, k.class_name, s.class_day, s.local_time, s.deleted_at, t.teacher_id, t.ended_at
    from class_slots s join classes k on k.id = s.class_id left join slot_teachers t on t.slot_id = s.id
    order by s.id, t.id
  `;
  return rows;
}

const overlapsOf = ({ body }: Answer) =>
  body.overlap?.clashes.map(({ class_name }: { class_name: string | null }) => class_name);
const freeOf = ({ body }: Answer) =>
  body.overlap.free_teachers.map(({ fullname }: { fullname: string }) => fullname);

describe.each(saves)('%s that puts a teacher in two places at once', (what, prepare) => {
  it('is refused with the other slot, and changes nothing', async () => {
    const save = await prepare(await gita());
    const before = await everything();
    const { status, body } = await save();
    expect(status).toBe(409);
    expect(body).toMatchObject({ status: 409, message: 'This teacher already teaches at that time' });
    const monday = { class_day: 'monday', time_zone: 'IST', zone: india, duration: 60 };
    const dawn = {
      ...monday,
      time: '06:00',
      class_name: 'Dawn',
      course_name: 'Gita',
      saved_at: expect.stringMatching(/T00:00:00\.000Z$/),
      meets_at: expect.stringMatching(/T00:30:00\.000Z$/),
    };
    expect(body.overlap).toEqual({
      teacher: { user_id: devId, fullname: 'Dev' },
      slot: { ...monday, time: '05:30' },
      clashes: [dawn],
      // The teacher who is to be replaced is not offered.
      free_teachers: what === 'a replacement' ? [] : [{ user_id: eshaId, fullname: 'Esha' }],
    });
    const { saved_at, meets_at } = body.overlap.clashes[0];
    expect(Date.parse(meets_at) - Date.parse(saved_at)).toBe(30 * 60_000);
    expect(await everything()).toEqual(before);
  });

  it('is saved when the request insists', async () => {
    const place = await gita();
    const save = await prepare(place);
    const { status, body } = await save({ allow_overlap: true });
    expect([status, body.message]).toEqual([200, 'success']);
    const rows = await many(db)`
      select s.local_time from slot_teachers t join class_slots s on s.id = t.slot_id
      where t.teacher_id = ${devId} and t.course_id = ${place.course_id} and t.ended_at is null order by s.local_time
    `;
    expect(rows).toEqual([{ local_time: '05:30:00' }, { local_time: '06:00:00' }]);
  });

  it('is refused all the same when the request does not insist', async () => {
    const save = await prepare(await gita());
    expect((await save({ allow_overlap: false })).status).toBe(409);
  });
});

describe('a new class with a teacher', () => {
  it('is not made without a teacher of the course', async () => {
    const place = await gita();
    const gone = await at.person('Gone', 'teacher');
    await at.associate(place.course_id, gone);
    await at.remove('people', gone);
    const stranger = await at.person('Stranger', 'teacher');
    const before = await everything();
    for (const [teacher_id, status] of [
      [gone, 404],
      [studentId, 404],
      [999_999, 404],
      [stranger, 409],
      ['nobody', 400],
    ]) {
      expect((await create(place, { teacher_id, time: '15:00' })).status).toBe(status);
    }
    expect(await everything()).toEqual(before);
  });

  it('has its teacher from the start', async () => {
    const place = await gita();
    const { body } = await create(place, { time: '15:00' });
    const row = body.class.find(({ class_name }: ClassRow) => class_name === 'New');
    expect(row.teacher).toEqual({ user_id: devId, fullname: 'Dev', assigned_id: expect.any(Number) });
    const rows = await many(db)`
      select slot_id, teacher_id, assigned_by from slot_teachers where id = ${row.teacher.assigned_id}
    `;
    expect(rows).toEqual([{ slot_id: row.id, teacher_id: devId, assigned_by: balaId }]);
  });

  it('that meets at the time of another slot gets that refusal first', async () => {
    const { body } = await create(await gita(), { class_name: 'Dawn', time: '06:00' });
    expect(body.message).toBe('This class already meets at that time');
  });
});

describe('a changed slot with another teacher', () => {
  const move = ({ course_id, noon }: Gita, changes: object) =>
    server.call(
      classes.update_class,
      { course_id, id: noon.slotId, class_name: 'Noon', ...tooEarly, teacher_id: devId, ...changes },
      asBala,
    );
  const historyOf = async ({ noon }: Gita) => {
    const rows = await many(db)`
      select teacher_id, ended_at is null as is_current from slot_teachers where slot_id = ${noon.slotId} order by id
    `;
    return rows;
  };

  it('is refused where the teacher may not teach or is busy, and stays as it was', async () => {
    const place = await gita();
    const stranger = await at.person('Guest', 'teacher');
    const before = await everything();
    for (const [changes, status] of [
      [{ teacher_id: studentId, time: '15:00' }, 404],
      [{ teacher_id: 999_999, time: '15:00' }, 404],
      [{ teacher_id: stranger, time: '15:00' }, 409],
      [{}, 409],
    ] as const) {
      expect((await move(place, changes)).status).toBe(status);
    }
    expect(await everything()).toEqual(before);
  });

  it('goes over to the teacher in the one save, and the past keeps the one before', async () => {
    const place = await gita();
    const { body } = await move(place, { time: '15:00' });
    const row = body.data.find(({ id }: ClassRow) => id === place.noon.slotId);
    expect(row).toMatchObject({ time: '15:00', teacher: { user_id: devId } });
    expect(await historyOf(place)).toEqual([
      { teacher_id: eshaId, is_current: false },
      { teacher_id: devId, is_current: true },
    ]);
  });

  it("gives a slot without a teacher its first, and leaves the teacher's other slots", async () => {
    const place = await gita();
    const own = { ...place, noon: place.dawn };
    await move(own, { class_name: 'Dawn', time: '15:00' });
    expect(await historyOf(own)).toEqual([{ teacher_id: devId, is_current: true }]);
    const free = { ...place, noon: place.early };
    await move(free, { class_name: 'Early', time: '17:00' });
    expect(await historyOf(free)).toEqual([{ teacher_id: devId, is_current: true }]);
  });
});

describe('an overlap', () => {
  it('is possible with every class of the teacher in any course, and names it only where the caller may see it', async () => {
    const place = await gita();
    const vedanta = await at.course('Vedanta', chitraId);
    await at.associate(vedanta, devId);
    await taught(vedanta, 'Secret', devId, 'sunday', '19:00', newYork);
    const asCourseAdmin = await add(place);
    expect(overlapsOf(asCourseAdmin)).toHaveLength(2);
    expect(overlapsOf(asCourseAdmin)).toEqual(expect.arrayContaining(['Dawn', null]));
    expect(JSON.stringify(asCourseAdmin.body)).not.toMatch(/Secret|Vedanta/);
    const asAdmin = await server.call(
      assignments.add_teacher_to_class,
      { course_id: place.course_id, id: place.early.slotId, user_id: devId },
      { as: asha },
    );
    expect(overlapsOf(asAdmin)).toEqual(expect.arrayContaining(['Dawn', 'Secret']));
  });

  it('is also possible with another slot of the same class', async () => {
    const place = await gita();
    expect(overlapsOf(await create(place, { class_name: 'Dawn', time: '06:30' }))).toEqual(['Dawn']);
  });

  it('is not one with the slot itself, however it moves', async () => {
    const { course_id, dawn } = await gita();
    const move = (time: string) =>
      server.call(
        classes.update_class,
        { course_id, id: dawn.slotId, class_name: 'Dawn', class_day: 'monday', time, time_zone: 'IST' },
        { as: bala },
      );
    expect((await move('06:00')).status).toBe(200);
    expect((await move('06:30')).status).toBe(200);
  });

  it('is not one when times only touch', async () => {
    const place = await gita();
    expect((await create(place, { time: '05:00' })).status).toBe(200);
    expect((await create(place, { class_name: 'Later', time: '07:00' })).status).toBe(200);
    expect((await create(place, { class_name: 'Longer', time: '04:00', duration: 61 })).status).toBe(409);
  });

  it('is one when a new length reaches into the next class', async () => {
    const { course_id, dawn } = await gita();
    await taught(course_id, 'Second', devId, 'monday', '07:15');
    const lengthen = (duration?: number) =>
      server.call(
        classes.update_class,
        { course_id, id: dawn.slotId, class_name: 'Dawn', ...tooEarly, time: '06:00', duration },
        { as: bala },
      );
    expect((await lengthen(75)).status).toBe(200);
    expect(overlapsOf(await lengthen(76))).toEqual(['Second']);
    // Without a length in the request, the present one stays.
    expect((await lengthen()).status).toBe(200);
  });

  it('is not one with a class of the past: ended, deleted, or of a deleted course', async () => {
    const place = await gita();
    await run(db)`update slot_teachers set ended_at = clock_timestamp() where id = ${place.dawn.assigned_id}`;
    const deleted = await taught(place.course_id, 'Given up', devId, 'monday', '05:30');
    await at.remove('class_slots', deleted.slotId);
    const old = await at.course('Old', chitraId);
    await at.associate(old, devId);
    await taught(old, 'Closed', devId, 'monday', '05:30');
    await at.remove('courses', old);
    expect((await add(place)).status).toBe(200);
  });

  it('counts in a week of summer as well as of winter', async () => {
    const { course_id } = await gita();
    // 19:30 in India is 10:00 in New York in summer and 09:00 in winter.
    await taught(course_id, 'Evening', devId, 'saturday', '19:30');
    const there = (time: string) => ({ time, class_day: 'saturday', time_zone: 'EST' });
    const place = { course_id } as Gita;
    expect(overlapsOf(await create(place, there('10:00')))).toEqual(['Evening']);
    expect(overlapsOf(await create(place, there('09:00')))).toEqual(['Evening']);
    expect((await create(place, there('11:00'))).status).toBe(200);
  });
});

describe('the teachers who are offered instead', () => {
  it('are those of the course who are free at that time', async () => {
    const place = await gita();
    const newTeacher = async (name: string, { associated = true } = {}) => {
      const id = await at.person(name, 'teacher');
      await at.associate(place.course_id, id);
      if (!associated) {
        await run(db)`update course_teachers set associated = false where teacher_id = ${id}`;
      }
      return id;
    };
    await newTeacher('Anand');
    await newTeacher('Left', { associated: false });
    await at.remove('people', await newTeacher('Dead'));
    await at.person('Elsewhere', 'teacher');
    const busy = await newTeacher('Busy');
    // They teach a class then that the caller may not see.
    const vedanta = await at.course('Vedanta', chitraId);
    await at.associate(vedanta, busy);
    await taught(vedanta, 'Secret', busy, 'sunday', '20:15', newYork);
    expect(freeOf(await add(place))).toEqual(['Anand', 'Esha']);
  });
});

describe('the teachers to choose from', () => {
  it('come with their hours in all courses, and with what they teach at that time', async () => {
    const { course_id, early } = await gita();
    const foreign = await at.course('Upanishads', chitraId);
    await at.associate(foreign, eshaId);
    await taught(foreign, 'Secret', eshaId, 'monday', '05:00');
    const look = (as: string) =>
      server.call(assignments.get_class_teacher, { id: early.slotId, course_id }, { as });
    const dev = {
      user_id: devId,
      fullname: 'Dev',
      weekly_minutes: 60,
      clash: { class_name: 'Dawn', course_name: 'Gita' },
    };
    const esha = { user_id: eshaId, fullname: 'Esha', weekly_minutes: 120 };
    expect((await look(bala)).body.colleagues).toEqual([
      dev,
      { ...esha, clash: { class_name: null, course_name: null } },
    ]);
    expect((await look(asha)).body.colleagues).toEqual([
      dev,
      { ...esha, clash: { class_name: 'Secret', course_name: 'Upanishads' } },
    ]);
  });

  it('are free at the time that they teach already', async () => {
    const { course_id, dawn } = await gita();
    const { body } = await server.call(assignments.get_class_teacher, { id: dawn.slotId, course_id }, asBala);
    expect(body.colleagues).toMatchObject([
      { user_id: devId, clash: null },
      { user_id: eshaId, clash: null },
    ]);
  });
});

describe('the rows of the classes', () => {
  it('name the teacher and the zone everywhere', async () => {
    const { course_id, dawn, early } = await gita();
    const of = (rows: ClassRow[], slotId: number) => rows.find(({ id }) => id === slotId);
    const teacher = { user_id: devId, fullname: 'Dev', assigned_id: dawn.assigned_id };
    const read = await server.call(people.get_teacher_bycourse, { courseId: course_id }, { as: bala });
    expect(of(read.body.response, dawn.slotId)).toMatchObject({ teacher, zone: india });
    expect(of(read.body.response, early.slotId)).toMatchObject({ teacher: null, zone: india });

    const changed = await server.call(
      classes.update_class,
      {
        course_id,
        id: dawn.slotId,
        class_name: 'Dawn',
        class_day: 'friday',
        time: '07:00',
        time_zone: 'PDT',
      },
      { as: bala },
    );
    expect(of(changed.body.data, dawn.slotId)).toMatchObject({ teacher, zone: 'America/Los_Angeles' });
    const deleted = await server.call(classes.delete_class, { course_id, id: early.slotId }, { as: bala });
    expect(of(deleted.body.data, dawn.slotId)).toMatchObject({ teacher });
  });
});
