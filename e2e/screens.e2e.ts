import { mkdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { enter, newCourse, people } from './calls.ts';
import { paths } from '../web/paths.ts';
import {
  expect,
  expectNoSidewaysScroll,
  isShort,
  pressIn,
  settle,
  signIn,
  standing,
  test,
  unique,
  violationsOf,
} from './fixtures.ts';
import { linkIn, mailTo } from './mails.ts';
import { firstPassword, newPerson, newStudents, post } from './newcomers.ts';
import { isWaiting, newClassToday, openRoll, rowOf, saveButton, startAs } from './rolls.ts';
import { spreadsheet } from './spreadsheet.ts';

/**
 * Every page of the portal, and in the full form its dialogs, menus, empty and failed states: each fits its window and
 * breaks no rule of WCAG 2.2 AA or best practice, on a phone by night and at a desk by day. The short form opens every
 * page on a phone by night, and tries the rules on one page of each kind. SCREENS='event|payment' looks at those alone.
 * SCREENS_DIR=<folder> takes a picture of each there, on both and in both schemes.
 */

type Role = 'nobody' | 'admin' | 'courseAdmin' | 'teacher';

/** Who looks at each page. The type checker names a page that is missing. */
const pages: Readonly<Record<keyof typeof paths, Role>> = {
  login: 'nobody',
  signup: 'nobody',
  forgotPassword: 'nobody',
  newEmail: 'nobody',
  stop: 'nobody',

  accountAdminDashboard: 'admin',
  figures: 'admin',
  reports: 'admin',
  courseAdmins: 'admin',
  courseAdmin: 'admin',
  access: 'admin',
  accountAdmin: 'admin',
  teachers: 'admin',
  teacher: 'admin',
  students: 'admin',
  student: 'admin',
  statement: 'admin',
  payments: 'admin',
  singlePayment: 'admin',
  owing: 'admin',
  settlements: 'admin',
  eventTickets: 'admin',
  queryEmails: 'admin',
  intake: 'admin',
  mails: 'admin',
  roleReach: 'admin',
  security: 'admin',
  settings: 'admin',
  openidServices: 'admin',
  setup: 'admin',
  practiceRoll: 'admin',
  invitations: 'admin',
  approvals: 'admin',
  courses: 'admin',
  course: 'admin',
  editCourse: 'admin',
  addCourse: 'admin',
  bin: 'admin',

  courseAdminDashboard: 'courseAdmin',
  today: 'courseAdmin',
  cases: 'courseAdmin',
  myCourses: 'courseAdmin',
  singleCourse: 'courseAdmin',
  finish: 'courseAdmin',
  edit: 'courseAdmin',
  manage: 'courseAdmin',
  courseAssociation: 'courseAdmin',
  class: 'courseAdmin',
  calendar: 'courseAdmin',
  daysOff: 'courseAdmin',
  teachersList: 'courseAdmin',
  singleTeacher: 'courseAdmin',
  allStudents: 'courseAdmin',
  singleStudent: 'courseAdmin',
  payment: 'courseAdmin',
  ownPayment: 'courseAdmin',
  updating: 'courseAdmin',
  duplicates: 'admin',
  corrections: 'admin',
  registrations: 'admin',
  toPlace: 'admin',
  importStudents: 'courseAdmin',
  bring: 'courseAdmin',
  events: 'courseAdmin',
  messages: 'courseAdmin',
  message: 'courseAdmin',

  home: 'teacher',
  teacherDashboard: 'teacher',
  allCourses: 'teacher',
  viewCourse: 'teacher',
  viewCourses: 'teacher',
  studentList: 'teacher',
  studentProfile: 'teacher',
  schedule: 'teacher',
  attendance: 'teacher',
  viewAttendance: 'teacher',
  markAttendance: 'teacher',
  attendanceReport: 'teacher',
  homeworks: 'teacher',
  cover: 'teacher',
  tests: 'teacher',
  help: 'teacher',
  profile: 'teacher',
  editProfile: 'teacher',
  changePassword: 'teacher',
};

/** The short form tries the rules on these: trying them takes twice as long as opening a page. */
const oneOfEachKind: ReadonlySet<keyof typeof paths> = new Set([
  'login',
  'accountAdminDashboard',
  'figures',
  'students',
  'student',
  'payments',
  'settings',
  'approvals',
  'editCourse',
  'today',
  'class',
  'bring',
  'messages',
  'schedule',
  'markAttendance',
] as const);

/** Whose ids are in the address of a page to which no list links. */
const sameIds: Partial<Record<keyof typeof paths, keyof typeof paths>> = {
  edit: 'singleCourse',
  manage: 'singleCourse',
  editCourse: 'course',
  statement: 'student',
};

/** A state of a page, which is reached by what is done there. */
interface State {
  readonly name: string;
  readonly path: string;
  readonly ready?: (page: Page) => Promise<unknown>;
  /** Calls that fail while it is looked at. */
  readonly failing?: string;
}

const folder = process.env['SCREENS_DIR'];
if (folder) mkdirSync(folder, { recursive: true });
const wanted = new RegExp(process.env['SCREENS'] ?? '');
const desk = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };

