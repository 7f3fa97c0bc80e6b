import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newCourse,
  people,
  said,
  signIn,
  test,
  unique,
} from './fixtures.ts';

const association = '/Course%20Association';

const classRow = (page: Page, text: string) =>
  page
    .getByRole('table', { name: 'Weekly classes of the course' })
    .getByRole('row')
    .filter({ hasText: text });

/** The line of the n-th teacher listed, and his name. People may share a name, never an address. */
async function teacherAt(page: Page, place: number) {
  const rows = page.getByRole('table', { name: 'Teachers' }).getByRole('row');
  const [name = '', email = ''] = await rows.nth(place).getByRole('cell').allInnerTexts();
  return { name: name.trim(), row: rows.filter({ hasText: email.replaceAll(/\s/g, '') }) };
}

interface Timing {
  readonly name?: string;
  readonly day: string;
  readonly time: string;
  readonly zone?: string;
}

async function fillDialog(page: Page, { name, day, time, zone }: Timing) {
  const dialog = page.getByRole('dialog');
  if (name) await dialog.getByLabel('Class name').fill(name);
  await dialog.getByLabel('Class day').selectOption(day);
  await dialog.getByLabel('Slot time').fill(time);
  if (zone) await dialog.getByLabel('Time zone').selectOption(zone);
}

async function createClass(page: Page, timing: Timing) {
  await page.getByRole('button', { name: 'Create Class' }).click();
  await fillDialog(page, timing);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Class' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Counts what is sent to one call. */
function countOf(page: Page, call: string) {
  const sent = { times: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith(call)) sent.times += 1;
  });
  return sent;
}

