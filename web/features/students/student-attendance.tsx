import type { StudentAttendanceRow } from '@gurukul/contract/attendance';
import { Text } from '@mantine/core';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { AttendanceBadge } from '#web/features/attendance/attendance-status.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { studentTexts } from '#web/texts/student.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = studentTexts.attendance;

/** Two marks may look alike: a class that was closed, and one that took its name on the same day. */
interface Mark extends StudentAttendanceRow {
  readonly place: number;
}

const columns: readonly Column<Mark>[] = [
  { id: 'course_name', header: t.columns.course, value: ({ course_name }) => course_name },
  { id: 'class_name', header: t.columns.class, value: ({ class_name }) => class_name },
  {
    id: 'attendence_date',
    header: t.columns.date,
    // As written on the wire it sorts by time.
    value: ({ attendence_date }) => attendence_date,
    exported: ({ attendence_date }) => formatDate(attendence_date),
    cell: ({ attendence_date }) => formatDate(attendence_date),
  },
  {
    id: 'attendence',
    header: t.columns.status,
    value: ({ attendence }) => attendanceTexts.statuses[attendence],
    cell: ({ attendence }) => <AttendanceBadge status={attendence} />,
  },
];

interface StudentAttendanceProps {
  name: string;
  rows: readonly StudentAttendanceRow[];
}

export function StudentAttendance({ name, rows }: StudentAttendanceProps) {
  const view = useTableSearch(pageSizes.profileTables, '', 'attendance-');
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.lead[session.role ?? 'teacher']}
      </Text>
      <DataTable
        label={t.of(name)}
        columns={columns}
        rows={rows.map((row, place) => ({ ...row, place }))}
        rowId={({ place }) => String(place)}
        view={view}
        canExport
        emptyText={t.none}
      />
    </Panel>
  );
}
