import type { APIRequestContext } from '@playwright/test';
import { callAs, enter, newCourse, people, setPrices } from './calls.ts';
import {
  expect,
  expectAccessible,
  exportedLines,
  said,
  signIn,
  test,
  unique,
  uniqueWord,
} from './fixtures.ts';
import { importStudents } from './newcomers.ts';

/** By the calendar on which the portal counts the days that something is due. */
const kolkata = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
const dayFromToday = (days: number) => kolkata.format(Date.now() + days * 86_400_000);
/** As people type it: 24-11-2026. */
const typed = (day: string) => day.split('-').toReversed().join('-');

/** Three students in a new course that costs ₹9,000 in India; the third lives where it has no price. */
async function threeInACourse(request: APIRequestContext) {
  const course = await newCourse(request, unique('Sutra'));
  const family = uniqueWord();
  const admin = await enter(request, people.admin);
  await setPrices(request, course, { INR: '9000' });
  const names = ['Anu', 'Bala', 'Chitra'];
  const rows = names.map((first_name, place) => ({
    first_name,
    last_name: family,
    email_id: `${first_name}.${family}@example.test`.toLowerCase(),
    region: place === 2 ? 'Brazil' : 'India',
    country: place === 2 ? 'Brazil' : 'India',
    course_name: course.name,
  }));
  await importStudents(request, admin.token, rows);
  return { course, family };
}

test('a course admin charges a course, waives and cancels', async ({ page, request }) => {
  const { course, family } = await threeInACourse(request);
  await signIn(page, people.courseAdmin, `/single course/${course.id}?tab=money`);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const figures = main.getByRole('region', { name: `Money of ${course.name}` });
  await expect(figures.getByRole('link', { name: 'Not charged yet 3' })).toBeVisible();

  await figures.getByRole('button', { name: 'Charge students' }).click();
  await dialog.getByLabel('In how many parts').selectOption('3');
  await dialog.getByLabel('First day due').fill(typed(dayFromToday(-40)));
  await dialog.getByLabel('First day due').press('Tab');
  await expect(dialog).toContainText('2 students: 9,000.00 INR each in 3 parts, the first 3,000.00 INR');
  await expect(dialog).toContainText(`1 student without a price in their country: Chitra ${family}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Charge 2 students' }).click();
  await expect(dialog).toBeHidden();
  await expect(figures.getByRole('link', { name: /^Charged 18,000.00 INR/ })).toBeVisible();
  await expect(figures.getByRole('link', { name: 'Not charged yet 1' })).toBeVisible();

  // The figure leads to its list, and a row to the student's ledger.
  await figures.getByRole('link', { name: /^Open 18,000.00 INR/ }).click();
  await expect(page).toHaveURL(new RegExp(`/owing\\?course=${course.id}`));
  const row = (name: string) => main.getByRole('row').filter({ hasText: `${name} ${family}` });
  await expect(row('Anu')).toContainText('9,000.00 INR');
  await expect(row('Anu')).toContainText('40 days');
  expect(await exportedLines(page)).toHaveLength(3);
  await row('Anu')
    .getByRole('link', { name: `Anu ${family}` })
    .click();

  // One charge is waived in part, another canceled; Undo takes the second back.
  const ledger = main.getByRole('region', { name: `${course.name} · INR` });
  await expect(ledger).toContainText('Open 9,000.00 INR');
  await expect(ledger).toContainText('Part 1 of 3');
  await ledger.getByRole('button', { name: 'Waive…' }).click();
  await dialog.getByLabel('Amount').fill('500');
  await dialog.getByLabel('Reason').selectOption('sponsored');
  await dialog.getByLabel('Who pays instead').fill('A fund');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(ledger).toContainText('Open 8,500.00 INR');
  await expect(ledger).toContainText('by A fund');
  await ledger.getByRole('button', { name: 'Cancel the charge: Part 3 of 3' }).click();
  await dialog.getByLabel('Reason').fill('Too much');
  await dialog.getByRole('button', { name: 'Cancel the charge' }).click();
  await expect(ledger).toContainText('canceled: Too much');
  await expect(ledger).toContainText('Open 5,500.00 INR');
  await said(page, 'The charge is canceled').getByRole('button', { name: 'Undo' }).click();
  await expect(ledger).toContainText('Open 8,500.00 INR');

  // A status that does not follow from the ledger says so.
  await page
    .getByRole('button', { name: /^Payment status/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Failed' }).click();
  await expect(main.getByText('set by hand').first()).toBeVisible();
});

test(
  'a course admin sees who owes what, and reminds them by mail',
  { tag: '@full' },
  async ({ page, request }) => {
    const { course, family } = await threeInACourse(request);
    const owner = await enter(request, people.courseAdmin);
    const charge = {
      course_id: Number(course.id),
      class_id: null,
      parts: { count: 3, first_due_on: dayFromToday(-40) },
    };
    const { data } = await callAs<{ data: { digest: string } }>(
      request,
      owner,
      'post',
      '/payments/add_charges',
      {
        ...charge,
        preview: true,
      },
    );
    await callAs(request, owner, 'post', '/payments/add_charges', { ...charge, digest: data.digest });
    await signIn(page, people.courseAdmin, `/owing?course=${course.id}`);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await main.getByRole('checkbox', { name: `Select Anu ${family}` }).check();
    await page.getByRole('button', { name: 'Remind by mail' }).click();
    await expect(dialog).toContainText('1 student who owes, 1 mail');
    await dialog.getByText('One of the mails').click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send 1 mail' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Remind all by mail' }).click();
    await expect(dialog).toContainText('2 students who owe, 1 mail');
    await expect(dialog).toContainText(`1 student reminded in the last 7 days already: Anu ${family}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

test(
  'on a phone, by keyboard, an admin charges one student with days and amounts of their own',
  { tag: '@full' },
  async ({ page, request }) => {
    const { course, family } = await threeInACourse(request);
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, people.admin, `/students?category=all&q=Chitra ${family}`);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: `Chitra ${family}` }).click();
    await page.getByRole('tab', { name: 'Money' }).click();
    const charge = main.getByRole('button', { name: `Charge for ${course.name}` });
    await charge.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('In how many parts')).toBeFocused();
    await dialog.getByLabel('In how many parts').selectOption('2');
    await dialog.getByLabel('Set days and amounts myself').check();
    await dialog.getByLabel('Currency').fill('BRL');
    for (const [part, amount] of [
      [1, '400'],
      [2, '350.50'],
    ] as const) {
      await dialog.getByLabel(`Due day of part ${part}`).fill(typed(dayFromToday(30 * part)));
      await dialog.getByLabel(`Amount of part ${part}`).fill(amount);
    }
    await expect(dialog).toContainText('This course has no price in that currency');
    await dialog.getByLabel('Charge this although it is not the price of the course').check();
    await expect(dialog).toContainText('750.50 BRL');
    await dialog.getByRole('button', { name: 'Charge 1 student' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('region', { name: `${course.name} · BRL` })).toContainText('750.50 BRL');
    await page.goto(`/owing?course=${course.id}`);
  },
);
