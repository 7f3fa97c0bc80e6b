import { said } from '@gurukul/contract/shared/messages';
import type { people } from '@gurukul/contract/people';
import type { Handlers } from '../../http/handlers.ts';
import { fail, refuseUnexpected } from '../../http/problem.ts';
import { scope } from '../../http/scope.ts';
import { listClasses } from '../classes/queries.ts';
import { lockCourse } from '../courses/queries.ts';
import { findCourseAdmin, listCourseAdmins } from './course-admins.ts';
import { deletePerson } from './delete-person.ts';
import {
  associationOf,
  endAssignment,
  findAssignment,
  insertAssignment,
  listClassTeachers,
  lockAssociated,
  setStrength,
  teachesInCourse,
  toggleAssociation,
} from '../assignments/queries.ts';
import { refuseDoubleBooking } from '../assignments/double-booking.ts';
import { holdTeachers, lockTeachers } from '../assignments/lock-teachers.ts';
import {
  listCourseAdminNames,
  listTeacherDirectory,
  listTeachers,
  listTeachersOfCourse,
  listTeachersOfCourseAdmin,
  requireStaff,
} from '../staff/queries.ts';
import { teacherChoice } from '../staff/rules.ts';
import { findTeacher } from './teacher-detail.ts';
import { chooseClasses, listClassesUnder, listStudentsUnder } from './students-under.ts';
import { listCourseOptions, listTimings, scheduleRows } from '../schedule/queries.ts';

