import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  followMenu,
  people,
  signIn,
  signOut,
  test,
} from './fixtures.ts';

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

test('a page of another role opens and says whose it is', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.teacher, '/Courses');
  await expect(page.getByRole('heading', { name: 'This page is for another role' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an address that leads nowhere says so and leads home', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.courseAdmin, '/no/such page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await followMenu(page, 'My courses');
  await expect(page).toHaveURL(/my%20courses$/);
  await page.goBack();
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

test(
  'the offer to install the app comes with a page, on a phone too, and either answer ends it',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, people.teacher);
    const asked: string[] = [];
    await page.exposeFunction('noteAsked', () => asked.push('asked'));
    const sayInstallable = async () => {
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
      await page.evaluate(() => {
        const prompt = async () => Reflect.get(globalThis, 'noteAsked')();
        dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
      });
    };
    await sayInstallable();
    const offer = page.getByRole('region', { name: 'Install the app' });
    const open = async (name: string) => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    // Nothing moves on the open page.
    await expect(offer).toHaveCount(0);
    const loaded = page.waitForResponse(/\/assets\/hints-[\w-]+\.js$/);
    await open('Schedule');
    await loaded;
    await expect(offer).toHaveCount(0);
    await open('Homework');
    await expect(offer).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page);
    const heights = await offer.getByRole('button').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(38);
    await offer.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(offer).toHaveCount(0);
    expect(asked).toEqual(['asked']);

    await page.reload();
    await sayInstallable();
    await open('Schedule');
    await open('Homework');
    await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible();
    await expect(offer).toHaveCount(0);
  },
);
