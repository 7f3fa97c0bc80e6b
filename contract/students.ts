import * as z from 'zod';
import { studentAttendanceRow } from './attendance.ts';
import { askedFields } from './my-page.ts';
import { givenConsent } from './shared/consent.ts';
import { givenAnswers, wireAnswer } from './questions.ts';
import { aboutStudent, studentChanges } from './shared/person/about-person.ts';
import { call } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  date,
  done,
  email,
  fileAnswer,
  id,
  idOrNone,
  line,
  maybePage,
  maybePageSize,
  page,
  pageSize,
  region,
  sortBy,
} from './shared/fields.ts';
import { otherLife } from './shared/other-life.ts';
import { personBehind } from './shared/person/person-behind.ts';
import { notInLists, personInput, seenAs, shownFields } from './shared/person/person.ts';
import { personClock } from './shared/person/person-fields.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';
import { moveOutcomes, paymentStatuses } from './shared/enrolments.ts';
import { roles } from './shared/calls/roles.ts';
import { code } from './shared/words/said.ts';
import { shownSlot } from './shared/meetings/slots.ts';
import { printedVersion } from './shared/calls/version.ts';
import { can, wireCount, wireCurrency, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

export { moveOutcomes, paymentStatuses };

export type PaymentStatus = (typeof paymentStatuses)[number];

/** How lists are filtered by payment: one status, none yet, or everybody who has not paid. */
export const paymentFilters = [...paymentStatuses, 'none', 'unpaid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

export const registrationStatuses = [
  'Registered',
  'Registration failed',
  'Canceled',
  'Completed',
  'Memorizer',
  'Gold medalist',
  'Failed',
  'Dropped',
] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** Filter of the student lists: published courses, others (or none), everything. */
export const courseStatusFilters = ['active', 'inactive', 'all'] as const;
export type CourseStatusFilter = (typeof courseStatusFilters)[number];

/** The columns that sort the lists; in the query with a minus in front for descending. */
export const studentSorts = ['fullname', 'email_id', 'register_at', 'course_name'] as const;
export type StudentSort = (typeof studentSorts)[number];

/** The `course_id` of a student without a course. */
export const noCourse = '---';

/** The most rows of a list that a person ticks one by one. */
export const mostTicked = 1_000;

/** The ticked rows of a list of students; without them, all that it finds. */
export const tickedRows = z
  .array(z.object({ student_id: id, course_id: z.union([id, z.literal(noCourse)]) }))
  .min(1)
  .max(mostTicked)
  .nullish();
export type TickedRows = NonNullable<z.infer<typeof tickedRows>>;

/** An address, and the one of several people behind it who is meant. Without an address the one alone. */
const oneBehind = z
  .object({ email_id: z.union([email, z.literal('')]), user_id: id.optional() })
  .refine(({ email_id, user_id }) => email_id !== '' || user_id !== undefined, {
    path: ['email_id'],
    error: code('no_email'),
  });

export type MoveOutcome = (typeof moveOutcomes)[number];

/**
 * What became of a new student: added; a known one enrolled, or in the course already; or, for a course admin who gave
 * an address: added if nobody has it, else an account admin decides.
 */
export const addOutcomes = ['added', 'enrolled', 'unchanged', 'asked'] as const;
export type AddOutcome = (typeof addOutcomes)[number];

/** One row per enrolment; a student without any course has one row. `id`, `user_id` and `uid` are the same account. */
export const studentRow = z.object({
  id: wireId,
  user_id: wireId,
  uid: wireId,
  fullname: z.string(),
  student_level_status: z.nullable(z.string()),
  register_at: wireInstant,
  ...z.object(shownFields).omit(notInLists).shape,
  course_id: z.union([wireId, z.literal(noCourse)]),
  course_name: z.nullable(z.string()),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  teacher: z.nullable(z.string()),
  /** The next meeting as an instant; several, separated by commas, where the class has more slots. */
  slot_time: z.nullable(z.string()),
  /** The same meetings, earliest first, on the class's own clock. */
  weekly_slots: z.nullable(z.array(shownSlot)),
  registration_status: z.nullable(z.enum(registrationStatuses)),
  amount: z.nullable(wireMoney),
  /** Of that amount. */
  currency: wireCurrency,
  pay_status: z.nullable(z.enum(paymentStatuses)),
  /** Something is charged, and somebody chose a status that does not follow from it. */
  payment_by_hand: z.boolean(),
  payment_date: z.nullable(wireInstant),
  associated_from: z.number(),
  fee_details: z.nullable(z.string()),
  can: can('unassociate', 'delete'),
  /** With a page only: letters of `markLetters` of the last `rosterWeeks` in the class, earliest first. */
  marks: z.string().optional(),
  /** To own questions, about them and about the course; absent where there are none. */
  answers: z.array(wireAnswer).optional(),
  /** With a page only: what is charged for the course and not paid, in each currency. */
  open: z.array(z.object({ currency: z.string(), amount: wireMoney })).optional(),
});
export type StudentRow = z.infer<typeof studentRow>;

/** A student in a class or course of a teacher or course admin: neither money nor address. */
export const taughtStudentRow = studentRow
  .omit({
    ...seenAs('page', 'home'),
    teacher: true,
    amount: true,
    currency: true,
    pay_status: true,
    payment_by_hand: true,
    payment_date: true,
    fee_details: true,
    can: true,
    marks: true,
    open: true,
    answers: true,
  })
  .extend({
    course_id: wireId,
    course_name: z.string(),
    weekly_slots: z.array(shownSlot),
    registration_status: z.enum(registrationStatuses),
  });
export type TaughtStudentRow = z.infer<typeof taughtStudentRow>;

/** The numbers on the cards of a student's page, for the courses and classes that the reader sees. */
export const studentFigures = z.object({
  total_courses: wireCount,
  present: wireCount,
  absent: wireCount,
  moved: wireCount,
  drop_out: wireCount,
  /** The share of marks that say present, in per cent. */
  attendance_percentage: z.number(),
  associated_from: z.number(),
});
export type StudentFigures = z.infer<typeof studentFigures>;

/** The student without courses. A teacher gets no address. */
export const studentProfile = z.object({
  id: wireId,
  user_id: wireId,
  uid: wireId,
  fullname: z.string(),
  ...z.object(shownFields).partial(seenAs('home')).shape,
  /** Where one writes and calls: their own, but in place of a guardian who may not see, one who may. */
  contact: z.object({ email_id: z.string(), phone_number: z.nullable(z.string()) }),
  /** Of the guardians who may see, one who pays comes first. A teacher gets none, and a course admin no colleague. */
  guardian: z.nullable(
    z.object({ fullname: z.string(), email_id: z.string(), phone_number: z.nullable(z.string()) }),
  ),
  image: z.string(),
  description: z.string(),
  student_level_status: z.nullable(z.string()),
  register_at: wireInstant,
  clock: personClock,
  associated_from: z.number(),
  figures: studentFigures,
  works_as: otherLife,
  can: can('update_region', 'delete'),
});
export type StudentProfile = z.infer<typeof studentProfile>;

export const studentCourseRow = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  /** The class whose place they wait for. */
  waits_for: z.nullable(z.string()),
  teacher: z.nullable(z.string()),
  /** The class's slots, the next meeting first. */
  weekly_slots: z.nullable(z.array(shownSlot)),
  payment_status: z.nullable(z.enum(paymentStatuses)),
  payment_by_hand: z.boolean(),
  /** Without a status: some of what is charged is paid, and some is open. */
  part_paid: z.boolean(),
  registration_status: z.enum(registrationStatuses),
  can: can('update_payment_status', 'update_registration_status', 'move', 'unassociate'),
});
export type StudentCourseRow = z.infer<typeof studentCourseRow>;

