import { attendanceStatuses, markLetters, type AttendanceStatus } from '@gurukul/contract/attendance';
import { formatDate } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import classes from './mini-strip.module.css';

const { statuses } = attendanceTexts;

const statusOf = (letter: string): AttendanceStatus | undefined =>
  attendanceStatuses.find((status) => markLetters[status] === letter.toLowerCase());

interface MiniStripProps {
  /** Letters of `markLetters`, one for each of `dates`. */
  marks: string;
  /** Earliest first. */
  dates: readonly string[];
}

/** The marks of some weeks in one line of a table: a box a meeting, the newest at the end. Words stand beside it. */
export function MiniStrip({ marks, dates }: MiniStripProps) {
  return (
    <span className={classes.strip} aria-hidden>
      {dates
        .map((day, place) => ({ day, place }))
        .map(({ day, place }) => {
          const status = statusOf(marks[place] ?? '');
          const words = status ? `${formatDate(day)}: ${statuses[status]}` : formatDate(day);
          return <span key={`${day} ${place}`} className={classes.box} data-status={status} title={words} />;
        })}
    </span>
  );
}
