import { people } from '@gurukul/contract/people';
import type { CourseAdminRow } from '@gurukul/contract/people';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';

const server = await testApp();
const rowsOf = async (text: string) => (await server.db.query(text)).rows;

it('the totals of every course admin of the demo agree with a count by hand', async () => {
  const { body } = await server.call(people.get_all_courseadmins, {}, { as: 'admin' });
  const courses = await rowsOf('select id, courseadmin_id from courses where deleted_at is null');
  const slots = await rowsOf('select course_id from class_slots where deleted_at is null');
  const enrolments = await rowsOf('select course_id, student_id from enrolments where ended_on is null');
  const gone = await rowsOf('select id from people where deleted_at is not null');
  const isGone = new Set(gone.map(({ id }) => id));

  expect(body.data.length).toBeGreaterThan(1);
  for (const row of body.data as CourseAdminRow[]) {
    const own = new Set(courses.filter((course) => course.courseadmin_id === row.id).map(({ id }) => id));
    const students = enrolments.filter((e) => own.has(e.course_id) && !isGone.has(e.student_id));
    expect(row).toMatchObject({
      total_courses: own.size,
      total_sections: slots.filter(({ course_id }) => own.has(course_id)).length,
      total_students: new Set(students.map(({ student_id }) => student_id)).size,
    });
  }
  // Otherwise equal counts would prove nothing.
  expect(body.data.some(({ total_students }: CourseAdminRow) => total_students > 100)).toBe(true);
});
