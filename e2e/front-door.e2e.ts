import type { Locator } from '@playwright/test';
import { openPayPeer } from '../server/test/pay-peer.ts';
import { countWork } from './count-work.ts';
import { expect, expectNoSidewaysScroll, followMenu, said, signInByForm, test } from './fixtures.ts';
import { mailTo } from './mails.ts';
import { newFolder, startPortal } from './portal.ts';

/** The bars of the way from an empty provider to its first paid registration, and of a family of three. */
const most = { clicks: 20, fields: 14 };

const port = Number(process.env['E2E_PORT']) + 11;
const address = `http://127.0.0.1:${port}`;
const owner = { email: 'owner@door.test', password: 'Quiet-River-77' };
const folder = newFolder();
let end: () => Promise<void>;
let peer: Awaited<ReturnType<typeof openPayPeer>>;

test.use({ baseURL: address });

test.beforeAll(async () => {
  peer = await openPayPeer({
    onMessage: ({ service, payload, headers }) =>
      fetch(`${address}/hooks/${service}`, { method: 'POST', body: payload, headers }),
  });
  end = await startPortal(port, folder, {
    DEMO: '0',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    RAZORPAY_URL: peer.url,
    STRIPE_URL: peer.url,
  });
});

test.afterAll(async () => {
  await end();
  await peer.close();
});

test('an empty provider comes to its first paid registration within 20 clicks: a family of three, in 14 fields on a phone without script', async ({
  page,
  browser,
}) => {
  const work = await countWork(page);
  await signInByForm(page, owner.email, owner.password);

  const steps = page.getByRole('region', { name: 'Set up in seven steps' });
  await steps.getByLabel('Your own name').fill('Geetha Rao');
  await steps.getByLabel('Name of the provider').fill('Veda School');
  await steps.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(steps.getByText('1 of 7 done')).toBeVisible();
  await steps.getByRole('link', { name: 'Add a course' }).click();
  await page.getByLabel('Course name').fill('Gita');
  await page.getByRole('button', { name: 'Add Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Class' });
  await dialog.getByLabel('Slot time').fill('18:00');
  await dialog.getByRole('button', { name: 'Create Class' }).click();
  await steps.getByLabel('Price in INR').fill('3,000');
  await steps.getByLabel('Families register for it on the public page').check();
  await steps.getByRole('button', { name: 'Publish Gita' }).click();
  await expect(steps.getByText('4 of 7 done')).toBeVisible();

  await followMenu(page, 'Settings');
  const panel = page.getByRole('region', { name: 'Online payment' });
  await panel.getByRole('button', { name: 'Connect Razorpay' }).click();
  const { key_id: keyId, secret, webhook_secret: hook } = peer.keys.razorpay;
  const keys = page.getByRole('dialog', { name: 'Razorpay' });
  await keys.getByLabel('Key id').fill(keyId);
  await keys.getByRole('textbox', { name: 'Key secret' }).fill(secret);
  await keys.getByRole('textbox', { name: 'Webhook secret' }).fill(hook);
  await keys.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'The payment service is saved')).toBeVisible();
  const office = await work();
  expect(office.clicks).toBeGreaterThan(8);

  // Nothing on a page without script can count, so the hand does.
  const family = { clicks: 0, fields: 0 };
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  });
  const phone = await context.newPage();
  const press = async (what: Locator) => {
    await what.click();
    family.clicks += 1;
  };
  const fill = async (field: string, value: string) => {
    await phone.getByLabel(field, { exact: true }).fill(value);
    family.fields += 1;
  };
  const mailbox = 'meera@door.test';
  // The office sends the address of the course.
  await phone.goto('/courses-open/1-gita');
  await press(phone.getByRole('link', { name: /^Register/ }));
  await press(phone.getByRole('button', { name: 'Add another learner' }));
  await fill('Your name', 'Meera Iyer');
  await fill('Your email address', mailbox);
  for (const [at, [name, year]] of [
    ['Asha Iyer', '2015'],
    ['Bina Iyer', '2018'],
  ].entries()) {
    const learner = phone.getByRole('group', { name: `Learner ${at + 1}` });
    await learner.getByLabel('Name of the learner').fill(name!);
    await learner.getByLabel('Year of birth').fill(year!);
    await learner.getByLabel('Class').selectOption({ index: 1 });
    await learner.getByLabel('Language', { exact: true }).selectOption('Telugu');
    family.fields += 4;
  }
  await press(phone.getByRole('button', { name: 'Go on' }));
  await fill('The code', /\b\d{6}\b/.exec(await mailTo(mailbox, 'registration_code', 1, folder))![0]);
  await press(phone.getByRole('button', { name: 'Register' }));
  await expect(phone.getByRole('status')).toContainText('You are registered.');
  await expectNoSidewaysScroll(phone);
  await press(phone.getByRole('button', { name: 'Pay ₹6,000.00 now' }));
  await press(phone.getByRole('button', { name: 'Pay' }));
  // The service sends its message when the payer is back.
  const back = phone.getByRole('status');
  await expect(async () => {
    await phone.reload();
    await expect(back).toHaveText('Your payment has arrived.');
  }).toPass();
  await expect(phone.getByRole('heading', { name: 'Your payment' })).toBeVisible();
  await context.close();

  expect(office.clicks + family.clicks).toBeLessThanOrEqual(most.clicks);
  expect(family.fields).toBeLessThanOrEqual(most.fields);

  await page.goto('/payments');
  await expect(page.getByRole('row').filter({ hasText: '6,000.00 INR' })).toContainText('Gita');
});
