import * as z from 'zod';
import { classDays, classOption } from './classes.ts';
import { courseOption } from './courses.ts';
import { attendanceStatuses, type AttendanceStatus } from './shared/meetings/attendance-statuses.ts';
import { call } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  date,
  done,
  fileAnswer,
  flag,
  id,
  idOrAll,
  idOrNone,
  isCalendarDate,
  line,
  maybePage,
  maybePageSize,
  requiredLine,
  sortBy,
} from './shared/fields.ts';
import { joinLink } from './shared/meetings/joinable.ts';
import { roll } from './shared/meetings/roll.ts';
import { taught } from './shared/meetings/teaching.ts';
import { code, coded, text } from './shared/words/said.ts';
import { can, wireCount, wireDate, wireId, wireInstant, wireNumber } from './shared/wire.ts';

export { attendanceStatuses, type AttendanceStatus };

export const attendanceLabels: Readonly<Record<AttendanceStatus, string>> = {
  present: 'Present',
  absent: 'Absent',
  moved: 'Moved',
  'drop-out': 'Drop Out',
};

/** The statuses of the plain register: ticked or not. */
export const registerStatuses = ['present', 'absent'] as const;

/** A class whose attendance is taken, with its meetings in its own zone. */
export const attendedClass = classOption.extend({
  class_days: z.array(z.enum(classDays)),
  /** The days of its last meetings that have begun, latest first. */
  last_days: z.array(wireDate),
});
export type AttendedClass = z.infer<typeof attendedClass>;

export const historyRow = z.object({
  student_id: wireId,
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  attendence_date: wireDate,
  /** The local time of the meeting, 18:30, where the class met twice that day. */
  time: z.string().optional(),
  attendence: z.enum(attendanceStatuses),
  /** The mark was changed after it was first made. Only then its id is sent, for a question about its changes. */
  corrected: z.boolean().optional(),
  student_attendance_id: wireId.optional(),
});
export type HistoryRow = z.infer<typeof historyRow>;

/** A student on the marking screen. Status and record ids are empty until there is a mark. */
export const markingRow = z.object({
  student_id: wireId,
  student_name: z.string(),
  attendance_status: z.nullable(z.enum(attendanceStatuses)),
  student_attendance_id: z.nullable(wireId),
  attendance_id: z.nullable(wireId),
  /** The mark was changed after it was first made. */
  corrected: z.boolean().optional(),
  /** They have not completed the course before, and nobody made an exception. */
  level_missing: z.literal(true).optional(),
});
export type MarkingRow = z.infer<typeof markingRow>;

export const reportStudent = z.object({
  student_id: wireId,
  student_name: z.string(),
  /** 'present/recorded' */
  attendance_summary: z.string(),
  attendance_percentage: wireNumber,
  attendance_records: z.array(
    z.object({
      attendance_date: wireDate,
      /** The local time of the meeting, 18:30, where the class met twice that day. */
      time: z.string().optional(),
      attendance_status: z.enum(attendanceStatuses),
    }),
  ),
});
export type ReportStudent = z.infer<typeof reportStudent>;

/** The share of each status in all records of the period, in per cent. */
export const reportStatistics = z.object({
  present_student_percentage: wireNumber,
  absent_student_percentage: wireNumber,
  moved_student_percentage: wireNumber,
  drop_out_student_percentage: wireNumber,
});
export type ReportStatistics = z.infer<typeof reportStatistics>;

export const attendanceReport = z.object({
  total_student_count: wireCount,
  statistics: reportStatistics,
  students: z.array(reportStudent),
});
export type AttendanceReport = z.infer<typeof attendanceReport>;

/** The letters of marks in a sheet: one per date; '.' without a mark, a capital when corrected. */
export const markLetters: Readonly<Record<AttendanceStatus, string>> = {
  present: 'p',
  absent: 'a',
  moved: 'm',
  'drop-out': 'd',
};

/** The report as a table, small enough for thousands of students and a whole year. */
export const attendanceSheet = z.object({
  total_student_count: wireCount,
  statistics: reportStatistics,
  /** Every date with a mark, earliest first; a date with two rolls stands there twice. */
  dates: z.array(wireDate),
  /** If there is such a date: for each of `dates` the local time of its meeting, '' where the date says enough. */
  times: z.array(z.string()).optional(),
  students: z.array(
    z.object({
      student_id: wireId,
      student_name: z.string(),
      present: wireCount,
      recorded: wireCount,
      /** Letters of `markLetters`, one for each of `dates`. */
      marks: z.string(),
      /** Ids of the marks that are capitals in `marks`, in their order. */
      corrected: z.array(wireId),
      /** Of the absences, those that were told before, if any. No other figure counts them. */
      excused: wireCount.optional(),
    }),
  ),
});
export type AttendanceSheet = z.infer<typeof attendanceSheet>;

