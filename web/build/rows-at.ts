import type { RowsAt } from '../first-paint.ts';
import { paths } from '../paths.ts';

/** The dashboards of the office have one layout. */
const ofOffice: RowsAt = {
  en: [499, 83, 390, 50, 390, 46],
  te: [509, 88, 390, 50, 390, 49],
  hi: [464, 76, 390, 50, 390, 46],
};

/**
 * Where the rows of a page stand that the HTML page shows some of, for nothing may move when the page itself comes. The
 * story `jumps` measures them.
 */
export const rowsAt: Readonly<Record<string, RowsAt>> = {
  [paths.accountAdminDashboard]: ofOffice,
  [paths.courseAdminDashboard]: ofOffice,
  [paths.teacherDashboard]: { en: [422, 86, 355, 68, 355, 68], hi: [401, 86, 355, 68, 355, 68] },
  [paths.courseAdmins]: { en: [219, 60, 260, 40, 260, 40] },
  [paths.courseAdmin]: { en: [306, 60, 452, 44, 452, 44], hi: [285, 60, 452, 44, 452, 44] },
  [paths.teachers]: { en: [219, 60, 273, 48, 273, 48] },
  [paths.teacher]: {
    en: [456, 60, 505, 44, 488, 44],
    te: [477, 60, 530, 44, 522, 44],
    hi: [481, 60, 505, 44, 505, 44],
  },
  [paths.singleTeacher]: { en: [410, 60, 488, 44, 488, 44] },
  [paths.students]: {
    en: [219, 60, 302, 56, 294, 43],
    te: [219, 60, 316, 56, 294, 43],
    hi: [219, 60, 310, 46, 302, 43],
  },
  [paths.student]: {
    en: [503, 60, 488, 44, 473, 44],
    te: [549, 60, 478, 44, 473, 44],
    hi: [503, 60, 477, 44, 473, 44],
  },
  [paths.payments]: {
    en: [255, 61, 307, 45, 289, 43],
    te: [255, 61, 307, 45, 306, 43],
    hi: [255, 61, 289, 45, 289, 43],
  },
  [paths.courses]: { en: [183, 60, 261, 44, 261, 43], hi: [183, 60, 261, 42, 261, 43] },
  [paths.myCourses]: { en: [167, 60, 280, 44, 258, 40], te: [167, 60, 274, 44, 258, 40] },
  [paths.allStudents]: {
    en: [219, 60, 309, 62, 300, 62],
    te: [228, 60, 328, 62, 300, 62],
    hi: [219, 60, 309, 62, 311, 62],
  },
  [paths.studentList]: { en: [167, 60, 251, 43, 251, 43] },
  [paths.studentProfile]: {
    en: [518, 60, 466, 44, 466, 44],
    te: [541, 60, 466, 44, 466, 44],
    hi: [518, 60, 443, 44, 466, 44],
  },
  [paths.singleStudent]: {
    en: [503, 60, 498, 44, 488, 44],
    te: [526, 60, 487, 44, 476, 44],
    hi: [526, 60, 487, 44, 476, 44],
  },
  [paths.schedule]: { en: [243, 60, 263, 47, 260, 40], hi: [243, 60, 263, 40, 260, 40] },
  [paths.attendance]: {
    en: [258, 86, 254, 68, 254, 68],
    te: [283, 86, 243, 68, 254, 68],
    hi: [258, 86, 243, 68, 254, 68],
  },
  [paths.events]: { en: [249, 60, 302, 43, 302, 43] },
  [paths.mails]: { en: [255, 60, 358, 43, 318, 43], te: [255, 60, 398, 43, 362, 43] },
  [paths.invitations]: { en: [219, 60, 260, 43, 260, 43] },
};
