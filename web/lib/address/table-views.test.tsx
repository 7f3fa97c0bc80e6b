import { Outlet } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { savedViews } from '#web/features/views/load-saved-views.tsx';
import { SavedViewsPlace } from '#web/ui/table/saved-views-place.ts';
import { openAt } from '../../test/open-at.tsx';
import { onLeave, session } from '../session.ts';
import { useTableSearch } from './table-search.ts';
import { forgetTyped } from './typed-views.ts';

interface Student {
  id: number;
  name: string;
  city: string;
  age: number;
}

const students: Student[] = [
  { id: 1, name: 'Meera', city: 'Pune', age: 31 },
  { id: 2, name: 'Asha', city: 'Agra', age: 9 },
];

const columns: Column<Student>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'city', header: 'City', value: (row) => row.city },
  { id: 'age', header: 'Age', value: (row) => row.age },
];

function List({ label, prefix = '' }: { label: string; prefix?: string }) {
  const view = useTableSearch({ size: 10 }, '', prefix);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={students}
      rowId={(row) => String(row.id)}
      view={view}
      filter={view.q}
      canExport
    />
  );
}

const Pair = () => (
  <>
    <List label="Students" />
    <List label="Teachers" prefix="teachers-" />
  </>
);

/** A portal with a list under the address of a course, and one with two tables. */
function open(address: string) {
  return openAt(address, { '/all students/$course': () => <List label="Students" />, '/pair': Pair }, () => (
    <SavedViewsPlace value={savedViews}>
      <Outlet />
    </SavedViewsPlace>
  ));
}

const enterAs = (user_id: number) =>
  session.start({ token: `token ${user_id}`, user_id, role: 'admin', mainrole: 'admin' });

const headers = (table = 'Students') =>
  page
    .getByRole('table', { name: table })
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent);
const openMenu = (table = 'Students') =>
  userEvent.click(page.getByRole('button', { name: `View of ${table}` }));
const column = (name: string) => page.getByRole('checkbox', { name });
const savedView = (name: string | RegExp) =>
  page.getByRole('region', { name: 'Saved views' }).getByRole('link', { name });

async function saveAs(name: string) {
  await userEvent.fill(page.getByLabelText('Name of this view'), name);
  await userEvent.click(page.getByRole('button', { name: 'Save view' }));
}

beforeEach(async () => {
  // The server has no views.
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: [] });
  await page.viewport(1280, 800);
  enterAs(1);
});

test('a column that is left out goes from the table into the address, and comes back', async () => {
  const router = open('/all students/7');
  await openMenu();
  await expect.element(column('Name')).toBeDisabled();
  await userEvent.click(column('City'));
  await expect.poll(() => headers()).toEqual(['Name', 'Age']);
  expect(router.state.location.searchStr).toBe('?cols=name.age');
  await userEvent.click(column('City'));
  await expect.poll(() => headers()).toEqual(['Name', 'City', 'Age']);
  expect(router.state.location.searchStr).toBe('');
});

test.each([
  ['?cols=age', ['Name', 'Age']],
  ['?cols=age.gone', ['Name', 'Age']],
  ['?cols=name', ['Name']],
  ['?cols=gone', ['Name', 'City', 'Age']],
  ['?cols=a,b%22', ['Name', 'City', 'Age']],
  ['?cols=age.city.name', ['Name', 'City', 'Age']],
])('the address %s shows %j', async (search, shown) => {
  open(`/all students/7${search}`);
  await expect.poll(() => headers()).toEqual(shown);
});

test('hidden columns are still searched and sorted by', async () => {
  open('/all students/7?cols=name&q=agra&sort=age');
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2);
  await expect.element(page.getByRole('cell', { name: 'Asha' })).toBeVisible();
});

test('the choice is remembered here, said in the address, and a link that says otherwise wins', async () => {
  const router = open('/all students/7');
  const goTo = (search: Record<string, string>) =>
    router.navigate({ to: '/all students/$course', params: { course: '8' }, search });
  await openMenu();
  await userEvent.click(column('City'));
  await userEvent.click(page.getByRole('radio', { name: 'Comfortable' }));
  await expect.poll(() => headers()).toEqual(['Name', 'Age']);

  // The same list for another course, on another day.
  await goTo({});
  await expect.poll(() => router.state.location.href).toBe('/all%20students/8?cols=name.age&dense=0');
  await expect.poll(() => headers()).toEqual(['Name', 'Age']);

  await goTo({ cols: 'all', dense: '1' });
  await expect.poll(() => headers()).toEqual(['Name', 'City', 'Age']);
  expect(router.state.location.searchStr).toBe('?cols=all&dense=1');
});

test('each table of a screen remembers for itself', async () => {
  const router = open('/pair');
  await openMenu('Teachers');
  await userEvent.click(column('City'));
  await expect.poll(() => headers('Teachers')).toEqual(['Name', 'Age']);
  expect(headers()).toEqual(['Name', 'City', 'Age']);
  expect(router.state.location.searchStr).toBe('?teachers-cols=name.age');
});

