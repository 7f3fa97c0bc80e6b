import { setImmediate } from 'node:timers/promises';
import { attendanceLabels, attendanceStatuses } from '@gurukul/contract/attendance';
import type {
  AttendanceReport,
  AttendanceSheet,
  AttendanceStatus,
  ReportStudent,
} from '@gurukul/contract/attendance';
import type { Cell } from '#server/http/answers/spreadsheet.ts';
import { countLetters, statusOf } from './report-sheet.ts';
import { percentage } from '#server/percentage.ts';

type SheetStudent = AttendanceSheet['students'][number];
type ReportRecord = ReportStudent['attendance_records'][number];

const summaryOf = ({ present, recorded }: Pick<SheetStudent, 'present' | 'recorded'>) =>
  `${present}/${recorded}`;

/** '4/5 (80%)' */
const totalOf = (counts: Pick<SheetStudent, 'present' | 'recorded'>) =>
  `${summaryOf(counts)} (${percentage(counts.present, counts.recorded)}%)`;

const studentsInTurn = 100;

/**
 * One student after the other. A fast reader takes them without a pause, so this lets other requests in now and then.
 */
async function* inTurns(students: readonly SheetStudent[]): AsyncGenerator<SheetStudent> {
  for (const [index, student] of students.entries()) {
    if (index % studentsInTurn === studentsInTurn - 1) await setImmediate();
    yield student;
  }
}

/**
 * The report with a record for every mark, as JSON text: first the totals, then student by student. For 5,000 students
 * and 120 dates it is 40 MB, of which memory contains a few kilobytes at a time.
 */
export async function* reportJson(answer: object, sheet: AttendanceSheet): AsyncGenerator<string> {
  const { total_student_count, statistics } = sheet;
  const totals: Omit<AttendanceReport, 'students'> = { total_student_count, statistics };
  yield `${JSON.stringify(answer).slice(0, -1)},"data":${JSON.stringify(totals).slice(0, -1)},"students":[`;
  // Every possible record, written once. A student's text then only joins theirs.
  const records = new Map(
    attendanceStatuses.map((status) => [
      status,
      sheet.dates.map((date, place) => recordText(date, status, sheet.times?.[place])),
    ]),
  );
  let comma = '';
  for await (const student of inTurns(sheet.students)) {
    const own: string[] = [];
    for (const [place, status] of Array.from(student.marks, statusOf).entries()) {
      if (status !== null) own.push(records.get(status)![place]!);
    }
    yield `${comma}${JSON.stringify(lineOf(student)).slice(0, -1)},"attendance_records":[${own.join(',')}]}`;
    comma = ',';
  }
  yield ']}}';
}

function recordText(attendance_date: string, attendance_status: AttendanceStatus, time = ''): string {
  const record: ReportRecord = { attendance_date, ...(time === '' ? {} : { time }), attendance_status };
  return JSON.stringify(record);
}

const lineOf = (student: SheetStudent): Omit<ReportStudent, 'attendance_records'> => ({
  student_id: student.student_id,
  student_name: student.student_name,
  attendance_summary: summaryOf(student),
  attendance_percentage: percentage(student.present, student.recorded),
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 24-Jan-2026 from 2026-01-24, and the time of the meeting on a day with two. */
export const shownDay = (date: string, time = ''): string => {
  const [year, month, day] = date.split('-');
  return `${day}-${months[Number(month) - 1]}-${year}${time === '' ? '' : ` ${time}`}`;
};

const labelOf = (letter: string): Cell => {
  const status = statusOf(letter);
  return status === null ? null : attendanceLabels[status];
};

export const reportHeaders = ({ dates, times = [] }: AttendanceSheet): string[] => [
  'Student Name',
  'Total',
  ...dates.map((date, place) => shownDay(date, times[place])),
];

/** One line per student. Below them are the sums for the period and for each date, and the share of each status. */
export async function* reportLines(sheet: AttendanceSheet): AsyncGenerator<readonly Cell[]> {
  const { students, dates, statistics } = sheet;
  for await (const student of inTurns(students)) {
    yield [student.student_name, totalOf(student), ...Array.from(student.marks, labelOf)];
  }
  yield [];
  yield [
    'All students',
    totalOf({
      present: students.reduce((sum, { present }) => sum + present, 0),
      recorded: students.reduce((sum, { recorded }) => sum + recorded, 0),
    }),
    ...dates.map((_, place) => totalOf(countLetters(students.map(({ marks }) => marks[place]).join('')))),
  ];
  yield ['Total Students', sheet.total_student_count];
  yield [attendanceLabels.present, `${statistics.present_student_percentage}%`];
  yield [attendanceLabels.absent, `${statistics.absent_student_percentage}%`];
  yield [attendanceLabels.moved, `${statistics.moved_student_percentage}%`];
  yield [attendanceLabels['drop-out'], `${statistics.drop_out_student_percentage}%`];
}