test('a course admin plans a class and gives it a teacher', async ({ page, request }) => {
  const course = await newCourse(request, unique('Vishnu Purana'));
  const name = unique('Evening');
  await signIn(page, people.courseAdmin);
  await page.getByRole('navigation').getByRole('link', { name: 'Course Association' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Classes and Teacher Association' }),
  ).toBeVisible();
  await page.getByLabel('Select Course').selectOption(course.name);
  await expect(page).toHaveURL(new RegExp(`course=${course.id}`));
  await expect(page.getByText('No classes yet. Create the first one.')).toBeVisible();

  await page.getByRole('button', { name: 'Create Class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Class' });
  await expect(dialog.getByLabel('Time zone')).toHaveValue('IST');
  await expect(dialog.getByLabel('Time zone').getByRole('option')).toHaveCount(13);
  await expect(dialog.getByLabel('Duration (minutes)')).toHaveValue('60');
  await fillDialog(page, { name, day: 'Saturday', time: '17:30' });
  await dialog.getByLabel('Duration (minutes)').fill('90');
  await dialog.getByRole('button', { name: 'Create Class' }).click();
  await expect(said(page, 'Class Created Successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create Class' })).toBeFocused();
  const saturday = classRow(page, 'Saturday');
  await expect(saturday).toContainText('Saturday 05:30 PM');
  await expect(saturday).toContainText('IST');
  await expect(saturday).toContainText('No teacher yet');
  // The new class is the chosen one.
  await expect(page.getByLabel('Select Class').locator('option:checked')).toHaveText(
    `${name} · Saturday 05:30 PM`,
  );
  await expect(page.getByRole('button', { name: 'Add Teacher' })).toBeVisible();

  const { name: teacher, row } = await teacherAt(page, 1);
  await expect(row).toContainText('Not associated');
  await row.getByRole('button', { name: 'Associate', exact: true }).click();
  await expect(said(page, 'Teacher associated')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Unassociate' })).toBeFocused();
  await expect(row).not.toContainText('Not associated');

  await page.getByLabel('Select Teacher').selectOption(teacher);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Teacher Added Successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace Teacher' })).toBeFocused();
  await expect(saturday).toContainText(teacher);
  await expect(page.getByText(`${teacher} teaches this class.`)).toBeVisible();

  await saturday.getByRole('button', { name: 'New timing' }).click();
  const another = page.getByRole('dialog', { name: 'Create New Timing' });
  await expect(another.getByLabel('Class name')).toHaveValue(name);
  await expect(another.getByLabel('Class name')).not.toBeEditable();
  await fillDialog(page, { day: 'Sunday', time: '09:00', zone: 'EST' });
  await another.getByRole('button', { name: 'Create New Timing' }).click();
  await expect(another).toBeHidden();
  const sunday = classRow(page, 'No teacher yet');
  await expect(sunday).toContainText(name);
  // Told on the viewer's clock, with the class's own beside it.
  await expect(sunday).toContainText(/Sunday 0[67]:30 PM\. On the class's own clock: Sunday 09:00 AM E[SD]T/);

  await row.getByLabel(`Student strength of ${teacher}`).fill('35');
  await row.getByLabel(`Student strength of ${teacher}`).press('Enter');
  await expect(said(page, 'Student strength saved')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Select Course').locator('option:checked')).toHaveText(course.name);
  await expect(classRow(page, name)).toHaveCount(2);
  await expect(classRow(page, teacher)).toHaveCount(1);
  await expect(page.getByLabel(`Student strength of ${teacher}`)).toHaveValue('35');
  await expect(row.getByRole('cell').nth(4)).toHaveText('35');
  await expect(row.getByRole('button', { name: 'Unassociate' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('table', { name: 'Teachers' }).getByRole('row').nth(1)).toContainText(teacher);
});

test('a class is changed, its teacher replaced, and deleted only after Yes', async ({ page, request }) => {
  const course = await newCourse(request, unique('Stotra Recitation'));
  const name = unique('Dawn');
  await signIn(page, people.courseAdmin);
  await page.goto(`/manage/${course.id}`);
  await expect(page.getByLabel('Select Course').locator('option:checked')).toHaveText(course.name);
  await createClass(page, { name, day: 'monday', time: '06:30' });
  const first = await teacherAt(page, 1);
  const second = await teacherAt(page, 2);
  for (const { row } of [first, second]) {
    await row.getByRole('button', { name: 'Associate', exact: true }).click();
    await expect(row.getByRole('button', { name: 'Unassociate' })).toBeVisible();
  }
  await page.getByLabel('Select Teacher').selectOption(first.name);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(classRow(page, first.name)).toHaveCount(1);

  await page.getByRole('button', { name: 'Replace Teacher' }).click();
  await expect(said(page, 'Please Select Other Teacher')).toBeVisible();
  await page.getByLabel('Select Teacher').selectOption(second.name);
  await page.getByRole('button', { name: 'Replace Teacher' }).click();
  await expect(said(page, 'Replace Successfully')).toBeVisible();
  await expect(classRow(page, second.name)).toHaveCount(1);

  await classRow(page, name).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Class' });
  await expect(dialog.getByLabel('Slot time')).toHaveValue('06:30');
  await fillDialog(page, { name: `${name} II`, day: 'tuesday', time: '07:15' });
  await dialog.getByRole('button', { name: 'Update Class' }).click();
  await expect(said(page, 'Class Updated Successfully')).toBeVisible();
  await expect(classRow(page, `${name} II`)).toContainText('Tuesday 07:15 AM');
  await expect(classRow(page, `${name} II`).getByRole('button', { name: 'Edit' })).toBeFocused();

  // Now teaching nothing here, the first one can leave; No leaves him where he is.
  const assigned = countOf(page, '/course_assign/course_assign');
  await first.row.getByRole('button', { name: 'Unassociate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
  await expect(said(page, 'Your Operation is reverted!')).toBeVisible();
  expect(assigned.times).toBe(0);
  await first.row.getByRole('button', { name: 'Unassociate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'Teacher unassociated')).toBeVisible();
  await expect(first.row).toContainText('Not associated');

  const deleted = countOf(page, '/courses/delete_class');
  await classRow(page, name).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Delete Class' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(said(page, 'Your Operation is reverted!')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(deleted.times).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await classRow(page, name).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'Class Deleted Successfully')).toBeVisible();
  await expect(classRow(page, name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create Class' })).toBeFocused();
  await expect(page.getByLabel('Select Class')).toHaveValue('');
});

test('refusals tell what is missing', async ({ page, request }) => {
  const course = await newCourse(request, unique('Nyaya Debate'));
  const name = unique('Noon');
  await signIn(page, people.courseAdmin);
  await page.goto(association);
  const courses = page.getByLabel('Select Course');

  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(said(page, 'Please select a course First')).toBeVisible();
  await expect(courses).toBeFocused();
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please Select Course to continue')).toBeVisible();
  await page.getByRole('button', { name: 'Unassociate' }).first().click();
  await expect(said(page, 'Please Select parcticular course')).toBeVisible();
  await expect(page.getByLabel(/^Student strength of/).first()).toHaveAccessibleDescription(
    'Please Select Course to continue',
  );

  await courses.selectOption(course.name);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please select a class')).toBeVisible();
  await expect(page.getByLabel('Select Class')).toBeFocused();
  await expect(page.getByLabel(/^Student strength of/).first()).toHaveAccessibleDescription(
    'Associate the teacher with the course first',
  );

  await page.getByRole('button', { name: 'Create Class' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create Class' });
  await submit.click();
  await expect(said(page, 'Please enter class name')).toBeVisible();
  await expect(dialog.getByLabel('Class name')).toBeFocused();
  await dialog.getByLabel('Class name').fill(name);
  await submit.click();
  await expect(said(page, 'Please select Class Day')).toBeVisible();
  await dialog.getByLabel('Class day').selectOption('Friday');
  await submit.click();
  await expect(said(page, 'Please select slot time')).toBeVisible();
  await expect(dialog.getByLabel('Slot time')).toBeFocused();
  await dialog.getByLabel('Slot time').fill('12:00');
  await dialog.getByLabel('Duration (minutes)').fill('2');
  await submit.click();
  await expect(said(page, 'Please enter 5 to 720 minutes')).toBeVisible();
  await dialog.getByLabel('Duration (minutes)').fill('45');
  await submit.click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please Select Teacher to continue')).toBeVisible();
  await expect(page.getByLabel('Select Teacher')).toBeFocused();

  // What the server refuses is told in its words, and what was entered stays.
  await page.getByRole('button', { name: 'Create Class' }).click();
  await fillDialog(page, { name, day: 'friday', time: '12:00' });
  await submit.click();
  await expect(said(page, 'This class already meets at that time')).toBeVisible();
  await expect(dialog.getByLabel('Class name')).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const { row } = await teacherAt(page, 1);
  await page.route('**/api/course_assign/course_assign', (route) =>
    route.fulfill({ status: 500, json: { status: 500, message: 'Something went wrong', request_id: 'x' } }),
  );
  await row.getByRole('button', { name: 'Associate', exact: true }).click();
  await expect(said(page, 'Internal Server Error')).toBeVisible();
  await expect(row).toContainText('Not associated');
  await page.unroute('**/api/course_assign/course_assign');
  await row.getByRole('button', { name: 'Associate', exact: true }).click();
  await expect(said(page, 'Teacher associated')).toBeVisible();
});

test('somebody else’s course is not shown', async ({ page }) => {
  await signIn(page, people.courseAdmin);
  await page.goto('/manage/999999');
  await expect(page.getByText('This course is not among yours')).toBeVisible();
  await page.getByLabel('Select Course').selectOption('Vedic Chanting: Foundations');
  await expect(page.getByRole('table', { name: 'Teachers' })).toBeVisible();
});

test('what could not be loaded can be tried again', async ({ page }) => {
  await signIn(page, people.admin);
  await page.route('**/api/teacher/get_teacher_bycourse/*', (route) =>
    route.fulfill({ status: 429, json: { status: 429, message: 'Too many requests', request_id: 'x' } }),
  );
  await page.goto(association);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/teacher/get_teacher_bycourse/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Teachers' }).getByRole('row')).toHaveCount(11);
});

test('a class is created by keyboard alone', async ({ page, request }) => {
  const course = await newCourse(request, unique('Mantra Practice'));
  const name = unique('Keys');
  await signIn(page, people.courseAdmin);
  await page.goto(`${association}?course=${course.id}`);
  const opener = page.getByRole('button', { name: 'Create Class' });
  const dialog = page.getByRole('dialog');
  await expect(page.getByText('No classes yet. Create the first one.')).toBeVisible();

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Class name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Class name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Thu');
  await expect(dialog.getByLabel('Class day')).toHaveValue('thursday');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0715AM');
  await expect(dialog.getByLabel('Slot time')).toHaveValue('07:15');
  await page.keyboard.press('Enter');
  await expect(said(page, 'Class Created Successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(classRow(page, name)).toContainText('Thursday 07:15 AM');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page is accessible and fits a phone in ${colorScheme} colours`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await signIn(page, people.courseAdmin);
    await page.goto(association);
    await expect(page.getByRole('button', { name: 'Unassociate' }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Select Course').selectOption('Vedic Chanting: Foundations');
    await page.getByLabel('Select Class').selectOption({ index: 1 });
    await expect(page.getByText(/teaches this class/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await context.close();
  });
}
