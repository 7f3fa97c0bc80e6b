import { mkdirSync } from 'node:fs';
import { type Locator, type Page, test } from '@playwright/test';
import {
  demoPassword,
  expect,
  expectNoSidewaysScroll,
  newCourse,
  people,
  pressIn,
  signIn,
  unique,
  violationsOf,
} from './fixtures.ts';
import { firstPassword, newPerson, newStudents } from './newcomers.ts';
import { callAs, enter, isWaiting, newClassToday, openRoll, rowOf, saveButton, startAs } from './rolls.ts';
import { type Walked, walkedType } from './screens.table.ts';
import { spreadsheet } from './spreadsheet.ts';

// A picture of every screen, and of its dialogs, menus, empty and failed states, by role, in .cache/screens: on a phone
// and at a desk, light and dark. Axe checks each of them, and none may be wider than its window. The findings are
// printed as a table at the end. SCREENS='event|payment' takes only those.

const folder = process.env['SCREENS_DIR'] ?? '.cache/screens';
mkdirSync(folder, { recursive: true });
const wanted = new RegExp(process.env['SCREENS'] ?? '');
const desk = { width: 1440, height: 900 } as const;
const phone = { width: 390, height: 844 } as const;
const schemes = ['light', 'dark'] as const;
/** QUICK=1 takes the phone dark and the desk light alone. */
const isQuick = process.env['QUICK'] === '1';

/** An address, and what is done there before the picture is taken. */
interface Screen {
  readonly name: string;
  readonly path: string | ((page: Page) => Promise<string>);
  readonly ready?: (page: Page) => Promise<unknown>;
  /** Calls that fail while it is looked at. */
  readonly failing?: string;
  /** Where it is not to be seen on both. */
  readonly at?: typeof desk | typeof phone;
}

/** Until nothing moves any more. */
async function stand(page: Page) {
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Until everything that was asked for has come and been drawn. */
async function settle(page: Page) {
  // Now and then the browser does not tell of the last answer that came, and a walk of an hour would wait for it.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
  await stand(page);
}

/** What a thumb has to hit and is lower or narrower than 40 px; links within a sentence are as high as its lines. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const least = 40;
    const isInText = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      );
    const shapeOf = (target: Element) => {
      const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
      const boxes = [target, ...labels].map((each) => each.getBoundingClientRect());
      const left = Math.min(...boxes.map((box) => box.left));
      const right = Math.max(...boxes.map((box) => box.right));
      const top = Math.min(...boxes.map((box) => box.top));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      return { width: right - left, height: bottom - top };
    };
    const found = [...document.querySelectorAll('a[href], button, input, select, textarea, [role="option"]')]
      .filter((target) => target.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }))
      .filter((target) => !target.matches(':disabled'))
      .filter((target) => !target.closest('[inert], [aria-hidden="true"], [role="presentation"] > iframe'))
      .filter((target) => !isInText(target))
      // A press anywhere in a row ticks its box.
      .filter((target) => !target.matches('[aria-selected] input, th input'))
      .flatMap((target) => {
        const { width, height } = shapeOf(target);
        // What only the keyboard brings into sight is not there for thumbs.
        if (width < 2 || height < 2) return [];
        if (width >= least - 0.5 && height >= least - 0.5) return [];
        const name = target.getAttribute('aria-label') ?? target.textContent.trim();
        return [
          `${target.tagName.toLowerCase()} ${name.slice(0, 30)} ${Math.round(width)}x${Math.round(height)}`,
        ];
      });
    return [...new Set(found)];
  });

/** Of a picture, in px. */
const longest = 4000;

/** Of the whole page, from its top: the bar that stays in sight is to be there and not over its middle. */
const heightOf = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    return Math.max(document.documentElement.scrollHeight, window.innerHeight);
  });

