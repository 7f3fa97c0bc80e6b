import type { AttendanceReport, AttendanceStatus, ReportStudent } from '@gurukul/contract/attendance';
import { createPortal } from 'react-dom';
import { formatDate, today } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './printed-report.module.css';
import { daysOf, figuresOf, statusesOf, totalOf } from './report-figures.ts';

const t = texts.attendance.report;
const p = t.printed;

/** Days that fit side by side beside name and total, in a size that can be read. */
const daysAcross = 24;

const letters: Readonly<Record<AttendanceStatus, string>> = p.letters;

interface Line {
  readonly student: ReportStudent;
  readonly statuses: ReturnType<typeof statusesOf>;
}

function inBlocks(days: readonly string[]) {
  const count = Math.ceil(days.length / daysAcross);
  return Array.from({ length: count }, (_, index) =>
    days.slice(index * daysAcross, (index + 1) * daysAcross),
  );
}

/** `Jan 2026` of 2026-01-24. */
const monthOf = (day: string) => formatDate(day).slice(3).replace('-', ' ');

/** The months over a row of days, each with how many of the days it spans. */
function monthsOf(days: readonly string[]) {
  const months = Map.groupBy(days, monthOf);
  return [...months].map(([month, { length }]) => ({ month, length }));
}

function Block({ days, lines }: { days: readonly string[]; lines: readonly Line[] }) {
  return (
    <table className={classes.table}>
      {days.length > 0 ? <caption>{p.datesOf(formatDate(days[0]), formatDate(days.at(-1)))}</caption> : null}
      <thead>
        <tr>
          <th rowSpan={2} scope="col" className={classes.name}>
            {texts.attendance.studentName}
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
          {days.map((day) => (
            <th key={day} scope="col" className={classes.day}>
              {day.slice(8)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ student, statuses }) => (
          <tr key={student.student_id ?? student.student_name}>
            <th scope="row" className={classes.name}>
              {student.student_name}
            </th>
            <td className={classes.total}>{totalOf(student)}</td>
            {days.map((day) => {
              const status = statuses.get(day);
              return (
                <td key={day} data-status={status} className={classes.day}>
                  {status ? letters[status] : ''}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PrintedReportProps {
  report: AttendanceReport;
  course: string;
  group: string;
  start: string;
  end: string;
}

/**
 * What paper gets instead of the page: every student and every day, in blocks of days that fit on A4 across. It stands
 * beside the portal in the body, so that nothing of the portal is printed around it.
 */
export function PrintedReport({ report, course, group, start, end }: PrintedReportProps) {
  const days = daysOf(report.students);
  const lines = report.students.map((student) => ({ student, statuses: statusesOf(student) }));
  const facts = [
    { label: p.course, value: course },
    { label: p.class, value: group },
    { label: p.period, value: p.between(formatDate(start), formatDate(end)) },
    { label: p.printedOn, value: formatDate(today()) },
  ];
  return createPortal(
    <article className={classes.sheet} data-printed-report>
      <h1>
        {t.title} · {texts.product}
      </h1>
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes.figures}>
        {figuresOf(report).map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.legend}>{days.length > 0 ? p.legend : p.noDates}</p>
      {days.length === 0 ? <Block days={days} lines={lines} /> : null}
      {inBlocks(days).map((block) => (
        <Block key={block[0]} days={block} lines={lines} />
      ))}
    </article>,
    document.body,
  );
}
