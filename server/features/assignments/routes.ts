import { said } from '@gurukul/contract/shared/words/messages';
import type { assignments } from '@gurukul/contract/assignments';
import type { Handlers } from '../../http/handlers.ts';
import { fail, refuseUnexpected } from '../../http/answers/problem.ts';
import { scope } from '../../http/identity/scope.ts';
import { lockCourse } from '../courses/queries.ts';
import {
  associationOf,
  endAssignment,
  findAssignment,
  insertAssignment,
  listClassTeachers,
  setStrength,
  teachesInCourse,
  toggleAssociation,
} from './queries.ts';
import { listChoices, refuseWrongTeacher } from './double-booking.ts';
import { tellTeachersOfSlots } from '../meetings/slot-news.ts';
import { holdTeachers, lockAssociated, lockTeachers } from '../staff/lock-teachers.ts';
import { listTeachersOfCourse } from '../staff/queries.ts';

export const assignmentsHandlers: Handlers<typeof assignments> = {
  async get_class_teacher({ id, course_id }, { db, person }) {
    await scope(db, person).slot(course_id, id);
    const data = await listClassTeachers(db, person, course_id, id);
    return {
      status: 200,
      message: 'success',
      data,
      colleagues: await listChoices(db, person, course_id, id),
    };
  },

  async add_teacher_to_class(input, ctx) {
    const { db, person } = ctx;
    const { id: slotId, course_id: courseId, user_id } = input;
    await lockCourse(db, person, courseId);
    await scope(db, person).slot(courseId, slotId);
    const teacher = await lockAssociated(db, courseId, user_id);
    await insertAssignment(db, person, courseId, slotId, teacher.id);
    await refuseWrongTeacher(db, person, { courseId, slotId, teacher, insists: input });
    await tellTeachersOfSlots(ctx);
    const data = await listTeachersOfCourse(db, person, courseId, new Date());
    return { status: 200, message: 'success', data };
  },

  async replace_teacher_to_class(input, ctx) {
    const { db, person } = ctx;
    const { course_id: courseId } = input;
    await lockCourse(db, person, courseId);
    const { id, slot_id: slotId, teacher_id, is_over } = await findAssignment(db, person, input);
    const teacher = await lockAssociated(db, courseId, input.user_id);
    if (is_over) throw fail('conflict');
    if (teacher_id === teacher.id) throw fail('same_teacher');
    // Before the other teacher's assignment ends: replacing a teacher by themselves must not get around the check.
    await refuseWrongTeacher(db, person, { courseId, slotId, teacher, insists: input });
    if ((await endAssignment(db, person, courseId, id)) === 0) throw fail('conflict');
    await insertAssignment(db, person, courseId, slotId, teacher.id);
    await tellTeachersOfSlots(ctx);
    const data = await listTeachersOfCourse(db, person, courseId, new Date());
    return { status: 200, message: 'success', data };
  },

  async remove_teacher_from_class(input, ctx) {
    const { db, person } = ctx;
    const { course_id: courseId } = input;
    await lockCourse(db, person, courseId);
    const { id, teacher_id } = await findAssignment(db, person, input);
    await holdTeachers(db, [teacher_id]);
    if ((await endAssignment(db, person, courseId, id)) === 0) throw fail('conflict');
    await tellTeachersOfSlots(ctx);
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
    // Ending their classes with it would leave students without a teacher at one click, so the office must replace the
    // teacher first.
    if (!associated && (await teachesInCourse(db, course_id, user_id))) {
      throw fail('teaches_in_course');
    }
    const told = said(associated ? 'teacher_associated' : 'teacher_unassociated');
    return { status: 200, ...told, data: await listTeachersOfCourse(db, person, course_id, new Date()) };
  },
};
