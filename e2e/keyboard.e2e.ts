import type { Locator, Page } from '@playwright/test';
import { callAs, demoPassword, enter, newCourse, newEvent, people } from './calls.ts';
import { expect, expectDashboard, said, signIn, test, unique } from './fixtures.ts';
import { firstPassword, newPerson, newStudents } from './newcomers.ts';
import { newClassToday, rowOf, rowsOf, startAs } from './rolls.ts';

// The commonest tasks without a mouse. Every step is done with keys, and after each one the keyboard still has a place
// on the page.

/** The keyboard has a place: a reader and the next Tab would otherwise start at the top again. */
async function expectPlace(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'), { message: 'focus is lost' })
    .not.toBe('BODY');
}

/** Goes on with Tab until there. Fails when the control cannot be reached, or is never told from the others. */
async function tabTo(page: Page, control: Locator, key = 'Tab', most = 60) {
  await expect(control).toBeVisible();
  for (let step = 0; step < most; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control, `within ${most} presses of ${key}`).toBeFocused();
}

async function press(page: Page, control: Locator, key = 'Enter') {
  await tabTo(page, control);
  await page.keyboard.press(key);
  await expectPlace(page);
}

/** Yes to a question; No has the focus first, so that an Enter too many changes nothing. */
async function sayYes(page: Page) {
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
  await press(page, dialog.getByRole('button', { name: 'Yes' }));
  await expect(dialog).toBeHidden();
  await expectPlace(page);
}

/** The field is marked, and its fault is read with it. */
async function expectFault(field: Locator, fault: string | RegExp) {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(fault);
}

