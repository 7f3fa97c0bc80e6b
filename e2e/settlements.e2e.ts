import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { newCourse, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';

/** The short way to payments that were received. */
async function receive(page: Page, rows: readonly object[]) {
  const course = await newCourse(page.request, unique('Settled'));
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/payments/excel_payment_details_upload', {
    headers: { authorization: `Bearer ${token}` },
    data: rows.map((row) => ({
      full_name: 'Asha Rao',
      course_name: course.name,
      created_at: '2026-03-04',
      status: 'success',
      phone_number: '',
      email_id: 'asha.rao@example.test',
      ...row,
    })),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const csv = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.map((row) => row.join(',')).join('\r\n')}\r\n`),
});

const recon = [
  'transaction_entity',
  'entity_id',
  'amount',
  'currency',
  'fee (exclusive tax)',
  'tax',
  'debit',
  'credit',
  'settlement_id',
  'settled_at',
  'settlement_utr',
];
/** 1,000 rupees, less 20 and 3.60 tax. */
const captured = (word: string, payment: string) => [
  'payment',
  payment,
  '1000.0',
  'INR',
  '20.0',
  '3.6',
  '0.0',
  '976.4',
  `setl_${word}`,
  '2026-03-05T13:33:57',
  `utr${word}1234`,
];

const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.locator('input[type="file"]').setInputFiles(file);
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

test('an admin sees what explains a payout, saves it, finds it in the bank, and takes it back', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const word = uniqueWord();
  await receive(page, [{ payment_id: `pay_${word}`, amount: '1000.00' }]);
  await page.goto('/Settlements');
  await choose(
    page,
    csv('recon.csv', [recon, captured(word, `pay_${word}`), captured(word, `pay_x${word}`)]),
  );

  await expect(page.getByRole('heading', { name: 'What explains recon.csv' })).toBeFocused();
  await expect(rowOf(page, 'Payouts', `setl_${word}`)).toContainText('1,952.80');
  await expect(rowOf(page, 'Rows', `pay_x${word}`)).toContainText('There is no payment with this number');
  await expect(rowOf(page, 'Rows', `pay_${word}`)).toHaveCount(0);
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await expect(rowOf(page, 'Rows', `pay_${word}`)).toContainText('Asha Rao');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save 1 payout' }).click();
  await expect(said(page, '1 payout saved')).toBeVisible();
  await expect(rowOf(page, 'Payouts and statements', `setl_${word}`)).toContainText('1 row open');

  // The statement of a bank that the portal has not seen before.
  await choose(
    page,
    csv('statement.csv', [
      ['Booked', 'Details of it', 'In', 'Out'],
      ['06/03/2026', `RAZORPAY UTR${word}1234`, '1952.80', ''],
      ['07/03/2026', 'RENT', '', '25000.00'],
    ]),
  );
  await expect(page.getByRole('heading', { name: 'The columns of statement.csv' })).toBeFocused();
  await page.getByLabel('Date', { exact: true }).selectOption('Booked');
  await page.getByLabel('Description', { exact: true }).selectOption('Details of it');
  await page.getByLabel('Money in', { exact: true }).selectOption('In');
  await page.getByLabel('Money out', { exact: true }).selectOption('Out');
  await page.getByRole('button', { name: /^Check \d+ rows?$/ }).click();
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await expect(rowOf(page, 'Rows', word)).toContainText('A payout');
  await expect(rowOf(page, 'Rows', 'RENT')).toContainText('Not about payments');
  await page.getByRole('button', { name: 'Save the statement' }).click();
  await expect(said(page, 'The statement was saved')).toBeVisible();
  await expect(rowOf(page, 'Payouts and statements', `setl_${word}`)).toContainText('06-Mar-2026');

  await said(page, 'The statement was saved').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Payouts and statements', `setl_${word}`)).toContainText('Not seen yet');
});

test('the journal of a month is downloaded', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin);
  const word = uniqueWord();
  await receive(page, [{ payment_id: `cash_${word}`, amount: '12.34' }]);
  await page.goto('/Settlements');
  await page.getByLabel('Month').fill('2026-03');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the journal' }).press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^journal-2026-03-.*\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  const lines = text.split('\r\n').filter((line) => line.includes(`cash_${word}`));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"Gateway","12.34",""');
  expect(lines[1]).toContain('"Receivables","","12.34"');
});
