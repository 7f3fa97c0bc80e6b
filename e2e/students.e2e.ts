import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { chooseLanguage, expect, followMenu, said, signIn, test, uniqueWord } from './fixtures.ts';
import { newStudents } from './newcomers.ts';
import { cellsOf, spreadsheet } from './spreadsheet.ts';

/** A course of courseadmin@gurukul.test. */
const course = 'Temple Music: Songs of the Alvars and Dasas';
const header = ['First name', 'Last name', 'E-mail ID', 'Mobile Number', 'Course', 'Class'];

const student = (family: string, index: number, place = course) => [
  `Asha ${'abcdefghij'[index]}`,
  family,
  `asha${index}.${family}@example.test`,
  `98765432${10 + index}`,
  place,
  '',
];

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').setInputFiles(file);

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd strong');

test('a course admin imports students from a spreadsheet, once', async ({ page }) => {
  const family = `Rao${uniqueWord()}`;
  const file = spreadsheet([
    [...header, 'Date of birth', 'Shoe size'],
    [...student(family, 0), new Date(Date.UTC(2001, 2, 5)), 38],
    [...student(family, 1), '', ''],
    [...student(family, 2), '', ''],
    student(family, 0),
    student(family, 3, 'A course nobody knows'),
    ['', family, 'not an address', '12', course, ''],
    ['Total', 6, '', '', '', ''],
  ]);
  await signIn(page, people.courseAdmin);
  await followMenu(page, 'All Students');
  await page.getByRole('link', { name: 'Import students' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import students' })).toBeVisible();

  await choose(page, file);
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What students.xlsx would do' })).toBeFocused();
  await expect(figure(page, 'New')).toHaveText('3');
  await expect(figure(page, 'With problems')).toHaveText('3');
  await expect(page.getByText('Columns that are not used: Shoe size')).toBeVisible();
  await expect(page.getByText(/are left out: Row 8: Total 6$/)).toBeVisible();
  await page.getByRole('button', { name: 'Take these rows after all' }).click();
  await expect(figure(page, 'With problems')).toHaveText('4');

  await page.getByLabel('Show').selectOption('problem');
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('The same as row 2');
  await page.getByRole('button', { name: 'Import 3 students' }).click();
  await expect(page.getByRole('heading', { name: 'The students are imported' })).toBeFocused();
  await expect(figure(page, 'Added or asked for')).toHaveText('3');
  await expect(figure(page, 'Left out')).toHaveText('4');

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Choose a spreadsheet' })).toBeFocused();
  await choose(page, file);
  await expect(figure(page, 'Unchanged')).toHaveText('3');
  await expect(figure(page, 'New')).toHaveText('0');
  const nothing = page.getByRole('button', { name: 'Import 0 students' });
  await expect(nothing).toHaveAttribute('aria-disabled', 'true');
  await expect(nothing).toHaveAccessibleDescription(/There is nothing to import/);

  await page.goto(`/All%20Students?category=all&q=${family}`);
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('row').nth(1)).toContainText(course);
});

test(
  'a course admin searches their students on the server, page by page',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.courseAdmin);
    const asked: { page: number; pageSize: number; search: string }[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/student/getallstudents_under_courseadmin')) return;
      asked.push(request.postDataJSON() as (typeof asked)[number]);
    });
    await followMenu(page, 'All Students');
    const rows = page.getByRole('row');
    await expect(rows).toHaveCount(11);
    const first = await rows.nth(1).getByRole('link').first().innerText();

    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(rows.nth(1)).not.toContainText(first);
    await page.reload();
    await expect(page.getByText(/^11–20 of/)).toBeVisible();

    await page.getByLabel('Search', { exact: true }).pressSequentially(first);
    await expect(rows.nth(1)).toContainText(first);
    await expect(page).not.toHaveURL(/page=2/);
    const searches = asked.filter(({ search }) => search !== '');
    expect(searches).toEqual([expect.objectContaining({ page: 1, pageSize: 10, search: first })]);

    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByLabel('Rows per page').selectOption('20');
    await expect(rows).toHaveCount(21);
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await expect(page).toHaveURL(/sort=email_id/);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await page.getByLabel('Search', { exact: true }).fill('nobody has this name');
    await expect(page.getByText('No Records')).toBeVisible();
  },
);

/** A question about a removal names it instead of Yes. */
const agrees = /^(?:Yes$|Delete )/;

const answer = (page: Page, word: 'Yes' | 'No') =>
  page
    .getByRole('dialog', { name: 'Are you sure?' })
    .getByRole('button', { name: word === 'Yes' ? agrees : word });