const softly = expect.configure({ soft: true });

const looks = [
  { size: phone, colorScheme: 'dark' },
  { size: desk, colorScheme: 'light' },
  { size: phone, colorScheme: 'light' },
  { size: desk, colorScheme: 'dark' },
] as const;
const looked = looks.slice(0, folder ? 4 : isShort ? 1 : 2);

async function stand(page: Page) {
  await expect(page.locator('h1, [role="dialog"]').first()).toBeVisible();
  await settle(page);
}

/** The rules of the screens: one filled button a page, and six tabs a row. Kinds of a list stand in sections. */
const tooMany = (page: Page) =>
  page.locator('main').evaluateAll(([main]) => {
    const seen = (selector: string) =>
      [...(main?.querySelectorAll(selector) ?? [])].filter((one) => one.checkVisibility());
    const filled = seen('.mantine-Button-root:is([data-variant="filled"], :not([data-variant]))');
    const rows = seen('[role="tablist"]').map((row) => row.querySelectorAll(':scope > [role="tab"]').length);
    return [
      ...(filled.length > 1 ? filled.map((button) => `filled: ${button.textContent}`) : []),
      ...rows.filter((tabs) => tabs > 6).map((tabs) => `${tabs} tabs`),
    ];
  });

async function look(page: Page, name: string, { isWhole = true } = {}) {
  for (const { size, colorScheme } of looked) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await stand(page);
    const as = `${name}-${size.width}-${colorScheme}`;
    if (folder) await page.screenshot({ path: `${folder}/${as}.png` });
    // One finding is no reason to leave the others unseen.
    if (isWhole) softly(await standing(() => violationsOf(page)), as).toEqual([]);
    await expectNoSidewaysScroll(page);
    softly(await tooMany(page), as).toEqual([]);
  }
}

/** By its address. In the short form as a link does, so that the portal loads once. */
async function open(page: Page, path: string, isFirst: boolean) {
  if (isFirst || !isShort) await page.goto(path);
  else {
    await page.evaluate((to) => {
      // The page before has led here.
      if (location.pathname === to) return;
      document.querySelector('h1')?.setAttribute('data-left', '');
      history.pushState(null, '', to);
    }, encodeURI(path));
    await expect(page.locator('h1:not([data-left])')).toBeVisible();
  }
  await stand(page);
}

