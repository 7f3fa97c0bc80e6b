import * as z from 'zod';
import { classOption } from './classes.ts';
import { courseOption } from './courses.ts';
import { call } from './shared/call.ts';
import { actorId, answer, date, done, id, idOrAll, idOrNone, isCalendarDate } from './shared/fields.ts';
import { maybe, wireCount, wireDate, wireId, wireNumber } from './shared/wire.ts';

export const attendanceStatuses = ['present', 'absent', 'moved', 'drop-out'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

export const attendanceLabels: Readonly<Record<AttendanceStatus, string>> = {
  present: 'Present',
  absent: 'Absent',
  moved: 'Moved',
  'drop-out': 'Drop Out',
};

/** What the plain register can say: ticked or not. */
export const registerStatuses = ['present', 'absent'] as const;

export const historyRow = z.object({
  student_id: wireId,
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  attendence_date: wireDate,
  attendence: z.enum(attendanceStatuses),
});
export type HistoryRow = z.infer<typeof historyRow>;

/** A student on the marking screen; status and record ids are empty until he is marked. */
export const markingRow = z.object({
  student_id: wireId,
  student_name: z.string(),
  attendance_status: z.nullable(z.enum(attendanceStatuses)),
  student_attendance_id: z.nullable(wireId),
  attendance_id: z.nullable(wireId),
});
export type MarkingRow = z.infer<typeof markingRow>;

export const reportStudent = z.object({
  student_id: wireId.optional(),
  student_name: z.string(),
  /** 'present/recorded' */
  attendance_summary: z.string(),
  attendance_percentage: wireNumber,
  attendance_records: z.array(
    z.object({ attendance_date: wireDate, attendance_status: z.enum(attendanceStatuses) }),
  ),
});
export type ReportStudent = z.infer<typeof reportStudent>;

/** Shares of each status over all records of the period, in per cent. */
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

const wrongDate = 'Please select correct date';
/** Said of a class and day for which the register was taken before. */
export const alreadySubmitted = 'Attendence already submited';

const attendanceDate = z.string(wrongDate).refine(isCalendarDate, wrongDate);

const teaching = { admin: 'any', courseadmin: 'own', teacher: 'own' } as const;

export const attendance = {
  get_attendence_for_teacher: call(
    'GET /teacher/get_attendence_for_teacher/{user_id}/{course}/{class}',
    {
      summary: 'Attendance recorded in the classes of a teacher',
      who: { admin: 'any', courseadmin: 'own', teacher: 'self' },
      subject: 'user_id',
    },
    z.object({ user_id: id, course: idOrAll, class: idOrAll }),
    answer({
      data: z.array(historyRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
  student_attendence: call(
    'POST /student/student_attendence',
    {
      summary: 'Take the register of a class: every student, present or absent',
      who: teaching,
      texts: [wrongDate, alreadySubmitted],
      changes: true,
    },
    z.object({
      attendence: z
        .array(
          z.object({
            student_id: id,
            /** Names the caller, like an actor field; it sits inside the rows, so the handler compares it. */
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
    z.object({ status: z.literal([200, 400]), message: z.string() }),
  ),
  get_courses_students: call(
    'POST /courses/get_courses_students',
    {
      summary: 'Courses to choose from, or the classes of the chosen course',
      who: teaching,
      onBehalf: ['course_admin_id'],
    },
    z.object({ course_admin_id: actorId, course_id: idOrNone }),
    answer({
      courses: z.array(courseOption).optional(),
      classes: z.array(classOption).optional(),
    }),
  ),
  get_students_attendence: call(
    'POST /courses/get_students_attendence',
    {
      summary: 'The students of a class with what is recorded for a date',
      who: teaching,
      onBehalf: ['course_admin_id'],
      texts: [wrongDate],
    },
    z.object({ course_admin_id: actorId, course_id: id, class_id: id, attendance_date: attendanceDate }),
    answer({ data: z.array(markingRow) }),
  ),
  update_students_attendance: call(
    'POST /courses/update_students_attendance',
    {
      summary: 'Record or correct the attendance of the chosen students',
      who: teaching,
      onBehalf: ['course_admin_id'],
      texts: [wrongDate],
      changes: true,
    },
    z.object({
      course_admin_id: actorId,
      course_id: id,
      class_id: id,
      attendance_date: attendanceDate,
      students: z
        .array(
          z.object({
            student_id: id,
            attendance_status: z.enum(attendanceStatuses),
            student_attendance_id: idOrNone,
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
      who: teaching,
      onBehalf: ['course_admin_id'],
    },
    z
      .object({
        course_admin_id: actorId,
        course_id: id,
        class_id: id,
        start_date: date,
        end_date: date,
      })
      .refine((input) => input.start_date <= input.end_date, { path: ['end_date'] }),
    answer({ data: attendanceReport }),
  ),
};

/** A line of a student's own attendance table. */
export const studentAttendanceRow = z.object({
  course_name: z.string(),
  class_name: maybe(z.string()),
  attendence_date: wireDate,
  attendence: z.enum(attendanceStatuses),
});
export type StudentAttendanceRow = z.infer<typeof studentAttendanceRow>;
