import { newCourse, people } from './calls.ts';
import { expect, expectAccessible, signIn, test, unique, uniqueWord } from './fixtures.ts';
import { spreadsheet } from './spreadsheet.ts';

const csv = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.map((row) => row.join(',')).join('\r\n')}\r\n`),
});

test('an admin brings a class and its students from two files, sees every row first, and takes it back', async ({
  page,
}) => {
  await signIn(page, people.admin);
  const course = await newCourse(page.request, unique('Brought'));
  const word = uniqueWord().toLowerCase();
  await page.goto('/bring');
  await expect(page.getByRole('heading', { name: 'Bring what you have', level: 1 })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([
    spreadsheet(
      [
        ['Course', 'Class', 'Day', 'Time'],
        [course.name, 'Dawn', 'Sunday', '06:30'],
      ],
      'classes.xlsx',
    ),
    csv('participants.csv', [
      ['First name', 'Last name', 'Email address', 'Roles', 'Groups', 'Last access to course'],
      ['Gargi', 'Rao', `gargi.${word}@example.test`, 'Student', 'Dawn', 'Never'],
      ['No', 'Body', `nobody.${word}@example.test`, 'Teacher', 'Dawn', 'Never'],
    ]),
  ]);
  await page.getByRole('button', { name: 'Check the files' }).click();
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
  await expect(page.getByText('Moodle · 2 rows')).toBeVisible();

  const zone = page.getByLabel('Time zone of times that name none');
  await zone.fill('IST');
  await zone.blur();
  const ofCourse = page.getByLabel('Course, where a row names none').last();
  await ofCourse.fill(course.name);
  await ofCourse.blur();
  const table = page.getByRole('table', { name: 'Rows of the files' });
  await expect(table.getByRole('row').filter({ hasText: 'Gargi Rao' })).toContainText('New');
  await expect(table.getByRole('row').filter({ hasText: 'No Body' })).toContainText('Invite first');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  await expect(page.locator('[data-figure=students]')).toContainText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/undone|taken back/i).first()).toBeVisible();
});
