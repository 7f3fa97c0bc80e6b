import { enter, newCourse, people, callAs } from './calls.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  said,
  signIn,
  test,
  unique,
  uniqueWord,
} from './fixtures.ts';
import { newStudents } from './newcomers.ts';

test('people whose hours were ticked are placed at once, and the others are asked', async ({
  page,
  request,
}) => {
  const admin = await enter(request, people.admin);
  const course = await newCourse(request, unique('To place'), 0);
  await callAs(request, admin, 'post', '/courses/create_class', {
    course_id: Number(course.id),
    class_name: 'Evening',
    class_day: 'saturday',
    time: '18:00',
    time_zone: 'IST',
  });
  const family = uniqueWord();
  await newStudents(request, { family, count: 3, course: course.name });

  await signIn(page, people.admin, `/To Place?course=${encodeURIComponent(course.name)}`);
  const rows = page.getByRole('row').filter({ hasText: family });
  await expect(rows).toHaveCount(3);
  for (const name of ['A', 'B']) {
    await rows
      .filter({ hasText: `Asha ${name} ` })
      .getByRole('link')
      .click();
    await page.getByRole('tab', { name: 'About' }).click();
    await page.getByText('Nobody asked yet').click();
    const week = page.getByRole('table', { name: 'Hours of the week' });
    await week.getByRole('checkbox', { name: 'Saturday 06:00 PM' }).check();
    await page
      .getByRole('group')
      .filter({ has: week })
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    await expect(said(page, `Saved when Asha ${name} ${family} can come`)).toBeVisible();
    await page.goBack();
    await page.goBack();
  }

  await expect(page.getByRole('button', { name: 'Ask 1 person when they can come' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Evening: Saturday 06:00 PM on their clock' })).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Place all 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 people get a class.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Place 2' }).click();
  await expect(said(page, '2 people were placed')).toBeVisible();
  await expect(rows).toHaveCount(1);

  // Nobody knows when the third can come, so somebody chooses.
  await rows.getByRole('button', { name: /^Choose a class for Asha / }).click();
  await page.getByRole('menuitem', { name: /^Evening/ }).click();
  await expect(dialog.getByText('1 person gets a class.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Place Asha / }).click();
  await expect(rows).toHaveCount(0);
});

test(
  'people who fit into no class get one that is created from their group',
  { tag: '@full' },
  async ({ page, request }) => {
    const admin = await enter(request, people.admin);
    const course = await newCourse(request, unique('To open'), 0);
    const family = uniqueWord();
    await newStudents(request, { family, count: 2, course: course.name });
    const { data } = await callAs<{ data: { student_id: number }[] }>(
      request,
      admin,
      'post',
      '/placing/get_proposals',
      { course_id: Number(course.id) },
    );
    for (const { student_id: user_id } of data) {
      await callAs(request, admin, 'post', '/placing/save_wish', {
        user_id,
        course_id: Number(course.id),
        zone: 'Asia/Kolkata',
        hours: [6 * 24 + 7],
        languages: [],
      });
    }

    await signIn(page, people.admin, `/To Place?course=${encodeURIComponent(course.name)}`);
    await page.getByRole('link', { name: `Create a class of ${course.name}, Sunday 07:00` }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Class' });
    await dialog.getByLabel('Class name').fill('Sunday circle');
    await dialog.getByRole('button', { name: 'Create Class' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`/To Place?course=${encodeURIComponent(course.name)}`);
    await expect(page.getByRole('row').filter({ hasText: 'Sunday circle: Sunday 07:00 AM' })).toHaveCount(2);
  },
);
