import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Page } from '@playwright/test';
import { type SignedIn, callAs, demoPassword, enter, people } from './calls.ts';
import { expect, expectAccessible, openOnPhone, followMenu, said, signIn, test, unique } from './fixtures.ts';
import { coloursOf, pdfOf } from './pdf.ts';

interface Student {
  id: number;
  fullname: string;
  email_id: string;
  course_id: number;
  class_id: number;
}

/** Different students of the teacher, of one class, with that many homeworks between them. */
async function findStudents(request: APIRequestContext, count: number): Promise<Student[]> {
  const teacher = await enter(request, people.teacher);
  const { data } = await callAs<{ data: Student[] }>(
    request,
    teacher,
    'get',
    `/teacher/getstudents_under_teacher/${teacher.user_id}/0/0`,
  );
  const byClass = Map.groupBy(data, ({ class_id }) => class_id);
  return [...byClass.values()].find((group) => group.length >= count)!.slice(0, count);
}

/** Hands in a PDF for each student, as the public site does. */
async function handIn(
  request: APIRequestContext,
  admin: SignedIn,
  students: readonly Student[],
  week_name: string,
  pdf: Buffer,
) {
  const made = await callAs<{ data: { key: string } }>(request, admin, 'post', '/intake/keys', {
    name: week_name,
    scopes: ['homework'],
    password: demoPassword,
  });
  const site = { token: made.data.key };
  for (const { course_id, email_id } of students) {
    const file = { name: 'answers.pdf', size: pdf.length };
    const begun = await callAs<{ file_id: string; upload: { url: string } }>(
      request,
      site,
      'post',
      '/intake/files/begin',
      file,
    );
    await request.put(begun.upload.url, {
      headers: { 'content-type': 'application/pdf' },
      data: pdf,
    });
    const { file_id } = begun;
    await callAs(request, site, 'post', '/intake/files/finish', { file_id });
    const answer = await callAs<{ data: { counts: { created: number } } }>(
      request,
      site,
      'post',
      '/intake/homework',
      {
        items: [{ file_id, email_id, course_id, week_name }],
      },
    );
    expect(answer.data.counts.created).toBe(1);
  }
}

const rowOf = (page: Page, { fullname }: Student) => page.getByRole('row').filter({ hasText: fullname });

test('a teacher reads homework, decides one by one and several at once, and hears who was quicker', async ({
  page,
}) => {
  const week = unique('Week');
  const students = await findStudents(page.request, 5);
  const [read, refused, taken, last, lost] = students as [Student, Student, Student, Student, Student];
  const pdf = pdfOf('What is dharma?', 'My answer');
  const admin = await enter(page.request, people.admin);
  await handIn(page.request, admin, students, week, pdf);
  const reject = async ({ fullname }: Student) => {
    const teacher = await enter(page.request, people.teacher);
    const address = `/teacher/get_teacher_homework/${teacher.user_id}/0/0`;
    const { data } = await callAs<{ data: { id: number; week_name: string; fullname: string }[] }>(
      page.request,
      teacher,
      'get',
      address,
    );
    const { id } = data.find((row) => row.week_name === week && row.fullname === fullname)!;
    await callAs(page.request, admin, 'post', '/teacher/accept_homework', { id, status: 'rejected' });
  };

  await signIn(page, people.teacher);
  await followMenu(page, 'Homework');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible();
  await page.getByRole('button', { name: 'Filters and tools' }).click();
  await page.getByLabel('Status').selectOption('Pending');
  await page.getByRole('searchbox', { name: 'Search' }).fill(week);
  // Phones show no header.
  await expect(page.getByRole('row')).toHaveCount(5);

  // The first link has expired: a fresh one is asked for without a word.
  let links = 0;
  await page.route('**/files/*.pdf?*', async (route) => {
    links += 1;
    await (links === 1 ? route.fulfill({ status: 403, json: { status: 403 } }) : route.continue());
  });
  await openOnPhone(rowOf(page, read));
  await rowOf(page, read)
    .getByRole('button', { name: /^Open PDF/ })
    .click();
  const dialog = page.getByRole('dialog', { name: `${week}, ${read.fullname}` });
  await expect(dialog.getByText('2 pages')).toBeVisible();
  await expect(dialog.getByText('What is dharma?')).toBeAttached();
  expect(await coloursOf(page, 'Page 1 of 2')).toBeGreaterThan(2);
  expect(links).toBe(2);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toContain(week);
  expect(readFileSync(await download.path()).equals(pdf)).toBe(true);
  await dialog.getByRole('button', { name: /^Accept/ }).click();
  await expect(said(page, 'HomeWork Accepted')).toBeVisible();
  // The next one that waits is shown in its place.
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: week })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(4);

  await openOnPhone(rowOf(page, refused));
  await rowOf(page, refused)
    .getByRole('button', { name: /^Reject/ })
    .click();
  const question = page.getByRole('dialog', { name: `Reject the homework of ${refused.fullname}` });
  await question.getByLabel('A sentence for the student').fill('Please add the second page');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(said(page, 'HomeWork rejected')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);

  await reject(taken);
  await openOnPhone(rowOf(page, taken));
  await rowOf(page, taken)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(said(page, 'has already rejected this homework')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);

  const acceptChosen = page.getByRole('button', { name: 'Accept', exact: true });
  // The box for all comes once a row is ticked.
  await page.getByRole('row').getByRole('checkbox').first().check();
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await reject(lost);
  await acceptChosen.click();
  await page
    .getByRole('dialog', { name: 'Accept 2 pieces of homework?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(said(page, '1 accepted, 1 had already been rejected by ')).toBeVisible();
  await expect(page.getByText('Nothing waits for you').or(page.getByText('No Records'))).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Status').selectOption('Accepted');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(rowOf(page, last).getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await page.getByLabel('Status').selectOption('Rejected');
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('the office writes to all of a class whose homework is missing', async ({ page }) => {
  const admin = await enter(page.request, people.admin);
  type Owing = { student_id: number; fullname: string; missing: number[] };
  const owingIn = async (classId: number) => {
    const address = `/homework/get_missing_homework/${classId}`;
    const { data } = await callAs<{ data: Owing[] }>(page.request, admin, 'get', address);
    return { classId, owing: data.filter(({ missing }) => missing.length > 0) };
  };
  const classes = await Promise.all(Array.from({ length: 40 }, (_, index) => owingIn(index + 1)));
  const { classId, owing } = classes.find((one) => one.owing.length > 0)!;

  await signIn(page, people.admin, `/class/${classId}?tab=homework`);
  const panel = page.getByRole('region', { name: 'Missing and late' });
  await expect(panel.getByRole('link', { name: owing[0]!.fullname, exact: true })).toBeVisible();
  await panel.getByRole('button', { name: /^Write/ }).click();
  const dialog = page.getByRole('dialog');
  const subject = unique('Your homework');
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear {name}, please hand it in.');
  await dialog.getByRole('button', { name: new RegExp(`^Send ${owing.length} mail`) }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/Messages');
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
});
