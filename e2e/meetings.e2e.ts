import { expect, expectAccessibleInBoth, expectNoSidewaysScroll, people, signIn, test } from './fixtures.ts';
import { newClassToday } from './rolls.ts';

test('a meeting is moved, canceled and put back; a day off stops the others, and Undo brings them back', async ({
  page,
}) => {
  const { roll } = await newClassToday(page.request, 2);
  await signIn(page, people.courseAdmin, `/class/${roll.class_id}?tab=meetings`);
  const rows = page.getByRole('tabpanel').getByRole('row');
  const planned = rows.filter({ hasText: 'As planned' });
  await expect(planned.nth(3)).toBeVisible();
  await expectAccessibleInBoth(page);

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
  await page.getByRole('menuitem', { name: 'Back to the plan' }).click();
  await expect(canceled).toHaveCount(0);

  await page.getByRole('link', { name: 'Days off' }).last().click();
  await page.getByRole('button', { name: 'New day off' }).click();
  await dialog.getByLabel('Name').fill('Diwali');
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Course').selectOption({ label: roll.course_name });
  await dialog.getByLabel('Class').selectOption({ label: roll.class_name });
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await expect(dialog.getByText('1 meeting of 1 class will not take place.')).toBeVisible();
  await expectAccessibleInBoth(page);
  await dialog.getByRole('button', { name: 'Save: 1 meeting less' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Diwali' })).toContainText(roll.class_name);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  await expect(rows.filter({ hasText: 'Day off' })).toContainText('Diwali');
  await expectNoSidewaysScroll(page);
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
