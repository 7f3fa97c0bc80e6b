import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { chooseDrawnLanguage, expect, signIn, test } from './fixtures.ts';

/** The pages whose first rows come before their scripts, and lists whose first row leads to a page that has some. */
const pages = {
  admin: {
    lists: '/ /Course_admins /teachers /students /payments /events /mails /courses',
    things: '/Course_admins /teachers /students',
  },
  courseAdmin: { lists: '/ /All_Students /my_courses', things: '/All_Students' },
  teacher: { lists: '/ /Attendance /Student_List /schedule', things: '/Student_List' },
} as const;

const spaced = (line: string) =>
  line
    .split(' ')
    .filter(Boolean)
    .map((path) => path.replaceAll('_', ' '));

const portal = '**/assets/start-*.js';

interface Line {
  readonly text: string;
  readonly y: number;
}

/** Where the first and the fourth row stand that the page shows before its scripts. A word that returns tells nothing. */
const early = (page: Page): Promise<Line[]> =>
  page.locator('#first li').evaluateAll((lines) => {
    const words = lines.flatMap((line) => line.querySelector('span') ?? []);
    const isFirst = (text: string, n: number) => words.findIndex((one) => one.textContent === text) === n;
    return [0, 3].flatMap((n) => {
      const word = words[n];
      if (!word || !isFirst(word.textContent, n)) return [];
      const { top, height } = word.getBoundingClientRect();
      return [{ text: word.textContent, y: top + height / 2 }];
    });
  });

/** Where the rows with these words stand in the page itself. */
const late = (page: Page, lines: readonly Line[]) =>
  page.getByRole('main').evaluate(
    (main, texts) =>
      texts.map((text) => {
        const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
          const { currentNode: node } = words;
          if (!node.textContent?.trim().startsWith(text)) continue;
          if (!node.parentElement?.closest('tbody tr, li')) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const { top, height } = range.getBoundingClientRect();
          if (height > 0) return top + height / 2;
        }
        return null;
      }),
    lines.map(({ text }) => text),
  );

// In pixels, at most 8. On a page of one thing, whose head may need another line, 32.
for (const [device, size] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a laptop', { width: 1280, height: 720 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  for (const [role, { lists, things }] of Object.entries(pages)) {
    for (const language of ['en', 'te', 'hi'])
      test(`the rows that come first on ${device} stay where they are (${role}, ${language})`, async ({
        page,
      }) => {
        await page.setViewportSize(size);
        await signIn(page, people[role as keyof typeof pages], '/help');
        await chooseDrawnLanguage(page, language);
        const paths: string[] = spaced(lists);
        const ofThings = new Set<string>();
        for (const list of spaced(things)) {
          await page.goto(list);
          const link = page.getByRole('main').locator('tbody tr[data-row] a[data-row-link]').first();
          ofThings.add((await link.getAttribute('href')) ?? '');
        }
        for (const path of [...paths, ...ofThings]) {
          // Again where a story beside this one changed the rows in between.
          await expect(async () => {
            await page.route(portal, (route) =>
              route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => undefined);' }),
            );
            await page.goto(path);
            await expect(page.locator('#first li').first()).toBeVisible();
            const before = await early(page);
            await page.unroute(portal);
            await page.goto(path);
            await expect(page.locator('#first')).toBeHidden();
            await expect(page.getByRole('main').locator('[aria-busy="true"]:visible')).toHaveCount(0);
            await page.evaluate(() => document.fonts.ready);
            const after = await late(page, before);
            for (const [n, { text, y }] of before.entries()) {
              expect(Math.abs((after[n] ?? Infinity) - y), `${path}: ${text}`).toBeLessThanOrEqual(
                ofThings.has(path) ? 32 : 8,
              );
            }
          }).toPass();
        }
      });
  }
}
