import type { PortalRole } from '@gurukul/contract/shared/calls/roles';

/** `/student/$id` with a number as its id; an address without an id is itself. */
type Filled<Route> = Route extends `${infer Before}$${string}` ? `${Before}${number}` : Route;

/** The ids in the address of a page, by name; null where the address holds something that is no id. */
export type Ids<Route> = Route extends `${string}$${infer Name}`
  ? Readonly<Record<Name, number | null>>
  : object;

/**
 * Every address inside the portal in the router's notation, written as people see it. The router encodes the spaces.
 */
export const paths = {
  home: '/',
  today: '/today',
  figures: '/Figures',
  reports: '/Reports',
  help: '/help',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',
  newEmail: '/newemail',
  stop: '/stop',

  accountAdminDashboard: '/Account Admin Dashboard',
  courseAdminDashboard: '/Course Admin Dashboard',
  teacherDashboard: '/Teacher Dashboard',

  profile: '/profile',
  editProfile: '/editprofile',
  changePassword: '/changepassword',

  courseAdmins: '/Course admins',
  teachers: '/teachers',
  students: '/students',
  payments: '/payments',
  singlePayment: '/payments/$id',
  statement: '/statement/$id',
  settlements: '/Settlements',
  owing: '/owing',
  eventTickets: '/eventtickets',
  queryEmails: '/queryEmails',
  intake: '/intake',
  access: '/Access',
  security: '/security',
  roleReach: '/Role Reach',
  settings: '/Settings',
  openidServices: '/Sign-in Services',
  setup: '/Setup',
  practiceRoll: '/Practice Roll',
  invitations: '/Invitations',
  mails: '/mails',
  calendar: '/calendar',
  daysOff: '/Days Off',
  cover: '/Cover',
  tests: '/Tests',
  approvals: '/Approvals',
  cases: '/cases',
  messages: '/Messages',
  message: '/message/$id',
  bin: '/Bin',
  accountAdmin: '/accountadmin/$id',
  courseAdmin: '/courseadmin/$id',
  teacher: '/teacher/$id',
  student: '/student/$id',
  courses: '/courses',
  course: '/course/$id',
  class: '/class/$id',
  addCourse: '/addcourse',
  editCourse: '/editcourse/$id',

  myCourses: '/my courses',
  courseAssociation: '/Course Association',
  teachersList: '/Teachers List',
  allStudents: '/All Students',
  payment: '/payment',
  ownPayment: '/payment/$id',
  updating: '/updating',
  duplicates: '/Duplicates',
  corrections: '/Corrections',
  registrations: '/Registrations',
  toPlace: '/To Place',
  events: '/events',
  manage: '/manage/$id',
  edit: '/edit/$id',
  singleStudent: '/Single Student/$id',
  singleTeacher: '/Single Teacher/$id',
  importStudents: '/import students',
  bring: '/bring',

  allCourses: '/All Courses',
  studentList: '/Student List',
  studentProfile: '/Student Profile/$id',
  schedule: '/schedule',
  attendance: '/attendance',
  viewAttendance: '/View Attendance',
  homeworks: '/homeworks',
  viewCourses: '/viewcourse',
  viewCourse: '/viewcourse/$id',

  singleCourse: '/single course/$id',
  finish: '/finish/$id',
  markAttendance: '/mark-attendance',
  attendanceReport: '/attendance-report',
} as const;

type Paths = typeof paths;

/** A page's address in the router's notation. */
export type Route = Paths[keyof Paths];

/** The same of the page of one thing. */
export type RouteOfOne = Extract<Route, `${string}$${string}`>;

/** An address that the portal has. */
export type Path = Filled<Route>;

/** Where a link of the portal may lead: one of its addresses, with or without a search. */
export type Address = Path | `${Path}?${string}`;

/** The ids that the page of an address gets: `IdsOf<'student'>` is `{ id }`. */
export type IdsOf<Name extends keyof Paths> = Ids<Paths[Name]>;

/** The address of one thing by its id. */
export const to = <Of extends RouteOfOne>(route: Of, id: number): Filled<Of> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types cannot follow a replacement
  route.replace(/\$.*/, String(id)) as Filled<Of>;

/** An address that needs no id leads somewhere by itself. */
export const isPlain = (route: Path | Route): route is Path => !route.includes('$');

const dashboards: Readonly<Record<PortalRole, Path>> = {
  admin: paths.accountAdminDashboard,
  courseadmin: paths.courseAdminDashboard,
  teacher: paths.teacherDashboard,
};

/** The target of the logo, of Home and of a sign-in: the dashboard of the role, or /login without one. */
export const dashboardOf = (role: PortalRole | null) => (role ? dashboards[role] : paths.login);