/** As it is shown to everybody: a teacher does not get the payment status. */
export const shownCourseRow = studentCourseRow.partial({
  payment_status: true,
  payment_by_hand: true,
  part_paid: true,
});
export type ShownCourseRow = z.infer<typeof shownCourseRow>;

/** Sent by older clients and ignored. */
const ignoredRole = z.enum(roles).nullish();

/** What every list of students can be filtered by. A course, class or teacher of somebody else finds nobody. */
export const studentFilters = {
  /** A part of a name, an email address, a phone number, or of the name of a course or class. */
  search: line(100).nullish(),
  registration_status: z.enum(registrationStatuses).nullish(),
  region: line(100).nullish(),
  language: spokenLanguage.nullish(),
  /** The first and the last day of registration, in Asia/Kolkata. */
  joined_from: date.nullish(),
  joined_to: date.nullish(),
};
export type StudentFilters = z.infer<z.ZodObject<typeof studentFilters>>;

/** A teacher may not filter by payment. */
export const officeFilters = {
  ...studentFilters,
  course_id: id.nullish(),
  class_id: id.nullish(),
  /** The students of the classes that this person teaches now. */
  teacher_id: id.nullish(),
  payment_status: z.enum(paymentFilters).nullish(),
  /** Students with exactly these answers to own questions; of several choices one suffices; '' for no answer. */
  answers: givenAnswers.nullish(),
  /** Children without a guardian's consent to their data. */
  without_consent: z.boolean().nullish(),
};
export type OfficeFilters = z.infer<z.ZodObject<typeof officeFilters>>;

