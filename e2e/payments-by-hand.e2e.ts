import type { APIRequestContext, Page } from '@playwright/test';
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

/** Money that the office writes down by hand. */

/** Lakshmi and Ravi share an address, in a new course that costs 1,500 rupees, or 40 dollars. */
async function newFamily(request: APIRequestContext, firstName = 'Lakshmi') {
  const admin = await enter(request, people.admin);
  const course = await newCourse(request, unique('Vedanta'));
  const last_name = uniqueWord();
  const email_id = `${last_name.toLowerCase()}@example.test`;
  const row = {
    last_name,
    email_id,
    course_name: course.name,
    region: 'India',
  };
  const children = [
    { ...row, first_name: firstName, dob: '2012-05-06' },
    { ...row, first_name: 'Ravi', dob: '2014-07-08' },
  ];
  await importStudents(request, admin.token, children, [{ row: 3, answer: 'sibling' }]);
  await setPrices(request, course, { INR: '1500', USD: '40' });
  return { admin, course, last_name, email_id, name: `${firstName} ${last_name}` };
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Record a payment' }).click();
  return dialogOf(page, 'Record a payment');
};

test(
  'cash is written down by keyboard in less than fifteen seconds',
  { tag: '@full' },
  async ({ page, request }) => {
    const { last_name, name, course } = await newFamily(request);
    await signIn(page, people.admin, '/payments');
    // An average typist makes 40 words a minute, which is 0.3 s for a key.
    let keys = 0;
    const type = async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    };
    const key = async (which: string) => {
      keys += 1;
      await page.keyboard.press(which);
    };
    await page.getByRole('button', { name: 'Record a payment' }).focus();
    await key('Enter');
    const dialog = dialogOf(page, 'Record a payment');
    await expect(dialog.getByLabel('Student')).toBeFocused();
    await type(`mi ${last_name}`);
    await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
    await key('ArrowDown');
    await key('Enter');
    // Course, amount, currency and payer follow from the student.
    await expect(dialog.getByRole('combobox', { name: 'For' }).locator('option:checked')).toHaveText(
      course.name,
    );
    await expect(dialog.getByLabel('Amount')).toHaveValue('1500.00');
    await expect(dialog.getByLabel('Currency')).toHaveValue('INR');
    await expect(dialog.getByLabel('Paid by')).toHaveValue(name);
    await key('Tab');
    await key('Tab');
    await expect(dialog.getByLabel('Amount')).toBeFocused();
    await type('500');
    await key('Enter');
    await expect(said(page, `of ${name} is recorded`)).toBeVisible();
    // The receipt is one key more.
    await expect(dialog.getByRole('button', { name: 'Issue a receipt' })).toBeFocused();
    await key('Enter');
    await expect(dialog.getByText(/^Receipt R\/.* issued$/)).toBeVisible();
    expect(keys * 0.3).toBeLessThan(15);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/payments?q=${last_name}`);
    await expect(rowOf(page, name)).toContainText('500.00 INR');
    await expect(rowOf(page, name)).toContainText('Cash');
    await rowOf(page, name).getByRole('link').first().click();
    await expect(page.getByText('Written down by hand')).toBeVisible();
  },
);

test(
  'one payment for a brother and a sister is split, refunded and reversed',
  { tag: '@full' },
  async ({ page, request }) => {
    const { name, last_name, email_id } = await newFamily(request, 'లక్ష్మి');
    await signIn(page, people.courseAdmin, `/payment?q=${last_name}`);
    const dialog = await openForm(page);
    await dialog.getByLabel('Student').fill(name);
    await page.getByRole('option', { name: email_id }).click();
    await expect(dialog.getByLabel('Amount')).toHaveValue('1500.00');
    await dialog.getByRole('button', { name: `Add Ravi ${last_name}` }).click();
    await expect(dialog.getByLabel(`Amount for Ravi ${last_name}`)).toHaveValue('1500.00');
    await dialog.getByLabel(`Amount for Ravi ${last_name}`).fill('1000');
    await expect(dialog.getByText('Together 2,500.00 INR')).toBeVisible();
    await dialog.getByLabel('How it came').selectOption('UPI');
    const upi = `UPI${Date.now()}`;
    await dialog.getByLabel('UPI number').fill(upi);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(said(page, `${upi} of ${name} is recorded`)).toBeVisible();

    await page.goto(`/payment?q=${upi}`);
    await rowOf(page, upi).getByRole('link').first().click();
    const shares = page.getByRole('region', { name: 'For whom' });
    await expect(shares.getByRole('listitem')).toContainText(['1,500.00 INR', '1,000.00 INR']);
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = dialogOf(page, `Refund ${upi}`);
    await refund.getByLabel('Of whom').selectOption({ index: 2 });
    await refund.getByLabel('Amount').fill('1000.01');
    await refund.getByLabel('Reason').fill('Left before the first class');
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await expect(refund.getByText('At most 1,000.00 INR is left')).toBeVisible();
    await refund.getByLabel('Amount').fill('400');
    await expectAccessible(page);
    await refund.getByRole('button', { name: 'Record refund' }).click();
    await expect(said(page, 'The refund of 400.00 INR is recorded')).toBeVisible();
    await expect(shares).toContainText('400.00 INR went back');
    await page.goBack();
    await expect(rowOf(page, upi)).toContainText('400.00 INR went back');
    await page.goForward();
    await page.getByRole('button', { name: 'It did not go back: refund of 400.00 INR' }).click();
    await page.getByRole('button', { name: 'Reverse the refund' }).click();
    await expect(said(page, 'The refund of 400.00 INR is reversed')).toBeVisible();
    await expect(shares).not.toContainText('went back');
  },
);

test(
  'a payment is corrected, declared void, and comes back by Undo',
  { tag: '@full' },
  async ({ page, request }) => {
    const { name, last_name, course } = await newFamily(request);
    await signIn(page, people.admin, `/students?category=all&q=${last_name}`);
    await rowOf(page, name)
      .getByRole('link', { name: `View Profile ${name}` })
      .or(rowOf(page, name).getByRole('link').first())
      .first()
      .click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Record a payment' }).click();
    const dialog = dialogOf(page, 'Record a payment');
    await expect(dialog.getByText(name)).toBeVisible();
    await expect(dialog.getByLabel('Amount')).toHaveValue('1500.00');
    // Back closes the dialog, and the page stays. Nothing was typed, so nothing is asked.
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('tab', { name: 'Money' }).click();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await expect(dialog.getByLabel('Amount')).toHaveValue('1500.00');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await expect(said(page, 'is recorded')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row').filter({ hasText: '1,500.00 INR' }).getByRole('link').first().click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^Payment CASH-\d{4}-\d{6}$/);
    const number = (await title.innerText()).replace('Payment ', '');

    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: 'Correct' }).click();
    const correction = dialogOf(page, `Correct ${number}`);
    await expect(correction.getByRole('combobox', { name: 'For' }).locator('option:checked')).toHaveText(
      course.name,
    );
    await correction.getByLabel('Amount').fill('1050');
    await correction.getByRole('button', { name: 'Correct payment' }).click();
    await expect(correction.getByText('Please give a reason')).toBeVisible();
    await correction.getByLabel('Reason').fill('A slip of the keys');
    await correction.getByRole('button', { name: 'Correct payment' }).click();
    await expect(said(page, `${number} is corrected`)).toBeVisible();
    // The page is that of the void payment now, and leads to the new one.
    const facts = page.getByRole('region', { name: 'What was paid' });
    await expect(facts).toContainText('A slip of the keys');
    await facts.getByRole('link', { name: number }).click();
    await expect(facts).toContainText('1,050.00 INR');
    await expect(page.getByRole('region', { name: 'Where it came from' })).toContainText(
      'Written down by hand',
    );

    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: 'Declare void' }).click();
    const question = dialogOf(page, `Declare ${number} void?`);
    await question.getByLabel('Reason').fill('The cheque bounced');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Declare void' }).click();
    await expect(said(page, `${number} is void`)).toBeVisible();
    await expect(facts).toContainText('The cheque bounced');
    await said(page, `${number} is void`).getByRole('button', { name: 'Undo' }).click();
    await expect(facts).not.toContainText('The cheque bounced');

    await page.goto(`/payments?q=${number}`);
    await expect(page.getByRole('row')).toHaveCount(3);
    const wrong = rowOf(page, 'A slip of the keys');
    await expect(wrong.locator('del')).toHaveText('1,500.00 INR');
    expect(await exportedLines(page)).toHaveLength(3);
  },
);

test('a donation has a campaign, and no course', { tag: '@full' }, async ({ page }) => {
  const campaign = unique('Roof');
  const donor = unique('Donor');
  await signIn(page, people.admin, '/payments');
  const dialog = await openForm(page);
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('A donation');
  await dialog.getByLabel('Campaign').fill(campaign);
  await dialog.getByLabel('Amount').fill('1,00,000');
  await dialog.getByLabel('Currency').selectOption('INR');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByText('Please enter who paid')).toBeVisible();
  await dialog.getByLabel('Paid by').fill(donor);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(said(page, `of ${donor} is recorded`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByLabel('Kind').selectOption('Donations');
  await page.getByLabel('Campaign').selectOption(campaign);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, donor)).toContainText(`Donation: ${campaign}`);
  await expect(rowOf(page, donor)).toContainText('1,00,000.00 INR');
  // It is suggested the next time.
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('A donation');
  await dialog.getByLabel('Campaign').fill(campaign.slice(0, 6));
  await expect(page.getByRole('listbox').getByRole('option', { name: campaign })).toBeVisible();
});

test('payments without a currency are decided together', { tag: '@full' }, async ({ page, request }) => {
  const admin = await enter(request, people.admin);
  const course = await newCourse(request, unique('Unpriced'));
  const payer = unique('Payer');
  const row = { course_name: course.name, created_at: '05-Mar-2026', status: 'success', full_name: payer };
  await callAs(request, admin, 'post', '/payments/excel_payment_details_upload', [
    { ...row, payment_id: unique('a'), amount: '100' },
    { ...row, payment_id: unique('b'), amount: '100.50' },
  ]);
  await signIn(page, people.admin, `/payments?q=${encodeURIComponent(payer)}`);
  await expect(page.getByText('2 payments have no currency')).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page).toHaveURL(/currency=none/);
  await page
    .getByRole('checkbox', { name: `Select ${payer}` })
    .first()
    .check();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('button', { name: 'Set currency' }).click();
  const dialog = dialogOf(page, 'Set the currency');
  await dialog.getByLabel('Currency').selectOption('JPY');
  await expect(dialog.getByText('1 row becomes 100 JPY in all.')).toBeVisible();
  await expect(dialog.getByText('1 stays')).toBeVisible();
  await dialog.getByLabel('Currency').selectOption('INR');
  await expect(dialog.getByText('2 rows become 200.50 INR in all.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set currency' }).click();
  await expect(said(page, '2 rows are in INR now')).toBeVisible();
  await expect(page.getByText('No Records')).toBeVisible();
});
