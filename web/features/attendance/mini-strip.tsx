import { attendanceStatuses, markLetters, type AttendanceStatus } from '@gurukul/contract/attendance';
import { formatDate } from '#web/lib/format/format.ts';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { MarkBoxes } from './mark-boxes.tsx';

const { statuses } = attendanceTexts;

const statusOf = (letter: string | undefined): AttendanceStatus | undefined =>
  attendanceStatuses.find((status) => markLetters[status] === letter?.toLowerCase());

interface MiniStripProps {
  /** Letters of `markLetters`, one for each of `dates`. */
  marks: string;
  /** Earliest first. */
  dates: readonly string[];
}

/** Marks as boxes, each with its day. */
export function MiniStrip({ marks, dates }: MiniStripProps) {
  const titleOf = (place: number) => {
    const status = statusOf(marks[place]);
    const day = formatDate(dates[place] ?? '');
    return status ? `${day}: ${statuses[status]}` : day;
  };
  return <MarkBoxes marks={marks} titleOf={titleOf} />;
}
