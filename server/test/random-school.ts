import * as fc from 'fast-check';
import type { Db } from '#server/db/pool.ts';

const indiaMs = 330 * 60_000;
/** Local time in Kolkata, as if it were UTC. */
export const inIndia = (instant: string | number) => new Date(new Date(instant).getTime() + indiaMs);

/** Birthdays of people who are about to be, have just become or are exactly 0, 16, 31 or 46. */
function birthdays(): string[] {
  const today = inIndia(Date.now());
  const off = (years: number, days: number) =>
    new Date(Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate() + days));
  return [0, 1, 15, 16, 30, 31, 45, 46, 47, 99].flatMap((age) =>
    [-1, 0, 1].map((days) => off(age, days).toISOString().slice(0, 10)),
  );
}

/** The first and the last second of months in Kolkata, and moments in between. */
function moments(): string[] {
  const now = inIndia(Date.now());
  return Array.from({ length: 8 }, (_, back) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1) - indiaMs;
    return [first - 1000, first, first + 5 * 3_600_000].map((at) => new Date(at).toISOString());
  }).flat();
}

const spellings = [
  'India',
  'india ',
  'INDIA',
  'United Kingdom',
  'UK',
  'u.k.',
  'United States',
  'USA',
  'U.S.A.',
  'us',
  'Canada',
  'Indiana',
  'Ukraine',
  'भारत',
  '',
  ' ',
];
const anyStudent = fc.record({
  gender: fc.constantFrom('male', 'female', 'others', null),
  dob: fc.oneof(fc.constantFrom(...birthdays()), fc.constant(null), fc.constant('2000-02-29')),
  region: fc.constantFrom(...spellings),
  isGone: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const anyEnrolment = fc.record({
  student: fc.nat(),
  class: fc.nat(),
  hasClass: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  isOver: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  registered_at: fc.constantFrom(...moments()),
});
const anyCourse = fc.record({
  admin: fc.nat(),
  created_at: fc.constantFrom(...moments()),
  isGone: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
  classes: fc.array(
    fc.record({
      isGone: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
      slots: fc.array(
        fc.record({ teacher: fc.option(fc.nat()), isGone: fc.boolean(), isOver: fc.boolean() }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 4 },
  ),
  associations: fc.array(fc.record({ teacher: fc.nat(), associated: fc.boolean(), strength: fc.nat(12) }), {
    maxLength: 4,
  }),
});
/** A school that may be in the tables, even one that the portal would refuse. */
export const anySchool = fc.record({
  students: fc.array(anyStudent, { minLength: 60, maxLength: 60 }),
  enrolments: fc.array(anyEnrolment, { minLength: 120, maxLength: 120 }),
  courses: fc.array(anyCourse, { minLength: 6, maxLength: 6 }),
  formerStaff: fc.array(fc.nat(), { maxLength: 2 }),
});
type School = typeof anySchool extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Adds it to the present rows. */
export async function addSchool(db: Db, school: School): Promise<void> {
  const add = async (table: string, row: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(row);
    const { rows } = await db.query<{ id: number }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})
       returning ${table === 'course_teachers' ? 'teacher_id' : 'id'} as id`,
      Object.values(row),
    );
    return rows[0]!.id;
  };
  const gone = (isGone: boolean) => (isGone ? new Date(Date.now() + 1000) : null);
  const person = (main_role: string, n: number, more: object = {}) =>
    add('people', {
      email_id: `${main_role}${n}.${Math.random()}@x.test`,
      main_role,
      // Of the staff one has not signed up yet.
      password_hash: main_role === 'student' || n === 3 ? null : 'none',
      first_name: 'P',
      ...more,
    });

  const admins = [await person('courseadmin', 1), await person('courseadmin', 2, { as_role: 'teacher' })];
  const teachers = [
    admins[1]!,
    await person('teacher', 1),
    await person('teacher', 2, { as_role: 'courseadmin' }),
  ];
  await person('teacher', 3);
  await person('coordinator', 1);
  const students: number[] = [];
  for (const [n, { isGone: _, ...student }] of school.students.entries()) {
    students.push(await person('student', n, student));
  }
  const classes: { id: number; course_id: number }[] = [];
  const goneCourses: number[] = [];
  for (const course of school.courses) {
    const course_id = await add('courses', {
      course_name: 'C',
      course_image: '',
      course_duration: 'yearly',
      start_date: '2026-01-05',
      courseadmin_id: course.admin % 3 === 2 ? null : pick(admins, course.admin),
      created_at: course.created_at,
    });
    if (course.isGone) goneCourses.push(course_id);
    const associated = new Map<number, { associated: boolean; strength: number }>();
    for (const { teacher, ...row } of course.associations) associated.set(pick(teachers, teacher), row);
    const taught = course.classes.flatMap((each) => each.slots.flatMap(({ teacher }) => teacher ?? []));
    for (const teacher of taught) {
      const id = pick(teachers, teacher);
      if (!associated.has(id)) associated.set(id, { associated: true, strength: 0 });
    }
    for (const [teacher_id, row] of associated)
      await add('course_teachers', { course_id, teacher_id, ...row });
    for (const [n, each] of course.classes.entries()) {
      const class_id = await add('classes', {
        course_id,
        class_name: `K${n}`,
        deleted_at: gone(each.isGone),
      });
      classes.push({ id: class_id, course_id });
      for (const [hour, slot] of each.slots.entries()) {
        const slot_id = await add('class_slots', {
          class_id,
          course_id,
          class_day: 'monday',
          local_time: `0${hour}:00`,
          time_zone: 'Asia/Kolkata',
          deleted_at: gone(slot.isGone),
        });
        if (slot.teacher === null) continue;
        const teacher_id = pick(teachers, slot.teacher);
        await add('slot_teachers', { slot_id, course_id, teacher_id, ended_at: gone(slot.isOver) });
      }
    }
  }
  const current = new Set<string>();
  for (const enrolment of classes.length === 0 ? [] : school.enrolments) {
    const { id, course_id } = pick(classes, enrolment.class);
    const student_id = pick(students, enrolment.student);
    const isOver = enrolment.isOver || current.has(`${student_id} ${course_id}`);
    if (!isOver) current.add(`${student_id} ${course_id}`);
    await add('enrolments', {
      student_id,
      course_id,
      class_id: enrolment.hasClass ? id : null,
      started_on: '2026-01-05',
      ended_on: isOver ? '2026-02-05' : null,
      registered_at: enrolment.registered_at,
    });
  }
  const remove = (table: string, ids: readonly number[]) =>
    db.query(`update ${table} set deleted_at = now() where id = any($1)`, [ids]);
  await remove('courses', goneCourses);
  await remove(
    'people',
    students.filter((_, n) => school.students[n]!.isGone),
  );
  await remove(
    'people',
    school.formerStaff.map((n) => pick([...admins, ...teachers], n)),
  );
}
