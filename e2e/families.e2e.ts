import type { Page } from '@playwright/test';
import { expect, expectAccessible, people, signIn, test, uniqueWord } from './fixtures.ts';
import { spreadsheet } from './spreadsheet.ts';

const course = 'Temple Music: Songs of the Alvars and Dasas';
const header = ['First name', 'Last name', 'E-mail ID', 'Mobile Number', 'Course', 'Class', 'Date of birth'];

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd strong');

test('an admin says who is meant where brothers and sisters share an address', async ({ page }) => {
  const family = `Iyer${uniqueWord()}`;
  const email = `${family.toLowerCase()}@example.test`;
  const child = (first: string) => [first, family, email, '', course, '', ''];
  await signIn(page, people.admin);
  await page.goto('/import%20students');
  await page
    .locator('input[type="file"]')
    .setInputFiles(spreadsheet([header, child('Anaya'), child('Rohan'), child('Rohhan'), child('Nobody')]));
  await expect(figure(page, 'New')).toHaveText('1');
  await expect(figure(page, 'Questions')).toHaveText('3');
  await expect(page.getByRole('row').nth(2)).toContainText('The same email has another name in row 2');

  const who = (row: number, name: string) =>
    page.getByLabel(`Row ${row}: who is ${name} ${family}?`, { exact: true });
  await who(3, 'Rohan').selectOption({ label: `A new student: Rohan ${family}` });
  await expect(figure(page, 'New')).toHaveText('2');
  await who(4, 'Rohhan').selectOption({ label: `The same as Rohan ${family}, row 3` });
  await expect(page.getByRole('row').nth(3)).toContainText('The same as row 3');
  await who(5, 'Nobody').selectOption({ label: 'A mistake: leave the row out' });
  await expect(figure(page, 'Questions')).toHaveText('0');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Import 2 students' }).click();
  await expect(figure(page, 'Students added')).toHaveText('2');
  await page.goto(`/students?category=all&q=${family}`);
  await expect(page.getByRole('row')).toHaveCount(3);
});

test(
  'an admin says of a row that looks like a student that it is the same one',
  { tag: '@full' },
  async ({ page }) => {
    const name = `Asha ${uniqueWord()}`;
    const phone = `9${String(Date.now()).slice(-9)}`;
    const row = (email: string, spelled: string) => [spelled, '', email, phone, course, '', ''];
    const emails = [`${uniqueWord()}@example.test`, `${uniqueWord()}@example.test`] as const;
    const load = async (...rows: string[][]) => {
      await page.goto('/import%20students');
      await page.locator('input[type="file"]').setInputFiles(spreadsheet([header, ...rows]));
    };
    await signIn(page, people.admin);
    await load(row(emails[0], name));
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await expect(figure(page, 'Students added')).toHaveText('1');

    const again = row(emails[1], `${name}a`);
    // Of the same number and another name: somebody of the family. The import does not wait for an answer.
    const relative = row(`${uniqueWord()}@example.test`, `Rohan ${uniqueWord()}`);
    await load(again, relative);
    await expect(figure(page, 'Questions')).toHaveText('1');
    await expect(figure(page, 'New')).toHaveText('1');
    for (const nth of [1, 2]) {
      await expect(page.getByRole('row').nth(nth)).toContainText(`Looks like ${name} (${course})`);
    }
    await expect(page.getByRole('button', { name: 'All are brothers and sisters' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByLabel(`Row 2: who is ${name}a?`).selectOption({ label: `The same as ${name}` });
    await expect(figure(page, 'Unchanged')).toHaveText('1');
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await expect(figure(page, 'Students added')).toHaveText('1');

    // The same file again means the known student.
    await load(again);
    await expect(figure(page, 'Unchanged')).toHaveText('1');
    await expect(figure(page, 'New')).toHaveText('0');
  },
);