/** One change of a mark. */
export const markChange = z.object({
  /** Empty when it came from a machine or with the first data. */
  changed_by: z.nullable(z.string()),
  changed_at: wireInstant,
  /** Null: the mark was created. */
  from: z.nullable(z.enum(attendanceStatuses)),
  to: z.enum(attendanceStatuses),
});
export type MarkChange = z.infer<typeof markChange>;

/**
 * The state of a meeting's roll. `late`: called more than a day after the meeting. `partly`: somebody has no mark.
 * `nobody`: the class had no students that day.
 */
export const rollStates = ['called', 'late', 'partly', 'not_called', 'nobody'] as const;
export type RollState = (typeof rollStates)[number];

const named = z.object({ user_id: wireId, fullname: z.string() });

/** A past meeting and its roll. */
export const meetingRow = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  /** A day of the class's own calendar. */
  attendance_date: wireDate,
  /** The meeting's name, as in a roll; null for a roll of a whole day. */
  slot_id: z.nullable(wireId),
  on_date: z.nullable(wireDate),
  extra: z.boolean(),
  /** Null, with `ends_at` and `zone`: a roll of a day without a slot. */
  starts_at: z.nullable(wireInstant),
  ends_at: z.nullable(wireInstant),
  zone: z.nullable(z.string()),
  /** The present teacher of the slot. */
  teacher: z.nullable(named),
  taken_by: z.nullable(named),
  taken_at: z.nullable(wireInstant),
  students: wireCount,
  marked: wireCount,
  present: wireCount,
  state: z.enum(rollStates),
});
export type MeetingRow = z.infer<typeof meetingRow>;

/** The weeks of past meetings: of a class, of a teacher. */
export const meetingWeeks = { class: 12, teacher: 4 } as const;

/** Rows of a meeting's report. */
export const participantsMax = 1000;
const displayName = requiredLine(200);

/** Somebody in an online meeting, as its report has them. */
export const participant = z.object({ name: displayName, email: line(254).nullish() });
export type Participant = z.infer<typeof participant>;

/** `student`: certain. `staff`: a teacher or course admin. `ask`: a person decides; the likely students, if any. */
export const matchedParticipant = z.object({
  outcome: z.enum(['student', 'staff', 'ask']),
  student_ids: z.array(wireId),
});
export type MatchedParticipant = z.infer<typeof matchedParticipant>;

const wrongDate = code('wrong_date');
const attendanceDate = z.string(wrongDate).refine(isCalendarDate, wrongDate);

/** Which meeting of that day; without it, the only one. The refusal `several_meetings` lists them. */
const whichMeeting = {
  slot_id: idOrNone,
  /** The day that the slot gives, if the meeting was moved from another one. */
  on_date: date.optional(),
  /** The meeting beside the slot. */
  extra: flag.optional(),
};

export const historySorts = ['attendence_date', 'fullname', 'course_name', 'class_name'] as const;

const historyFilters = {
  search: line(200).nullish(),
  start_date: date.nullish(),
  end_date: date.nullish(),
  status: z.enum(attendanceStatuses).nullish(),
  sort: sortBy(historySorts),
};

const period = z
  .object({
    course_admin_id: actorId,
    course_id: id,
    class_id: id,
    start_date: date,
    end_date: date,
  })
  .refine((input) => input.start_date <= input.end_date, { path: ['end_date'] });

const spreadsheets = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

/** A test by appointment of the caller's day. */
export const testAhead = z.object({
  test_id: wireId,
  portion_name: z.string(),
  student_name: z.string(),
  starts_at: wireInstant,
  ends_at: wireInstant,
  join_link: joinLink,
});
export type TestAhead = z.infer<typeof testAhead>;

