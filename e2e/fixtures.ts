import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Frame, type Locator, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { demoPassword, enter } from './calls.ts';

/** Every story fails when the page logs an error or throws: a clean console is part of the product. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ context }, use) => {
      const noise: string[] = [];
      context.on('page', (page) => {
        page.on('pageerror', (error) => noise.push(String(error)));
        page.on('console', (message) => {
          // A refused request is logged by the browser itself; what the person is told about it is asserted in the story.
          const refused = message.text().startsWith('Failed to load resource');
          if (message.type() === 'error' && !refused) noise.push(message.text());
        });
      });
      await use();
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** As people do it. Stories about something else take `signIn`. */
export async function signInByForm(page: Page, email: string, password = demoPassword) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/Dashboard$/);
}

/** The short way in: what the form leaves in the browser, without its two pages. A story may begin on its own page. */
export async function signIn(page: Page, email: string, path = '/') {
  const { token, user_id, role, mainrole } = await enter(page.request, email);
  const planted = await page.addInitScript(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    { token, uid: String(user_id), role, mainrole },
  );
  await page.goto(path);
  await planted.dispose();
  if (path === '/') await page.waitForURL(/Dashboard$/);
}

export const chooseLanguage = (page: Page, language: string) =>
  page.evaluate((chosen) => localStorage.setItem('language', chosen), language);

/** Skips the story on a device without the script of the language: it shows a box for each sign, and nobody reads it there. */
export async function chooseDrawnLanguage(page: Page, language: string) {
  await chooseLanguage(page, language);
  const isDrawn = await page.evaluate(
    (words) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!;
      pen.font = getComputedStyle(document.body).font;
      return words.every(([one, sign]) => pen.measureText(one).width < 2 * pen.measureText(sign).width);
    },
    ({ te: [['స్త్రీ', 'స']], hi: [['स्त्री', 'स']] } as Record<string, [string, string][]>)[language] ?? [],
  );
  test.skip(!isDrawn, 'no font for the language');
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

/** A name that no other story uses, since all stories share one provider. */
export const unique = (name: string) => `${name} ${uniqueWord()}`;

/** Letters only, so that it can stand in the name of a person. */
export const uniqueWord = () =>
  `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`.replaceAll(
    /\d/g,
    (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '',
  );

/** What the portal says in passing. */
export const said = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** By the menu: dashboards hold links of the same names. A folded group is opened first. */
export async function followMenu(page: Page, name: string) {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const named = page.getByRole('link', { name, exact: true, includeHidden: true });
  const link = menu.locator(named);
  const group = menu.locator(':scope > ul > li').filter({ has: named });
  await link.waitFor({ state: 'attached' });
  if (!(await link.isVisible())) await group.getByRole('button').click();
  await link.click();
}

/** Follows a link of the section, above the title. */
export const followTab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Pages of this section' })
    .getByRole('link', { name, exact: true })
    .click();

/** A row of a table on a phone has two lines; its columns and actions come when it is opened. */
export const openOnPhone = (row: Locator) => row.getByRole('button', { name: /^Details of/ }).click();

/** Presses an action of a row. Behind one button they wait, at a desk as on a phone. */
export async function pressIn(row: Locator, name: RegExp | string) {
  const action = row.getByRole('button', { name, exact: true });
  const opener = row.getByRole('button', { name: /^(?:Actions for|Details of)/ });
  await action.or(opener).first().waitFor();
  if (!(await action.isVisible())) await opener.click();
  await action.click();
}

/** A real picture without a file beside the story: a piece of the page that is open. */
export const pictureOf = async (page: Page) => ({
  name: 'course picture.png',
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } }),
});

