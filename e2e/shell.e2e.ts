import { people } from './calls.ts';
import { expect, signIn, signOut, test } from './fixtures.ts';

test('signing out in one tab signs the other one out, and says why', async ({ page, context }) => {
  await signIn(page, people.teacher);
  const second = await context.newPage();
  await second.goto('/mark-attendance');
  await expect(second.getByRole('heading', { level: 1, name: 'Mark Attendance' })).toBeVisible();
  await signOut(page);
  await expect(second).toHaveURL(/\/login/);
  await expect(second.getByText('You signed out in another tab.')).toBeVisible();
});

test('a session that the server ended leads to the sign-in, and says why', async ({ page }) => {
  await signIn(page, people.teacher, '/mark-attendance');
  await expect(page.getByLabel('Select Course').getByRole('option').nth(1)).toBeAttached();
  // Revoked on the server, as a change of password elsewhere would.
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const revoked = await page.request.post('/api/user_details/logout', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(revoked.ok()).toBe(true);
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/session has ended/)).toBeVisible();
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key !== 'mantine-color-scheme-value'),
    ),
  ).toEqual([]);
});

test('an address that leads nowhere says so and leads home', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.courseAdmin, '/no/such page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expect(page).toHaveURL(/Dashboard$/);
  await signOut(page);
  await page.goto('/no/such page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

test('the keyboard skips the menu and works the account menu', async ({ page }) => {
  await signIn(page, people.admin);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: /account menu/i });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});
