import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
  newCourse,
  people,
  signIn,
  signOut,
  test,
  unique,
} from './fixtures.ts';

/** A demo course of the course admin, in which teacher@gurukul.test and others teach. */
const demo = { id: 1, name: 'Vedic Chanting: Foundations' };

const hostile = [
  '<p onclick="window.__hit=1">Harmless words</p>',
  '<img src=x onerror="window.__hit=1">',
  '<script>window.__hit=1</script>',
  '<svg onload="window.__hit=1"><animate onbegin="window.__hit=1" attributeName=x></svg>',
  '<a href="javascript:window.__hit=1">a link</a>',
  '<iframe srcdoc="<script>parent.__hit=1</script>"></iframe>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.__hit=1"></style></mglyph></table></mtext></math>',
  '<form action="/api/logout"><button autofocus onfocus="window.__hit=1">Press</button></form>',
].join('');

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
  await expect(page.getByRole('tabpanel', { name: 'Instructor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Course' })).toHaveAttribute('href', /\/edit\/1$/);

  await signOut(page);
  await signIn(page, people.admin, `/course/${demo.id}`);
  await expect(page.getByRole('link', { name: 'Edit Course' })).toHaveAttribute('href', /\/editcourse\/1$/);
});

test(
  'a course that does not exist and a course of somebody else look the same',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.courseAdmin);
    for (const address of ['/single%20course/3', '/single%20course/987654', '/single%20course/abc']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: 'Course not found' })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the courses' }).click();
    await expect(page).toHaveURL(/\/my%20courses$/);
  },
);

