import type { ClassCard } from '@gurukul/contract/classes';
import { classes } from '@gurukul/contract/classes';
import { describe, expect, it } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '../../test/app.ts';
import { office } from '../../test/office.ts';
import { admin, dayFromToday, foundSchool, own, teach } from '../../test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const { gita, draft, staff, students } = await foundSchool(db);

const ask = (class_id: number, as: string | undefined) =>
  server.call(classes.get_class, { class_id }, { as: as! });
const card = async (class_id: number, as: string | undefined): Promise<ClassCard> =>
  (await ask(class_id, as)).body.data;
const list = (course_id: number, as: string | undefined) =>
  server.call(classes.get_classes, { course_id }, { as: as! });

describe('a class', () => {
  it('has its course, its week with the next meeting first, its teachers and present students', async () => {
    const morning = await card(gita.morning, own);
    expect(morning).toMatchObject({
      class_name: 'Morning',
      course_id: gita.id,
      course_name: 'Gita',
      student_count: 2,
      teachers: [{ user_id: staff.teach, fullname: 'Teach' }],
    });
    expect(morning.slots.map(({ class_id }) => class_id)).toEqual([gita.morning, gita.morning]);
    const next = morning.slots.map(({ slot_time }) => slot_time!);
    expect(next).toEqual(next.toSorted());
    expect(morning.slots[0]!.teacher).toMatchObject({ user_id: staff.teach });
  });

  it('has the free places of the teacher with the fewest left, over all their classes of the course', async () => {
    expect((await card(gita.morning, own)).free_places).toBeNull();
    const setStrength = (teacher: number, strength: number) =>
      run(db)`
        update course_teachers set strength = ${strength} where course_id = ${gita.id} and teacher_id = ${teacher}
      `;
    await setStrength(staff.teach, 5);
    // Gone is deleted, so their enrolment has ended.
    expect((await card(gita.morning, own)).free_places).toBe(3);
    await setStrength(staff.teach, 1);
    expect((await card(gita.morning, own)).free_places).toBe(-1);
    expect((await card(gita.evening, own)).free_places).toBeNull();
    await setStrength(staff.teach, 0);
  });

  it('shows how to reach its teacher to the office only, and the number when the association stands', async () => {
    await run(db)`update people set phone_number = '+91 98765' where id = ${staff.teach}`;
    const contact = async (as: string | undefined) => (await card(gita.morning, as)).teachers[0];
    const name = { user_id: staff.teach, fullname: 'Teach' };
    expect(await contact(admin)).toEqual({ ...name, email_id: teach, phone_number: '+91 98765', region: '' });
    expect(await contact(own)).toEqual({ ...name, email_id: teach, phone_number: '+91 98765', region: '' });
    expect(await contact(teach)).toEqual(name);
    await run(db)`
      update course_teachers set associated_by = ${staff.own} where course_id = ${gita.id} and teacher_id = ${staff.teach}
    `;
    expect(await contact(own)).toEqual({ ...name, email_id: teach });
    expect(await contact(admin)).toMatchObject({ phone_number: '+91 98765' });
  });

  it('names the day whose roll is called next: that of today or of the last meeting', async () => {
    const rollDate = async (classId: number) => (await ask(classId, own)).body.data.roll_date;
    expect(await rollDate(await office(db).class(gita.id, 'Without a week'))).toBeNull();
    await run(db)`update courses set start_date = ${dayFromToday(-40)}::date where id = ${gita.id}`;
    const day = await rollDate(gita.morning);
    expect(day <= dayFromToday(0) && day >= dayFromToday(-4)).toBe(true);
    expect(['Monday', 'Thursday']).toContain(
      new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day)),
    );
  });

  it('does not count a student who was deleted or has left', async () => {
    expect((await card(gita.evening, own)).student_count).toBe(2);
    await run(db)`update enrolments set ended_on = current_date where student_id = ${students.deepa}`;
    expect((await card(gita.evening, own)).student_count).toBe(1);
  });
});

describe('the classes of a course', () => {
  const names = async (course: number, as: string | undefined) =>
    (await list(course, as)).body.data.map(({ class_name }: ClassCard) => class_name);

  it('are all of them for the office, and for a teacher their own', async () => {
    expect(await names(gita.id, admin)).toEqual(['Evening', 'Morning', 'Without a week']);
    expect(await names(gita.id, own)).toEqual(['Evening', 'Morning', 'Without a week']);
    expect(await names(gita.id, teach)).toEqual(['Morning']);
    expect(await names(draft.id, own)).toEqual([]);
  });
});
