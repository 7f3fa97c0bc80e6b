import { callAs, newCourse, people } from './calls.ts';
import { expect, expectAccessible, openOnPhone, said, signIn, test, unique } from './fixtures.ts';
import { mailTo } from './mails.ts';
import { newClassToday, startAs } from './rolls.ts';

test('a teacher writes to their class on a phone, takes it back, and writes again at nine', async ({
  page,
}) => {
  const { roll, teacher } = await newClassToday(page.request, 2);
  await page.setViewportSize({ width: 390, height: 780 });
  await startAs(page, teacher);
  await page.goto(`/class/${roll.class_id}`);
  await page.getByRole('button', { name: `Write ${roll.class_name}` }).click();
  const dialog = page.getByRole('dialog');
  const subject = unique('Next week');
  await dialog.getByLabel('Subject').fill(`${subject} for {name}`);
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('Namaste ');
  await dialog.getByRole('button', { name: 'Insert Name' }).click();
  await page.keyboard.type(', see you: ');
  await dialog.getByRole('button', { name: 'Insert Next meeting' }).click();
  await expect(text).toHaveText('Namaste {name}, see you: {next meeting}');
  await expect(dialog.getByRole('button', { name: 'Insert Open amount' })).toHaveCount(0);
  await expectAccessible(page);
  await expect(dialog.getByText('2 people, 2 mails')).toBeVisible();
  await expect(dialog.getByText('You can send 3 messages today.')).toBeVisible();
  await expect(dialog.getByText(`${subject} for ${roll.students[0]!.student_name}`)).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Send it to me' }).click();
  await expect(said(page, 'stays in the outbox')).toBeVisible();
  expect(await mailTo(teacher.email, 'message')).toMatch(
    /Namaste .+, see you: \w+day \d+ \w+ at \d\d:\d\d \(/,
  );

  await dialog.getByRole('button', { name: 'Send 2 mails' }).dblclick();
  await expect(said(page, '2 mails will stay in the outbox')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page, 'The message was canceled, nobody gets it')).toBeVisible();

  await page.getByRole('button', { name: `Write ${roll.class_name}` }).click();
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('See you {soon}');
  await dialog.getByLabel('At nine on each reader’s clock').check();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Day').fill(tomorrow.split('-').toReversed().join('-'));
  await expect(dialog.getByText('There is no field called {soon}')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('See you soon');
  await dialog.getByRole('button', { name: 'Plan 2 mails' }).click();
  await expect(said(page, '2 mails will stay in the outbox')).toBeVisible();

  await page.goto('/Messages');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: subject });
  await expect(rows).toHaveCount(2);
  await openOnPhone(rows.first());
  await page.getByRole('button', { name: `Cancel ${subject}` }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(said(page, 'The message was canceled, nobody gets it')).toBeVisible();
});

test(
  'after another time of a class the portal asks whether its students are to be told',
  { tag: '@full' },
  async ({ page }) => {
    const { roll, owner } = await newClassToday(page.request, 2);
    const user_id = roll.students[0]!.student_id;
    await callAs(page.request, owner, 'put', '/student/update_student', { user_id, language: 'Telugu' });
    await startAs(page, owner);
    await page.goto(`/class/${roll.class_id}`);
    const edit = async (time: string) => {
      await page.getByRole('main').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit class' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Slot time').fill(time);
      await form.getByRole('button', { name: 'Update Class' }).click();
    };
    await edit('05:15');
    const question = page.getByRole('dialog', { name: 'Tell 2 people?' });
    await expect(question.getByText('2 people, 2 mails')).toBeVisible();
    await expect(question.getByText('1 reads తెలుగు and gets the text in it.')).toBeVisible();
    await expect(question.getByText(`New times of ${roll.class_name}`).first()).toBeVisible();
    await expect(
      question
        .frameLocator('iframe')
        .last()
        .getByText(/^\w+day 05:15 \(/),
    ).toBeVisible();
    await expectAccessible(page);
    // An unchanged proposal is left without a further question.
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();

    await edit('05:30');
    await question.getByRole('button', { name: 'Send 2 mails' }).click();
    await expect(said(page, '2 mails will stay in the outbox')).toBeVisible();
    await page.goto('/Messages');
    await expect(page.getByRole('row').filter({ hasText: `New times of` })).toHaveCount(1);
  },
);

test(
  'the office begins with a saved text, and sees the message that waits',
  { tag: '@full' },
  async ({ page }) => {
    const { roll, owner } = await newClassToday(page.request, 2);
    await startAs(page, owner);
    await page.goto(`/class/${roll.class_id}`);
    await page.getByRole('button', { name: `Write ${roll.class_name}` }).click();
    const dialog = page.getByRole('dialog');
    const subject = unique('Welcome');
    await dialog.getByLabel('Subject').fill(subject);
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Namaste {name}');
    await dialog.getByText('Texts of the office').click();
    const name = unique('Text');
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Save this text' }).click();
    await expect(said(page, 'The text was saved')).toBeVisible();
    await dialog.getByLabel('Subject').fill('Something else');
    await dialog.getByLabel('Begin with a text of the office').selectOption(`${name} (English)`);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(dialog.getByLabel('Subject')).toHaveValue(subject);
    await dialog.getByRole('button', { name: 'Send 2 mails' }).click();
    await expect(said(page, '2 mails will stay in the outbox')).toBeVisible();

    await page.goto('/Messages');
    await page.getByRole('link', { name: subject }).click();
    await expect(page.getByText('Whom it is for is decided when it is sent')).toBeVisible();
    await expect(page.getByText('Waiting')).toBeVisible();
  },
);

test('ticked students, a course and an event have Write', { tag: '@full' }, async ({ page }) => {
  await signIn(page, people.admin);
  await page.goto('/students');
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Write the selected students' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write to the selected students' });
  await dialog.getByLabel('Subject').fill('Hello');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {name}');
  await expect(dialog.getByText('1 person, 1 mail')).toBeVisible();
  // Back asks whether the text may be lost.
  await page.goBack();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(dialog).toBeHidden();

  const course = await newCourse(page.request, unique('Written to'));
  await page.goto(`/course/${course.id}`);
  await expect(page.getByRole('button', { name: `Write ${course.name}` })).toBeVisible();
  await page.goto('/events');
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Write / })).toBeVisible();
});

test('the page of messages asks whom a new one is for, and shows the mail as it is written', async ({
  page,
}) => {
  const { roll, owner } = await newClassToday(page.request, 2);
  await startAs(page, owner);
  await page.goto('/Messages');
  await page.getByRole('main').getByRole('button', { name: 'Write' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText('Please choose whom it is for')).toBeVisible();
  await expect(dialog.getByText('Please enter a subject')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'To' }).fill(roll.course_name);
  await page
    .getByRole('option')
    .filter({ hasText: `${roll.class_name} · ${roll.course_name}` })
    .click();
  const subject = unique('Puja');
  await dialog.getByLabel('Subject').fill(`${subject} of {class}`);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Namaste {name}');
  const mail = dialog.getByRole('region', { name: 'How it is read' });
  await expect(mail.getByText(`${subject} of ${roll.class_name}`).first()).toBeVisible();
  await expect(
    mail
      .frameLocator('iframe')
      .first()
      .getByText(/^Namaste \S/)
      .last(),
  ).toBeVisible();
  await expectAccessible(page);
  // What is pressed is what is read: the mail of the last words.
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByRole('button', { name: 'Send 2 mails' }).click();
  await expect(said(page, '2 mails will stay in the outbox')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText(roll.class_name);
});
