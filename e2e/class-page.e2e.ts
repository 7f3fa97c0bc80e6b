import type { Page } from '@playwright/test';
import { callAs, enter, people } from './calls.ts';
import { expect, said, signIn, test } from './fixtures.ts';
import { importStudents } from './newcomers.ts';
import { newClassToday, startAs } from './rolls.ts';

/** A demo class of the course admin with a year of rolls. */
const demo = { path: '/class/1', name: 'Chanting A India', course: 'Vedic Chanting: Foundations' };

/** A tab, or the first of a group of the same name. */
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).first();
const figure = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('navigation').getByRole('link').filter({ hasText: name });
const countOf = async (page: Page, name: string) =>
  Number(await figure(page, name).locator('strong').innerText());

test('the office reads a class tab by tab, and each figure leads to what it counts', async ({ page }) => {
  await signIn(page, people.courseAdmin, demo.path);
  await expect(page.getByRole('heading', { level: 1, name: demo.name })).toBeVisible();
  await expect(page.getByRole('link', { name: demo.course })).toBeVisible();
  await expect(page.getByText(/^Next: \w+day /)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Mail / }).first()).toHaveAttribute('href', /^mailto:/);

  const rows = page.getByRole('tabpanel').getByRole('row');
  await page.getByRole('button', { name: /Attendance, last 12 weeks/ }).click();
  await expect(page).toHaveURL(/students-sort=attendance/);
  const shares = async () =>
    (await rows.locator('td[data-label^="Attendance"]').allInnerTexts()).flatMap((text) => {
      const [, present, recorded] = /(\d+) of (\d+)/.exec(text) ?? [];
      return recorded === undefined ? [] : [Number(present) / Number(recorded)];
    });
  await expect.poll(async () => (await shares()).length).toBeGreaterThan(20);
  await expect
    .poll(async () => {
      const all = await shares();
      return all.every((share, place) => place === 0 || share >= all[place - 1]!);
    })
    .toBe(true);

  await tab(page, 'Meetings').click();
  await tab(page, 'Rolls').click();
  const late = await countOf(page, 'Not called');
  expect(late).toBeGreaterThan(0);
  await figure(page, 'Not called').click();
  await expect(page).toHaveURL(/tab=rolls&rolls-state=not_called/);
  await expect(rows.filter({ hasText: 'Not called' })).toHaveCount(late);
  await expect(rows).toHaveCount(late + 1);

  await tab(page, 'Homework').click();
  await expect(page.getByRole('table', { name: `Homework of ${demo.name}` })).toBeVisible();

  await tab(page, 'Money').click();
  const unpaid = await countOf(page, 'Not paid');
  await figure(page, 'Not paid').click();
  await expect(page).toHaveURL(/tab=money&money-payment=unpaid/);
  await expect(rows).toHaveCount(unpaid + 1);

  for (const name of ['Mails', 'History']) {
    await tab(page, name).click();
    await expect(page.getByRole('tabpanel').first()).not.toBeEmpty();
  }
  await page.goBack();
  await expect(tab(page, 'Mails')).toHaveAttribute('aria-selected', 'true');
});

test(
  'the office gives a class another teacher and takes them off again',
  { tag: '@full' },
  async ({ page }) => {
    const { roll } = await newClassToday(page.request, 2);
    await signIn(page, people.courseAdmin, `/class/${roll.class_id}`);
    const facts = page.getByRole('main');
    await expect(facts.getByRole('link', { name: /^Mail / })).toBeVisible();
    const more = page.getByRole('main').getByRole('button', { name: 'More' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Change teacher' }).click();
    await page
      .getByRole('dialog', { name: 'Change teacher' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await more.click();
    await page.getByRole('menuitem', { name: /^Remove Teacher: .*, \w+day/ }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure?' });
    await question.getByRole('button', { name: /^Remove Teacher: .*, \w+day/ }).click();
    await expect(said(page, 'Teacher Removed Successfully')).toBeVisible();
    await expect(facts.getByText('No teacher yet')).toBeVisible();
  },
);

test(
  'a course shows its classes, and its enrolled students lead to the list and on by payment',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.courseAdmin, '/single%20course/1');
    await page.getByRole('tab', { name: 'Classes' }).click();
    const cards = page.getByRole('list', { name: `Classes of ${demo.course}` }).getByRole('listitem');
    await expect(cards.filter({ hasText: demo.name })).toContainText(/\d+ of \d+ places/);
    await cards.getByRole('link', { name: demo.name, exact: true }).click();
    await expect(page).toHaveURL(/\/class\/1$/);
    await page.getByRole('link', { name: demo.course }).click();

    const enrolled = page.getByRole('definition').getByRole('link', { name: /^[\d,]+$/ });
    const count = await enrolled.innerText();
    await enrolled.click();
    await expect(page).toHaveURL(/tab=students$/);
    await expect(page.getByText(`of ${count}`)).toBeVisible();
  },
);

test(
  'a student over the limit waits, gets a place by a knowing act, and waits again with Undo',
  { tag: '@full' },
  async ({ page }) => {
    const { owner, teacher, roll } = await newClassToday(page.request, 2);
    const { course_id, class_id } = roll;
    await callAs(page.request, owner, 'post', '/teacher/teacher_count_change', {
      course_id,
      user_id: teacher.user_id,
      count: 2,
    });
    const shown = await callAs<{ data: { course_name: string } }>(
      page.request,
      owner,
      'get',
      `/classes/get_class/${class_id}`,
    );
    const admin = await enter(page.request, people.admin);
    const late = ['శ్రీలక్ష్మి వేంకటేశ్వర సుబ్రహ్మణ్యం', 'Bhavani'].map((first_name, index) => ({
      first_name,
      last_name: '',
      email_id: `late.${class_id}.${index}@example.test`,
      course_name: shown.data.course_name,
      class_name: 'Morning',
    }));
    await importStudents(page.request, admin.token, late);
    await startAs(page, owner);
    await page.goto(`/class/${class_id}`);
    await expect(page.getByText('Full · 2 wait')).toBeVisible();
    await tab(page, 'Waiting 2').click();
    const table = page.getByRole('table', { name: 'Waiting for Morning' });
    await expect(table.getByRole('row').filter({ hasText: 'Bhavani' })).toContainText('None yet');

    await page.getByRole('button', { name: 'Place: Bhavani' }).click();
    await page
      .getByRole('dialog', { name: 'This class is full' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await expect(said(page, 'Bhavani has a place now')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Tell 1 person?' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    // Nobody is told of what was undone.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(tab(page, 'Waiting 2')).toBeVisible();

    await page.getByRole('button', { name: 'Stop waiting: Bhavani' }).click();
    await expect(said(page, 'Bhavani no longer waits')).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: 'Bhavani' })).toHaveCount(0);
  },
);