async function walk(page: Page, role: Role) {
  const ids = new Map<string, string>();
  const own = Object.entries(pages).filter(([, of]) => of === role) as [keyof typeof paths, Role][];
  await page.setViewportSize(phone);
  for (const [at, [name]] of own.entries()) {
    const route = paths[name];
    await open(page, route.replace('$id', ids.get(paths[sameIds[name] ?? name]) ?? '1'), at === 0);
    const isWhole = !isShort || oneOfEachKind.has(name);
    if (wanted.test(`${role}-${name}`)) await look(page, `${role}-${name}`, { isWhole });
    const links = page.getByRole('main').locator('a[href]');
    for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))) {
      const [, prefix, id] = /^(\/[^?#]+\/)(\d+)$/.exec(decodeURI(href)) ?? [];
      if (prefix && id && !ids.has(`${prefix}$id`)) ids.set(`${prefix}$id`, id);
    }
  }
}

async function lookAtAll(page: Page, role: string, states: readonly State[]) {
  for (const { name, path, ready, failing } of states) {
    if (!wanted.test(`${role}-${name}`)) continue;
    await test.step(`${role}-${name}`, async () => {
      if (failing) await page.route(failing, (route) => route.abort('connectionfailed'));
      await page.setViewportSize(desk);
      await page.goto(path);
      // A call is tried again before it is given up.
      if (failing) await seen(page.getByRole('button', { name: 'Try again' }));
      else await stand(page);
      await ready?.(page);
      await look(page, `${role}-${name}`);
      if (failing) await page.unroute(failing);
    });
  }
}

const seen = (locator: Locator) => expect(locator.first()).toBeVisible();

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

const pressInDialog = (opener: string, name: string) => async (page: Page) => {
  await press(opener)(page);
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
};

/** An action of the first row, behind its button where it has one. */
const pressInRow = (name: RegExp) => (page: Page) =>
  pressIn(page.getByRole('table').first().locator('tbody tr').first(), name);

/** A page by its tabs. */
const tabsOf = (name: string, path: string, tabs: string): State[] =>
  tabs.split(' ').map((tab) => ({ name: `${name}-${tab}`, path: `${path}?tab=${tab}` }));

/** An empty list, by a search that finds nothing. */
const emptyOf = (...lists: (keyof typeof paths)[]): State[] =>
  lists.map((list) => ({ name: `${list}-none`, path: `${paths[list]}?q=nobody has this name` }));

test.describe.configure({ timeout: 900_000 });

test('every page that is open to everybody', async ({ page }) => walk(page, 'nobody'));

for (const role of ['admin', 'courseAdmin', 'teacher'] as const) {
  test(`every page that is looked at as ${role}`, async ({ page }) => {
    await signIn(page, people[role]);
    await walk(page, role);
  });
}

