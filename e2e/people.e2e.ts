import type { Page } from '@playwright/test';
import {
  demoPassword,
  expect,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  openOnPhone,
  pressIn,
  followMenu,
  people,
  said,
  signIn,
  test,
} from './fixtures.ts';
import { firstPassword, newPerson, post } from './newcomers.ts';

/** A family name that nobody else bears; names are letters alone. */
const newName = () => `N${Array.from(String(Date.now()), (digit) => 'abcdefghij'[Number(digit)]).join('')}`;

/** Done when the address has it too: what is followed at once would leave the search behind. */
async function search(page: Page, text: string) {
  await page.getByLabel('Search', { exact: true }).fill(text);
  await expect(page).toHaveURL(/[?&]q=/);
}

const rowOf = (page: Page, text: string) =>
  page.getByRole('table').getByRole('row').filter({ hasText: text });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });

async function press(page: Page, answer: 'Yes' | 'No') {
  await page
    .getByRole('dialog', { name: 'Are you sure?' })
    .getByRole('button', { name: answer === 'Yes' ? /^(?:Delete|Remove) / : 'No' })
    .click();
}

// These have motion, as most people do.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('an admin deletes a teacher, after second thoughts and a bad line', async ({ page, request }) => {
  const name = newName();
  const email = await newPerson(request, 'teacher', name);
  await signIn(page, people.admin);
  await followMenu(page, 'Teachers');
  await search(page, email);
  const row = rowOf(page, email);
  await expect(row).toHaveCount(1);

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('link', { name: `View Profile of Asha ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Asha ${name}` })).toBeVisible();
  await expect(page.getByText('Teaches no class now')).toBeVisible();
  await page.goBack();
  await expect(row).toHaveCount(1);

  const remove = row.getByRole('button', { name: `Delete Asha ${name}` });
  await pressIn(row, `Delete Asha ${name}`);
  await expect(page.getByRole('dialog')).toContainText('no longer be able to sign in');
  await press(page, 'No');
  await expect(said(page, 'Your Operation is reverted!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await remove.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();

  const sent: string[] = [];
  page.on('request', (each) => sent.push(each.url()));
  const deletions = () => sent.filter((url) => url.endsWith('/teacher/delete_teacher')).length;
  await page.route('**/teacher/delete_teacher', (route) => route.abort('connectionfailed'), { times: 1 });
  await pressIn(row, `Delete Asha ${name}`);
  await press(page, 'Yes');
  await expect(said(page, 'The portal cannot be reached')).toBeVisible();
  await expect(row).toHaveCount(1);
  expect(deletions()).toBe(1);

  await pressIn(row, `Delete Asha ${name}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete / })
    .dblclick();
  await expect(said(page, 'Teacher has been deleted!')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('No Records')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Teachers' })).toBeFocused();
  expect(deletions()).toBe(2);
  const credentials = { email_id: email, password: firstPassword, flag: '' };
  const login = await request.post('/api/user_details/login', { data: credentials });
  expect(await login.json()).not.toHaveProperty('token');
});

test('an admin looks into course admins and deletes one; nobody else may', async ({ page, request }) => {
  const name = newName();
  await newPerson(request, 'courseadmin', name);
  await signIn(page, people.admin);
  await followMenu(page, 'Course admins');
  await search(page, 'Acharya');
  await rowOf(page, 'Acharya').getByRole('link', { name: 'Raghavendra Acharya', exact: true }).click();
  await expect(page).toHaveURL(/\/courseadmin\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Raghavendra Acharya' })).toBeVisible();
  const cards = page.getByRole('region', { name: 'Figures of Raghavendra Acharya' }).getByRole('listitem');
  await expect(cards.getByText(/^(Courses|Students|Sections|Years associated)$/)).toHaveCount(4);
  const courses = page.getByRole('table', { name: /^Courses of/ }).getByRole('row');
  expect(await courses.count()).toBeLessThanOrEqual(7);
  await courses.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/course\/\d+$/);
  await page.getByRole('main').getByRole('link', { name: 'Raghavendra Acharya' }).click();
  await expect(page.getByText(people.courseAdmin)).toBeVisible();
  await trail(page).getByRole('link', { name: 'Course admins' }).click();

  await search(page, name);
  const row = rowOf(page, name);
  await expect(row).toHaveCount(1);
  // Somebody without the right has signed in in the meantime; the page does not know yet.
  const own = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const credentials = { email_id: people.courseAdmin, password: demoPassword, flag: '' };
  const { token } = await post(request, 'login', credentials);
  const useToken = (value: string) => page.evaluate((text) => localStorage.setItem('token', text), value);
  await useToken(token);
  await pressIn(row, `Delete Asha ${name}`);
  await press(page, 'Yes');
  await expect(said(page, 'Your Not Allowed to Delete!')).toBeVisible();
  await expect(row).toHaveCount(1);

  await useToken(own);
  await pressIn(row, `Delete Asha ${name}`);
  await press(page, 'Yes');
  await expect(said(page, 'Course Admin has been deleted!')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a course admin reads about the teachers of their courses', async ({ page }) => {
  await signIn(page, people.courseAdmin);
  await followMenu(page, 'Teachers List');
  await search(page, people.teacher);
  const row = rowOf(page, people.teacher);
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.reload();
  await expect(row).toHaveCount(1);

  const address = '**/api/teacher/get_single_teacher/*';
  await page.route(address, (route) => route.abort('connectionfailed'));
  await row.getByRole('link', { name: /^View Profile/ }).click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/Single%20Teacher\/\d+$/);
  await expect(page.getByText(people.teacher)).toBeVisible();
  await expect(page.getByText('Date of birth')).toBeVisible();
  await expect(page.getByText('Address', { exact: true })).toHaveCount(0);

  const slots = page.getByRole('table', { name: /^Weekly timings of/ }).getByRole('row');
  await slots.nth(1).getByRole('button').hover();
  await expect(page.getByRole('tooltip')).toContainText('On the class’s own clock');
  await trail(page).getByRole('link', { name: 'Teachers List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Teachers List' })).toBeVisible();

  await page.goto('/Single%20Teacher/999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/Teachers%20List$/);

  // The list of course admins is the account admin's: nobody else is sent there.
  await page.goto('/courseadmin/999999');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile not found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the list' })).toHaveCount(0);
});

test('lists and profiles are accessible and fit a phone', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, people.admin);
  await page.setViewportSize({ width: 390, height: 844 });
  const expectFine = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBoth(page);
  };
  await page.goto('/teachers?q=teacher%40');
  const row = rowOf(page, people.teacher);
  await expect(row).toHaveCount(1);
  await expectFine();
  const title = await row.getByRole('link').first().boundingBox();
  const home = await trail(page).getByRole('link', { name: 'Home' }).boundingBox();
  expect(Math.min(title?.height ?? 0, home?.height ?? 0)).toBeGreaterThanOrEqual(40);
  await openOnPhone(row);
  await row.getByRole('link', { name: /^View Profile/ }).click();

  const figures = page.getByRole('region', { name: /^Figures of/ });
  const more = page.getByRole('button', { name: /^Next cards/ });
  await expect(figures.getByText('Courses')).toBeInViewport();
  await expect(figures.getByText('Students')).not.toBeInViewport();
  await more.click();
  await expect(figures.getByText('Students')).toBeInViewport();
  await expectFine();
});
