import type { ViewRow } from '@gurukul/contract/views';
import { Outlet } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseSearch } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { openAt } from '#web/test/open-at.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { SavedViewsPlace } from '#web/ui/table/saved-views-place.ts';
import { savedViews } from './load-saved-views.tsx';

const columns: Column<{ id: number }>[] = [
  { id: 'name', header: 'Name', value: ({ id }) => `Student ${id}` },
  { id: 'city', header: 'City', value: () => 'Pune' },
];

const view = (view_id: number, rest: Partial<ViewRow> = {}): ViewRow => ({
  view_id,
  name: `View ${view_id}`,
  address: `sort=-age&course=${view_id}`,
  for_office: true,
  author: 'Asha Rao',
  gone: [],
  can: { change: false },
  ...rest,
});

interface ViewRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server with these views. `refusal` is its answer to every change. */
function office(known: ViewRow[], refusal?: { status: number; code: string; message: string }) {
  const asked: ViewRequest[] = [];
  globalThis.fetch = async (url, request) => {
    const path = String(url).replace('/api', '');
    const body = JSON.parse(typeof request?.body === 'string' ? request.body : '{}');
    asked.push({ path, body });
    if (path === '/views/list_views') return Response.json({ status: 200, message: 'success', data: known });
    if (refusal) return Response.json(refusal, { status: refusal.status });
    if (path === '/views/delete_view') known = known.filter(({ view_id }) => view_id !== body.view_id);
    if (path === '/views/save_view')
      known = [...known, view(9, { ...body, author: 'Me', can: { change: true } })];
    if (path === '/audit/undo') known = [view(1, { can: { change: true } })];
    const data = path === '/audit/undo' ? { change_id: 5, rows: 1, mails: 0 } : { view_id: 9 };
    return Response.json({ status: 200, message: 'success', data }, { headers: { 'change-id': '5' } });
  };
  return { asked: (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body) };
}

function List({ rows }: { rows: { id: number }[] }) {
  const search = useTableSearch({ size: 10 });
  return (
    <DataTable label="Students" columns={columns} rows={rows} rowId={({ id }) => String(id)} view={search} />
  );
}

function open(address: string, rows = [{ id: 1 }]) {
  return openAt(address, { '/students': () => <List rows={rows} /> }, () => (
    <SavedViewsPlace value={savedViews}>
      <Outlet />
    </SavedViewsPlace>
  ));
}

const openMenu = () => userEvent.click(page.getByRole('button', { name: /^View of Students/ }));
const views = () => page.getByRole('region', { name: 'Saved views' });
const links = () =>
  views()
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 'token', user_id: 1, role: 'courseadmin', mainrole: 'courseadmin' });
});

test('one menu lists the views of the office, of the person and of the device, and says whose they are', async () => {
  localStorage.setItem(
    'table 1 /students',
    JSON.stringify({ cols: '', dense: true, views: [{ name: 'Mine here', search: { sort: 'name' } }] }),
  );
  const { asked } = office([view(1), view(2, { for_office: false, author: 'Me', can: { change: true } })]);
  const router = open('/students?page=3&tab=people');
  await openMenu();
  await expect.poll(links).toEqual(['View 1', 'View 2', 'Mine here']);
  expect(asked('/views/list_views')).toContainEqual({ list: '/students' });
  await expect.element(views().getByText('For the whole office, by Asha Rao')).toBeVisible();
  expect(views().getByText('For me, on every device').elements()).toHaveLength(2);
  // Only what the person may delete has a button.
  await expect
    .element(views().getByRole('button', { name: 'Delete the view View 1' }))
    .not.toBeInTheDocument();
  await expect.element(views().getByRole('button', { name: 'Delete the view View 2' })).toBeVisible();

  await userEvent.click(views().getByRole('link', { name: 'View 1' }));
  await expect.poll(() => router.state.location.search).toEqual({ tab: 'people', sort: '-age', course: '1' });
  await expect.element(views().getByRole('link', { name: 'View 1 , shown now' })).toBeVisible();
});

