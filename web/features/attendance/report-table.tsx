import { attendanceStatuses, type AttendanceSheet } from '@gurukul/contract/attendance';
import { namedLike } from '@gurukul/contract/shared/person/sound';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatDate } from '#web/lib/format/format.ts';
import { dayAndTime } from '#web/lib/format/meeting-name.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { AppLink } from '#web/ui/link.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import colours from './mark-colours.module.css';
import { showMarkHistory } from './mark-history.tsx';
import { correctedAt, shareOf, statusAt, totalOf, type SheetStudent } from './report-sheet.ts';
import { rollAddress } from './roll-address.ts';
import classes from './report-table.module.css';

const t = attendanceTexts.report;
const { letters } = t.printed;

interface MarkCellProps {
  student: SheetStudent;
  /** Of the meeting among those of the sheet. */
  place: number;
  day: string;
  spelled: string;
}

/** A mark: its letter is seen, its word is for screen readers and for the mouse. */
function MarkCell({ student, place, day, spelled }: MarkCellProps) {
  const status = statusAt(student, place);
  const label = status ? attendanceTexts.statuses[status] : t.notRecorded;
  const id = correctedAt(student, place);
  const look = { className: classes.mark, 'data-status': status, title: label };
  if (id === undefined) {
    return (
      <span {...look} data-letter={status ? letters[status] : ''}>
        {label}
      </span>
    );
  }
  return (
    <button
      {...look}
      type="button"
      aria-haspopup="dialog"
      aria-label={t.correctedMark({ status: label, student: student.student_name, day: spelled })}
      onClick={() => showMarkHistory({ id, student: student.student_name, day })}
    >
      {status ? letters[status] : ''}
      <IconHistory aria-hidden size={14} />
    </button>
  );
}

const students: readonly Column<SheetStudent>[] = [
  {
    id: 'student_name',
    header: attendanceTexts.studentName,
    value: ({ student_name }) => student_name,
    cell: ({ student_name }) => <strong>{student_name}</strong>,
  },
  {
    id: 'total',
    header: t.total,
    value: shareOf,
    cell: (student) => (
      <>
        {totalOf(student)}
        {student.excused === undefined ? null : (
          <Text size="xs" c="dimmed">
            {t.excused({ count: student.excused })}
          </Text>
        )}
      </>
    ),
  },
];

interface ReportTableProps {
  sheet: AttendanceSheet;
  /** Of which class it is. */
  course: number;
  group: number;
}

/** A column a meeting, the newest first; its head leads to the roll. */
const meetingsOf = ({ sheet: { dates, times }, course, group }: ReportTableProps) =>
  dates
    .map((day, place): Column<SheetStudent> => {
      const time = times?.[place] ?? '';
      const spelled = dayAndTime(day, time);
      const [date, month] = formatDate(day).split('-');
      return {
        id: `${day} ${time}`,
        header: spelled,
        head: (
          <AppLink
            href={rollAddress({ course_id: course, class_id: group, attendance_date: day })}
            className={classes.date}
          >
            <VisuallyHidden>{spelled}</VisuallyHidden>
            <span aria-hidden>{date}</span>
            <small aria-hidden>{time || month}</small>
          </AppLink>
        ),
        value: (student) => statusAt(student, place),
        cell: (student) => <MarkCell student={student} place={place} day={day} spelled={spelled} />,
        sortable: false,
      };
    })
    .toReversed();

/** The meaning of the letters. */
const Legend = () => (
  <ul className={`${colours.marks} ${classes.legend}`}>
    {attendanceStatuses.map((status) => (
      <li key={status}>
        <span className={classes.mark} data-status={status}>
          {letters[status]}
        </span>
        {attendanceTexts.statuses[status]}
      </li>
    ))}
  </ul>
);

/** The marks of a class: a line a student, a column a meeting. */
export function ReportTable(props: ReportTableProps) {
  const { sheet } = props;
  const view = useTableSearch({ size: 8, sizes: [8, 20, 50, 100] });
  const isLike = namedLike(view.q);
  const found = view.q ? sheet.students.filter((one) => isLike(one.student_name)) : sheet.students;
  return (
    <div className={`${colours.marks} ${classes.table}`}>
      <DataTable
        label={t.table}
        columns={[...students, ...meetingsOf(props)]}
        rows={found}
        rowId={({ student_id }) => String(student_id)}
        view={view}
        maxHeight={640}
        phone="scroll"
        search={
          <SearchBox
            label={attendanceTexts.searchStudent}
            placeholder={attendanceTexts.searchStudent}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        tools={<Legend />}
      />
      {found.some(({ corrected }) => corrected.length > 0) ? (
        <Text size="sm" c="dimmed" mt="sm">
          <IconHistory aria-hidden size={16} /> {t.correctedHint}
        </Text>
      ) : null}
    </div>
  );
}
