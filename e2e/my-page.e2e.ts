import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { callAs, dayIn, enter, giveClassToTeacher, newCourse, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { openPayPeer } from '../server/test/pay-peer.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { importStudents } from './newcomers.ts';

interface Student {
  readonly id: number;
  readonly classId: number;
  readonly courseId: string;
  readonly courseName: string;
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
  return {
    id: data.user_id,
    classId,
    courseId: course.id,
    courseName: course.name,
    email: student.email_id,
    name: `Gargi ${word}`,
  };
}

/** A phone of the reader, which is signed in nowhere. */
async function newPhone(
  context: BrowserContext,
  scheme: 'light' | 'dark',
  more: BrowserContextOptions = {},
): Promise<Page> {
  const phone = await context.browser()!.newContext({
    baseURL: new URL(context.pages()[0]!.url()).origin,
    viewport: { width: 390, height: 844 },
    colorScheme: scheme,
    ...more,
  });
  return phone.newPage();
}

/** Gives the code of the nth mail, and opens the page. A phone without script cannot be `looked` at. */
async function openOn(
  phone: Page,
  link: string,
  { email, name }: Pick<Student, 'email' | 'name'>,
  nth: number,
  looked = true,
) {
  await phone.goto(link);
  await expect(phone.getByText(name)).toHaveCount(0);
  if (looked) await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Send me the code' }).click();
  await phone.getByLabel('Code from the mail').fill(codeIn(await mailTo(email, 'my_page_code', nth)));
  if (looked) await expectAccessible(phone);
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
  await reply.getByRole('button', { name: /^Send 1 mail/ }).click();
  await expect(answers).toContainText('Seen by');
});

test('a family of three reads at most three screens of a phone, with the language and the next meeting on the first', async ({
  page,
  context,
}) => {
  const { request } = page;
  const course = await newCourse(request, unique('Stotras'), 0);
  await giveClassToTeacher(request, course.id);
  const admin = await enter(request, people.admin);
  const last_name = uniqueWord();
  const email = `${last_name.toLowerCase()}@example.test`;
  const row = { last_name, email_id: email, course_name: course.name, class_name: 'Evening circle' };
  await importStudents(
    request,
    admin.token,
    ['Gargi', 'Maitreyi', 'Nachiketa'].map((first_name) => ({ ...row, first_name })),
    [3, 4].map((line) => ({ row: line, answer: 'sibling' })),
  );
  await signIn(page, people.admin, `/students?category=all&q=${last_name}`);
  await page.getByRole('link', { name: `Gargi ${last_name}` }).click();
  await page.getByRole('tab', { name: 'Mails' }).click();
  await page.getByRole('tab', { name: 'My page' }).click();
  await page.getByRole('button', { name: `Send the link to ${email}` }).click();
  await expect(said(page, 'stays in the outbox')).toBeVisible();
  const phone = await newPhone(context, 'light');
  const name = `Gargi ${last_name}`;
  await openOn(phone, linkIn(await mailTo(email, 'my_page_link')), { email, name }, 1);
  for (const child of ['Maitreyi', 'Nachiketa']) {
    await expect(phone.getByRole('heading', { name: `${child} ${last_name}` })).toBeAttached();
  }
  expect(await phone.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 844);
  await expect(phone.getByRole('button', { name: 'తెలుగు' })).toBeInViewport();
  await expect(phone.getByText('I cannot come').first()).toBeInViewport();
});

