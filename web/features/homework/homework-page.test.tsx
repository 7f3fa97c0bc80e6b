import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAt } from '#web/test/open-at.tsx';
import { HomeworkPage } from './homework-page.tsx';

test.each([
  ['/homeworks?status=pending', true],
  ['/homeworks?status=pending&course=1', false],
  ['/homeworks?status=rejected', false],
])('an empty list at %s says that nothing waits: %s', async (address, isSaid) => {
  globalThis.fetch = async () =>
    Response.json({
      status: 200,
      message: 'success',
      data: [],
      courses: [{ course_id: 1, course_name: 'Gita' }],
      classes: [],
    });
  openAt(address, { '/homeworks': HomeworkPage });
  await expect.element(page.getByText(isSaid ? 'Nothing waits for you' : 'No Records')).toBeVisible();
});