async function take(page: Page, role: string, name: string, at?: Screen['at']) {
  for (const size of at ? [at] : [desk, phone]) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      if (isQuick && (colorScheme === 'light') !== (size === desk)) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await stand(page);
      // What is open closes when the window grows to the page.
      const isOpen = (await page.locator('[role="dialog"], main [aria-expanded="true"]').count()) > 0;
      const path = `${folder}/${role}-${name}-${size.width}-${colorScheme}.png`;
      // Of the longest lists the rest looks like the beginning.
      const clip = { x: 0, y: 0, width: size.width, height: Math.min(longest, await heightOf(page)) };
      await page.screenshot({ path, fullPage: !isOpen, ...(isOpen ? {} : { clip }) });
      await test.step(path, async () => {
        // One finding is no reason to leave the other screens unseen.
        await expectNoSidewaysScroll(page).catch((error: unknown) => found(path, error));
        const walked: Walked = {
          role,
          screen: name,
          address: decodeURI(new URL(page.url()).pathname),
          width: size.width,
          scheme: colorScheme,
          violations: await violationsOf(page),
          small: size === phone && colorScheme === 'light' ? await smallTargets(page) : [],
        };
        test.info().annotations.push({ type: walkedType, description: JSON.stringify(walked) });
        expect.soft(walked.violations, path).toEqual([]);
        expect.soft(walked.small, path).toEqual([]);
      });
    }
  }
  await page.setViewportSize(desk);
}

const found = (path: string, error: unknown) =>
  expect.soft(error instanceof Error ? error.message : String(error), path).toBe('');

const seen = (locator: Locator) => expect(locator.first()).toBeVisible({ timeout: 30_000 });

async function takeAll(page: Page, role: string, screens: readonly Screen[]) {
  for (const { name, path, ready, failing, at } of screens) {
    const full = `${role}-${name}`;
    if (!wanted.test(full)) continue;
    try {
      if (at) await page.setViewportSize(at);
      const address = typeof path === 'string' ? path : await path(page);
      if (failing) await page.route(failing, (route) => route.abort('connectionfailed'));
      await page.goto(address);
      await settle(page);
      // A call is tried again before it is given up.
      if (failing) await seen(page.getByRole('button', { name: 'Try again' }));
      await ready?.(page);
      await take(page, role, name, at);
    } catch (error) {
      found(full, error);
    }
    if (failing) await page.unroute(failing);
  }
}

/** The first address under a folder that a list links to, or that of the row with a text. */
const firstOf =
  (list: string, under: string, text = '') =>
  async (page: Page) => {
    await page.goto(list);
    const links = page.getByRole('main').locator(`a[href^="${encodeURI(under)}"]`);
    const link = (text ? links.filter({ hasText: text }) : links).first();
    return (await link.getAttribute('href')) ?? '/';
  };

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

/** The first row of the page's first table. */
const firstRow = (page: Page) => page.getByRole('table').first().locator('tbody tr').first();

/** An action of the first row, behind its button where it has one. */
const pressInRow = (name: string | RegExp) => (page: Page) => pressIn(firstRow(page), name);

