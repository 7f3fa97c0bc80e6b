import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { demoPassword, newCourse, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { importStudents } from './newcomers.ts';

/** Three students of a new course, whom no other story uses; all of them have the same family name. */
async function threeStudents(request: APIRequestContext): Promise<string> {
  const course = await newCourse(request, unique('Stotra'));
  const family = uniqueWord();
  const answer = await request.post('/api/user_details/login', {
    data: { email_id: people.admin, password: demoPassword, flag: '' },
  });
  const { token }: { token: string } = await answer.json();
  const rows = ['Anu', 'Bala', 'Chitra'].map((first_name) => ({
    first_name,
    last_name: family,
    email_id: `${first_name}.${family}@example.test`.toLowerCase(),
    phone_number: '9876543210',
    address: 'Temple Street 7',
    course_name: course.name,
  }));
  await importStudents(request, token, rows);
  return family;
}

test('selected students change together, exactly as counted before, and one Undo takes it back', async ({
  page,
  request,
}) => {
  const family = await threeStudents(request);
  await signIn(page, people.admin);
  await page.goto(`/students?category=all&q=${family}`);
  const main = page.getByRole('main');
  const box = (name: string) => main.getByRole('checkbox', { name: `Select ${name} ${family}` });
  const bar = page.getByRole('region', { name: 'Selected students' });
  const dialog = page.getByRole('dialog');
  await box('Anu').check();
  await box('Bala').check();
  await expect(bar).toContainText('2 selected');

  // The ticked rows alone, as a file.
  await bar.getByRole('button', { name: 'Change' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  const file = await (await saved).path();
  expect(readFileSync(file, 'utf8').match(/"[^"]*@example\.test"/g)).toEqual(
    ['bala', 'anu'].map((name) => `"${name}.${family}@example.test"`.toLowerCase()),
  );
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitem', { name: 'Set payment status' }).click();
  await dialog.getByRole('combobox', { name: 'Set payment status' }).selectOption('Sponsored');
  await expect(dialog).toContainText('2 students will change');
  await dialog.getByRole('button', { name: 'Change 2 students' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 changed, 0 stayed as they were')).toBeVisible();
  await expect(main.getByRole('table').getByText('Sponsored')).toHaveCount(2);
  await expect(bar).toBeHidden();

  // All that the search finds: two have the status already.
  await box('Chitra').check();
  await bar.getByRole('button', { name: 'Select all 3' }).click();
  await expect(bar).toContainText('All 3 selected');
  await bar.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('menuitem', { name: 'Set payment status' }).click();
  await dialog.getByRole('combobox', { name: 'Set payment status' }).selectOption('Sponsored');
  await expect(dialog).toContainText('1 student will change');
  await expect(dialog).toContainText(`2: it is so already (Anu ${family}, Bala ${family})`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change 1 student' }).click();
  await expect(main.getByRole('table').getByText('Sponsored')).toHaveCount(3);
  await said(page, '1 changed, ').getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('table').getByText('Sponsored')).toHaveCount(2);

  // A deletion names its action on a red button, and asks nothing of who stays.
  await box('Anu').check();
  await bar.getByRole('button', { name: 'Change' }).click();
  // The list may still change after the Undo, and the menu moves with it: a key meets its item anyway.
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete 1 student' }).click();
  await expect(main.getByRole('checkbox', { name: new RegExp(`^Select .* ${family}$`) })).toHaveCount(2);
});

test(
  'a page that is reloaded during a save says what became of it',
  { tag: '@full' },
  async ({ page, request }) => {
    const family = await threeStudents(request);
    await signIn(page, people.admin, `/students?category=all&q=${family}`);
    const main = page.getByRole('main');
    const bar = page.getByRole('region', { name: 'Selected students' });
    await main.getByRole('checkbox', { name: 'Select all rows' }).check();
    await bar.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('menuitem', { name: 'Set payment status' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Set payment status' }).selectOption('Sponsored');
    // The server gets the request, and the page is gone before the answer.
    const keys: (string | undefined)[] = [];
    let isDone = () => undefined as void;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    await page.route('**/api/selection/save_change', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      if (keys.length > 1) return route.fulfill({ response: answer });
      isDone();
    });
    await dialog.getByRole('button', { name: 'Change 3 students' }).click();
    await done;
    await page.reload();
    await expect(said(page, '3 changed, 0 stayed as they were')).toBeVisible();
    await expect(main.getByRole('table').getByText('Sponsored')).toHaveCount(3);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
    await said(page, '3 changed, 0 stayed as they were').getByRole('button', { name: 'Undo' }).click();
    await expect(main.getByRole('table').getByText('Sponsored')).toHaveCount(0);
    // Asked once: a second reload says nothing more.
    await page.reload();
    await expect(main.getByRole('table').getByRole('row').nth(3)).toBeVisible();
    await expect(bar).toBeHidden();
    expect(keys).toHaveLength(2);
  },
);

test('two rows change by the keyboard alone, in twelve keys at most', async ({ page, request }) => {
  const family = await threeStudents(request);
  await signIn(page, people.admin);
  await page.goto(`/students?category=all&q=${family}`);
  const rows = page.getByRole('main').locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  const dialog = page.getByRole('dialog');
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  for (const row of [0, 1]) {
    await press('j');
    await expect(rows.nth(row)).toBeFocused();
    await press('x');
    await expect(rows.nth(row)).toHaveAttribute('aria-selected', 'true');
  }
  await press('.');
  await expect(page.getByRole('button', { name: 'Change' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Set payment status' })).toBeFocused();
  await press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Set payment status' })).toBeFocused();
  await press('r');
  await expect(dialog).toContainText('2 students will change');
  await press('Tab');
  await press('Enter');
  await expect(page.getByText('2 changed, 0 stayed as they were')).toBeVisible();
  expect(pressed).toBeLessThanOrEqual(12);
});
