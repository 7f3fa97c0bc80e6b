import type { Locator, Page } from '@playwright/test';
import { giveClassToTeacher, newCourse, people } from './calls.ts';
import { expect, expectAccessible, pictureOf, said, signIn, test, unique } from './fixtures.ts';

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
});

const save = (page: Page) => page.getByRole('button', { name: 'Update Course' }).click();

/** By its label: sections and rows use the same words. */
const row = (list: Locator, name: string) =>
  list.getByRole('listitem').filter({ has: list.page().getByRole('button', { name: `Remove ${name}` }) });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openEdit(page: Page, id: string) {
  await page.goto(`/edit/${id}`);
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible();
}

async function addPrice(page: Page, country: string, value: string) {
  const prices = section(page, 'Prices');
  await prices.getByRole('button', { name: 'Add price' }).click();
  const last = prices.getByRole('listitem').last();
  await last.getByRole('combobox', { name: 'Country' }).fill(country);
  await page.getByRole('option', { name: country }).click();
  await last.getByLabel('Value').fill(value);
}

async function addGlimpse(page: Page, name: string) {
  const glimpses = section(page, 'Glimpses');
  await glimpses.getByRole('button', { name: 'Add glimpse' }).click();
  const last = glimpses.getByRole('listitem').last();
  await expect(last.getByLabel('Glimpse name')).toBeFocused();
  await last.getByLabel('Glimpse name').fill(name);
  await last.getByLabel('Glimpse description').fill(`About ${name}: <b>1 & 2</b>`);
  await last.locator('input[type="file"]').setInputFiles(await pictureOf(page));
  await expect(last.getByText('Image uploaded')).toBeVisible();
}

async function openWeek(page: Page, week: number) {
  const opener = section(page, 'Curriculum').getByRole('button', { name: new RegExp(`^Week ${week}\\b`) });
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
  return page.getByRole('list', { name: `Week ${week}`, exact: true });
}

async function addTopic(page: Page, week: number, name: string) {
  const topics = await openWeek(page, week);
  await page.getByRole('button', { name: `Add topic to week ${week}`, exact: true }).click();
  const last = topics.getByRole('listitem').last();
  await last.getByLabel('Topic name').fill(name);
  await last.getByLabel('Homework').selectOption('true');
  await last.locator('input[type="file"]').setInputFiles(pdf(`${name}.pdf`));
  await expect(last.getByText(`${name}.pdf`)).toBeVisible();
}

