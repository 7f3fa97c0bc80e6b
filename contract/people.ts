import * as z from 'zod';
import { profile } from './accounts.ts';
import { classOption, classRow } from './classes.ts';
import { courseOption, courseRow } from './courses.ts';
import { aboutColleague, colleagueChanges } from './shared/person/about-person.ts';
import { call } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  date,
  done,
  id,
  idOrAll,
  idOrNone,
  line,
  maybePage,
  maybePageSize,
  requiredLine,
  sortBy,
} from './shared/fields.ts';
import { notInProfiles, shownFields } from './shared/person/person.ts';
import { roles } from './shared/calls/roles.ts';
import {
  courseTeacherRow,
  listedTeacherRow,
  teacherName,
  teacherRow,
  teacherSlotRow,
} from './shared/teacher-row.ts';
import {
  childrenRules,
  longestKind,
  longestNumber,
  mostChecks,
  volunteerStages,
} from './shared/person/checks.ts';
import { spokenLanguageCode } from './shared/person/person-fields.ts';
import { printedVersion } from './shared/calls/version.ts';
import { otherLife } from './shared/other-life.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { studentFilters, taughtStudentRow, unfilteredCount } from './students.ts';

export const courseAdminRow = z.object({
  id: wireId,
  fullname: z.string(),
  total_courses: wireCount,
  total_students: wireCount,
  /** Weekly slots of all classes. */
  total_sections: wireCount,
  /** Whole years since joining. */
  associated_from: z.number(),
  /** Invited, and has not signed up. Absent: has an account. */
  pending: z.literal(true).optional(),
  can: can('delete'),
});
export type CourseAdminRow = z.infer<typeof courseAdminRow>;

/** A course admin or teacher on the detail screen: the profile and the totals of the cards. */
export const personDetail = profile.omit({ version: true }).extend({
  id: wireId,
  total_courses: wireCount,
  total_students: wireCount,
  total_sections: wireCount,
  associated_from: z.number(),
  studies: otherLife,
  can: can('delete'),
});
export type PersonDetail = z.infer<typeof personDetail>;

const knownLater = z
  .object(shownFields)
  .omit({ ...notInProfiles, first_name: true, last_name: true, email_id: true })
  .partial();

/**
 * A teacher, for everybody who may know them. A course admin does not get where the teacher lives; and until the
 * association stands no more of the person than name, picture and email.
 */
export const teacherDetail = personDetail
  .extend({ weekly_minutes: wireCount, ...knownLater.shape })
  .partial({ description: true, as_role: true });
export type TeacherDetail = z.infer<typeof teacherDetail>;

export const personName = z.object({
  user_id: wireId,
  fullname: z.string(),
  /** Invited, and has not signed up. Absent: has an account. */
  pending: z.literal(true).optional(),
});
export type PersonName = z.infer<typeof personName>;

/** The columns that sort the lists of teachers; in the query with a minus in front for descending. */
export const teacherSorts = [
  'fullname',
  'email_id',
  'phone_number',
  'student_count',
  /** By the names of their courses, as `course_name`. */
  'courses',
  'course_name',
  'associated_from',
  'work_status',
] as const;
export type TeacherSort = (typeof teacherSorts)[number];

const askedTeachers = {
  /** A part of the name, email or phone of the teacher, or of the names of the courses. */
  search: line(100).nullish(),
  sort: sortBy(teacherSorts),
  page: maybePage,
  pageSize: maybePageSize,
};
/** It comes with a page. */
const pageTotal = { total_count: wireCount.optional() };

/** How far somebody is on the way to teaching, and for what. */
const path = z.object({
  stage: z.enum(volunteerStages),
  since: wireInstant,
  /** Each course is a level. */
  course_ids: z.array(wireId),
  /** By ISO 639. */
  languages: z.array(z.string()),
  for_children: z.boolean(),
});

