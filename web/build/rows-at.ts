import type { RowsAt } from '../first-paint.ts';
import { paths } from '../paths.ts';

/**
 * Where the rows of a page stand that the HTML page shows some of, for nothing may move when the page itself comes. The
 * story `jumps` measures them.
 */
export const rowsAt: Readonly<Record<string, RowsAt>> = {
  [paths.accountAdminDashboard]: [499, 76, 390, 50, 390, 46],
  [paths.courseAdminDashboard]: [499, 76, 390, 50, 390, 46],
  [paths.teacherDashboard]: [422, 86, 355, 68, 355, 68],
  [paths.courseAdmins]: [219, 60, 260, 40, 260, 40],
  [paths.courseAdmin]: [306, 60, 452, 44, 452, 44],
  [paths.teachers]: [219, 60, 273, 48, 273, 48],
  [paths.teacher]: [456, 60, 505, 44, 488, 44],
  [paths.singleTeacher]: [410, 60, 488, 44, 488, 44],
  [paths.students]: [219, 60, 302, 56, 294, 43],
  [paths.student]: [503, 60, 488, 44, 473, 44],
  [paths.payments]: [255, 61, 307, 45, 289, 43],
  [paths.courses]: [183, 60, 261, 44, 261, 43],
  [paths.myCourses]: [167, 60, 280, 44, 258, 40],
  [paths.allStudents]: [219, 60, 309, 62, 300, 62],
  [paths.studentList]: [167, 60, 251, 43, 251, 43],
  [paths.studentProfile]: [518, 60, 466, 44, 466, 44],
  [paths.singleStudent]: [503, 60, 498, 44, 488, 44],
  [paths.schedule]: [243, 60, 263, 47, 260, 40],
  [paths.attendance]: [258, 86, 243, 68, 243, 68],
  [paths.events]: [249, 60, 302, 43, 302, 43],
  [paths.mails]: [255, 60, 358, 43, 318, 43],
  [paths.invitations]: [219, 60, 260, 43, 260, 43],
};
