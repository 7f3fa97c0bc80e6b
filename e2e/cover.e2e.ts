import { callAs, enter } from './calls.ts';
import { expect, expectAccessible, openOnPhone, said, test } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';
import { newClassToday, startAs } from './rolls.ts';

test(
  'a teacher who cannot come asks two others on a phone; the first who accepts has the meeting',
  { tag: '@full' },
  async ({ page, browser }) => {
    const { roll, owner, teacher } = await newClassToday(page.request, 2);
    const others = [];
    for (const _ of [1, 2]) {
      const other = await enter(page.request, await newPerson(page.request, 'teacher'), firstPassword);
      const both = { course_id: roll.course_id, user_id: other.user_id };
      await callAs(page.request, owner, 'post', '/course_assign/course_assign', both);
      others.push(other);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await startAs(page, teacher);
    await page.goto('/schedule');
    await openOnPhone(page.getByRole('row').filter({ hasText: 'Morning' }));
    await page.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitem', { name: 'I cannot' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox')).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('I am ill');
    await dialog.getByRole('button', { name: 'Ask 2 teachers by mail' }).dblclick();
    await expect(dialog.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=/,
    );

    const phone = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
    await startAs(phone, others[0]!);
    await phone.goto('/Cover');
    const row = phone.getByRole('row').filter({ hasText: roll.class_name });
    await expect(row).toBeVisible();
    await openOnPhone(row);
    await phone.getByRole('button', { name: /^Accept/ }).dblclick();
    await phone.getByRole('button', { name: 'Yes' }).click();
    await expect(said(phone, 'The meeting is yours')).toBeVisible();
    await phone.goto('/schedule');
    await expect(phone.getByRole('row').filter({ hasText: 'Morning' })).toBeVisible();

    await startAs(phone, others[1]!);
    await phone.goto('/Cover');
    await expect(phone.getByRole('row').filter({ hasText: roll.class_name })).toContainText('Taken');

    // An address that nobody has.
    await phone.goto('/cover/o_nobody-has-this-address');
    await expect(phone.getByText(/link/i).first()).toBeVisible();
    await expectAccessible(phone);
  },
);
