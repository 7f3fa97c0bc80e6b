import type { Locator, Page } from '@playwright/test';
import { callAs, enter, people } from './calls.ts';
import { chooseDrawnLanguage, chooseLanguage, expect, signIn, test } from './fixtures.ts';

/** The twelve lists that people read most, at the size of a small laptop: a cell shows all that it says. */
const lists = {
  admin: [
    '/students',
    '/payments',
    '/owing',
    '/teachers',
    '/events',
    '/eventtickets',
    '/mails',
    '/Messages',
    '/Course admins',
  ],
  courseAdmin: ['/All Students'],
  teacher: ['/homeworks', '/Student List'],
} as const;

/** Totals, tabs or a warning above these, or a long course in a third line, take the room of rows. */
const withFewer: ReadonlySet<string> = new Set(['/mails', '/Messages', '/Course admins', '/All Students']);

const softly = expect.configure({ soft: true });

/** The words of cells that end in an ellipsis or under an edge, and the number of whole rows in the window. */
const readList = (page: Page) =>
  page
    .locator('[data-table] table')
    .first()
    .evaluate((table) => {
      const isCut = (one: Element) =>
        one.clientWidth > 1 &&
        getComputedStyle(one).overflowX !== 'visible' &&
        one.scrollWidth > one.clientWidth;
      const cells = [...table.querySelectorAll('tbody td:not([data-row-box], [data-row-actions])')];
      return {
        cut: cells
          .filter((cell) => [cell, ...cell.querySelectorAll('*')].some(isCut))
          .map(({ textContent }) => textContent),
        rows: [...table.querySelectorAll('tbody tr[data-row]')].filter(
          (row) => row.getBoundingClientRect().bottom <= innerHeight,
        ).length,
        menu: table.querySelector('[data-row-actions] [aria-expanded]')?.clientWidth ?? 0,
      };
    });

for (const role of ['admin', 'courseAdmin', 'teacher'] as const) {
  for (const language of ['en', 'te', 'hi']) {
    test(
      `the lists of a ${role} cut no name, address, id, state or amount (${language})`,
      { tag: '@full' },
      async ({ page }) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await signIn(page, people[role], '/help');
        await chooseLanguage(page, language);
        for (const path of lists[role]) {
          await page.goto(path);
          await expect(page.locator('tbody tr[data-row]').first()).toBeVisible();
          await page.evaluate(() => document.fonts.ready);
          const { cut, rows, menu } = await readList(page);
          expect(cut, path).toEqual([]);
          expect(menu, path).toBeLessThanOrEqual(44);
          if (language === 'en' && !withFewer.has(path)) expect(rows, path).toBeGreaterThanOrEqual(9);
        }
      },
    );
  }
}

/** Every list, by who reads it; and pages of one thing, each by the list whose first row leads there. */
const onPhone = {
  admin: {
    lists:
      '/today /cases /Reports /Course_admins /teachers /students /payments /owing /eventtickets /mails /security /intake /Invitations /Approvals /Registrations /courses /Messages /events /Days_Off /Cover /Tests',
    things: ['/Course_admins', '/teachers', '/students', '/payments', '/courses', '/Messages'],
  },
  courseAdmin: {
    lists: '/my_courses /Teachers_List /All_Students /payment',
    things: ['/Teachers_List', '/All_Students', '/payment', '/my_courses'],
  },
  teacher: {
    lists: '/All_Courses /Student_List /schedule /View_Attendance /homeworks /viewcourse /Cover',
    things: ['/Student_List', '/All_Courses'],
  },
} as const;

/** From the title to the tabs, in pixels. */
const bandOf = (page: Page) =>
  page
    .getByRole('main')
    .evaluate(
      (main) =>
        main.querySelector('[role="tablist"]')!.getBoundingClientRect().top -
        main.querySelector('h1')!.getBoundingClientRect().top,
    );

const withBand = {
  admin: ['/Course admins', '/teachers', '/students', '/courses'],
  courseAdmin: ['/Teachers List', '/All Students', '/my courses'],
  teacher: ['/Student List', '/All Courses'],
} as const;

