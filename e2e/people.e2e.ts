import type { Page } from '@playwright/test';
import { demoPassword, people } from './calls.ts';
import { expect, pressIn, followMenu, said, signIn, test } from './fixtures.ts';
import { firstPassword, newPerson, post } from './newcomers.ts';

/** A family name that nobody else bears; names are letters alone. */
const newName = () => `N${Array.from(String(Date.now()), (digit) => 'abcdefghij'[Number(digit)]).join('')}`;

/** Done when the address has it too: what is followed at once would leave the search behind. */
async function search(page: Page, text: string) {
  await page.getByLabel('Search', { exact: true }).fill(text);
  await expect(page).toHaveURL(/[?&]q=/);
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('table').getByRole('row').filter({ hasText: text });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });

async function press(page: Page, answer: 'Yes' | 'No') {
  await page
    .getByRole('dialog', { name: 'Are you sure?' })
    .getByRole('button', { name: answer === 'Yes' ? /^(?:Delete|Remove) / : 'No' })
    .click();
}

// These have motion, as most people do.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an admin deletes a teacher, after second thoughts and a bad line', async ({ page, request }) => {
  const name = newName();
  const email = await newPerson(request, 'teacher', name);
  await signIn(page, people.admin);
  await followMenu(page, 'Teachers');
  await search(page, email);
  const row = rowOf(page, email);
  await expect(row).toHaveCount(1);

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('link', { name: `View Profile of Asha ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Asha ${name}` })).toBeVisible();
  await expect(page.getByText('Teaches no class now')).toBeVisible();
  await page.goBack();
  await expect(row).toHaveCount(1);

  await pressIn(row, `Delete Asha ${name}`);
  await expect(page.getByRole('dialog')).toContainText('no longer be able to sign in');
  await press(page, 'No');
  await expect(said(page, 'Your Operation is reverted!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressIn(row, `Delete Asha ${name}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete / })
    .dblclick();
  await expect(said(page, 'Teacher has been deleted!')).toBeVisible();
  await expect(row).toHaveCount(0);
  const credentials = { email_id: email, password: firstPassword, flag: '' };
  const login = await request.post('/api/user_details/login', { data: credentials });
  expect(await login.json()).not.toHaveProperty('token');
});

test('an admin looks into course admins and deletes one; nobody else may', async ({ page, request }) => {
  const name = newName();
  await newPerson(request, 'courseadmin', name);
  await signIn(page, people.admin);
  await followMenu(page, 'Course admins');
  await search(page, 'Acharya');
  await rowOf(page, 'Acharya').getByRole('link', { name: 'Raghavendra Acharya', exact: true }).click();
  await expect(page).toHaveURL(/\/courseadmin\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Raghavendra Acharya' })).toBeVisible();
  await trail(page).getByRole('link', { name: 'Course admins' }).click();

  await search(page, name);
  const row = rowOf(page, name);
  await expect(row).toHaveCount(1);
  // Somebody without the right has signed in in the meantime; the page does not know yet.
  const own = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const credentials = { email_id: people.courseAdmin, password: demoPassword, flag: '' };
  const { token } = await post(request, 'login', credentials);
  const useToken = (value: string) => page.evaluate((text) => localStorage.setItem('token', text), value);
  await useToken(token);
  await pressIn(row, `Delete Asha ${name}`);
  await press(page, 'Yes');
  await expect(said(page, 'Your Not Allowed to Delete!')).toBeVisible();
  await expect(row).toHaveCount(1);

  await useToken(own);
  await pressIn(row, `Delete Asha ${name}`);
  await press(page, 'Yes');
  await expect(said(page, 'Course Admin has been deleted!')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a course admin reads about the teachers of their courses', async ({ page }) => {
  await signIn(page, people.courseAdmin);
  await followMenu(page, 'Teachers List');
  await search(page, people.teacher);
  const row = rowOf(page, people.teacher);
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveCount(1);

  await row.getByRole('link', { name: /^View Profile/ }).click();
  await expect(page).toHaveURL(/\/Single%20Teacher\/\d+$/);
  await expect(page.getByText(people.teacher)).toBeVisible();
  await expect(page.getByText('Date of birth')).toBeVisible();
  await expect(page.getByText('Address', { exact: true })).toHaveCount(0);

  const slots = page.getByRole('table', { name: /^Weekly timings of/ }).getByRole('row');
  await slots.nth(1).getByRole('button').hover();
  await expect(page.getByRole('tooltip')).toContainText('On the class’s own clock');
  await trail(page).getByRole('link', { name: 'Teachers List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Teachers List' })).toBeVisible();
});
