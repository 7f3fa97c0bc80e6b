import type { CourseRow } from '@gurukul/contract/courses';
import { formatDate } from '#web/lib/format/format.ts';
import { coursesTexts } from '#web/texts/courses.ts';
import { HelpMark } from '#web/ui/help-mark.tsx';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { CourseAdminName } from '../course-admin-name.tsx';
import classes from './course-columns.module.css';
import { CourseName } from '../course-name.tsx';

const t = coursesTexts;

const statusTones = { published: 'good', unpublished: 'calm', coming_soon: 'info' } as const satisfies Record<
  CourseRow['status'],
  Tone
>;

const registrationTones = { opened: 'good', closed: 'calm' } as const satisfies Record<
  CourseRow['reg_status'],
  Tone
>;

/** The columns that lists of courses choose from. */
export const courseColumns = {
  name: {
    id: 'course_name',
    header: t.columns.name,
    value: (course) => course.course_name,
    cell: (course) => <CourseName course={course} />,
  },
  admin: {
    id: 'courseadmin',
    header: t.columns.admin,
    value: (course) => course.courseadmin ?? t.noAdmin,
    cell: (course) =>
      course.courseadmin === null ? (
        <StatusBadge tone="warn">{t.noAdmin}</StatusBadge>
      ) : (
        <CourseAdminName course={course} />
      ),
    onPhone: 'line',
    plain: (course) => course.courseadmin ?? t.noAdmin,
  },
  duration: {
    id: 'course_duration',
    header: t.columns.duration,
    value: (course) => t.durations[course.course_duration],
  },
  startDate: {
    id: 'start_date',
    header: t.columns.startDate,
    value: (course) => course.start_date,
    cell: ({ start_date }) => <span className={classes.date}>{formatDate(start_date)}</span>,
    onPhone: 'line',
  },
  status: {
    id: 'status',
    header: t.columns.status,
    help: <HelpMark of={t.columns.status}>{t.columns.statusHelp}</HelpMark>,
    value: (course) => t.statuses[course.status],
    cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{t.statuses[status]}</StatusBadge>,
    onPhone: 'end',
  },
  registration: {
    id: 'reg_status',
    header: t.columns.registration,
    value: (course) => t.registrations[course.reg_status],
    cell: ({ reg_status }) => (
      <StatusBadge tone={registrationTones[reg_status]}>{t.registrations[reg_status]}</StatusBadge>
    ),
  },
  students: {
    id: 'student_count',
    header: t.columns.students,
    value: (course) => course.student_count,
    align: 'end',
  },
} as const satisfies Record<string, Column<CourseRow>>;
