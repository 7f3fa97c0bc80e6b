/*
 * What the files of other systems look like. Each shape is that of the program's own source:
 *
 * - Moodle, courses: the columns of its course upload, which administrators export again
 *   (`public/admin/tool/uploadcourse`: shortname, fullname, category, startdate, enddate; times as text or in seconds).
 *   A report of the source Courses (`reportbuilder/classes/local/entities/course.php`) has Course full name, Course short
 *   name, Course start date and Course end date, with dates such as `Monday, 12 January 2026, 12:00 AM`.
 * - Moodle, participants: the download of a course's participants (`user/action_redir.php`) has First name, Last name and
 *   the fields that show who somebody is, mostly Email address. The page itself (`user/classes/table/participants.php`),
 *   copied into a spreadsheet, has Roles, Groups, Last access to course and Status too.
 * - Moodle, grades (`grade/export/txt`): First name, Last name, ID number, Institution, Department, Email address, a column
 *   an item such as `Quiz: Chapter 1 (Real)`, and at the end Last downloaded from this course.
 * - Moodle, attendance: the export of the plugin `mod_attendance` (`export.php`): two lines with the course and the group,
 *   an empty one, then a column a session, `12 Jan 2026 6.00PM All students`, with cells such as `P (2/2)`; at the end
 *   Taken sessions, Points and Percentage.
 * - Google Classroom: the resources `courses`, `courses.students` and `courses.teachers` of its reference
 *   (https://developers.google.com/classroom/reference/rest), as JSON; and the CSV of all grades (Last Name, First Name,
 *   Email Address, a column for each assignment, and two lines `Date` and `Points`).
 * - Gibbon: its exports (`modules/System Admin/export_run.php`) have the names of the fields of the import types
 *   (`resources/imports`: courses.yml, courseClasses.yml, courseClassEnrolment.yml, staff.yml, usersBasic.yml). People are
 *   named by username, so the export of users says who they are. It exports no attendance: the columns are those of a
 *   query. Signs of attendance are those of `gibbon.sql` (Present, Present - Late, Absent, Left ...).
 */

export const bringKinds = ['courses', 'classes', 'teachers', 'enrolments', 'attendance', 'people'] as const;
/** `people` only says who the usernames of other files are. */
export type BringKind = (typeof bringKinds)[number];

export const bringOrigins = ['sheet', 'moodle', 'classroom', 'gibbon'] as const;
export type BringOrigin = (typeof bringOrigins)[number];

/**
 * What becomes of a row. `partly`: some marks or values of it are saved. `invite`: the teacher or course admin needs an
 * account first. `ask`: an
 * address out of the course admin's reach, as in an import of students. `question`: nothing is saved until somebody says
 * which student is meant. `skip`: the row is nothing to save.
 */
export const bringOutcomes = [
  'new',
  'partly',
  'unchanged',
  'invite',
  'ask',
  'question',
  'problem',
  'skip',
] as const;
export type BringOutcome = (typeof bringOutcomes)[number];

const leftOutcomes: ReadonlySet<BringOutcome> = new Set(['partly', 'invite', 'question', 'problem']);
/** Nothing of the row is saved, or not all of it: a value of a student may be lost also where others decide. */
export const isLeft = (row: {
  readonly outcome: BringOutcome;
  readonly notes: readonly { readonly code: string }[];
}) => leftOutcomes.has(row.outcome) || row.notes.some(({ code }) => code === 'value_lost');

export const bringColumns = [
  'course_name',
  'short_name',
  'class_name',
  'course_admin',
  'duration',
  'start_date',
  'end_date',
  'day',
  'time',
  'end_time',
  'minutes',
  'timezone',
  'teacher_email',
  'first_name',
  'last_name',
  'full_name',
  'email_id',
  'phone_number',
  'username',
  'role',
  'since',
  'gender',
  'dob',
  'city',
  'state',
  'country',
  'language',
  'date',
  'mark',
] as const;
export type BringColumn = (typeof bringColumns)[number];

/** The columns of each template, in order; `needed` are those that the kind cannot do without. */
export const bringTemplates = {
  courses: {
    columns: ['course_name', 'course_admin', 'duration', 'start_date'],
    needed: ['course_name'],
  },
  classes: {
    columns: ['course_name', 'class_name', 'day', 'time', 'minutes', 'timezone', 'teacher_email'],
    needed: ['class_name'],
  },
  teachers: {
    columns: ['full_name', 'teacher_email', 'course_name', 'class_name'],
    needed: ['teacher_email'],
  },
  enrolments: {
    columns: [
      'first_name',
      'last_name',
      'email_id',
      'phone_number',
      'course_name',
      'class_name',
      'since',
      'gender',
      'dob',
      'city',
      'state',
      'country',
      'language',
    ],
    needed: ['email_id'],
  },
  attendance: {
    columns: ['date', 'time', 'course_name', 'class_name', 'full_name', 'email_id', 'mark'],
    needed: [],
  },
} as const satisfies Readonly<
  Record<
    Exclude<BringKind, 'people'>,
    { readonly columns: readonly BringColumn[]; readonly needed: readonly BringColumn[] }
  >
>;

const ofPeople = ['first_name', 'last_name', 'full_name', 'email_id', 'username'] as const;
const ofPlaces = ['course_name', 'class_name'] as const;

/** The columns that are read of each kind of file. */
export const bringKindColumns: Readonly<Record<BringKind, readonly BringColumn[]>> = {
  courses: ['course_name', 'short_name', 'course_admin', 'duration', 'start_date', 'end_date'],
  classes: [...ofPlaces, 'short_name', 'day', 'time', 'end_time', 'minutes', 'timezone', 'teacher_email'],
  teachers: [...ofPeople, 'teacher_email', 'role', ...ofPlaces],
  enrolments: [
    ...ofPeople,
    'phone_number',
    'role',
    ...ofPlaces,
    'since',
    'gender',
    'dob',
    'city',
    'state',
    'country',
    'language',
    'timezone',
  ],
  attendance: [...ofPeople, ...ofPlaces, 'date', 'time', 'mark'],
  people: [...ofPeople],
};

/**
 * Why a column or a line is not taken. `unknown`: the portal does not know the column. `of_other_kind`: files of this kind
 * have no such column. `no_marks`: a day, above cells that are no marks. `no_period`: nobody said the month or the year.
 * `other_weekday`: the day is not of that weekday. `above`: a line about the table, as a title.
 */
export const notTakenReasons = [
  'unknown',
  'of_other_kind',
  'no_marks',
  'no_period',
  'other_weekday',
  'above',
] as const;
export type NotTakenReason = (typeof notTakenReasons)[number];