for (const [role, all] of Object.entries(withBand)) {
  for (const language of ['en', 'te', 'hi']) {
    test(
      `the head of a page of one thing is a band of 120 px for ${role} (${language})`,
      { tag: '@full' },
      async ({ page }) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await signIn(page, people[role as keyof typeof withBand], '/help');
        await chooseDrawnLanguage(page, language);
        const things = ['/class/1'];
        for (const path of all) {
          await page.goto(path);
          const link = page.getByRole('main').locator('tbody tr[data-row] a[data-row-link]').first();
          things.push((await link.getAttribute('href')) ?? '');
        }
        for (const path of things) {
          await page.goto(path);
          await expect(page.getByRole('tab').first()).toBeVisible();
          await expect(page.getByRole('main').locator('[aria-busy="true"]:visible')).toHaveCount(0);
          await page.evaluate(() => document.fonts.ready);
          softly(await bandOf(page), path).toBeLessThanOrEqual(120);
        }
      },
    );
  }
}

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const topOf = async (place: Locator) => {
    await expect(place).toBeVisible();
    await place.page().evaluate(() => document.fonts.ready);
    return place.evaluate((one) => one.getBoundingClientRect().top);
  };

  for (const [role, { lists: all, things }] of Object.entries(onPhone)) {
    for (const language of ['en', 'te']) {
      test(`rows begin near the top for ${role}, and what a page of one thing says (${language})`, async ({
        page,
      }) => {
        await signIn(page, people[role as keyof typeof onPhone], '/help');
        await chooseLanguage(page, language);
        const main = page.getByRole('main');
        const first = main.locator('[data-table]').first().locator('section').first();
        for (const path of all.split(' ').map((one) => one.replaceAll('_', ' '))) {
          await page.goto(path);
          await expect(main.locator('[aria-busy="true"]:visible')).toHaveCount(0);
          // A row, or what stands there without one.
          softly(await topOf(first), path).toBeLessThanOrEqual(240);
        }
        for (const path of things.map((one) => one.replaceAll('_', ' '))) {
          await page.goto(path);
          const link = main.locator('tbody tr[data-row] a[data-row-link]').first();
          const href = (await link.getAttribute('href')) ?? '';
          await page.goto(href);
          await expect(main.locator('[aria-busy="true"]:visible')).toHaveCount(0);
          const panel = main.locator('[role="tabpanel"]');
          const said = ((await panel.count()) > 0 ? panel : main).locator(':is(h2, h3, dt, tr)');
          softly(await topOf(said.filter({ visible: true }).first()), href).toBeLessThanOrEqual(420);
        }
      });
    }
  }
});

interface Absent {
  readonly data: readonly { readonly line: string }[];
}

for (const [what, path, opens] of [
  ['a payment', '/payments', /\/payments\/\d+$/],
  ['an event', '/events', /[?&]about=\d+/],
  ['the student of a case', '/cases', /student\/\d+$/i],
] as const) {
  test(`${what} is read beside the list, and the keyboard walks on`, async ({ page }) => {
    if (path === '/cases') {
      const admin = await enter(page.request, people.admin);
      const kind = 'three_absences';
      const asked = { kind, pageSize: 5, filter: {} };
      const found = await callAs<Absent>(page.request, admin, 'post', '/dashboard/get_today_kind', asked);
      const lines = found.data.map(({ line }) => line);
      await callAs(page.request, admin, 'post', '/cases/assign', { kind, lines });
    }
    await signIn(page, people.admin, path);
    const rows = page.locator('[data-table]').first().locator('[data-row]');
    await expect(rows.nth(1)).toBeVisible();
    const beside = page.getByRole('complementary', { name: 'Beside the list' });
    const nameOf = (place: number) => rows.nth(place).getByRole('link').first().innerText();
    await page.keyboard.press('j');
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(beside.getByRole('heading').first()).toBeVisible();
    await expect(beside).toContainText(await nameOf(0));
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await expect(beside).toContainText(await nameOf(1));
    await page.keyboard.press('k');
    await expect(beside).toContainText(await nameOf(0));
    await page.keyboard.press('Escape');
    await expect(beside).toBeHidden();
    await expect(rows.nth(0)).toBeFocused();
    await page.keyboard.press('Space');
    await beside.getByRole('button', { name: 'Open' }).click();
    await expect(page).toHaveURL(opens);
    await expect(beside).toBeHidden();
  });
}

test('a student is read beside the list, and the keyboard walks on', async ({ page }) => {
  await signIn(page, people.admin, '/students?sort=fullname');
  const rows = page.locator('[data-table] [data-row]');
  await expect(rows.nth(2)).toBeVisible();
  const names = await rows.locator('a[data-row-link]').allTextContents();
  const beside = page.getByRole('complementary', { name: 'Beside the list' });
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(beside.getByRole('heading', { name: names[0] })).toBeVisible();
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(beside.getByRole('heading', { name: names[1] })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('Escape');
  await expect(beside).toBeHidden();
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(beside).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: names[1] })).toBeVisible();
  await expect(beside).toBeHidden();
});
