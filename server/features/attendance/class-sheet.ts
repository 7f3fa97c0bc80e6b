import type { Db } from '#server/db/pool.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import { reportHeaders, reportLines } from './report-forms.ts';
import { readMarks } from './report-queries.ts';
import type { Period } from './report-queries.ts';
import { sheetOf } from './report-sheet.ts';

/** The attendance report of a class as a spreadsheet, and its number of students; null for a class out of reach. */
export async function sheetOfClass(db: Db, caller: Caller, period: Period) {
  const packed = await readMarks(db, caller, period);
  if (packed === null) return null;
  const sheet = sheetOf(period.start_date, period.end_date, packed.students, packed.twice);
  const file = {
    name: 'attendance-report',
    title: 'Attendance',
    headers: reportHeaders(sheet),
    format: 'xlsx',
  } as const;
  return { rows: sheet.total_student_count, sheet: spreadsheet(file, reportLines(sheet)) };
}