const check = z.object({
  check_id: wireId,
  /** In the provider's own word: police check, reference, training. */
  kind: z.string(),
  /** Absent for a course admin. */
  number: z.string().optional(),
  /** Its last day; null: it has no end. */
  valid_until: z.nullable(wireDate),
  seen_by: z.string(),
  seen_at: wireInstant,
});

/** Whether they may teach children, as far as the checks say. */
const checked = {
  is_checked: z.boolean(),
  /** The last day; null: no end, or no valid check. */
  checked_until: z.nullable(wireDate),
};

const checksOf = z.object({
  /** Null: they are not on the way. */
  path: z.nullable(path),
  checks: z.array(check),
  ...checked,
  rule: z.enum(childrenRules),
  /** The kinds in use, to choose from. */
  kinds: z.array(z.string()),
  /** Those of the path, and for who may change it all others. */
  courses: z.array(courseOption),
  version: z.string(),
  can: can('change'),
});
export type ChecksOf = z.infer<typeof checksOf>;

/** Somebody on the way to teaching, who has a check or teaches children. */
export const volunteerRow = z.object({
  user_id: wireId,
  fullname: z.string(),
  is_teacher: z.boolean(),
  /** Null: they are not on the way. */
  stage: z.nullable(z.enum(volunteerStages)),
  since: z.nullable(wireInstant),
  courses: z.array(z.string()),
  languages: z.array(z.string()),
  for_children: z.boolean(),
  teaches_children: z.boolean(),
  ...checked,
});
export type VolunteerRow = z.infer<typeof volunteerRow>;

const deletion = {
  action: 'colleagues.delete',
  says: ['not_allowed_to_delete'],
  refusal: 'not_allowed_to_delete',
  changes: true,
  undo: 'removed',
} as const;
const teacherList = answer({ data: z.array(teacherRow) });

