import type { Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { expect, expectAccessible, said, signInByForm, signOut, test } from './fixtures.ts';
import { keepCodes, withAuthenticator } from './authenticator.ts';
import { firstPassword, newPerson } from './newcomers.ts';

// WebAuthn binds a passkey to a name, and an address of numbers has none.
test.use({ baseURL: `http://localhost:${process.env['E2E_PORT']}` });

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' });

test('a passkey signs in, is the second step after the password, and shows that it is still you', async ({
  page,
  request,
}) => {
  const email = await newPerson(request, 'teacher');
  await withAuthenticator(page);
  await signInByForm(page, email, firstPassword);
  await page.goto('/Profile');
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByLabel('Name').fill('My phone');
  await naming.getByLabel('Name').press('Enter');
  await keepCodes(page);
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'My phone' })).toBeVisible();
  await expect(panel(page)).toContainText('10 codes left');

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/Dashboard$/);

  await signOut(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(firstPassword);
  await page.getByLabel('Remember Me').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('123456');
  await page.getByLabel('Code').press('Enter');
  await expect(page.getByText('The code is not right')).toBeVisible();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL(/Dashboard$/);

  // This browser was remembered after both steps. Its cookie signs in, and proves nothing.
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/Dashboard$/);
  await page.goto('/Profile');
  await panel(page).getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Remove My phone' }).last().click();
  const question = page.getByRole('dialog', { name: 'Is it still you?' });
  await expect(question.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(said(page, 'Removed')).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
});

/** The code that an app shows for a key in base32 (RFC 6238). */
function codeOf(key: string, atMs: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key.replaceAll(' ', ''))
    .map((each) => letters.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test(
  'an app with codes, and a recovery code for a lost phone',
  { tag: '@full' },
  async ({ page, request }) => {
    const email = await newPerson(request, 'teacher');
    await page.setViewportSize({ width: 390, height: 800 });
    await signInByForm(page, email, firstPassword);
    await page.goto('/Profile');
    await panel(page).getByRole('button', { name: 'Add an app with codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an app with codes' });
    await expect(dialog.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
    await expectAccessible(page);
    const [, key = ''] = /by hand: ([A-Z2-7 ]+)/.exec(await dialog.innerText()) ?? [];
    await dialog.getByLabel('Six digits').fill(codeOf(key, Date.now() - 300_000));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('The clock of your phone is off')).toBeVisible();
    await dialog.getByLabel('Six digits').fill(codeOf(key, Date.now()));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const [recovery = ''] = await keepCodes(page);

    await signOut(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(firstPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill(recovery);
    await page.getByLabel('Code').press('Enter');
    await page.waitForURL(/Dashboard$/);
    await page.goto('/Profile');
    await expect(panel(page)).toContainText('9 codes left');
  },
);
