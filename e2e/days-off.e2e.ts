import { people } from './calls.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { newClassToday } from './rolls.ts';

test.use({ viewport: { width: 360, height: 760 } });

test(
  'many days off come from a country, a calendar file or a table, and Undo takes them back',
  { tag: '@full' },
  async ({ page }) => {
    const { roll } = await newClassToday(page.request, 2);
    const year = new Date().getUTCFullYear() + 1;
    await signIn(page, people.courseAdmin, '/Days Off');
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: 'Add many days off' }).click();
      await expect(dialog.getByLabel('Where the days come from')).toBeFocused();
    };
    const place = async () => {
      await dialog.getByLabel('Course', { exact: true }).selectOption({ label: roll.course_name });
      await dialog.getByLabel('Class', { exact: true }).selectOption({ label: roll.class_name });
      await dialog.getByRole('button', { name: 'See what it does' }).click();
    };
    const rows = page.getByRole('row').filter({ hasText: roll.class_name });

    await open();
    await expect(dialog.getByText('Festivals follow the moon, so a day may differ by one')).toBeVisible();
    await dialog.getByLabel('Country').selectOption('United Kingdom');
    await dialog.getByLabel('State or region').selectOption('Scotland');
    await dialog.getByLabel('Year').selectOption(String(year));
    await place();
    const andrew = dialog.getByRole('checkbox', { name: /Saint Andrew/ });
    await expect(andrew).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('checkbox', { name: 'All' }).click();
    await expect(andrew).not.toBeChecked();
    await andrew.click();
    await dialog.getByRole('button', { name: 'Save 1 day off' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Saint Andrew');

    // The class meets today in one, two, three … weeks.
    const inWeeks = (weeks: number) =>
      new Date(Date.parse(roll.attendance_date) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
    const [first, second] = [inWeeks(1), inWeeks(2)];
    await open();
    await dialog.getByLabel('Where the days come from').selectOption('A calendar file (.ics)');
    await dialog.getByRole('button', { name: 'See what it does' }).click();
    await expect(dialog.getByText('Please choose a file')).toBeVisible();
    const calendar = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      `DTSTART;VALUE=DATE:${first.replaceAll('-', '')}`,
      'SUMMARY:संक्रांति',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:2',
      `DTSTART;VALUE=DATE:${year}1130`,
      'SUMMARY:Andreas',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:3',
      `DTSTART:${first.replaceAll('-', '')}T100000Z`,
      'SUMMARY:Talk',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar) });
    await expect(dialog.getByText('Chosen: holidays.ics')).toBeVisible();
    await place();
    await expect(dialog.getByText('1 day off: 1 meeting will not take place.')).toBeVisible();
    const talk = dialog.getByRole('checkbox', { name: /Talk/ });
    await expect(talk).not.toBeChecked();
    await expect(dialog.getByText('has a time of day')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: /Andreas/ })).toBeDisabled();
    await dialog.getByText('Show 1 meeting').click();
    await expect(dialog.getByRole('listitem').filter({ hasText: roll.class_name })).toBeVisible();
    await dialog.getByRole('button', { name: 'Change it' }).click();

    await dialog.getByLabel('Where the days come from').selectOption('The address of a calendar');
    await dialog.getByLabel('Address').fill('webcal://127.0.0.1/holidays.ics');
    await dialog.getByRole('button', { name: 'See what it does' }).click();
    await expect(dialog.getByText('No calendar could be fetched from this address')).toBeVisible();

    await dialog.getByLabel('Where the days come from').selectOption('A table that I paste');
    const [year2, month, day] = second.split('-');
    await dialog
      .getByLabel('Days and names')
      .fill(`Date\tName\n${day}/${month}/${year2}\tశ్రీరామ నవమి\n32/01/${year}\tNo day`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'See what it does' }).click();
    await expect(dialog.getByText(`Line 3: 32/01/${year}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save 1 day off' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('శ్రీరామ నవమి');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(1);
  },
);