export const peopleHandlers: Handlers<typeof people> = {
  async get_course_admin_names(_input, { db, person }) {
    return { status: 200, message: 'success', data: { data: await listCourseAdminNames(db, person) } };
  },

  async get_all_courseadmins(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listCourseAdmins(db, person) };
  },

  async get_single_courseadmin({ id }, { db, person }) {
    const [detail, courses] = await findCourseAdmin(db, person, id);
    return { status: 200, message: 'success', data: [detail, courses, courses] };
  },

  async delete_course_admin({ user_id }, { db, person }) {
    await deletePerson(db, person, user_id, 'courseadmin');
    return { status: 200, message: 'success', data: await listCourseAdmins(db, person) };
  },

  async get_all_teachers(_input, { db, person }) {
    const isAdmin = person.role === 'admin';
    const data = isAdmin ? await listTeachers(db, person, new Date()) : await listTeacherDirectory(db);
    return { status: 200, message: 'success', data };
  },

  async getallteachers_for_courseadmin({ user_id }, { db, person }) {
    await requireStaff(db, user_id);
    const data = await listTeachersOfCourseAdmin(db, person, user_id, new Date());
    return { status: 200, message: 'success', data };
  },

  async get_single_teacher({ id }, { db, person }) {
    return { status: 200, message: 'success', data: await findTeacher(db, person, id, new Date()) };
  },

  async delete_teacher({ teacher_id }, { db, person }) {
    await deletePerson(db, person, teacher_id, 'teacher');
    return { status: 200, message: 'success', data: await listTeachers(db, person, new Date()) };
  },

  async getstudents_under_teacher({ user_id, course_id, class_id }, { db, person }) {
    // The register asks in the course admin's own name: all of his courses, whoever teaches in them.
    const isOwnList = person.role === 'courseadmin' && user_id === person.id;
    if (!isOwnList) await scope(db, person).teacher(user_id);
    const taught = await listClassesUnder(db, person, isOwnList ? null : user_id);
    const { courses, classes, chosen } = chooseClasses(taught, { course_id, class_id });
    const data = await listStudentsUnder(db, chosen, isOwnList && class_id === 0, new Date());
    return { status: 200, message: 'success', data, courses, classes };
  },

  async teacher_schedule({ uid, courseId }, { db, person }) {
    await scope(db, person).teacher(uid);
    const courses = await listCourseOptions(db, person, uid);
    if (courseId !== 0 && !courses.some(({ course_id }) => course_id === courseId)) throw fail('not_found');
    const data = scheduleRows(await listTimings(db, person, uid, courseId), new Date());
    return { status: 200, message: 'success', data, courses };
  },

  async get_teacher_bycourse({ courseId }, { db, person }) {
    const now = new Date();
    if (courseId === 0) {
      const data = await listTeachers(db, person, now);
      return { status: 200, message: 'success', data, response: [], teachers: data.map(teacherChoice) };
    }
    await scope(db, person).course(courseId);
    const [data, response] = await Promise.all([
      listTeachersOfCourse(db, person, courseId, now),
      listClasses(db, person, courseId, now),
    ]);
    const teachers = data.filter(({ status }) => status === 'associate').map(teacherChoice);
    return { status: 200, message: 'success', data, response, teachers };
  },

  async get_class_teacher({ id, course_id }, { db, person }) {
    await scope(db, person).slot(course_id, id);
    return { status: 200, message: 'success', data: await listClassTeachers(db, person, course_id, id) };
  },

  async add_teacher_to_class({ id: slotId, course_id: courseId, user_id, allow_overlap }, { db, person }) {
    await lockCourse(db, person, courseId);
    await scope(db, person).slot(courseId, slotId);
    const teacher = await lockAssociated(db, courseId, user_id);
    await insertAssignment(db, person, courseId, slotId, teacher.id);
    await refuseDoubleBooking(db, person, { courseId, slotId, teacher, allowOverlap: allow_overlap });
    const data = await listTeachersOfCourse(db, person, courseId, new Date());
    return { status: 200, message: 'success', data };
  },

  async replace_teacher_to_class(input, { db, person }) {
    const { course_id: courseId, allow_overlap: allowOverlap } = input;
    await lockCourse(db, person, courseId);
    const { id, slot_id: slotId, teacher_id, is_over } = await findAssignment(db, person, input);
    const teacher = await lockAssociated(db, courseId, input.user_id);
    if (is_over) throw fail('conflict');
    if (teacher_id === teacher.id) throw fail('same_teacher');
    // Before the other one is free again: to replace him by himself is no way out.
    await refuseDoubleBooking(db, person, { courseId, slotId, teacher, allowOverlap });
    if ((await endAssignment(db, person, courseId, id)) === 0) throw fail('conflict');
    await insertAssignment(db, person, courseId, slotId, teacher.id);
    const data = await listTeachersOfCourse(db, person, courseId, new Date());
    return { status: 200, message: 'success', data };
  },

  async remove_teacher_from_class(input, { db, person }) {
    const { course_id: courseId } = input;
    await lockCourse(db, person, courseId);
    const { id, teacher_id } = await findAssignment(db, person, input);
    await holdTeachers(db, [teacher_id]);
    if ((await endAssignment(db, person, courseId, id)) === 0) throw fail('conflict');
    const data = await listTeachersOfCourse(db, person, courseId, new Date());
    return { status: 200, message: 'success', data };
  },

  async teacher_count_change({ course_id, user_id, count }, { db, person }) {
    await lockCourse(db, person, course_id);
    await lockAssociated(db, course_id, user_id);
    await setStrength(db, person, course_id, user_id, count);
    return { status: 200, message: 'success' };
  },

  async course_assign({ course_id, user_id, expected }, { db, person }) {
    await lockCourse(db, person, course_id);
    await lockTeachers(db, [user_id]);
    refuseUnexpected(expected, await associationOf(db, course_id, user_id));
    const { associated } = await toggleAssociation(db, person, course_id, user_id);
    // Ending his classes with it would leave students without a teacher at one click: the office replaces him first.
    if (!associated && (await teachesInCourse(db, course_id, user_id))) {
      throw fail('teaches_in_course');
    }
    const told = said(associated ? 'teacher_associated' : 'teacher_unassociated');
    return { status: 200, ...told, data: await listTeachersOfCourse(db, person, course_id, new Date()) };
  },
};
