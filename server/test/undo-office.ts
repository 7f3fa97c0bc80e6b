import type { UndoReason } from '@gurukul/contract/shared/words/undo-reason';
import { expect } from 'vitest';
import { testApp } from './app.ts';
import type { Answer } from './app.ts';
import { office } from './office.ts';
import { many } from './rows.ts';
import { addEnrolment, admin, foundSchool, own } from './small-school.ts';

export { admin, other, own, teach } from './small-school.ts';

/** The change that an answer names, which must be a success. */
export const changeOf = ({ status, headers }: Answer): number => {
  expect(status).toBe(200);
  const change = Number(headers['change-id']);
  expect(change).toBeGreaterThan(0);
  return change;
};

export const reasonsOf = ({ body }: Answer) => body.reasons as readonly UndoReason[];

/** The sentences by place of an answer that must refuse an undo because of later changes. */
export const refusedSince = (answer: Answer): Readonly<Record<string, string>> => {
  expect(answer).toMatchObject({
    status: 409,
    body: { message: 'This was changed since, so it cannot be undone' },
  });
  const problems = answer.body.problems as Record<string, string>;
  // Each sentence for machines has its facts for people.
  expect(reasonsOf(answer).map(({ place }) => place)).toEqual(Object.keys(problems));
  return problems;
};

const letters = (n: number) => String.fromCodePoint(97 + (n % 26), 97 + Math.floor(n / 26));

/** An office with a pupil of Gita Morning, whom calls change. `newPupil` makes another, whom later calls change. */
export async function undoOffice() {
  const app = await testApp({ database: 'empty' });
  const { call, callChecked, db } = app;
  const school = await foundSchool(db);
  const { gita } = school;
  const add = office(db);
  let count = 0;
  const pupil = { student: 0, name: '' };

  return {
    ...school,
    app,
    call,
    callChecked,
    db,
    add,
    async newPupil() {
      const name = `Pupil${letters((count += 1))}`;
      const student = await add.person(name, 'student');
      await addEnrolment(db, { student, course: gita.id, class: gita.morning });
      return Object.assign(pupil, { student, name });
    },
    undo: (change_id: number, as: string) => call('audit.undo_change', { change_id }, { as }),
    setStatus: (payment_status: string, as = own) =>
      call(
        'students.update_payment_status',
        { user_id: pupil.student, course_id: gita.id, payment_status },
        { as },
      ),
    leave: (as = own) =>
      call('students.remove_student_association', { student_id: pupil.student, course_id: gita.id }, { as }),
    move: (course_id: number, class_id: number) =>
      call(
        'students.update_course_to_student',
        { email_id: `${pupil.name}@office.test`, user_id: pupil.student, course_id, class_id },
        { as: admin },
      ),
    remove: (as = admin) => call('students.delete_student', { student_id: pupil.student }, { as }),
    enrolments: () =>
      many<{ course_id: number; class_id: number | null; ended: boolean }>(db)`
        select course_id, class_id, ended_on is not null as ended from enrolments
        where student_id = ${pupil.student} order by id
      `,
  };
}
