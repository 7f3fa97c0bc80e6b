import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';
import { newClassToday, startAs } from './rolls.ts';

/** What A4 on its side has between its margins, in px. */
const sheetSize = { width: 1047, height: 690 };

/** Cells of tables that end beyond the sheet. */
const cutCells = (page: Page) =>
  page
    .locator('th, td')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((cell) => cell.textContent),
    );

test('a list on paper has all its columns, and nothing to press', async ({ page }) => {
  await signIn(page, people.admin, '/students');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(sheetSize);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Payment' })).toBeVisible();
  expect(await cutCells(page)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('[data-paper-head]')).toContainText('Gurukul');
});

test('one press prints a blank register with the students of the class and its next meetings', async ({
  page,
}) => {
  const { roll, teacher } = await newClassToday(page.request, 2);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await startAs(page, teacher);
  await page.goto(`/class/${roll.class_id}`);
  await page.getByRole('button', { name: 'Blank register' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(sheetSize);
  const sheet = page.locator('[data-blank-register]');
  await expect(sheet.getByRole('heading')).toContainText(roll.class_name);
  for (const { student_name } of roll.students) {
    await expect(sheet.getByRole('rowheader', { name: student_name })).toBeVisible();
  }
  // As many as the course has left, and not those of days off.
  await expect(sheet.getByRole('columnheader', { name: /^\d\d-\w{3}$/ }).nth(9)).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  expect(await cutCells(page)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
});
