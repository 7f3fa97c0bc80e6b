import type { APIRequestContext, Page } from '@playwright/test';
import { callAs, enter, newCourse, newEvent, people } from './calls.ts';
import { expect, expectAccessible, followMenu, said, signIn, test, unique, pressIn } from './fixtures.ts';
import { newStudents } from './newcomers.ts';

const yes = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Yes$|Cancel |Delete )/ })
    .click();
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
const inBin = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Bin' }).getByRole('listitem').filter({ hasText: text });
const undoIn = (page: Page, text: string) => inBin(page, text).getByRole('button', { name: /^Undo/ });

/** A family of one in a course of its own. */
async function newStudent(request: APIRequestContext) {
  const course = await newCourse(request, unique('Second Thoughts'));
  const family = unique('Back').replaceAll(' ', '');
  await newStudents(request, { family, count: 1, course: course.name });
  return { course, family };
}

test('a deleted student is back at one press, and the history tells both', async ({ page, request }) => {
  const { course, family } = await newStudent(request);
  await signIn(page, people.admin, `/students?category=all&q=${family}`);
  const row = rowOf(page, 'Students', family);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await yes(page);
  const word = said(page, 'Student has been deleted!');
  await expect(row).toHaveCount(0);
  // By keyboard: the button goes with its word, the keyboard's place does not.
  await word.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(said(page, 'is back.')).toBeVisible();
  await expect(row).toContainText(course.name);
  await expect(row).toBeFocused();

  await row.getByRole('link').first().click();
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  const history = page.getByRole('region', { name: `History of` }).getByRole('listitem');
  await expect(history.filter({ hasText: 'undid a change of' })).toHaveCount(1);
  const deletion = history.filter({ hasText: 'deleted the student' });
  await expect(deletion).toContainText('Undone by');
  await expect(deletion).toContainText(/from \S+/);
  await expect(deletion.getByRole('button', { name: /^Undo/ })).toHaveAccessibleDescription(
    'This was already undone.',
  );
});

test('a canceled event is on again from the bin, and nobody is written to', async ({ page, request }) => {
  const course = await newCourse(request, unique('Festivals'));
  const event_name = unique('Lamps');
  await newEvent(request, course.id, event_name);
  await signIn(page, people.courseAdmin, `/events?q=${encodeURIComponent(event_name)}`);
  const row = rowOf(page, 'Events List', event_name);
  await pressIn(row, /^Publish/);
  await yes(page);
  await pressIn(row, /^Cancel/);
  await yes(page);
  await expect(row).toContainText('Canceled');

  await followMenu(page, 'Bin');
  await expect(page.getByRole('heading', { level: 1, name: 'Bin' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(event_name);
  await expect(page).toHaveURL(/q=Lamps/);
  await expect(inBin(page, event_name)).toHaveCount(1);
  await expect(inBin(page, event_name)).toContainText('29 days left to undo');
  await undoIn(page, event_name).click();
  await expect(page.getByRole('dialog')).toContainText('Nobody needs a mail.');
  await yes(page);
  await expect(said(page, `${event_name} is on again. Nobody was written to.`)).toBeVisible();
  await expect(inBin(page, event_name)).toContainText('Undone by');
  await expect(undoIn(page, event_name)).toBeFocused();
  await page.goto(`/events?q=${encodeURIComponent(event_name)}`);
  await expect(row).toContainText('Published');
});

test('what was changed again since stays, and the reason leads to what came after', async ({
  page,
  request,
}) => {
  const { course, family } = await newStudent(request);
  await signIn(page, people.courseAdmin, `/All%20Students?category=all&q=${family}`);
  await rowOf(page, 'All Students', family).getByRole('link').first().click();
  await page.getByRole('button', { name: new RegExp(`^payment status in ${course.name}`, 'i') }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await yes(page);
  const undo = said(page, 'Failed').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // A colleague changes it before it is undone.
  const colleague = await enter(request, people.admin);
  const user_id = Number(/Student\/(\d+)/i.exec(decodeURI(page.url()))?.[1]);
  const sponsored = { user_id, payment_status: 'Sponsored', course_id: course.id };
  await callAs(request, colleague, 'put', '/student/update_payment_status', sponsored);
  await undo.click();
  const refusal = said(page, 'This was changed since, so it cannot be undone');
  await expect(refusal.getByRole('listitem')).toContainText(/payment status was changed by/);

  await page.goto(`/Bin?q=${family}`);
  const older = inBin(page, 'Failed').last();
  await expect(older.getByRole('button', { name: /^Undo/ })).toHaveAttribute('aria-disabled', 'true');
  await older.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('It was changed again since');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See the later changes' }).click();
  await expect(page).toHaveURL(/Single%20Student.*tab=history/i);
  await expect(page.getByText('Failed → Sponsored').or(page.getByText('Sponsored')).first()).toBeVisible();
});