export const people = {
  get_course_admin_names: call(
    'GET /course_admin/get_course_admin_names',
    { summary: 'Names of the course admins, to choose from', action: 'courses.edit' },
    z.object({}),
    answer({ data: z.object({ data: z.array(personName) }) }),
  ),
  get_all_courseadmins: call(
    'GET /course_admin/get_all_courseadmins',
    { summary: 'All course admins with their totals', action: 'colleagues.delete' },
    z.object({}),
    answer({ data: z.array(courseAdminRow) }),
  ),
  get_single_courseadmin: call(
    'GET /course_admin/get_single_courseadmin/{id}',
    {
      summary: 'One course admin: profile, courses, rows for the courses table',
      action: 'colleagues.courseAdmin',
      subject: 'id',
    },
    z.object({ id }),
    answer({ data: z.tuple([personDetail, z.array(courseRow), z.array(courseRow)]) }),
  ),
  delete_course_admin: call(
    'POST /course_admin/delete_course_admin',
    {
      stepUp: true,
      summary: 'Delete a course admin; the courses stay without one',
      ...deletion,
      log: { kind: 'account_deleted', about: 'user_id' },
      undo: 'removed',
    },
    z.object({ user_id: id }),
    answer({ data: z.array(courseAdminRow) }),
  ),
  get_colleague: call(
    'GET /people/get_colleague/{id}',
    {
      summary: 'What the office writes down about somebody with an account: fields and further contacts',
      action: 'colleagues.change',
      additive: true,
    },
    z.object({ id }),
    answer({ data: aboutColleague }),
  ),
  update_colleague: call(
    'PUT /people/update_colleague',
    {
      summary: 'Change what is known about somebody with an account; what is left out stays',
      action: 'colleagues.change',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    colleagueChanges,
    done,
  ),
  get_checks: call(
    'GET /people/get_checks/{id}',
    {
      summary:
        'How far a teacher or student is on the way to teaching, and their checks; a course admin gets no numbers',
      action: 'colleagues.seeChecks',
      additive: true,
    },
    z.object({ id }),
    answer({ data: checksOf }),
  ),
  save_checks: call(
    'POST /people/save_checks',
    {
      summary: 'Save how far somebody is on the way to teaching, and all of their checks',
      action: 'colleagues.checks',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({
      user_id: id,
      /** Null: they are not on the way. */
      path: z.nullable(
        z.object({
          stage: z.enum(volunteerStages),
          course_ids: z.array(id).max(200),
          languages: z.array(spokenLanguageCode).max(40),
          for_children: z.boolean(),
        }),
      ),
      /** Those that are left out go. */
      checks: z
        .array(
          z.object({
            /** Without an id: a new one. */
            check_id: idOrNone,
            kind: requiredLine(longestKind),
            /** As before when absent. */
            number: line(longestNumber).optional(),
            valid_until: z.nullable(date),
          }),
        )
        .max(mostChecks),
      version: printedVersion,
    }),
    done,
  ),
  get_volunteers: call(
    'GET /people/get_volunteers',
    {
      summary: 'Who is on the way to teaching, has a check or teaches children, and how far each is',
      action: 'colleagues.checks',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(volunteerRow) }),
  ),
  getallteachers_for_courseadmin: call(
    'GET /course_admin/getallteachers_for_courseadmin/{user_id}',
    {
      summary: 'The teachers of the courses of a course admin, or one page with `page` or its size',
      action: 'colleagues.courseAdmin',
      subject: 'user_id',
      alsoPost: true,
    },
    z.object({ user_id: id, ...askedTeachers }),
    answer({ data: z.array(teacherRow), ...pageTotal }),
  ),
  get_all_teachers: call(
    'GET /teacher/get_all_teachers',
    {
      summary:
        'All teachers, or one page with `page` or its size; a course admin gets the directory fields only',
      action: 'colleagues.directory',
      anyBecause:
        'A course admin may associate any teacher with a course; name, email and picture show which one',
      alsoPost: true,
    },
    z.object(askedTeachers),
    answer({ data: z.array(listedTeacherRow), ...pageTotal }),
  ),
  get_single_teacher: call(
    'GET /teacher/get_single_teacher/{id}',
    {
      summary: 'One teacher: profile, courses, classes taught',
      action: 'colleagues.teacher',
      subject: 'id',
    },
    z.object({ id }),
    answer({ data: z.tuple([teacherDetail, z.array(courseRow), z.array(teacherSlotRow)]) }),
  ),
  delete_teacher: call(
    'POST /teacher/delete_teacher',
    {
      stepUp: true,
      summary: 'Delete a teacher; the history stays',
      ...deletion,
      actor: ['user_id'],
      log: { kind: 'account_deleted', about: 'teacher_id' },
      undo: 'removed',
    },
    z.object({ teacher_id: id, user_id: actorId, role: z.enum(roles).nullish() }),
    teacherList,
  ),
  get_teacher_bycourse: call(
    'GET /teacher/get_teacher_bycourse/{courseId}',
    {
      summary: 'Teachers with their association to a course, its classes, and the teachers to choose from',
      action: 'courses.plan',
    },
    z.object({ courseId: idOrAll }),
    answer({
      data: z.array(courseTeacherRow),
      /** Each weekly slot of the classes. */
      response: z.array(classRow),
      /** All classes, also those without a weekly slot. */
      classes: z.array(classOption),
      teachers: z.array(teacherName),
    }),
  ),
  getstudents_under_teacher: call(
    'GET /teacher/getstudents_under_teacher/{user_id}/{course_id}/{class_id}',
    {
      summary: 'The students of the classes of a teacher',
      action: 'colleagues.teacher',
      subject: 'user_id',
      alsoPost: true,
    },
    z.object({ user_id: id, course_id: idOrAll, class_id: idOrAll, ...studentFilters }),
    answer({
      data: z.array(taughtStudentRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
      ...unfilteredCount,
    }),
  ),
};
