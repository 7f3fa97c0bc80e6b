import type { Page } from '@playwright/test';
import { newCourse, people } from './calls.ts';
import { chooseCourse, expect, said, signIn, test, unique } from './fixtures.ts';

const association = '/Course%20Association';

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Weekly classes of the course' }).getByRole('listitem');

const cardOf = (page: Page, text: string) => cards(page).filter({ hasText: text });

/** From the menu of a class. */
async function choose(page: Page, name: string, action: string | RegExp) {
  await cardOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The card and the name of the n-th teacher listed. People may share a name, never an address. */
async function teacherAt(page: Page, place: number) {
  const rows = page.getByRole('list', { name: 'Teachers' }).getByRole('listitem');
  const [name = '', email = ''] = await rows
    .filter({ has: page.getByRole('textbox') })
    .nth(place - 1)
    .locator('b, b + span')
    .allInnerTexts();
  return { name, row: rows.filter({ hasText: email.replaceAll(/\s/g, '') }) };
}

interface Slot {
  readonly name?: string;
  readonly day: string;
  readonly time: string;
  readonly zone?: string;
}

async function fillDialog(page: Page, { name, day, time, zone }: Slot) {
  const dialog = page.getByRole('dialog');
  if (name) await dialog.getByLabel('Class name').fill(name);
  await dialog.getByLabel('Class day').selectOption(day);
  await dialog.getByLabel('Slot time').fill(time);
  if (zone) await dialog.getByLabel('Time zone').selectOption(zone);
}

async function createClass(page: Page, slot: Slot) {
  await page.getByRole('button', { name: 'Create Class' }).click();
  await fillDialog(page, slot);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Class' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const chosenClass = (page: Page) => page.getByLabel('Select Class').locator('option:checked');

test('a course admin sets up a whole course', async ({ page, request }) => {
  const course = await newCourse(request, unique('Vishnu Purana'));
  const [dawn, dusk, noon] = [unique('Dawn'), unique('Dusk'), unique('Noon')];
  await signIn(page, people.courseAdmin);
  await page.getByRole('navigation').getByRole('link', { name: 'Course Association' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Classes and Teacher Association' }),
  ).toBeVisible();
  await chooseCourse(page, course.name);
  await expect(page).toHaveURL(new RegExp(`course=${course.id}`));

  // The first class, by the way that the explanation offers.
  await expect(page.getByText('This course has no class yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create the first one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Class' });
  await fillDialog(page, { name: dawn, day: 'Monday', time: '04:30' });
  await dialog.getByLabel('Duration (minutes)').fill('90');
  await dialog.getByRole('button', { name: 'Create Class' }).click();
  await expect(said(page, 'Class Created Successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create Class' })).toBeFocused();
  await expect(cardOf(page, dawn)).toContainText('Monday 04:30 AM');
  await expect(cardOf(page, dawn)).toContainText('Choose teacher');
  // The new class is the chosen one.
  await expect(chosenClass(page)).toHaveText(`${dawn} · Monday 04:30 AM`);

  // Teachers: invited, taken into the course, with their strengths.
  await page.getByRole('button', { name: 'Teacher details' }).click();
  await expect(page.getByRole('region', { name: 'Teacher details' })).toBeFocused();
  await page.getByRole('button', { name: '+ Invite' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite a teacher' });
  await invitation.getByLabel('Email').fill(`${unique('guru').replace(' ', '.')}@gurukul.test`);
  await invitation.getByRole('button', { name: 'Send invite' }).click();
  await expect(said(page, 'Invite sent successfully')).toBeVisible();

  const first = await teacherAt(page, 1);
  const second = await teacherAt(page, 2);
  for (const [{ name, row }, strength] of [
    [first, '35'],
    [second, '20'],
  ] as const) {
    await expect(row).toContainText('Not associated');
    await row.getByRole('button', { name: 'Associate', exact: true }).click();
    await expect(row.getByRole('button', { name: 'Unassociate' })).toBeFocused();
    await row.getByLabel(`Student strength of ${name}`).fill(strength);
    await row.getByLabel(`Student strength of ${name}`).press('Enter');
    await expect(row).toContainText(`${strength} free places`);
  }
  // The latest of two takes the place of the one before.
  await expect(said(page, 'Teacher associated').last()).toBeVisible();
  await expect(said(page, 'Student strength saved')).toBeVisible();

  await page.getByLabel('Select Teacher').selectOption(first.name);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Teacher Added Successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace Teacher' })).toBeFocused();
  await expect(cardOf(page, dawn)).toContainText(first.name);
  await expect(page.getByText(`${first.name} teaches this class.`)).toBeVisible();

  // Another slot, at home on the other side of the world.
  await choose(page, dawn, 'Create New Timing');
  const another = page.getByRole('dialog', { name: 'Create New Timing' });
  await expect(another.getByLabel('Class name')).toHaveValue(dawn);
  await expect(another.getByLabel('Class name')).not.toBeEditable();
  await fillDialog(page, { day: 'Wednesday', time: '17:00', zone: 'EST' });
  await another.getByRole('button', { name: 'Create New Timing' }).click();
  await expect(another).toBeHidden();
  // Told on the class's own clock, with the viewer's beside it; nobody teaches it yet.
  await expect(cardOf(page, dawn)).toContainText(/Wednesday 05:00 PM E[SD]T \(Thursday 0[23]:30 AM yours\)/);
  await expect(cardOf(page, dawn).getByRole('button', { name: `Choose teacher ${dawn}` })).toBeVisible();

  // The first teacher is busy then: asked, given up, asked again, and given to who is free.
  await page.getByRole('button', { name: 'Create Class' }).click();
  await fillDialog(page, { name: dusk, day: 'Monday', time: '05:00' });
  await dialog.getByLabel('Teacher').selectOption(first.name);
  const submit = dialog.getByRole('button', { name: 'Create Class' });
  await submit.click();
  const question = page.getByRole('dialog', { name: 'The teacher is busy at that time' });
  await expect(question).toContainText(`${first.name} already teaches ${dawn} (${course.name})`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(cardOf(page, dusk)).toHaveCount(0);
  await submit.click();
  await question.getByRole('button', { name: `Save with ${second.name}` }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, dusk)).toContainText(second.name);

  // The third class; it moves to where its teacher is busy, and that is wanted.
  await createClass(page, { name: noon, day: 'Tuesday', time: '04:45' });
  await page.getByLabel('Select Teacher').selectOption(second.name);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(cardOf(page, noon)).toContainText(second.name);
  const edit = page.getByRole('dialog', { name: 'Edit Class' });
  const editNoon = async (slot: Slot) => {
    await cardOf(page, noon)
      .getByRole('button', { name: /^Edit class/ })
      .click();
    await fillDialog(page, slot);
    await edit.getByRole('button', { name: 'Update Class' }).click();
  };
  await editNoon({ name: `${noon} II`, day: 'Monday', time: '05:15' });
  await expect(question).toContainText(`${second.name} already teaches ${dusk} (${course.name})`);
  // Dawn keeps the other one away.
  await expect(question).toContainText('No other teacher of the course is free at that time.');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(said(page, 'Class Updated Successfully')).toBeVisible();
  await expect(cardOf(page, `${noon} II`)).toContainText('Monday 05:15 AM');
  await expect(cardOf(page, noon).getByRole('button', { name: /^Edit class/ })).toBeFocused();

  // Replaced: not by himself, not by who is busy, then by who is free again.
  await expect(chosenClass(page)).toHaveText(`${noon} II · Monday 05:15 AM`);
  const replace = page.getByRole('button', { name: 'Replace Teacher' });
  await replace.press('Enter');
  await expect(said(page, 'Please Select Other Teacher')).toBeVisible();
  await page.getByLabel('Select Teacher').selectOption(first.name);
  await editNoon({ day: 'Tuesday', time: '05:15' });
  await expect(edit).toBeHidden();
  await replace.press('Enter');
  await expect(said(page, 'Replace Successfully')).toBeVisible();
  await expect(cardOf(page, noon)).toContainText(first.name);

  // A teacher who still teaches cannot leave, and a link leads to their class.
  await second.row.getByRole('button', { name: 'Unassociate' }).press('Enter');
  await page
    .getByRole('dialog', { name: /still teaches/ })
    .getByRole('button')
    .press('Enter');
  await expect(page.getByLabel('Select Teacher')).toBeFocused();
  await expect(chosenClass(page)).toHaveText(`${dusk} · Monday 05:00 AM`);

  const takeOff = page.getByRole('button', { name: 'Remove Teacher', exact: true });
  const asked = page.getByRole('dialog', { name: 'Are you sure?' });
  await takeOff.press('Enter');
  await asked.getByRole('button', { name: `Remove Teacher: ${second.name}` }).press('Enter');
  await expect(said(page, 'Teacher Removed Successfully')).toBeVisible();
  await expect(page.getByText('Nobody teaches this class yet.')).toBeVisible();
  await expect(page.getByLabel('Select Teacher')).toBeFocused();
  await expect(cardOf(page, dusk)).toContainText('Choose teacher');
  await expect(takeOff).toHaveCount(0);

  const sure = page.getByRole('dialog', { name: 'Are you sure?' });
  await choose(page, dusk, 'Delete Monday 05:00 AM');
  await sure.getByRole('button', { name: 'Delete Monday 05:00 AM' }).click();
  await expect(said(page, 'Class Deleted Successfully')).toBeVisible();
  await expect(cardOf(page, dusk)).toHaveCount(0);
  // A teacher without classes here can leave. No changes nothing.
  await second.row.getByRole('button', { name: 'Unassociate' }).click();
  await sure.getByRole('button', { name: `Unassociate ${second.name}` }).click();
  await expect(said(page, 'Teacher unassociated')).toBeVisible();
  await expect(second.row).toContainText('Not associated');

  await page.goto(`/manage/${course.id}`);
  await expect(page.getByLabel('Select Course').locator('option:checked')).toHaveText(course.name);
  await expect(cardOf(page, dawn)).toContainText('Monday 04:30 AM');
});

test('refusals tell what is missing', { tag: '@full' }, async ({ page, request }) => {
  const course = await newCourse(request, unique('Nyaya Debate'));
  const name = unique('Noon');
  await signIn(page, people.courseAdmin, association);
  const courses = page.getByLabel('Select Course');

  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(said(page, 'Please select a course First')).toBeVisible();
  await expect(courses).toBeFocused();
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please Select Course to continue')).toBeVisible();
  await page.getByRole('button', { name: 'Unassociate' }).first().click();
  await expect(said(page, 'Please Select parcticular course')).toBeVisible();
  await expect(page.getByLabel(/^Student strength of/).first()).toHaveAccessibleDescription(
    'Please Select Course to continue',
  );

  await courses.selectOption(course.name);
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please select a class')).toBeVisible();
  await expect(page.getByLabel('Select Class')).toBeFocused();
  await expect(page.getByLabel(/^Student strength of/).first()).toHaveAccessibleDescription(
    'Associate the teacher with the course first',
  );

  await page.getByRole('button', { name: 'Create Class' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create Class' });
  await submit.click();
  await expect(said(page, 'Please enter class name')).toBeVisible();
  await expect(dialog.getByLabel('Class name')).toBeFocused();
  await dialog.getByLabel('Class name').fill(name);
  await submit.click();
  await expect(said(page, 'Please select Class Day')).toBeVisible();
  await dialog.getByLabel('Class day').selectOption('Friday');
  await submit.click();
  await expect(said(page, 'Please select slot time')).toBeVisible();
  await expect(dialog.getByLabel('Slot time')).toBeFocused();
  await dialog.getByLabel('Slot time').fill('12:00');
  await submit.click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Add Teacher' }).click();
  await expect(said(page, 'Please Select Teacher to continue')).toBeVisible();
  await expect(page.getByLabel('Select Teacher')).toBeFocused();

  const { row } = await teacherAt(page, 1);
  await page.route('**/api/course_assign/course_assign', (route) =>
    route.fulfill({ status: 500, json: { status: 500, message: 'Something went wrong', request_id: 'x' } }),
  );
  await row.getByRole('button', { name: 'Associate', exact: true }).click();
  await expect(said(page, 'Internal Server Error')).toBeVisible();
  await expect(row).toContainText('Not associated');
  await page.unroute('**/api/course_assign/course_assign');
  await row.getByRole('button', { name: 'Associate', exact: true }).click();
  await expect(said(page, 'Teacher associated')).toBeVisible();
});
