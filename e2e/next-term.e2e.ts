import { expect, expectAccessible, test } from './fixtures.ts';

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
