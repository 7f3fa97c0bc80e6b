import { dayFromToday } from '#server/test/small-school.ts';
import { inputOf, paged, day, span, period } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const otherDay = dayFromToday(-3);

export const attendance: SamplesOf<'attendance'> = {
  'attendance.get_attendence_for_teacher': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
    ...paged,
    ...span,
    status: 'present',
  })),
  'attendance.student_attendence': inputOf((o, { me }) => ({
    attendence: [
      {
        student_id: o.student,
        teacher_id: me,
        course_id: o.course,
        class_id: o.class,
        date: otherDay,
        attendence: 'present',
      },
    ],
  })),
  'attendance.get_courses_students': inputOf((o, { me }) => ({ course_admin_id: me, course_id: o.course })),
  'attendance.get_students_attendence': inputOf((o, { me }) => ({ course_admin_id: me, ...day(o) })),
  'attendance.update_students_attendance': inputOf((o, { me }) => ({
    course_admin_id: me,
    ...day(o),
    students: [
      {
        student_id: o.student,
        attendance_status: 'absent',
        student_attendance_id: o.mark,
        attendance_id: o.register,
        seen: 'present',
      },
    ],
  })),
  'attendance.attendance_report': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o) })),
  'attendance.get_roll': inputOf(day),
  'attendance.match_participants': inputOf((o) => ({
    ...day(o),
    participants: [{ name: 'Anu', email: '' }],
  })),
  'attendance.save_taught': inputOf((o) => ({
    ...day(o),
    taught: { how: 'whole', week: 1, words: 'Sutra 1' },
  })),
  'attendance.save_roll': inputOf(
    (o) => ({
      ...day(o),
      marks: [{ student_id: o.student, attendance_status: 'absent', seen: 'present' }],
      display_names: [{ student_id: o.student, name: 'iPad' }],
      taught: { how: 'other', week: null, words: 'Sutra 1' },
    }),
    { instead: { student: 409 } },
  ),
  'attendance.get_meetings': inputOf((o) => ({ class_id: o.class, teacher_id: '' })),
  'attendance.get_mark_changes': inputOf((o) => ({ student_attendance_id: o.mark })),
  'attendance.get_report_sheet': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o) })),
  'attendance.export_report': inputOf((o, { me }) => ({ course_admin_id: me, ...period(o), format: 'csv' })),
  'attendance.export_history': inputOf((o) => ({
    user_id: o.teacher,
    course: o.course,
    class: o.class,
    format: 'csv',
    search: '',
    ...span,
    status: 'present',
    sort: '',
  })),
};
