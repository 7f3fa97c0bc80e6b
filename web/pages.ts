import { attendance } from '@gurukul/contract/attendance';
import { dashboards } from '@gurukul/contract/dashboards';
import type { Call, CallInput } from '@gurukul/contract/shared/call';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/roles';
import { lazyRouteComponent } from '@tanstack/react-router';
import { query } from './calls/client.ts';
import { queryClient } from './calls/query-client.ts';
import type * as icons from './layout/icons.ts';
import { pageSizes } from './lib/constants.ts';
import { session } from './lib/session.ts';
import { paths } from './paths.ts';
import type * as en from './texts/en.ts';
import { texts } from './texts/texts.ts';

/** A question to the server. */
export interface Question {
  readonly call: Call;
  readonly input: object;
}

const ask = <C extends Call>(call: C, input: CallInput<C>): Question => ({ call, input: input ?? {} });

export interface Head {
  readonly title: string;
  readonly lead: string;
}

interface MenuPlace {
  /** In whose menu. */
  readonly of: readonly PortalRole[];
  /** The label that it stands under; absent for a link that stands alone. */
  readonly under?: string;
  /** The label itself leads there. */
  readonly isHead?: boolean;
  /** Where the link leads, if not to the page's own address. */
  readonly href?: string;
  readonly name: string;
  readonly icon: keyof typeof icons;
}

export interface Page {
  /** In the router's notation: `/manage/{id}` is `/manage/$id`. */
  readonly path: string;
  /**
   * The roles that may open it. Other roles see nothing of it: the server would refuse its requests, or list nothing.
   */
  readonly roles: readonly PortalRole[];
  readonly component: ReturnType<typeof lazyRouteComponent>;
  readonly importer: () => Promise<unknown>;
  /** The list that the page belongs to, where the breadcrumb leads. */
  readonly list?: string;
  /**
   * The key of further words by which the command bar finds it; absent for a page that the bar does not offer. A page
   * without a menu has a name and an icon of its own in the bar.
   */
  readonly words?: keyof (typeof en)['search']['words'];
  readonly menu?: MenuPlace;
  /** The words at its top, in English, if they are always the same. The build writes them into the HTML page. */
  readonly head?: (english: typeof en, role: PortalRole) => Head;
  /**
   * Its first requests when it is opened from the menu. The page itself must make the same requests, or they are made
   * twice.
   */
  readonly load?: (uid: string) => Promise<readonly Question[]>;
  /** A phone stores it for times without a network. */
  readonly isOffline?: boolean;
}

/** The component, from a file of its own that is loaded when the page is opened. */
const shows = <M extends Record<string, unknown>>(importer: () => Promise<M>, name: keyof M & string) => ({
  importer,
  component: lazyRouteComponent(importer, name),
});

const everybody: readonly PortalRole[] = portalRoles;
const admin: readonly PortalRole[] = ['admin'];
const courseAdmin: readonly PortalRole[] = ['courseadmin'];
const teacher: readonly PortalRole[] = ['teacher'];
const office: readonly PortalRole[] = ['admin', 'courseadmin'];
const teaching: readonly PortalRole[] = ['courseadmin', 'teacher'];

const { menu } = texts.shell;

const dashboardHead = ({ shell, dashboards: { lead } }: typeof en, role: PortalRole): Head => ({
  title: shell.dashboardTitles[role],
  lead: lead[role],
});

const ownHead = (all: Head & { readonly ownLead: string }, role: PortalRole): Head =>
  role === 'admin' ? all : { title: all.title, lead: all.ownLead };

const dashboard = { words: 'dashboard', head: dashboardHead } as const;
const home = { name: menu.dashboard, icon: 'home' } as const;

const today = ask(dashboards.get_today, {});

/** Calls of other features are loaded when a person opens one of their pages. */
const calls = {
  courses: async () => (await import('@gurukul/contract/courses')).courses,
  events: async () => (await import('@gurukul/contract/events')).events,
  mails: async () => (await import('@gurukul/contract/mails')).mails,
  people: async () => (await import('@gurukul/contract/people')).people,
  students: async () => (await import('@gurukul/contract/students')).students,
};

