import { callAs } from './calls.ts';
import { expect, expectAccessible, openOnPhone, test } from './fixtures.ts';
import { newClassToday, startAs } from './rolls.ts';

test.use({ viewport: { width: 360, height: 760 } });

const part = (moment: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', ...options }).format(moment);

test('a class and a meeting have a link to join, which stands where the meeting is on', async ({ page }) => {
  const { roll, teacher, owner, slot_id } = await newClassToday(page.request, 2);
  // It began five minutes ago.
  const start = new Date(Date.now() - 5 * 60_000);
  await callAs(page.request, owner, 'post', '/courses/update_class', {
    course_id: roll.course_id,
    id: slot_id,
    class_name: 'Morning',
    class_day: part(start, { weekday: 'long' }).toLowerCase(),
    time: part(start, { hour: '2-digit', minute: '2-digit' }),
    time_zone: 'IST',
    duration: 60,
  });
  const join = page.getByRole('link', { name: 'Join' });

  // The office writes it into the weekly time.
  await startAs(page, owner);
  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit class' }).click();
  await dialog.getByLabel('Join link').fill('http://meet.example.test/a');
  await dialog.getByRole('button', { name: 'Update class' }).click();
  await expect(dialog.getByText('Please write an https address')).toBeVisible();
  await dialog.getByLabel('Join link').fill('meet.example.test/weekly');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update class' }).click();
  await expect(dialog).toBeHidden();
  await expect(join.first()).toHaveAttribute('href', 'https://meet.example.test/weekly');
  await expect(join.first()).toHaveAttribute('rel', 'noopener noreferrer');

  // The teacher finds it at home, in the roll and in the schedule, and gives this meeting another one.
  await startAs(page, teacher);
  await page.goto('/');
  await expect(join).toHaveAttribute('href', 'https://meet.example.test/weekly');
  await page.getByRole('link', { name: /^Morning/ }).click();
  await expect(page.getByRole('list', { name: 'Students' })).toBeVisible();
  await expect(join).toHaveAttribute('href', 'https://meet.example.test/weekly');
  await page.goto('/Schedule');
  const scheduled = page.getByRole('row').filter({ hasText: 'Morning' });
  await openOnPhone(scheduled);
  await expect(join).toHaveAttribute('href', 'https://meet.example.test/weekly');

  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  const row = page.getByRole('tabpanel').getByRole('row').filter({ hasText: 'As planned' }).first();
  await openOnPhone(row);
  await row.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Join link' }).click();
  await dialog.getByLabel('Join link').fill('https://meet.example.test/త?a=1&b=2');
  await dialog.getByRole('radio', { name: /^only that of/ }).check();
  await dialog.getByRole('button', { name: 'Save link' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(join.first()).toHaveAttribute('href', 'https://meet.example.test/త?a=1&b=2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(join.first()).toHaveAttribute('href', 'https://meet.example.test/weekly');

  // Over for the class in two hours.
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(join).toHaveCount(0);
});
