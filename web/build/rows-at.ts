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
  [paths.courseAdmin]: [324, 60, 455, 44, 455, 44],
  [paths.teachers]: [219, 60, 273, 48, 273, 48],
  [paths.teacher]: [498, 60, 508, 44, 508, 44],
  [paths.singleTeacher]: [498, 60, 508, 44, 508, 44],
  [paths.students]: [219, 60, 302, 56, 294, 43],
  [paths.student]: [508, 60, 522, 44, 507, 44],
  [paths.payments]: [255, 61, 307, 45, 289, 43],
  [paths.courses]: [183, 60, 261, 44, 261, 43],
  [paths.myCourses]: [167, 60, 280, 44, 258, 40],
  [paths.allStudents]: [219, 60, 309, 62, 300, 62],
  [paths.studentList]: [167, 60, 251, 43, 251, 43],
  [paths.studentProfile]: [523, 60, 557, 44, 492, 44],
  [paths.singleStudent]: [508, 60, 532, 44, 522, 44],
  [paths.schedule]: [243, 60, 263, 47, 260, 40],
  [paths.attendance]: [258, 86, 243, 68, 243, 68],
  [paths.events]: [249, 60, 302, 43, 302, 43],
  [paths.mails]: [255, 60, 358, 43, 318, 43],
  [paths.invitations]: [219, 60, 260, 43, 260, 43],
};
