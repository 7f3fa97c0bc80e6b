import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  people,
  pictureOf,
  said,
  signIn,
  signInByForm,
  signOut,
  test,
} from './fixtures.ts';
import { makeCertificate, startOpenidService } from '../server/test/openid-peer.ts';
import { goOffline, untilOnDevice } from './rolls.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A provider of its own: what is set here stands on every page, and other stories read those. */
let folder: string;
let server: ChildProcess;

test.describe.configure({ mode: 'serial' });

const port = String(Number(process.env['E2E_PORT']) + 1);

test.use({ baseURL: `http://127.0.0.1:${port}` });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(`${tmpdir()}/gurukul-provider-`);
  chmodSync(folder, 0o755);
  makeCertificate(`${folder}/service-key.pem`, `${folder}/service-cert.pem`);
  let output = '';
  server = spawn('node', ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: `${root}node_modules/.bin:${process.env['PATH']}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      PORT: port,
      OPENID_NETWORKS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: `${folder}/service-cert.pem`,
    },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += String(text)));
  await expect.poll(() => output, { timeout: 100_000 }).toContain('Gurukul is ready');
});

test.afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const telugu = 'శ్రీ వేద గురుకులం';

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(said(page, 'Settings saved').last()).toBeVisible();
};

test('an admin gives the provider its name, logo and colour; every page has them, and Undo brings the former back', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings · Gurukul');
  await expectAccessible(page);
  await page.getByLabel('Name of the provider').fill(telugu);
  await page.getByRole('radio', { name: 'Plum' }).check();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose image' }).click();
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

  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: telugu, theme_color: '#8f4f82' });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true);

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
  await expectAccessible(page);
});

test(
  'the settings fit a phone, and are accessible there by day and by night',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, people.admin, '/Settings');
    await expect(page.getByLabel('Name of the provider')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page);
    // Some rules ask more of the whole page than its colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expectAccessible(page);
  },
);

test.describe('on a device that keeps the portal', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a page without a network has the name and the logo of the provider',
    { tag: '@full' },
    async ({ page, context }) => {
      await signIn(page, people.admin, '/Settings');
      await page.getByLabel('Name of the provider').fill(telugu);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose image' }).click();
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

test('two admins at once: the later one is asked', { tag: '@full' }, async ({ page, context }) => {
  await signIn(page, people.admin, '/Settings');
  const second = await context.newPage();
  await second.goto('/Settings');
  await second.getByLabel('Sender’s name').fill('Second');
  await page.getByLabel('Sender’s name').fill('First');
  await save(page);
  await second.getByRole('button', { name: 'Save settings' }).click();
  const question = second.getByRole('alert').filter({ hasText: 'Somebody saved this meanwhile' });
  await expect(question).toBeVisible();
  await expect(second.getByLabel('Sender’s name')).toHaveValue('Second');
});

test(
  'a test mail without a mail server says that it was kept and not sent',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.admin, '/Settings');
    await expect(page.getByText('No mail server is set.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await expect(page.getByText('Kept in the outbox folder, not sent')).toBeVisible();
    await page.goto('/mails?kind=test_mail');
    await expect(page.getByRole('table').getByText('Test mail').first()).toBeVisible();
  },
);

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
      await expectAccessibleInBoth(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Test School account' }).click();
      await expect(page.getByText('The service refuses the client id or the client secret.')).toBeVisible();
      await page.getByRole('button', { name: 'Change School account' }).click();
      await page.getByRole('textbox', { name: 'Client secret' }).fill('known-to-both');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Test School account' }).click();
      await expect(page.getByText('All that can be tested without a person works.')).toBeVisible();
      await expectAccessibleInBoth(page);

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
      await expectAccessibleInBoth(other);
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

test('a teacher has no settings', { tag: '@full' }, async ({ page }) => {
  await signInByForm(page, people.teacher);
  await page.goto('/Settings');
  await expect(page.getByRole('heading', { name: 'This page is for another role' })).toBeVisible();
});

test('a very long name breaks no page', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin, '/Settings');
  await page
    .getByLabel('Name of the provider')
    .fill('Sri Venkateswara Veda Vijnana Peetham and Sanskrit Gurukulam of Greater Hyderabad'.slice(0, 80));
  await save(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
  }
});