async function exported(page: Page, format: RegExp) {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('an admin sorts students, takes one out of a course, deletes another, and takes the list home', async ({
  page,
  request,
}) => {
  const family = `Kamath${uniqueWord()}`;
  await newStudents(request, { family, count: 12, course });
  await signIn(page, people.admin, `/students?q=${family.toUpperCase()}&size=10`);
  const rows = page.getByRole('table', { name: 'Students' }).getByRole('row');
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(rows.nth(1)).toContainText(`Asha A ${family}`);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(rows.nth(1)).toContainText(`Asha L ${family}`);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.reload();
  await expect(rows.nth(2)).toContainText(`Asha A ${family}`);

  const row = rows.filter({ hasText: `Asha B ${family}` });
  const unassociate = row.getByRole('button', { name: `Unassociate Asha B ${family}` });
  const actionsFor = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
  await actionsFor(`Asha B ${family}`).click();
  await unassociate.click();
  await expect(page.getByRole('dialog')).toContainText(`leaves ${course}`);
  await answer(page, 'No').click();
  await expect(said(page, 'Your Operation is reverted!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await unassociate.click();
  await answer(page, 'Yes').dblclick();
  await expect(said(page, 'Unassociated!')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('11–11 of 11')).toBeVisible();
  await expect(rows.filter({ hasText: `Asha A ${family}` })).toBeFocused();

  // The last row of the last page: the page before comes instead.
  await actionsFor(`Asha A ${family}`).click();
  await page.getByRole('button', { name: `Delete Asha A ${family}` }).click();
  await answer(page, 'Yes').click();
  await expect(said(page, 'Student has been deleted!')).toBeVisible();
  await expect(page.getByText('1–10 of 10')).toBeVisible();

  await page.getByLabel('Category').selectOption('All Courses');
  await expect(page.getByText('1–10 of 11')).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('20');
  await expect(row).toContainText('No course');
  await actionsFor(`Asha B ${family}`).click();
  await unassociate.click();
  await expect(said(page, 'Student is not associated to any course')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { name, bytes } = await exported(page, /CSV/);
  expect(name).toMatch(/^students-\d{4}-\d\d-\d\d\.csv$/);
  await expect(said(page, name)).toBeVisible();
  const names = (sheet: Buffer) => cellsOf(sheet).map(([first]) => first);
  const all = ['Name', ...Array.from('LKJIHGFEDCB', (letter) => `Asha ${letter} ${family}`)];
  expect(names(bytes)).toEqual(all);
});

test('a teacher finds a student of a class on a phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, people.teacher, '/Student%20List');
  // Phones show no header.
  const cards = page.getByRole('table', { name: 'Student List' }).getByRole('row');
  await expect(page.getByText(/^1–10 of [\d,]+$/)).toBeVisible();
  await expect(page.getByText('Payment', { exact: true })).toHaveCount(0);

  await expect(page.getByLabel('Course', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Filters and tools' }).click();
  await page.getByLabel('Course', { exact: true }).selectOption('Ramayana for Children');
  await expect(page).toHaveURL(/course=\d+/);
  await expect(cards.first()).toContainText('Ramayana for Children');
  const group = page.getByLabel('Class', { exact: true });
  await expect(group.getByRole('option', { name: /Chanting/ })).toHaveCount(0);
  const chosen = (await group.getByRole('option').nth(1).textContent()) ?? '';
  await group.selectOption(chosen);
  await page.reload();
  // Folded, they show what is chosen.
  await expect(page.getByRole('button', { name: 'Filters and tools' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(page.getByText(`Class: ${chosen}`)).toBeVisible();
  await expect(group.getByRole('option', { name: chosen })).toHaveAttribute('value', /\d/);
  await expect(cards.first()).toContainText(chosen);
  const name = await cards.first().getByRole('link').innerText();
  await page.getByLabel('Search', { exact: true }).fill(name);
  await expect(page).toHaveURL(/q=/);
  await expect(cards.first()).toContainText(name);
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/Student%20Profile\/\d+$/);
});

test(
  'on a phone the search says in every language all that it searches',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [language, hint] of [
      ['en', 'Name, email, phone, class, course'],
      ['hi', 'नाम, ईमेल, फ़ोन, कक्षा, पाठ्यक्रम'],
      ['te', 'పేరు, ఈమెయిల్, ఫోన్, క్లాస్, కోర్సు'],
    ] as const) {
      await signIn(page, people.admin, '/api/health');
      await chooseLanguage(page, language);
      await page.goto('/students');
      const box = page.getByPlaceholder(hint, { exact: true });
      await expect(box).toBeVisible();
      const room = await box.evaluate(async (field) => {
        await document.fonts.ready;
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const words = document.createElement('canvas').getContext('2d')!;
        words.font = font;
        const { width } = words.measureText(field.getAttribute('placeholder')!);
        return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - width;
      });
      expect(room, language).toBeGreaterThanOrEqual(0);
    }
  },
);

test(
  'a list of students is filtered by its chips, by link, and says what the filters hide',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.admin, '/students?registration=Memorizer');
    const rows = page.getByRole('table', { name: 'Students' }).getByRole('row');
    await expect(page.getByLabel('Registration')).toHaveValue('Memorizer');
    await expect(rows.nth(1)).toContainText('Memorizer');
    await expect(rows.filter({ hasText: 'Registration failed' })).toHaveCount(0);
    await page.getByLabel('Payment').selectOption('Failed');
    await expect(page).toHaveURL(/payment=Failed/);

    // The courses and their classes are asked for when somebody is about to choose.
    await page.getByLabel('Course', { exact: true }).focus();
    await page.getByLabel('Course', { exact: true }).selectOption('Ramayana for Children');
    await expect(page).toHaveURL(/course=\d+/);
    await page.getByLabel('Class', { exact: true }).focus();
    await expect(
      page.getByLabel('Class', { exact: true }).getByRole('option', { name: /^Ramayana/ }),
    ).not.toHaveCount(0);
    await page.getByRole('main').getByLabel('Language').selectOption('Sanskrit');
    await page.getByRole('search').getByRole('button', { name: 'Registered' }).click();
    await page.getByLabel('From').fill('01-Jan-2001');
    await page.keyboard.press('Tab');
    await page.getByLabel('To', { exact: true }).fill('02-Jan-2001');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByText('No Records')).toBeVisible();
    await page.getByRole('button', { name: /without these filters: show them$/ }).click();
    await expect(page).toHaveURL(/\/students\?category=all$/);
    await expect(rows).toHaveCount(31);
  },
);
