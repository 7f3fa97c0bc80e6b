import type { StudentAttendanceRow } from '@gurukul/contract/attendance';
import type { StudentProfile } from '@gurukul/contract/students';
import { Text } from '@mantine/core';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { AttendanceBadge } from '#web/features/attendance/attendance-status.tsx';
import { AttendanceStrip } from '#web/features/attendance/strip.tsx';
import { pageSizes } from '#web/lib/constants.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { dayAndTime } from '#web/lib/format/meeting-name.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { studentTexts } from '#web/texts/student.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { Panel } from '#web/ui/panel.tsx';
import classes from './student-tabs.module.css';

const t = studentTexts.attendance;

/** Two marks may look alike: a class that was closed, and one that took its name on the same day. */
interface Mark extends StudentAttendanceRow {
  readonly place: number;
}

const columns: readonly Column<Mark>[] = [
  {
    id: 'course_name',
    header: t.columns.course,
    ...nameColumn(
      'course',
      ({ course_id }) => course_id,
      ({ course_name }) => course_name,
    ),
  },
  {
    id: 'class_name',
    header: t.columns.class,
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name,
    ),
  },
  {
    id: 'attendence_date',
    header: t.columns.date,
    // As written on the wire it sorts by time.
    value: ({ attendence_date }) => attendence_date,
    exported: ({ attendence_date, time }) => dayAndTime(attendence_date, time),
    cell: ({ attendence_date, time }) => dayAndTime(attendence_date, time),
  },
  {
    id: 'attendence',
    header: t.columns.status,
    value: ({ attendence }) => attendanceTexts.statuses[attendence],
    cell: ({ attendence }) => <AttendanceBadge status={attendence} />,
  },
];

interface Group {
  readonly first: StudentAttendanceRow;
  readonly marks: readonly StudentAttendanceRow[];
}

/** The marks by class, the class with the newest mark first. */
const byClass = (rows: readonly StudentAttendanceRow[]): Group[] =>
  [...Map.groupBy(rows, ({ class_id }) => class_id).values()].map((marks) => ({ first: marks[0]!, marks }));

function ClassStrip({ student, group: { first, marks } }: { student: StudentProfile; group: Group }) {
  const present = marks.filter(({ attendence }) => attendence === 'present').length;
  const place = `${first.course_name}, ${first.class_name}`;
  return (
    <section className={classes.strip}>
      <p className={classes.about}>
        <strong>{place}</strong>
        <span className={classes.soft}>
          {studentTexts.stats.ofMarks({ present: formatNumber(present), all: formatNumber(marks.length) })}
        </span>
      </p>
      <AttendanceStrip label={t.stripOf({ place })} student={student} marks={marks} />
    </section>
  );
}

interface StudentAttendanceProps {
  student: StudentProfile;
  rows: readonly StudentAttendanceRow[];
}

export function StudentAttendance({ student, rows }: StudentAttendanceProps) {
  const view = useTableSearch(pageSizes.profileTables, '', 'attendance-');
  return (
    <>
      {rows.length > 0 ? (
        <Panel title={t.byClass}>
          <Text c="dimmed" mb="sm">
            {t.byClassLead}
          </Text>
          {byClass(rows).map((group) => (
            <ClassStrip key={group.first.class_id} student={student} group={group} />
          ))}
        </Panel>
      ) : null}
      <Panel title={t.title}>
        <Text c="dimmed" mb="sm">
          {t.lead[session.role ?? 'teacher']}
        </Text>
        <DataTable
          label={t.of({ name: student.fullname })}
          columns={columns}
          rows={rows.map((row, place) => ({ ...row, place }))}
          rowId={({ place }) => String(place)}
          view={view}
          canExport
          emptyText={t.none}
        />
      </Panel>
    </>
  );
}
