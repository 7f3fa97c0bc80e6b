import * as z from 'zod';
import { profile } from './accounts.ts';
import { classDays, classOption, classRow } from './classes.ts';
import { courseOption, courseRow } from './courses.ts';
import { call } from './shared/call.ts';
import { actorId, answer, done, id, idOrAll, wholeNumber } from './shared/fields.ts';
import { allowOverlap } from './shared/overlap.ts';
import { roles } from './shared/roles.ts';
import { associationStatuses, teacherRow } from './shared/teacher-row.ts';
import { can, maybe, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { studentRow } from './students.ts';

export const courseAdminRow = z.object({
  id: wireId,
  fullname: z.string(),
  total_courses: wireCount,
  total_students: wireCount,
  /** Weekly timings of all classes. */
  total_sections: wireCount,
  /** Whole years since joining. */
  associated_from: z.nullable(z.number()),
  can: can('delete'),
});
export type CourseAdminRow = z.infer<typeof courseAdminRow>;

/** A course admin or teacher on the detail screen: the profile and the totals of the cards. */
export const personDetail = profile.extend({
  id: wireId,
  total_courses: wireCount.optional(),
  total_students: wireCount.optional(),
  total_sections: wireCount.optional(),
  associated_from: maybe(z.number()),
});
export type PersonDetail = z.infer<typeof personDetail>;

export const scheduleRow = z.object({
  /** Of the meeting that is on or, when none is, of the next one; where the class is at home. */
  date: wireDate,
  day: z.string(),
  course_name: z.string(),
  /** The beginning of that meeting. */
  slot_time: wireInstant,
  student_count: wireCount,
  /** The weekly timing. */
  id: wireId,
  class_id: wireId,
  class_name: z.string(),
  course_id: wireId,
  class_day: z.enum(classDays),
  /** Wall clock where the class is at home, 18:30. */
  time: z.string(),
  time_zone: z.string(),
  /** IANA zone of `time`. */
  zone: z.string(),
  /** Minutes. */
  duration: z.int(),
  /** Starts from seven days ago on, for half a year: the viewer's zone may move them although the class does not move. */
  meetings: z.array(wireInstant),
});
export type ScheduleRow = z.infer<typeof scheduleRow>;

export const personName = z.object({ user_id: wireId, fullname: z.string() });
export type PersonName = z.infer<typeof personName>;

export const classTeacherRow = z.object({
  user_id: wireId,
  fullname: z.string(),
  assigned_id: wireId,
  class_id: wireId,
  course_id: wireId,
  student_count: z.nullable(wireCount),
});
export type ClassTeacherRow = z.infer<typeof classTeacherRow>;

const office = { admin: 'any', courseadmin: 'own' } as const;
const deletion = {
  who: { admin: 'any' },
  says: ['not_allowed_to_delete'],
  refusal: 'not_allowed_to_delete',
  changes: true,
  undoable: true,
} as const;
const teacherList = answer({ data: z.array(teacherRow) });

export const people = {
  get_course_admin_names: call(
    'GET /course_admin/get_course_admin_names',
    { summary: 'Names of the course admins, to choose from', who: office },
    z.object({}),
    answer({ data: z.object({ data: z.array(personName) }) }),
  ),
  get_all_courseadmins: call(
    'GET /course_admin/get_all_courseadmins',
    { summary: 'All course admins with their totals', who: { admin: 'any' } },
    z.object({}),
    answer({ data: z.array(courseAdminRow) }),
  ),
  get_single_courseadmin: call(
    'GET /course_admin/get_single_courseadmin/{id}',
    {
      summary: 'One course admin: profile, courses, rows of the courses table',
      who: { admin: 'any', courseadmin: 'self' },
      subject: 'id',
    },
    z.object({ id }),
    answer({ data: z.tuple([personDetail, z.array(courseRow), z.array(courseRow)]) }),
  ),
  delete_course_admin: call(
    'POST /course_admin/delete_course_admin',
    { summary: 'Delete a course admin; the courses stay without one', ...deletion },
    z.object({ user_id: id }),
    answer({ data: z.array(courseAdminRow) }),
  ),
  getallteachers_for_courseadmin: call(
    'GET /course_admin/getallteachers_for_courseadmin/{user_id}',
    {
      summary: 'The teachers of the courses of a course admin',
      who: { admin: 'any', courseadmin: 'self' },
      subject: 'user_id',
    },
    z.object({ user_id: id }),
    teacherList,
  ),
  get_all_teachers: call(
    'GET /teacher/get_all_teachers',
    {
      summary: 'All teachers; a course admin gets the directory fields only',
      who: { admin: 'any', courseadmin: 'any' },
      anyBecause: 'Any teacher may be associated with a course; name, e-mail and picture tell who is meant',
    },
    z.object({}),
    teacherList,
  ),
  get_single_teacher: call(
    'GET /teacher/get_single_teacher/{id}',
    {
      summary: 'One teacher: profile, courses, classes taught',
      who: { admin: 'any', courseadmin: 'own', teacher: 'self' },
      subject: 'id',
    },
    z.object({ id }),
    answer({ data: z.tuple([personDetail, z.array(courseRow), z.array(teacherRow)]) }),
  ),
  delete_teacher: call(
    'POST /teacher/delete_teacher',
    { summary: 'Delete a teacher; the history stays', ...deletion, actor: ['user_id'] },
    z.object({ teacher_id: id, user_id: actorId, role: z.enum(roles).nullish() }),
    teacherList,
  ),
  teacher_schedule: call(
    'GET /teacher/teacher_schedule/{uid}/{courseId}',
    {
      summary: 'The next date of every weekly class of a teacher, or that of the meeting that is on',
      who: { admin: 'any', courseadmin: 'own', teacher: 'self' },
      subject: 'uid',
    },
    z.object({ uid: id, courseId: idOrAll }),
    answer({ data: z.array(scheduleRow), courses: z.array(courseOption) }),
  ),
  get_teacher_bycourse: call(
    'GET /teacher/get_teacher_bycourse/{courseId}',
    {
      summary: 'Teachers with their association to a course, its classes, and the teachers to choose from',
      who: office,
    },
    z.object({ courseId: idOrAll }),
    answer({
      data: z.array(teacherRow),
      response: z.array(classRow),
      teachers: z.array(teacherRow),
    }),
  ),
  get_class_teacher: call(
    'POST /teacher/get_class_teacher',
    { summary: 'Who teaches a weekly timing; no rows when nobody does', who: office },
    z.object({ id, course_id: id }),
    answer({ data: z.array(classTeacherRow) }),
  ),
  add_teacher_to_class: call(
    'POST /teacher/add_teacher_to_class',
    {
      summary: 'Give a weekly timing its teacher',
      who: office,
      actor: ['assigned_by'],
      changes: true,
      undoable: true,
    },
    z.object({ course_id: id, user_id: id, assigned_by: actorId, id, allow_overlap: allowOverlap }),
    teacherList,
  ),
  replace_teacher_to_class: call(
    'POST /teacher/replace_teacher_to_class',
    { summary: 'Replace the teacher of a weekly timing', who: office, changes: true, undoable: true },
    z.object({ user_id: id, class_id: id, course_id: id, assigned_id: id, allow_overlap: allowOverlap }),
    teacherList,
  ),
  remove_teacher_from_class: call(
    'POST /teacher/remove_teacher_from_class',
    {
      summary: 'Take the teacher of a weekly timing off it; nobody teaches it then',
      who: office,
      changes: true,
      undoable: true,
      additive: true,
    },
    // The assignment says whom: one that ended meanwhile is a conflict.
    z.object({ class_id: id, course_id: id, assigned_id: id }),
    teacherList,
  ),
  teacher_count_change: call(
    'POST /teacher/teacher_count_change',
    { summary: 'Set how many students a teacher can take in a course', who: office, changes: true },
    z.object({ user_id: id, course_id: id, count: wholeNumber(0, 100_000) }),
    done,
  ),
  course_assign: call(
    'POST /course_assign/course_assign',
    {
      summary: 'Associate a teacher with a course, or end the association',
      who: office,
      actor: ['assigned_by'],
      changes: true,
      undoable: true,
    },
    z.object({
      assigned_by: actorId,
      course_id: id,
      user_id: id,
      /** The state the person saw; another one by now is a conflict. Absent: turned round without looking. */
      expected: z.enum(associationStatuses).optional(),
    }),
    teacherList,
  ),
  getstudents_under_teacher: call(
    'GET /teacher/getstudents_under_teacher/{user_id}/{course_id}/{class_id}',
    {
      summary: 'The students of the classes of a teacher',
      who: { admin: 'any', courseadmin: 'own', teacher: 'self' },
      subject: 'user_id',
    },
    z.object({ user_id: id, course_id: idOrAll, class_id: idOrAll }),
    answer({
      data: z.array(studentRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
};