/** By the command bar. */
async function jump(page: Page, text: string, kind: string) {
  await expect(page.getByRole('button', { name: 'Find or go to' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.insertText(text);
  const option = page
    .getByRole('group', { name: kind })
    .getByRole('option')
    .filter({ hasText: text })
    .first();
  await expect(option).toBeVisible();
  await expect(async () => {
    if ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
  }).toPass({ intervals: [20] });
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expectPlace(page);
}

// With motion, as most people have it: without, a select and the preview of a homework still lose the focus.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the office by keyboard: in, to a student, and their payment status', async ({ page, request }) => {
  const course = await newCourse(request, unique('Keys'));
  const family = unique('Keys').replaceAll(' ', '');
  await newStudents(request, { family, count: 1, course: course.name });

  // Signing in: a refusal is told at the field.
  await page.goto('/login');
  const email = page.getByLabel('Email');
  await tabTo(page, email);
  await page.keyboard.type('no address');
  await page.keyboard.press('Enter');
  await expectFault(email, 'Mail is not valid');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(people.admin);
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.insertText(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(/Dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // To a page, and to a student, wherever one is.
  await jump(page, 'Payments', 'Pages');
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await jump(page, `Asha A ${family}`, 'Students');
  await expect(page.getByRole('heading', { level: 1, name: `Asha A ${family}` })).toBeVisible();
  await expectPlace(page);

  // The status: chosen, asked, and the place kept.
  const status = page.getByRole('main').getByLabel(`payment status in ${course.name}`);
  await press(page, status.first());
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await sayYes(page);
  await expect(said(page, 'payment status')).toBeVisible();
  await expectPlace(page);
});

test('a course admin by keyboard: a class with its teacher, a course published, an event with its people', async ({
  page,
  request,
}) => {
  const course = await newCourse(request, unique('Keys'));
  const family = unique('Keys').replaceAll(' ', '');
  await newStudents(request, { family, count: 1, course: course.name });
  const owner = await enter(request, people.courseAdmin);
  const event = unique('Satsang');
  // A teacher of its own, whose time no other story uses.
  const teacher = await enter(request, await newPerson(request, 'teacher'), firstPassword);
  await callAs(request, owner, 'post', '/course_assign/course_assign', {
    course_id: Number(course.id),
    user_id: teacher.user_id,
  });
  await newEvent(request, course.id, event);

  // A class and who teaches it, in one dialog that gives the focus back.
  await signIn(page, people.courseAdmin, `/manage/${course.id}`);
  const create = page.getByRole('main').getByRole('button', { name: 'Create Class' });
  await press(page, create);
  const dialog = page.getByRole('dialog', { name: 'Create Class' });
  const name = dialog.getByLabel('Class name');
  const submit = dialog.getByRole('button', { name: 'Create Class' });
  await expect(name).toBeFocused();
  await press(page, submit);
  await expectFault(name, /./);
  await page.keyboard.insertText('Dawn');
  await tabTo(page, dialog.getByLabel('Class day'));
  await page.keyboard.press('t');
  await tabTo(page, dialog.getByLabel('Slot time'));
  await page.keyboard.type('0430AM');
  await tabTo(page, dialog.getByLabel('Teacher'));
  await page.keyboard.press('ArrowDown');
  await press(page, submit);
  await expect(dialog).toBeHidden();
  await expect(create).toBeFocused();
  const line = page.getByRole('list', { name: 'Weekly classes of the course' }).getByRole('listitem');
  await expect(line.filter({ hasText: 'Dawn' })).toBeVisible();
  await expect(line.filter({ hasText: 'Dawn' })).not.toContainText('Choose teacher');

  // Published: the button in the row becomes its contrary under the finger.
  await jump(page, 'My courses', 'Pages');
  await tabTo(page, page.getByLabel('Search', { exact: true }));
  await page.keyboard.insertText(course.name);
  const row = page.getByRole('row').filter({ hasText: course.name });
  await expect(page.getByRole('row')).toHaveCount(2);
  await press(page, row.getByRole('button', { name: /^Actions for/ }));
  await press(page, row.getByRole('button', { name: 'Publish', exact: true }));
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
  await expectPlace(page);

  // An event: published after a question, and somebody taken on.
  await jump(page, 'Events', 'Pages');
  await tabTo(page, page.getByLabel('Search events'));
  await page.keyboard.insertText(event);
  const events = page.getByRole('table', { name: 'Events List' });
  const happening = events.getByRole('row').filter({ hasText: event });
  await expect(events.getByRole('row')).toHaveCount(2);
  await press(page, happening.getByRole('button', { name: /^Actions for/ }));
  await press(page, happening.getByRole('button', { name: /^Publish/ }));
  await sayYes(page);
  await expect(happening.getByRole('button', { name: /^Published/ })).toBeVisible();
  await expectPlace(page);
  const add = page.getByRole('main').getByRole('button', { name: 'Add people' });
  await press(page, add);
  const dialogOfPeople = page.getByRole('dialog', { name: 'Add people' });
  await tabTo(page, dialogOfPeople.getByRole('combobox', { name: 'Event' }));
  await page.keyboard.type(event);
  const email = dialogOfPeople.getByLabel('Student’s email');
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await expectFault(email, /./);
  await page.keyboard.insertText(`asha0.${family}@example.test`);
  await page.keyboard.press('Enter');
  await expect(said(page, 'Successfully student added to event')).toBeVisible();
  await expect(email).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOfPeople).toBeHidden();
  await expect(add).toBeFocused();
});

test('a teacher by keyboard: the form for attendance, a roll, and a homework', async ({ page, request }) => {
  const { teacher, roll } = await newClassToday(request, 3);
  await startAs(page, teacher);
  await page.goto('/mark-attendance');
  const course = page.getByLabel('Select Course');
  await expect(course.getByRole('option').nth(1)).toBeAttached();
  await tabTo(page, course);
  await page.keyboard.press('ArrowDown');
  const group = page.getByLabel('Select Class');
  await expect(group.getByRole('option').nth(1)).toBeAttached();
  await tabTo(page, group);
  await page.keyboard.press('ArrowDown');
  await press(page, page.getByRole('button', { name: 'Show Student Attendance' }));
  const submit = page.getByRole('button', { name: 'Submit Attendance' });
  await press(page, submit);
  await expect(said(page, 'Please select students')).toBeVisible();
  await press(page, page.getByLabel('Select all rows'), 'Space');
  await tabTo(page, page.getByLabel('Attendance Status'));
  await page.keyboard.press('ArrowDown');
  await press(page, submit);
  await expect(said(page, 'Attendence Updated')).toBeVisible();
  await expect(course).toBeFocused();

  await page.goto('/attendance');
  await press(page, page.getByRole('link', { name: /^Morning, / }));
  await expect(rowsOf(page)).toHaveCount(3);
  await expectPlace(page);
  await press(page, rowOf(page, roll.students[0]!), 'Space');
  await press(page, page.getByRole('button', { name: /^Save Morning, / }));
  await expect(said(page, 'Saved: Morning')).toBeVisible();
  await expectPlace(page);

  // A homework is read, taken, and the place in the list kept.
  await signIn(page, people.teacher, '/homeworks');
  await tabTo(page, page.getByLabel('Status'));
  await page.keyboard.type('Pending');
  const open = page.getByRole('table').getByRole('button', { name: /^Open PDF/ });
  await press(page, open.first());
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('img').first()).toBeVisible();
  await press(page, preview.getByRole('button', { name: /^Accept/ }));
  await expect(said(page, 'HomeWork Accepted')).toBeVisible();
  await expect(preview.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expectPlace(page);
});

test('by keyboard: one press shows who has not called, and two correct a mark where it is seen', async ({
  page,
}) => {
  await signIn(page, people.courseAdmin);
  const today = page.getByRole('region', { name: 'Today' });
  await press(page, today.getByRole('link', { name: 'See all' }));
  await expect(page).toHaveURL(/\/today\?tab=unmarked_class$/);
  const late = page.getByRole('table', { name: 'Roll not called' }).getByRole('row');
  await expect(late.nth(1)).toBeVisible();
  await expectPlace(page);

  await signIn(page, people.teacher, '/Student List');
  const student = page.getByRole('table').getByRole('link').first();
  await press(page, student);
  await tabTo(page, page.getByRole('tab', { name: 'Course', exact: true }));
  await tabTo(page, page.getByRole('tab', { name: 'Attendance' }), 'ArrowRight');
  await page.keyboard.press('Enter');
  const mark = page
    .getByRole('list', { name: /^Marks in/ })
    .first()
    .getByRole('button')
    .last();
  await press(page, mark);
  const other = (await mark.textContent())!.includes('Absent') ? 'Present' : 'Absent';
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await tabTo(page, page.getByRole('menuitem', { name: other }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(mark).toHaveAccessibleName(new RegExp(`: ${other}, corrected`));
  await expectPlace(page);
  await press(page, said(page, other).getByRole('button', { name: 'Undo' }));
  await expect(mark).not.toHaveAccessibleName(new RegExp(`: ${other}`));
});

test('people who ask for less motion get none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, people.admin);
  await expectDashboard(page);
  await page.getByRole('button', { name: 'Find or go to' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});
