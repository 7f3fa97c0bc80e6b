import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  exported,
  followMenu,
  newCourse,
  people,
  pressIn,
  said,
  signIn,
  test,
  unique,
} from './fixtures.ts';
import { cellsOf } from './spreadsheet.ts';

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

  await pressIn(row, 'Coming Soon');
  const announced = said(page, 'Course announced as coming soon');
  await announced.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(row.getByText('Unpublished', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Coming Soon' })).toBeFocused();

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

test('an admin takes the filtered courses home, and no name runs as a formula', async ({
  page,
  request: api,
}) => {
  const mark = unique('x');
  await newCourse(api, `=HYPERLINK("https://example.org","${mark}")`);
  await newCourse(api, `Śikṣā, part "two" ${mark}`);
  const sheetLibrary: string[] = [];
  page.on('request', (request) => {
    if (/table-file-worker|xlsx/.test(request.url())) sheetLibrary.push(request.url());
  });
  await signIn(page, people.admin, '/courses?status=unpublished&sort=course_name');
  await page.getByLabel('Search', { exact: true }).fill(mark);
  // The header and the two.
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  expect(sheetLibrary).toEqual([]);

  const headers = [
    'Course name',
    'Course admin',
    'Duration',
    'Start date',
    'Status',
    'Registration',
    'Students',
  ];
  const sheet = await exported(page, 'Excel (.xlsx)');
  expect(sheet.name).toMatch(/^All courses-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(sheetLibrary).not.toEqual([]);
  const [first, ...rows] = cellsOf(sheet.bytes);
  expect(first).toEqual(headers);
  expect(rows.map(([name]) => name)).toEqual([
    `'=HYPERLINK("https://example.org","${mark}")`,
    `Śikṣā, part "two" ${mark}`,
  ]);
  expect(rows[1]!.slice(4)).toEqual(['Unpublished', 'Closed', 0]);

  const csv = await exported(page, 'CSV (.csv)');
  expect(csv.name).toMatch(/\.csv$/);
  const lines = csv.bytes.toString('utf8').split('\r\n');
  expect(lines[0]).toBe(`\uFEFF${headers.map((header) => `"${header}"`).join(',')}`);
  expect(lines[1]).toMatch(/^"'=HYPERLINK\(""https:/);
  expect(lines[2]).toContain(`"Śikṣā, part ""two"" ${mark}"`);
  expect(lines.slice(3)).toEqual(['']);

  await page.getByLabel('Search', { exact: true }).fill('nothing is called so');
  await expect(page.getByText('No Records')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('');
  await expect(page.getByText('No Records')).toHaveCount(0);
});

test('an admin walks through the courses page by page, sorted by the server, and takes all of them home', async ({
  page,
  request: api,
}) => {
  const mark = unique('walk');
  const names = Array.from('CAJEBGDIFH', (letter) => `${letter} ${mark}`);
  for (const name of names) await newCourse(api, name);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/courses/get_all_courses')) asked.push(request.postData() ?? '');
  });
  await signIn(page, people.admin, `/courses?q=${mark}&page=99`);
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  const shown = () => rows.locator('a[data-row-link]').allInnerTexts();

  // The newest come first, and there is no page 99.
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(shown).toEqual(names.slice(0, 2).toReversed());
  const byName = names.toSorted();
  await page.getByRole('columnheader', { name: 'Course name' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=course_name/);
  await expect.poll(shown).toEqual(byName.slice(0, 8));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(shown).toEqual(byName.slice(8));
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((body) => !body.includes('"pageSize":8'))).toEqual([]);

  const sheet = await exported(page, 'Excel (.xlsx)');
  expect(cellsOf(sheet.bytes).map(([name]) => name)).toEqual(['Course name', ...byName]);
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

  await page.getByLabel('Search', { exact: true }).fill(group);
  await expect(page).toHaveURL(/q=/);
  await expect(rows.first()).toContainText(group);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(1);

  await rows.first().getByRole('link').first().press('Enter');
  await expect(page).toHaveURL(/\/viewcourse\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a course that the teacher does not teach can be chosen away again', async ({ page }) => {
  await signIn(page, people.teacher, '/All%20Courses?course=987654');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByLabel('Course', { exact: true })).toHaveValue('987654');
  await page.getByLabel('Course', { exact: true }).selectOption('');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the choice of a file and a word to take back are accessible', async ({ page, request }) => {
    const { name } = await newCourse(request, unique('Small Screens'));
    await signIn(page, people.courseAdmin, '/my%20courses');
    const row = await findInList(page, name);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: 'CSV (.csv)' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await pressIn(row, 'Publish');
    await expect(said(page, 'Course published').getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page);
  });

  test(
    'the classes of a teacher are accessible and nothing sticks out',
    { tag: '@full' },
    async ({ page }) => {
      await signIn(page, people.teacher, '/All%20Courses');
      await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page);
    },
  );
});
