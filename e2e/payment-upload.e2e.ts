import type { Page } from '@playwright/test';
import { newCourse, people } from './calls.ts';
import { expect, said, signIn, test, unique } from './fixtures.ts';
import { importStudents } from './newcomers.ts';
import { spreadsheet } from './spreadsheet.ts';

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
  await page.getByRole('button', { name: 'Save 3 payments' }).click();
  await expect(page.getByRole('heading', { name: 'The payments are saved' })).toBeFocused();
  await expect(said(page, 'Success')).toBeVisible();
  await expect(figure(page, 'Added')).toHaveText('3');
  await expect(figure(page, 'Not saved')).toHaveText('2');

  await page.getByRole('button', { name: 'Choose another file' }).click();
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
