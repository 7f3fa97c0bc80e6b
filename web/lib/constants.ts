/** Numbers that several screens of the portal share. */

export const searchDebounceMs = 500;

/** Characters of a glimpse that its summary shows. */
export const glimpseSummaryLength = 42;

/** The sizes of most long lists. */
export const sizeChoice = [10, 20, 30, 40, 50, 100] as const;

export interface PageSize {
  readonly size: number;
  /** The sizes to choose from; absent where the size is fixed. */
  readonly sizes?: readonly number[];
}

/** Rows per page, where several places must say the same. */
export const pageSizes = {
  courses: { size: 8 },
  teachers: { size: 30, sizes: sizeChoice },
  events: { size: 10 },
  profileTables: { size: 6 },
  students: { size: 30, sizes: sizeChoice },
  allStudents: { size: 10, sizes: sizeChoice },
  payments: { size: 50, sizes: sizeChoice },
  notes: { size: 20 },
  mails: { size: 20, sizes: [20, 50, 100] },
  security: { size: 50, sizes: [20, 50, 100] },
  access: { size: 10, sizes: [10, 20, 50, 100] },
} as const satisfies Record<string, PageSize>;

/** Height of the Mark Attendance table: roomy for few rows, capped for many. */
export function attendanceTableHeight(rows: number): number {
  if (rows === 1) return 230;
  if (rows === 2) return 2 * 130;
  return Math.min(rows * 110, 600);
}