const filtersAndSort = { ...officeFilters, sort: sortBy(studentSorts) };
/** The part of the list that a write returns; without a page the whole list. */
const shownList = {
  course_status: z.enum(courseStatusFilters).optional(),
  page: maybePage,
  pageSize: maybePageSize,
  search: studentFilters.search,
  sort: sortBy(studentSorts),
};
/** Comes where filters find nobody: how many there are in every category without them, with the same search. */
export const unfilteredCount = { unfiltered_count: wireCount.optional() };
/** Comes with a page where the provider asks own questions. */
const hasQuestions = { has_questions: z.boolean().optional() };
/** `total_count` comes with a page. */
const shownStudents = {
  data: z.array(studentRow),
  total_count: wireCount.optional(),
  ...unfilteredCount,
  ...hasQuestions,
};

/** The weeks of attendance in a roster. */
export const rosterWeeks = 12;

export const rosterSorts = ['fullname', 'attendance'] as const;

/** A student in a course or class, with their attendance in the last weeks. */
export const rosterRow = z.object({
  student_id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  phone_number: z.nullable(z.string()),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  registration_status: z.enum(registrationStatuses),
  /** They have not completed the course before, and nobody made an exception. */
  level_missing: z.literal(true).optional(),
  /** Absent for a teacher. */
  payment_status: z.nullable(z.enum(paymentStatuses)).optional(),
  payment_by_hand: z.boolean().optional(),
  present: wireCount,
  recorded: wireCount,
  /** Letters of `markLetters`, one for each of `dates`; '.' without a mark. */
  marks: z.string(),
});
export type RosterRow = z.infer<typeof rosterRow>;

export const rosterCount = z.object({
  payment_status: z.nullable(z.enum(paymentStatuses)),
  count: wireCount,
  /** Of them, those who owe something or were not charged yet in a course with a price. */
  unpaid: wireCount,
});
export type RosterCount = z.infer<typeof rosterCount>;

/** In characters. */
export const noteMax = 4000;
/** The office: account admins and the course admins of the student. Teachers: these, and the student's teachers. */
export const noteReaders = ['office', 'teachers'] as const;
export type NoteReaders = (typeof noteReaders)[number];

/** What somebody of the staff wrote about a student: plain text with line breaks. */
export const noteRow = z.object({
  note_id: wireId,
  version: z.string(),
  body: z.string(),
  readers: z.enum(noteReaders),
  written_by: z.nullable(z.string()),
  written_at: wireInstant,
  /** The last change of its text; null when there was none. */
  changed: z.nullable(z.object({ by: z.nullable(z.string()), at: wireInstant })),
  can: can('change'),
});
export type NoteRow = z.infer<typeof noteRow>;

const proposedClock = z.object({
  clock: personClock,
  /** Of more than half of the class. */
  language: z.nullable(z.string()),
});
export type ProposedClock = z.infer<typeof proposedClock>;

