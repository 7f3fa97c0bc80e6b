import { expect, expectAccessible, expectNoSidewaysScroll, said, test } from './fixtures.ts';
import { addressOf, newClassToday, rollsOf, rowOf, saveButton, startAs, type DueRoll } from './rolls.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** A time of the meeting on the class's own clock, as a report writes it. */
const clockOf = ({ starts_at: start, zone }: DueRoll, minutes: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    Date.parse(start) + minutes * 60_000,
  );

const reportOf = (roll: DueRoll, rows: readonly (readonly [string, number, number])[]) =>
  [
    'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest',
    ...rows.map(
      ([name, from, until]) => `${name},,${clockOf(roll, from)},${clockOf(roll, until)},${until - from},Yes`,
    ),
  ].join('\n');

test('the report of the meeting fills the roll, asks what it does not know, and remembers the answer', async ({
  page,
}) => {
  const { teacher, roll } = await newClassToday(page.request, 4);
  const [first, second, third, fourth] = roll.students.map(({ student_name }) => student_name);
  await startAs(page, teacher);
  await page.goto(addressOf(roll));
  // A mark by hand stays.
  await page.getByRole('combobox', { name: `Attendance of ${fourth}` }).selectOption('moved');
  const open = () => page.getByRole('button', { name: 'From the meeting’s report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill the roll from the meeting’s report' });
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'participants.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rows = [
    [first!, 0, 20],
    [first!, 22, 60],
    [second!, 0, 5],
    ['iPad in the kitchen', 0, 60],
    [teacher.email, 0, 60],
  ] as const;

  await open();
  await expectAccessible(page);
  await choose(reportOf(roll, rows).replaceAll(roll.attendance_date, '2020-01-06'));
  await expect(dialog.getByText(/^This report is of 2020-01-06/)).toBeVisible();

  const lines = reportOf(roll, rows.slice(0, 4)).split('\n');
  const unknown = lines.map((line, at) => `${line},${['Kikundi', 'Cha', 'Cha', 'Vya'][at] ?? 'Vya'}`);
  await dialog.getByLabel('Or paste the report here').fill(unknown.join('\n'));
  await dialog.getByRole('button', { name: 'Read the report' }).click();
  const column = dialog.getByLabel(
    'The column “Kikundi”: which word says that somebody was not in the meeting?',
  );
  await expect(column).toBeVisible();
  await expectNoSidewaysScroll(page);
  await column.selectOption({ label: 'None: it says something else' });
  await expect(dialog.getByText('1 present, 2 absent, 1 to decide')).toBeVisible();
  // The reason of a button stands beside the page while it is pointed at.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  const question = dialog.getByRole('group', { name: /^iPad in the kitchen/ });
  await question.getByRole('combobox').selectOption({ label: third! });
  await expect(dialog.getByText('2 present, 1 absent, 0 to decide')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fill the roll' }).click();
  await expect(rowOf(page, roll.students[1]!)).not.toBeChecked();
  await expect(page.getByText('2 present, 1 absent, 1 moved')).toBeVisible();
  await saveButton(page).click();
  await expect(said(page, 'Saved: Morning')).toBeVisible();
  const statuses = async () =>
    (await rollsOf(page.request, teacher))[0]!.students.map(({ attendance_status }) => attendance_status);
  expect(await statuses()).toEqual(['present', 'absent', 'present', 'moved']);

  // The same report once more: nothing to decide, and nothing to save.
  await open();
  await choose(reportOf(roll, rows.slice(0, 4)));
  await expect(dialog.getByText('2 present, 1 absent, 0 to decide')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fill the roll' }).click();
  await expect(dialog).toBeHidden();
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true');
});
