import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newCourse,
  people,
  said,
  signIn,
  test,
  unique,
} from './fixtures.ts';
import { importStudents } from './newcomers.ts';
import { spreadsheet, unicodeText } from './spreadsheet.ts';

/** The short way to what the portal's own steps would take long for. */
async function post(page: Page, path: string, data: object) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post(`/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const body: { data: { digest: string } } = await answer.json();
  return body;
}

/** A course of its own with three students; two of them share a phone number. */
async function school(page: Page) {
  const course = await newCourse(page.request, unique('Money'));
  const mark = Math.random().toString(36).slice(2, 8);
  const shared = `9${String(Date.now()).slice(-9)}`;
  const named = (first_name: string, last_name: string, phone_number = '') => ({
    first_name,
    last_name,
    email_id: `${first_name}.${mark}@example.test`.toLowerCase(),
    phone_number,
    course_name: course.name,
  });
  const students = [named('Asha', 'Varma'), named('Bina', 'Kapur', shared), named('Chitra', 'Kapur', shared)];
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await importStudents(page.request, token ?? '', students);
  return { course, mark, shared, asha: students[0]!.email_id };
}

async function openUpload(page: Page) {
  await page.goto('/updating');
  await expect(page.getByRole('heading', { name: 'Upload payments' })).toBeVisible();
}

const choose = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type="file"]').setInputFiles(file);

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd strong');

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Rows of the spreadsheet' }).getByRole('row').filter({ hasText: text });

test('a course admin uploads payments, says what the file leaves open, and takes it all back', async ({
  page,
}) => {
  await signIn(page, people.courseAdmin);
  const { course, mark, shared, asha } = await school(page);
  const file = spreadsheet(
    [
      ['Voucher', 'Student', 'Mobile', 'E-mail ID', 'Amount (INR)', 'Date', 'Status', 'Remarks'],
      [
        `${mark}-1`,
        'Asha Verma',
        '',
        asha,
        '1,200.50',
        new Date(Date.UTC(2026, 2, 15)),
        'captured',
        'thanks',
      ],
      [`${mark}-2`, 'Bina and Chitra', shared, '', 800, '25-03-2026', 'success', ''],
      [`${mark}-3`, 'Asha Varma', '', asha, '=500+500', '26-03-2026', 'success', ''],
      [`${mark}-4`, 'Nobody Knows', '', '', 99.9, '27-03-2026', 'failed', ''],
      [
        `${mark}-1`,
        'Asha Verma',
        '',
        asha,
        '1,200.50',
        new Date(Date.UTC(2026, 2, 15)),
        'captured',
        'thanks',
      ],
    ],
    `${mark}.xlsx`,
  );
  await openUpload(page);

  await choose(page, file);
  await expect(page.getByRole('heading', { name: `The columns of ${mark}.xlsx` })).toBeFocused();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAccessibleDescription(
    /Such as 1,200.50 · 800/,
  );
  await expect(page.getByText('Columns that are not used: Voucher, Remarks')).toBeVisible();
  const check = page.getByRole('button', { name: 'Check 5 rows' });
  await expect(check).toHaveAccessibleDescription(/Choose the column of the payment id first/);
  await page.getByLabel('Payment id').selectOption('Voucher');
  await page.getByLabel('Course of rows that name none').selectOption(course.name);
  await check.click();

  await expect(page.getByRole('heading', { name: `What ${mark}.xlsx would do` })).toBeFocused();
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
  await expect(figure(page, 'New')).toHaveText('2');
  await expect(figure(page, 'Left as they are')).toHaveText('0');
  await expect(figure(page, 'With problems')).toHaveText('3');
  await expect(page.getByText('5 rows in the file, each counted once.')).toBeVisible();
  await expect(page.getByText('1 row needs you')).toBeVisible();

  await rowOf(page, 'Bina and Chitra').getByRole('button', { name: 'Choose student: row 3' }).click();
  const question = page.getByRole('dialog', { name: 'Row 3: whose payment is it?' });
  // Somebody whom nothing in the row names, by half a name.
  await question.getByLabel('Another student').fill(`Asha Var`);
  await page
    .getByRole('option', { name: /Asha Varma/ })
    .first()
    .click();
  await expect(question.getByRole('radio', { name: 'Asha Varma' })).toBeChecked();
  await question.getByRole('radio', { name: 'Chitra Kapur' }).check();
  await question.getByRole('button', { name: 'Take this answer' }).click();
  await expect(rowOf(page, 'Bina and Chitra')).toContainText('You say: Chitra Kapur');
  await page.getByRole('button', { name: 'Check your answer' }).click();
  await expect(figure(page, 'New')).toHaveText('3');
  await expect(figure(page, 'With problems')).toHaveText('2');
  await expect(rowOf(page, 'Bina and Chitra')).toContainText('Chosen by you');
  await expect(rowOf(page, `${mark}-1`).first()).toContainText(/Asha Varma.*typing mistake/);
  await expect(rowOf(page, `${mark}-1`).last()).toContainText('The same as row 2');
  await expect(rowOf(page, `${mark}-3`)).toContainText('Amount is a formula: paste it as a value');
  await page.getByLabel('Show').selectOption('Without a student (1)');
  await expect(rowOf(page, mark)).toHaveCount(1);
  const money = page.getByRole('table', { name: 'Amounts' });
  // The heading of the amounts says their currency.
  await expect(money.getByRole('row', { name: /^success/ })).toContainText(/2,000\.50\sINR\s*2 payments/);
  await expect(money.getByRole('row', { name: /^failed/ })).toContainText(/99\.90\sINR\s*1 payment/);

  await page.getByRole('button', { name: 'Save 3 payments' }).click();
  await expect(page.getByRole('heading', { name: 'The payments are saved' })).toBeFocused();
  await expect(said(page, 'Success')).toBeVisible();
  await expect(figure(page, 'Added')).toHaveText('3');
  await expect(figure(page, 'Not saved')).toHaveText('2');

  await page.getByRole('button', { name: 'Upload another file' }).click();
  await choose(page, file);
  await expect(page.getByText('Chosen as for your last file with these headings.')).toBeVisible();
  await page.getByLabel('Course of rows that name none').selectOption(course.name);
  await check.click();
  await expect(page.getByText('The same rows were uploaded before')).toBeVisible();
  await expect(figure(page, 'New')).toHaveText('0');
  await expect(figure(page, 'Left as they are')).toHaveText('3');
  await expect(page.getByRole('button', { name: 'Save 0 payments' })).toHaveAccessibleDescription(
    /There is nothing to save/,
  );

  const undo = page.getByRole('button', { name: `Undo ${mark}.xlsx` });
  await undo.click();
  await page.getByRole('dialog', { name: 'Undo this upload?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'The upload was undone: 3 removed, 0 put back')).toBeVisible();
  await expect(undo).toHaveAccessibleDescription(/already undone/);
});

test(
  'an upload is checked again when something changed since, and works on a phone by keyboard',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, people.courseAdmin);
    const { course, mark, asha } = await school(page);
    const header = ['Full Name', 'Course', 'Payment Id', 'Date', 'Amount', 'Status', 'Email'];
    const cells = (index: number, amount: string) => [
      'Asha Varma',
      course.name,
      `${mark}-${index}`,
      `0${index}/03/2026`,
      amount,
      'success',
      asha,
    ];
    const look = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    // Asked for early: the browser takes a moment until it hands its choosers over.
    const chooser = page.waitForEvent('filechooser');
    await openUpload(page);
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).press('Enter');
    await (await chooser).setFiles(unicodeText([header, cells(4, '10'), cells(5, '20.25')], `${mark}.csv`));
    // Its headings and values say what the columns are.
    await expect(page.getByRole('heading', { name: `What ${mark}.csv would do` })).toBeFocused();

    const currency = page.getByLabel('Currency of amounts that name none');
    await expect(page.getByText('2 rows do not say the currency.')).toBeVisible();
    const opener = rowOf(page, `${mark}-4`).getByRole('button', { name: 'Details of 2' });
    await opener.press('Enter');
    await expect(rowOf(page, `${mark}-4`)).toContainText('Nothing says the currency of this amount');
    await look('light');
    await opener.press('Enter');
    await currency.selectOption('USD');
    await expect(rowOf(page, `${mark}-5`)).toContainText('20.25 USD');
    await expect(currency).toHaveAccessibleDescription(/2 rows name no currency.*As you chose/);
    await page.getByRole('button', { name: 'Change columns' }).press('Enter');
    await expect(page.getByRole('heading', { name: `The columns of ${mark}.csv` })).toBeFocused();
    await look('dark');
    await page.getByRole('button', { name: 'Check 2 rows' }).press('Enter');
    await expect(currency).toHaveValue('USD');

    await expect(page.getByText('read both ways')).toContainText('04/03/2026');
    await expect(rowOf(page, `${mark}-4`)).toContainText('04-Mar-2026');
    const dates = page.getByLabel('How the file writes dates');
    await dates.selectOption('month_first');
    await expect(rowOf(page, `${mark}-4`)).toContainText('03-Apr-2026');
    await dates.selectOption('day_first');
    await expect(rowOf(page, `${mark}-4`)).toContainText('04-Mar-2026');

    // A colleague is quicker with one of the two.
    const quicker = {
      file_name: 'colleague.xlsx',
      rows: [
        { row: 2, payment_id: `${mark}-4`, course_name: course.name, amount: '10', status: 'success' },
      ].map((row) => ({ ...row, created_at: '2026-03-04', full_name: 'Asha Varma', email_id: asha })),
      currency: 'USD',
    };
    const { data } = await post(page, '/imports/payments/preview', quicker);
    await post(page, '/imports/payments', { ...quicker, confirm: true, digest: data.digest });

    await page.getByRole('button', { name: 'Save 2 payments' }).press('Enter');
    const notice = page.getByRole('alert').filter({ hasText: 'Something changed since you looked' });
    await expect(notice).toBeFocused();
    await expect(notice).toContainText('1 row does something else now');
    await expect(rowOf(page, mark)).toHaveCount(1);
    await expect(rowOf(page, `${mark}-4`)).toContainText('Known');
    await look('dark');
    await look('light');
    await page.getByRole('button', { name: 'Save 1 payment' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'The payments are saved' })).toBeFocused();
    await expect(figure(page, 'Added')).toHaveText('1');
    await look('light');
  },
);

test(
  'sums of a file in several currencies stand apart, and two that differ in a row are a problem',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, people.courseAdmin);
    const { course, mark, asha } = await school(page);
    const header = ['Payment Id', 'Full Name', 'Email', 'Course', 'Date', 'Amount', 'Currency', 'Status'];
    const cells = (index: number, amount: string, currency: string) => [
      `${mark}-${index}`,
      'Asha Varma',
      asha,
      course.name,
      '2026-03-05',
      amount,
      currency,
      'success',
    ];
    const rows = [
      cells(1, 'USD 100', ''),
      cells(2, '₹ 100', ''),
      cells(3, '1250', 'JPY'),
      cells(4, '100.50', 'JPY'),
      cells(5, '₹ 100', 'USD'),
    ];
    await openUpload(page);
    await choose(page, unicodeText([header, ...rows], `${mark}.csv`));
    const money = page.getByRole('table', { name: 'Amounts' }).getByRole('row', { name: /^success/ });
    for (const sum of [/100\.00\sUSD\s*1 payment/, /100\.00\sINR\s*1 payment/, /1,250\sJPY\s*1 payment/]) {
      await expect(money).toContainText(sum);
    }
    await expect(rowOf(page, `${mark}-4`)).toContainText('Amount has more decimals than JPY has');
    await expect(rowOf(page, `${mark}-5`)).toContainText('Column and amount say different currencies');
    await expect(figure(page, 'New')).toHaveText('3');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save 3 payments' }).click();
    await expect(
      page.getByText(/100\.00\sUSD \+ 100\.00\sINR \+ 1,250\sJPY in 3 payments saved/),
    ).toBeVisible();
  },
);