test('both tables of a screen find what they remember', async () => {
  localStorage.setItem('table 1 /pair', JSON.stringify({ cols: 'name.age', dense: false, views: [] }));
  localStorage.setItem('table 1 /pair teachers-', JSON.stringify({ cols: 'name', dense: true, views: [] }));
  const router = open('/pair');
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ cols: 'name.age', dense: '0', 'teachers-cols': 'name' });
  expect(headers()).toEqual(['Name', 'Age']);
  expect(headers('Teachers')).toEqual(['Name']);
});

test.each(['{', '[]', '{"cols":7,"views":[{"name":1},{"name":"x","search":[]}]}', 'null'])(
  'a storage that holds %s is as good as none',
  async (text) => {
    localStorage.setItem('table 1 /all students/$course', text);
    open('/all students/7');
    await expect.poll(() => headers()).toEqual(['Name', 'City', 'Age']);
  },
);

test('a view is saved with filters, order and look, marked while the table shows it, and opened by its address', async () => {
  const router = open('/all students/7?q=a&sort=-age&status=live&page=2&tab=people');
  await openMenu();
  await saveAs(' ');
  await expect.element(page.getByText('Please give the view a name')).toBeVisible();
  await userEvent.click(column('City'));
  await saveAs('Oldest first');
  await expect.element(savedView(/^Oldest first/)).toHaveAccessibleName('Oldest first , shown now');

  await userEvent.click(page.getByRole('button', { name: 'Reset columns and density' }));
  await expect.element(savedView(/^Oldest first/)).toHaveAccessibleName('Oldest first');
  await userEvent.click(savedView(/^Oldest first/));
  await expect.poll(() => headers()).toEqual(['Name', 'Age']);
  expect(router.state.location.pathname).toBe('/all students/7');
  // The tab belongs to the screen. The page number is not part of a view.
  expect(router.state.location.search).toEqual({
    tab: 'people',
    q: 'a',
    sort: '-age',
    status: 'live',
    cols: 'name.age',
  });
});

test('a view of all columns shows columns that the person usually hides', async () => {
  open('/all students/7');
  await openMenu();
  await saveAs('Everything');
  await userEvent.click(column('City'));
  await expect.poll(() => headers()).toEqual(['Name', 'Age']);
  await userEvent.click(savedView(/^Everything/));
  await expect.poll(() => headers()).toEqual(['Name', 'City', 'Age']);
  await expect.element(savedView(/^Everything/)).toHaveAccessibleName('Everything , shown now');
});

test('a view can be deleted and brought back; the same name takes the older one’s place', async () => {
  open('/all students/7');
  await openMenu();
  await saveAs('Mine');
  await userEvent.click(column('Age'));
  await saveAs('Mine');
  await expect.poll(() => savedView(/^Mine/).elements().length).toBe(1);
  await userEvent.click(page.getByRole('button', { name: 'Delete the view Mine' }));
  await expect.element(savedView(/^Mine/)).not.toBeInTheDocument();
  expect(document.activeElement).toBe(page.getByLabelText('Name of this view').element());
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(localStorage.getItem('table 1 /all students/$course')).toContain('Mine');
});

test('nobody sees another person’s views or columns on the same device', async () => {
  localStorage.setItem(
    'table 1 /all students/$course',
    JSON.stringify({ cols: 'name', dense: true, views: [{ name: 'Of the first', search: {} }] }),
  );
  enterAs(2);
  open('/all students/7');
  await expect.poll(() => headers()).toEqual(['Name', 'City', 'Age']);
  await openMenu();
  await expect.element(page.getByRole('button', { name: 'Save view' })).toBeVisible();
  await expect.element(page.getByText('Of the first')).not.toBeInTheDocument();
});

test('an export asks whether hidden columns come along', async () => {
  open('/all students/7?cols=name');
  await userEvent.click(page.getByRole('button', { name: 'Export' }));
  await expect.element(page.getByText('The 1 columns shown')).toBeVisible();
  await expect.element(page.getByText('All 3 columns')).toBeVisible();
});

test('a view with a typed search leaves the device with the session, another one stays', async () => {
  onLeave(forgetTyped);
  const router = open('/all students/7?sort=age&q=asha');
  await openMenu();
  await saveAs('Asha');
  await expect.element(savedView(/Asha/)).toBeVisible();
  await router.navigate({ to: '/all students/$course', params: { course: '7' }, search: { sort: 'age' } });
  await expect.poll(() => router.state.location.searchStr).toBe('?sort=age');
  await saveAs('By age');
  await expect.element(savedView(/By age/)).toBeVisible();
  localStorage.setItem(
    'table 2 /pair teachers-',
    JSON.stringify({ views: [{ name: 'x', search: { 'teachers-q': 'Rao' } }] }),
  );

  session.clear();
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('table '));
  expect(JSON.stringify(kept)).not.toMatch(/asha|Asha|Rao/);
  expect(JSON.stringify(kept)).toContain('By age');
});
