import type { BrowserContext, Page } from '@playwright/test';
import { callAs, enter, giveClassToTeacher, newCourse, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';

interface Student {
  readonly id: number;
  readonly classId: number;
  readonly email: string;
  readonly name: string;
}

/** A student of their own in a class that meets every Monday. */
async function newStudent({ request }: Page): Promise<Student> {
  const course = await newCourse(request, unique('Stotras'), 0);
  await giveClassToTeacher(request, course.id);
  const admin = await enter(request, people.admin);
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
  await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
  await expect(said(page, 'stays in the outbox')).toBeVisible();
  await expect(links).toContainText('Not opened yet');
  const link = linkIn(await mailTo(student.email, 'my_page_link'));

  const phone = await newPhone(context, 'dark');
  await openOn(phone, link, student, 1);
  await expectAccessible(phone);
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
  await phone.locator('summary').last().click();
  await phone.locator('select[name="language"]').selectOption('hi');
  await phone.locator('form[action$="/settings"] button').click();
  await expect(phone.locator('html')).toHaveAttribute('lang', 'hi');
  await expectAccessible(phone);
  await phone.context().close();

  await page.goto('/Corrections');
  const ofStudent = page.getByRole('main').getByRole('link', { name: student.name });
  await expect(ofStudent).toBeVisible();
  await expect(page.getByRole('main')).toContainText('nothing → Puri');
  await page.getByRole('button', { name: `Take City of ${student.name}` }).click();
  await expect(page.getByText('The correction is saved')).toBeVisible();
  await expect(ofStudent).toHaveCount(0);

  await page.goto(`/class/${student.classId}?tab=answers`);
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('We travel');
  await page.getByRole('button', { name: `Reply ${student.name}` }).click();
  const reply = page.getByRole('dialog');
  await expect(reply.getByRole('blockquote')).toContainText('We travel');
  await expect(reply.getByLabel('Subject')).toHaveValue(/^Re: .*We travel/);
  await expect(reply).not.toContainText('newsletter');
  await page.keyboard.press('Escape');
  await expect(reply).toHaveCount(0);
  await page.reload();
  await expect(answers).toContainText('We travel');
  await expect(answers).not.toContainText('Seen by');
  await page.getByRole('button', { name: `Reply ${student.name}` }).click();
  await reply.getByRole('textbox', { name: 'Text' }).fill('Thank you');
  await reply.getByRole('button', { name: 'Look at it' }).click();
  await reply.getByRole('button', { name: /^Send 1 mail/ }).click();
  await expect(answers).toContainText('Seen by');
});
