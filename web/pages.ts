import { approvals } from '@gurukul/contract/approvals';
import { attendance } from '@gurukul/contract/attendance';
import { classes } from '@gurukul/contract/classes';
import { courses } from '@gurukul/contract/courses';
import { cover } from '@gurukul/contract/cover';
import { dashboards } from '@gurukul/contract/dashboards';
import { events } from '@gurukul/contract/events';
import { invitations } from '@gurukul/contract/invitations';
import { mails } from '@gurukul/contract/mails';
import { myPage } from '@gurukul/contract/my-page';
import { payments } from '@gurukul/contract/payments';
import { people } from '@gurukul/contract/people';
import { schedule } from '@gurukul/contract/schedule';
import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { students } from '@gurukul/contract/students';
import { lazyRouteComponent } from '@tanstack/react-router';
import { query } from './calls/client.ts';
import type { Place, ShownFields } from './first-paint.ts';
import { queryClient } from './calls/query-client.ts';
import type * as icons from './layout/icons.ts';
import { pageSizes } from './lib/constants.ts';
import { idIn, withIds, type PageOf } from './lib/address/route-id.ts';
import { session } from './lib/session.ts';
import { paths, type Path, type Route } from './paths.ts';
import type * as en from './texts/en.ts';
import type { PageWords } from './texts/search-words.ts';
import { texts } from './texts/texts.ts';

/** A question to the server. */
export interface Question {
  readonly call: Call;
  readonly input: object;
  /** The part of the answer that the HTML page shows until the scripts are there. */
  readonly shows?: ShownFields;
  /** What it says where the list is empty. */
  readonly none?: (english: typeof en) => string;
  /** Where the rows are in the answer about one person. */
  readonly place?: Place;
}

/** A row of an answer's list: `data` is the list, contains it as `data`, or as the first of several. */
type RowOf<Data> = Data extends { readonly data: infer Inner }
  ? RowOf<Inner>
  : Data extends readonly (infer Row)[]
    ? Row extends readonly (infer Inner)[]
      ? Inner
      : Row
    : never;
type Field<C extends Call> = keyof RowOf<CallOutput<C>> & string;

const ask = <C extends Call>(call: C, input: CallInput<C>, ...shows: readonly Field<C>[]): Question => ({
  call,
  input: input ?? {},
  ...(shows.length > 0 && { shows }),
});

/** The person's name, and rows from a place of the answer. */
const askPerson = <C extends Call>(call: C, input: CallInput<C>, place: 1 | 2): Question => ({
  call,
  input: input ?? {},
  shows: ['course_name', 'class_name'],
  place,
});

interface MenuPlace {
  /** In whose menu. */
  readonly of: readonly PortalRole[];
  /** The label that it stands under, for all of them or for each; absent for a link that stands alone. */
  readonly under?: string | Partial<Record<PortalRole, string>>;
  /** It stands below all groups. */
  readonly isLast?: boolean;
  /** The label itself leads there. */
  readonly isHead?: boolean;
  /** Where the link leads, if not to the page's own address. */
  readonly href?: Path;
  readonly name: string;
  readonly icon: keyof typeof icons;
}

type Section =
  | 'attendance'
  | 'messages'
  | 'money'
  | 'safety'
  | 'settings'
  | 'staff'
  | 'students'
  | 'time'
  | 'waiting';

