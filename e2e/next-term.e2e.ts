import type { Locator } from '@playwright/test';
import { callAs, dayIn, enter, giveClassToTeacher, newCourse, people } from './calls.ts';
import { expect, expectAccessible, signIn, test, unique, uniqueWord } from './fixtures.ts';

test('a course is carried over in six clicks at most', async ({ page }) => {
  const course = await newCourse(page.request, unique('Stotras'), 0);
  await giveClassToTeacher(page.request, course.id);
  const owner = await enter(page.request, people.courseAdmin);
  const call = async <T>(path: string, data: object) => callAs<T>(page.request, owner, 'post', path, data);
  await call('/courses/create_class', {
    course_id: course.id,
    class_name: 'Morning circle',
    class_day: 'sunday',
    time: '07:00',
    time_zone: 'IST',
  });
  const admin = await enter(page.request, people.admin);
  const { classes } = await call<{ classes: { class_id: number; class_name: string }[] }>(
    '/courses/get_courses_students',
    { course_id: course.id },
  );
  const evening = classes.find(({ class_name }) => class_name === 'Evening circle')!;
  const [first, second] = [uniqueWord(), uniqueWord()];
  for (const last_name of [first, second]) {
    await callAs(page.request, admin, 'post', '/student/add_student', {
      first_name: 'Gargi',
      last_name,
      email_id: `${last_name.toLowerCase()}@example.test`,
      phone_number: '',
      course_id: course.id,
      class_id: evening.class_id,
    });
  }

  await signIn(page, people.courseAdmin, `/single course/${course.id}`);
  let clicks = 0;
  const press = async (one: Locator) => {
    clicks += 1;
    await one.click();
  };
  await press(page.getByRole('tab', { name: 'Classes' }).first());
  await press(page.getByRole('tab', { name: 'Term' }));
  await press(page.getByRole('button', { name: 'Next term' }));
  const dialog = page.getByRole('dialog');
  const next = unique('Stotras again');
  await dialog.getByLabel('Name of the next course').fill(next);
  await dialog.getByLabel('Begins on').fill(dayIn(200));
  await dialog.getByLabel('Places are kept until').fill(dayIn(20));
  // It closes the calendar.
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('2 of 2 students are asked')).toBeVisible();
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Make the next term and ask 2 students' }));
  await expect(page.getByRole('heading', { name: next })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(6);
  await expect(page.getByText('2 without an answer')).toBeVisible();
  // One of the two changes the class.
  await page.getByRole('button', { name: `Other class for Gargi ${first}` }).click();
  await page.getByRole('menuitem', { name: /^Morning circle/ }).click();
  await expect(page.getByText('1 without an answer')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Morning circle');
  await page.getByText('The term before is').getByRole('link').click();
  await page.getByRole('tab', { name: 'Classes' }).first().click();
  await page.getByRole('tab', { name: 'Term' }).click();
  await expect(page.getByText('Continues as').getByRole('link', { name: next })).toBeVisible();
  await page.getByRole('button', { name: 'Next term' }).click();
  await expect(page.getByRole('dialog')).toContainText(`There is already ${next} from`);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the link of a teacher shows their classes, and a press answers', async ({ page }) => {
  const secret = 't_Zm9vYmFyYmF6Zm9vYmFyYmF6';
  const asked = {
    asked_id: 7,
    class_name: 'Morning',
    times: [{ class_day: 'monday', time: '07:00', zone: 'America/New_York' }],
    answer: null,
    words: '',
  };
  const pressed: unknown[] = [];
  // The mail with the link waits for a minute, so the answers of the server stand here.
  await page.route('/api/continuations/*', async (route) => {
    const body = route.request().postDataJSON() as object;
    if (route.request().url().endsWith('answer_class')) {
      pressed.push(body);
      Object.assign(asked, body);
    }
    const data = { fullname: 'Bina', course_name: 'Gita', start_date: '2036-01-07', classes: [asked] };
    await route.fulfill({ json: { status: 200, message: 'success', data } });
  });
  await page.setViewportSize({ width: 360, height: 760 });
  await page.goto(`/cover/${secret}`);
  await expect(page.getByText('Bina, Gita begins again on 07-Jan-2036')).toBeVisible();
  await expect(page.getByText('Monday 07:00 AM (Eastern Time)')).toBeVisible();
  await expectAccessible(page);
  expect(pressed).toEqual([]);
  await page.getByLabel('If another time').fill('Tuesdays');
  await page.getByRole('button', { name: 'Another time: Morning' }).click();
  await expect(page.getByText('You answered: Another time')).toBeVisible();
  expect(pressed).toEqual([{ secret, asked_id: 7, answer: 'other_time', words: 'Tuesdays' }]);
});