export const attendance = {
  get_attendence_for_teacher: call(
    'GET /teacher/get_attendence_for_teacher/{user_id}/{course}/{class}',
    {
      summary: 'Attendance in the classes of a teacher',
      action: 'colleagues.teacher',
      subject: 'user_id',
      alsoPost: true,
    },
    // Without a page the whole history comes.
    z.object({
      user_id: id,
      course: idOrAll,
      class: idOrAll,
      page: maybePage,
      pageSize: maybePageSize,
      ...historyFilters,
    }),
    answer({
      data: z.array(historyRow),
      total_count: wireCount.optional(),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
  student_attendence: call(
    'POST /student/student_attendence',
    {
      summary: 'Take the register of a class: every student, present or absent',
      action: 'teaching.roll',
      says: ['wrong_date', 'attendance_submitted'],
      changes: true,
      undo: 'marked',
      unbinned: true,
    },
    z.object({
      ...whichMeeting,
      attendence: z
        .array(
          z.object({
            student_id: id,
            /** Names the caller, like an actor field. It is inside the rows, so the handler compares it. */
            teacher_id: actorId,
            course_id: id,
            class_id: id,
            date: attendanceDate,
            attendence: z.enum(registerStatuses),
          }),
        )
        .min(1)
        .max(5000),
    }),
    // Status 400 inside the answer: the register of that class and date was taken before.
    z.object({ status: z.literal([200, 400]), message: text, ...coded }),
  ),
  get_courses_students: call(
    'POST /courses/get_courses_students',
    {
      summary: 'Courses for the filter, or the classes of the chosen course',
      action: 'teaching.see',
      onBehalf: ['course_admin_id'],
    },
    z.object({ course_admin_id: actorId, course_id: idOrNone }),
    answer({
      courses: z.array(courseOption).optional(),
      classes: z.array(attendedClass).optional(),
    }),
  ),
  get_students_attendence: call(
    'POST /courses/get_students_attendence',
    {
      summary: 'The students of a class with their marks on a date',
      action: 'teaching.roll',
      onBehalf: ['course_admin_id'],
      says: ['wrong_date'],
    },
    z.object({
      course_admin_id: actorId,
      course_id: id,
      class_id: id,
      attendance_date: attendanceDate,
      ...whichMeeting,
    }),
    answer({ data: z.array(markingRow) }),
  ),
  update_students_attendance: call(
    'POST /courses/update_students_attendance',
    {
      summary: 'Record or correct the attendance of the chosen students',
      action: 'teaching.roll',
      onBehalf: ['course_admin_id'],
      says: ['wrong_date'],
      changes: true,
      undo: 'marked',
      unbinned: true,
    },
    z.object({
      course_admin_id: actorId,
      course_id: id,
      class_id: id,
      attendance_date: attendanceDate,
      ...whichMeeting,
      students: z
        .array(
          z.object({
            student_id: id,
            attendance_status: z.enum(attendanceStatuses),
            student_attendance_id: idOrNone,
            /** The mark that the caller saw. Where somebody has set another one since, nothing is saved. */
            seen: z.nullable(z.enum(attendanceStatuses)).optional(),
            attendance_id: idOrNone,
          }),
        )
        .min(1)
        .max(5000),
    }),
    done,
  ),
  attendance_report: call(
    'POST /courses/attendance_report',
    {
      summary: 'Attendance of a class over a period',
      action: 'teaching.see',
      onBehalf: ['course_admin_id'],
      streamed: true,
    },
    period,
    answer({ data: attendanceReport }),
  ),
  get_rolls: call(
    'GET /attendance/get_rolls',
    {
      summary:
        "The caller's due rolls, with their students: meetings of today or yesterday, and those of earlier days that Today lists, at most 30; what is not finished comes first",
      who: { courseadmin: 'own', teacher: 'own' },
      noAction: 'the rolls of callers with classes of their own; anybody gets each of them as a roll',
      additive: true,
    },
    z.object({}),
    answer({
      data: z.array(roll),
      /** Tests by appointment that the caller takes: on now, or within a day, the earliest first. */
      tests: z.array(testAhead),
    }),
  ),
  get_roll: call(
    'GET /attendance/get_roll/{course_id}/{class_id}/{attendance_date}',
    {
      summary: "The roll of a class's meeting on today's or a past date",
      action: 'teaching.roll',
      additive: true,
    },
    z.object({ course_id: id, class_id: id, attendance_date: attendanceDate, ...whichMeeting }),
    answer({ data: roll }),
  ),
  save_roll: call(
    'POST /attendance/save_roll',
    {
      summary:
        'Save a roll; if somebody has marked it differently since, nothing is saved and the answer has the present roll',
      action: 'teaching.roll',
      says: ['wrong_date'],
      changes: true,
      undo: 'marked',
      additive: true,
      unbinned: true,
    },
    z.object({
      course_id: id,
      class_id: id,
      attendance_date: attendanceDate,
      ...whichMeeting,
      marks: z
        .array(
          z.object({
            student_id: id,
            attendance_status: z.enum(attendanceStatuses),
            /** The mark that the caller saw; null for none. */
            seen: z.nullable(z.enum(attendanceStatuses)),
          }),
        )
        .min(1)
        .max(5000),
      /** The names of these students in online meetings, which somebody has said: remembered for the next report. */
      display_names: z
        .array(z.object({ student_id: id, name: displayName }))
        .max(participantsMax)
        .default([]),
      /** What the class was taught in this meeting; absent when nobody says it. */
      taught: taught.optional(),
    }),
    answer({ data: roll }),
  ),
  save_taught: call(
    'POST /attendance/save_taught',
    {
      summary: 'Say, or correct, what a class was taught in a meeting whose roll is called',
      action: 'teaching.roll',
      says: ['wrong_date', 'roll_not_called'],
      changes: true,
      undo: 'changed',
      additive: true,
      unbinned: true,
    },
    z.object({ course_id: id, class_id: id, attendance_date: attendanceDate, ...whichMeeting, taught }),
    done,
  ),
  match_participants: call(
    'POST /attendance/match_participants',
    {
      summary: 'Who of a class the participants of an online meeting are, in their order; saves nothing',
      action: 'teaching.roll',
      says: ['wrong_date'],
      additive: true,
    },
    z.object({
      course_id: id,
      class_id: id,
      attendance_date: attendanceDate,
      ...whichMeeting,
      participants: z.array(participant).min(1).max(participantsMax),
    }),
    answer({ data: z.array(matchedParticipant) }),
  ),
  get_meetings: call(
    'GET /attendance/get_meetings',
    {
      summary: 'Past meetings with their rolls, latest first: of a class in 12 weeks, or of a teacher in 4',
      action: 'teaching.see',
      additive: true,
    },
    z
      .object({ class_id: idOrNone, teacher_id: idOrNone })
      .refine(({ class_id, teacher_id }) => (class_id === null) !== (teacher_id === null)),
    answer({ data: z.array(meetingRow) }),
  ),
  get_mark_changes: call(
    'GET /attendance/get_mark_changes/{student_attendance_id}',
    {
      summary: 'The history of a mark: who made and corrected it, old and new status, when',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ student_attendance_id: id }),
    answer({ data: z.array(markChange) }),
  ),
  get_report_sheet: call(
    'POST /attendance/get_report_sheet',
    { summary: 'The attendance report as a compact table', action: 'teaching.see', additive: true },
    period,
    answer({ data: attendanceSheet }),
  ),
  export_report: call(
    'GET /attendance/export_report',
    {
      stepUp: true,
      summary: 'The attendance report as a spreadsheet, with the same numbers',
      action: 'teaching.see',
      file: spreadsheets,
      additive: true,
    },
    period.safeExtend({ format: z.enum(['xlsx', 'csv']) }),
    fileAnswer,
  ),
  export_history: call(
    'POST /attendance/export_history/{user_id}/{course}/{class}',
    {
      stepUp: true,
      summary: "All rows of a teacher's filtered history as a spreadsheet",
      action: 'colleagues.teacher',
      subject: 'user_id',
      file: spreadsheets,
      additive: true,
    },
    z.object({
      user_id: id,
      course: idOrAll,
      class: idOrAll,
      format: z.enum(['xlsx', 'csv']),
      ...historyFilters,
    }),
    fileAnswer,
  ),
};

/** A row of a student's own attendance table. */
export const studentAttendanceRow = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  attendence_date: wireDate,
  /** The local time of the meeting, 18:30, where the class met twice that day. */
  time: z.string().optional(),
  attendence: z.enum(attendanceStatuses),
  /** The mark was changed after it was first made. Only then its id is sent, for a question about its changes. */
  corrected: z.boolean().optional(),
  student_attendance_id: wireId.optional(),
  /** The meeting's name, as in a roll, if it has one. */
  slot_id: wireId.optional(),
  on_date: wireDate.optional(),
  extra: z.boolean().optional(),
  /** False for a class that is closed, and for a day on which the student was not in the class. */
  can: can('correct'),
});
export type StudentAttendanceRow = z.infer<typeof studentAttendanceRow>;
