import { portalRoles, type PortalRole } from '@gurukul/contract/shared/roles';
import { paths } from './paths.ts';

const everybody: readonly PortalRole[] = portalRoles;
const admin: readonly PortalRole[] = ['admin'];
const courseAdmin: readonly PortalRole[] = ['courseadmin'];
const teacher: readonly PortalRole[] = ['teacher'];
const office: readonly PortalRole[] = ['admin', 'courseadmin'];
const teaching: readonly PortalRole[] = ['courseadmin', 'teacher'];

/**
 * Whom each signed-in page is for, by its address in the router's notation. Nobody else is shown any of it, since the
 * server would refuse what it asks for, or it would list what is the person's own and that person has none of. A page
 * of one thing (a course, a student, a teacher) is for every role: the server knows who may see that one.
 */
export const pageRoles: Readonly<Record<string, readonly PortalRole[]>> = {
  [paths.profile]: everybody,
  [paths.editProfile]: everybody,
  [paths.changePassword]: everybody,

  [paths.accountAdminDashboard]: admin,
  [paths.courseAdmins]: admin,
  [paths.teachers]: admin,
  [paths.students]: admin,
  [paths.payments]: admin,
  [paths.eventTickets]: admin,
  [paths.queryEmails]: admin,
  [paths.intake]: admin,
  [paths.access]: admin,
  [paths.roleReach]: admin,
  [paths.courses]: admin,
  [paths.addCourse]: admin,
  [paths.editCourse('$id')]: admin,

  [paths.courseAdminDashboard]: courseAdmin,
  [paths.myCourses]: courseAdmin,
  [paths.teachersList]: courseAdmin,
  [paths.allStudents]: courseAdmin,
  [paths.payment]: courseAdmin,

  [paths.courseAdmin('$id')]: office,
  [paths.singlePayment('$id')]: office,
  [paths.ownPayment('$id')]: office,
  [paths.courseAssociation]: office,
  [paths.manage('$id')]: office,
  [paths.edit('$id')]: office,
  [paths.updating]: office,
  [paths.importStudents]: office,
  [paths.events]: office,
  [paths.mails]: office,
  [paths.bin]: office,

  [paths.teacherDashboard]: teacher,
  [paths.allCourses]: teaching,
  [paths.viewCourses]: teaching,
  [paths.studentList]: teaching,
  [paths.schedule]: teaching,
  [paths.homeworks]: teaching,
  [paths.viewAttendance]: teaching,

  [paths.attendance]: everybody,
  [paths.markAttendance]: everybody,
  [paths.attendanceReport]: everybody,
  [paths.course('$id')]: everybody,
  [paths.singleCourse('$id')]: everybody,
  [paths.viewCourse('$id')]: everybody,
  [paths.teacher('$id')]: everybody,
  [paths.singleTeacher('$id')]: everybody,
  [paths.student('$id')]: everybody,
  [paths.singleStudent('$id')]: everybody,
  [paths.studentProfile('$id')]: everybody,
};
