import type { StudentProfile } from '@gurukul/contract/students';
import { Text } from '@mantine/core';
import { pageSizes } from '#web/lib/constants.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { thingAddress } from '#web/lib/address/thing-address.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { studentTexts } from '#web/texts/student.ts';
import { valueText } from '#web/texts/values.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { MeetingTimes, meetingTimesText } from '#web/ui/meeting-time.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { PaymentStatusSelect, RegistrationStatusSelect, type CourseOfStudent } from './status-select.tsx';
import { registrationTones } from '#web/features/roster/status-tones.ts';

const t = studentTexts.courses;

const classOf: readonly Column<CourseOfStudent>[] = [
  { id: 'course_name', header: t.columns.course, value: ({ course_name }) => course_name },
  {
    id: 'class_name',
    header: t.columns.class,
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name ?? t.noClass,
    ),
  },
  { id: 'teacher', header: t.columns.teacher, value: ({ teacher }) => teacher },
  {
    id: 'slot_time',
    header: t.columns.time,
    // Which meets next.
    value: ({ weekly_slots }) => weekly_slots?.[0]?.slot_time,
    exported: ({ weekly_slots }) => meetingTimesText(weekly_slots),
    cell: ({ weekly_slots }) => (weekly_slots?.length ? <MeetingTimes slots={weekly_slots} /> : null),
  },
];

const officeColumns: readonly Column<CourseOfStudent>[] = [
  ...classOf,
  {
    id: 'payment_status',
    header: t.columns.payment,
    value: ({ payment_status }) => payment_status,
    cell: (row) => (
      <span>
        <PaymentStatusSelect row={row} />
        {row.payment_by_hand ? <small>{` ${peopleTexts.byHand}`}</small> : null}
      </span>
    ),
  },
  {
    id: 'registration_status',
    header: t.columns.registration,
    value: ({ registration_status }) => registration_status,
    cell: (row) => <RegistrationStatusSelect row={row} />,
  },
];

/** Nothing about money, and nothing to change. */
const teacherColumns: readonly Column<CourseOfStudent>[] = [
  ...classOf,
  {
    id: 'registration_status',
    header: t.columns.registration,
    value: ({ registration_status }) => registration_status,
    cell: ({ registration_status: status }) => (
      <StatusBadge tone={registrationTones[status]}>{valueText('registration', status)}</StatusBadge>
    ),
  },
];

interface StudentCoursesProps {
  student: StudentProfile;
  rows: readonly CourseOfStudent[];
}

/** Where a student is now, and how it stands with each course. */
export function StudentCourses({ student, rows }: StudentCoursesProps) {
  const view = useTableSearch(pageSizes.profileTables, '', 'courses-');
  const isTeacher = session.role === 'teacher';
  const { fullname } = student;
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.timesLead}
      </Text>
      <DataTable
        label={t.of({ name: fullname })}
        columns={isTeacher ? teacherColumns : officeColumns}
        rows={rows}
        rowId={({ course_id }) => String(course_id)}
        rowHref={({ course_id }) => thingAddress('course', course_id)}
        view={view}
        canExport
        emptyText={isTeacher ? t.noneForTeacher : t.none}
      />
    </Panel>
  );
}
