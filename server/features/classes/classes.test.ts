import { classes } from '@gurukul/contract/classes';
import type { ClassRow } from '@gurukul/contract/classes';
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
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const devId = await at.person('Dev', 'teacher');
const studentId = await at.person('Hari', 'student');

const dawn = {
  class_name: 'Dawn',
  class_day: 'monday',
  time: '06:30 AM',
  time_zone: 'IST',
  // Ignored: it follows from day, time and zone.
  slot_time: '2001-01-01T00:00:00.000Z',
};
const newClass = (course_id: number, changes: object = {}, as = bala) =>
  call(classes.create_class, { course_id, ...dawn, ...changes }, { as });

async function slotsOf(courseId: number) {
  const { rows } = await db.query(
    `select s.id, s.class_id, k.class_name, s.class_day, s.local_time, s.time_zone, s.duration_minutes, s.created_by
     from class_slots s join classes k on k.id = s.class_id
     where s.course_id = $1 and s.deleted_at is null order by s.id`,
    [courseId],
  );
  return rows;
}

describe('creating a class', () => {
  it.each([
    ['a name', { class_name: '  ' }],
    ['a name on one line', { class_name: 'Dawn\r\nBcc: all' }],
    ['a day of the week', { class_day: 'someday' }],
    ['a time that exists', { time: '25:00' }],
    ['a zone of the list', { time_zone: 'CET' }],
    ['a length of at most half a day', { duration: 900 }],
  ])('needs %s', async (_, changes) => {
    const course_id = await at.course('Gita', balaId);
    expect((await newClass(course_id, changes)).status).toBe(400);
    expect(await slotsOf(course_id)).toEqual([]);
  });

  it('stores weekday, local time and zone, and derives the next meeting', async () => {
    const course_id = await at.course('Gita', balaId);
    const { body } = await newClass(course_id, { created_by: balaId, duration: 90 });
    const [slot] = await slotsOf(course_id);
    expect(slot).toMatchObject({
      class_name: 'Dawn',
      class_day: 'monday',
      local_time: '06:30:00',
      time_zone: 'Asia/Kolkata',
      duration_minutes: 90,
      created_by: balaId,
    });
    expect(body.message).toBe('success');
    expect(body.class).toEqual([
      {
        id: slot.id,
        new_id: slot.id,
        class_id: slot.class_id,
        class_name: 'Dawn',
        class_day: 'monday',
        slot_time: expect.stringMatching(/T01:00:00\.000Z$/),
        time: '06:30',
        time_zone: 'IST',
        course_id,
        created_by: balaId,
        zone: 'Asia/Kolkata',
        duration: 90,
        language: null,
        join_link: null,
        teacher: null,
        for_children: false,
        needs_teacher: true,
        version: expect.any(String),
      },
    ]);
    const next = new Date(body.class[0].slot_time);
    expect(next.getUTCDay()).toBe(1);
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
    expect(next.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('with the name of an existing class adds a slot to that class', async () => {
    const course_id = await at.course('Gita', balaId);
    const decoy = await at.course('Vedanta', balaId);
    await newClass(decoy);
    await newClass(course_id);
    const { body } = await newClass(course_id, { class_name: 'DAWN', class_day: 'friday' });
    expect(body.class.map((row: ClassRow) => [row.class_name, row.class_day])).toEqual([
      ['Dawn', 'monday'],
      ['Dawn', 'friday'],
    ]);
    expect(new Set(body.class.map((row: ClassRow) => row.class_id)).size).toBe(1);
    expect(await slotsOf(decoy)).toHaveLength(1);
  });

  it('twice at the same time of the week is refused, also under the zone’s other abbreviation', async () => {
    const course_id = await at.course('Gita', balaId);
    expect((await newClass(course_id, { time_zone: 'EST' })).status).toBe(200);
    const again = await newClass(course_id, { time_zone: 'EDT' });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This class already meets at that time');
    expect(await slotsOf(course_id)).toHaveLength(1);
  });

  it('under one name by two people at once makes one class with two slots', async () => {
    const course_id = await at.course('Gita', balaId);
    await Promise.all([server.tokenOf(bala), server.tokenOf(asha)]);
    const answers = await Promise.all([
      newClass(course_id),
      newClass(course_id, { class_day: 'sunday' }, asha),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const slots = await slotsOf(course_id);
    expect(slots).toHaveLength(2);
    expect(slots[0].class_id).toBe(slots[1].class_id);
  });

  it('may use the name of a class that was deleted', async () => {
    const course_id = await at.course('Gita', balaId);
    const old = await at.class(course_id, 'Dawn');
    await at.remove('classes', old);
    await newClass(course_id);
    expect((await slotsOf(course_id))[0].class_id).not.toBe(old);
  });
});

async function twoClasses() {
  const course_id = await at.course('Gita', balaId);
  const classId = await at.class(course_id, 'Dawn');
  const slotId = await at.slot(course_id, classId, 'monday', '06:00');
  const secondId = await at.slot(course_id, classId, 'tuesday', '06:00');
  const otherId = await at.slot(course_id, await at.class(course_id, 'Dusk'), 'monday', '18:00');
  const update = (changes: object = {}, as = bala) =>
    call(classes.update_class, { course_id, id: slotId, ...dawn, ...changes }, { as });
  return { course_id, slotId, secondId, otherId, update };
}

describe('changing a class', () => {
  it('reaches slots through their own course only', async () => {
    const { course_id, update } = await twoClasses();
    const foreign = await at.course('Vedanta', chitraId);
    const foreignSlot = await at.slot(foreign, await at.class(foreign, 'Noon'));
    const before = await slotsOf(course_id);
    const missing = await update({ id: 999_999 });
    expect(missing.status).toBe(404);
    for (const changes of [{ id: foreignSlot }, { id: foreignSlot, course_id: foreign }]) {
      expect(refusal(await update(changes))).toEqual(refusal(missing));
    }
    expect(await slotsOf(course_id)).toEqual(before);
    expect(await slotsOf(foreign)).toMatchObject([{ class_name: 'Noon', class_day: 'monday' }]);
  });

  it('moves one slot and renames the class with all of its slots', async () => {
    const { course_id, slotId, secondId, otherId, update } = await twoClasses();
    await at.associate(course_id, devId);
    await at.assign(course_id, slotId, devId);
    const { body } = await update({
      class_name: 'Evening',
      class_day: 'sunday',
      time: '19:15',
      time_zone: 'PDT',
    });
    expect(await slotsOf(course_id)).toMatchObject([
      {
        id: slotId,
        class_name: 'Evening',
        class_day: 'sunday',
        local_time: '19:15:00',
        duration_minutes: 60,
      },
      { id: secondId, class_name: 'Evening', class_day: 'tuesday', local_time: '06:00:00' },
      { id: otherId, class_name: 'Dusk', class_day: 'monday' },
    ]);
    const row = body.data.find((each: ClassRow) => each.id === slotId);
    expect(row).toMatchObject({ class_name: 'Evening', time: '19:15' });
    expect(['PST', 'PDT']).toContain(row.time_zone);
    expect(body.teachers[0]).toMatchObject({
      user_id: devId,
      class_name: 'Evening',
      slot_time: row.slot_time,
    });
  });

  it('takes neither the name of another class nor a time that the class has already', async () => {
    const { course_id, update } = await twoClasses();
    const before = await slotsOf(course_id);
    expect((await update({ class_name: 'dusk' })).body.message).toBe(
      'This course already has a class of that name',
    );
    expect((await update({ class_day: 'tuesday', time: '06:00' })).status).toBe(409);
    expect(await slotsOf(course_id)).toEqual(before);
  });
});

async function taughtClass() {
  const course_id = await at.course('Gita', balaId);
  const classId = await at.class(course_id, 'Dawn');
  const id = await at.slot(course_id, classId, 'monday', '06:00');
  await at.associate(course_id, devId);
  await at.assign(course_id, id, devId);
  const remove = (changes: object = {}, as = bala) =>
    call(classes.delete_class, { id, course_id, ...changes }, { as });
  return { course_id, classId, id, remove };
}

const isTaught = async (slotId: number) =>
  (await db.query('select from slot_teachers where slot_id = $1 and ended_at is null', [slotId])).rowCount ===
  1;

describe('deleting a class', () => {
  it('reaches slots through their own course only', async () => {
    const { course_id, id, remove } = await taughtClass();
    const foreign = await at.course('Vedanta', chitraId);
    const foreignSlot = await at.slot(foreign, await at.class(foreign, 'Noon'));
    const missing = await remove({ id: 999_999 });
    for (const changes of [
      { id: foreignSlot },
      { id: foreignSlot, course_id: foreign },
      { course_id: foreign },
    ]) {
      expect(refusal(await remove(changes))).toEqual(refusal(missing));
    }
    expect(await slotsOf(course_id)).toMatchObject([{ id }]);
    expect(await slotsOf(foreign)).toMatchObject([{ id: foreignSlot }]);
  });

  it('is refused while students are in it and it has no other slot', async () => {
    const { course_id, classId, id, remove } = await taughtClass();
    const enrolment = await at.enrol(studentId, course_id, classId);
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Students are still in this class');
    expect(await isTaught(id)).toBe(true);

    const second = await at.slot(course_id, classId, 'friday', '06:00');
    expect((await remove()).status).toBe(200);
    expect(await slotsOf(course_id)).toMatchObject([{ id: second }]);

    await db.query('update enrolments set ended_on = current_date where id = $1', [enrolment]);
    expect((await remove({ id: second })).body.data).toEqual([]);
  });

  it('ends the assignment of its teacher, and the name is free again', async () => {
    const { course_id, classId, id, remove } = await taughtClass();
    const { body } = await remove({ class_name: 'Dawn', class_day: 'monday', slot_time: '' });
    expect(body).toMatchObject({ status: 200, message: 'success', data: [] });
    expect(await isTaught(id)).toBe(false);
    const { rows } = await db.query('select deleted_at is not null as is_gone from classes where id = $1', [
      classId,
    ]);
    expect(rows).toEqual([{ is_gone: true }]);
    expect((await remove()).status).toBe(404);
    expect((await newClass(course_id)).status).toBe(200);
  });
});