test('a view is saved for the whole office with filters, columns and order, and offers Undo', async () => {
  const { asked } = office([]);
  open('/students?q=a+%26+b&sort=-age&cols=name&course=4&page=2');
  await openMenu();
  await userEvent.fill(page.getByLabelText('Name of this view'), ' Unpaid ');
  await userEvent.click(page.getByRole('radio', { name: 'For the whole office' }));
  await userEvent.click(page.getByRole('button', { name: 'Save view' }));
  await expect.element(page.getByText(/everybody in your role sees it/)).toBeVisible();
  const [saved] = asked('/views/save_view');
  expect(saved).toMatchObject({ list: '/students', name: 'Unpaid', for_office: true });
  expect(parseSearch(String(saved!['address']))).toEqual({
    q: 'a & b',
    sort: '-age',
    cols: 'name',
    course: '4',
  });
  // Nothing of it stays on the device.
  expect(Object.keys(localStorage).filter((key) => key.startsWith('table'))).toEqual([]);
  await expect
    .element(views().getByRole('link', { name: /^Unpaid/ }))
    .toHaveAccessibleName('Unpaid , shown now');
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => asked('/audit/undo')).toEqual([{ change_id: 5, tell: false }]);
});

test('a view of a person is saved for every device', async () => {
  const { asked } = office([]);
  open('/students');
  await openMenu();
  await userEvent.click(page.getByRole('radio', { name: 'For me, on every device' }));
  await userEvent.fill(page.getByLabelText('Name of this view'), 'All');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => asked('/views/save_view')).toMatchObject([{ address: '', for_office: false }]);
});

test('a refusal stands at the name, which stays to be changed', async () => {
  office([view(1)], {
    status: 409,
    code: 'view_name_taken',
    message: 'The office already has a view of that name',
  });
  open('/students');
  await openMenu();
  await userEvent.click(page.getByRole('radio', { name: 'For the whole office' }));
  await userEvent.fill(page.getByLabelText('Name of this view'), 'View 1');
  await userEvent.click(page.getByRole('button', { name: 'Save view' }));
  await expect.element(page.getByText(/The office already has a view/)).toBeVisible();
  await expect.element(page.getByLabelText('Name of this view')).toHaveValue('View 1');
});

test('a view is deleted, and comes back by Undo', async () => {
  const { asked } = office([view(1, { can: { change: true } })]);
  open('/students');
  await openMenu();
  await userEvent.click(views().getByRole('button', { name: 'Delete the view View 1' }));
  await expect.poll(links).toEqual([]);
  expect(asked('/views/delete_view')).toEqual([{ view_id: 1 }]);
  await expect.poll(() => document.activeElement).toBe(page.getByLabelText('Name of this view').element());
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  // A press outside closes the menu.
  await expect.element(views()).not.toBeInTheDocument();
  await openMenu();
  await expect.poll(links).toEqual(['View 1']);
});

test('a view says what it names that is gone, and its empty list still opens other views', async () => {
  office([view(1, { gone: ['course', 'teacher'] }), view(2)]);
  const router = open('/students?course=1&sort=-age', []);
  await expect.element(page.getByText('No Records')).toBeVisible();
  await openMenu();
  await expect.element(views().getByText('Its course is deleted or not yours.')).toBeVisible();
  await expect.element(views().getByText('Its teacher is deleted.')).toBeVisible();
  await userEvent.click(views().getByRole('link', { name: 'View 2' }));
  await expect.poll(() => router.state.location.searchStr).toBe('?sort=-age&course=2');
});

test('an address of the server that means nothing opens the list as it is', async () => {
  office([view(1, { address: 'page=zz&size=1e9&sort=%3Cb%3E&cols=%22' })]);
  const router = open('/students?course=1');
  await openMenu();
  await userEvent.click(views().getByRole('link', { name: 'View 1' }));
  await expect.poll(() => router.state.location.search['course']).toBe(undefined);
  await expect.element(page.getByRole('cell', { name: 'Student 1' })).toBeVisible();
});

test('without the server the menu has columns and the views of the device, and can ask again', async () => {
  globalThis.fetch = async () =>
    Response.json({ status: 500, message: 'Something went wrong' }, { status: 500 });
  open('/students');
  await openMenu();
  await expect.element(page.getByText(/The views of the office could not be loaded/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'City' })).toBeVisible();
  office([view(1)]);
  await userEvent.click(views().getByRole('button', { name: 'Try again' }));
  await expect.poll(links).toEqual(['View 1']);
});
