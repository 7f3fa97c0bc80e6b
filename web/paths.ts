import type { PortalRole } from '@gurukul/contract/shared/roles';

type Id = number | string;

/** Every address inside the portal, written as people see it. The router encodes the spaces. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgotpassword',

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
  singlePayment: (id: Id) => `/payments/${id}`,
  eventTickets: '/eventtickets',
  queryEmails: '/queryEmails',
  intake: '/intake',
  access: '/Access',
  roleReach: '/Role Reach',
  mails: '/mails',
  bin: '/Bin',
  mailsOfEvent: (id: Id) => `/mails?event=${id}`,
  courseAdmin: (id: Id) => `/courseadmin/${id}`,
  teacher: (id: Id) => `/teacher/${id}`,
  student: (id: Id) => `/student/${id}`,
  courses: '/courses',
  course: (id: Id) => `/course/${id}`,
  addCourse: '/addcourse',
  editCourse: (id: Id) => `/editcourse/${id}`,

  myCourses: '/my courses',
  courseAssociation: '/Course Association',
  teachersList: '/Teachers List',
  allStudents: '/All Students',
  payment: '/payment',
  ownPayment: (id: Id) => `/payment/${id}`,
  updating: '/updating',
  events: '/events',
  manage: (id: Id) => `/manage/${id}`,
  edit: (id: Id) => `/edit/${id}`,
  singleStudent: (id: Id) => `/Single Student/${id}`,
  singleTeacher: (id: Id) => `/Single Teacher/${id}`,
  importStudents: '/import students',

  allCourses: '/All Courses',
  studentList: '/Student List',
  studentProfile: (id: Id) => `/Student Profile/${id}`,
  schedule: '/schedule',
  attendance: '/attendance',
  viewAttendance: '/View Attendance',
  homeworks: '/homeworks',
  viewCourses: '/viewcourse',
  viewCourse: (id: Id) => `/viewcourse/${id}`,

  singleCourse: (id: Id) => `/single course/${id}`,
  markAttendance: '/mark-attendance',
  attendanceReport: '/attendance-report',
} as const;

const dashboards: Readonly<Record<PortalRole, string>> = {
  admin: paths.accountAdminDashboard,
  courseadmin: paths.courseAdminDashboard,
  teacher: paths.teacherDashboard,
};

/** The target of the logo, of Home and of a sign-in: the dashboard of the role, or /login without one. */
export const dashboardOf = (role: PortalRole | null) => (role ? dashboards[role] : paths.login);
