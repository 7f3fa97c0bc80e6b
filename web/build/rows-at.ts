import type { RowsAt } from '../first-paint.ts';
import { paths } from '../paths.ts';

/** The dashboards of the office have one layout. */
const ofOffice: RowsAt = {
  en: [502, 83, 390, 50, 390, 46],
  te: [512, 88, 390, 50, 390, 49],
  hi: [467, 76, 390, 50, 390, 46],
};

/**
 * Where the rows of a page stand that the HTML page shows some of, for nothing may move when the page itself comes. The
 * story `jumps` measures them.
 */
export const rowsAt: Readonly<Record<string, RowsAt>> = {
  [paths.accountAdminDashboard]: ofOffice,
  [paths.courseAdminDashboard]: ofOffice,
  [paths.teacherDashboard]: { en: [425, 86, 355, 68, 355, 68], hi: [404, 86, 355, 68, 355, 68] },
  [paths.courseAdmins]: { en: [222, 60, 260, 40, 260, 40] },
  [paths.courseAdmin]: { en: [309, 60, 452, 44, 452, 44], hi: [288, 60, 452, 44, 452, 44] },
  [paths.teachers]: { en: [222, 60, 273, 48, 273, 48] },
  [paths.teacher]: {
    en: [459, 60, 505, 44, 488, 44],
    te: [480, 60, 530, 44, 522, 44],
    hi: [484, 60, 505, 44, 505, 44],
  },
  [paths.singleTeacher]: { en: [413, 60, 488, 44, 488, 44] },
  [paths.students]: {
    en: [222, 60, 294, 54, 294, 49],
    te: [222, 60, 307, 49, 293, 49],
    hi: [222, 60, 294, 49, 293, 49],
  },
  [paths.student]: {
    en: [506, 60, 488, 44, 473, 44],
    te: [552, 60, 478, 44, 473, 44],
    hi: [506, 60, 477, 44, 473, 44],
  },
  [paths.payments]: {
    en: [258, 61, 307, 45, 289, 43],
    te: [258, 61, 307, 45, 306, 43],
    hi: [258, 61, 289, 45, 289, 43],
  },
  [paths.courses]: { en: [186, 60, 261, 44, 261, 43], hi: [186, 60, 261, 42, 261, 43] },
  [paths.myCourses]: { en: [170, 60, 280, 44, 258, 40], te: [170, 60, 274, 44, 258, 40] },
  [paths.allStudents]: {
    en: [222, 60, 303, 58, 301, 58],
    te: [231, 60, 320, 58, 301, 58],
    hi: [222, 60, 303, 58, 301, 58],
  },
  [paths.studentList]: { en: [170, 60, 251, 43, 251, 43] },
  [paths.studentProfile]: {
    en: [521, 60, 466, 44, 466, 44],
    te: [544, 60, 466, 44, 466, 44],
    hi: [521, 60, 443, 44, 466, 44],
  },
  [paths.singleStudent]: {
    en: [506, 60, 498, 44, 488, 44],
    te: [529, 60, 487, 44, 476, 44],
    hi: [529, 60, 487, 44, 476, 44],
  },
  [paths.schedule]: { en: [246, 60, 263, 47, 260, 40], hi: [246, 60, 263, 40, 260, 40] },
  [paths.attendance]: {
    en: [261, 86, 254, 68, 254, 68],
    te: [286, 86, 243, 68, 254, 68],
    hi: [261, 86, 243, 68, 254, 68],
  },
  [paths.events]: { en: [252, 60, 302, 43, 302, 43] },
  [paths.mails]: { en: [258, 60, 358, 43, 318, 43], te: [258, 60, 398, 43, 362, 43] },
  [paths.invitations]: { en: [222, 60, 260, 43, 260, 43] },
};