test('a description with hostile markup shows its words and does nothing', async ({ page, request }) => {
  const course = await newCourse(request, unique('Careful Reading'), hostile);
  await signIn(page, people.courseAdmin, `/single%20course/${course.id}`);
  const panel = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(panel.getByText('Harmless words')).toBeVisible();
  await panel.getByText('Harmless words').click();
  await expect(panel.locator('script, iframe, form, svg[onload], [onclick], [onerror]')).toHaveCount(0);
  await expect(panel.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(await page.evaluate(() => '__hit' in window)).toBe(false);
});

/** The form's calls without the form, as the signed-in person of the page. */
async function asForm(page: Page, method: 'POST' | 'PUT', address: string, data: object) {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(`/api${address}`, { method, headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function storePdf(page: Page, name: string) {
  const buffer = Buffer.from('%PDF-1.4\n%%EOF\n');
  const type = 'application/pdf';
  const begun = await asForm(page, 'POST', '/files/begin', {
    kind: 'topic_pdf',
    name,
    type,
    size: buffer.length,
  });
  const headers = { 'content-type': type, ...begun.upload.headers };
  const sent = await page.request.fetch(begun.upload.url, {
    method: begun.upload.method,
    headers,
    data: buffer,
  });
  expect(sent.ok()).toBe(true);
  const { location } = await asForm(page, 'POST', '/files/finish', { file_id: begun.file_id });
  return { location: String(location), buffer };
}

test(
  'everything that the form stored shows harmlessly, and a topic hands out its PDF',
  { tag: '@full' },
  async ({ page, request }) => {
    const course = await newCourse(request, unique('<b>Bold</b> "Study"'));
    await signIn(page, people.courseAdmin);
    const pdf = await storePdf(page, 'Week one.pdf');
    const uid = await page.evaluate(() => localStorage.getItem('uid'));
    await asForm(page, 'PUT', '/courses/edit_course_by_courseadmin', {
      course_id: Number(course.id),
      course_name: course.name,
      course_duration: 'quarterly',
      start_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      added_by: uid,
      type: null,
      description: JSON.stringify({ description: hostile }),
      what_we_learn: JSON.stringify({ what: hostile }),
      note: JSON.stringify({ note: hostile }),
      glimpse: [
        {
          glimpse_id: null,
          glimpse_name: '<img src=x onerror=alert(1)>',
          glimpse_description: `${hostile}<p>and a glimpse of more than forty-two</p>`,
          glimpse_image: '',
          state: 'ADD',
        },
      ],
      total_topics: [
        {
          topic_id: null,
          weekCount: 2,
          topicName: '<script>window.__hit=1</script>',
          video: 'https://videos.example.org/two',
          homework: 'true',
          pdf: pdf.location,
          pdfName: 'Week one.pdf',
          state: 'ADD',
        },
      ],
      prices: [
        {
          id: null,
          country_name: 'India',
          country_code: 'IN',
          currency_code: 'INR',
          price_value: '1500',
          state: 'ADD',
        },
        {
          id: null,
          country_name: 'Japan',
          country_code: 'JP',
          currency_code: 'JPY',
          price_value: '',
          state: 'ADD',
        },
      ],
    });

    // As if the page had stood open for longer than its links work.
    await page.route(
      '**/api/courses/get_single_course',
      async (route) => {
        const answer = await route.fetch();
        const text = await answer.text();
        await route.fulfill({
          response: answer,
          body: text.replaceAll(/signature=[\w-]{4}/g, 'signature=past'),
        });
      },
      { times: 1 },
    );
    await page.goto(`/single%20course/${course.id}`);
    await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible();
    await expect(page.getByText('INR 1,500')).toBeVisible();
    await expect(page.getByText('No price', { exact: true })).toBeVisible();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText('Harmless words')).toHaveCount(4);
    await expect(panel.getByRole('heading', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
    await panel.getByRole('button', { name: /^Read more about/ }).click();
    await expect(panel.getByText('and a glimpse of more than forty-two')).toBeVisible();
    await expect(panel.locator('script, iframe, form, math, [onclick], [onerror], [onfocus]')).toHaveCount(0);

    await page.getByRole('tab', { name: 'Curriculum' }).click();
    const topic = panel.getByRole('listitem').filter({ hasText: 'window.__hit' }).last();
    await expect(topic).toContainText('<script>window.__hit=1</script>');
    await expect(topic).toContainText('Homework');
    const link = topic.getByRole('link', { name: /^Week one.pdf/ });
    const dead = await link.getAttribute('href');
    expect((await page.request.get(dead ?? '')).status()).toBe(403);
    for (const press of [
      () => link.click(),
      () => link.click({ button: 'middle' }),
      () => link.click({ modifiers: ['ControlOrMeta'] }),
      () => link.press('Enter'),
    ]) {
      const begun = page.waitForEvent('download');
      await press();
      const file = await begun;
      expect(file.suggestedFilename()).toBe('Week one.pdf');
      expect(readFileSync(await file.path()).equals(pdf.buffer)).toBe(true);
      await expect(link).toHaveAttribute('aria-busy', 'false');
    }
    expect(await page.evaluate(() => '__hit' in window)).toBe(false);

    // Without the signature the same file is not handed out.
    expect((await page.request.get(pdf.location)).status()).toBe(403);
  },
);

test('a picture that cannot be shown gives way to the drawn one', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.courseAdmin);
  await page.route('**/api/courses/get_single_course', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.course.course_image = '/files/00000000-0000-4000-8000-000000000000.png';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/single%20course/${demo.id}`);
  const drawn = page.getByRole('img', { name: `Picture of ${demo.name}` }).and(page.locator('svg'));
  await expect(drawn).toBeVisible();
  await expect(drawn).toHaveAttribute('width', '480');
});

test('a course that could not be loaded can be asked for again', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.courseAdmin);
  const address = '**/api/courses/get_single_course';
  await page.route(address, (route) =>
    route.fulfill({ status: 400, json: { status: 400, message: 'Not now' } }),
  );
  await page.goto(`/single%20course/${demo.id}`);
  await expect(page.getByText('Not now')).toBeVisible();
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: demo.name })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every tab of a course is accessible and nothing sticks out', { tag: '@full' }, async ({ page }) => {
    await signIn(page, people.courseAdmin);
    for (const tab of ['Overview', 'Curriculum', 'Instructor']) {
      await page.goto(`/single%20course/${demo.id}?tab=${tab.toLowerCase()}`);
      await expect(page.getByRole('tabpanel', { name: tab }).getByRole('heading').first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBoth(page);
    }
  });
});
