import { mailKinds } from '@gurukul/contract/mails';
import type { Page } from '@playwright/test';
import { newCourse, newEvent, people } from './calls.ts';
import { expect, followMenu, followTab, pictureOf, said, signIn, test, unique, pressIn } from './fixtures.ts';
import { mailTo } from './mails.ts';
import { newStudents } from './newcomers.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
const eventRow = (page: Page, name: string) => rowOf(page, 'Events List', name);
const yes = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^(?:Yes$|Cancel |Delete |Remove )/ })
    .click();

/** A day that is still to come, as people type it, wherever the clock of this machine stands. */
const comingDay = () => {
  const day = new Date(Date.now() + 40 * 86_400_000);
  const month = day.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3);
  return `${String(day.getUTCDate()).padStart(2, '0')}-${month}-${day.getUTCFullYear()}`;
};

async function fillEvent(page: Page, name: string, course: string) {
  const form = dialog(page);
  await form.getByLabel('Event name').fill(name);
  await form.getByLabel('Course').selectOption({ label: course });
  await form.getByLabel('Meeting link').fill('https://meet.example.org/story');
  await form.getByLabel('Date').fill(comingDay());
  await form.getByLabel('Start time').fill('10:00');
  await form.getByLabel('End time').fill('11:30');
}

test(
  'a course admin adds an event, reads it and changes it, and loses nothing on the way',
  { tag: '@full' },
  async ({ page, request }) => {
    const course = await newCourse(request, unique('Festivals'));
    const name = unique('Diwali circle');
    await signIn(page, people.courseAdmin);
    await followMenu(page, 'Events');

    await page.getByRole('button', { name: 'Add Event' }).click();
    await expect(page).toHaveURL(/dialog=add/);
    const save = dialog(page).getByRole('button', { name: 'Add event' });
    await save.click();
    await expect(said(page, 'Event name required')).toBeVisible();
    await expect(dialog(page).getByLabel('Event name')).toBeFocused();
    await fillEvent(page, name, course.name);
    await dialog(page).getByRole('textbox', { name: 'Description' }).fill('Songs and lamps');
    await dialog(page).getByRole('button', { name: 'Add speaker' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).fill('Swami Prema');
    const picture = await pictureOf(page);
    await dialog(page).locator('input[type="file"]').last().setInputFiles(picture);
    await save.click();
    await expect(said(page, 'successfully Added event')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    const row = eventRow(page, name);
    await expect(row).toContainText('10:00 AM');
    await expect(row).toContainText('11:30 AM');
    await expect(row).toContainText('Pending');
    await pressIn(row, /^View/);
    await expect(dialog(page).getByText('Songs and lamps')).toBeVisible();
    const portrait = dialog(page).getByRole('listitem').filter({ hasText: 'Swami Prema' }).locator('img');
    await expect(portrait).toHaveAttribute('src', /^\/files\//);
    await dialog(page).getByRole('button', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Event name').fill(`${name}, at home`);
    await dialog(page).getByRole('button', { name: 'Remove Swami Prema' }).click();
    await dialog(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(said(page, 'Event updated')).toBeVisible();
    await expect(row).toContainText(`${name}, at home`);
  },
);

test('a course admin publishes an event with mails, takes people on, cancels and deletes it', async ({
  page,
  request,
}) => {
  const family = unique('event').replaceAll(' ', '');
  const course = await newCourse(request, unique('Festivals'));
  await newStudents(request, { family, count: 2, course: course.name });
  const students = [0, 1].map((index) => `asha${index}.${family}@example.test`);
  const name = unique('Diwali circle');
  await signIn(page, people.courseAdmin);
  await newEvent(request, course.id, name);
  await page.goto('/events');
  const row = eventRow(page, name);

  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByLabel(/^Emails Send/).check();
  await pressIn(row, /^Publish/);
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(question).toContainText(`Mails will be sent to 2 students of ${course.name}.`);
  await question.getByRole('button', { name: 'Preview the mail' }).click();
  await expect(page.frameLocator('iframe').getByText(name).first()).toBeVisible();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(said(page, 'Event published')).toBeVisible();
  // The stories have no mail server, so nothing may be said to be on its way.
  await expect(said(page, 'stays in the outbox')).toBeVisible();
  await expect(said(page, 'on their way')).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Published/ })).toHaveAttribute('aria-disabled', 'true');
  expect(await mailTo(students[0]!, 'event_published')).toContain(name);
  // Without a mail server mails go no further than the outbox.
  // Open actions lie over the row.
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('link', { name: /2 kept/ }).click();
  await expect(page).toHaveURL(/\/mails\?event=\d+/);
  await expect(rowOf(page, 'Delivery log', family)).toHaveCount(2);
  await page.goBack();

  await pressIn(row, /^Open registrations/);
  await yes(page);
  await expect(said(page, 'Registrations opened')).toBeVisible();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('button', { name: /registered for/ }).click();
  await page.getByRole('button', { name: 'Add people' }).click();
  await expect(dialog(page).getByLabel('Course')).toHaveValue(course.name);
  const add = async (email: string) => {
    await dialog(page).getByLabel('Student’s email').fill(email);
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add(students[1]!);
  await expect(said(page, 'Successfully student added to event')).toBeVisible();
  await add('nobody.known@example.test');
  await expect(said(page, 'an account admin decides').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const registered = rowOf(page, 'Students registered for events', students[1]!);
  await pressIn(registered, /^Remove/);
  await yes(page);
  await expect(said(page, 'Successfully removed')).toBeVisible();
  await expect(registered).toHaveCount(0);

  await pressIn(row, /^Cancel/);
  await expect(question).toContainText('The event will be cancelled');
  await yes(page);
  await expect(said(page, 'Event canceled')).toBeVisible();
  expect(await mailTo(students[0]!, 'event_canceled')).toContain('will not take place');
  await pressIn(row, /^Delete/);
  await expect(question).toContainText('This will permanently delete the event');
  await yes(page);
  await expect(said(page, 'Successfully Deleted the event')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test(
  'an event opens beside the list, with its people, its mails and what can be done with it',
  { tag: '@full' },
  async ({ page, request }) => {
    const family = unique('panel').replaceAll(' ', '');
    const course = await newCourse(request, unique('Festivals'));
    await newStudents(request, { family, count: 2, course: course.name });
    const name = unique('దీపావళి సత్సంగం at the river');
    await signIn(page, people.courseAdmin);
    await newEvent(request, course.id, name);
    await page.goto('/events?status=pending');
    const opener = eventRow(page, name).getByRole('link', { name, exact: true });
    const panel = page.getByRole('dialog', { name });
    await opener.click();
    await expect(panel).toBeVisible();
    await expect(page).toHaveURL(/\/events\?status=pending&about=\d+$/);
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await opener.click();

    await expect(panel.getByText('Nobody is registered yet')).toBeVisible();
    await panel.getByRole('button', { name: 'Register students' }).click();
    const registering = page.getByRole('dialog', { name: 'Register for an event' });
    await expect(registering.getByLabel('Students')).toContainText(`All students of ${course.name}`);
    await expect(registering.getByRole('link', { name: 'Choose by other filters' })).toBeVisible();
    await registering.getByRole('button', { name: 'Register 2 students' }).click();
    await expect(said(page, '2 changed')).toBeVisible();
    const registered = rowOf(page, `Students registered for ${name}`, family);
    await expect(registered).toHaveCount(2);
    await registered
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page
      .getByRole('dialog', { name: 'Are you sure?' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(said(page, 'Successfully removed')).toBeVisible();
    await expect(registered).toHaveCount(1);
    await panel.getByLabel(/^Emails Send/).check();
    await panel.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Yes' }).click();
    await expect(panel.getByRole('button', { name: /^Published/ })).toHaveAttribute('aria-disabled', 'true');
    await panel.getByRole('tab', { name: 'Mails' }).click();
    await expect(page).toHaveURL(/tab=mails/);
    // Those who are registered are proposed.
    const mails = rowOf(page, `Mails about ${name}`, family);
    await expect(mails).toHaveCount(1);
    await expect(mails.first()).toContainText('Kept');
    await pressIn(mails.first(), /^Read/);
    await expect(page.frameLocator('iframe').getByText(name).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy meeting link' }).click();
    await expect(said(page, 'The meeting link is copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://meet.example.org/story');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL(/\/events\?status=pending$/);
  },
);

test(
  'the office reads every mail, asks nobody outside for it, and hears when a call fails',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, people.admin);
    const outside: string[] = [];
    page.on('request', (sent) => {
      const { protocol, host } = new URL(sent.url());
      if (protocol.startsWith('http') && host !== new URL(page.url()).host) outside.push(sent.url());
    });
    await followMenu(page, 'Mails');
    await followTab(page, 'Previews');
    const kinds = page.getByRole('list', { name: 'Mails that the portal sends' }).getByRole('button');
    await expect(kinds).toHaveCount(mailKinds.length);
    for (const kind of await kinds.all()) {
      await kind.click();
      const title = (await kind.locator('strong').innerText()).trim();
      const mail = page.frameLocator(`iframe[title="The mail ${title}"]`);
      await expect(mail.getByText('Gurukul').first()).toBeVisible();
      await expect(mail.locator('[href], [src]')).toHaveCount(0);
    }
    expect(outside).toEqual([]);

    const address = '**/events/get_register_students_event*';
    await page.route(address, (route) => route.abort('connectionfailed'));
    await followMenu(page, 'Events');
    await expect(said(page, 'Something went Wrong')).toBeVisible();
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    const registered = page.getByRole('table', { name: 'Students registered for events' });
    await expect(registered.getByRole('row')).toHaveCount(11);
  },
);
