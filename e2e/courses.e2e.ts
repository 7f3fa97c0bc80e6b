import type { Page, Route } from '@playwright/test';
import { newCourse, people } from './calls.ts';
import { expect, followMenu, pictureOf, signIn, test, unique, pressIn } from './fixtures.ts';

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
  await row.getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL(/\/manage\/\d+$/);
});
