import type { Page, Route } from '@playwright/test';
import {
  expect,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  followMenu,
  newCourse,
  people,
  pictureOf,
  signIn,
  signOut,
  test,
  unique,
  pressIn,
} from './fixtures.ts';

/** courseadmin@gurukul.test */
const courseAdminName = 'Raghavendra Acharya';

async function chooseCourseAdmin(page: Page, name: string) {
  const field = page.getByRole('combobox', { name: 'Course admin' });
  await field.click();
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(field).toHaveValue(name);
}

/** Keeps the requests to an address waiting until the returned function is called. */
async function hold(page: Page, address: string, then: (route: Route) => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, (route) => promise.then(() => then(route)));
  return resolve;
}

async function findInList(page: Page, course: string) {
  await page.getByLabel('Search', { exact: true }).fill(course);
  const row = page.getByRole('row').filter({ hasText: course });
  await expect(row).toHaveCount(1);
  return row;
}

test('an admin is told what is missing and adds a course with an image', async ({ page }) => {
  const course = unique('Upanishad Readings');
  await signIn(page, people.admin, '/addcourse');
  await expect(page.getByRole('heading', { level: 1, name: 'Add Course' })).toBeVisible();

  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Course name required' })).toBeVisible();
  await expect(page.getByLabel('Course name')).toBeFocused();

  await page.getByLabel('Course name').fill(course);
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Assaign someone as course Admin' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Course admin' })).toBeFocused();

  await chooseCourseAdmin(page, courseAdminName);
  await page.getByLabel('Duration').selectOption('yearly');
  await page.getByRole('textbox', { name: 'Description' }).fill('Ten principal Upanishads, read slowly.');

  const picture = await pictureOf(page);
  await page.route('**/api/files/begin', (route) => route.abort('connectionfailed'), { times: 1 });
  await page.locator('input[type="file"]').setInputFiles(picture);
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(picture);
  await expect(page.getByText('Image uploaded')).toBeVisible();

  const goOn = await hold(page, '**/api/courses/add_course', (route) => route.continue());
  await page.getByRole('button', { name: 'Add Course' }).click();
  await expect(page.getByRole('button', { name: 'Please wait..' })).toBeVisible();
  goOn();
  await expect(page.getByText('Course Added Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/courses$/);
  const row = await findInList(page, course);
  await expect(row).toContainText(courseAdminName);
  await expect(row).toContainText('Yearly');
  await expect(row).toContainText('Unpublished');
  await expect(row).toContainText('Closed');
  await expect
    .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320);
  await row.getByRole('link', { name: course }).click();
  await expect(page).toHaveURL(/\/course\/\d+$/);
});

test('a half-filled course is not lost by mistake', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin, '/addcourse');
  await page.getByLabel('Course name').fill('Half a course');

  await page.getByRole('link', { name: 'All courses' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Course name')).toHaveValue('Half a course');

  await page.getByRole('button', { name: 'Reset' }).click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Course name')).toHaveValue('Half a course');
  await page.getByRole('button', { name: 'Reset' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Course name')).toHaveValue('');
  await page.getByRole('link', { name: 'All courses' }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test('a course admin publishes a course, announces it and opens its registration', async ({
  page,
  request,
}) => {
  const { name: course } = await newCourse(request, unique('Sandhya Practice'));
  await signIn(page, people.courseAdmin);
  await followMenu(page, 'My courses');
  const row = await findInList(page, course);
  await expect(row).toContainText('Unpublished');

  await pressIn(row, 'Publish');
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Unpublish', exact: true })).toBeVisible();
  await expect(page.getByText('Course published')).toBeVisible();

  await pressIn(row, 'Coming Soon');
  await expect(page.getByText('Course announced as coming soon')).toBeVisible();
  await expect(row.getByText('Coming soon', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Coming Soon' })).toHaveAttribute('aria-disabled', 'true');
  await expect(row.getByRole('button', { name: 'Coming Soon' })).toBeFocused();

  await pressIn(row, 'Open registration');
  await expect(page.getByText('Registration opened')).toBeVisible();
  await expect(row.getByText('Opened', { exact: true })).toBeVisible();

  await page.reload();
  await expect(row.getByText('Coming soon', { exact: true })).toBeVisible();
  await expect(row.getByText('Opened', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await expect(row.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Close registration' })).toBeVisible();

  await page.getByLabel('Status', { exact: true }).selectOption('Published');
  await expect(row).toHaveCount(0);
  await page.getByLabel('Status', { exact: true }).selectOption('Coming soon');
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/status=coming_soon/);

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL(/\/manage\/\d+$/);
});

test(
  'a switch that could not be turned goes back and says so',
  { tag: '@full' },
  async ({ page, request }) => {
    const { name: course } = await newCourse(request, unique('Temple Arts'));
    await signIn(page, people.courseAdmin, '/my%20courses');
    const row = await findInList(page, course);

    const address = '**/api/courses/course_reg_status';
    const fail = await hold(page, address, (route) => route.abort('connectionfailed'));
    await pressIn(row, 'Open registration');
    await expect(row.getByText('Opened', { exact: true })).toBeVisible();
    fail();
    await expect(page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })).toBeVisible();
    await expect(row.getByText('Closed', { exact: true })).toBeVisible();

    await page.unroute(address);
    await pressIn(row, 'Open registration');
    await expect(page.getByText('Registration opened')).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the course pages are accessible and nothing sticks out', { tag: '@full' }, async ({ page }) => {
    const expectFine = async () => {
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page);
    };
    const expectRows = () => expect(page.getByRole('table').getByRole('link').first()).toBeVisible();

    await signIn(page, people.admin, '/courses');
    await expectRows();
    await expectFine();

    await page.goto('/addcourse');
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await page.getByRole('button', { name: 'Add Course' }).click();
    await expect(page.getByLabel('Course name')).toHaveAttribute('aria-invalid', 'true');
    await expectFine();
    await page.getByRole('combobox', { name: 'Course admin' }).click();
    await expect(page.getByRole('option', { name: courseAdminName })).toBeVisible();
    await expectFine();

    await signOut(page);
    await signIn(page, people.courseAdmin, '/my%20courses');
    await expectRows();
    await expectFine();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectFine();
  });
});