test('an admin changes a course and it shows in the list', { tag: '@full' }, async ({ page, request }) => {
  const { id } = await newCourse(request, unique('Vedic Chant'));
  const renamed = unique('Vedic Chanting');
  await signIn(page, people.admin, `/editcourse/${id}`);
  await expect(page.getByLabel('Duration')).toHaveValue('quarterly');

  await page.getByLabel('Course name').fill('');
  await page.getByRole('button', { name: 'Update Course' }).click();
  await expect(said(page, 'Course name required')).toBeVisible();

  await page.getByLabel('Course name').fill(renamed);
  await page.getByLabel('Duration').selectOption('semester');
  await page.route('**/api/files/begin', (route) => route.abort('connectionfailed'), { times: 1 });
  await page.locator('input[type="file"]').setInputFiles(await pictureOf(page));
  await expect(said(page, 'Something went wrong')).toBeVisible();
  await save(page);
  await expect(said(page, 'Course updated successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/courses$/);
  await page.getByLabel('Search', { exact: true }).fill(renamed);
  await expect(page.getByRole('row').filter({ hasText: renamed })).toContainText('Semester');
});

test('a course admin gives a course a price, a glimpse and a topic, and takes the price away', async ({
  page,
  request,
}) => {
  const { id } = await newCourse(request, unique('Gita in Brief'));
  await signIn(page, people.courseAdmin);
  await openEdit(page, id);
  await addPrice(page, 'India (IN)', '1500');
  await addPrice(page, 'Nepal (NP)', '2000');
  await addGlimpse(page, 'First');
  await addTopic(page, 1, 'Topic1');
  await save(page);
  await expect(said(page, 'Course Updated Successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/single%20course/${id}$`));

  await openEdit(page, id);
  await expect(row(section(page, 'Glimpses'), 'First').getByLabel('Glimpse description')).toHaveValue(
    'About First: <b>1 & 2</b>',
  );
  await expect((await openWeek(page, 1)).getByText('Topic1.pdf')).toBeVisible();
  await section(page, 'Prices').getByRole('button', { name: 'Remove price Nepal' }).click();
  await save(page);
  await expect(page).toHaveURL(new RegExp(`/single%20course/${id}$`));
  await expect(page.getByText('1,500.00 INR')).toBeVisible();
  await expect(page.getByText('NPR 2,000')).toHaveCount(0);
});

test(
  'a course admin builds a course of 26 weeks, reopens it, changes it and takes away',
  { tag: '@full' },
  async ({ page, request }) => {
    const { id } = await newCourse(request, unique('Gita in Depth'));
    const type = unique('Scripture');
    await signIn(page, people.courseAdmin);
    await openEdit(page, id);
    await expect(page.getByLabel('Course admin')).toBeDisabled();
    await expect(page.getByRole('button', { name: '+ Invite' })).toHaveAttribute('aria-disabled', 'true');

    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(said(page, 'Please select type')).toBeVisible();
    await page.getByRole('button', { name: 'Add type' }).click();
    await page.getByLabel('Name of the new type').fill(type);
    await page.getByRole('button', { name: 'Save type' }).click();
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue(/\d+/);
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByLabel('New name of the type').fill(`${type} study`);
    await page.getByRole('button', { name: 'Save type' }).click();
    await expect(page.getByRole('combobox', { name: 'Type' }).locator('option:checked')).toHaveText(
      `${type} study`,
    );

    await page.getByLabel('Duration').selectOption('semester');
    await page.getByRole('textbox', { name: 'What students learn' }).fill('All eighteen chapters.');
    await addPrice(page, 'India (IN)', '1500');
    await addPrice(page, 'Nepal (NP)', '2000');
    await section(page, 'Prices').getByRole('button', { name: 'Add price' }).click();
    await section(page, 'Prices').getByRole('button', { name: 'Add price' }).click();
    await expect(said(page, 'Please fill the details to continue')).toBeVisible();
    await section(page, 'Prices').getByRole('button', { name: 'Remove price 3' }).click();

    for (const name of ['First', 'Second', 'Third']) await addGlimpse(page, name);
    await expect(section(page, 'Curriculum').getByRole('button', { name: /^Week \d+/ })).toHaveCount(26);
    for (const name of ['Topic1', 'Topic2']) await addTopic(page, 1, name);

    const first = await openWeek(page, 1);
    await row(first, 'Topic1')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(said(page, 'Please select only pdf file').first()).toBeVisible();

    // What could not be uploaded takes nothing away.
    const lost = () =>
      page.route('**/api/files/begin', (route) => route.abort('connectionfailed'), { times: 1 });
    await lost();
    await row(first, 'Topic1').locator('input[type="file"]').setInputFiles(pdf('other.pdf'));
    await expect(said(page, 'error,re-try').first()).toBeVisible();
    await expect(row(first, 'Topic1').getByText('Topic1.pdf')).toBeVisible();
    await lost();
    const glimpse = row(section(page, 'Glimpses'), 'Third');
    await glimpse.locator('input[type="file"]').setInputFiles(await pictureOf(page));
    await expect(glimpse.getByText('error,re-try')).toBeVisible();

    await save(page);
    await expect(said(page, 'Course Updated Successfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/single%20course/${id}$`));

    await openEdit(page, id);
    await expect(section(page, 'Prices').getByRole('listitem')).toHaveCount(2);
    const glimpses = section(page, 'Glimpses');
    await expect(glimpses.getByRole('listitem')).toHaveCount(3);
    await expect(row(glimpses, 'First').getByLabel('Glimpse description')).toHaveValue(
      'About First: <b>1 & 2</b>',
    );
    await row(glimpses, 'First').getByRole('button', { name: 'Move First down' }).focus();
    await page.keyboard.press('Enter');
    await expect(glimpses.getByText('First is now 2 of 3')).toBeAttached();
    await expect(glimpses.getByRole('button', { name: 'Move First down' })).toBeFocused();
    await glimpses.getByRole('button', { name: 'Remove Third' }).click();
    await section(page, 'Prices').getByRole('button', { name: 'Remove price Nepal' }).click();
    const topics = await openWeek(page, 1);
    await expect(topics.getByText('Topic1.pdf')).toBeVisible();
    await row(topics, 'Topic1').getByLabel('Topic name').fill('Opening');
    await topics.getByRole('button', { name: 'Remove Topic2' }).click();

    await save(page);
    await expect(said(page, 'Course Updated Successfully')).toBeVisible();

    await openEdit(page, id);
    await expect(section(page, 'Prices').getByRole('listitem')).toHaveCount(1);
    const names = section(page, 'Glimpses').getByLabel('Glimpse name');
    await expect
      .poll(() => names.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)))
      .toEqual(['Second', 'First']);
    await expect((await openWeek(page, 1)).getByLabel('Topic name')).toHaveValue('Opening');

    // A type that a course has stays; this course gives it up first.
    const choice = page.getByRole('combobox', { name: 'Type' });
    const used = await choice.inputValue();
    const deleteType = async () => {
      await page.getByRole('button', { name: 'Delete type', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Are you sure?' })
        .getByRole('button', { name: /^Delete type: / })
        .click();
    };
    await choice.selectOption('');
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/single%20course/${id}$`));
    await openEdit(page, id);
    await choice.selectOption(used);
    await deleteType();
    await expect(choice).toHaveValue('');

    await giveClassToTeacher(request, id);
    await page.evaluate(() => localStorage.clear());
    await signIn(page, people.teacher, `/viewcourse/${id}`);
    await expect(page.getByText('1,500.00 INR')).toBeVisible();
    await expect(page.getByText('All eighteen chapters.')).toBeVisible();
    await page.getByRole('tab', { name: 'Curriculum' }).click();
    await expect(page.getByText('Opening', { exact: true })).toBeVisible();
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Topic1.pdf/ }).click();
    expect((await begun).suggestedFilename()).toBe('Topic1.pdf');
  },
);

test(
  'two tabs never mix: the later one is told and keeps what was typed',
  { tag: '@full' },
  async ({ page, context, request }) => {
    const { id } = await newCourse(request, unique('Two Tabs'));
    await signIn(page, people.courseAdmin);
    await openEdit(page, id);
    const other = await context.newPage();
    await openEdit(other, id);
    const theirs = unique('Theirs');
    const mine = unique('Mine');

    await other.getByLabel('Course name').fill(theirs);
    await save(other);
    await expect(other).toHaveURL(/single%20course/);

    await page.getByLabel('Course name').fill(mine);
    await page.getByRole('textbox', { name: 'Note' }).fill('Bring the book.');
    await save(page);
    await expect(said(page, 'Somebody saved this course in the meantime')).toBeFocused();

    await page.getByRole('button', { name: 'Load the newer version' }).click();
    await expect(page.getByLabel('Course name')).toHaveValue(theirs);
    await page.getByRole('button', { name: 'Back to mine' }).click();
    await expect(page.getByLabel('Course name')).toHaveValue(mine);
    const compared = page.getByRole('table').getByRole('row').filter({ hasText: 'Course name' });
    await expect(compared).toContainText(theirs);
    await expect(compared).toContainText(mine);
    await expectAccessible(page);
    await expect(page.getByRole('textbox', { name: 'Note' })).toContainText('Bring the book.');
    await save(page);
    await expect(said(page, 'Course Updated Successfully')).toBeVisible();
  },
);

test('topics change places under the pointer', { tag: '@full' }, async ({ page, request }) => {
  const { id } = await newCourse(request, unique('Dragged'));
  await signIn(page, people.courseAdmin);
  await openEdit(page, id);
  const topics = await openWeek(page, 1);
  for (const name of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: 'Add topic to week 1', exact: true }).click();
    await topics.getByLabel('Topic name').last().fill(name);
  }
  const names = () =>
    topics
      .getByLabel('Topic name')
      .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));

  await page.getByTitle('Drag Two').evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
  const from = await page.getByTitle('Drag Two').boundingBox();
  const up = await row(topics, 'One').getByLabel('Topic name').boundingBox();
  await page.mouse.move(from!.x + 8, from!.y + 8);
  await page.mouse.down();
  await page.mouse.move(from!.x + 8, up!.y, { steps: 8 });
  await page.mouse.up();
  expect(await names()).toEqual(['Two', 'One', 'Three']);
});
