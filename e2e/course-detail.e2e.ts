import { people } from './calls.ts';
import { expect, signIn, test } from './fixtures.ts';

/** A demo course of the course admin, in which teacher@gurukul.test and others teach. */
const demo = { id: 1, name: 'Vedic Chanting: Foundations' };

test(
  'a teacher sees only himself on the single course, and everybody on the course to view',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.teacher, `/single%20course/${demo.id}?tab=instructor`);
    await expect(page.getByRole('heading', { level: 1, name: demo.name })).toBeVisible();
    const instructors = page.getByRole('tabpanel').getByRole('listitem');
    await expect(instructors).toHaveCount(1);
    const edit = page.getByRole('button', { name: 'Edit Course' });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await edit.focus();
    await expect(page.getByRole('tooltip')).toHaveText('Only the office may edit this course.');
    await expect(page.getByText('Students enrolled')).toBeVisible();
    await expect(page.getByText('Teachers', { exact: true })).toHaveCount(0);

    await page.goto(`/viewcourse/${demo.id}?tab=instructor`);
    await expect.poll(() => instructors.count()).toBeGreaterThan(1);
    await expect(page.getByText('Edit Course')).toHaveCount(0);
    await expect(page.getByText('Teachers', { exact: true })).toHaveCount(0);

    await page.goto('/viewcourse');
    await expect(page.getByRole('heading', { level: 1, name: demo.name })).toBeVisible();
  },
);

test('without a chosen course the course to view leads to the list', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.teacher, '/viewcourse');
  await expect(page).toHaveURL(/\/All%20Courses$/);
});

test('the course admin reads overview, curriculum and instructors by keyboard', async ({ page }) => {
  await signIn(page, people.courseAdmin, `/single%20course/${demo.id}`);
  await expect(page.getByRole('heading', { level: 1, name: demo.name })).toBeVisible();
  await expect(page.getByText('Teachers', { exact: true })).toBeVisible();
  await expect(page.getByText('Yearly, 12 months')).toBeVisible();

  // The first 42 characters of a longer text; a shorter one stays whole.
  await expect(
    page.getByText('Every line is heard twice before it is rep...', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('The teacher hears each voice in every class.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Read more about Listening first' }).click();
  await expect(page.getByText('Every line is heard twice before it is repeated, and recorded')).toBeVisible();

  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=curriculum$/);
  const curriculum = page.getByRole('tabpanel', { name: 'Curriculum' });
  await expect(curriculum.getByRole('heading', { name: 'Week 1', exact: true })).toBeVisible();
  await expect(curriculum.getByText('Posture, breath and the invocation', { exact: true })).toBeVisible();
  const video = curriculum.getByRole('link', { name: /^Video of Posture, breath/ });
  await expect(video).toHaveAttribute('href', /^https:/);
  await expect(video).toHaveAttribute('rel', /noopener/);
  await expect(curriculum.getByText('Homework').first()).toBeVisible();

  await page.reload();
  await expect(curriculum).toBeVisible();
  await page.getByRole('tab', { name: 'Curriculum' }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Instructor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Course' })).toHaveAttribute('href', /\/edit\/1$/);
});
