import type { Page, Request } from '@playwright/test';
import { people } from './calls.ts';
import { expect, expectDashboard, signIn, test } from './fixtures.ts';

const first = (page: Page) => page.locator('#first');
const portal = '**/assets/start-*.js';

/** The scripts come, and never end: a file that fails would be an error of the page. */
const holdScripts = (page: Page) =>
  page.route(portal, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => undefined);' }),
  );

/** Opens a page whose scripts do not come, and reads what it says without them. */
async function saidFirst(page: Page, path: string): Promise<string[]> {
  await holdScripts(page);
  await page.goto(path);
  await expect(first(page)).toBeVisible();
  const said = await first(page).locator('p').allTextContents();
  await page.unroute(portal);
  return said;
}

/**
 * Every page asks for the name in the bar and, for the menu, for what families wrote; a teacher's for the rolls that the
 * device keeps. The tests that are booked come above the schedule when they come, and saved views after the rows.
 */
const isOfPage = (pathname: string) =>
  /^\/api\/(?!user_details|dashboard\/get_today|attendance\/get_rolls|tests\/get_tests|views\/)/.test(
    pathname,
  );

/** What the script of the head says that it asked for on behalf of the page. */
async function prefetchedBy(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => {
    const { prefetched } = globalThis as { prefetched?: { answers: Map<string, unknown> } };
    return [...(prefetched?.answers.keys() ?? [])];
  });
  // A key is the address and, right after it, the body.
  return keys.map((key) => key.replace(/[?{[].*$/s, '')).filter(isOfPage);
}

test('what the sign-in page says first is what it says', async ({ page }) => {
  const [title = '', lead = ''] = await saidFirst(page, '/login');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(lead, { exact: true })).toBeVisible();
  await expect(first(page)).toBeHidden();
});

for (const [role, path] of [
  ['admin', '/Account Admin Dashboard'],
  ['courseAdmin', '/course admin dashboard'],
  ['teacher', '/'],
] as const) {
  test(`what the dashboard of the ${role} says first is what it says, and it asks nothing twice`, async ({
    page,
  }) => {
    await signIn(page, people[role]);
    await expectDashboard(page);
    const [title = '', lead = ''] = await saidFirst(page, path);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(lead, { exact: true })).toBeVisible();
    await expectDashboard(page);
    await expect(first(page)).toBeHidden();
    // The name in the bar is also kept on the device of who calls rolls, and asked for anew after that was read.
    const calls = asked.filter((name) => /\/(?:get_today|\w+_dashboard\/\d+)$/.test(name));
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
    expect(calls).toHaveLength(2);
  });
}

for (const [role, paths] of [
  ['admin', ['/courses', '/Course admins', '/teachers', '/students', '/payments', '/mails']],
  ['courseAdmin', ['/All Students', '/mails', '/my courses']],
  ['teacher', ['/student list', '/schedule']],
] as const) {
  test(`the lists of the ${role} are asked for before their scripts are there, and not again`, async ({
    page,
  }) => {
    await signIn(page, people[role]);
    await expectDashboard(page);
    for (const path of paths) {
      const asked: string[] = [];
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        if (isOfPage(pathname)) asked.push(pathname);
      };
      await holdScripts(page);
      page.on('request', note);
      // Loaded is when the script of the head has run. What it asked for may be heard of here a moment after that.
      await page.goto(path);
      const early = await prefetchedBy(page);
      expect(early, path).not.toEqual([]);
      await expect.poll(() => asked.toSorted(), path).toEqual(early.toSorted());
      asked.length = 0;
      await page.unroute(portal);
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('table').getByRole('row').nth(2)).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      expect(asked.toSorted(), path).toEqual(early.toSorted());
      page.off('request', note);
    }
  });
}

test('a student is named before the scripts are there, and asked for once', async ({ page }) => {
  await signIn(page, people.admin);
  await page.goto('/students');
  const link = page.getByRole('main').getByRole('table').getByRole('link').first();
  const name = (await link.innerText()).trim();
  const path = (await link.getAttribute('href')) ?? '';
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await holdScripts(page);
  await page.goto(path);
  await expect(first(page).locator('p').first()).toHaveText(name);
  await expect(first(page).locator('li').first()).toBeVisible();
  await page.unroute(portal);
  asked.length = 0;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(first(page)).toBeHidden();
  expect(asked.filter((name) => name.includes('get_single_student'))).toHaveLength(1);
});
