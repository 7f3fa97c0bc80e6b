import { type APIRequestContext, type Page } from '@playwright/test';
import { demoPassword, people } from './calls.ts';
import { expect, exportedLines, followMenu, said, signIn, test, unique } from './fixtures.ts';

interface Payment {
  id: number;
  course_id: number;
  amount: string;
  currency: string | null;
}

const rows = (page: Page) => page.getByRole('row');
const sumOf = (page: Page, status: string) =>
  page
    .getByRole('region', { name: /^Sums of/ })
    .getByRole('button')
    .filter({ has: page.getByText(status, { exact: true }) });

/** A call's answer to the office's own browser, for its signed-in person. */
async function ask(page: Page, path: string) {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const answer = await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.ok()).toBe(true);
  const { data }: { data: Payment[] } = await answer.json();
  return data;
}

/** '1250.50' in hundredths. */
const cents = (amount: string) => BigInt(amount.replace('.', ''));

async function handIn(request: APIRequestContext, key: string, path: string, item: object) {
  const headers = { authorization: `Bearer ${key}` };
  return request.post(`/api/intake/${path}`, { headers, data: { items: [item] } });
}

test('an admin filters payments, reads their sums, takes them home and opens one', async ({ page }) => {
  await signIn(page, people.admin);
  await followMenu(page, 'Payments');
  await expect(rows(page)).toHaveCount(51);
  await page.getByLabel('Status').selectOption('refunded');
  await expect(page).toHaveURL(/status=refunded/);
  await expect(page.getByRole('cell', { name: 'success' })).toHaveCount(0);
  const refunded = await ask(page, '/payments/get_payment_details?status=refunded');
  const rupees = refunded.filter(({ currency }) => currency === 'INR');
  const sum = rupees.reduce((total, { amount }) => total + cents(amount), 0n);
  const [shown = ''] = (await sumOf(page, 'refunded').innerText()).match(/[\d,]+\.\d\d/) ?? [];
  expect(cents(shown.replaceAll(',', ''))).toBe(sum);
  await expect(sumOf(page, 'refunded')).toContainText(`${refunded.length} payments`);
  await expect(sumOf(page, 'success')).toBeVisible();

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(refunded.length - 50 + 1);
  const lines = await exportedLines(page);
  expect(lines).toHaveLength(refunded.length + 1);

  await page.getByLabel('Rows per page').selectOption('100');
  await expect(rows(page)).toHaveCount(refunded.length + 1);
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=amount/);
  const cheapest = refunded.toSorted((a, b) => Number(cents(a.amount) - cents(b.amount)))[0]!;
  await expect(rows(page).nth(1)).toContainText(cheapest.amount.replace(/\B(?=\d{3}\.)/, ','));
  await rows(page).nth(1).getByRole('cell').nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Payment pay_/ })).toBeVisible();
  await expect(page.getByText('Part of the demo data')).toBeVisible();
  const student = page.getByRole('region', { name: 'Student' }).getByRole('link');
  await expect(student).toHaveAttribute('href', /^\/student\/\d+$/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(refunded.length + 1);
});

test('a course admin sees the payments for their own courses alone', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin);
  const all = await ask(page, '/payments/get_payment_details');
  await signIn(page, people.courseAdmin);
  const uid = await page.evaluate(() => localStorage.getItem('uid') ?? '');
  const askOwn = () => ask(page, `/payments/get_payment_details_course_admin/${uid}`);
  let own = await askOwn();
  expect(own.length).toBeLessThan(all.length);

  await followMenu(page, 'Payments');
  await expect(rows(page)).toHaveCount(11);
  // Other stories upload payments meanwhile.
  await expect(async () => {
    await page.reload();
    const shown = await page.getByText(/^1–10 of [\d,]+$/).textContent();
    own = await askOwn();
    expect(shown).toBe(`1–10 of ${own.length.toLocaleString('en-US')}`);
  }).toPass();
  await expect(page.getByLabel('Rows per page')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Upload payments' })).toHaveAttribute('href', '/updating');
  await rows(page).nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/payment\/\d+$/);
  await expect(page.getByRole('region', { name: 'Student' }).getByRole('link')).toHaveAttribute(
    'href',
    /^\/Single%20Student\/\d+$/,
  );
});

test(
  'a machine hands payments and tickets in with a key, until it is revoked',
  { tag: '@full' },
  async ({ page, request }) => {
    const name = unique('Public site');
    const payer = unique('Asha');
    const id = unique('pay').replace(' ', '_');
    await signIn(page, people.admin);
    await followMenu(page, 'Intake keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByLabel('Payments', { exact: true }).check();
    await dialog.getByLabel('Event tickets', { exact: true }).check();
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await expect(dialog.getByText('They are shown only once')).toBeVisible();
    await expect(dialog.getByLabel('Key', { exact: true })).toBeFocused();
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
    const example = await dialog.getByLabel('Example').inputValue();
    expect(example).toContain(`Bearer ${key}`);
    expect(example).toContain(`${new URL(page.url()).origin}/api/intake/payments`);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have copied them' }).click();
    await expect(dialog).toHaveCount(0);

    const paid = { amount: '1200.50', status: 'pending', paid_at: '2026-01-31T09:30:00Z', payment_id: id };
    const [{ course_id }] = (await ask(page, '/payments/get_payment_details')) as [Payment];
    const item = { ...paid, course_id, full_name: payer, email_id: 'nobody.known@example.org' };
    for (const status of ['pending', 'success']) {
      expect((await handIn(request, key, 'payments', { ...item, status })).ok()).toBe(true);
    }
    const ticket = { course_type: 'Annual Day', registration_code: 'AD-1', adult: 2, child: 1 };
    const sold = { ...paid, ...ticket, name: payer, email: 'nobody.known@example.org' };
    expect((await handIn(request, key, 'tickets', sold)).ok()).toBe(true);
    expect((await handIn(request, key, 'students', {})).status()).toBe(403);

    await page.goto(`/payments?q=${payer}`);
    await expect(rows(page)).toHaveCount(2);
    await expect(sumOf(page, 'success')).toContainText('1,200.50');
    await rows(page).nth(1).getByRole('link', { name: payer }).click();
    await expect(page.getByText('No student is matched to this payment')).toBeVisible();

    await page.goto(`/eventtickets?q=${payer}`);
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).nth(1)).toContainText('31-Jan-2026 03:00:00 pm');
    await expect(rows(page).nth(1).getByRole('button', { name: 'pending' })).toBeDisabled();

    await followMenu(page, 'Intake keys');
    const row = rows(page).filter({ hasText: name });
    await expect(row).not.toContainText('Never');
    await row.getByRole('button', { name: `Revoke ${name}` }).click();
    await dialog.getByRole('button', { name: `Revoke ${name}` }).click();
    await expect(said(page, 'The key no longer works')).toBeVisible();
    await expect(row).toContainText('Revoked');
    expect((await handIn(request, key, 'payments', item)).status()).toBe(401);
  },
);
