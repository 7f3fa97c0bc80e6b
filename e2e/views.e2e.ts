import { newCourse, people } from './calls.ts';
import { expect, expectAccessible, signIn, signInByForm, test, unique } from './fixtures.ts';
import { firstPassword, newPerson } from './newcomers.ts';

test('a course admin saves a view for the whole office, and a colleague opens it', async ({
  page,
  browser,
  request,
}) => {
  const course = await newCourse(request, unique('Purana'));
  const colleague = await newPerson(request, 'courseadmin');
  const [byName, ofCourse] = [unique('By name'), unique('Of my course')];

  const saveForOffice = async (name: string) => {
    await page.getByRole('button', { name: /^View of All Students/ }).click();
    await page.getByLabel('Name of this view').fill(name);
    await page.getByText('For the whole office', { exact: true }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText(`“${name}” is saved: everybody in your role sees it`)).toBeVisible();
    await page.keyboard.press('Escape');
  };
  await signIn(
    page,
    people.courseAdmin,
    '/All Students?sort=-fullname&registration=Registered&cols=fullname.class_name',
  );
  await saveForOffice(byName);
  await page.goto(`/All Students?course=${course.id}`);
  await saveForOffice(ofCourse);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInByForm(theirs, colleague, firstPassword);
  await theirs.goto('/All Students');
  // As a tab beside the search, without a menu. What names a thing of somebody else is none.
  const tabs = theirs.getByRole('navigation', { name: 'Views of All Students' });
  await expect(tabs.getByRole('link')).toHaveText([/^Usual view/, byName]);
  await tabs.getByRole('link', { name: byName }).click();
  await expect(theirs).toHaveURL(/registration=Registered/);
  await expect(tabs.getByRole('link', { name: byName })).toContainText('shown now');
  await tabs.getByRole('link', { name: 'Usual view' }).click();
  await expect(theirs).not.toHaveURL(/registration=/);
  await theirs.getByRole('button', { name: /^View of All Students/ }).click();
  const menu = theirs.getByRole('region', { name: 'Saved views' });
  const line = (name: string) => menu.getByRole('listitem').filter({ hasText: name });
  await expect(line(byName)).toContainText('For the whole office, by');
  // It names a course of somebody else: the view says so, and opens an empty list that can be left again.
  await expect(line(ofCourse)).toContainText('Its course is deleted or not yours.');
  await expect(menu.getByRole('button', { name: `Delete the view ${byName}` })).toHaveCount(0);
  await expectAccessible(theirs);
  await menu.getByRole('link', { name: ofCourse }).click();
  await expect(theirs).toHaveURL(new RegExp(`course=${course.id}$`));
  await theirs.keyboard.press('Escape');
  await expect(theirs.getByText('No Records')).toBeVisible();
  await theirs.getByRole('button', { name: /^View of All Students/ }).click();
  await menu.getByRole('link', { name: byName }).click();
  await expect(theirs).toHaveURL(/sort=-fullname/);
  await expect(theirs).toHaveURL(/registration=Registered/);
  await expect(theirs.getByRole('table', { name: 'All Students' }).getByRole('columnheader')).toHaveCount(4);

  // Undo of the author takes the view from the menu of both.
  await page.getByRole('button', { name: /^View of All Students/ }).click();
  await page.getByRole('button', { name: `Delete the view ${byName}` }).click();
  await expect(page.getByText(`“${byName}” is deleted`)).toBeVisible();
  await theirs.reload();
  await theirs.getByRole('button', { name: /^View of All Students/ }).click();
  await expect(line(ofCourse)).toBeVisible();
  await expect(line(byName)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${byName} is back.`)).toBeVisible();
  await context.close();
});