const firstStudents = { course_status: 'active', search: '', sort: '', page: 1 } as const;

/**
 * The signed-in pages, one row each; menus and the command bar keep their order. A page of one thing (a course, a
 * student, a teacher) is for every role: the server decides who may see that thing.
 */
export const pages: readonly Page[] = [
  {
    path: paths.accountAdminDashboard,
    roles: admin,
    ...shows(() => import('./features/dashboards/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
    ...dashboard,
    menu: { ...home, of: admin, under: menu.dashboard, isHead: true, href: paths.home },
    load: async (uid) => [today, ask(dashboards.admin_dashboard, { uid })],
  },
  {
    path: paths.courseAdminDashboard,
    roles: courseAdmin,
    ...shows(
      () => import('./features/dashboards/course-admin-dashboard-page.tsx'),
      'CourseAdminDashboardPage',
    ),
    ...dashboard,
    menu: { ...home, of: courseAdmin },
    load: async (uid) => [today, ask(dashboards.course_admin_dashboard, { uid })],
    isOffline: true,
  },
  {
    path: paths.teacherDashboard,
    roles: teacher,
    ...shows(() => import('./features/dashboards/teacher-dashboard-page.tsx'), 'TeacherDashboardPage'),
    ...dashboard,
    menu: { ...home, of: teacher },
    load: async (uid) => [
      today,
      ask(dashboards.teacher_dashboard, { user_id: uid }),
      ask(attendance.get_rolls, {}),
    ],
    isOffline: true,
  },
  {
    path: paths.courseAdmins,
    roles: admin,
    ...shows(() => import('./features/people/course-admins-page.tsx'), 'CourseAdminsPage'),
    words: 'courseAdmins',
    menu: { of: admin, under: menu.dashboard, name: menu.courseAdmins, icon: 'userShield' },
    head: (t) => t.people.courseAdmins,
    load: async () => [ask((await calls.people()).get_all_courseadmins, {})],
  },
  {
    path: paths.courseAdmin('$id'),
    roles: office,
    ...shows(() => import('./features/people/course-admin-page.tsx'), 'CourseAdminPage'),
    list: paths.courseAdmins,
  },
  {
    path: paths.teachers,
    roles: admin,
    ...shows(() => import('./features/people/teachers-page.tsx'), 'TeachersPage'),
    words: 'teachers',
    menu: { of: admin, under: menu.dashboard, name: menu.teachers, icon: 'chalkboard' },
    head: (t) => t.people.teachers,
    load: async () => [ask((await calls.people()).get_all_teachers, {})],
  },
  {
    path: paths.teacher('$id'),
    roles: everybody,
    ...shows(() => import('./features/people/teacher-page.tsx'), 'TeacherPage'),
    list: paths.teachers,
  },
  {
    path: paths.students,
    roles: admin,
    ...shows(() => import('./features/students/students-page.tsx'), 'StudentsPage'),
    words: 'students',
    menu: { of: admin, under: menu.dashboard, name: menu.students, icon: 'school' },
    head: (t) => t.students.all,
    load: async () => [
      ask((await calls.students()).get_all_students, { ...firstStudents, pageSize: pageSizes.students.size }),
    ],
  },
  {
    path: paths.student('$id'),
    roles: everybody,
    ...shows(() => import('./features/students/student-page.tsx'), 'StudentPage'),
    list: paths.students,
  },
  {
    path: paths.payments,
    roles: admin,
    ...shows(() => import('./features/payments/payments-page.tsx'), 'PaymentsPage'),
    words: 'payments',
    menu: { of: admin, under: menu.dashboard, name: menu.payments, icon: 'cash' },
    head: (t) => t.payments.all,
  },
  {
    path: paths.singlePayment('$id'),
    roles: office,
    ...shows(() => import('./features/payments/payment-detail-page.tsx'), 'SinglePaymentPage'),
    list: paths.payments,
  },
  {
    path: paths.eventTickets,
    roles: admin,
    ...shows(() => import('./features/payments/event-tickets-page.tsx'), 'EventTicketsPage'),
    words: 'eventTickets',
    menu: { of: admin, under: menu.dashboard, name: menu.eventTickets, icon: 'ticket' },
    head: (t) => t.payments.tickets,
  },
  {
    path: paths.queryEmails,
    roles: admin,
    ...shows(() => import('./features/enquiries/query-emails-page.tsx'), 'QueryEmailsPage'),
    words: 'queryEmails',
    menu: { of: admin, under: menu.dashboard, name: menu.queryEmails, icon: 'mail' },
    head: (t) => t.enquiries,
  },
  {
    path: paths.addCourse,
    roles: admin,
    ...shows(() => import('./features/courses/add-course-page.tsx'), 'AddCoursePage'),
    words: 'addCourse',
    menu: { of: admin, under: menu.coursesGroup, name: menu.addCourse, icon: 'filePlus' },
    head: (t) => t.courses.add,
  },
  {
    path: paths.courses,
    roles: admin,
    ...shows(() => import('./features/courses/list/courses-page.tsx'), 'CoursesPage'),
    words: 'courses',
    menu: { of: admin, under: menu.coursesGroup, name: menu.courses, icon: 'books' },
    head: (t) => t.courses.all,
    load: async () => [
      ask((await calls.courses()).get_all_courses, {
        search: '',
        sort: '',
        page: 1,
        pageSize: pageSizes.courses.size,
      }),
    ],
  },
  {
    path: paths.course('$id'),
    roles: everybody,
    ...shows(() => import('./features/courses/detail/course-detail-page.tsx'), 'CourseDetailPage'),
    list: paths.courses,
  },
  {
    path: paths.editCourse('$id'),
    roles: admin,
    ...shows(() => import('./features/courses/edit/edit-course-page.tsx'), 'EditCoursePage'),
    list: paths.courses,
  },

  {
    path: paths.myCourses,
    roles: courseAdmin,
    ...shows(() => import('./features/courses/list/my-courses-page.tsx'), 'MyCoursesPage'),
    words: 'courses',
    menu: { of: courseAdmin, name: menu.myCourses, icon: 'book' },
    head: (t) => t.courses.mine,
  },
  {
    path: paths.singleCourse('$id'),
    roles: everybody,
    ...shows(() => import('./features/courses/detail/course-detail-page.tsx'), 'CourseDetailPage'),
    list: paths.myCourses,
  },
  {
    path: paths.edit('$id'),
    roles: office,
    ...shows(() => import('./features/courses/edit/edit-own-course-page.tsx'), 'EditOwnCoursePage'),
    list: paths.myCourses,
  },
  {
    path: paths.courseAssociation,
    roles: office,
    ...shows(() => import('./features/assignments/association-page.tsx'), 'AssociationPage'),
    words: 'courseAssociation',
    menu: { of: courseAdmin, name: menu.courseAssociation, icon: 'userEdit' },
    head: (t) => t.classes,
  },
  {
    path: paths.manage('$id'),
    roles: office,
    ...shows(() => import('./features/assignments/association-page.tsx'), 'AssociationPage'),
    list: paths.myCourses,
  },
  {
    path: paths.teachersList,
    roles: courseAdmin,
    ...shows(() => import('./features/people/own-teachers-page.tsx'), 'OwnTeachersPage'),
    words: 'teachers',
    menu: { of: courseAdmin, name: menu.teachersList, icon: 'chalkboard' },
    head: (t) => t.people.ownTeachers,
  },
  {
    path: paths.singleTeacher('$id'),
    roles: everybody,
    ...shows(() => import('./features/people/teacher-page.tsx'), 'SingleTeacherPage'),
    list: paths.teachersList,
  },
  {
    path: paths.allStudents,
    roles: courseAdmin,
    ...shows(() => import('./features/students/all-students-page.tsx'), 'AllStudentsPage'),
    words: 'students',
    menu: { of: courseAdmin, name: menu.allStudents, icon: 'school' },
    head: (t) => t.students.own,
    load: async (uid) => [
      ask((await calls.students()).getallstudents_under_courseadmin, {
        user_id: uid,
        ...firstStudents,
        pageSize: pageSizes.allStudents.size,
      }),
    ],
  },
  {
    path: paths.singleStudent('$id'),
    roles: everybody,
    ...shows(() => import('./features/students/student-page.tsx'), 'SingleStudentPage'),
    list: paths.allStudents,
  },
  {
    path: paths.payment,
    roles: courseAdmin,
    ...shows(() => import('./features/payments/own-payments-page.tsx'), 'OwnPaymentsPage'),
    words: 'payments',
    menu: { of: courseAdmin, name: menu.payment, icon: 'cash' },
    head: (t) => t.payments.own,
  },
  {
    path: paths.ownPayment('$id'),
    roles: office,
    ...shows(() => import('./features/payments/payment-detail-page.tsx'), 'OwnPaymentPage'),
    list: paths.payment,
  },
  {
    path: paths.updating,
    roles: office,
    ...shows(() => import('./features/students/updating-page.tsx'), 'UpdatingPage'),
    words: 'updating',
    menu: { of: courseAdmin, name: menu.updating, icon: 'pencil' },
    head: (t) => t.updating,
  },

  {
    path: paths.allCourses,
    roles: teaching,
    ...shows(() => import('./features/courses/list/all-courses-page.tsx'), 'AllCoursesPage'),
    words: 'courses',
    menu: { of: teacher, name: menu.allCourses, icon: 'books' },
    head: (t) => t.courses.taught,
  },
  {
    path: paths.viewCourses,
    roles: teaching,
    ...shows(() => import('./features/courses/detail/course-detail-page.tsx'), 'ViewChosenCoursePage'),
  },
  {
    path: paths.viewCourse('$id'),
    roles: everybody,
    ...shows(() => import('./features/courses/detail/course-detail-page.tsx'), 'ViewCoursePage'),
    list: paths.allCourses,
  },
  {
    path: paths.studentList,
    roles: teaching,
    ...shows(() => import('./features/students/student-list-page.tsx'), 'StudentListPage'),
    words: 'students',
    menu: { of: teacher, name: menu.studentList, icon: 'users' },
    head: (t) => t.students.ofTeacher,
  },
  {
    path: paths.studentProfile('$id'),
    roles: everybody,
    ...shows(() => import('./features/students/student-page.tsx'), 'StudentProfilePage'),
    list: paths.studentList,
  },
  {
    path: paths.schedule,
    roles: teaching,
    ...shows(() => import('./features/schedule/schedule-page.tsx'), 'SchedulePage'),
    words: 'schedule',
    menu: { of: teacher, name: menu.schedule, icon: 'calendarTime' },
  },
  {
    path: paths.attendance,
    roles: everybody,
    ...shows(() => import('./features/attendance/take-attendance-page.tsx'), 'TakeAttendancePage'),
    words: 'takeAttendance',
    menu: { of: teacher, name: menu.takeAttendance, icon: 'checklist' },
    head: (t) => t.attendance.take,
    isOffline: true,
  },
  {
    path: paths.viewAttendance,
    roles: teaching,
    ...shows(() => import('./features/attendance/view-attendance-page.tsx'), 'ViewAttendancePage'),
    list: paths.attendance,
    words: 'history',
    head: (t) => t.attendance.history,
  },
  {
    path: paths.homeworks,
    roles: teaching,
    ...shows(() => import('./features/homework/homework-page.tsx'), 'HomeworkPage'),
    words: 'homework',
    menu: { of: teacher, name: menu.homeworks, icon: 'book' },
    head: (t) => t.homework,
  },

  {
    path: paths.events,
    roles: office,
    ...shows(() => import('./features/events/events-page.tsx'), 'EventsPage'),
    words: 'events',
    menu: { of: office, name: menu.events, icon: 'calendarEvent' },
    head: (t) => t.events,
  },
  {
    path: paths.mails,
    roles: office,
    ...shows(() => import('./features/mails/mails-page.tsx'), 'MailsPage'),
    words: 'mails',
    menu: { of: office, name: menu.mails, icon: 'mailForward' },
    head: (t, role) => ownHead(t.mails, role),
    load: async () => [
      ask((await calls.events()).get_events, {}),
      ask((await calls.mails()).get_mails, {
        state: 'all',
        kind: null,
        event_id: null,
        search: null,
        page: 1,
        pageSize: pageSizes.mails.size,
      }),
    ],
  },
  {
    path: paths.intake,
    roles: admin,
    ...shows(() => import('./features/intake/intake-keys-page.tsx'), 'IntakeKeysPage'),
    words: 'intake',
    menu: { of: admin, name: menu.intake, icon: 'key' },
    head: (t) => t.intake,
  },
  {
    path: paths.bin,
    roles: office,
    ...shows(() => import('./features/audit/bin-page.tsx'), 'BinPage'),
    words: 'bin',
    menu: { of: office, name: menu.bin, icon: 'trash' },
    head: (t, role) => ownHead(t.audit.bin, role),
  },
  {
    path: paths.access,
    roles: admin,
    ...shows(() => import('./features/access/access-page.tsx'), 'AccessPage'),
    words: 'access',
    menu: { of: admin, name: menu.access, icon: 'userCheck' },
    head: (t) => t.access,
  },
  {
    path: paths.roleReach,
    roles: admin,
    ...shows(() => import('./features/accounts/role-reach-page.tsx'), 'RoleReachPage'),
    words: 'roleReach',
    menu: { of: admin, name: menu.roleReach, icon: 'shieldCheck' },
    head: (t) => t.roleReach,
  },
  {
    path: paths.markAttendance,
    roles: everybody,
    ...shows(() => import('./features/attendance/mark-attendance-page.tsx'), 'MarkAttendancePage'),
    words: 'markAttendance',
    menu: { of: teaching, under: menu.attendanceGroup, name: menu.markAttendance, icon: 'clipboardCheck' },
    head: (t) => t.attendance.mark,
  },
  {
    path: paths.attendanceReport,
    roles: everybody,
    ...shows(() => import('./features/attendance/attendance-report-page.tsx'), 'AttendanceReportPage'),
    words: 'attendanceReport',
    menu: { of: teaching, under: menu.attendanceGroup, name: menu.attendanceReport, icon: 'report' },
    head: (t) => t.attendance.report,
  },

  {
    path: paths.importStudents,
    roles: office,
    ...shows(() => import('./features/student-import/import-students-page.tsx'), 'ImportStudentsPage'),
    words: 'importStudents',
  },
  {
    path: paths.profile,
    roles: everybody,
    ...shows(() => import('./features/accounts/profile-page.tsx'), 'ProfilePage'),
    words: 'profile',
  },
  {
    path: paths.editProfile,
    roles: everybody,
    ...shows(() => import('./features/accounts/edit-profile-page.tsx'), 'EditProfilePage'),
    words: 'editProfile',
    head: (t) => t.accounts.edit,
  },
  {
    path: paths.changePassword,
    roles: everybody,
    ...shows(() => import('./features/accounts/change-password-page.tsx'), 'ChangePasswordPage'),
    words: 'changePassword',
    head: (t) => t.accounts.change,
  },
];

/** Starts the first requests of a page while its code is loading. If one fails, the page makes it again. */
export async function loadFirst({ roles, load }: Page): Promise<void> {
  if (!load || !session.role || !roles.includes(session.role)) return;
  const questions = await load(session.uid).catch(() => []);
  for (const { call, input } of questions) void queryClient.prefetchQuery(query(call, input));
}
