import type { APIRequestContext, Page } from '@playwright/test';
import { callAs, enter, giveClassToTeacher, newCourse, newEvent, people } from './calls.ts';
import { expect, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { importStudents } from './newcomers.ts';

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format();

interface StudentsAnswer {
  data: { user_id: number; class_id: number }[];
}

/** A student that no other story uses: in two classes of a new course on the same evening, and present there today. */
async function newStudent(request: APIRequestContext, last_name = 'Rao') {
  const course = await newCourse(request, unique('Stotra'));
  await giveClassToTeacher(request, course.id);
  const owner = await enter(request, people.courseAdmin);
  const slot = { class_day: 'saturday', time: '07:00', time_zone: 'IST' };
  const post = async <T>(path: string, data: object) => callAs<T>(request, owner, 'post', path, data);
  await post('/courses/create_class', {
    course_id: course.id,
    class_name: 'Morning circle',
    ...slot,
  });

  const email_id = `${unique('asha').replaceAll(' ', '.')}@example.test`;
  const row = { first_name: 'Asha', last_name, email_id, phone_number: '9876543210' };
  await importStudents(request, owner.token, [
    { ...row, address: 'Temple Street 7', course_name: course.name, class_name: 'Evening circle' },
  ]);
  const { data } = await post<StudentsAnswer>('/update_details/get_student_details_by_email', { email_id });
  const { user_id, class_id } = data[0]!;
  await post('/student/student_attendence', {
    attendence: [
      {
        student_id: user_id,
        teacher_id: owner.user_id,
        course_id: course.id,
        class_id,
        date: today,
        attendence: 'present',
      },
    ],
  });
  return { id: user_id, email: email_id, course: course.name, courseId: course.id };
}

const status = (page: Page, what: string) => page.getByRole('button', { name: new RegExp(`^${what} in`) });

async function choose(page: Page, what: string, value: string) {
  await status(page, what).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

const answer = (page: Page, what: string, yesOrNo: 'Yes' | 'No') =>
  page
    .getByRole('dialog', { name: `Are you sure? You want to change ${what}` })
    .getByRole('button', { name: yesOrNo })
    .click();

test('on a phone the head of a student says what is paid', async ({ page, request }) => {
  const { id } = await newStudent(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, people.courseAdmin, `/Single%20Student/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible();
  const courses = page.getByRole('list', { name: 'Courses and statuses' });
  await expect(courses.getByText('Payment status: Not set')).toBeVisible();
});

test(
  'a course admin changes statuses and the region of a student',
  { tag: '@full' },
  async ({ page, request, context }) => {
    const { id, course } = await newStudent(request);
    await signIn(page, people.courseAdmin, `/Single%20Student/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible();
    const cards = page.getByRole('region', { name: 'Figures of Asha Rao' });
    await expect(cards.getByText('1 of 1 meetings')).toBeVisible();
    await expect(page.getByText('Temple Street 7')).toBeVisible();

    const payment = status(page, 'payment status');
    const before = await payment.textContent();
    await choose(page, 'payment status', 'Sponsored');
    await expect(page.getByRole('dialog')).toContainText(`Asha Rao, ${course}`);
    await answer(page, 'payment status', 'No');
    await expect(payment).toBeFocused();
    await expect(payment).toHaveText(before!);
    await choose(page, 'payment status', 'Sponsored');
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).dblclick();
    await expect(said(page, 'The payment status is Sponsored now')).toBeVisible();
    // Somebody else, or the same person in another tab, comes first; who returns to this one sees it.
    const other = await context.newPage();
    await other.goto(`/Single%20Student/${id}`);
    await expect(status(other, 'payment status')).toHaveText('Sponsored');
    await choose(other, 'registration status', 'Completed');
    await answer(other, 'registration status', 'Yes');
    await expect(said(other, 'The registration status is Completed now')).toBeVisible();
    await other.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(status(page, 'registration status')).toHaveText('Completed');

    const region = page.getByRole('button', { name: 'Region: ' });
    const chooseNepal = async () => {
      await region.click();
      await page.getByRole('combobox', { name: 'Region' }).fill('Nep');
      await page.getByRole('option', { name: 'Nepal (NP)' }).click();
    };
    await chooseNepal();
    await expect(said(page, 'The region is Nepal now')).toBeVisible();
    await page.reload();
    await expect(region).toHaveText('Nepal');
    await expect(payment).toHaveText('Sponsored');
  },
);

test(
  'a student who is moved keeps their attendance in the old class',
  { tag: '@full' },
  async ({ page, request }) => {
    const { id, email, course } = await newStudent(request);
    await signIn(page, people.courseAdmin, '/updating');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(said(page, 'Please enter email id')).toBeVisible();
    const field = page.getByLabel('Email of the student');
    await expect(field).toBeFocused();
    await field.fill('nobody@example.test');
    await field.press('Enter');
    await expect(said(page, 'Invalid Email id')).toBeVisible();

    await page.goto(`/Single%20Student/${id}`);
    await page.getByRole('button', { name: 'Move to another class' }).click();
    await page.getByRole('menuitem', { name: 'Another course…' }).click();
    await expect(field).toHaveValue(email);
    const chosenClass = page.getByLabel('Class', { exact: true });
    await expect(chosenClass.locator('option:checked')).toContainText('Evening circle (Monday 06:00 PM)');
    const update = page.getByRole('button', { name: 'Update course and class' });
    await update.click();
    await expect(said(page, 'The student already has this course and class')).toBeVisible();

    const chosenCourse = page.getByLabel('Course', { exact: true });
    await chosenCourse.selectOption('');
    await update.click();
    await expect(said(page, 'Please select course')).toBeVisible();
    await expect(chosenCourse).toBeFocused();
    await chosenCourse.selectOption(course);
    await chosenClass.selectOption({ label: 'Morning circle (Saturday 07:00 AM)' });
    await update.click();
    await expect(said(page, 'Course and class have been updated')).toBeVisible();
    // They are to be told, or not.
    await expect(page.getByRole('dialog', { name: 'Tell 1 person?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(update).toBeFocused();
    await page.getByLabel('Language of Asha Rao').selectOption('Sanskrit');
    await page.getByRole('button', { name: 'Update language' }).click();
    await expect(said(page, 'Language has been Updated..')).toBeVisible();

    await page.getByRole('link', { name: 'Asha Rao' }).click();
    const courses = page.getByRole('table', { name: 'Courses of Asha Rao' });
    await expect(courses.getByRole('row').nth(1)).toContainText('Morning circle');
    await expect(page.getByText('Sanskrit', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Attendance' }).click();
    const marks = page.getByRole('table', { name: 'Attendance of Asha Rao' });
    await expect(marks.getByRole('row').nth(1)).toContainText('Evening circle');
  },
);

/** Counts the presses of the pointer from now on. */
async function countClicks(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dataset['presses'] = '0';
    addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement;
        dataset['presses'] = String(Number(dataset['presses']) + 1);
      },
      { capture: true },
    );
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['presses']));
}

test(
  'half a name and two clicks change a payment status, two move to a class, and Undo takes them back',
  { tag: '@full' },
  async ({ page, request }) => {
    const last = uniqueWord();
    await newStudent(request, last);
    await signIn(page, people.courseAdmin);
    await expect(page.getByRole('button', { name: 'Find or go to' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused();
    await page.keyboard.insertText(last.slice(0, -2));
    await expect(page.getByRole('option', { name: new RegExp(last) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Asha ${last}` })).toBeVisible();

    const clicks = await countClicks(page);
    const payment = page.getByRole('button', { name: /^Payment status .+ in / });
    const before = await payment.textContent();
    await payment.click();
    await page.getByRole('menuitem', { name: 'Sponsored' }).click();
    const done = said(page, 'The payment status is Sponsored now');
    await expect(done).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(payment).toContainText('Sponsored');
    expect(await clicks()).toBe(2);
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(payment).toHaveText(before!);

    const counted = await clicks();
    await page.getByRole('button', { name: 'Move to another class' }).click();
    await expect(page.getByRole('menuitem', { name: /^Evening circle/ })).toContainText('now in this class');
    const morning = page.getByRole('menuitem', { name: /^Morning circle/ });
    await expect(morning).toContainText('no limit set');
    await morning.click();
    const moved = said(page, 'Course and class have been updated');
    await expect(moved).toBeVisible();
    expect((await clicks()) - counted).toBe(2);
    await expect(page.getByRole('dialog', { name: 'Tell 1 person?' })).toBeVisible();
    await page.keyboard.press('Escape');
    const courses = page
      .getByRole('table', { name: /^Courses of/ })
      .getByRole('row')
      .nth(1);
    await expect(courses).toContainText('Morning circle');
    await moved.getByRole('button', { name: 'Undo' }).click();
    await expect(courses).toContainText('Evening circle');
  },
);

test(
  'a teacher corrects a mark where it is seen, in two clicks, and no other',
  { tag: '@full' },
  async ({ page, request }) => {
    const { id } = await newStudent(request);
    await signIn(page, people.teacher, `/Student%20Profile/${id}?tab=attendance`);
    const strip = page.getByRole('list', { name: /^Marks in/ });
    const mark = strip.getByRole('button');
    await expect(mark).toHaveAccessibleName(/: Present$/);
    const clicks = await countClicks(page);
    await mark.click();
    await page.getByRole('menuitem', { name: 'Absent' }).click();
    const done = said(page, 'Absent');
    await expect(done).toBeVisible();
    expect(await clicks()).toBe(2);
    await expect(mark).toHaveAccessibleName(/: Absent, corrected$/);
    const table = page.getByRole('table', { name: 'Attendance of Asha Rao' });
    await expect(table.getByRole('row').nth(1)).toContainText('Absent');
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(mark).toHaveAccessibleName(/: Present/);

    // Tabs have addresses, and Back goes through them.
    await page.getByRole('tab', { name: 'Homework' }).click();
    await expect(page).toHaveURL(/tab=homework$/);
    await page.goBack();
    await expect(strip).toBeVisible();
  },
);

test(
  'a student leaves a course by a question that names it, and shows why a mail was not sent',
  { tag: '@full' },
  async ({ page, request }) => {
    const { id, course, courseId } = await newStudent(request);
    await newEvent(request, courseId, 'Evening of lamps');
    await signIn(page, people.admin, `/student/${id}?tab=mails`);
    await expect(page.getByText('No mails yet')).toBeVisible();
    const unsent = page.getByRole('listitem').filter({ hasText: 'Evening of lamps' });
    await expect(unsent).toContainText('The event is not published yet.');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: `Unassociate from ${course}` }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect(question).toContainText(`Asha Rao leaves ${course} and its class.`);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toHaveCount(0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: `Unassociate from ${course}` }).click();
    await question.getByRole('button', { name: `Unassociate from ${course}` }).click();
    await expect(said(page, 'Unassociated!')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Payment status .+ in / })).toHaveCount(0);
  },
);