export const students = {
  get_roster: call(
    'POST /student/get_roster',
    {
      summary: 'The students of a course or class with their attendance of twelve weeks, one page at a time',
      action: 'teaching.see',
      additive: true,
    },
    z.object({
      course_id: id,
      /** Null: all classes of the course; for a teacher, all their own. */
      class_id: idOrNone,
      /** A teacher may not filter by it. */
      payment: z.enum(paymentFilters).nullish(),
      search: line(100).nullish(),
      /** `attendance`: the worst first. */
      sort: sortBy(rosterSorts),
      page,
      pageSize,
    }),
    answer({
      data: z.array(rosterRow),
      total_count: wireCount,
      /** The days on which the class was marked, earliest first; empty without a class. */
      dates: z.array(wireDate),
      /** The students by payment status, before filter and search; absent for a teacher. */
      payments: z.array(rosterCount).optional(),
    }),
  ),
  get_all_students: call(
    'POST /student/get_all_students',
    { summary: 'All students, or one page with `page` or its size', action: 'students.seeAll' },
    z.object({
      course_status: z.enum(courseStatusFilters),
      page: maybePage,
      pageSize: maybePageSize,
      ...filtersAndSort,
    }),
    answer(shownStudents),
  ),
  getallstudents_under_courseadmin: call(
    'POST /student/getallstudents_under_courseadmin',
    {
      summary: 'The students of a course admin, one page at a time',
      action: 'colleagues.courseAdmin',
      onBehalf: ['user_id'],
    },
    z.object({
      course_status: z.enum(courseStatusFilters),
      user_id: actorId,
      page,
      pageSize,
      ...filtersAndSort,
    }),
    answer({
      data: z.tuple([z.array(studentRow)]),
      total_count: wireCount,
      ...unfilteredCount,
      ...hasQuestions,
    }),
  ),
  export_students: call(
    'POST /student/export_students',
    {
      stepUp: true,
      summary:
        'All rows of the filtered student list, or the ticked ones, as a spreadsheet; own courses for a course admin',
      action: 'students.import',
      file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      additive: true,
    },
    z.object({
      format: z.enum(['xlsx', 'csv']),
      course_status: z.enum(courseStatusFilters).default('all'),
      ...filtersAndSort,
      rows: tickedRows,
    }),
    fileAnswer,
  ),
  get_single_student: call(
    'GET /student/get_single_student/{id}',
    {
      summary: 'One student with courses and attendance',
      action: 'students.see',
      log: { kind: 'read_student', about: 'id' },
    },
    z.object({ id }),
    answer({
      data: z.tuple([studentProfile, z.array(shownCourseRow), z.array(studentAttendanceRow)]),
    }),
  ),
  add_student: call(
    'POST /student/add_student',
    {
      summary: 'Add one student to a course; asks first when somebody like them is there already',
      action: 'students.import',
      changes: true,
      undo: 'added',
      additive: true,
    },
    z
      .object({
        ...z.object(personInput).partial().shape,
        first_name: personInput.first_name,
        last_name: personInput.last_name,
        phone_number: personInput.phone_number,
        email_id: personInput.email_id,
        course_id: id,
        class_id: idOrNone,
        /**
         * To `looks_like`: a new student (`sibling`: of the same family), or the same as `user_id`. Then only the
         * enrolment is made.
         */
        answer: z.enum(['sibling', 'new', 'same']).optional(),
        user_id: id.optional(),
        /** To own questions that are asked here, or elsewhere. */
        answers: givenAnswers.optional(),
        /** Of a child: the guardian who agreed to their data. */
        consent: givenConsent.optional(),
        /** To `level_asked`: why they may be in a class all the same; '' for in none. */
        level_reason: line(200).optional(),
      })
      .refine(({ answer, user_id }) => (answer === 'same') === (user_id !== undefined), {
        path: ['user_id'],
      }),
    answer({
      data: z.object({
        outcome: z.enum(addOutcomes),
        /** Null where an account admin may have to decide. */
        user_id: z.nullable(wireId),
        /** The class is full: they are in the course, and wait for the class. */
        waits: z.boolean(),
      }),
    }),
  ),
  propose_clock: call(
    'POST /student/propose_clock',
    {
      summary:
        'The time zone and language that place and class propose, while somebody writes down a student',
      action: 'students.change',
      additive: true,
    },
    z.object({
      /** A student who is there: their classes propose. Absent: the given class does. */
      user_id: id.optional(),
      course_id: idOrNone,
      class_id: idOrNone,
      phone_number: personInput.phone_number,
      address: personInput.address,
      address2: personInput.address2,
      city: personInput.city,
      state: personInput.state,
      country: personInput.country,
      region: line(100),
    }),
    answer({ data: proposedClock }),
  ),
  get_about: call(
    'GET /student/get_about/{id}',
    {
      summary:
        'Everything the office writes down about a student: fields, contacts, guardians, other names, siblings',
      action: 'students.change',
      additive: true,
      log: { kind: 'read_student', about: 'id' },
    },
    z.object({ id }),
    answer({ data: aboutStudent }),
  ),
  update_student: call(
    'PUT /student/update_student',
    {
      summary: 'Change what is known about a student; what is left out stays',
      action: 'students.change',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    studentChanges,
    /** What an account admin decides, because the student or a guardian is also in others' courses. */
    answer({ asked: z.array(z.enum(askedFields)).optional() }),
  ),
  get_notes: call(
    'GET /student/get_notes/{id}',
    {
      summary: 'The notes on a student, newest first, one page at a time; for a teacher those for teachers',
      action: 'students.notes',
      additive: true,
      log: { kind: 'read_student', about: 'id' },
    },
    z.object({ id, page, pageSize }),
    answer({ data: z.array(noteRow), total_count: wireCount }),
  ),
  save_note: call(
    'POST /student/save_note',
    {
      summary: 'Add a note on a student, or change one: its author or an account admin',
      action: 'students.notes',
      changes: true,
      undo: 'changed',
      additive: true,
      unbinned: true,
    },
    z.object({
      user_id: id,
      /** Absent: a new one. */
      note_id: id.optional(),
      body: z.string().trim().min(1).max(noteMax),
      /** A teacher writes for teachers. */
      readers: z.enum(noteReaders),
      version: printedVersion,
    }),
    answer({ data: z.object({ note_id: wireId }) }),
  ),
  delete_note: call(
    'POST /student/delete_note',
    {
      summary: 'Delete a note: its author or an account admin',
      action: 'students.notes',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ note_id: id }),
    done,
  ),
  update_payment_status: call(
    'PUT /student/update_payment_status',
    {
      summary: 'Set the payment status of an enrolment',
      action: 'students.setPayment',
      changes: true,
      undo: 'changed',
    },
    z.object({ user_id: id, payment_status: z.enum(paymentStatuses), course_id: id }),
    done,
  ),
  update_registration_status: call(
    'PUT /student/update_registration_status',
    {
      summary: 'Set the registration status of an enrolment',
      action: 'students.change',
      changes: true,
      undo: 'changed',
    },
    z.object({ user_id: id, registration_status: z.enum(registrationStatuses), course_id: id }),
    done,
  ),
  update_region: call(
    'PUT /student/update_region',
    { summary: 'Set the region of a student', action: 'students.change', changes: true, undo: 'changed' },
    z.object({
      user_id: id,
      region,
      course_id: z.union([id, z.literal([noCourse, '', 0]), z.null()]).optional(),
    }),
    done,
  ),
  delete_student: call(
    'POST /student/delete_student',
    {
      stepUp: true,
      summary: 'Delete a student; the history stays',
      action: 'students.delete',
      actor: ['user_id'],
      says: ['not_allowed_to_delete'],
      refusal: 'not_allowed_to_delete',
      changes: true,
      undo: 'removed',
    },
    z.object({ student_id: id, user_id: actorId, role: ignoredRole, ...shownList }),
    answer(shownStudents),
  ),
  remove_student_association: call(
    'POST /student/remove_student_association',
    {
      stepUp: true,
      summary: 'Remove a student from a course',
      action: 'students.change',
      actor: ['user_id'],
      says: ['student_in_no_course'],
      changes: true,
      undo: 'returned',
    },
    z.object({
      student_id: id,
      course_id: z.union([id, z.literal(noCourse)]),
      user_id: actorId,
      role: ignoredRole,
      ...shownList,
    }),
    answer({
      result: z.array(studentRow),
      total_count: wireCount.optional(),
      ...unfilteredCount,
      ...hasQuestions,
    }),
  ),
  get_student_details_by_email: call(
    'POST /update_details/get_student_details_by_email',
    {
      summary: 'Find a student and their courses by email; no rows without a match',
      action: 'students.change',
    },
    oneBehind,
    answer({
      /** Of several people behind the address the rows of all. */
      data: z.array(studentRow),
      /** Empty while several people are meant. */
      course_details: z.array(studentCourseRow),
      people: z.array(personBehind),
    }),
  ),
  get_single_student_details_by_email: call(
    'POST /update_details/get_single_student_details_by_email',
    {
      summary: 'Find a student and their language by email; no rows without a match',
      action: 'students.change',
    },
    oneBehind,
    answer({
      /** One row; of several people behind the address one of each. */
      data: z.array(studentRow),
      people: z.array(personBehind),
    }),
  ),
  update_course_to_student: call(
    'POST /update_details/update_course_to_student',
    {
      summary: 'Move a student to another course and class; the history stays with the old one',
      action: 'students.change',
      onBehalf: ['courseadmin_id'],
      says: moveOutcomes,
      changes: true,
      undo: 'moved',
    },
    z.object({
      /** Empty: the student has none. */
      email_id: z.union([email, z.literal('')]),
      user_id: id,
      course_id: id,
      class_id: idOrNone,
      courseadmin_id: actorId,
      /** The course that is left; needed only where the student is in several. */
      from_course_id: idOrNone,
      /** Moves the student although the teachers of the class have their maximum. */
      even_if_full: z.boolean().optional(),
    }),
    answer({ type: z.enum(['success', 'warning']), data: z.array(studentRow) }),
  ),
};
