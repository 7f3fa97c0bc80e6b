import type { APIRequestContext } from '@playwright/test';
import {
  demoPassword,
  expect,
  expectAccessibleInBoth,
  newCourse,
  people,
  said,
  signIn,
  test,
  unique,
  uniqueWord,
} from './fixtures.ts';

/** Stories of people who share an address. */

async function asAdmin(request: APIRequestContext) {
  const data = { email_id: people.admin, password: demoPassword, flag: '' };
  const { token }: { token: string } = await (await request.post('/api/user_details/login', { data })).json();
  return async <Body>(path: string, input: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.post(`/api${path}`, { headers, data: input });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Body;
  };
}

/** A brother and a sister behind one address, in a new course. */
async function newSiblings(request: APIRequestContext) {
  const post = await asAdmin(request);
  const course = await newCourse(request, unique('Family'));
  const last_name = uniqueWord();
  const email_id = `${last_name.toLowerCase()}@example.test`;
  const row = { last_name, email_id, phone_number: '', course_name: course.name, class_name: '' };
  await post('/imports/students', {
    file_name: 'family.xlsx',
    confirm: true,
    rows: [
      { ...row, row: 2, first_name: 'Lakshmi', dob: '2012-05-06' },
      { ...row, row: 3, first_name: 'Ravi', dob: '2014-07-08' },
    ],
    answers: [{ row: 3, answer: 'sibling' }],
  });
  return { post, course, last_name, email_id };
}

test('Updating asks which of two siblings is meant', async ({ page, request }) => {
  const { email_id, last_name } = await newSiblings(request);
  await signIn(page, people.admin, '/updating');
  await page.getByLabel('Email of the student').fill(email_id);
  await page.getByRole('button', { name: 'Search' }).click();
  const choice = page.getByRole('group', { name: 'Several students have this email' });
  await expect(choice.getByRole('button')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Update course and class' })).toHaveCount(0);
  await expectAccessibleInBoth(page);

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
  // The address of the page names the chosen one.
  await page.reload();
  await expect(courses('Lakshmi')).toBeVisible();
  await expect(choice.getByRole('button', { name: 'Lakshmi' })).toHaveAttribute('aria-pressed', 'true');
});

test('Add people of an event asks which of two siblings is meant', async ({ page, request }) => {
  const { post, course, email_id, last_name } = await newSiblings(request);
  const event_name = unique('Picnic');
  const event_date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await post('/events/add_event', {
    course_id: course.id,
    event_name,
    event_date,
    start_time: `${event_date}T10:00:00+05:30`,
    end_time: `${event_date}T11:00:00+05:30`,
    meeting_link: 'https://meet.example.org/story',
    description: '',
  });
  await signIn(page, people.admin, '/events');
  await page.getByRole('button', { name: 'Add people' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add people' });
  const option = dialog.getByRole('option', { name: event_name });
  await dialog.getByLabel('Event').selectOption(await option.getAttribute('value'));
  await dialog.getByLabel("Student's email").fill(email_id);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const choice = dialog.getByRole('group', { name: 'Several students have this email' });
  await choice.getByRole('button', { name: `Ravi ${last_name}, born 08-Jul-2014` }).click();
  await expect(said(page, 'Successfully student added to event')).toBeVisible();
  await expect(choice).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const { result } = await post<{ result: { user_name: string }[] }>('/events/get_register_students_event', {
    search: email_id,
  });
  expect(result.map(({ user_name }) => user_name)).toEqual([`Ravi ${last_name}`]);
});
