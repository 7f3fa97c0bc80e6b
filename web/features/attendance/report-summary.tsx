import type { AttendanceSheet } from '@gurukul/contract/attendance';
import { attendanceTexts } from '#web/texts/attendance.ts';
import colours from './mark-colours.module.css';
import { figuresOf } from './report-figures.ts';
import classes from './report-summary.module.css';

/** The class as a whole, on cards. */
export function ReportSummary({ sheet }: { sheet: AttendanceSheet }) {
  return (
    <section aria-label={attendanceTexts.report.summary}>
      <dl className={`${colours.marks} ${classes.cards}`}>
        {figuresOf(sheet).map(({ id, label, value }) => (
          <div key={id} className={classes.card} data-status={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
