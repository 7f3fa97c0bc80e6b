import { callAs, enter, giveClassToTeacher, newCourse, newEvent, people } from './calls.ts';
import { expect, expectAccessible, test, unique, uniqueWord } from './fixtures.ts';
import { mailTo, stopLinkIn } from './mails.ts';
import { newClassToday, startAs } from './rolls.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the office chooses the reminders of a class, with Undo, and the teacher reads them', async ({
  page,
}) => {
  const { roll, owner, teacher } = await newClassToday(page.request, 1);
  await startAs(page, owner);
  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  const choice = page.getByRole('combobox', { name: 'Reminders of Morning' });
  await expect(choice).toHaveValue('none');
  await expect(choice.getByRole('option')).toHaveText([
    'No reminders',
    'A day before',
    'An hour before',
    'A day and an hour before',
  ]);
  await choice.selectOption('A day and an hour before');
  await expect(page.getByText('The reminders of Morning are changed')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(choice).toHaveValue('both');
  await choice.selectOption('A day before');
  await expect(choice).toHaveValue('day');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(choice).toHaveValue('both');

  await page.goto(`/class/${roll.class_id}?tab=history`);
  await expect(page.getByText('changed the reminders of the class').first()).toBeVisible();

  await startAs(page, teacher);
  await page.goto(`/class/${roll.class_id}?tab=meetings`);
  await expect(page.getByText('A day and an hour before')).toBeVisible();
  await expect(choice).toHaveCount(0);
});

test(
  'an event has reminders in its form, and its invitation stops invitations by one press',
  { tag: '@full' },
  async ({ page }) => {
    const course = await newCourse(page.request, unique('Stotras'), 0);
    await giveClassToTeacher(page.request, course.id);
    const admin = await enter(page.request, people.admin);
    const email = `${uniqueWord().toLowerCase()}@example.test`;
    const post = <T>(path: string, data: object) => callAs<T>(page.request, admin, 'post', path, data);
    const { classes } = await post<{ classes: { class_id: number }[] }>('/courses/get_courses_students', {
      course_id: course.id,
    });
    await post('/student/add_student', {
      first_name: 'Gargi',
      last_name: uniqueWord(),
      email_id: email,
      phone_number: '',
      course_id: course.id,
      class_id: classes[0]!.class_id,
    });
    const event_id = await newEvent(page.request, course.id, unique('Evening'));

    await startAs(page, admin);
    await page.goto(`/events?dialog=edit&event=${event_id}`);
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('combobox', { name: 'Reminders' });
    await expect(choice).toHaveValue('none');
    await choice.selectOption('An hour before');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`/events?dialog=view&event=${event_id}`);
    await expect(dialog.getByText('An hour before')).toBeVisible();

    await post('/events/publish_event', { event_id, flag: 1 });
    const address = stopLinkIn(await mailTo(email, 'event_published'));

    // The reader's phone, which is signed in nowhere and has confirmed no device.
    await page.context().clearCookies();
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Invitations to events' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stop invitations' }).click();
    await expect(page.getByRole('status')).toHaveText(
      'No invitations to events go to this mailbox any more.',
    );
    await expectAccessible(page);
    await page.goto(address);
    await page.getByRole('button', { name: 'Send me invitations again' }).click();
    await expect(page.getByRole('status')).toHaveText('Invitations to events go to this mailbox.');
    await page.goto(address.slice(0, -1).concat(address.endsWith('A') ? 'B' : 'A'));
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  },
);
