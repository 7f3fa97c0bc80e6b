import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { paths, type Route } from './paths.ts';
import type * as en from './texts/en.ts';

export interface Head {
  readonly title: string;
  readonly lead: string;
}

const dashboard = ({ shell, dashboards: { lead } }: typeof en, role: PortalRole): Head => ({
  title: shell.dashboardTitles[role],
  lead: lead[role],
});

const ownHead = (all: Head & { readonly ownLead: string }, role: PortalRole): Head =>
  role === 'admin' ? all : { title: all.title, lead: all.ownLead };

type HeadOf = (english: typeof en, role: PortalRole) => Head;

/**
 * The words at the top of a page, in English, where they are always the same. The build writes them into the HTML page;
 * no browser loads them.
 */
export const heads: Readonly<Partial<Record<Route, HeadOf>>> = {
  [paths.accountAdminDashboard]: dashboard,
  [paths.courseAdminDashboard]: dashboard,
  [paths.teacherDashboard]: dashboard,
  [paths.reports]: (t) => t.reports,
  [paths.courseAdmins]: (t) => t.people.courseAdmins,
  [paths.teachers]: (t) => t.people.teachers,
  [paths.students]: (t) => t.students.all,
  [paths.payments]: (t) => t.payments.all,
  [paths.eventTickets]: (t) => t.payments.tickets,
  [paths.queryEmails]: (t) => t.enquiries,
  [paths.addCourse]: (t) => t.courses.add,
  [paths.courses]: (t) => t.courses.all,
  [paths.myCourses]: (t) => t.courses.mine,
  [paths.courseAssociation]: (t) => t.classes,
  [paths.teachersList]: (t) => t.people.ownTeachers,
  [paths.allStudents]: (t) => t.students.own,
  [paths.payment]: (t) => t.payments.own,
  [paths.owing]: (t, role) => ownHead(t.ledger, role),
  [paths.settlements]: (t) => t.settlements,
  [paths.updating]: (t) => t.updating,
  [paths.allCourses]: (t) => t.courses.taught,
  [paths.studentList]: (t) => t.students.ofTeacher,
  [paths.calendar]: (t) => t.calendarPage,
  [paths.attendance]: (t) => t.attendance.take,
  [paths.viewAttendance]: (t) => t.attendance.history,
  [paths.homeworks]: (t) => t.homework,
  [paths.events]: (t) => t.events,
  [paths.mails]: (t, role) => ownHead(t.mails, role),
  [paths.settings]: (t) => t.provider,
  [paths.intake]: (t) => t.intake,
  [paths.daysOff]: ({ daysOff: { title, pageLead } }) => ({ title, lead: pageLead }),
  [paths.messages]: (t) => t.messages,
  [paths.cover]: (t) => t.cover,
  [paths.approvals]: (t) => t.approvals,
  [paths.bin]: (t, role) => ownHead(t.audit.bin, role),
  [paths.access]: (t) => t.access,
  [paths.security]: (t) => t.security,
  [paths.roleReach]: (t) => t.roleReach,
  [paths.invitations]: (t) => t.invitations,
  [paths.practiceRoll]: (t) => t.setup.practice,
  [paths.openidServices]: (t) => t.openidServices,
  [paths.setup]: (t) => t.setup,
  [paths.markAttendance]: (t) => t.attendance.mark,
  [paths.attendanceReport]: (t) => t.attendance.report,
  [paths.help]: (t) => t.help,
  [paths.editProfile]: (t) => t.profile.edit,
  [paths.changePassword]: (t) => t.profile.change,
};
