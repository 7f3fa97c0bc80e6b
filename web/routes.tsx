import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type RouterHistory,
} from '@tanstack/react-router';
import { CrashedPage } from './layout/crashed-page.tsx';
import { NotFound, NotFoundPage } from './layout/not-found-page.tsx';
import { PagePending } from './layout/page-pending.tsx';
import { session, whyEnded } from './lib/session.ts';
import { parseSearch, stringifySearch, validateSearch } from './lib/address-search.ts';
import { dashboardOf, paths } from './paths.ts';

const LoginPage = lazyRouteComponent(() => import('./features/accounts/login-page.tsx'), 'LoginPage');
const SignUpPage = lazyRouteComponent(() => import('./features/accounts/sign-up-page.tsx'), 'SignUpPage');
const ForgotPasswordPage = lazyRouteComponent(
  () => import('./features/accounts/forgot-password-page.tsx'),
  'ForgotPasswordPage',
);

/** The signed-in pages. A path in the router's notation: `/manage/{id}` is `/manage/$id`. */
const pages = {
  [paths.profile]: lazyRouteComponent(() => import('./features/accounts/profile-page.tsx'), 'ProfilePage'),
  [paths.editProfile]: lazyRouteComponent(
    () => import('./features/accounts/edit-profile-page.tsx'),
    'EditProfilePage',
  ),
  [paths.changePassword]: lazyRouteComponent(
    () => import('./features/accounts/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
  [paths.accountAdminDashboard]: lazyRouteComponent(
    () => import('./features/dashboards/admin-dashboard-page.tsx'),
    'AdminDashboardPage',
  ),
  [paths.courseAdminDashboard]: lazyRouteComponent(
    () => import('./features/dashboards/course-admin-dashboard-page.tsx'),
    'CourseAdminDashboardPage',
  ),
  [paths.teacherDashboard]: lazyRouteComponent(
    () => import('./features/dashboards/teacher-dashboard-page.tsx'),
    'TeacherDashboardPage',
  ),
  [paths.courses]: lazyRouteComponent(() => import('./features/courses/courses-page.tsx'), 'CoursesPage'),
  [paths.course('$id')]: lazyRouteComponent(
    () => import('./features/courses/course-detail-page.tsx'),
    'CourseDetailPage',
  ),
  [paths.singleCourse('$id')]: lazyRouteComponent(
    () => import('./features/courses/course-detail-page.tsx'),
    'CourseDetailPage',
  ),
  [paths.viewCourses]: lazyRouteComponent(
    () => import('./features/courses/course-detail-page.tsx'),
    'ViewChosenCoursePage',
  ),
  [paths.viewCourse('$id')]: lazyRouteComponent(
    () => import('./features/courses/course-detail-page.tsx'),
    'ViewCoursePage',
  ),
  [paths.addCourse]: lazyRouteComponent(
    () => import('./features/courses/add-course-page.tsx'),
    'AddCoursePage',
  ),
  [paths.edit('$id')]: lazyRouteComponent(
    () => import('./features/courses/edit-own-course-page.tsx'),
    'EditOwnCoursePage',
  ),
  [paths.editCourse('$id')]: lazyRouteComponent(
    () => import('./features/courses/edit-course-page.tsx'),
    'EditCoursePage',
  ),
  [paths.myCourses]: lazyRouteComponent(
    () => import('./features/courses/my-courses-page.tsx'),
    'MyCoursesPage',
  ),
  [paths.allCourses]: lazyRouteComponent(
    () => import('./features/courses/all-courses-page.tsx'),
    'AllCoursesPage',
  ),
  [paths.courseAssociation]: lazyRouteComponent(
    () => import('./features/classes/association-page.tsx'),
    'AssociationPage',
  ),
  [paths.manage('$id')]: lazyRouteComponent(
    () => import('./features/classes/association-page.tsx'),
    'AssociationPage',
  ),
  [paths.courseAdmins]: lazyRouteComponent(
    () => import('./features/people/course-admins-page.tsx'),
    'CourseAdminsPage',
  ),
  [paths.courseAdmin('$id')]: lazyRouteComponent(
    () => import('./features/people/course-admin-page.tsx'),
    'CourseAdminPage',
  ),
  [paths.teachers]: lazyRouteComponent(() => import('./features/people/teachers-page.tsx'), 'TeachersPage'),
  [paths.teacher('$id')]: lazyRouteComponent(
    () => import('./features/people/teacher-page.tsx'),
    'TeacherPage',
  ),
  [paths.teachersList]: lazyRouteComponent(
    () => import('./features/people/own-teachers-page.tsx'),
    'OwnTeachersPage',
  ),
  [paths.singleTeacher('$id')]: lazyRouteComponent(
    () => import('./features/people/teacher-page.tsx'),
    'SingleTeacherPage',
  ),
  [paths.students]: lazyRouteComponent(() => import('./features/students/students-page.tsx'), 'StudentsPage'),
  [paths.allStudents]: lazyRouteComponent(
    () => import('./features/students/all-students-page.tsx'),
    'AllStudentsPage',
  ),
  [paths.student('$id')]: lazyRouteComponent(
    () => import('./features/students/student-page.tsx'),
    'StudentPage',
  ),
  [paths.singleStudent('$id')]: lazyRouteComponent(
    () => import('./features/students/student-page.tsx'),
    'SingleStudentPage',
  ),
  [paths.studentProfile('$id')]: lazyRouteComponent(
    () => import('./features/students/student-page.tsx'),
    'StudentProfilePage',
  ),
  [paths.updating]: lazyRouteComponent(() => import('./features/students/updating-page.tsx'), 'UpdatingPage'),
  [paths.importStudents]: lazyRouteComponent(
    () => import('./features/students/import-students-page.tsx'),
    'ImportStudentsPage',
  ),
  [paths.studentList]: lazyRouteComponent(
    () => import('./features/students/student-list-page.tsx'),
    'StudentListPage',
  ),
  [paths.payments]: lazyRouteComponent(() => import('./features/payments/payments-page.tsx'), 'PaymentsPage'),
  [paths.singlePayment('$id')]: lazyRouteComponent(
    () => import('./features/payments/payment-detail-page.tsx'),
    'SinglePaymentPage',
  ),
  [paths.payment]: lazyRouteComponent(
    () => import('./features/payments/own-payments-page.tsx'),
    'OwnPaymentsPage',
  ),
  [paths.ownPayment('$id')]: lazyRouteComponent(
    () => import('./features/payments/payment-detail-page.tsx'),
    'OwnPaymentPage',
  ),
  [paths.eventTickets]: lazyRouteComponent(
    () => import('./features/payments/event-tickets-page.tsx'),
    'EventTicketsPage',
  ),
  [paths.queryEmails]: lazyRouteComponent(
    () => import('./features/enquiries/query-emails-page.tsx'),
    'QueryEmailsPage',
  ),
  [paths.intake]: lazyRouteComponent(
    () => import('./features/intake/intake-keys-page.tsx'),
    'IntakeKeysPage',
  ),
  [paths.access]: lazyRouteComponent(() => import('./features/access/access-page.tsx'), 'AccessPage'),
  [paths.roleReach]: lazyRouteComponent(
    () => import('./features/accounts/role-reach-page.tsx'),
    'RoleReachPage',
  ),
  [paths.attendance]: lazyRouteComponent(
    () => import('./features/attendance/take-attendance-page.tsx'),
    'TakeAttendancePage',
  ),
  [paths.viewAttendance]: lazyRouteComponent(
    () => import('./features/attendance/view-attendance-page.tsx'),
    'ViewAttendancePage',
  ),
  [paths.markAttendance]: lazyRouteComponent(
    () => import('./features/attendance/mark-attendance-page.tsx'),
    'MarkAttendancePage',
  ),
  [paths.attendanceReport]: lazyRouteComponent(
    () => import('./features/attendance/attendance-report-page.tsx'),
    'AttendanceReportPage',
  ),
  [paths.homeworks]: lazyRouteComponent(
    () => import('./features/homework/homework-page.tsx'),
    'HomeworkPage',
  ),
  [paths.events]: lazyRouteComponent(() => import('./features/events/events-page.tsx'), 'EventsPage'),
  [paths.mails]: lazyRouteComponent(() => import('./features/mails/mails-page.tsx'), 'MailsPage'),
  [paths.bin]: lazyRouteComponent(() => import('./features/audit/bin-page.tsx'), 'BinPage'),
  [paths.schedule]: lazyRouteComponent(() => import('./features/people/schedule-page.tsx'), 'SchedulePage'),
};

const root = createRootRoute({ validateSearch });

/** Leads to the dashboard of the stored role. A role without screens ends the session, else / and /login would chase each other. */
const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: () => {
    if (session.isSignedIn && !session.role) session.clear();
    throw redirect({ to: session.isSignedIn ? dashboardOf(session.role) : paths.login });
  },
});

