import { people } from './calls.ts';
import { expect, said, signIn, signInByForm, test } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';

test('an admin suspends a teacher, lets them in again, and finds it in the security log', async ({
  page,
  browser,
  request,
}) => {
  const email = await newPerson(request, 'teacher');
  const desk = await browser.newContext();
  const theirs = await desk.newPage();
  await signInByForm(theirs, email, firstPassword);
  const uid = await theirs.evaluate(() => localStorage.getItem('uid'));
  await theirs.goto('/Profile');
  const ways = theirs.getByRole('list', { name: 'Other ways in' });
  await expect(ways.getByRole('listitem')).toHaveText([/Known browser: Chrome on .*Last used/]);

  await signIn(page, people.admin, `/teacher/${uid}`);
  await page.getByRole('button', { name: /^Suspend/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspend/ })
    .click();
  await expect(said(page, 'Suspended')).toBeVisible();
  await expect(page.getByText('they cannot sign in')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('Your session has ended')).toBeVisible();
  await page.getByRole('button', { name: /^Let in again/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'They can sign in again')).toBeVisible();
  await signInByForm(theirs, email, firstPassword);
  await desk.close();

  await page.goto(`/security?person=${uid}`);
  const log = page.getByRole('table', { name: 'Entries of the security log' });
  await expect(log.getByRole('row').filter({ hasText: 'Suspended' })).toHaveCount(1);
  await expect(log.getByRole('row').filter({ hasText: 'Let in again' })).toHaveCount(1);
  await expect(log.getByRole('row').filter({ hasText: 'Signed in' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText(/entries are as they were written/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^security-log-.*\.jsonl$/);
  await page.setViewportSize({ width: 390, height: 800 });
});