test.describe('what opens on pages, and what is empty, missing or fails', { tag: '@full' }, () => {
  test('of somebody who is not signed in', async ({ page }) => {
    const email = await newPerson(page.request, 'teacher');
    await post(page.request, 'forgetPassword_otp_send', { email_id: email });
    const link = linkIn(await mailTo(email, 'reset_code'));
    await lookAtAll(page, 'nobody', [
      { name: 'login-refused', path: '/login', ready: (at) => at.keyboard.press('Enter') },
      { name: 'signup-refused', path: '/signup/expired', ready: press('Sign up') },
      { name: 'new-password', path: link },
      {
        name: 'code',
        path: '/forgotpassword',
        ready: async (at) => {
          await at.getByLabel('Email').fill(email);
          await press('Send code')(at);
          await seen(at.getByLabel('Code'));
        },
      },
      { name: 'not-found', path: '/no such page' },
    ]);
  });

  test('of an account admin', async ({ page }) => {
    await signIn(page, people.admin);
    await lookAtAll(page, 'admin', [
      ...emptyOf('courseAdmins', 'students', 'payments', 'eventTickets', 'mails', 'courses'),
      ...tabsOf('student', '/student/9', 'about notes cases attendance money mails homework my-page history'),
      { name: 'account-menu', path: '/profile', ready: (at) => openMenu(at) },
      {
        name: 'command-bar',
        path: '/profile',
        ready: async (at) => {
          await at.getByRole('button', { name: 'Find or go to' }).click();
          await at.keyboard.insertText('gita');
          await seen(at.getByRole('dialog').getByRole('option'));
        },
      },
      { name: 'course-admins-failed', path: '/Course admins', failing: '**/api/**/*courseadmin*' },
      { name: 'dashboard-failed', path: '/', failing: '**/api/dash*/**' },
      { name: 'delete-question', path: '/Course admins', ready: pressInRow(/^Delete/) },
      { name: 'teachers-invite', path: '/teachers', ready: press(/invite/i) },
      { name: 'students-view', path: '/students', ready: press('View of Students') },
      { name: 'students-export', path: '/students', ready: press('Export') },
      { name: 'students-add', path: '/students', ready: press('Add student') },
      { name: 'student-missing', path: '/student/999999' },
      { name: 'payment-record', path: '/payments', ready: press('Record a payment') },
      { name: 'intake-new-key', path: '/intake', ready: press('Make a key') },
      { name: 'add-course-refused', path: '/addcourse', ready: press('Add Course') },
      { name: 'add-course-day', path: '/addcourse', ready: (at) => at.getByLabel('Start date').click() },
      { name: 'course-missing', path: '/course/999999' },
      { name: 'settings-service', path: '/Sign-in Services', ready: press('Add a service') },
      { name: 'another-roles', path: '/my courses' },
    ]);
  });

  test('of a course admin', async ({ page }) => {
    await signIn(page, people.courseAdmin);
    const course = await newCourse(page.request, unique('Screens'));
    const family = unique('Rao').replaceAll(' ', '');
    await newStudents(page.request, { family, count: 2, course: course.name });
    const payments = spreadsheet([
      ['Payment id', 'Student', 'Mobile', 'E-mail ID', 'Amount (INR)', 'Date', 'Status'],
      ['A-1', 'Asha A', '', `asha0.${family}@example.test`, '1,200.50', '25-03-2026', 'captured'],
      ['A-2', 'Nobody Knows', '', '', 99.9, '27-03-2026', 'failed'],
    ]);
    const students = spreadsheet([
      ['First name', 'Last name', 'E-mail ID', 'Mobile Number', 'Course', 'Class'],
      ['Asha', family, `asha.${family}@example.test`, '9876543210', course.name, ''],
      ['Bina', family, 'not an address', '12', 'A course nobody knows', ''],
    ]);
    const choose = (file: typeof students, button: RegExp) => async (at: Page) => {
      await at.locator('input[type="file"]').setInputFiles(file);
      await seen(at.getByRole('button', { name: button }));
    };
    const openEditor = async (at: Page) => {
      await press('Add price')(at);
      // Its list of countries lies over the button below.
      await at.keyboard.press('Escape');
      await press('Add glimpse')(at);
      await at.getByRole('button', { name: /^Week 1\b/ }).click();
      await press(/^Add topic to week 1/)(at);
      await press('Update Course')(at);
    };
    await lookAtAll(page, 'courseadmin', [
      ...emptyOf('myCourses', 'teachersList', 'allStudents', 'payment', 'events'),
      ...tabsOf('class', '/class/1', 'students meetings rolls homework money mails history'),
      ...tabsOf('course', '/single course/1', 'curriculum instructor classes students money'),
      { name: 'manage-empty', path: `/manage/${course.id}` },
      {
        name: 'class-refused',
        path: `/manage/${course.id}`,
        ready: pressInDialog('Create Class', 'Create Class'),
      },
      { name: 'edit-refused', path: `/edit/${course.id}`, ready: openEditor },
      { name: 'charge', path: `/single course/${course.id}?tab=money`, ready: press('Charge students') },
      { name: 'students-failed', path: '/All Students', failing: '**/getallstudents_under_courseadmin' },
      { name: 'import-check', path: '/import students', ready: choose(students, /^Import \d/) },
      { name: 'upload-columns', path: '/updating', ready: choose(payments, /^Check \d/) },
      {
        name: 'updating-student',
        path: '/updating',
        ready: async (at) => {
          await at.getByLabel('Email of the student').fill(`asha0.${family}@example.test`);
          await press('Search')(at);
          await seen(at.getByRole('button', { name: 'Update course and class' }));
        },
      },
      { name: 'events-failed', path: '/events', failing: '**/api/events/get_events*' },
      {
        name: 'event-add-refused',
        path: '/events?dialog=add',
        ready: async (at) => {
          await at.getByRole('dialog').getByRole('button', { name: 'Add speaker' }).click();
          await at.getByRole('dialog').getByRole('button', { name: 'Add event' }).click();
        },
      },
      { name: 'event-view', path: '/events', ready: pressInRow(/^View/) },
      { name: 'event-people', path: '/events?dialog=people' },
      { name: 'event-delete', path: '/events?status=published', ready: pressInRow(/^Delete/) },
      { name: 'mail-previews', path: '/mails?tab=previews' },
      { name: 'today-absences', path: '/today?tab=three_absences' },
      { name: 'day-off', path: '/Days Off', ready: press('Add a day off') },
    ]);
  });

  test('of a teacher', async ({ page }) => {
    const { teacher, roll } = await newClassToday(page.request, 3);
    await startAs(page, teacher);
    const { course_id, class_id } = roll;
    const chosen = `course=${course_id}&class=${class_id}`;
    await lookAtAll(page, 'teacher', [
      ...tabsOf('class', `/class/${class_id}`, 'students meetings rolls homework answers waiting'),
      { name: 'menu', path: '/profile', ready: (at) => openMenu(at) },
      { name: 'change-password-refused', path: '/changepassword', ready: press('Change password') },
      { name: 'edit-profile-refused', path: '/editprofile', ready: press('Update') },
      { name: 'schedule-week', path: '/calendar' },
      { name: 'schedule-link', path: '/schedule', ready: press('Calendar link') },
      { name: 'roll', path: `/attendance?roll=${class_id}_${roll.attendance_date}` },
      { name: 'attendance-form', path: `/attendance?${chosen}` },
      { name: 'mark-attendance', path: `/mark-attendance?${chosen}&date=${roll.attendance_date}&show=yes` },
      {
        name: 'report',
        path: `/attendance-report?${chosen}&start=2020-01-01&end=${roll.attendance_date}&show=yes`,
      },
    ]);
    await signIn(page, people.teacher);
    await lookAtAll(page, 'teacher', [
      ...emptyOf('viewAttendance', 'homeworks'),
      {
        name: 'homework-preview',
        path: '/homeworks',
        ready: async (at) => {
          await press(/^Open PDF/)(at);
          // Drawn for the width there is, after the file has come.
          await seen(at.getByRole('img', { name: /^Page 1 / }));
        },
      },
    ]);
  });

  test('of people who have nothing yet', async ({ page }) => {
    for (const role of ['teacher', 'courseadmin'] as const) {
      await startAs(page, await enter(page.request, await newPerson(page.request, role), firstPassword));
      const own = Object.entries(pages).filter(([, of]) => of.toLowerCase() === role);
      const lists = own
        .map(([name]) => paths[name as keyof typeof paths])
        .filter((path) => !path.includes('$'));
      await lookAtAll(
        page,
        `new-${role}`,
        lists.map((path) => ({ name: path.slice(1), path })),
      );
    }
  });
});

async function openMenu(page: Page) {
  await page.getByRole('button', { name: /account menu/i }).click();
}

test.describe('on the device', { tag: '@full' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('a roll, and what waits', async ({ page, context }) => {
    const { teacher, roll } = await newClassToday(page.request, 4);
    await openRoll(page, teacher, roll);
    await rowOf(page, roll.students[0]!).click();
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
    await look(page, 'teacher-waiting');
  });
});
