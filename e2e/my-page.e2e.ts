import type { BrowserContext, Page } from '@playwright/test';
import {
  demoPassword,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  giveClassToTeacher,
  newCourse,
  people,
  signIn,
  test,
  unique,
  uniqueWord,
  violationsOf,
} from './fixtures.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { callAs, enter } from './rolls.ts';

interface Student {
  readonly id: number;
  readonly classId: number;
  readonly email: string;
  readonly name: string;
}

/** A student of their own in a class that meets every Monday. */
async function newStudent({ request }: Page): Promise<Student> {
  const course = await newCourse(request, unique('Stotras'), '', 0);
  await giveClassToTeacher(request, course.id);
  const admin = await enter(request, people.admin, demoPassword);
  const { classes } = await callAs<{ classes: { class_id: number }[] }>(
    request,
    admin,
    'post',
    '/courses/get_courses_students',
    { course_id: course.id },
  );
  const [word, classId] = [uniqueWord(), classes[0]!.class_id];
  const student = { first_name: 'Gargi', last_name: word, email_id: `${word.toLowerCase()}@example.test` };
  const { data } = await callAs<{ data: { user_id: number } }>(
    request,
    admin,
    'post',
    '/student/add_student',
    {
      ...student,
      phone_number: '',
      course_id: course.id,
      class_id: classId,
    },
  );
  return { id: data.user_id, classId, email: student.email_id, name: `Gargi ${word}` };
}

/** A phone of the reader, which is signed in nowhere. */
async function newPhone(context: BrowserContext, scheme: 'light' | 'dark'): Promise<Page> {
  const phone = await context.browser()!.newContext({
    baseURL: new URL(context.pages()[0]!.url()).origin,
    viewport: { width: 390, height: 844 },
    colorScheme: scheme,
  });
  return phone.newPage();
}

/** Gives the code of the nth mail, and opens the page. */
async function openOn(phone: Page, link: string, { email, name }: Student, nth: number) {
  await phone.goto(link);
  await expect(phone.getByText(name)).toHaveCount(0);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Send me the code' }).click();
  await phone.getByLabel('Code from the mail').fill(codeIn(await mailTo(email, 'my_page_code', nth)));
  await expectAccessible(phone);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name })).toBeVisible();
}

test('a student opens their page on a phone, says that they cannot come and proposes a correction', async ({
  page,
  context,
}) => {
  const student = await newStudent(page);
  await signIn(page, people.admin, `/student/${student.id}?tab=my-page`);
  const links = page.getByRole('region', { name: 'Links' });
  await expect(links).toContainText('No link yet');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
  await expect(page.getByText(`The link goes to ${student.email}`)).toBeVisible();
  await expect(links).toContainText('Not opened yet');
  const link = linkIn(await mailTo(student.email, 'my_page_link'));

  const phone = await newPhone(context, 'dark');
  await openOn(phone, link, student, 1);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.emulateMedia({ colorScheme: 'light' });
  expect(await violationsOf(phone)).toEqual([]);

  // By keyboard alone.
  const cannot = phone.getByText('I cannot come').first();
  await cannot.focus();
  await phone.keyboard.press('Enter');
  await phone.getByLabel('Reason, if you like').first().fill('We travel');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('status')).toHaveText('The teacher sees that you cannot come.');
  await expect(phone.getByText('You said that you cannot come.')).toBeVisible();
  await expectAccessible(phone);

  await phone.getByText('Is something wrong?').click();
  await phone.getByLabel('City').fill('Puri');
  await phone.getByRole('button', { name: 'Propose it to the office' }).click();
  await expect(phone.getByRole('status')).toHaveText('The office sees your proposal.');

  await phone.getByText('Settings').click();
  await phone.getByLabel('Language of this page and its mails').selectOption('te');
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.getByRole('status')).toHaveText('మీ సెట్టింగులు భద్రమయ్యాయి.');
  await expect(phone.locator('html')).toHaveAttribute('lang', 'te');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.locator('summary').last().click();
  await phone.locator('select[name="language"]').selectOption('hi');
  await phone.locator('form[action$="/settings"] button').click();
  await expect(phone.locator('html')).toHaveAttribute('lang', 'hi');
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.context().close();

  await page.goto('/students');
  await page.getByRole('link', { name: student.name }).first().click();
  const corrections = page.getByRole('region', { name: 'Proposed corrections' });
  await expect(corrections).toContainText('nothing → Puri');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Take City of ${student.name}` }).click();
  await expect(page.getByText('The correction is saved')).toBeVisible();
  await expect(corrections).toContainText('No proposed corrections');

  await page.goto(`/class/${student.classId}?tab=answers`);
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('We travel');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Mark as seen: the answer of ${student.name}` }).click();
  await expect(answers).toContainText('Seen by');
});

test(
  'a forwarded link asks for a code, and an ended one shows nothing',
  { tag: '@full' },
  async ({ page, context }) => {
    const student = await newStudent(page);
    await signIn(page, people.admin, `/student/${student.id}?tab=my-page`);
    await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
    const link = linkIn(await mailTo(student.email, 'my_page_link'));
    const phone = await newPhone(context, 'light');
    await openOn(phone, link, student, 1);

    const stranger = await newPhone(context, 'light');
    await stranger.goto(link);
    await stranger.getByRole('button', { name: 'Send me the code' }).click();
    await stranger.getByLabel('Code from the mail').fill('000000');
    await stranger.getByRole('button', { name: 'Open my page' }).click();
    await expect(stranger.getByRole('alert')).toContainText('This code is not right');
    await expectAccessible(stranger);

    await page.reload();
    await page.getByRole('button', { name: `End the link of ${student.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click();
    await expect(page.getByText('The link has ended')).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole('heading')).toHaveText('This link does not work');
    await expectAccessible(phone);
    for (const one of [phone, stranger]) await one.context().close();
  },
);

test(
  'the page is painted within 1.5 seconds on a slow phone',
  { tag: '@full' },
  async ({ page, context }) => {
    const student = await newStudent(page);
    await signIn(page, people.admin, `/student/${student.id}?tab=my-page`);
    await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
    const phone = await newPhone(context, 'light');
    await openOn(phone, linkIn(await mailTo(student.email, 'my_page_link')), student, 1);
    const session = await phone.context().newCDPSession(phone);
    await session.send('Network.enable');
    // A phone on a poor mobile network.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await phone.reload();
    const { paint, bytes, requests } = await phone.evaluate(
      async () =>
        new Promise<{ paint: number; bytes: number; requests: number }>((resolve) => {
          new PerformanceObserver((list) => {
            const [document] = performance.getEntriesByType('navigation');
            const bytes = document instanceof PerformanceNavigationTiming ? document.transferSize : Infinity;
            const requests = performance.getEntriesByType('resource').length;
            resolve({ paint: list.getEntries().at(-1)?.startTime ?? Infinity, bytes, requests });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    expect(paint).toBeLessThan(1500);
    expect(bytes).toBeLessThan(60 * 1024);
    expect(requests).toBe(0);
    await phone.context().close();
  },
);
