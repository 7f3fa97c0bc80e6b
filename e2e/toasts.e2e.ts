import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, said, signIn, test } from './fixtures.ts';
import { addressOf, newClassToday, rowOf, saveButton, startAs } from './rolls.ts';

/**
 * The names of enabled controls that a toast lies over. Each is first brought into sight as the keyboard does it:
 * rows beneath a bar of the window can be scrolled out from under it, all else must be free of the toast.
 */
const coveredBy = async (page: Page, text: string) =>
  said(page, text)
    .first()
    .evaluate((alert) => {
      const toast = alert.closest('[data-position]')!;
      // A page is scrolled by whole pixels, and boxes end between them.
      const part = 1;
      const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
      const kinds = 'a[href], button, input, select, textarea, summary, [role="switch"], [tabindex="0"]';
      const isControl = (one: Element) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        one.getBoundingClientRect().width > 1 &&
        !toast.contains(one) &&
        !one.matches(':disabled, [aria-disabled="true"]');
      const controls = [...(dialog ?? document).querySelectorAll(kinds)].filter(isControl);
      const met = controls.filter((one) => {
        one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const [box, place] = [one.getBoundingClientRect(), toast.getBoundingClientRect()];
        return (
          box.left < place.right - part &&
          box.right > place.left + part &&
          box.top < place.bottom - part &&
          box.bottom > place.top + part
        );
      });
      const nameOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent.trim();
      return { count: controls.length, names: met.map(nameOf) };
    });

async function expectFree(page: Page, text: string, atLeast: number) {
  // It stays while the pointer is on it.
  await said(page, text).first().hover();
  await expect(said(page, text).first()).toHaveCSS('opacity', '1');
  const { count, names } = await coveredBy(page, text);
  expect(names).toEqual([]);
  expect(count).toBeGreaterThan(atLeast);
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('a toast lies over no control of a roll call', async ({ page }) => {
      const { teacher, roll } = await newClassToday(page.request, 14);
      await startAs(page, teacher);
      await page.goto(addressOf(roll));
      await rowOf(page, roll.students[0]!).click();
      await saveButton(page).click();
      await expectFree(page, 'Saved: Morning', 14);
    });

    test('a toast lies over no control of the list of students', async ({ page }) => {
      await signIn(page, people.admin, '/students');
      await expect(page.getByRole('table').getByRole('row').nth(20)).toBeAttached();
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
      await expectFree(page, '.csv', 30);
    });

    test('a toast lies over no control of a form with an action bar, on a page or in a dialog', async ({
      page,
    }) => {
      await signIn(page, people.admin, '/events?dialog=add');
      await page.getByRole('dialog').getByRole('button', { name: 'Add event' }).click();
      await expectFree(page, 'Event name required', 8);
      await page.goto('/Settings');
      const refusal = { status: 403, json: { status: 403, message: 'Not today' } };
      await page.route('**/api/provider/send_test_mail', (route) => route.fulfill(refusal));
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      await expectFree(page, 'Not today', 8);
    });
  });
}
