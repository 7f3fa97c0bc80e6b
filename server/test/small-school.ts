import type { Db } from '../db/pool.ts';
import { run } from './rows.ts';
import { office } from './office.ts';

export const admin = 'admin@office.test';
export const own = 'own@office.test';
export const other = 'other@office.test';
export const teach = 'teach@office.test';
export const elsewhere = 'elsewhere@office.test';

const kolkata = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The date in Kolkata in so many days, yyyy-mm-dd. */
export const dayFromToday = (days: number) => kolkata.format(Date.now() + days * 86_400_000);

interface Enrolment {
  readonly student: number;
  readonly course: number;
  readonly class: number | null;
  /** Days from today. */
  readonly from?: number;
  readonly until?: number;
}

export const addEnrolment = (db: Db, { student, course, class: classId, from = -30, until }: Enrolment) =>
  run(db)`
    insert into enrolments (student_id, course_id, class_id, started_on, ended_on)
    values (${student}, ${course}, ${classId}, ${dayFromToday(from)},
      ${until === undefined ? null : dayFromToday(until)})
  `;

/**
 * A small school. Own has Gita (Morning taught by Teach, Evening by Elsewhere) and Upanishads, a draft without classes.
 * Other has Veda, taught by Elsewhere. Anu and Bala are in Gita Morning. Chitra was, and moved to Evening ten days ago.
 * Deepa is in Evening, Esha in Veda. Gone was deleted while in Gita Morning. Free is in no course.
 */
export async function foundSchool(db: Db) {
  const add = office(db);
  const staff = {
    admin: await add.person('Admin', 'admin'),
    own: await add.person('Own', 'courseadmin'),
    other: await add.person('Other', 'courseadmin'),
    teach: await add.person('Teach', 'teacher'),
    elsewhere: await add.person('Elsewhere', 'teacher'),
  };
  const gita = await add.course('Gita', staff.own);
  const veda = await add.course('Veda', staff.other);
  const draft = await add.course('Upanishads', staff.own);
  await run(db)`update courses set status = 'published' where id <> ${draft}`;

  const teachingClass = async (courseId: number, name: string, teacher: number, slots: string[]) => {
    const classId = await add.class(courseId, name);
    await add.associate(courseId, teacher);
    for (const weekly of slots) {
      const [day, time] = weekly.split(' ');
      await add.assign(courseId, await add.slot(courseId, classId, day, time), teacher);
    }
    return classId;
  };
  const morning = await teachingClass(gita, 'Morning', staff.teach, ['monday 18:00', 'thursday 07:30']);
  const evening = await teachingClass(gita, 'Evening', staff.elsewhere, ['tuesday 18:00']);
  const vedaMorning = await teachingClass(veda, 'Morning', staff.elsewhere, ['friday 06:00']);

  const students = {
    anu: await add.person('Anu', 'student'),
    bala: await add.person('Bala', 'student'),
    chitra: await add.person('Chitra', 'student'),
    deepa: await add.person('Deepa', 'student'),
    esha: await add.person('Esha', 'student'),
    gone: await add.person('Gone', 'student'),
    free: await add.person('Free', 'student'),
  };
  const enrolments: Enrolment[] = [
    { student: students.anu, course: gita, class: morning },
    { student: students.bala, course: gita, class: morning },
    { student: students.chitra, course: gita, class: morning, until: -10 },
    { student: students.chitra, course: gita, class: evening, from: -10 },
    { student: students.deepa, course: gita, class: evening },
    { student: students.esha, course: veda, class: vedaMorning },
    { student: students.gone, course: gita, class: morning },
  ];
  for (const enrolment of enrolments) await addEnrolment(db, enrolment);
  await add.remove('people', students.gone);
  return {
    day: dayFromToday(0),
    gita: { id: gita, morning, evening },
    veda: { id: veda, morning: vedaMorning },
    draft: { id: draft },
    students,
    staff,
  };
}
