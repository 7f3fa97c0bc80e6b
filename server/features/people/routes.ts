import type { people } from '@gurukul/contract/people';
import type { StudentFilters } from '@gurukul/contract/students';
import { windowOf } from '../../db/page.ts';
import type { Handlers } from '../../http/handlers.ts';
import { scope } from '../../http/identity/scope.ts';
import { findCourseAdmin, listCourseAdmins } from './course-admins.ts';
import { readChecks, saveChecks } from '../checks/checks.ts';
import { listVolunteers } from '../checks/volunteers.ts';
import { listClasses, listClassNames } from '../classes/queries.ts';
import { teacherChoice } from '../staff/rules.ts';
import { readColleague, updateColleague } from './colleague.ts';
import { deletePerson } from './delete-person.ts';
import {
  listCourseAdminNames,
  listPresent,
  listTeacherDirectory,
  listTeachers,
  listTeachersOfCourse,
  listTheseTeachers,
  requireStaff,
} from '../staff/queries.ts';
import { allTeachers, findTeachers, teacherDirectory, teachersUnder } from '../staff/teacher-lists.ts';
import { leadOn } from '../students/survivor.ts';
import { findTeacher } from './teacher-detail.ts';
import { isFiltered } from '../students/filters.ts';
import { chooseClasses, listClassesUnder, listStudentsUnder } from './students-under.ts';

export const peopleHandlers: Handlers<typeof people> = {
  async get_course_admin_names(_input, { db, person }) {
    return { status: 200, message: 'success', data: { data: await listCourseAdminNames(db, person) } };
  },

  async get_all_courseadmins(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listCourseAdmins(db, person) };
  },

  async get_single_courseadmin({ id }, { db, person }) {
    await leadOn(db, id, (survivor) => findCourseAdmin(db, person, survivor));
    const [detail, courses] = await findCourseAdmin(db, person, id);
    return { status: 200, message: 'success', data: [detail, courses, courses] };
  },

  async delete_course_admin({ user_id }, ctx) {
    const { db, person } = ctx;
    await deletePerson(ctx, user_id, 'courseadmin');
    return { status: 200, message: 'success', data: await listCourseAdmins(db, person) };
  },

  async get_colleague({ id }, { db }) {
    return { status: 200, message: 'success', data: await readColleague(db, id) };
  },

  async update_colleague(changes, { db }) {
    await updateColleague(db, changes);
    return { status: 200, message: 'success' };
  },

  async get_checks({ id }, ctx) {
    return { status: 200, message: 'success', data: await readChecks(ctx, id) };
  },

  async save_checks(given, ctx) {
    await saveChecks(ctx, given);
    return { status: 200, message: 'success' };
  },

  async get_volunteers(_input, { db }) {
    return { status: 200, message: 'success', data: await listVolunteers(db) };
  },

  async get_all_teachers({ page, pageSize, ...asked }, { db, person }) {
    const isAdmin = person.role === 'admin';
    const list = isAdmin ? allTeachers : teacherDirectory;
    const window = windowOf(page, pageSize);
    const { ids, total } = await findTeachers(db, person, list, asked, window);
    const data = isAdmin
      ? await listTheseTeachers(db, person, new Date(), list.courses, ids)
      : await listTeacherDirectory(db, ids);
    return { status: 200, message: 'success', data, ...(window && { total_count: total }) };
  },

  async getallteachers_for_courseadmin({ user_id, page, pageSize, ...asked }, { db, person }) {
    await requireStaff(db, user_id);
    const list = teachersUnder(person, user_id);
    const window = windowOf(page, pageSize);
    const { ids, total } = await findTeachers(db, person, list, asked, window);
    const data = await listTheseTeachers(db, person, new Date(), list.courses, ids);
    return { status: 200, message: 'success', data, ...(window && { total_count: total }) };
  },

  async get_single_teacher({ id }, { db, person }) {
    await leadOn(db, id, (survivor) => findTeacher(db, person, survivor, new Date()));
    return { status: 200, message: 'success', data: await findTeacher(db, person, id, new Date()) };
  },

  async delete_teacher({ teacher_id }, ctx) {
    const { db, person } = ctx;
    await deletePerson(ctx, teacher_id, 'teacher');
    return { status: 200, message: 'success', data: await listTeachers(db, person, new Date()) };
  },

  async get_teacher_bycourse({ courseId }, { db, person }) {
    const now = new Date();
    const present = await listPresent(db);
    if (courseId === 0) {
      const data = await listTeachers(db, person, now);
      const teachers = data.filter(({ user_id }) => present.has(user_id)).map(teacherChoice);
      return { status: 200, message: 'success', data, response: [], classes: [], teachers };
    }
    await scope(db, person).course(courseId);
    const [data, response, classes] = await Promise.all([
      listTeachersOfCourse(db, person, courseId, now),
      listClasses(db, person, courseId, now),
      listClassNames(db, courseId),
    ]);
    const teachers = data
      .filter(({ status, user_id }) => status === 'associate' && present.has(user_id))
      .map(teacherChoice);
    return { status: 200, message: 'success', data, response, classes, teachers };
  },

  async getstudents_under_teacher({ user_id, course_id, class_id, ...filters }, { db, person }) {
    // The attendance page asks in the course admin's own name: all of their courses, with any teacher.
    const isOwnList = person.role === 'courseadmin' && user_id === person.id;
    if (!isOwnList) await scope(db, person).teacher(user_id);
    const taught = await listClassesUnder(db, person, isOwnList ? null : user_id);
    const { courses, classes, chosen } = chooseClasses(taught, { course_id, class_id });
    const list = (narrowed: StudentFilters) =>
      listStudentsUnder(db, person, chosen, isOwnList && class_id === 0, narrowed);
    const data = await list(filters);
    const { search } = filters;
    const unfiltered =
      data.length === 0 && isFiltered(filters) ? { unfiltered_count: (await list({ search })).length } : {};
    return { status: 200, message: 'success', data, courses, classes, ...unfiltered };
  },
};
