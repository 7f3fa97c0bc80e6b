import { newCourse, people } from './calls.ts';
import { expect, followMenu, signIn, test, unique } from './fixtures.ts';
import type { Page } from '@playwright/test';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens a dialog by its button and closes it by Back: the page stays. */
async function openAndGoBack(page: Page, button: string, title = button) {
  const address = page.url();
  await page.getByRole('button', { name: button }).first().click();
  await expect(dialog(page, title)).toBeVisible();
  await page.goBack();
  await expect(dialog(page, title)).toBeHidden();
  await expect(page).toHaveURL(address);
}

test('Back closes a dialog, the next Back leaves the page', async ({ page }) => {
  await signIn(page, people.admin);
  await followMenu(page, 'Teachers');
  await openAndGoBack(page, '+ Invite', 'Invite a teacher');
  await followMenu(page, 'Intake keys');
  await openAndGoBack(page, 'Make a key');
  await openAndGoBack(page, 'Find or go to');
  await page.reload();
  await openAndGoBack(page, 'Make a key');

  // After a reload with the dialog open it is closed, and Back leaves the page.
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(dialog(page, 'Make a key')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Make a key' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Teachers' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Intake keys' })).toBeVisible();
});

test('Back asks before it takes what was typed, and another Back says No', async ({ page, request }) => {
  const course = await newCourse(request, unique('Rama Katha'));
  await signIn(page, people.courseAdmin);
  await page.goto(`/Course%20Association?course=${course.id}`);
  const form = dialog(page, 'Create Class');
  const question = dialog(page, 'Leave without saving?');
  await page.getByRole('button', { name: 'Create Class' }).click();
  await form.getByLabel('Class name').fill('Dawn');
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Class name')).toHaveValue('Dawn');
  await page.goBack();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/Association\?course=/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Back closes the menu, and leads to the page before from where the menu led', async ({ page }) => {
    await signIn(page, people.teacher);
    const menu = dialog(page, 'Gurukul');
    await openAndGoBack(page, 'More', 'Gurukul');
    await page.getByRole('button', { name: 'More' }).click();
    await menu.getByRole('link', { name: 'Schedule' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
    await expect(menu).toBeHidden();
    await openAndGoBack(page, 'Calendar link');
    await page.goBack();
    await expect(page).toHaveURL(/Dashboard$/);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
  });
});
