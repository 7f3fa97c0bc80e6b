import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { openAt } from '#web/test/open-at.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { useChoices, type Choice } from './use-choices.tsx';

interface Key {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly by: string;
}

const keys: readonly Key[] = [
  { name: 'Site', scopes: ['students', 'money'], by: 'Class 10' },
  { name: 'Bank', scopes: ['money'], by: 'class 9' },
  { name: 'Old', scopes: [], by: 'Class 10' },
];

const columns: Column<Key>[] = [{ id: 'name', header: 'Name', value: ({ name }) => name }];
const choices: readonly Choice<Key>[] = [
  {
    key: 'scope',
    label: 'Scope',
    of: ({ scopes }) => scopes,
    word: (value) => (value === 'money' ? 'Payments' : 'Students'),
    values: ['students', 'money'],
  },
  { key: 'by', label: 'Made by', of: ({ by }) => [by] },
];

function List({ prefix }: { prefix: string }) {
  const view = useTableSearch({ size: 10 }, '', prefix);
  const { rows, filters, chosen } = useChoices(keys, choices, prefix);
  return (
    <DataTable
      label="Keys"
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      view={view}
      filters={filters}
      emptyText={`None of ${chosen.join(' and ')}`}
    />
  );
}

function open(address: string, prefix = '') {
  return openAt(address, { '/keys': () => <List prefix={prefix} /> });
}

const names = () =>
  page
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent);
const chip = (name: string) => page.getByRole('combobox', { name });
const offered = (name: string) =>
  [...chip(name).element().querySelectorAll('option')].map(({ textContent }) => textContent);

beforeEach(() => page.viewport(1280, 800));

test('a chip offers the values of its column, in their own order or in natural order', async () => {
  open('/keys');
  await expect.poll(names).toEqual(['Site', 'Bank', 'Old']);
  expect(offered('Scope')).toEqual(['All', 'Students', 'Payments']);
  expect(offered('Made by')).toEqual(['All', 'class 9', 'Class 10']);
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
});

test('a choice goes to the address, leads to the first page, and combines with others', async () => {
  const router = open('/keys?page=2&sort=name');
  await userEvent.selectOptions(chip('Scope'), 'money');
  await expect.poll(names).toEqual(['Bank', 'Site']);
  expect(router.state.location.search).toEqual({ sort: 'name', scope: 'money' });
  await userEvent.selectOptions(chip('Made by'), 'Class 10');
  await expect.poll(names).toEqual(['Site']);
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
  await expect.poll(names).toEqual(['Bank', 'Old', 'Site']);
  expect(router.state.location.searchStr).toBe('?sort=name');
});

test('what a link names stays chosen, also when no row has it', async () => {
  open('/keys?by=Nobody');
  await expect.element(page.getByText('None of by')).toBeVisible();
  await expect.element(chip('Made by')).toHaveValue('Nobody');
});

test('the second table of a screen has choices of its own', async () => {
  const router = open('/keys?by=Nobody', 'more-');
  await expect.poll(names).toEqual(['Site', 'Bank', 'Old']);
  await userEvent.selectOptions(chip('Made by'), 'class 9');
  await expect.poll(names).toEqual(['Bank']);
  expect(router.state.location.search).toEqual({ by: 'Nobody', 'more-by': 'class 9' });
});
