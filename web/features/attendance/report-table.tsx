import { attendanceStatuses, type AttendanceSheet } from '@gurukul/contract/attendance';
import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { formatDate } from '#web/lib/format/format.ts';
import { dayAndTime } from '#web/lib/format/meeting-name.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { keep } from '#web/ui/table/aria.ts';
import { DataTablePager } from '#web/ui/table/pager.tsx';
import { SortableHeader } from '#web/ui/table/sort.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { showMarkHistory } from './mark-history.tsx';
import { correctedAt, listed, statusAt, totalOf, type SheetStudent } from './report-sheet.ts';
import classes from './report-table.module.css';
import { rem, useDrawn, type ReportWindow } from './report-window.ts';

const t = attendanceTexts.report;
const { letters } = t.printed;

/** A column: a date and its place among the dates of the sheet, which are oldest first. */
interface Day {
  readonly day: string;
  readonly place: number;
  /** 18:30, where the class met twice that day. */
  readonly time: string;
}

const newestFirst = ({ dates, times }: AttendanceSheet): Day[] =>
  dates.map((day, place) => ({ day, place, time: times?.[place] ?? '' })).toReversed();

const nameColumn = { id: 'student_name', header: attendanceTexts.studentName, value: () => '' };
const totalColumn = { id: 'total', header: t.total, value: () => '' };

/** Columns in front of the days. */
const fixed = 2;

/**
 * The cell of a mark at `column`. The cell has the colour, and the style sheet draws the letter in front of the word,
 * which is for screen readers and for the mouse. One element a mark and no component, because hundreds are in sight and
 * all may change with one turn of the wheel.
 */
function markCell(student: SheetStudent, { place, day, time }: Day, column: number) {
  const status = statusAt(student, place);
  const label = status ? attendanceTexts.statuses[status] : t.notRecorded;
  const letter = status ? letters[status] : '';
  const id = correctedAt(student, place);
  const position = { 'aria-colindex': fixed + 1 + column, 'data-status': status, title: label };
  return id === undefined ? (
    <td key={place} {...keep.cell} {...position} data-letter={letter}>
      {label}
    </td>
  ) : (
    <td key={place} {...keep.cell} {...position}>
      <button
        type="button"
        className={classes.corrected}
        aria-haspopup="dialog"
        aria-label={t.correctedMark({
          status: label,
          student: student.student_name,
          day: dayAndTime(day, time),
        })}
        onClick={() => showMarkHistory({ id, student: student.student_name, day })}
      >
        {letter}
        <IconHistory aria-hidden size={14} />
      </button>
    </td>
  );
}

function DayHeader({ day, time, column }: { day: string; time: string; column: number }) {
  const spelled = dayAndTime(day, time);
  const [date, month] = formatDate(day).split('-');
  return (
    <th {...keep.columnheader} scope="col" aria-colindex={fixed + 1 + column} title={spelled}>
      <span aria-hidden className={classes.date}>
        <span>{date}</span>
        <span>{time || month}</span>
      </span>
      <span className={classes.heard}>{spelled}</span>
    </th>
  );
}

/** The meaning of the letters. */
const Legend = () => (
  <ul className={classes.legend}>
    {attendanceStatuses.map((status) => (
      <li key={status}>
        <span className={classes.letter} data-status={status}>
          {letters[status]}
        </span>
        {attendanceTexts.statuses[status]}
      </li>
    ))}
  </ul>
);

/** Stands for the days that are out of sight on one side. */
const Gap = ({ days }: { days: number }) =>
  days > 0 ? <td aria-hidden style={{ width: `${days * rem.day}rem` }} /> : null;

interface DayWindow {
  readonly days: readonly Day[];
  readonly first: number;
  readonly last: number;
}

interface LineProps extends DayWindow {
  student: SheetStudent;
  /** Its place in the whole list, from 1. */
  number: number;
}

