import { callAs, demoPassword, enter, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, signInByForm, test } from './fixtures.ts';

// The complete lists of Today: filtered by the address, walked by keys, acted on many at once, and left and come back to.

interface MeetingsAnswer {
  readonly data: readonly { readonly course_id: number; readonly attendance_date: string }[];
  readonly total: number;
}

test('uncalled rolls: narrow, walk by keys, remind their teachers, open one, and come back to the same place', async ({
  page,
}) => {
  const owner = await enter(page.request, people.courseAdmin);
  const listed = (filter: object) =>
    callAs<MeetingsAnswer>(page.request, owner, 'post', '/dashboard/get_today_kind', {
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

  for (let step = 0; step <= last; step += 1) await page.keyboard.press('j');
  await expect(rows.nth(last)).toBeFocused();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected lines' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Remind 1 teacher' }).click();
  const write = page.getByRole('dialog');
  await expect(write.getByText('A roll is not called yet').first()).toBeVisible();
  await expectAccessible(page);
  await write.getByRole('button', { name: 'Close' }).click();
  await expect(write).toBeHidden();

  // The bar of what is selected makes the page longer, and is gone afterwards.
  await rows.nth(last).focus();
  await page.keyboard.press('x');
  await expect(bar).toBeHidden();
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

interface Absent {
  readonly data: readonly { readonly student_id: number; readonly student_name: string }[];
}
const absences = { kind: 'three_absences', pageSize: 30, filter: {} };

interface Closed {
  readonly data: readonly { readonly student_id: number | null; readonly outcome: string | null }[];
}

test('a student who misses is called, and what came of it is written down, with three taps', async ({
  page,
}) => {
  const owner = await enter(page.request, people.courseAdmin);
  const { data } = await callAs<Absent>(page.request, owner, 'post', '/dashboard/get_today_kind', absences);
  const { student_id, student_name } = data[0]!;
  await signIn(page, people.courseAdmin, '/today?tab=three_absences');
  // The number is dialled by the device.
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault();
    }),
  );
  const row = page.getByRole('table').getByRole('row').filter({ hasText: student_name }).first();
  await row.getByRole('button', { name: `I’ll call ${student_name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Call ${student_name}` });
  await dialog.locator('a[href^="tel:"]').click();
  await dialog.getByRole('button', { name: 'Is coming back' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  const closed = { state: 'closed', student_id, page: 1, pageSize: 10 };
  const { data: cases } = await callAs<Closed>(page.request, owner, 'post', '/cases/get_cases', closed);
  expect(cases.map(({ outcome }) => outcome)).toContain('coming_back');
});

test(
  'a line is dismissed by keys alone, and the reason outlives a session that ends meanwhile',
  { tag: '@full' },
  async ({ page }) => {
    const owner = await enter(page.request, people.courseAdmin);
    const { data } = await callAs<Absent>(page.request, owner, 'post', '/dashboard/get_today_kind', absences);
    await signInByForm(page, people.courseAdmin);
    await page.goto('/today?tab=three_absences');
    const rows = page.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(data.length);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('j');
    await expect(rows.nth(2)).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByRole('menuitem', { name: 'Dismiss' })).toBeVisible();
    while (
      !(await page
        .getByRole('menuitem', { name: 'Dismiss' })
        .evaluate((item) => item === document.activeElement))
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const reason = page.getByRole('dialog', { name: /^Dismiss/ }).getByLabel('Reason');
    await expect(reason).toBeFocused();
    await page.keyboard.type('Away with the family until spring');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.request.post('/api/user_details/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login\?reason=ended$/);
    await page.getByLabel('Email').fill(people.courseAdmin);
    await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/today\?tab=three_absences$/);
    await expect(reason).toHaveValue('Away with the family until spring');
    await reason.press('Enter');
    await expect(said(page, 'dismissed')).toBeVisible();
    await expect(rows).toHaveCount(data.length - 1);
  },
);
