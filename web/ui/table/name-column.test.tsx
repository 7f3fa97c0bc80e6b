import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HashLinks } from '../../test/hash-links.tsx';
import { render } from '../../test/render.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { nameColumn } from './name-column.tsx';

interface Meeting {
  day: string;
  class_id: number | null;
  class_name: string;
}

const columns: readonly Column<Meeting>[] = [
  { id: 'day', header: 'Day', value: ({ day }) => day },
  {
    id: 'class_name',
    header: 'Class',
    ...nameColumn(
      'class',
      ({ class_id }) => class_id,
      ({ class_name }) => class_name,
    ),
  },
  { id: 'note', header: 'Note', value: () => 'Bring the book' },
];

const rows: readonly Meeting[] = [
  { day: 'Monday', class_id: 7, class_name: 'Gita A' },
  { day: 'Tuesday', class_id: null, class_name: 'No class' },
];

const show = () =>
  render(
    <HashLinks>
      <DataTable label="Meetings" columns={columns} rows={rows} rowId={({ day }) => day} />
    </HashLinks>,
  );

beforeEach(() => localStorage.setItem('role', 'courseadmin'));

test('a name leads to its page, and one without an id is words alone', async () => {
  await page.viewport(1024, 768);
  show();
  await expect.element(page.getByRole('link', { name: 'Gita A' })).toHaveAttribute('href', '#/class/7');
  await expect.element(page.getByText('No class')).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
});

test('on a phone the name becomes a link once its row is open', async () => {
  await page.viewport(390, 844);
  show();
  await expect.element(page.getByText('Gita A')).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(0);
  await userEvent.click(page.getByRole('button', { name: 'Details of Monday' }));
  await expect.element(page.getByRole('link', { name: 'Gita A' })).toBeVisible();
});