test('a teacher opens hours, a student books a test on a phone without script, and the result is on their page', async ({
  page,
  context,
}, { retry }) => {
  const student = await newStudent(page);
  await signIn(page, people.courseAdmin, '/Tests?tab=portions');
  const course = page.getByRole('row').filter({ hasText: student.courseName });
  await course.getByRole('button', { name: 'Edit portions' }).click();
  await page.getByRole('button', { name: 'Add a portion' }).click();
  await page.getByLabel('Name').fill('Chapters 12 and 15');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'The portions are saved')).toBeVisible();

  const teacher = await enter(page.request, people.teacher);
  const offered = {
    course_id: student.courseId,
    day: dayIn(9 + retry),
    from: '04:00',
    to: '05:00',
    minutes: 15,
  };
  await callAs(page.request, teacher, 'post', '/tests/offer_hours', {
    ...offered,
    join_link: 'https://meet.example.org/tests',
  });

  await page.goto(`/student/${student.id}?tab=my-page`);
  await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
  const link = linkIn(await mailTo(student.email, 'my_page_link'));
  const phone = await newPhone(context, 'light', { javaScriptEnabled: false });
  await openOn(phone, link, student, 1, false);
  // Three taps: the list, a time, the button.
  await phone.getByLabel('When').selectOption({ index: 2 });
  await phone.getByRole('button', { name: 'Book this test' }).click();
  await expect(phone.getByRole('status')).toHaveText('The test is booked. You get a mail about it.');
  await expect(phone.getByRole('link', { name: /^Join: Chapters 12 and 15/ })).toBeVisible();

  await page.goto(`/student/${student.id}?tab=homework`);
  const tests = page.getByRole('region', { name: 'Tests', exact: true });
  await expect(tests).toContainText('Booked');
  await tests.getByRole('button', { name: /^Change or cancel/ }).click();
  await page.getByRole('dialog').getByText('Cancel the test').first().click();
  await page.getByLabel('Reason').fill('The examiner is ill');
  await page.getByRole('button', { name: 'Cancel the test' }).click();
  await expect(said(page, 'The test is canceled')).toBeVisible();
  await tests.getByRole('button', { name: 'Book a test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'When' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Book a test' }).click();
  await expect(said(page, 'The test is booked')).toBeVisible();
});

test('an admin connects Razorpay, and a student pays what is due on a phone without script', async ({
  page,
  context,
  baseURL,
}) => {
  const student = await newStudent(page);
  const admin = await enter(page.request, people.admin);
  const charge = {
    course_id: Number(student.courseId),
    class_id: null,
    user_ids: [student.id],
    currency: 'INR',
    parts: [{ amount: '1500.00', due_on: dayIn(-40) }],
    knowing: true,
  };
  const addCharges = (more: object) =>
    callAs<{ data: { digest: string } }>(page.request, admin, 'post', '/payments/add_charges', {
      ...charge,
      ...more,
    });
  const { data } = await addCharges({ preview: true });
  await addCharges({ digest: data.digest });

  const peer = await openPayPeer({
    port: Number(process.env['E2E_PAY_PORT']),
    onMessage: ({ service, payload, headers }) =>
      fetch(`${baseURL}/hooks/${service}`, { method: 'POST', body: payload, headers }),
  });
  const { key_id: keyId, secret, webhook_secret: hook } = peer.keys.razorpay;
  await signIn(page, people.admin, '/Settings?section=pay');
  const panel = page.getByRole('region', { name: 'Online payment' });
  await panel.getByRole('button', { name: 'Connect Razorpay' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Key id').fill(keyId);
  await dialog.getByRole('textbox', { name: 'Key secret' }).fill(secret);
  await dialog.getByRole('textbox', { name: 'Webhook secret' }).fill(hook);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(said(page, 'The payment service is saved')).toBeVisible();
  await expect(panel).toContainText('Offered to families');
  await expect(panel).toContainText('/hooks/razorpay');

  await page.goto(`/student/${student.id}?tab=my-page`);
  await page.getByRole('button', { name: `Send the link to ${student.email}` }).click();
  const link = linkIn(await mailTo(student.email, 'my_page_link'));
  const phone = await newPhone(context, 'light', { javaScriptEnabled: false });
  await openOn(phone, link, student, 1, false);
  await phone.getByRole('button', { name: /^Pay .* now$/ }).click();
  await expect(phone).toHaveTitle('Stand-in of razorpay');
  // Back without a payment, and again: it is the same page.
  const hosted = phone.url();
  await phone.goBack();
  await phone.reload();
  await expect(phone.getByText('We wait for the word of the payment service')).toBeVisible();
  await phone.getByText('I have not paid yet').click();
  await phone.getByRole('button', { name: /^Pay .* now$/ }).click();
  expect(phone.url()).toBe(hosted);
  await phone.getByRole('button', { name: 'Pay' }).click();
  await expect(phone.getByRole('status')).toHaveText('Your payment has arrived.');
  await expect(phone.getByText('Nothing is open.')).toBeVisible();
  await phone.context().close();

  await page.goto('/Settings?section=pay');
  await panel.getByRole('button', { name: 'Remove Razorpay' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(panel.getByRole('button', { name: 'Connect Razorpay' })).toBeVisible();
  await peer.close();
});