export interface Page {
  /** In the router's notation: `/manage/{id}` is `/manage/$id`. */
  readonly path: Route;
  /**
   * The roles that may open it. Other roles see nothing of it: the server would refuse its requests, or list nothing.
   */
  readonly roles: readonly PortalRole[];
  readonly component: ReturnType<typeof lazyRouteComponent>;
  readonly importer: () => Promise<unknown>;
  /** The list that the page belongs to, where the breadcrumb leads. */
  readonly list?: Path;
  /**
   * The key of further words by which the command bar finds it; absent for a page that the bar does not offer. A page
   * without a menu has a name and an icon of its own in the bar.
   */
  readonly words?: PageWords;
  readonly menu?: MenuPlace;
  /** The pages of a section lead to each other, in a row above the title. */
  readonly section?: Section;
  /** A part of it that stands beside it in the section, as `?tab=<part>`. */
  readonly part?: { readonly tab: string; readonly name: string };
  /** Its links, where no menu has one. */
  readonly own?: Pick<MenuPlace, 'name' | 'icon'>;
  /**
   * Its first requests when it is opened from the menu, or by the address of one thing. The page itself must make the
   * same requests, or they are made twice.
   */
  readonly load?: (uid: string, role: PortalRole, id: number) => readonly Question[];
  /** A phone stores it for times without a network. */
  readonly isOffline?: boolean;
}

/**
 * The address and the component, from a file of its own that is loaded when the page is opened. The component gets the
 * ids of the address, and no others.
 */
const at = <Of extends Route, Name extends string>(
  path: Of,
  importer: () => Promise<Readonly<Record<Name, PageOf<Of>>>>,
  name: Name,
) => ({
  path,
  importer,
  component: lazyRouteComponent(async () => ({ page: withIds<Of>((await importer())[name]) }), 'page'),
});

const everybody: readonly PortalRole[] = portalRoles;
const admin: readonly PortalRole[] = ['admin'];
const courseAdmin: readonly PortalRole[] = ['courseadmin'];
const teacher: readonly PortalRole[] = ['teacher'];
const office: readonly PortalRole[] = ['admin', 'courseadmin'];
const teaching: readonly PortalRole[] = ['courseadmin', 'teacher'];

const { menu } = texts.shell;

const figures = { tab: 'figures', name: menu.figures };
const dashboard = { words: 'dashboard', section: 'waiting', part: figures } as const;
/** Those whose own entries come first. */
const ofMore = { courseadmin: menu.moreGroup, teacher: menu.moreGroup };

const home = { name: menu.dashboard, icon: 'home' } as const;

/** Of the first kind its lines: each has one of these names. */
const today = {
  ...ask(dashboards.get_today, {}),
  shows: ['student_name', 'class_name', 'event_name', 'course_name'],
} satisfies Question;

const nameAndClass = ['fullname', 'course_name', 'class_name'] as const;
// In the order in which the page writes them.
const allPayments = {
  search: '',
  status: '',
  currency: '',
  from: '',
  to: '',
  kind: '',
  campaign: '',
  course_id: '',
  course_type: '',
  region: '',
} as const;
const firstStudents = { course_status: 'active', search: '', sort: '', page: 1 } as const;

/**
 * The signed-in pages, one row each; menus and the command bar keep their order. A page of one thing (a course, a
 * student, a teacher) is for every role: the server decides who may see that thing.
 */
