import { mkdirSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newCourse,
  people,
  signIn,
  unique,
} from './fixtures.ts';
import { newStudents } from './newcomers.ts';
import { isWaiting, newClassToday, openRoll, rowOf, saveButton } from './rolls.ts';
import { spreadsheet } from './spreadsheet.ts';

// A picture of every screen and of the dialogs that matter, by role, in .cache/screens: on a phone and at a desk,
// light and dark. Each is walked by axe and may not be wider than its window. SCREENS='event|payment' takes those alone.

const folder = process.env['SCREENS_DIR'] ?? '.cache/screens';
mkdirSync(folder, { recursive: true });
const wanted = new RegExp(process.env['SCREENS'] ?? '');
const widths = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const schemes = ['light', 'dark'] as const;
/** QUICK=1 takes the phone dark and the desk light alone. */
const isQuick = process.env['QUICK'] === '1';

/** An address, and what is done there before the picture is taken. */
interface Screen {
  readonly name: string;
  readonly path: string | ((page: Page) => Promise<string>);
  readonly ready?: (page: Page) => Promise<unknown>;
}

/** Until nothing moves any more. */
async function stand(page: Page) {
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Until everything that was asked for has come and been drawn. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle');
  await stand(page);
}

async function take(page: Page, name: string) {
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      if (isQuick && (colorScheme === 'light') !== (size.width === 1440)) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await stand(page);
      const isDialog = (await page.getByRole('dialog').count()) > 0;
      const path = `${folder}/${name}-${size.width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: !isDialog });
      await test.step(path, async () => {
        // One finding is no reason to leave the other screens unseen.
        await expectNoSidewaysScroll(page).catch((error: unknown) => found(path, error));
        await expectAccessible(page).catch((error: unknown) => found(path, error));
      });
    }
  }
  await page.setViewportSize(widths[0]);
}

const found = (path: string, error: unknown) =>
  expect.soft(error instanceof Error ? error.message : String(error), path).toBe('');

async function takeAll(page: Page, role: string, screens: readonly Screen[]) {
  for (const { name, path, ready } of screens) {
    const full = `${role}-${name}`;
    if (!wanted.test(full)) continue;
    try {
      await page.goto(typeof path === 'string' ? path : await path(page));
      await settle(page);
      await ready?.(page);
      await take(page, full);
    } catch (error) {
      found(full, error);
    }
  }
}

/** The first address under a folder that a list links to. */
const firstOf = (list: string, under: string) => async (page: Page) => {
  await page.goto(list);
  const link = page
    .getByRole('main')
    .locator(`a[href^="${encodeURI(under)}"]`)
    .first();
  return (await link.getAttribute('href')) ?? '/';
};

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();

const commandBar = async (page: Page) => {
  await page.getByRole('button', { name: 'Find or go to' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('gita');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
};

const own: Screen[] = [
  { name: 'dashboard', path: '/' },
  { name: 'profile', path: '/profile' },
  { name: 'edit-profile', path: '/editprofile' },
  { name: 'change-password', path: '/changepassword' },
  { name: 'command-bar', path: '/profile', ready: commandBar },
  { name: 'not-found', path: '/no such page' },
];

test('signed out', async ({ page }) => {
  await takeAll(page, 'out', [
    { name: 'login', path: '/login' },
    {
      name: 'login-refused',
      path: '/login',
      ready: (at) => at.getByRole('button', { name: 'Sign in' }).click(),
    },
    { name: 'signup', path: '/signup' },
    { name: 'signup-expired', path: '/signup/expired' },
    { name: 'forgot-password', path: '/forgotpassword' },
  ]);
});

test('account admin', async ({ page }) => {
  await signIn(page, people.admin);
  await takeAll(page, 'admin', [
    ...own,
    { name: 'course-admins', path: '/Course admins' },
    { name: 'course-admin', path: firstOf('/Course admins', '/courseadmin/') },
    { name: 'teachers', path: '/teachers' },
    { name: 'teachers-invite', path: '/teachers', ready: press(/invite/i) },
    { name: 'teacher', path: firstOf('/teachers', '/teacher/') },
    { name: 'students', path: '/students' },
    { name: 'students-none', path: '/students?q=nobody has this name' },
    { name: 'student', path: firstOf('/students', '/student/') },
    { name: 'payments', path: '/payments' },
    { name: 'payment', path: firstOf('/payments', '/payments/') },
    { name: 'event-tickets', path: '/eventtickets' },
    { name: 'query-emails', path: '/queryEmails' },
    { name: 'mails', path: '/mails' },
    { name: 'letters', path: '/mails?tab=letters' },
    { name: 'intake', path: '/intake' },
    { name: 'intake-new-key', path: '/intake', ready: press('New key') },
    { name: 'courses', path: '/courses' },
    { name: 'delete-question', path: '/Course admins', ready: press(/^Delete/) },
    { name: 'course', path: firstOf('/courses', '/course/') },
    { name: 'add-course', path: '/addcourse' },
    {
      name: 'edit-course',
      path: async (at) => (await firstOf('/courses', '/course/')(at)).replace('/course/', '/editcourse/'),
    },
    { name: 'events', path: '/events' },
  ]);
});

test('course admin', async ({ page }) => {
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
    await expect(at.getByRole('button', { name: /^Check \d/ })).toBeVisible();
  };
  await takeAll(page, 'courseadmin', [
    ...own,
    { name: 'my-courses', path: '/my courses' },
    { name: 'single-course', path: firstOf('/my courses', '/single course/') },
    { name: 'edit-course', path: firstOf('/my courses', '/edit/') },
    { name: 'association', path: '/Course Association' },
    { name: 'manage', path: firstOf('/my courses', '/manage/') },
    { name: 'manage-empty', path: `/manage/${course.id}` },
    { name: 'class-dialog', path: firstOf('/my courses', '/manage/'), ready: press('Create Class') },
    { name: 'teachers', path: '/Teachers List' },
    { name: 'teacher', path: firstOf('/Teachers List', '/Single Teacher/') },
    { name: 'students', path: '/All Students' },
    { name: 'student', path: firstOf('/All Students', '/Single Student/') },
    { name: 'import', path: '/import students' },
    {
      name: 'import-check',
      path: '/import students',
      ready: (at) => at.locator('input[type="file"]').setInputFiles(students),
    },
    { name: 'payment-list', path: '/payment' },
    { name: 'payment', path: firstOf('/payment', '/payment/') },
    { name: 'updating', path: '/updating' },
    { name: 'upload-columns', path: '/updating', ready: upload },
    {
      name: 'upload-check',
      path: '/updating',
      ready: async (at) => {
        await upload(at);
        await at.getByRole('button', { name: /^Check \d/ }).click();
        await expect(at.getByRole('table', { name: 'Rows of the spreadsheet' })).toBeVisible();
      },
    },
    { name: 'events', path: '/events' },
    { name: 'event-add', path: '/events?dialog=add' },
    { name: 'event-view', path: '/events', ready: press(/^View \S/) },
    { name: 'event-edit', path: '/events', ready: press(/^Edit \S/) },
    { name: 'event-people', path: '/events?dialog=people' },
    { name: 'mails', path: '/mails' },
    { name: 'mark-attendance', path: '/mark-attendance' },
    { name: 'report', path: '/attendance-report' },
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

test('teacher', async ({ page }) => {
  await signIn(page, people.teacher);
  const chosen = await chosenClass(page);
  await takeAll(page, 'teacher', [
    ...own,
    { name: 'courses', path: '/All Courses' },
    { name: 'course', path: firstOf('/All Courses', '/viewcourse/') },
    { name: 'students', path: '/Student List' },
    { name: 'student', path: firstOf('/Student List', '/Student Profile/') },
    { name: 'schedule', path: '/schedule' },
    { name: 'attendance', path: '/attendance' },
    { name: 'roll-today', path: firstOf('/attendance', '/attendance?roll=') },
    { name: 'attendance-form', path: `/attendance?${chosen}` },
    { name: 'attendance-history', path: `/View Attendance?${chosen}` },
    { name: 'mark-attendance', path: `/mark-attendance?${chosen}&date=${daysAgo(1)}&show=yes` },
    { name: 'report', path: `/attendance-report?${chosen}&start=${daysAgo(200)}&end=${daysAgo(1)}&show=yes` },
    { name: 'homework', path: '/homeworks' },
    {
      name: 'homework-preview',
      path: '/homeworks',
      ready: async (at) => {
        await press(/PDF/)(at);
        // Drawn for the width there is, after the file has come.
        await expect(at.getByRole('img', { name: /^Page 1 / })).toBeVisible();
      },
    },
  ]);
});

test.describe('on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a roll, and what waits', async ({ page, context }) => {
    test.skip(!wanted.test('teacher-roll') && !wanted.test('teacher-waiting'));
    const { teacher, roll } = await newClassToday(page.request, 6);
    await openRoll(page, teacher, roll);
    await rowOf(page, roll.students[0]!).click();
    await take(page, 'teacher-roll');
    await context.setOffline(true);
    await saveButton(page).click();
    await isWaiting(page, 1);
    await page.getByRole('button', { name: '1 waiting' }).click();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
    await take(page, 'teacher-waiting');
  });
});
