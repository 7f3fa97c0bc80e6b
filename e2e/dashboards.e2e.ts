import type { Page } from '@playwright/test';
import { people } from './calls.ts';
import { expect, followTab, signIn, test } from './fixtures.ts';
import { newClassToday, startAs } from './rolls.ts';

interface Dashboard {
  readonly data: Readonly<Record<string, number>>;
  readonly months: Readonly<Record<'students' | 'courses', { labels: string[]; counts: number[] }>>;
}

interface Today {
  readonly data: readonly {
    kind: string;
    count: number;
    items: { course_id?: number; class_id?: number; attendance_date?: string }[];
  }[];
}

/** What the page itself is told while it opens: other stories change the provider meanwhile. */
async function opening(page: Page, call: string, open: () => Promise<unknown>) {
  const [figures, today] = await Promise.all([
    page.waitForResponse(`**/api/dashboard/${call}/*`),
    page.waitForResponse('**/api/dashboard/get_today'),
    open(),
  ]);
  return { figures: (await figures.json()) as Dashboard, today: (await today.json()) as Today };
}

const grouped = (count: number | undefined) => (count ?? 0).toLocaleString('en-US');

const cards = (page: Page) => page.getByRole('region', { name: 'Figures' }).getByRole('listitem');

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

/** The table behind a chart, row by row: its name and its first number. */
async function expectTable(
  page: Page,
  name: string,
  rows: readonly (readonly [string, number | undefined])[],
) {
  const table = page.getByRole('table', { name, exact: true });
  await expect(table.getByRole('rowheader')).toHaveText(rows.map(([label]) => label));
  await expect(table.locator('td:nth-child(2)')).toHaveText(rows.map(([, count]) => grouped(count)));
}

/** In the tab of the figures. */
async function expectTables(page: Page, { data, months }: Dashboard, oldest: string) {
  await followTab(page, 'Figures');
  await expect(page).toHaveURL(/tab=figures/);
  await expectTable(page, 'Gender', [
    ['male', data['male_count']],
    ['female', data['female_count']],
    ['not selected', data['not_selected']],
  ]);
  await expectTable(page, 'Age', [
    ['1-15', data['age_01to15']],
    ['16-30', data['age_16to30']],
    ['31-45', data['age_31to45']],
    [oldest, data['age_46to100']],
    ['Not Selected', data['not_selected_age']],
  ]);
  await expectTable(page, 'Region', [
    ['India', data['India']],
    ['Others', data['Others']],
    ['UK', data['UK']],
    ['USA', data['USA']],
  ]);
  const { students, courses } = months;
  expect(students.labels).toHaveLength(6);
  await expectTable(
    page,
    'Last 6 months',
    students.labels.map((label, place) => [label, students.counts[place]]),
  );
  await expect(page.getByRole('table', { name: 'Last 6 months' }).locator('td:nth-child(3)')).toHaveText(
    courses.counts.map(grouped),
  );
}

test('an admin reads all totals, turns a chart into its table and finds a class a teacher', async ({
  page,
}) => {
  const { figures } = await opening(page, 'admin_dashboard', () => signIn(page, people.admin));
  const { data } = figures;
  await expect(page.getByRole('heading', { level: 1, name: 'Account Admin Dashboard' })).toBeVisible();
  await expect(cards(page)).toHaveText([
    `Courses ${grouped(data['total_courses'])}`,
    `Students ${grouped(data['total_students'])}`,
    `Course Admins ${grouped(data['total_course_admin'])}`,
    `Teachers ${grouped(data['total_teachers'])}`,
    `Course Coordinators ${grouped(data['total_course_coordinates'])}`,
  ]);
  const small = page.getByRole('button', { name: /^Region/ });
  await expect(small).toBeInViewport({ ratio: 1 });
  await small.click();
  const large = page.getByRole('dialog', { name: 'Region' });
  await expect(large.getByRole('table', { name: 'Region' }).getByRole('row')).toHaveCount(5);
  await page.goBack();
  await expect(large).toBeHidden();
  await expectTables(page, figures, '46-99');

  await page.getByRole('button', { name: 'Table of Region' }).click();
  await expect(page).toHaveURL(/region=table/);
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  // Other stories give classes their teachers meanwhile: what counts is what the page reads now.
  const read = page.waitForResponse('**/api/dashboard/get_today');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Table of Region' })).toHaveAttribute('aria-pressed', 'true');
  await followTab(page, 'Dashboard');
  const told = (await (await read).json()) as Today;

  const untaught = told.data.find(({ kind }) => kind === 'class_without_teacher')!;
  await today(page)
    .getByRole('tab', { name: `Class without teacher ${untaught.count}` })
    .click();
  await expect(page).toHaveURL(/today=class_without_teacher/);
  await today(page).getByRole('tabpanel').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/Course%20Association\\?course=${untaught.items[0]!.course_id}$`));
  await expect(page.getByLabel('Select Course')).toHaveValue(String(untaught.items[0]!.course_id));
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test(
    'a teacher is one tap away from the roll, and their cards lead to courses and students',
    { tag: '@full' },
    async ({ page }) => {
      const { teacher, roll } = await newClassToday(page.request, 3);
      await page.addInitScript(() => {
        const seen: { shift: number } & typeof globalThis = Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            };
            if (!hadRecentInput) seen.shift += value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await startAs(page, teacher);
      const { figures } = await opening(page, 'teacher_dashboard', () => page.goto('/'));
      const due = page.getByRole('link', { name: /^Morning/ });
      await expect(due).toBeInViewport({ ratio: 1 });

      const { data } = figures;
      await expect(cards(page)).toHaveText([
        'Courses 1',
        'Students 3',
        `Vacant Students ${grouped(data['total_teachers'])} free places in your classes`,
      ]);
      await expectTables(page, figures, '46-100');
      await page.goBack();
      await expect(due).toBeVisible();
      expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.1);

      await due.click();
      await expect(page).toHaveURL(
        new RegExp(`/attendance\\?roll=${roll.class_id}_${roll.attendance_date}[^&]*&course=`),
      );
      await page.goBack();
      await page.getByRole('button', { name: 'Next cards: Figures' }).click();
      await cards(page).getByRole('link', { name: 'Students 3' }).click();
      await expect(page).toHaveURL(/\/Student%20List$/);
    },
  );
});
