import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { demoPassword, expect, openOnPhone, people, pressIn, signIn, test } from './fixtures.ts';
import { coloursOf } from './pdf.ts';
import { callAs, enter } from './rolls.ts';
import { spreadsheet } from './spreadsheet.ts';

// The pictures of docs/tour.md and README.md, of the demo provider: at a desk light, on a phone dark.

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const desk = { width: 1440, height: 900 } as const;
/** Of a picture in px; a desk is shown five sixths of its size. */
const height = 750;
const phone = { width: 390, height: 844 } as const;
const onPhone = { viewport: phone, deviceScaleFactor: 1, colorScheme: 'dark' } as const;

test.use({
  viewport: desk,
  deviceScaleFactor: height / desk.height,
  contextOptions: { reducedMotion: 'reduce' },
});

/** Until everything has come, and no message of a step before lies over it. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  for (const close of await page.getByRole('alert').getByRole('button', { name: 'Close' }).all()) {
    await close.click();
  }
  await page.evaluate(() => document.fonts.ready);
}

const save = (page: Page, name: string) =>
  page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 80 });

async function take(page: Page, name: string) {
  await settle(page);
  await save(page, name);
}

const picture = async (page: Page) => {
  await settle(page);
  return page.screenshot();
};

/** Pictures side by side, in one. */
async function takeTogether(browser: Browser, name: string, pictures: readonly Buffer[]) {
  const page = await browser.newPage({ ...onPhone, viewport: { width: 3000, height: 1000 } });
  const images = pictures.map(
    (bytes) => `<img height="${height}" src="data:image/png;base64,${bytes.toString('base64')}">`,
  );
  await page.setContent(`<div style="display:inline-flex;gap:20px">${images.join('')}</div>`);
  await expect
    .poll(() => page.evaluate(() => [...document.images].every((image) => image.complete)))
    .toBe(true);
  const path = `${folder}/${name}.webp`;
  await page.locator('div').screenshot({ path, type: 'webp', quality: 80, omitBackground: true });
  await page.close();
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Lets a class of the demo meet today too, with its own students and the teacher of the demo. */
async function meetToday(request: APIRequestContext) {
  const owner = await enter(request, people.courseAdmin, demoPassword);
  const teacher = await enter(request, people.teacher, demoPassword);
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', weekday: 'long' });
  const made = await callAs<{ class: { id: number }[] }>(request, owner, 'post', '/courses/create_class', {
    course_id: 1,
    class_name: 'Chanting A India',
    class_day: format.format().toLowerCase(),
    time: '06:00',
    time_zone: 'IST',
  });
  await callAs(request, owner, 'post', '/teacher/add_teacher_to_class', {
    course_id: 1,
    user_id: teacher.user_id,
    id: made.class[0]!.id,
    allow_overlap: true,
  });
}

async function rollOnPhone(browser: Browser) {
  const page = await browser.newPage(onPhone);
  await signIn(page, people.teacher, '/attendance');
  await page.getByRole('link', { name: /^Chanting A India, / }).click();
  await page.getByRole('switch').nth(2).click();
  const roll = await picture(page);
  await page.close();
  return roll;
}

test('account admin', async ({ page, browser }) => {
  await meetToday(page.request);
  await signIn(page, people.admin);
  await take(page, 'today');
  const today = await picture(page);
  await page.goto('/payments');
  await take(page, 'payments');
  await page.goto('/mails?tab=previews');
  await take(page, 'mail-previews');

  await takeTogether(browser, 'portal', [today, await rollOnPhone(browser)]);

  // Something for the bin, and back again.
  for (const [deed, name] of [
    [/^Delete/, 'Students'],
    [/^Delete/, 'Teachers'],
  ] as const) {
    await page.goto(`/${name.toLowerCase()}`);
    await pressIn(page.getByRole('table', { name }).getByRole('row').nth(3), deed);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  }
  await page.goto('/Bin');
  await expect(page.getByRole('region', { name: 'Bin' }).getByRole('listitem')).not.toHaveCount(0);
  await take(page, 'bin');
});

test('course admin', async ({ page }) => {
  await signIn(page, people.courseAdmin, '/single%20course/1');
  await take(page, 'course');
  await page.goto('/class/1');
  await expect(page.getByRole('heading', { level: 1, name: 'Chanting A India' })).toBeVisible();
  await take(page, 'class');
  await page.goto('/All Students');
  await take(page, 'students');
  await page.goto('/manage/1');
  await page.getByRole('main').getByRole('button', { name: 'Create Class' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Class' })).toBeVisible();
  await take(page, 'class-dialog');
  await page.goto(`/attendance-report?course=1&class=1&start=${daysAgo(90)}&end=${daysAgo(1)}&show=yes`);
  await take(page, 'report');
  await page.goto('/import students');
  await page.locator('input[type="file"]').setInputFiles(
    spreadsheet([
      ['First name', 'Last name', 'E-mail ID', 'Mobile Number', 'Course', 'Class'],
      ['Asha', 'Rao', 'asha.rao@example.org', '9876543210', 'Vedic Chanting: Foundations', ''],
      ['Bina', 'Kapur', 'bina.kapur@example', '9876543211', 'Vedic Chanting: Foundations', ''],
      ['Chitra', 'Kapur', 'chitra.kapur@example.org', '12', 'Vedic Chanting', ''],
    ]),
  );
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeVisible();
  await take(page, 'import');
});

test('teacher', async ({ page: atDesk, browser }) => {
  await signIn(atDesk, people.teacher, '/schedule');
  await take(atDesk, 'schedule');

  const roll = await rollOnPhone(browser);
  const page = await browser.newPage(onPhone);
  await signIn(page, people.teacher, '/homeworks');
  // The newest have no file.
  const row = page.getByRole('row').filter({ hasText: 'Week 2' }).first();
  await openOnPhone(row);
  await row.getByRole('button', { name: /PDF/ }).click();
  await expect.poll(() => coloursOf(page, /^Page 1 /)).toBeGreaterThan(1);
  const homework = await picture(page);
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Find or go to' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText('gita');
  await expect(page.getByRole('dialog').getByRole('option', { name: /Gita/ }).first()).toBeVisible();
  await takeTogether(browser, 'phone', [roll, homework, await picture(page)]);
});