const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  component: lazyRouteComponent(() => import('./layout/signed-out.tsx'), 'SignedOut'),
  beforeLoad: () => {
    if (session.isSignedIn) throw redirect({ to: paths.home });
  },
});

/** Any address that no page has, in the router's notation. */
const nowhere = '/$';

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn'),
  beforeLoad: ({ matches }) => {
    const isNowhere = matches.at(-1)?.fullPath === nowhere;
    if (isNowhere && !session.isSignedIn) notFound({ routeId: rootRouteId, throw: true });
    // A page on its way when the session ends gets here too, and must not take the reason with it.
    const reason = whyEnded();
    if (!session.isSignedIn) throw redirect({ to: paths.login, search: reason ? { reason } : {} });
    // Deciding what somebody may see is the server's part; without any role there is nothing to show around the page.
    if (!session.role) throw redirect({ to: paths.home });
  },
});

const outside = (path: string, component: typeof LoginPage) =>
  createRoute({ getParentRoute: () => signedOut, path, component });

const inside = (path: string, component: typeof LoginPage) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

const tree = root.addChildren([
  home,
  signedOut.addChildren([
    outside(paths.login, LoginPage),
    outside(paths.forgotPassword, ForgotPasswordPage),
    outside(paths.signup, SignUpPage),
    // The invitation's hash follows, and may itself hold slashes.
    outside(`${paths.signup}/$`, SignUpPage),
  ]),
  signedIn.addChildren([
    ...Object.entries(pages).map(([path, component]) => inside(path, component)),
    createRoute({ getParentRoute: () => signedIn, path: nowhere, component: NotFound }),
  ]),
]);

export const createPortalRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    ...(history ? { history } : {}),
    caseSensitive: false,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: CrashedPage,
    defaultNotFoundComponent: NotFoundPage,
  });

interface OpenPage {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: { replaceState(state: null, title: string, url: string): void };
}

/** The router takes a path segment that starts with `$` for a parameter of its own; invitation hashes may start so. */
export function keepDollarSegments({ location, history }: OpenPage) {
  if (!location.pathname.includes('/$')) return;
  const kept = location.pathname.replaceAll('/$', '/%24');
  history.replaceState(null, '', kept + location.search + location.hash);
}
