import type { Page } from '@playwright/test';
import { newCourse, people } from './calls.ts';
import { expect, followMenu, pressIn, said, signIn, test, unique } from './fixtures.ts';

async function findInList(page: Page, text: string) {
  await page.getByLabel('Search', { exact: true }).fill(text);
  const row = page.getByRole('table').getByRole('row').filter({ hasText: text });
  await expect(row).toHaveCount(1);
  return row;
}

test('what was published, announced or opened by mistake is taken back', async ({ page, request }) => {
  const { name } = await newCourse(request, unique('Undone Studies'));
  await signIn(page, people.courseAdmin, '/my%20courses');
  const row = await findInList(page, name);

  await pressIn(row, 'Publish');
  await said(page, 'Course published').getByRole('button', { name: 'Undo' }).click();
  await expect(said(page, `Undone: ${name} is as before.`)).toBeVisible();
  await expect(said(page, 'Course published')).toHaveCount(0);
  await expect(row.getByText('Unpublished', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Publish', exact: true })).toBeFocused();

  await pressIn(row, 'Open registration');
  await expect(said(page, 'Registration opened').getByRole('button', { name: 'Undo' })).toBeVisible();
  // The next word about the registration takes the place of the one before, whose Undo would mean something else now.
  await pressIn(row, 'Close registration');
  await expect(said(page, 'Registration closed')).toBeVisible();
  await expect(said(page, 'Registration opened')).toHaveCount(0);
  await said(page, 'Registration closed').getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByText('Opened', { exact: true })).toBeVisible();

  await page.reload();
  await expect(row.getByText('Unpublished', { exact: true })).toBeVisible();
  await expect(row.getByText('Opened', { exact: true })).toBeVisible();
});

test('a teacher finds their classes by course and class, and opens the course', async ({ page }) => {
  await signIn(page, people.teacher);
  await followMenu(page, 'All Courses');
  await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Course name',
    'Class',
    'Start date',
    'Duration',
    'Time',
    'Students',
  ]);
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  expect(await rows.count()).toBeLessThanOrEqual(8);
  await expect(rows.first().getByRole('cell').nth(4)).toHaveText(
    /^((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d\d:\d\d [AP]M\. On the class’s own clock: \w+day \d\d:\d\d [AP]M [A-Z]+(\w+day \d\d:\d\d [AP]M [A-Z]+)?)+$/,
  );

  const [name = '', group = ''] = await rows.first().getByRole('cell').allInnerTexts();
  await page.getByLabel('Course', { exact: true }).selectOption({ label: name });
  await expect(page).toHaveURL(/course=\d+/);
  await page.getByLabel('Class', { exact: true }).selectOption({ label: group });
  await expect(page).toHaveURL(/class=\d+/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(group);

  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Course', { exact: true }).selectOption('');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await expect(page).not.toHaveURL(/class=/);

  await rows.first().getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/viewcourse\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
