import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callAs, enter, people } from './calls.ts';
import { linesOfPdf } from '../server/test/pdf-text.ts';
import { expect, expectAccessible, said, signIn, test, unique } from './fixtures.ts';

interface Row {
  readonly id: number;
  readonly student_id: number | null;
  readonly receipt: string | null;
}

/** A received payment of the demo without a receipt, another one for each story. */
async function freshPayment(page: Page, turn: number): Promise<Row> {
  const admin = await enter(page.request, people.admin);
  const { data } = await callAs<{ data: readonly Row[] }>(
    page.request,
    admin,
    'post',
    '/payments/get_payment_details',
    { status: 'success', currency: 'INR' },
  );
  const free = data.filter(({ receipt, student_id }) => receipt === null && student_id !== null);
  return free[turn * 7]!;
}

async function downloaded(page: Page, button: string): Promise<string[]> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^receipt-R-.*\.pdf$/);
  return linesOfPdf(readFileSync(await file.path()));
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('main').getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).click();
}

const card = (page: Page) => page.getByRole('region', { name: 'Receipt', exact: true });

test('an admin issues a receipt in Telugu, downloads it, mails a copy, voids it and issues another', async ({
  page,
}) => {
  const { id } = await freshPayment(page, 1);
  await signIn(page, people.admin, `/payments/${id}`);
  await expect(card(page)).toContainText('This payment has no receipt yet.');
  await choose(page, 'Language', 'తెలుగు');
  await card(page).getByRole('button', { name: 'Issue a receipt' }).click();
  await expect(page.getByText(/^Receipt R.* issued$/)).toBeVisible();
  await expect(card(page)).toContainText('Not yet: the next one is the original.');
  await expectAccessible(page);

  expect(await downloaded(page, 'Download')).toEqual(expect.arrayContaining(['రసీదు']));
  await expect(card(page)).toContainText('What goes out now is a copy.');
  expect(await downloaded(page, 'Download')).toEqual(expect.arrayContaining(['రసీదు', 'నకలు']));
  await card(page).getByRole('button', { name: 'Send a copy by mail' }).click();
  await expect(said(page, 'stays in the outbox')).toBeVisible();
  await expect(card(page)).toContainText(/: (Queued|Kept)/);

  await card(page).getByRole('button', { name: 'Void…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Void the receipt' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await expectAccessible(page);
  const reason = unique('Wrong payer');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Void the receipt' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText(`is void: ${reason}`);

  await card(page).getByRole('button', { name: 'Issue a receipt' }).click();
  await expect(card(page).getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
  }
});

test(
  'an admin reads the yearly statement of a payer, chooses a year and downloads it in Hindi',
  { tag: '@full' },
  async ({ page }) => {
    const { id } = await freshPayment(page, 2);
    await signIn(page, people.admin, `/payments/${id}`);
    await card(page).getByRole('link', { name: 'Yearly statement of the payer' }).click();
    await expect(page).toHaveURL(new RegExp(`/statement/${id}\\?of=payment`));
    await expect(page.getByRole('heading', { level: 1, name: /^Yearly statement of / })).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
    }
    await choose(page, 'Language of the document', 'हिन्दी');
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as PDF' }).click();
    const lines = linesOfPdf(readFileSync(await (await waiting).path()));
    expect(lines.join('\n')).toContain('वार्षिक विवरण');
  },
);

test('the settings preview a receipt with what is typed', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin, '/Settings');
  const panel = page.getByRole('region', { name: 'Receipts' });
  await panel.getByLabel('Address').fill('Lotus Road 5\nHyderabad');
  await panel.getByRole('button', { name: 'Preview the receipt of a donation' }).click();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Elsewhere the bar of the save button may cover a part of a field.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
});
