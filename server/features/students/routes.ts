import type { students } from '@gurukul/contract/students';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import type { Db } from '#server/db/pool.ts';
import { isCourseAdmin, listAllStudents, pageOfStudents } from './queries.ts';
import { studentRows } from './rules.ts';

/** Whose courses the list is about: null is every course, which only an admin who names nobody else gets. */
async function courseAdminMeant(db: Db, person: Person, userId: number | undefined): Promise<number | null> {
  if (person.role !== 'admin') return person.id;
  if (userId === undefined || userId === person.id) return null;
  if (!(await isCourseAdmin(db, userId))) throw fail('not_found');
  return userId;
}

export const studentsHandlers: Handlers<typeof students> = {
  async get_all_students({ course_status }, { db }) {
    const records = await listAllStudents(db, course_status);
    return { status: 200, message: 'success', data: studentRows(records, new Date()) };
  },

  async getallstudents_under_courseadmin({ user_id, search, ...query }, { db, person }) {
    const courseadminId = await courseAdminMeant(db, person, user_id);
    const { rows, total } = await pageOfStudents(db, { ...query, courseadminId, search: search ?? '' });
    return {
      status: 200,
      message: 'success',
      data: [studentRows(rows, new Date())],
      total_count: total,
    };
  },
};
