import { people } from '@gurukul/contract/people';
import { classes } from '@gurukul/contract/classes';
import type { ClassRow } from '@gurukul/contract/classes';
import { expect, it } from 'vitest';
import { clashes } from '../../db/seed/timetable-plan.ts';
import { testApp } from '../../test/app.ts';

const server = await testApp();

/** Every slot of the demo provider that has a teacher, as an admin's screen shows it. */
async function timetable(): Promise<ClassRow[]> {
  const { rows: courses } = await server.db.query<{ id: number }>(
    'select id from courses where deleted_at is null',
  );
  const answers = await Promise.all(
    courses.map(({ id }) => server.call(people.get_teacher_bycourse, { courseId: id }, { as: 'admin' })),
  );
  return answers.flatMap(({ body }) => body.response).filter(({ teacher }) => teacher !== null);
}

it('finds every overlap planted in the demo timetable, and no other', async () => {
  const rows = await timetable();
  expect(rows.length).toBeGreaterThan(60);
  const nameOf = (classId: number) => rows.find(({ class_id }) => class_id === classId)?.class_name;
  const found: { class: string; clashes: string[]; teacher: number }[] = [];
  for (const { id, course_id, class_name, class_day, time, time_zone, duration, teacher } of rows) {
    // A save without changes, checked against all the others.
    const slot = { id, course_id, class_name, class_day, time, time_zone, duration };
    const { status, body } = await server.call(classes.update_class, slot, { as: 'admin' });
    expect([200, 409]).toContain(status);
    if (status === 200) continue;
    const names = body.overlap.clashes.map((clash: { class_name: string }) => clash.class_name);
    found.push({ class: class_name, clashes: names, teacher: body.overlap.teacher.user_id });
    expect(body.overlap.teacher.user_id).toBe(teacher?.user_id);
  }
  const planted = clashes.flatMap(({ teacher, classes: [first, second] }) => [
    { class: nameOf(first), clashes: [nameOf(second)], teacher },
    { class: nameOf(second), clashes: [nameOf(first)], teacher },
  ]);
  expect(found).toHaveLength(planted.length);
  expect(found).toEqual(expect.arrayContaining(planted));
});
