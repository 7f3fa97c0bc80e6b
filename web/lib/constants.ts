/** Numbers that several screens of the portal share. */

export const searchDebounceMs = 500;

/** The time zone of the office. Payments are listed, filtered and summed by its days, in every viewer's zone. */
export const officeZone = 'Asia/Kolkata';

/** Characters of a glimpse that its summary shows. */
export const glimpseSummaryLength = 42;

const wideChoice = [10, 20, 30, 40, 50, 100] as const;

export interface PageSize {
  readonly size: number;
  /** The sizes to choose from; absent where the size is fixed. */
  readonly sizes?: readonly number[];
}

/** Rows per page, by screen. */
export const pageSizes = {
  updating: { size: 10 },
  courseAdmins: { size: 10 },
  associationClasses: { size: 5 },
  associationTeachers: { size: 10 },
  courses: { size: 8 },
  profileTables: { size: 6 },
  students: { size: 30, sizes: wideChoice },
  teachers: { size: 30, sizes: wideChoice },
  teachersList: { size: 30, sizes: wideChoice },
  payments: { size: 50, sizes: wideChoice },
  payment: { size: 10 },
  allStudents: { size: 10, sizes: wideChoice },
  allCourses: { size: 8 },
  myCourses: { size: 8 },
  studentList: { size: 10 },
  homeworks: { size: 10 },
  eventRegistrations: { size: 10 },
  events: { size: 10 },
  mails: { size: 20, sizes: [20, 50, 100] },
  eventTickets: { size: 10 },
  intakeKeys: { size: 10 },
  access: { size: 10, sizes: [10, 20, 50, 100] },
  roleReach: { size: 50, sizes: wideChoice },
  attendanceReport: { size: 8, sizes: [8, 20, 50, 100] },
  schedule: { size: 10 },
  attendance: { size: 10 },
  viewAttendance: { size: 10 },
} as const satisfies Record<string, PageSize>;

/** Height of the Mark Attendance table: roomy for few rows, capped for many. */
export function attendanceTableHeight(rows: number): number {
  if (rows === 1) return 230;
  if (rows === 2) return 2 * 130;
  return Math.min(rows * 110, 600);
}
