import type { Locator } from '@playwright/test';
import { callAs, enter, people } from './calls.ts';
import { expect, expectAccessible, openOnPhone, signIn, test } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';
import { newClassToday, startAs } from './rolls.ts';

test('a meeting is moved, canceled and put back; a day off stops the others, and Undo brings them back', async ({
  page,
}) => {
  const { roll } = await newClassToday(page.request, 2);
  await signIn(page, people.courseAdmin, `/class/${roll.class_id}?tab=meetings`);
  const rows = page.getByRole('tabpanel').getByRole('row');
  const planned = rows.filter({ hasText: 'As planned' });
  await expect(planned.nth(3)).toBeVisible();

  // The first one has begun today; the next one is moved to the morning after it.
  const second = planned.nth(1);
  const day = await second.getByRole('cell').first().innerText();
  await second.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(day);
  await dialog.getByLabel('Time').fill('06:15');
  await dialog.getByLabel('Reason').fill('The hall is taken');
  await dialog.getByRole('button', { name: 'Move meeting' }).click();
  await expect(dialog).toBeHidden();
  const moved = rows.filter({ hasText: 'Moved' });
  await expect(moved).toContainText('The hall is taken');
  await moved.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel meeting' }).click();
  await dialog.getByLabel('Reason').fill('A storm');
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
  const canceled = rows.filter({ hasText: 'Canceled' });
  await expect(canceled).toContainText('A storm');
  await canceled.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Put back to the plan' }).click();
  await expect(dialog.getByLabel(/^Tell /)).toBeChecked();
  await dialog.getByRole('button', { name: 'Put back to the plan' }).click();
  await expect(canceled).toHaveCount(0);

  await page.getByRole('link', { name: 'Days off' }).last().click();
  await page.getByRole('button', { name: 'Add a day off' }).click();
  await dialog.getByLabel('Name').fill('Diwali');
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Course').selectOption({ label: roll.course_name });
  await dialog.getByLabel('Class').selectOption({ label: roll.class_name });
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await expect(dialog.getByText('1 meeting of 1 class will not take place.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save: 1 meeting less' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Diwali' })).toContainText(roll.class_name);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  await expect(rows.filter({ hasText: 'Day off' }).filter({ hasText: 'Diwali' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/Days Off');
  await page
    .getByRole('row')
    .filter({ hasText: 'Diwali' })
    .getByRole('button', { name: /Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the day off Diwali' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Diwali' })).toBeVisible();
});

test(
  'on a phone a teacher cancels today from the list of rolls and the next one from the schedule; Undo withdraws the mails',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    const { roll, owner, teacher } = await newClassToday(page.request, 2);
    await startAs(page, teacher);
    await page.goto('/attendance');
    const line = page.getByRole('listitem').filter({ hasText: roll.course_name });
    const dialog = page.getByRole('dialog');
    const cancel = async () => {
      await page.getByRole('button', { name: /^Change/ }).click();
      await page.getByRole('menuitem', { name: 'Cancel meeting' }).click();
    };
    await cancel();
    await expect(dialog.getByText(/mail/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel meeting' }).dblclick();
    await expect(line).toHaveCount(0);

    await page.goto('/schedule');
    await openOnPhone(page.getByRole('row').filter({ hasText: 'Morning' }));
    await cancel();
    await expect(dialog.getByLabel(/^Tell 2 students/)).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel meeting' }).click();
    await expect(dialog).toBeHidden();
    const written = async () => {
      const about = { kind: 'meeting_change', class_id: roll.class_id, page: 1, pageSize: 20 };
      type Log = { data: readonly { state: string }[] };
      const { data } = await callAs<Log>(page.request, owner, 'post', '/mails/get_mails', about);
      return data.map(({ state }) => state).toSorted();
    };
    const before = await written();
    expect(before.slice(-2)).toEqual(['queued', 'queued']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    expect((await written()).filter((state) => state === 'withdrawn')).toHaveLength(2);
  },
);

test('the panel of a meeting in the calendar adds one more meeting of its class', async ({ page }) => {
  const { roll } = await newClassToday(page.request, 2);
  await signIn(page, people.courseAdmin, `/calendar?course=${roll.course_id}`);
  await page
    .getByRole('button', { name: new RegExp(`^${roll.class_name}, `) })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add a meeting' }).click();
  const added = page.getByRole('dialog', { name: `Extra meeting of ${roll.class_name}` });
  await expect(added.getByLabel('Time')).not.toHaveValue('');
  await expect(added.getByLabel('Minutes')).not.toHaveValue('');
});

test('another teacher takes a meeting, and the usual one has it back', { tag: '@full' }, async ({ page }) => {
  const made = await newClassToday(page.request, 2);
  const { roll, owner } = made;
  const helper = await enter(page.request, await newPerson(page.request, 'teacher'), firstPassword);
  const both = { course_id: roll.course_id, user_id: helper.user_id };
  await callAs(page.request, owner, 'post', '/course_assign/course_assign', both);
  await signIn(page, people.courseAdmin, `/class/${roll.class_id}?tab=meetings`);
  const rows = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'As planned' });
  const change = async (row: Locator) => {
    await row.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitem', { name: 'Change teacher' }).click();
  };
  await change(rows.nth(1));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Teacher').selectOption({ index: 1 });
  await expect(dialog.getByLabel(/^Tell 2 students/)).toBeChecked();
  await dialog.getByRole('button', { name: 'Change teacher' }).click();
  const covered = rows.filter({ hasText: 'another teacher' });
  await expect(covered).toHaveCount(1);
  await change(covered);
  await dialog.getByLabel('Teacher').selectOption('The usual teacher again');
  await dialog.getByRole('button', { name: 'Change teacher' }).click();
  await expect(covered).toHaveCount(0);
});
