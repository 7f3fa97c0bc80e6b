import { demoPassword, expect, expectAccessible, people, signIn, test } from './fixtures.ts';
import { callAs, enter } from './rolls.ts';

// The complete lists of Today: filtered by the address, walked by keys, acted on many at once, and left and come back to.

interface Listed {
  readonly data: readonly { readonly course_id: number; readonly attendance_date: string }[];
  readonly total: number;
}

interface Uncalled {
  readonly data: readonly {
    readonly class_name: string;
    readonly teacher?: { readonly fullname: string } | null;
  }[];
  readonly total: number;
}

test('uncalled rolls: narrow, walk by keys, remind their teachers, open one, and come back to the same place', async ({
  page,
}) => {
  const owner = await enter(page.request, people.courseAdmin, demoPassword);
  const listed = (filter: object) =>
    callAs<Listed>(page.request, owner, 'post', '/dashboard/get_today_kind', {
      kind: 'unmarked_class',
      pageSize: 100,
      filter,
    });
  const [first] = (await listed({})).data;
  const course = first!.course_id;
  const { total } = await listed({ course_id: course });
  // So low that the list is longer than the screen.
  await page.setViewportSize({ width: 1200, height: 420 });
  await signIn(page, people.courseAdmin, `/today?tab=unmarked_class&course=${course}`);
  const rows = page.getByRole('table', { name: 'Roll not called' }).locator('tbody tr');
  await expect(rows).toHaveCount(Math.min(total, 30));
  const last = (await rows.count()) - 1;

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys', exact: true });
  await expect(keys.getByText('Next line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  for (let step = 0; step <= last; step += 1) await page.keyboard.press('j');
  await expect(rows.nth(last)).toBeFocused();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected lines' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Remind 1 teacher' }).click();
  const write = page.getByRole('dialog');
  await expect(write.getByText('A roll is not called yet').first()).toBeVisible();
  // A window so low cuts the lines behind the dialog, whose buttons axe would measure.
  await page.setViewportSize({ width: 1200, height: 2400 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1200, height: 420 });
  await write.getByRole('button', { name: 'Close' }).click();
  await expect(write).toBeHidden();

  await rows.nth(last).focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitem', { name: 'Assign' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await rows
    .nth(last)
    .getByRole('button', { name: /^Change/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Cancel meeting' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await rows.nth(last).focus();
  const before = { url: page.url(), scroll: await page.evaluate(() => scrollY) };
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/attendance\?roll=/);
  await expect(page.getByRole('list', { name: 'Students' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(last + 1);
  expect(page.url()).toBe(before.url);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before.scroll);
});

test(
  'one press on the dashboard lists every class without its roll, with the teacher',
  { tag: '@full' },
  async ({ page }) => {
    const owner = await enter(page.request, people.courseAdmin, demoPassword);
    const { data, total } = await callAs<Uncalled>(page.request, owner, 'post', '/dashboard/get_today_kind', {
      kind: 'unmarked_class',
      pageSize: 30,
      filter: {},
    });
    await signIn(page, people.courseAdmin);
    const kind = page.getByRole('tab', { name: /^Roll not called/ });
    await expect(kind).toContainText(String(total));
    // Other stories leave meetings that wait for a substitute. Those stand first.
    if ((await kind.getAttribute('aria-selected')) === 'false') await kind.click();
    const all = page
      .getByRole('tabpanel', { name: /^Roll not called/ })
      .getByRole('link', { name: 'See all' });
    await all.click();
    const rows = page.getByRole('table', { name: 'Roll not called' }).locator('tbody tr');
    await expect(rows).toHaveCount(Math.min(total, 30));
    for (const [place, { class_name, teacher }] of data.slice(0, 5).entries()) {
      await expect(rows.nth(place)).toContainText(class_name);
      if (teacher) await expect(rows.nth(place)).toContainText(teacher.fullname);
    }
  },
);
