import { attendanceStatuses } from '@gurukul/contract/attendance';
import { genders } from '@gurukul/contract/accounts';
import { classDays } from '@gurukul/contract/classes';
import { courseDurations } from '@gurukul/contract/courses';
import { paymentStatuses, registrationStatuses } from '@gurukul/contract/students';
import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';

const wordsOf = (text: string) => text.match(/[A-Za-z]{3,}/g)?.map((word) => word.toLowerCase()) ?? [];

/** What is written in Latin letters in every language: names of formats, of the product, of keys. */
const everywhere = new Set(
  wordsOf(
    'Gurukul Email mail PDF CSV Excel xls xlsx JPEG PNG WebP GIF Ctrl Enter Space Esc OTP UTC https GMT IST ICS URL',
  ),
);

/** Values of the data that have words in every language; all other data are names, and stay as they are. */
const translated = new Set(
  [
    attendanceStatuses,
    genders,
    classDays,
    courseDurations,
    ['Telugu', 'English', 'Sanskrit', 'Hindi'],
    paymentStatuses,
    registrationStatuses,
    ['India', 'Published', 'Unpublished', 'Opened', 'Closed', 'Pending', 'Accepted', 'Rejected'],
  ]
    .flat()
    .flatMap(wordsOf),
);

interface Names {
  /** Whole, as the data hold them. */
  readonly texts: Set<string>;
  /** In small letters, since a page may show a part of a text. */
  readonly words: Set<string>;
}

/** Collects what the data hold from now on. */
function namesSeenBy(page: Page): Names {
  const names: Names = { texts: new Set(), words: new Set() };
  const take = (value: unknown): void => {
    if (typeof value === 'string') {
      const words = wordsOf(value);
      if (words.length > 0 && !words.every((word) => translated.has(word))) names.texts.add(value.trim());
      for (const word of words) if (!translated.has(word)) names.words.add(word);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    take(await response.json().catch(() => null));
  });
  return names;
}

/** Words in Latin letters that are neither a name of the data nor the same in every language. */
function englishIn(text: string, { texts, words }: Names): string[] {
  const held = [...texts].filter((name) => text.includes(name)).toSorted((a, b) => b.length - a.length);
  const rest = held.reduce((left, name) => left.replaceAll(name, ' '), text);
  return wordsOf(rest).filter((word) => !everywhere.has(word) && !words.has(word));
}

/** Everything that is read or heard on the page. */
const saidOn = (page: Page) =>
  page.evaluate(() => {
    const said = [document.title];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, nodeValue } = texts.currentNode;
      if (!parentElement?.closest('script, style, noscript, [lang]:not(html)')) said.push(nodeValue ?? '');
    }
    for (const attribute of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        said.push(element.getAttribute(attribute) ?? '');
      }
    }
    return said;
  });

// Addresses, links and zones are data wherever they stand.
const isAddress = (text: string) => /@|https?:|^\/|[A-Z][a-z]+\/[A-Z]/.test(text);

const walks = [
  {
    language: 'te',
    as: people.admin,
    pages: ['/', '/students', '/payments', '/events', '/Messages'],
  },
  {
    language: 'hi',
    as: people.courseAdmin,
    pages: ['/', '/All Students', '/updating', '/mails', '/Messages'],
  },
  {
    language: 'te',
    as: people.teacher,
    pages: ['/', '/schedule', '/attendance', '/homeworks'],
  },
] as const;

for (const { language, as, pages } of walks) {
  test(`${as} reads every screen in the language ${language}, on a phone as well`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const names = namesSeenBy(page);
    await signIn(page, as);
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const said = (await saidOn(page)).filter((text) => !isAddress(text));
      const english = said.filter((text) => englishIn(text, names).length > 0);
      expect({ path, english: [...new Set(english)] }).toEqual({ path, english: [] });

      await page.setViewportSize({ width: 390, height: 844 });
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(sideways, { message: path }).toBe(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });
}

test('another language keeps what was typed and what was filtered', async ({ page }) => {
  const html = page.locator('html');
  const change = async (from: string, to: string) => {
    await page.getByLabel(from, { exact: true }).first().selectOption(to);
    await expect(html).toHaveAttribute('lang', to);
  };
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(people.admin);
  await change('Language', 'te');
  await expect(page.locator('input[type=email]')).toHaveValue(people.admin);
  await change('భాష', 'en');

  await signIn(page, people.admin, '/addcourse');
  await page.getByLabel('Course name').fill('Half a course');
  await page.getByLabel('Duration').selectOption('yearly');
  await change('Language', 'hi');
  await expect(page.locator('input[name=course_name], form input').first()).toHaveValue('Half a course');
  await change('भाषा', 'en');
  await expect(page.getByLabel('Course name')).toHaveValue('Half a course');
  await expect(page.getByLabel('Duration')).toHaveValue('yearly');

  await page.goto('/students?search=gita');
  await change('Language', 'te');
  await expect(page.locator('input[type=search]').first()).toHaveValue('gita');
});
