import { countWork } from './count-work.ts';
import { expect, expectAccessible, said, signInByForm, test } from './fixtures.ts';
import { newFolder, startPortal } from './portal.ts';

/** The bars of the way from an empty provider to its first called roll, with one account. */
const most = { clicks: 12, fields: 8 };

let end: () => Promise<void>;
const port = Number(process.env['E2E_PORT']) + 7;
const owner = { email: 'owner@first.test', password: 'Quiet-River-77' };

test.use({ baseURL: `http://127.0.0.1:${port}` });

test.beforeAll(async () => {
  const account = { DEMO: '0', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
  end = await startPortal(port, newFolder(), account);
});

test.afterAll(async () => end());

test('one account comes from an empty provider to its first called roll within 12 clicks and 8 fields', async ({
  page,
}) => {
  const work = await countWork(page);
  await signInByForm(page, owner.email, owner.password);

  const steps = page.getByRole('region', { name: 'Set up in seven steps' });
  await expect(steps.getByText('0 of 7 done')).toBeVisible();
  await steps.getByLabel('Your own name').fill('Geetha Rao');
  await steps.getByLabel('Name of the provider').fill('Veda School');
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(steps.getByText('1 of 7 done')).toBeVisible();

  // Nothing sends mails here, and the test mail holds nobody up.
  await steps.getByRole('link', { name: 'Add a course' }).click();
  await page.getByLabel('Course name').fill('Gita');
  await page.getByRole('button', { name: 'Add Course' }).click();

  // The class bears the course's name and meets on the weekday of its start, until somebody says otherwise.
  const dialog = page.getByRole('dialog', { name: 'Create Class' });
  await expect(dialog.getByLabel('Class name')).toHaveValue('Gita');
  await dialog.getByLabel('Slot time').fill('00:05');
  await dialog.getByRole('button', { name: 'Create Class' }).click();

  await expect(steps.getByText('3 of 7 done')).toBeVisible();
  await steps.getByLabel('Price in INR').fill('3,000');
  await steps.getByRole('button', { name: 'Publish Gita' }).click();
  await expect(steps.getByText('4 of 7 done')).toBeVisible();

  await steps.getByRole('link', { name: 'Paste or upload students' }).click();
  const list = 'Asha Rao <asha@first.test>\nRavi Das <ravi@first.test>\nUma Iyer <uma@first.test>';
  await page.getByRole('textbox', { name: 'The list' }).fill(list);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('heading', { name: 'The students are imported' })).toBeVisible();

  await steps.getByRole('link', { name: 'Call the roll of Gita' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(said(page, 'Roll saved').or(page.getByText(/saved/i)).first()).toBeVisible();

  const done = await work();
  expect(done.clicks).toBeGreaterThan(5);
  expect(done.clicks).toBeLessThanOrEqual(most.clicks);
  expect(done.fields).toBeGreaterThan(5);
  expect(done.fields).toBeLessThanOrEqual(most.fields);

  // The course is published with its price, on the page where this can be changed.
  await page.goto('/course/1');
  await expect(page.getByText('3,000.00 INR').first()).toBeVisible();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  // An account admin who looks after their own course can rename it and hand it over.
  await page.getByRole('link', { name: 'Edit Course' }).click();
  await expect(page.getByLabel('Course name')).toBeEnabled();
  await expect(page.getByRole('combobox', { name: 'Course admin' })).toBeEnabled();
  await page.goto('/edit/1');
  await page.getByRole('link', { name: 'Change the name or the course admin' }).first().click();
  await expect(page).toHaveURL(/\/editcourse\/1$/);
  // No course is active now, and the list shows its students all the same.
  await page.goto('/students');
  await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible();

  // The first roll ends the first hour.
  await page.goto('/Account Admin Dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(steps).toBeHidden();
});