export const pages: readonly Page[] = [
  {
    ...at(
      paths.accountAdminDashboard,
      () => import('./features/dashboards/admin-dashboard-page.tsx'),
      'AdminDashboardPage',
    ),
    roles: admin,
    ...dashboard,
    menu: { ...home, of: admin, under: menu.dashboard, isHead: true, href: paths.home },
    load: (uid) => [today, ask(dashboards.admin_dashboard, { uid })],
  },
  {
    ...at(
      paths.courseAdminDashboard,
      () => import('./features/dashboards/course-admin-dashboard-page.tsx'),
      'CourseAdminDashboardPage',
    ),
    roles: courseAdmin,
    ...dashboard,
    menu: { ...home, of: courseAdmin },
    load: (uid) => [today, ask(dashboards.course_admin_dashboard, { uid })],
    isOffline: true,
  },
  {
    ...at(
      paths.teacherDashboard,
      () => import('./features/dashboards/teacher-dashboard-page.tsx'),
      'TeacherDashboardPage',
    ),
    roles: teacher,
    ...dashboard,
    menu: { ...home, of: teacher },
    load: (uid) => [
      ask(dashboards.get_today, {}),
      ask(dashboards.teacher_dashboard, { user_id: uid }),
      ask(attendance.get_rolls, {}, 'class_name', 'course_name'),
    ],
    isOffline: true,
  },
  {
    ...at(paths.today, () => import('./features/dashboards/waiting-page.tsx'), 'WaitingPage'),
    roles: everybody,
    section: 'waiting',
    own: { name: menu.today, icon: 'checklist' },
    words: 'today',
  },
  {
    ...at(paths.figures, () => import('./features/figures/figure-page.tsx'), 'FigurePage'),
    roles: everybody,
  },
  {
    ...at(paths.cases, () => import('./features/cases/cases-page.tsx'), 'CasesPage'),
    roles: everybody,
    section: 'waiting',
    own: { name: menu.cases, icon: 'checklist' },
    words: 'cases',
  },
  {
    ...at(paths.reports, () => import('./features/reports/reports-page.tsx'), 'ReportsPage'),
    roles: everybody,
    section: 'waiting',
    own: { name: menu.reports, icon: 'mailForward' },
    words: 'reports',
  },
  {
    ...at(paths.courseAdmins, () => import('./features/people/course-admins-page.tsx'), 'CourseAdminsPage'),
    roles: admin,
    section: 'staff',
    words: 'courseAdmins',
    menu: { of: admin, under: menu.dashboard, name: menu.courseAdmins, icon: 'userShield' },
    load: () => [ask(people.get_all_courseadmins, {}, 'fullname')],
  },
  {
    ...at(paths.courseAdmin, () => import('./features/people/course-admin-page.tsx'), 'CourseAdminPage'),
    roles: office,
    list: paths.courseAdmins,
    load: (_, __, id) => [askPerson(people.get_single_courseadmin, { id }, 2)],
  },
  {
    ...at(paths.teachers, () => import('./features/people/teachers-page.tsx'), 'TeachersPage'),
    roles: admin,
    section: 'staff',
    words: 'teachers',
    menu: { of: admin, under: menu.dashboard, name: menu.teachers, icon: 'chalkboard' },
    load: () => [
      ask(
        people.get_all_teachers,
        { search: '', sort: '', page: 1, pageSize: pageSizes.teachers.size },
        'fullname',
        'course_name',
      ),
    ],
  },
  {
    ...at(paths.teacher, () => import('./features/people/teacher-page.tsx'), 'TeacherPage'),
    roles: everybody,
    list: paths.teachers,
    load: (_, __, id) => [askPerson(people.get_single_teacher, { id }, 2)],
  },
  {
    ...at(paths.students, () => import('./features/students/students-page.tsx'), 'StudentsPage'),
    roles: admin,
    section: 'students',
    words: 'students',
    menu: { of: admin, under: menu.dashboard, name: menu.students, icon: 'school' },
    load: () => [
      ask(
        students.get_all_students,
        { ...firstStudents, pageSize: pageSizes.students.size },
        ...nameAndClass,
      ),
      ask(myPage.get_corrections, {}),
    ],
  },
  {
    ...at(paths.student, () => import('./features/students/student-page.tsx'), 'StudentPage'),
    roles: everybody,
    list: paths.students,
    load: (_, __, id) => [askPerson(students.get_single_student, { id }, 1)],
  },
  {
    ...at(paths.payments, () => import('./features/payments/payments-page.tsx'), 'PaymentsPage'),
    roles: admin,
    section: 'money',
    words: 'payments',
    menu: { of: admin, under: menu.dashboard, name: menu.payments, icon: 'cash' },
    load: () => [
      ask(
        payments.get_payment_details,
        { ...allPayments, page: 1, pageSize: pageSizes.payments.size },
        'full_name',
        'course_name',
        'status',
      ),
    ],
  },
  {
    ...at(
      paths.singlePayment,
      () => import('./features/payments/payment-detail-page.tsx'),
      'SinglePaymentPage',
    ),
    roles: office,
    list: paths.payments,
  },
  {
    ...at(paths.statement, () => import('./features/receipts/statement-page.tsx'), 'StatementPage'),
    roles: admin,
    list: paths.payments,
  },
  {
    ...at(paths.eventTickets, () => import('./features/payments/event-tickets-page.tsx'), 'EventTicketsPage'),
    roles: admin,
    section: 'money',
    words: 'eventTickets',
    menu: { of: admin, under: menu.dashboard, name: menu.eventTickets, icon: 'ticket' },
  },
  {
    ...at(paths.queryEmails, () => import('./features/enquiries/query-emails-page.tsx'), 'QueryEmailsPage'),
    roles: admin,
    section: 'messages',
    words: 'queryEmails',
    menu: { of: admin, under: menu.dashboard, name: menu.queryEmails, icon: 'mail' },
  },
  {
    ...at(paths.class, () => import('./features/class-page/class-page.tsx'), 'ClassPage'),
    roles: everybody,
    load: (_, __, id) => [ask(classes.get_class, { class_id: id })],
  },
  {
    ...at(paths.addCourse, () => import('./features/courses/add-course-page.tsx'), 'AddCoursePage'),
    roles: admin,
    words: 'addCourse',
    menu: { of: admin, under: menu.coursesGroup, name: menu.addCourse, icon: 'filePlus' },
  },
  {
    ...at(paths.courses, () => import('./features/courses/list/courses-page.tsx'), 'CoursesPage'),
    roles: admin,
    words: 'courses',
    menu: { of: admin, under: menu.coursesGroup, name: menu.courses, icon: 'books' },
    load: () => [
      ask(
        courses.get_all_courses,
        { search: '', sort: '', page: 1, pageSize: pageSizes.courses.size },
        'course_name',
        'courseadmin',
      ),
    ],
  },
  {
    ...at(paths.course, () => import('./features/courses/detail/course-detail-page.tsx'), 'CourseDetailPage'),
    roles: everybody,
    list: paths.courses,
    load: (_, __, id) => [ask(courses.get_single_course, { student_id: null, course_id: id })],
  },
  {
    ...at(paths.editCourse, () => import('./features/courses/edit/edit-course-page.tsx'), 'EditCoursePage'),
    roles: admin,
    list: paths.courses,
  },

  {
    ...at(paths.myCourses, () => import('./features/courses/list/my-courses-page.tsx'), 'MyCoursesPage'),
    roles: courseAdmin,
    words: 'courses',
    menu: { of: courseAdmin, name: menu.myCourses, icon: 'book' },
    load: (uid) => [ask(courses.get_all_courses_for_courseadmin, { uid }, 'course_name')],
  },
  {
    ...at(
      paths.singleCourse,
      () => import('./features/courses/detail/course-detail-page.tsx'),
      'CourseDetailPage',
    ),
    roles: everybody,
    list: paths.myCourses,
    load: (_, __, id) => [ask(courses.get_single_course, { student_id: null, course_id: id })],
  },
  {
    ...at(paths.finish, () => import('./features/certificates/finish-page.tsx'), 'FinishPage'),
    roles: everybody,
    list: paths.myCourses,
  },
  {
    ...at(paths.edit, () => import('./features/courses/edit/edit-own-course-page.tsx'), 'EditOwnCoursePage'),
    roles: office,
    list: paths.myCourses,
  },
  {
    ...at(
      paths.courseAssociation,
      () => import('./features/assignments/association-page.tsx'),
      'AssociationPage',
    ),
    roles: office,
    words: 'courseAssociation',
    menu: {
      of: office,
      under: { admin: menu.coursesGroup },
      name: menu.courseAssociation,
      icon: 'userEdit',
    },
  },
  {
    ...at(paths.manage, () => import('./features/assignments/association-page.tsx'), 'AssociationPage'),
    roles: office,
    list: paths.myCourses,
  },
  {
    ...at(paths.teachersList, () => import('./features/people/own-teachers-page.tsx'), 'OwnTeachersPage'),
    roles: courseAdmin,
    section: 'staff',
    words: 'teachers',
    menu: { of: courseAdmin, name: menu.teachersList, icon: 'chalkboard' },
  },
  {
    ...at(paths.singleTeacher, () => import('./features/people/teacher-page.tsx'), 'SingleTeacherPage'),
    roles: everybody,
    list: paths.teachersList,
    load: (_, __, id) => [askPerson(people.get_single_teacher, { id }, 2)],
  },
  {
    ...at(paths.allStudents, () => import('./features/students/students-page.tsx'), 'OwnStudentsPage'),
    roles: courseAdmin,
    section: 'students',
    words: 'students',
    menu: { of: courseAdmin, name: menu.allStudents, icon: 'school' },
    load: (uid) => [
      ask(
        students.getallstudents_under_courseadmin,
        { user_id: uid, ...firstStudents, pageSize: pageSizes.allStudents.size },
        ...nameAndClass,
      ),
      ask(myPage.get_corrections, {}),
    ],
  },
  {
    ...at(paths.singleStudent, () => import('./features/students/student-page.tsx'), 'SingleStudentPage'),
    roles: everybody,
    list: paths.allStudents,
    load: (_, __, id) => [askPerson(students.get_single_student, { id }, 1)],
  },
  {
    ...at(paths.payment, () => import('./features/payments/own-payments-page.tsx'), 'OwnPaymentsPage'),
    roles: courseAdmin,
    section: 'money',
    words: 'payments',
    menu: { of: courseAdmin, name: menu.payment, icon: 'cash' },
  },
  {
    ...at(paths.owing, () => import('./features/ledger/owing-page.tsx'), 'OwingPage'),
    roles: office,
    section: 'money',
    words: 'owing',
    menu: {
      of: office,
      under: { admin: menu.moneyGroup, courseadmin: menu.moreGroup },
      name: menu.owing,
      icon: 'coins',
    },
  },
  {
    ...at(paths.settlements, () => import('./features/settlements/settlements-page.tsx'), 'SettlementsPage'),
    roles: admin,
    section: 'money',
    words: 'settlements',
    menu: { of: admin, under: menu.moneyGroup, name: menu.settlements, icon: 'buildingBank' },
  },
  {
    ...at(paths.ownPayment, () => import('./features/payments/payment-detail-page.tsx'), 'OwnPaymentPage'),
    roles: office,
    list: paths.payment,
  },
  {
    ...at(paths.updating, () => import('./features/updating/updating-page.tsx'), 'UpdatingPage'),
    roles: office,
    section: 'students',
    words: 'updating',
    menu: { of: courseAdmin, name: menu.updating, icon: 'pencil' },
  },
  {
    ...at(paths.corrections, () => import('./features/my-page/corrections-page.tsx'), 'CorrectionsPage'),
    roles: office,
    section: 'students',
    own: { name: menu.corrections, icon: 'userEdit' },
    words: 'corrections',
  },
  {
    ...at(
      paths.registrations,
      () => import('./features/registrations/registrations-page.tsx'),
      'RegistrationsPage',
    ),
    roles: office,
    section: 'students',
    own: { name: menu.registrations, icon: 'userEdit' },
    words: 'registrations',
  },
  {
    ...at(paths.toPlace, () => import('./features/placing/to-place-page.tsx'), 'ToPlacePage'),
    roles: office,
    section: 'students',
    own: { name: menu.toPlace, icon: 'userEdit' },
    words: 'toPlace',
  },
  {
    ...at(paths.duplicates, () => import('./features/duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
    roles: admin,
    section: 'students',
    own: { name: menu.duplicates, icon: 'users' },
    words: 'duplicates',
  },

  {
    ...at(paths.allCourses, () => import('./features/courses/list/all-courses-page.tsx'), 'AllCoursesPage'),
    roles: teaching,
    words: 'courses',
    menu: { of: teacher, name: menu.allCourses, icon: 'books' },
  },
  {
    ...at(
      paths.viewCourses,
      () => import('./features/courses/detail/course-detail-page.tsx'),
      'ViewChosenCoursePage',
    ),
    roles: teaching,
  },
  {
    ...at(
      paths.viewCourse,
      () => import('./features/courses/detail/course-detail-page.tsx'),
      'ViewCoursePage',
    ),
    roles: everybody,
    list: paths.allCourses,
    load: (_, __, id) => [ask(courses.get_single_course, { student_id: null, course_id: id })],
  },
  {
    ...at(paths.studentList, () => import('./features/students/student-list-page.tsx'), 'StudentListPage'),
    roles: teaching,
    words: 'students',
    menu: { of: teacher, name: menu.studentList, icon: 'users' },
    load: (uid) => [
      ask(people.getstudents_under_teacher, { user_id: uid, course_id: 0, class_id: 0 }, ...nameAndClass),
    ],
  },
  {
    ...at(paths.studentProfile, () => import('./features/students/student-page.tsx'), 'StudentProfilePage'),
    roles: everybody,
    list: paths.studentList,
    load: (_, __, id) => [askPerson(students.get_single_student, { id }, 1)],
  },
  {
    ...at(paths.calendar, () => import('./features/calendar/calendar-page.tsx'), 'CalendarPage'),
    roles: everybody,
    section: 'time',
    words: 'calendar',
    menu: {
      of: office,
      under: menu.calendarGroup,
      isHead: true,
      name: menu.calendarGroup,
      icon: 'calendarTime',
    },
  },
  {
    ...at(paths.schedule, () => import('./features/schedule/schedule-page.tsx'), 'SchedulePage'),
    roles: teaching,
    section: 'time',
    words: 'schedule',
    menu: { of: teacher, name: menu.schedule, icon: 'calendarTime' },
    load: (uid) => [ask(schedule.teacher_schedule, { uid, courseId: 0 }, 'class_name', 'course_name')],
  },
  {
    ...at(
      paths.attendance,
      () => import('./features/attendance/take-attendance-page.tsx'),
      'TakeAttendancePage',
    ),
    roles: everybody,
    section: 'attendance',
    words: 'takeAttendance',
    menu: {
      of: ['admin', 'teacher'],
      under: { admin: menu.calendarGroup },
      name: menu.takeAttendance,
      icon: 'checklist',
    },
    isOffline: true,
    load: (_, role) =>
      role === 'admin'
        ? []
        : [
            {
              ...ask(attendance.get_rolls, {}, 'class_name', 'course_name'),
              none: (t) => t.rollCall.noneDue,
            },
          ],
  },
  {
    ...at(
      paths.viewAttendance,
      () => import('./features/attendance/view-attendance-page.tsx'),
      'ViewAttendancePage',
    ),
    roles: teaching,
    section: 'attendance',
    own: { name: menu.history, icon: 'report' },
    list: paths.attendance,
    words: 'history',
  },
  {
    ...at(paths.homeworks, () => import('./features/homework/homework-page.tsx'), 'HomeworkPage'),
    roles: teaching,
    words: 'homework',
    menu: { of: teacher, name: menu.homeworks, icon: 'book' },
  },

  {
    ...at(paths.events, () => import('./features/events/events-page.tsx'), 'EventsPage'),
    roles: office,
    section: 'time',
    words: 'events',
    menu: { of: office, name: menu.events, icon: 'calendarEvent' },
    load: () => [
      ask(
        events.get_events,
        { search: '', sort: '', page: 1, pageSize: pageSizes.events.size },
        'event_name',
        'course_name',
      ),
    ],
  },
  {
    ...at(paths.mails, () => import('./features/mails/mails-page.tsx'), 'MailsPage'),
    roles: office,
    section: 'messages',
    part: { tab: 'previews', name: menu.previews },
    words: 'mails',
    menu: {
      of: office,
      under: { admin: menu.messagesGroup, courseadmin: menu.moreGroup },
      name: menu.mails,
      icon: 'mailForward',
    },
    load: () => [
      ask(
        mails.get_mails,
        {
          state: 'all',
          kind: null,
          event_id: null,
          from: '',
          to: '',
          search: null,
          page: 1,
          pageSize: pageSizes.mails.size,
        },
        'fullname',
        'recipient',
      ),
    ],
  },
  {
    ...at(paths.settings, () => import('./features/provider/settings-page.tsx'), 'SettingsPage'),
    roles: admin,
    section: 'settings',
    words: 'settings',
    menu: { of: admin, under: menu.settingsGroup, name: menu.settings, icon: 'settings' },
  },
  {
    ...at(paths.intake, () => import('./features/intake/intake-keys-page.tsx'), 'IntakeKeysPage'),
    roles: admin,
    section: 'settings',
    words: 'intake',
    menu: { of: admin, under: menu.settingsGroup, name: menu.intake, icon: 'key' },
  },
  {
    ...at(paths.daysOff, () => import('./features/meetings/days-off-page.tsx'), 'DaysOffPage'),
    roles: office,
    section: 'time',
    words: 'daysOff',
    menu: {
      of: office,
      under: menu.calendarGroup,
      name: menu.daysOff,
      icon: 'calendarOff',
    },
  },
  {
    ...at(paths.messages, () => import('./features/messages/messages-page.tsx'), 'MessagesPage'),
    roles: everybody,
    section: 'messages',
    words: 'messages',
    menu: {
      of: everybody,
      under: { ...ofMore, admin: menu.messagesGroup },
      name: menu.messages,
      icon: 'message',
    },
  },
  {
    ...at(paths.message, () => import('./features/messages/message-page.tsx'), 'MessagePage'),
    roles: everybody,
    list: paths.messages,
  },
  {
    ...at(paths.cover, () => import('./features/cover/cover-page.tsx'), 'CoverPage'),
    roles: everybody,
    section: 'time',
    words: 'cover',
    menu: {
      of: everybody,
      under: { ...ofMore, admin: menu.calendarGroup, courseadmin: menu.calendarGroup },
      name: menu.cover,
      icon: 'replaceUser',
    },
    load: () => [ask(cover.get_covers, {})],
  },
  {
    ...at(paths.tests, () => import('./features/tests/tests-page.tsx'), 'TestsPage'),
    roles: everybody,
    section: 'time',
    words: 'tests',
    menu: {
      of: everybody,
      under: { ...ofMore, admin: menu.calendarGroup, courseadmin: menu.calendarGroup },
      name: menu.tests,
      icon: 'checklist',
    },
  },
  {
    ...at(paths.approvals, () => import('./features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
    roles: everybody,
    section: 'settings',
    words: 'approvals',
    menu: {
      of: everybody,
      under: { admin: menu.settingsGroup, ...ofMore },
      name: menu.approvals,
      icon: 'checklist',
    },
    load: () => [ask(approvals.get_deeds, {})],
  },
  {
    ...at(paths.bin, () => import('./features/audit/bin-page.tsx'), 'BinPage'),
    roles: office,
    section: 'safety',
    words: 'bin',
    menu: {
      of: office,
      under: { admin: menu.safetyGroup, courseadmin: menu.moreGroup },
      name: menu.bin,
      icon: 'trash',
    },
  },
  {
    ...at(paths.access, () => import('./features/access/access-page.tsx'), 'AccessPage'),
    roles: admin,
    section: 'settings',
    words: 'access',
    menu: { of: admin, under: menu.settingsGroup, name: menu.access, icon: 'userCheck' },
  },
  {
    ...at(paths.accountAdmin, () => import('./features/people/account-admin-page.tsx'), 'AccountAdminPage'),
    roles: admin,
    list: paths.access,
  },
  {
    ...at(paths.security, () => import('./features/security/security-page.tsx'), 'SecurityPage'),
    roles: admin,
    section: 'safety',
    words: 'security',
    menu: { of: admin, under: menu.safetyGroup, name: menu.security, icon: 'shieldLock' },
  },
  {
    ...at(
      paths.roleReach,
      () => import('./features/accounts/role-reach/role-reach-page.tsx'),
      'RoleReachPage',
    ),
    roles: admin,
    section: 'settings',
    words: 'roleReach',
    menu: { of: admin, under: menu.settingsGroup, name: menu.roleReach, icon: 'shieldCheck' },
  },
  {
    ...at(paths.invitations, () => import('./features/invitations/invitations-page.tsx'), 'InvitationsPage'),
    roles: office,
    section: 'staff',
    own: { name: menu.invitations, icon: 'mailForward' },
    words: 'invitations',
    load: () => [ask(invitations.get_invitations, {}, 'email_id', 'role')],
  },
  {
    ...at(
      paths.practiceRoll,
      () => import('./features/attendance/practice-roll-page.tsx'),
      'PracticeRollPage',
    ),
    roles: everybody,
    words: 'practiceRoll',
  },
  {
    ...at(paths.openidServices, () => import('./features/openid/services-page.tsx'), 'OpenidServicesPage'),
    roles: admin,
    section: 'settings',
    own: { name: menu.openidServices, icon: 'key' },
    words: 'openidServices',
  },
  {
    ...at(paths.setup, () => import('./features/setup/setup-page.tsx'), 'SetupPage'),
    roles: admin,
    list: paths.settings,
    own: { name: menu.setup, icon: 'checklist' },
    words: 'setup',
  },
  {
    ...at(
      paths.markAttendance,
      () => import('./features/attendance/mark-attendance-page.tsx'),
      'MarkAttendancePage',
    ),
    roles: everybody,
    section: 'attendance',
    words: 'markAttendance',
    menu: { of: teaching, under: menu.attendanceGroup, name: menu.markAttendance, icon: 'clipboardCheck' },
  },
  {
    ...at(
      paths.attendanceReport,
      () => import('./features/attendance/attendance-report-page.tsx'),
      'AttendanceReportPage',
    ),
    roles: everybody,
    section: 'attendance',
    words: 'attendanceReport',
    menu: { of: teaching, under: menu.attendanceGroup, name: menu.attendanceReport, icon: 'report' },
  },

  {
    ...at(
      paths.importStudents,
      () => import('./features/student-import/import-students-page.tsx'),
      'ImportStudentsPage',
    ),
    roles: office,
    words: 'importStudents',
  },
  {
    ...at(paths.bring, () => import('./features/bring/bring-page.tsx'), 'BringPage'),
    roles: office,
    words: 'bring',
  },
  {
    ...at(paths.help, () => import('./features/help/help-page.tsx'), 'HelpPage'),
    roles: everybody,
    words: 'help',
    menu: { of: everybody, isLast: true, name: menu.help, icon: 'help' },
    isOffline: true,
  },
  {
    ...at(paths.profile, () => import('./features/accounts/profile/profile-page.tsx'), 'ProfilePage'),
    roles: everybody,
    words: 'profile',
  },
  {
    ...at(
      paths.editProfile,
      () => import('./features/accounts/profile/edit-profile-page.tsx'),
      'EditProfilePage',
    ),
    roles: everybody,
    words: 'editProfile',
  },
  {
    ...at(
      paths.changePassword,
      () => import('./features/accounts/sign-in/change-password-page.tsx'),
      'ChangePasswordPage',
    ),
    roles: everybody,
    words: 'changePassword',
  },
];

/** Starts the first requests of a page while its code is loading. If one fails, the page makes it again. */
export function loadFirst({ path, roles, load }: Page, params: Readonly<Record<string, string>>): void {
  if (!load || !session.role || !roles.includes(session.role)) return;
  const id = idIn(params['id']);
  if (path.endsWith('$id') && id === null) return;
  for (const { call, input } of load(session.uid, session.role, id ?? 0))
    void queryClient.prefetchQuery(query(call, input));
}
