import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, expectAccessible, followMenu, pictureOf, said, signIn, signOut, test } from './fixtures.ts';
import { codeIn, mailTo } from './mails.ts';
import { newFolder, startPortal } from './portal.ts';
import { makeCertificate, startOpenidService } from '../server/test/openid-peer.ts';
import { goOffline, untilOnDevice } from './rolls.ts';

/** A provider of its own: what is set here stands on every page, and other stories read those. */
const folder = newFolder();
let end: () => Promise<void>;

test.describe.configure({ mode: 'serial' });

const port = Number(process.env['E2E_PORT']) + 1;

test.use({ baseURL: `http://127.0.0.1:${port}` });

test.beforeAll(async () => {
  makeCertificate(`${folder}/service-key.pem`, `${folder}/service-cert.pem`);
  end = await startPortal(port, folder, {
    OPENID_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: `${folder}/service-cert.pem`,
  });
});

test.afterAll(async () => end());

const telugu = 'శ్రీ వేద గురుకులం';

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(said(page, 'Settings saved').last()).toBeVisible();
};

test('an admin gives the provider its name, logo and colour; every page has them, and Undo brings the former back', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await followMenu(page, 'Settings');
  await expect(page).toHaveTitle('Settings · Gurukul');
  await page.getByLabel('Name of the provider').fill(telugu);
  await page.getByRole('radio', { name: 'Plum' }).check();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose image' }).first().click();
  await (await chooser).setFiles(await pictureOf(page));
  await expect(page.getByText('Image uploaded')).toBeVisible();
  await save(page);

  const top = page.getByRole('banner').first();
  await expect(top.getByText(telugu)).toBeVisible();
  await expect(top.locator('a img')).toHaveAttribute('src', /^\/files\//);
  await expect(page).toHaveTitle(`Settings · ${telugu}`);
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} ${telugu}.`);
  await expect(page.getByRole('contentinfo')).toContainText('the Gurukul team');
  const colour = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-teal-6'),
    );
  expect(await colour()).toBe('#8f4f82');

  await said(page, 'Settings saved').getByRole('button', { name: 'Undo' }).click();
  await expect(top.getByText('Gurukul')).toBeVisible();
  await expect(page.getByLabel('Name of the provider')).toHaveValue('');
  expect(await colour()).toBe('#14716a');
});

test('the sign-in page has them in its first HTML, before any script', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin, '/Settings');
  await page.getByLabel('Name of the provider').fill(telugu);
  await page.getByRole('radio', { name: 'Maroon' }).check();
  await page.getByRole('checkbox', { name: 'हिन्दी' }).uncheck();
  await save(page);

  const html = await (await page.request.get('/login')).text();
  expect(html).toContain(`<title>${telugu}</title>`);
  expect(html).toContain(`<noscript>${telugu} needs JavaScript.</noscript>`);
  expect(html).toContain('#a04a54');

  await signOut(page);
  await expect(page).toHaveTitle(`Login · ${telugu}`);
  await expect(page.getByRole('banner').getByText(telugu)).toBeVisible();
  await expect(page.getByLabel('Language').getByRole('option')).toHaveText(['English', 'తెలుగు']);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
});

test.describe('on a device that keeps the portal', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a page without a network has the name and the logo of the provider',
    { tag: '@full' },
    async ({ page, context }) => {
      await signIn(page, people.admin, '/Settings');
      await page.getByLabel('Name of the provider').fill(telugu);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose image' }).first().click();
      await (await chooser).setFiles(await pictureOf(page));
      await expect(page.getByText('Image uploaded')).toBeVisible();
      await save(page);
      await signOut(page);

      await signIn(page, people.teacher);
      await untilOnDevice(page);
      await goOffline(page);
      for (const address of ['/Teacher Dashboard', '/attendance']) {
        await page.goto(address);
        const top = page.getByRole('banner').first();
        await expect(top.getByText(telugu)).toBeVisible();
        await expect(page).toHaveTitle(new RegExp(telugu));
        const logo = top.locator('a img');
        await expect(logo).toHaveAttribute('src', /^\/files\//);
        await expect
          .poll(() => logo.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
          .toBeGreaterThan(0);
      }
      await context.setOffline(false);
    },
  );
});

test.describe('a sign-in service', () => {
  // The certificate of the service is of these stories alone.
  test.use({ ignoreHTTPSErrors: true });

  test(
    'is added and tested by an admin, and opens the account of a teacher',
    { tag: '@full' },
    async ({ page, browser, baseURL }) => {
      const service = await startOpenidService(
        { key: readFileSync(`${folder}/service-key.pem`), cert: readFileSync(`${folder}/service-cert.pem`) },
        {
          client_id: 'portal',
          client_secret: 'known-to-both',
          redirect_uris: [`${baseURL}/openid/school-account`],
          post_logout_redirect_uris: [`${baseURL}/login`],
        },
      );
      service.people.set('teacher', { email: people.teacher, email_verified: true });
      service.people.set('stranger', { email: 'stranger@school.test', email_verified: true });

      await signIn(page, people.admin, '/Settings');
      await page.getByRole('link', { name: /^Sign-in services/ }).click();
      await page.getByRole('button', { name: 'Add a service' }).click();
      await page.getByLabel('Name on the button').fill('School account');
      await expect(page.getByLabel('Short name')).toHaveValue('school-account');
      await expect(page.getByLabel('Redirect address')).toHaveValue(`${baseURL}/openid/school-account`);
      await page.getByLabel('Issuer').fill(service.issuer);
      await page.getByLabel('Client id').fill('portal');
      await page.getByRole('textbox', { name: 'Client secret' }).fill('mistyped');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Test School account' }).click();
      await expect(page.getByText('The service refuses the client id or the client secret.')).toBeVisible();
      await page.getByRole('button', { name: 'Change School account' }).click();
      await page.getByRole('textbox', { name: 'Client secret' }).fill('known-to-both');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Test School account' }).click();
      await expect(page.getByText('All that can be tested without a person works.')).toBeVisible();
      await expectAccessible(page);

      const other = await (
        await browser.newContext({ ignoreHTTPSErrors: true, baseURL: baseURL ?? '' })
      ).newPage();
      const signInAs = async (name: string) => {
        await other.getByRole('button', { name: 'Continue with School account' }).click();
        await other.getByLabel('User').fill(name);
        await other.getByRole('button', { name: 'Continue' }).click();
      };
      await other.goto('/login');
      await signInAs('stranger');
      await expect(other.getByRole('alert')).toContainText('No account has the email address');
      await expectAccessible(other);
      await other.context().clearCookies();
      await signInAs('teacher');
      await other.waitForURL(/Teacher(?: |%20)Dashboard$/);
      await other.goto('/profile');
      await expect(other.getByRole('list', { name: 'Other ways in' })).toContainText(people.teacher);
      await signOut(other);
      await expect(other.getByRole('link', { name: 'Sign out there too' })).toHaveAttribute(
        'href',
        new RegExp(`^${service.issuer}/session/end`),
      );
      service.close();
    },
  );
});

test('an admin opens the catalogue, and a visitor without script finds a course on their clock', async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await (
    await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 720 },
    })
  ).newPage();
  const closed = await visitor.goto('/courses-open');
  expect(closed?.status()).toBe(404);

  await signIn(page, people.admin);
  await followMenu(page, 'Settings');
  await page.getByLabel('A public page of the published courses').check();
  const sites = page.getByRole('combobox', { name: 'Sites that may show it' });
  await sites.fill('www.example.org');
  await sites.press('Enter');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Please enter addresses that begin with https://')).toBeVisible();
  await sites.press('Backspace');
  await sites.fill('https://www.example.org/courses');
  await sites.press('Enter');
  await expect(page.getByText('<iframe src=')).toBeVisible();
  await save(page);
  await expect(page.getByRole('link', { name: 'Open the public page' })).toHaveAttribute(
    'href',
    '/courses-open',
  );

  await visitor.goto('/courses-open?lang=en');
  await visitor.getByRole('link', { name: 'Principal Upanishads' }).click();
  await visitor.getByLabel('Your time zone').selectOption('Pacific/Auckland');
  await visitor.getByRole('button', { name: 'Show' }).click();
  await expect(visitor.getByText('Auckland, New Zealand Time')).toBeVisible();
  await expect(visitor.getByText(/^On your clock: .*\(Auckland\)$/).first()).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await visitor.getByRole('link', { name: 'తెలుగు' }).click();
  await expect(visitor.getByRole('heading', { name: 'క్లాసులు' })).toBeVisible();
  await expect(visitor.getByText('(Auckland)').first()).toBeVisible();
  await visitor.context().close();
});

test('a mother registers two children without script, and the office places the one who has no class', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, people.admin);
  await followMenu(page, 'Settings');
  await page.getByLabel('A public page of the published courses').check();
  await page.getByLabel('Families register on it').check();
  await save(page);

  const visitor = await (
    await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 720 },
    })
  ).newPage();
  let presses = 0;
  let fields = 0;
  const press = async (name: string) => {
    presses += 1;
    await visitor.getByRole('button', { name, exact: true }).click();
  };
  const fill = async (label: string, value: string, nth = 0) => {
    fields += 1;
    await visitor.getByLabel(label, { exact: false }).nth(nth).fill(value);
  };
  const fits = async () =>
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await visitor.goto('/courses-open?lang=en');
  await visitor
    .getByRole('link', { name: /^Bhagavad Gita: Eighteen/ })
    .first()
    .click();
  await visitor.getByRole('link', { name: 'Register', exact: true }).click();
  await page.goto(visitor.url());
  await expectAccessible(page);
  await fits();
  await press('Add another learner');
  await fill('Your name', 'Meera Nadkarni');
  await fill('Your email address', 'meera@home.example');
  await fill('Name of the learner', 'Ravi Nadkarni');
  await fill('Year of birth', '2015');
  await fill('Name of the learner', 'Sita Nadkarni', 1);
  await press('Go on');
  await expect(visitor.getByText('Please correct the marked field.')).toBeVisible();
  await expect(visitor.getByLabel('Name of the learner').first()).toHaveValue('Ravi Nadkarni');
  await expect(visitor.getByLabel('Year of birth').nth(1)).toBeFocused();
  await fill('Year of birth', '2018', 1);
  const [group = ''] = await visitor
    .getByLabel('Class')
    .first()
    .getByRole('option')
    .filter({ hasNotText: /Find a|full/ })
    .allTextContents();
  fields += 1;
  await visitor.getByLabel('Class').first().selectOption({ label: group });
  await fits();
  await press('Go on');
  await fill('The code', codeIn(await mailTo('meera@home.example', 'registration_code', 1, folder)));
  await fits();
  await press('Register');
  await expect(visitor.getByText('You are registered.')).toBeVisible();
  expect([presses, fields]).toEqual([4, 8]);
  const news = await mailTo('meera@home.example', 'registration_news', 1, folder);
  expect(news).toContain('A place in');
  expect(news).toContain('The office finds a place and writes to you.');
  await visitor.context().close();

  await page.goto('/today');
  await page.getByRole('tab', { name: /^Registered, not placed/ }).click();
  await page.getByRole('link', { name: 'See the registration' }).first().click();
  await expect(page).toHaveTitle(/^Registrations/);
  await expect(page.getByText('Ravi Nadkarni')).toHaveCount(0);
  await expectAccessible(page);
  const decide = async () => {
    await page.getByRole('button', { name: 'Decide about Sita Nadkarni' }).click();
    await page.getByRole('combobox', { name: 'Class' }).click();
    await page
      .getByRole('option', { name: /: \d+ places? free|^(?!.*full).*$/ })
      .and(page.locator('[data-combobox-option]'))
      .first()
      .click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(said(page, 'Decided')).toBeVisible();
    await expect(page.getByText('Nobody waits for a place.')).toBeVisible();
  };
  await decide();
  // Its mail waits for a minute, so an Undo finds it here.
  await said(page, 'Decided').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Decide about Sita Nadkarni' })).toBeVisible();
  await decide();
  expect(await mailTo('meera@home.example', 'registration_news', 2, folder)).toContain('A place in');
});