function Line({ student, number, days, first, last }: LineProps) {
  return (
    <tr {...keep.row} aria-rowindex={number + 1}>
      <th {...keep.rowheader} scope="row" aria-colindex={1}>
        <span className={classes.name} title={student.student_name}>
          {student.student_name}
        </span>
      </th>
      <td {...keep.cell} aria-colindex={2} className={classes.total}>
        {totalOf(student)}
        {student.excused === undefined ? null : (
          <small className={classes.excused}>{t.excused({ count: student.excused })}</small>
        )}
      </td>
      <Gap days={first} />
      {days.slice(first, last).map((day, index) => markCell(student, day, first + index))}
    </tr>
  );
}

/** Stands for the rows that are out of sight above or below. */
const Rows = ({ count }: { count: number }) =>
  count > 0 ? (
    <tr aria-hidden style={{ height: `${count * rem.row}rem` }}>
      <td aria-hidden />
    </tr>
  ) : null;

/** Of what the frame shows, what there is. */
function shownOf({ firstDay, lastDay, firstRow, lastRow }: ReportWindow, days: number, rows: number) {
  const last = Math.min(lastDay, days);
  const end = Math.min(lastRow, rows);
  return { first: Math.min(firstDay, last), last, start: Math.min(firstRow, end), end };
}

const lastPage = (count: number, size: number) => Math.max(1, Math.ceil(count / size));

/** The marks of a class: a line a student, a column a day, the newest first. */
export function ReportTable({ sheet }: { sheet: AttendanceSheet }) {
  const view = useTableSearch({ size: 8, sizes: [8, 20, 50, 100] });
  // The field and the buttons answer at once; the rows follow piece by piece.
  const q = useDeferredValue(view.q);
  const sort = useDeferredValue(view.sort);
  const size = useDeferredValue(view.size);
  const asked = useDeferredValue(view.page);
  const { frame, drawn, look } = useDrawn(`${asked} ${size} ${sort} ${q}`);
  const found = listed(sheet.students, q, sort);
  const page = Math.min(asked, lastPage(found.length, size));
  const skipped = (page - 1) * size;
  const rows = found.slice(skipped, skipped + size);
  const days = newestFirst(sheet);
  const { first, last, start, end } = shownOf(drawn, days.length, rows.length);
  const shown = { days, first, last };

  return (
    <>
      <div className={classes.tools}>
        <SearchBox
          label={attendanceTexts.searchStudent}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        <Legend />
      </div>
      <section
        ref={frame}
        className={classes.frame}
        aria-label={t.table}
        onScroll={look}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table
          {...keep.table}
          aria-label={t.table}
          aria-rowcount={found.length + 1}
          aria-colcount={fixed + days.length}
          className={classes.table}
          style={{
            '--days': `${rem.total + days.length * rem.day}rem`,
            '--row': `${rem.row}rem`,
            '--day': `${rem.day}rem`,
            '--total': `${rem.total}rem`,
          }}
        >
          <thead {...keep.rowgroup}>
            <tr {...keep.row} aria-rowindex={1}>
              <SortableHeader column={nameColumn} view={view} />
              <SortableHeader column={totalColumn} view={view} />
              <Gap days={first} />
              {days.slice(first, last).map(({ day, time, place }, index) => (
                <DayHeader key={place} day={day} time={time} column={first + index} />
              ))}
            </tr>
          </thead>
          <tbody {...keep.rowgroup}>
            <Rows count={start} />
            {rows.slice(start, end).map((student, index) => (
              <Line
                key={student.student_id}
                student={student}
                number={skipped + start + index + 1}
                {...shown}
              />
            ))}
            <Rows count={rows.length - end} />
          </tbody>
        </table>
        {rows.length === 0 ? <EmptyState /> : null}
      </section>
      {found.length > 0 ? (
        <DataTablePager label={t.table} view={view} page={page} count={found.length} />
      ) : null}
      {rows.some(({ corrected }) => corrected.length > 0) ? (
        <Text size="sm" c="dimmed" mt="sm" className={classes.hint}>
          <IconHistory aria-hidden size={16} />
          {t.correctedHint}
        </Text>
      ) : null}
    </>
  );
}
