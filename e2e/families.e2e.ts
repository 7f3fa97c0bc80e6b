import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, expectAccessible, signIn, test, uniqueWord } from './fixtures.ts';
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