const openRow = (page: Page) =>
  firstRow(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();

const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const commandBar = async (page: Page) => {
  await page.getByRole('button', { name: 'Find or go to' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('gita');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
};

const nobody = '?q=nobody has this name';

const own: Screen[] = [
  { name: 'dashboard', path: '/' },
  { name: 'dashboard-failed', path: '/', failing: '**/api/dash*/**' },
  {
    name: 'dashboard-tables',
    path: '/',
    ready: async (page) => {
      for (const button of await page.getByRole('button', { name: /^Table/ }).all()) await button.click();
    },
  },
  { name: 'profile', path: '/profile' },
  { name: 'edit-profile', path: '/editprofile' },
  { name: 'change-password', path: '/changepassword' },
  { name: 'change-password-refused', path: '/changepassword', ready: press('Change password') },
  { name: 'command-bar', path: '/profile', ready: commandBar },
  {
    name: 'account-menu',
    path: '/profile',
    ready: (page) => page.getByRole('button', { name: /account menu/i }).click(),
  },
  {
    name: 'menu',
    path: '/profile',
    at: phone,
    ready: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  { name: 'not-found', path: '/no such page' },
];

test('signed out', async ({ page }) => {
  await takeAll(page, 'nobody', [
    { name: 'login', path: '/login' },
    {
      name: 'login-refused',
      path: '/login',
      ready: (at) => at.getByRole('button', { name: 'Sign in' }).click(),
    },
    { name: 'signup', path: '/signup' },
    { name: 'signup-expired', path: '/signup/expired' },
    { name: 'new-email', path: '/newemail' },
    { name: 'forgot-password', path: '/forgotpassword' },
    { name: 'not-found', path: '/no such page' },
  ]);
});

test('account admin', async ({ page }) => {
  await signIn(page, people.admin);
  const course = firstOf('/courses', '/course/', 'Ramayana');
  await takeAll(page, 'admin', [
    ...own,
    { name: 'course-admins', path: '/Course admins' },
    { name: 'course-admin', path: firstOf('/Course admins', '/courseadmin/', 'Raghavendra') },
    { name: 'account-admin', path: firstOf('/Access', '/accountadmin/') },
    { name: 'teachers', path: '/teachers' },
    { name: 'teacher', path: firstOf('/teachers', '/teacher/') },
    { name: 'students', path: '/students' },
    { name: 'student', path: firstOf('/students', '/student/', 'Bharat') },
    { name: 'payments', path: '/payments' },
    { name: 'settlements', path: '/Settlements' },
    { name: 'payment', path: firstOf('/payments', '/payments/') },
    { name: 'owing', path: '/owing' },
    { name: 'event-tickets', path: '/eventtickets' },
    { name: 'query-emails', path: '/queryEmails' },
    { name: 'mails', path: '/mails' },
    { name: 'mail-previews', path: '/mails?tab=previews' },
    { name: 'intake', path: '/intake' },
    { name: 'access', path: '/Access' },
    { name: 'role-reach', path: '/Role Reach' },
    { name: 'security', path: '/security' },
    { name: 'settings', path: '/Settings' },
    { name: 'sign-in-services', path: '/Sign-in Services' },
    { name: 'setup', path: '/Setup' },
    { name: 'practice-roll', path: '/Practice Roll' },
    { name: 'invitations', path: '/Invitations' },
    { name: 'approvals', path: '/Approvals' },
    { name: 'reports', path: '/Reports' },
    { name: 'days-off', path: '/Days Off' },
    { name: 'statement', path: '/statement/1' },
    { name: 'today', path: '/today' },
    { name: 'figures', path: '/Figures' },
    { name: 'cases', path: '/cases' },
    { name: 'help', path: '/help' },
    { name: 'bin', path: '/Bin' },
    { name: 'add-course', path: '/addcourse' },
    { name: 'courses', path: '/courses' },
    { name: 'course', path: course },
    { name: 'course-curriculum', path: course, ready: openTab('Curriculum') },
    { name: 'course-instructor', path: course, ready: openTab('Instructor') },
    { name: 'edit-course', path: async (at) => (await course(at)).replace('/course/', '/editcourse/') },
    { name: 'events', path: '/events' },
    { name: 'association', path: '/Course Association' },
    { name: 'import', path: '/import students' },
    { name: 'updating', path: '/updating' },
    { name: 'mark-attendance', path: '/mark-attendance' },
    { name: 'report', path: '/attendance-report' },
  ]);
});

test('what opens for an account admin, and what is empty or fails', async ({ page }) => {
  await signIn(page, people.admin);
  await takeAll(page, 'admin', [
    { name: 'course-admins-none', path: `/Course admins${nobody}` },
    { name: 'course-admins-failed', path: '/Course admins', failing: '**/api/**/*courseadmin*' },
    { name: 'delete-question', path: '/Course admins', ready: pressInRow(/^Delete/) },
    { name: 'teachers-invite', path: '/teachers', ready: press(/invite/i) },
    {
      name: 'teachers-invite-refused',
      path: '/teachers',
      ready: async (at) => {
        await press(/invite/i)(at);
        await at.getByRole('dialog').getByLabel('Email').fill('no address');
        await at.keyboard.press('Enter');
      },
    },
    { name: 'students-none', path: `/students${nobody}` },
    { name: 'students-failed', path: '/students', failing: '**/get_all_students*' },
    { name: 'students-view', path: '/students', ready: press('View of Students') },
    { name: 'students-export', path: '/students', ready: press('Export') },
    { name: 'students-actions', path: '/students', at: desk, ready: openRow },
    {
      name: 'student-status',
      path: firstOf('/students', '/student/', 'Bharat'),
      ready: (at) =>
        at
          .getByRole('region', { name: 'Courses' })
          .getByRole('button', { name: /status/i })
          .first()
          .click(),
    },
    { name: 'student-missing', path: '/student/999999' },
    { name: 'payments-none', path: `/payments${nobody}` },
    { name: 'payment-missing', path: '/payments/999999' },
    { name: 'event-tickets-none', path: `/eventtickets${nobody}` },
    { name: 'query-emails-failed', path: '/queryEmails', failing: '**/api/course_type_admin/**' },
    { name: 'mails-none', path: `/mails${nobody}` },
    { name: 'intake-new-key', path: '/intake', ready: press('Make a key') },
    { name: 'add-course-refused', path: '/addcourse', ready: press('Add Course') },
    {
      name: 'add-course-day',
      path: '/addcourse',
      ready: (at) => at.getByLabel('Start date').click(),
    },
    { name: 'courses-none', path: `/courses${nobody}` },
    { name: 'courses-failed', path: '/courses', failing: '**/api/courses/**' },
    { name: 'course-missing', path: '/course/999999' },
    { name: 'another-roles', path: '/my courses' },
    { name: 'profile-failed', path: '/profile', failing: '**/get_user_details/*' },
  ]);
});

const ofCourse = 'Ramayana';

test('course admin', async ({ page }) => {
  await signIn(page, people.courseAdmin);
  await takeAll(page, 'courseadmin', [
    ...own,
    { name: 'my-courses', path: '/my courses' },
    { name: 'single-course', path: firstOf('/my courses', '/single course/', ofCourse) },
    {
      name: 'edit-course',
      path: async (at) =>
        (await firstOf('/my courses', '/single course/', ofCourse)(at)).replace(
          '/single%20course/',
          '/edit/',
        ),
    },
    { name: 'association', path: '/Course Association' },
    {
      name: 'manage',
      path: async (at) =>
        (await firstOf('/my courses', '/single course/', ofCourse)(at)).replace(
          '/single%20course/',
          '/manage/',
        ),
    },
    { name: 'class', path: '/class/1' },
    { name: 'class-rolls', path: '/class/1?tab=rolls' },
    { name: 'class-money', path: '/class/1?tab=money' },
    { name: 'cover', path: '/Cover' },
    { name: 'messages', path: '/Messages' },
    { name: 'message', path: '/message/1' },
    { name: 'bring', path: '/bring' },
    { name: 'today', path: '/today' },
    { name: 'teachers', path: '/Teachers List' },
    { name: 'teacher', path: firstOf('/Teachers List', '/Single Teacher/') },
    { name: 'students', path: '/All Students' },
    { name: 'student', path: firstOf('/All Students', '/Single Student/') },
    { name: 'import', path: '/import students' },
    { name: 'payment-list', path: '/payment' },
    { name: 'payment', path: firstOf('/payment', '/payment/') },
    { name: 'updating', path: '/updating' },
    { name: 'events', path: '/events' },
    { name: 'mails', path: '/mails' },
    { name: 'mail-previews', path: '/mails?tab=previews' },
    { name: 'bin', path: '/Bin' },
    { name: 'mark-attendance', path: '/mark-attendance' },
    { name: 'report', path: '/attendance-report' },
  ]);
});

test('what opens for a course admin, and what is empty or fails', async ({ page }) => {
  await signIn(page, people.courseAdmin);
  const course = await newCourse(page.request, unique('Screens'));
  const family = unique('Rao').replaceAll(' ', '');
  await newStudents(page.request, { family, count: 2, course: course.name });
  const payments = spreadsheet([
    ['Payment id', 'Student', 'Mobile', 'E-mail ID', 'Amount (INR)', 'Date', 'Status'],
    ['A-1', 'Asha A', '', `asha0.${family}@example.test`, '1,200.50', '25-03-2026', 'captured'],
    ['A-2', 'Nobody Knows', '', '', 99.9, '27-03-2026', 'failed'],
    ['A-3', `Asha B ${family}`, '', '', 800, '27-03-2026', 'success'],
  ]);
  const students = spreadsheet([
    ['First name', 'Last name', 'E-mail ID', 'Mobile Number', 'Course', 'Class'],
    ['Asha', family, `asha.${family}@example.test`, '9876543210', course.name, ''],
    ['Bina', family, 'not an address', '12', 'A course nobody knows', ''],
  ]);
  const upload = async (at: Page) => {
    await at.locator('input[type="file"]').setInputFiles(payments);
    await seen(at.getByRole('button', { name: /^Check \d/ }));
  };
  await takeAll(page, 'courseadmin', [
    { name: 'my-courses-none', path: `/my courses${nobody}` },
    { name: 'my-courses-actions', path: '/my courses', at: desk, ready: openRow },
    { name: 'manage-empty', path: `/manage/${course.id}` },
    { name: 'class-dialog', path: `/manage/${course.id}`, ready: press('Create Class') },
    {
      name: 'class-dialog-refused',
      path: `/manage/${course.id}`,
      ready: async (at) => {
        await press('Create Class')(at);
        await at.getByRole('dialog').getByRole('button', { name: 'Create Class' }).click();
      },
    },
    { name: 'edit-empty', path: `/edit/${course.id}` },
    { name: 'teachers-none', path: `/Teachers List${nobody}` },
    { name: 'students-none', path: `/All Students${nobody}` },
    {
      name: 'students-failed',
      path: '/All Students',
      failing: '**/getallstudents_under_courseadmin',
    },
    {
      name: 'students-actions',
      path: '/All Students',
      at: desk,
      ready: openRow,
    },
    {
      name: 'import-check',
      path: '/import students',
      ready: async (at) => {
        await at.locator('input[type="file"]').setInputFiles(students);
        await seen(at.getByRole('button', { name: /^Import \d/ }));
      },
    },
    { name: 'payment-list-none', path: `/payment${nobody}` },
    {
      name: 'updating-unknown',
      path: '/updating',
      ready: async (at) => {
        await at.getByLabel('Email of the student').fill('nobody@example.test');
        await press('Search')(at);
        await settle(at);
      },
    },
    {
      name: 'updating-student',
      path: '/updating',
      ready: async (at) => {
        await at.getByLabel('Email of the student').fill(`asha0.${family}@example.test`);
        await press('Search')(at);
        await settle(at);
      },
    },
    { name: 'upload-columns', path: '/updating', ready: upload },
    {
      name: 'upload-check',
      path: '/updating',
      ready: async (at) => {
        await upload(at);
        await at.getByRole('button', { name: /^Check \d/ }).click();
        await seen(at.getByRole('table', { name: 'Rows of the spreadsheet' }));
      },
    },
    { name: 'events-none', path: `/events${nobody}` },
    { name: 'events-failed', path: '/events', failing: '**/api/events/get_events*' },
    { name: 'event-add', path: '/events?dialog=add' },
    {
      name: 'event-add-refused',
      path: '/events?dialog=add',
      ready: (at) => at.getByRole('dialog').getByRole('button', { name: 'Add event' }).click(),
    },
    { name: 'event-view', path: '/events', ready: pressInRow(/^View/) },
    { name: 'event-edit', path: '/events', ready: pressInRow(/^Edit/) },
    { name: 'event-people', path: '/events?dialog=people' },
    { name: 'event-publish', path: '/events?status=pending', ready: pressInRow(/^Publish/) },
    { name: 'event-delete', path: '/events?status=published', ready: pressInRow(/^Delete/) },
    { name: 'report-none', path: '/attendance-report', ready: press('View Report') },
  ]);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The address of a class of the teacher, as the pages for attendance read it. */
async function chosenClass(page: Page) {
  await page.goto('/mark-attendance');
  const course = page.getByLabel('Select Course');
  await expect(course.getByRole('option').nth(1)).toBeAttached();
  await course.selectOption({ index: 1 });
  const group = page.getByLabel('Select Class');
  await expect(group.getByRole('option').nth(1)).toBeAttached();
  await group.selectOption({ index: 1 });
  return `course=${await course.inputValue()}&class=${await group.inputValue()}`;
}

/** A mark of that class that was corrected, so that the pages say so. */
async function correctOne(page: Page, chosen: string) {
  const teacher = await enter(page.request, people.teacher, demoPassword);
  const [course_id, class_id] = [...new URLSearchParams(chosen).values()].map(Number);
  const day = { course_admin_id: teacher.user_id, course_id, class_id, attendance_date: daysAgo(1) };
  const { data } = await callAs<{
    data: { student_id: number; student_attendance_id: number | null; attendance_id: number | null }[];
  }>(page.request, teacher, 'post', '/courses/get_students_attendence', day);
  for (const attendance_status of ['absent', 'present', 'moved']) {
    const students = [{ student_id: data[0]!.student_id, attendance_status }];
    await callAs(page.request, teacher, 'post', '/courses/update_students_attendance', { ...day, students });
  }
}

test('teacher', async ({ page }) => {
  await signIn(page, people.teacher);
  const chosen = await chosenClass(page);
  await correctOne(page, chosen);
  const course = firstOf('/All Courses', '/viewcourse/');
  await takeAll(page, 'teacher', [
    ...own,
    { name: 'courses', path: '/All Courses' },
    { name: 'course', path: course },
    {
      name: 'course-chosen',
      path: '/viewcourse',
    },
    { name: 'course-curriculum', path: course, ready: openTab('Curriculum') },
    { name: 'students', path: '/Student List' },
    { name: 'student', path: firstOf('/Student List', '/Student Profile/') },
    { name: 'schedule', path: '/schedule' },
    { name: 'schedule-week', path: '/schedule?view=week' },
    { name: 'schedule-link', path: '/schedule', ready: press('Calendar link') },
    { name: 'attendance', path: '/attendance' },
    { name: 'roll-today', path: firstOf('/attendance', '/attendance?roll=') },
    { name: 'attendance-form', path: `/attendance?${chosen}` },
    { name: 'attendance-history', path: `/View Attendance?${chosen}` },
    { name: 'attendance-history-none', path: `/View Attendance${nobody}` },
    {
      name: 'mark-changes',
      path: `/View Attendance?${chosen}`,
      ready: async (at) => {
        await press(/^Corrected/)(at);
        await seen(at.getByRole('dialog').getByRole('list'));
      },
    },
    { name: 'mark-attendance', path: `/mark-attendance?${chosen}&date=${daysAgo(1)}&show=yes` },
    { name: 'report', path: `/attendance-report?${chosen}&start=${daysAgo(200)}&end=${daysAgo(1)}&show=yes` },
    { name: 'homework', path: '/homeworks' },
    { name: 'homework-none', path: `/homeworks${nobody}` },
    { name: 'homework-failed', path: '/homeworks', failing: '**/get_teacher_homework/**' },
    {
      name: 'homework-preview',
      path: '/homeworks',
      ready: async (at) => {
        await press(/PDF/)(at);
        // Drawn for the width there is, after the file has come.
        await seen(at.getByRole('img', { name: /^Page 1 / }));
      },
    },
  ]);
});

test('a teacher who teaches nothing yet', async ({ page }) => {
  const email = await newPerson(page.request, 'teacher');
  await startAs(page, await enter(page.request, email, firstPassword));
  await takeAll(page, 'newcomer', [
    { name: 'dashboard', path: '/' },
    { name: 'profile', path: '/profile' },
    { name: 'courses', path: '/All Courses' },
    { name: 'course', path: '/viewcourse/999999' },
    { name: 'students', path: '/Student List' },
    { name: 'schedule', path: '/schedule' },
    { name: 'schedule-week', path: '/schedule?view=week' },
    { name: 'attendance', path: '/attendance' },
    { name: 'attendance-history', path: '/View Attendance' },
    { name: 'mark-attendance', path: '/mark-attendance' },
    { name: 'report', path: '/attendance-report' },
    { name: 'homework', path: '/homeworks' },
  ]);
});

test('a course admin who has no course yet', async ({ page }) => {
  const email = await newPerson(page.request, 'courseadmin');
  await startAs(page, await enter(page.request, email, firstPassword));
  await takeAll(page, 'newcomer-admin', [
    { name: 'dashboard', path: '/' },
    { name: 'my-courses', path: '/my courses' },
    { name: 'association', path: '/Course Association' },
    { name: 'teachers', path: '/Teachers List' },
    { name: 'students', path: '/All Students' },
    { name: 'payments', path: '/payment' },
    { name: 'updating', path: '/updating' },
    { name: 'events', path: '/events' },
    { name: 'event-people', path: '/events?dialog=people' },
    { name: 'mails', path: '/mails' },
    { name: 'report', path: '/attendance-report' },
  ]);
});

test.describe('on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a roll, and what waits', async ({ page, context }) => {
    test.skip(!wanted.test('teacher-roll') && !wanted.test('teacher-waiting'));
    const { teacher, roll } = await newClassToday(page.request, 6);
    await openRoll(page, teacher, roll);
    await rowOf(page, roll.students[0]!).click();
    await take(page, 'teacher', 'roll');
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
    await take(page, 'teacher', 'waiting');
  });
});
