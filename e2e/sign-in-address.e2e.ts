import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, expectAccessible, said, signIn, signInByForm, test, unique } from './fixtures.ts';
import { linkIn, mailTo } from './mails.ts';
import { firstPassword, newAddress, newPerson } from './newcomers.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('an admin gives a colleague a new sign-in address; it counts once it is confirmed from there', async ({
  page,
  browser,
  request,
}) => {
  const family = unique('Vasu');
  const old = await newPerson(request, 'teacher', family);
  const first = newAddress();
  const second = newAddress();

  await signIn(page, people.admin, '/teachers');
  await page.getByLabel('Search').last().fill(family);
  await page.getByRole('link', { name: `Asha ${family}` }).click();
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByText(`They sign in with ${old}.`)).toBeVisible();
  const field = page.getByLabel('New address');
  await field.fill(people.admin);
  await press(page, 'Send the mails');
  await expect(page.getByText('This email address already has an account')).toBeVisible();
  await field.fill(first);
  await press(page, 'Send the mails');
  await expect(page.getByText(`Waiting for confirmation of ${first}`)).toBeVisible();

  // The owner of the old address refuses it.
  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(linkIn(await mailTo(old, 'email_refuse')));
  await press(colleague, 'Refuse the address');
  await expect(colleague.getByText('The new address is refused.')).toBeVisible();
  await colleague.goto('about:blank');
  await colleague.goto(linkIn(await mailTo(first, 'email_confirm')));
  await press(colleague, 'Confirm the address');
  await expect(colleague.getByRole('alert')).toContainText('This link has expired');

  await page.reload();
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
  await field.fill(second);
  await press(page, 'Send the mails');
  await expect(said(page, 'stays in the outbox')).toBeVisible();

  // Opening the link changes nothing, also where somebody is signed in.
  await signInByForm(colleague, old, firstPassword);
  await colleague.goto(linkIn(await mailTo(second, 'email_confirm')));
  await expect(colleague.getByText(`From now on, sign in with ${second}?`)).toBeVisible();
  await colleague.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(colleague);
  await page.reload();
  await expect(page.getByText(`Waiting for confirmation of ${second}`)).toBeVisible();

  await press(colleague, 'Confirm the address');
  await expect(colleague.getByText('The address is confirmed.')).toBeVisible();
  expect(await mailTo(old, 'email_changed')).toContain(second);
  await colleague.getByRole('link', { name: 'Go to sign in' }).click();
  await colleague.getByLabel('Email').fill(old);
  await colleague.getByRole('textbox', { name: 'Password' }).fill(firstPassword);
  await press(colleague, 'Sign in');
  await expect(said(colleague, 'Invalid credentials')).toBeVisible();
  await signInByForm(colleague, second, firstPassword);
  await page.reload();
  await expect(page.getByText(`They sign in with ${second}.`)).toBeVisible();
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
});
