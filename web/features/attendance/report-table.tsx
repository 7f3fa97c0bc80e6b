import { attendanceLabels, type ReportStudent } from '@gurukul/contract/attendance';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { AttendanceBadge } from './attendance-status.tsx';
import { namedLike } from './named-like.ts';
import { daysOf, statusesOf, totalOf } from './report-figures.ts';
import classes from './report-table.module.css';

const t = texts.attendance.report;

type Line = ReportStudent & { readonly statuses: ReturnType<typeof statusesOf> };

const fixedColumns: Column<Line>[] = [
  {
    id: 'student_name',
    header: texts.attendance.studentName,
    value: (line) => line.student_name,
    cell: (line) => <span className={classes.name}>{line.student_name}</span>,
  },
  {
    id: 'total',
    header: t.total,
    value: (line) => line.attendance_percentage,
    cell: (line) => <span className={classes.total}>{totalOf(line)}</span>,
  },
];

const dayColumn = (day: string): Column<Line> => ({
  id: `day-${day}`,
  header: formatDate(day),
  value: (line) => {
    const status = line.statuses.get(day);
    return status ? attendanceLabels[status] : '';
  },
  cell: (line) => {
    const status = line.statuses.get(day);
    return status ? <AttendanceBadge status={status} /> : null;
  },
});

export function ReportTable({ students }: { students: readonly ReportStudent[] }) {
  const view = useTableSearch(pageSizes.attendanceReport);
  const columns = [...fixedColumns, ...daysOf(students).map(dayColumn)];
  const lines = students
    .filter((student) => namedLike(student.student_name, view.q))
    .map((student) => ({ ...student, statuses: statusesOf(student) }));
  return (
    <>
      <div className={classes.search}>
        <SearchBox
          label={texts.attendance.searchStudent}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
      </div>
      <div className={classes.table}>
        <DataTable
          label={t.table}
          columns={columns}
          rows={lines}
          rowId={(line) => String(line.student_id ?? line.student_name)}
          view={view}
          phone="scroll"
        />
      </div>
    </>
  );
}
