import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { demoPassword, people } from './calls.ts';
import { expect, expectDashboard, signIn, test } from './fixtures.ts';

const dist = new URL('../web/dist/', import.meta.url);

const built = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|css|html|json|webmanifest)$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, dist), 'utf8') }));

/** What a secret looks like: private keys, access keys of storages, phrases for a symmetric cipher and their output. */
const secretShapes = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\baws_?secret|secret_?access_?key|SECRET_KEY\b/i,
  /\bpass_?phrase\b|CryptoJS|Salted__|U2FsdGVkX1/i,
  /\b(?:AES-(?:CBC|CTR|GCM)|PBKDF2)\b/,
  /\bpostgres(?:ql)?:\/\//,
];

test('the built portal holds no phrase, key or credential', () => {
  const kept = readFileSync(`${process.env['E2E_DATA_DIR']}/secret`, 'utf8').trim();
  expect(kept.length).toBeGreaterThan(31);
  expect(built.filter(({ name }) => name.endsWith('.js')).length).toBeGreaterThan(10);
  for (const { name, text } of built) {
    const found = [
      ...secretShapes.filter((shape) => shape.test(text)).map(String),
      ...[kept, demoPassword].filter((secret) => text.includes(secret)),
    ];
    expect(found, name).toEqual([]);
  }
});

/**
 * Bytes of scripts, styles and fonts, as they travel. Nearly all of a first visit is what every page stands on. The font
 * of letters with marks, 12 KB, is left out: whether the demo shows such a name depends on the day of the week.
 */
const signInPage = 154.5 * 1024;
const firstVisit = 224.5 * 1024;
const dashboardsOwn = 20 * 1024;

const firstList = 251.5 * 1024;
const filesOfList = 16;

/** Collects what the page loads from now on. */
function weighing(page: Page) {
  const loaded: Promise<{ name: string; size: number; encoding: string | null } | null>[] = [];
  page.on('requestfinished', (request) => {
    const name = new URL(request.url()).pathname;
    // The small charts come after the lines of a dashboard, which do not wait for them.
    if (!/\.(js|css|woff2)$/.test(name) || /-latin-|\/(?:small-charts|parts)-/.test(name)) return;
    loaded.push(
      (async () => {
        const [{ responseBodySize: size }, response] = await Promise.all([
          request.sizes(),
          request.response(),
        ]);
        return { name, size, encoding: (await response?.headerValue('content-encoding')) ?? null };
        // A file that ends with the page was not waited for.
      })().catch(() => null),
    );
  });
  return async () => {
    // Fonts are asked for when their first letter is drawn, and come last.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return (await Promise.all(loaded)).filter((file) => file !== null);
  };
}

/** Tells which files of the build the page has asked for since. */
function listening(page: Page) {
  const names: string[] = [];
  page.on('request', (request) => names.push(new URL(request.url()).pathname));
  return (start: string) => names.some((name) => name.startsWith(`/assets/${start}-`));
}

const weigh = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

test('a first visit to the sign-in page asks the own server alone, does not grow heavier, and comes packed', async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  const loaded = weighing(page);
  const isAskedFor = listening(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const files = await loaded();
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(files.length).toBeGreaterThan(3);
  expect(
    files.filter(({ name, size, encoding }) => !name.endsWith('.woff2') && size > 1024 && encoding === null),
  ).toEqual([]);
  expect(weigh(files)).toBeGreaterThan(64 * 1024);
  expect(weigh(files)).toBeLessThan(signInPage);
  // What stands behind the door is fetched while the password is typed.
  expect([isAskedFor('frame'), isAskedFor('dashboards')]).toEqual([false, false]);
  await page.getByRole('textbox', { name: 'Password' }).focus();
  await expect.poll(() => isAskedFor('frame') && isAskedFor('dashboards')).toBe(true);
});

for (const [language, welcome] of [
  ['te', 'మళ్లీ స్వాగతం'],
  ['hi', 'पुनः स्वागत है'],
  // A draft.
  ['ta', 'மீண்டும் வருக'],
] as const) {
  test(`a page in the language ${language} begins, and the server names its words from then on`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: welcome })).toBeVisible();
    const answer = await page.request.get('/login');
    expect(answer.headers()['link']).toContain(`accounts.${language}-`);
  });
}

for (const role of ['admin', 'teacher'] as const) {
  test(`a first visit to the dashboard of the ${role} does not grow heavier`, async ({ page }) => {
    const loaded = weighing(page);
    await signIn(page, people[role]);
    await expectDashboard(page);
    const files = await loaded();
    const own = weigh(files.filter(({ name }) => name.includes('dashboard')));
    expect(own).toBeGreaterThan(1024);
    expect(own).toBeLessThan(dashboardsOwn);
    expect(weigh(files)).toBeLessThan(firstVisit);
  });
}

test('a first visit to a list does not grow heavier, nor take more files', async ({ page, browser }) => {
  await signIn(page, people.admin);
  // The same person on a device that has loaded nothing yet.
  const storageState = await page.context().storageState();
  const device = await browser.newContext({ storageState });
  const list = await device.newPage();
  const loaded = weighing(list);
  await list.goto('/students');
  await expect(list.getByRole('table').getByRole('row').nth(2)).toBeVisible();
  const files = await loaded();
  await device.close();
  expect(files.length).toBeGreaterThan(10);
  expect(files.length, files.map(({ name }) => name).join(' ')).toBeLessThan(filesOfList);
  expect(weigh(files)).toBeGreaterThan(signInPage);
  expect(weigh(files)).toBeLessThan(firstList);
});

test('the page behind a link is fetched when somebody is about to follow it', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  const isAskedFor = listening(page);
  await page.goto('/login');
  const [forgot, signUp] = ['Forgot Password', 'Sign up'].map((name) => page.getByRole('link', { name }));
  await expect(forgot!).toBeVisible();
  expect([isAskedFor('forgot-password-page'), isAskedFor('sign-up-page')]).toEqual([false, false]);
  await forgot!.hover();
  await expect.poll(() => isAskedFor('forgot-password-page')).toBe(true);
  expect(isAskedFor('sign-up-page')).toBe(false);
  await signUp!.focus();
  await expect.poll(() => isAskedFor('sign-up-page')).toBe(true);

  await signIn(page, people.admin);
  const courses = page.getByRole('main').getByRole('link', { name: 'Courses' });
  await expect(courses).toBeVisible();
  expect(isAskedFor('courses-page')).toBe(false);
  await courses.dispatchEvent('touchstart');
  await expect.poll(() => isAskedFor('courses-page')).toBe(true);
  await context.close();
});

test('the server names all files of a page with its first answer', async ({ page }) => {
  const head = (await page.request.get('/Student%20List')).headers()['link'] ?? '';
  const html = await (await page.request.get('/Student%20List')).text();
  const told = new Set(
    [...`${head} ${html}`.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name),
  );
  await signIn(page, people.teacher);
  await expectDashboard(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/Student List');
  await expect(page.getByRole('table').first()).toBeVisible();
  const files = asked.filter((name) => /^\/assets\/.*\.(?:js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => !told.has(name))).toEqual([]);
});

test('a page that is opened again asks for nothing twice', async ({ page }) => {
  await signIn(page, people.teacher, '/attendance');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${pathname} ${request.postData() ?? ''}`);
  });
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(asked.join('\n')).toContain('/api/attendance/get_rolls');
  expect(asked.filter((each, place) => asked.indexOf(each) !== place)).toEqual([]);
});
