import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, followMenu, signIn, test } from './fixtures.ts';

/** A class of teacher@gurukul.test, Thursdays 19:00 in India; its course is chosen by the first word. */
const gita = 'Gita A India';

const dayMs = 86_400_000;

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dayOf = (page: Page, weekday: string) => page.getByRole('region', { name: new RegExp(`^${weekday}`) });

async function chooseCourse(page: Page, start: string) {
  const course = page.getByLabel('Course', { exact: true });
  const option = course.getByRole('option').filter({ hasText: start });
  await course.selectOption((await option.first().getAttribute('value')) ?? '');
}

/** Monday of the viewer's week in India, so many weeks ahead. */
function mondayIn(weeks: number) {
  const today = new Date(Date.now() + 5.5 * 3_600_000);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs + weeks * 7 * dayMs;
  return new Date(monday).toISOString().slice(0, 10);
}

test('a teacher reads the schedule as a table and week by week, at the desk and on the phone', async ({
  page,
}) => {
  await signIn(page, people.teacher);
  await followMenu(page, 'Schedule');
  await expect(page.getByRole('heading', { level: 1, name: 'Teacher Schedule' })).toBeVisible();
  await expect(rowOf(page, gita)).toContainText('Thursday 07:00 PM');
  await expect(rowOf(page, 'Chanting A India')).toHaveCount(2);

  await chooseCourse(page, 'Bhagavad Gita');
  await expect(page).toHaveURL(/course=\d+/);
  await expect(rowOf(page, 'Chanting A India')).toHaveCount(0);
  await expect(rowOf(page, gita)).toBeVisible();
  const names = rowOf(page, gita).getByRole('link', { name: /^(?:Bhagavad )?Gita/ });
  await expect(names.first()).toHaveAttribute('href', /^\/viewcourse\/\d+$/);
  await expect(names.last()).toHaveAttribute('href', /^\/class\/\d+$/);

  // The week that once stood here.
  await page.goto(`${page.url()}&view=week`);
  await expect(page).toHaveURL(/\/calendar\?course=\d+$/);
  await expect(dayOf(page, 'Thursday').getByRole('listitem').filter({ hasText: gita })).toContainText(
    '07:00 – 08:00 PM',
  );
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(new RegExp(`day=${mondayIn(1)}`));
  await page.reload();
  const ahead = dayOf(page, 'Thursday').getByRole('listitem').filter({ hasText: gita });
  await expect(ahead).toBeVisible();
  await expect(page.getByLabel('Course', { exact: true })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).not.toHaveURL(/day=2/);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: /^Thursday/ }).click();
  await expect(dayOf(page, 'Thursday').getByText(gita)).toBeInViewport({ ratio: 1 });
  await expect(dayOf(page, 'Friday')).not.toBeInViewport({ ratio: 0.1 });
  await expect(page.getByRole('button', { name: /^Thursday/ })).toHaveAttribute('aria-pressed', 'true');
  await page.emulateMedia({ colorScheme: 'dark' });
});

test('a calendar app reads the schedule by a private link', { tag: '@full' }, async ({ page, request }) => {
  await signIn(page, people.teacher, '/schedule');
  await page.getByRole('button', { name: 'Calendar link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar link' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = dialog.getByLabel('Your private link');
  await expect(link).toBeFocused();
  const url = await link.inputValue();

  const read = await request.get(url);
  expect(read.headers()['content-type']).toContain('text/calendar');
  expect(await read.text()).toContain(`SUMMARY:${gita}`);

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByText('You have no link yet.')).toBeVisible();
  expect((await request.get(url)).status()).toBe(404);
});
