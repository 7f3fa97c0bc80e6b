import type { APIRequestContext } from '@playwright/test';
import { enter, newCourse, newEvent, people } from './calls.ts';
import { expect, expectAccessible, said, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { importStudents } from './newcomers.ts';

/** Stories of people who share an address. */

/** A brother and a sister behind one address, in a new course. */
async function newSiblings(request: APIRequestContext) {
  const admin = await enter(request, people.admin);
  const course = await newCourse(request, unique('Family'));
  const last_name = uniqueWord();
  const email_id = `${last_name.toLowerCase()}@example.test`;
  const row = { last_name, email_id, course_name: course.name };
  const children = [
    { ...row, first_name: 'Lakshmi', dob: '2012-05-06' },
    { ...row, first_name: 'Ravi', dob: '2014-07-08' },
  ];
  await importStudents(request, admin.token, children, [{ row: 3, answer: 'sibling' }]);
  return { course, last_name, email_id };
}

test('Updating asks which of two siblings is meant', { tag: '@full' }, async ({ page, request }) => {
  const { email_id, last_name } = await newSiblings(request);
  await signIn(page, people.admin, '/updating');
  await page.getByLabel('Email of the student').fill(email_id);
  await page.getByRole('button', { name: 'Search' }).click();
  const choice = page.getByRole('group', { name: 'Several students have this email' });
  await expect(choice.getByRole('button')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Update course and class' })).toHaveCount(0);

  await choice.getByRole('button', { name: `Ravi ${last_name}, born 08-Jul-2014` }).click();
  const courses = (name: string) =>
    page.getByRole('table', { name: `Courses and classes of ${name} ${last_name}` });
  await expect(courses('Ravi')).toBeVisible();
  await page.getByLabel(`Language of Ravi ${last_name}`).selectOption('Sanskrit');
  await page.getByRole('button', { name: 'Update language' }).click();
  await expect(said(page, 'Language has been Updated..')).toBeVisible();

  await choice.getByRole('button', { name: 'Lakshmi' }).click();
  await expect(courses('Lakshmi')).toBeVisible();
  await expect(page.getByLabel(`Language of Lakshmi ${last_name}`)).not.toHaveValue('Sanskrit');
});

test(
  'Add people of an event asks which of two siblings is meant',
  { tag: '@full' },
  async ({ page, request }) => {
    const { course, email_id, last_name } = await newSiblings(request);
    const event = await newEvent(request, course.id, unique('Picnic'));
    await signIn(page, people.admin, '/events?dialog=people');
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await dialog.getByLabel('Event').selectOption(String(event));
    await dialog.getByLabel('Student’s email').fill(email_id);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const choice = dialog.getByRole('group', { name: 'Several students have this email' });
    await choice.getByRole('button', { name: `Ravi ${last_name}, born 08-Jul-2014` }).click();
    await expect(said(page, 'Successfully student added to event')).toBeVisible();
    await expect(choice).toHaveCount(0);
  },
);

test(
  'a student is added by keyboard in less than twenty seconds',
  { tag: '@full' },
  async ({ page, request }) => {
    const course = await newCourse(request, unique('Vocal'));
    await signIn(page, people.admin, '/students');
    const name = uniqueWord();
    const press = page.getByRole('button', { name: 'Add student' });
    await press.focus();
    const dialog = page.getByRole('dialog', { name: 'Add a student' });
    // An average typist makes 40 words a minute, which is 0.3 s for a key.
    let keys = 0;
    const type = async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    };
    const key = async (which: string) => {
      keys += 1;
      await page.keyboard.press(which);
    };
    await key('Enter');
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await expect(dialog.getByRole('option', { name: course.name })).toHaveCount(1);
    await type('Uma');
    await key('Tab');
    await type(name);
    await key('Tab');
    await type('uma@example.test'.replace('uma', name.toLowerCase().slice(0, 6)));
    await key('Tab');
    await type('9876543210');
    await key('Tab');
    await expect(dialog.getByLabel('Course')).toBeFocused();
    await dialog.getByLabel('Course').selectOption({ label: course.name });
    await key('Tab');
    await expect(dialog.getByLabel('Class')).toBeFocused();
    // A course without a class has a button for one on the way.
    const isAtSubmit = () =>
      page.evaluate(() => document.activeElement?.matches('button[type=submit]') ?? false);
    for (let stops = 0; stops < 4 && !(await isAtSubmit()); stops += 1) await key('Tab');
    await key('Enter');
    // The number is somebody's in the demo, or of a story before.
    const isNew = page.getByRole('button', { name: 'No, a new student' });
    const done = said(page, `Uma ${name} is added`);
    await expect(isNew.or(done).first()).toBeVisible();
    if (await isNew.isVisible()) await isNew.press('Enter');
    await expect(done).toBeVisible();
    // With the letters of the course that one types in the list.
    expect((keys + 5) * 0.3).toBeLessThan(20);
    await page.getByLabel('Search', { exact: true }).fill(name);
    await page.goto(`/students?category=all&q=${name}`);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText(course.name);
  },
);

test(
  'a student like another one is asked about before a second copy is saved',
  { tag: '@full' },
  async ({ page, request }) => {
    const { email_id, last_name, course } = await newSiblings(request);
    await signIn(page, people.admin, '/students');
    await page.getByRole('button', { name: 'Add student' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a student' });
    await dialog.getByLabel('First name').fill('Sita');
    await dialog.getByLabel('Last name').fill(last_name);
    await dialog.getByLabel('Email').fill(email_id);
    await dialog.getByLabel('Course').selectOption({ label: course.name });
    await dialog.getByRole('button', { name: 'More about the student' }).click();
    await dialog.getByLabel('Date of birth').fill('09-Sep-2016');
    await dialog.getByLabel('City').fill('Chicago');
    await dialog.getByLabel('Country').fill('United States');
    await expect(
      dialog.getByText(/^\d\d:\d\d [AP]M now \(Central Time\), proposed by the place$/),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Add student', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: `Is Sita ${last_name} one of these?` })).toBeFocused();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('listitem').first()).toContainText('same email');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'No, a brother or sister' }).click();
    await expect(said(page, `Sita ${last_name} is added`)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/students?category=all&q=${last_name}`);
    await expect(page.getByRole('row')).toHaveCount(4);
  },
);
