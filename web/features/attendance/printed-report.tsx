import type { AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { formatDate, today } from '#web/lib/format/format.ts';
import { usePrinting } from '#web/lib/browser/printing.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { Facts, Paper } from './paper.tsx';
import classes from './printed-report.module.css';
import { figuresOf } from './report-figures.ts';
import { correctedAt, statusAt, totalOf, type SheetStudent } from './report-sheet.ts';

const t = attendanceTexts.report;
const p = t.printed;

/** Days that fit side by side beside name and total, in a size that can be read. */
const daysAcross = 24;

const letters: Readonly<Record<AttendanceStatus, string>> = p.letters;

interface Column {
  readonly day: string;
  /** 18:30, where the class met twice that day. */
  readonly time: string;
  /** Its place in the whole sheet. */
  readonly place: number;
}

/** Runs of columns that fit on paper; one without columns where there are none. */
function inBlocks({ dates, times = [] }: AttendanceSheet) {
  const columns = dates.map((day, place): Column => ({ day, place, time: times[place] ?? '' }));
  const count = Math.max(1, Math.ceil(columns.length / daysAcross));
  return Array.from({ length: count }, (_, index) => ({
    first: index * daysAcross,
    columns: columns.slice(index * daysAcross, (index + 1) * daysAcross),
  }));
}

/** `Jan 2026` of 2026-01-24. */
const monthOf = (day: string) => formatDate(day).slice(3).replace('-', ' ');

/** The months over a row of days, each with how many of the days it spans. */
function monthsOf(days: readonly string[]) {
  const months = Map.groupBy(days, monthOf);
  return [...months].map(([month, { length }]) => ({ month, length }));
}

interface MarkProps {
  student: SheetStudent;
  place: number;
}

function Mark({ student, place }: MarkProps) {
  const status = statusAt(student, place);
  const letter = status ? letters[status] : '';
  return (
    <td data-status={status} className={classes.day}>
      {correctedAt(student, place) === undefined ? letter : p.corrected({ letter })}
    </td>
  );
}

interface BlockProps {
  columns: readonly Column[];
  students: readonly SheetStudent[];
}

function Block({ columns, students }: BlockProps) {
  const days = columns.map(({ day }) => day);
  return (
    <table className={classes.table}>
      {days.length > 0 ? (
        <caption>{p.datesOf({ from: formatDate(days[0]), to: formatDate(days.at(-1)) })}</caption>
      ) : null}
      <thead>
        <tr>
          <th rowSpan={2} scope="col" className={classes.name}>
            {attendanceTexts.studentName}
          </th>
          <th rowSpan={2} scope="col" className={classes.total}>
            {t.total}
          </th>
          {monthsOf(days).map(({ month, length }) => (
            <th key={month} colSpan={length} scope="colgroup">
              {month}
            </th>
          ))}
        </tr>
        <tr>
          {columns.map(({ day, time, place }) => (
            <th key={place} scope="col" className={classes.day}>
              {[day.slice(8), time].filter(Boolean).join(' ')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {students.map((student) => (
          <tr key={student.student_id}>
            <th scope="row" className={classes.name}>
              {student.student_name}
            </th>
            <td className={classes.total}>
              {totalOf(student)}
              {student.excused === undefined ? null : <small> {t.excused({ count: student.excused })}</small>}
            </td>
            {columns.map(({ place }) => (
              <Mark key={place} student={student} place={place} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PrintedReportProps {
  sheet: AttendanceSheet;
  course: string;
  group: string;
  start: string;
  end: string;
}

/** Every student and every day, in blocks of days that fit on A4 landscape. */
function Printed({ sheet, course, group, start, end }: PrintedReportProps) {
  const { dates, students } = sheet;
  const facts = [
    { label: p.course, value: course },
    { label: p.class, value: group },
    { label: p.period, value: p.between({ start: formatDate(start), end: formatDate(end) }) },
    { label: p.printedOn, value: formatDate(today()) },
  ];
  return (
    <Paper kind="printed-report" title={t.title} facts={facts}>
      <Facts facts={figuresOf(sheet)} className={classes.figures} />
      <p className={classes.legend}>{dates.length > 0 ? p.legend : p.noDates}</p>
      {inBlocks(sheet).map(({ first, columns }) => (
        <Block key={first} columns={columns} students={students} />
      ))}
    </Paper>
  );
}

/** The report on paper, while the browser prints: it has a cell for every student and every day. */
export const PrintedReport = (props: PrintedReportProps) => (usePrinting() ? <Printed {...props} /> : null);