declare global {
  // oxlint-disable-next-line vars-on-top, no-var -- a global of the pages
  var axe: typeof Axe | undefined;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function bringAxe(frame: Frame) {
  if (!(await frame.evaluate(() => globalThis.axe !== undefined))) await frame.evaluate(axeSource);
}

/**
 * What axe finds on the page, one line for each rule. A page gets axe once: every time anew, that takes longer than the
 * search. Axe collects nothing about rules that pass.
 */
async function findViolations(page: Page, options: Axe.RunOptions, within = 'html'): Promise<string[]> {
  const [main, ...others] = page.frames();
  await bringAxe(main!);
  // A frame may go meanwhile.
  for (const frame of others) await bringAxe(frame).catch(() => undefined);
  await settle(page);
  return page.evaluate(
    async ([place, given]) => {
      const { violations } = await globalThis.axe!.run(place, given);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    [within, { ...options, resultTypes: ['violations'] } satisfies Axe.RunOptions] as const,
  );
}

/** Until everything that was asked for has come, and nothing moves. What turns for ever is not waited for. */
export async function settle(page: Page) {
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** What two looks find that follow each other. What arrives just now fades in, in colours that stay for no reader. */
export async function standing(look: () => Promise<string[]>) {
  for (let before = await look(); before.length > 0;) {
    const now = await look();
    if (now.join() === before.join()) return now;
    before = now;
  }
  return [];
}

const dialogs = '[role="dialog"]';

/** What breaks WCAG 2.2 AA or best practice on what is on screen now, one line for each rule. */
export async function violationsOf(page: Page): Promise<string[]> {
  // What an open layer or dialog covers in part is pressed after it has closed.
  const layers = '.mantine-Popover-dropdown:visible, [role="menu"]:visible, [role="listbox"]:visible';
  const isCovered = (await page.locator(layers).count()) > 0;
  const hasDialog = (await page.locator(`${dialogs}:visible`).count()) > 0;
  // New in WCAG 2.2, and off unless asked for.
  const found = await findViolations(page, {
    rules: { 'target-size': { enabled: !isCovered && !hasDialog } },
  });
  if (!hasDialog || isCovered) return found;
  return [...found, ...(await findViolations(page, { runOnly: ['target-size'] }, dialogs))];
}

/** The short form of the stories, which `npm test` runs. */
export const isShort = process.env['STORIES'] === 'short';

/**
 * What is on screen now, in the full form; in the short one `screens.e2e.ts` alone looks, because a look takes up to two
 * seconds of a processor. By night for the colours, by day for all rules: the other rules are the same in both.
 */
export async function expectAccessible(page: Page) {
  if (isShort) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  const colours = { runOnly: ['color-contrast', 'link-in-text-block'] };
  expect(await standing(() => findViolations(page, colours))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await standing(() => violationsOf(page))).toEqual([]);
}

/** The totals of a dashboard are there, its open tasks and its charts. */
export async function expectDashboard(page: Page) {
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('listitem').first()).toContainText(
    /\d/,
  );
  // What comes last.
  await expect(page.getByRole('button', { name: /^Region/ })).toBeVisible();
}

/** Nothing may reach over the right edge, at any width. A page follows another width of its window a moment later. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/** On Course Association. A list of a hundred and more, which stories may have made meanwhile, is searched. */
export async function chooseCourse(page: Page, course: string) {
  const field = page.getByRole('combobox', { name: 'Select Course' });
  // Until the courses are here it is an empty list of the short kind.
  await expect
    .poll(() => field.evaluate((one) => !(one instanceof HTMLSelectElement) || one.options.length > 1))
    .toBe(true);
  if (await field.evaluate(({ tagName }) => tagName === 'SELECT')) return field.selectOption(course);
  await field.fill(course);
  return page.getByRole('option', { name: course, exact: true }).click();
}

/** The file that the list on screen gives. */
export async function exported(page: Page, kind: 'Excel (.xlsx)' | 'CSV (.csv)') {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const file = await begun;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** The lines of the list as CSV, its head among them. */
export const exportedLines = async (page: Page) =>
  (await exported(page, 'CSV (.csv)')).bytes.toString('utf8').trim().split('\n');
