import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HashLinks } from '../../test/hash-links.tsx';
import { render } from '../../test/render.tsx';
import { DataTable, useLocalView, type Column, type DataTableProps } from './data-table.tsx';

interface Student {
  id: number;
  name: string;
  age: number | null;
}

const students: Student[] = [
  { id: 1, name: 'Meera', age: 31 },
  { id: 2, name: 'Asha', age: 9 },
  { id: 3, name: 'Dev', age: null },
  { id: 4, name: 'Kiran', age: 20 },
  { id: 5, name: 'Lata', age: 100 },
];

const columns: Column<Student>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'age', header: 'Age', value: (row) => row.age },
];

function Table(props: Partial<DataTableProps<Student>> & { size?: number }) {
  const view = useLocalView(props.size ?? 2, [2, 5]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <HashLinks>
      <output aria-label="chosen">{[...selected].join(' ')}</output>
      <DataTable
        label="Students"
        columns={columns}
        rows={students}
        rowId={(row) => String(row.id)}
        view={view}
        selection={{ selected, onChange: setSelected, nameOf: (row) => row.name }}
        {...props}
      />
    </HashLinks>
  );
}

/** First column of what is shown, top to bottom. */
const shown = () =>
  page
    .getByRole('row')
    .elements()
    .filter((row) => row.querySelector('td'))
    .map((row) => row.querySelectorAll('td')[1]?.textContent);

const chosen = page.getByLabelText('chosen');

// Wide enough for a table with a header; phones have rows of two lines.
beforeEach(() => page.viewport(1024, 768));

describe('paging', () => {
  test('shows one page and leads to the others', async () => {
    render(<Table />);
    await expect.poll(shown).toEqual(['Meera', 'Asha']);
    await userEvent.click(page.getByRole('button', { name: 'Next page' }));
    await expect.poll(shown).toEqual(['Dev', 'Kiran']);
    await userEvent.click(page.getByRole('button', { name: 'Last page' }));
    await expect.poll(shown).toEqual(['Lata']);
    await expect.element(page.getByText('5–5 of 5')).toBeVisible();
  });

  test('a larger page starts again at the first row', async () => {
    render(<Table />);
    await userEvent.click(page.getByRole('button', { name: 'Last page' }));
    await userEvent.selectOptions(page.getByLabelText('Rows per page'), '5');
    await expect.poll(shown).toEqual(['Meera', 'Asha', 'Dev', 'Kiran', 'Lata']);
  });

  test('rows that all stand on one page have nothing to turn', async () => {
    render(<Table size={5} />);
    await expect.element(page.getByText('1–5 of 5')).toBeVisible();
    await expect.element(page.getByLabelText('Rows per page')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next page' })).not.toBeInTheDocument();
  });

  test('and no size to choose where the smallest holds them', async () => {
    render(<Table size={5} rows={students.slice(0, 2)} />);
    await expect.element(page.getByText('1–2 of 2')).toBeVisible();
    await expect.element(page.getByLabelText('Rows per page')).not.toBeInTheDocument();
  });

  test.each([
    ['with rows there is an order and a look to choose', students, 1],
    ['without rows there is neither', [], 0],
  ])('%s', async (_, rows, count) => {
    await page.viewport(390, 844);
    render(<Table rows={rows} />);
    await expect.element(page.getByText(count === 0 ? 'No Records' : 'Meera')).toBeVisible();
    expect(page.getByLabelText('Sort by').elements()).toHaveLength(count);
    expect(page.getByRole('button', { name: 'View of Students' }).elements()).toHaveLength(count);
  });

  test('a page that is gone shows the last one there is', async () => {
    const view = { page: 9, size: 2, sort: '', setPage() {}, setSize() {}, setSort() {} };
    render(<Table view={view} />);
    await expect.poll(shown).toEqual(['Lata']);
  });

  test('rows of one server page are shown as they came, counted by the server’s total', async () => {
    render(<Table rows={students.slice(0, 2)} total={41} />);
    await expect.element(page.getByText('1–2 of 41')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Name' }));
    await expect.poll(shown).toEqual(['Meera', 'Asha']);
  });
});

describe('order and search', () => {
  test('a header sorts up, down and as listed again; numbers as numbers, blanks last', async () => {
    render(<Table size={5} />);
    const age = page.getByRole('button', { name: 'Age' });
    await userEvent.click(age);
    await expect.poll(shown).toEqual(['Asha', 'Kiran', 'Meera', 'Lata', 'Dev']);
    await userEvent.click(age);
    await expect.poll(shown).toEqual(['Lata', 'Meera', 'Kiran', 'Asha', 'Dev']);
    await userEvent.click(age);
    await expect.poll(shown).toEqual(['Meera', 'Asha', 'Dev', 'Kiran', 'Lata']);
  });

  test('a text keeps the rows in which it occurs; without any the table says so', async () => {
    render(<Table filter=" ASH " />);
    await expect.poll(shown).toEqual(['Asha']);
  });

  test('a name is found by its sound', async () => {
    render(<Table filter="Smt. मीरा" />);
    await expect.poll(shown).toEqual(['Meera']);
  });

  test('no rows are No Records', async () => {
    render(<Table rows={[]} />);
    await expect.element(page.getByText('No Records')).toBeVisible();
  });
});

describe('selection', () => {
  test('a box takes its row, the head’s box all rows of all pages, and again none', async () => {
    render(<Table />);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Asha' }));
    await expect.element(chosen).toHaveTextContent('2');
    await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
    await expect.element(chosen).toHaveTextContent('2 1 3 4 5');
    await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
    await expect.element(chosen).toBeEmptyDOMElement();
  });

  test('two boxes that are pressed before either is drawn take both rows', async () => {
    render(<Table />);
    const boxes = ['Asha', 'Meera'].map((name) => page.getByRole('checkbox', { name: `Select ${name}` }));
    await expect.element(boxes[0]!).toBeVisible();
    for (const box of boxes.map((one) => one.element())) if (box instanceof HTMLElement) box.click();
    await expect.element(chosen).toHaveTextContent('2 1');
  });

  test('taking all while searching leaves rows out of sight alone', async () => {
    render(<Table filter="a" />);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
    await expect.element(chosen).toHaveTextContent('1 2 4 5');
  });
});

describe('a row that leads somewhere', () => {
  test('is a link in its first cell and can be clicked anywhere else', async () => {
    render(<Table rowHref={(row) => `/student/${row.id}`} />);
    await expect.element(page.getByRole('link', { name: 'Asha' })).toHaveAttribute('href', '#/student/2');
    await userEvent.click(page.getByRole('cell', { name: '31' }));
    expect(location.hash).toBe('#/student/1');
  });

  test('does not lead there when its box is clicked', async () => {
    location.hash = '';
    render(<Table rowHref={(row) => `/student/${row.id}`} />);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Asha' }));
    await expect.element(chosen).toHaveTextContent('2');
    expect(location.hash).toBe('');
  });
});

test('a failure is told with another try', async () => {
  let tries = 0;
  render(
    <Table
      query={{ data: undefined, error: { message: 'The portal is busy' }, refetch: () => (tries += 1) }}
    />,
  );
  await expect.element(page.getByText('The portal is busy')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(tries).toBe(1);
});

test('on a phone the order is chosen from a list, since there is no header', async () => {
  await page.viewport(360, 740);
  render(<Table size={5} />);
  await userEvent.selectOptions(page.getByLabelText('Sort by'), 'Name, descending');
  await expect.poll(shown).toEqual(['Meera', 'Lata', 'Kiran', 'Dev', 'Asha']);
});

describe('a large class', () => {
  const many = Array.from({ length: 130 }, (_, index): Student => ({
    id: index + 1,
    name: `Student ${index + 1}`,
    age: null,
  }));
  let drawn: string[] = [];
  // Asked for by every row that is drawn, so it must stay the same function.
  const nameOf = ({ name }: Student) => {
    drawn.push(name);
    return name;
  };

  function Class() {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return (
      <>
        <output aria-label="chosen">{selected.size}</output>
        <DataTable
          label="Students"
          columns={columns}
          rows={many}
          rowId={(row) => String(row.id)}
          selection={{ selected, onChange: setSelected, nameOf }}
        />
      </>
    );
  }

  const ticked = () => document.querySelectorAll('tbody [aria-selected="true"] input:checked').length;

  test('a tick draws its row and no other', async () => {
    render(<Class />);
    await expect.poll(() => drawn.length).toBeGreaterThanOrEqual(130);
    drawn = [];
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Student 7', exact: true }));
    await expect.element(chosen).toHaveTextContent('1');
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Student 9', exact: true }));
    await expect.element(chosen).toHaveTextContent('2');
    expect(ticked()).toBe(2);
    expect(new Set(drawn)).toEqual(new Set(['Student 7', 'Student 9']));
  });

  test('all at once are chosen at once, and drawn piece by piece', async () => {
    render(<Class />);
    const all = page.getByRole('checkbox', { name: 'Select all rows' });
    await expect.element(all).toBeVisible();
    const steps = new Set<number>();
    const watcher = new MutationObserver(() => steps.add(ticked()));
    watcher.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-selected'] });
    await userEvent.click(all);
    await expect.element(chosen).toHaveTextContent('130');
    await expect.element(all).toBeChecked();
    await expect.poll(ticked).toBe(130);
    watcher.disconnect();
    expect([...steps].toSorted((one, other) => one - other)).toEqual([60, 120, 130]);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Student 130', exact: true }));
    await expect.element(chosen).toHaveTextContent('129');
    await userEvent.click(all);
    await userEvent.click(all);
    await expect.element(chosen).toHaveTextContent('0');
    await expect.poll(ticked).toBe(0);
  });
});

describe('a row on a phone', () => {
  const more: Column<Student>[] = [
    ...columns,
    { id: 'city', header: 'City', value: () => 'Pune', onPhone: 'line' },
    { id: 'state', header: 'State', value: () => 'Paid', onPhone: 'end' },
  ];
  const remove = ({ name }: Student) => <button type="button">{`Remove ${name}`}</button>;
  const row = page.getByRole('row', { name: /Meera/ });
  const opener = page.getByRole('button', { name: 'Details of Meera' });
  const cells = () =>
    row
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);

  beforeEach(async () => {
    await page.viewport(390, 844);
    location.hash = '';
  });

  const open = (props: Partial<DataTableProps<Student>> = {}) =>
    render(<Table columns={more} selection={undefined} rowActions={remove} {...props} />);

  test('has two lines, and opens in place with all its columns and actions', async () => {
    open();
    await expect.poll(cells).toEqual(['Meera', 'Pune', 'Paid', '']);
    expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(72);
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(opener);
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(cells).toEqual(['Meera', '', '31', 'Pune', 'Paid', 'Remove Meera']);
    await userEvent.click(opener);
    await expect.poll(cells).toEqual(['Meera', 'Pune', 'Paid', '']);
  });

  test('opens with a tap beside its name, and its name is still the link', async () => {
    open({ rowHref: ({ id }) => `/student/${id}` });
    await userEvent.click(page.getByText('Paid').first());
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
    expect(location.hash).toBe('');
    await userEvent.click(page.getByRole('link', { name: 'Meera' }));
    expect(location.hash).toBe('#/student/1');
  });

  test('says everything at once where nothing is left to open', async () => {
    open({ columns, rowActions: undefined });
    await expect.poll(cells).toEqual(['Meera', '31']);
  });
});

describe('scrolling', () => {
  const wide: Column<Student>[] = Array.from({ length: 12 }, (_, index) => ({
    id: `c${index}`,
    header: `C ${index}`,
    value: () => 'x'.repeat(30),
  }));
  const frame = () => page.getByRole('region', { name: 'Students' }).element();

  test('a table that fits leaves it to the page; one that is too wide scrolls sideways alone', async () => {
    const many = Array.from({ length: 60 }, (_, id): Student => ({ id, name: `Student ${id}`, age: id }));
    function Switch() {
      const [isWide, setWide] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setWide(true)}>
            Widen
          </button>
          <Table rows={many} size={100} columns={isWide ? wide : columns} />
        </>
      );
    }
    render(<Switch />);
    await expect.poll(() => frame().clientHeight).toBeGreaterThan(1500);
    expect(getComputedStyle(frame()).overflowX).toBe('visible');
    await userEvent.click(page.getByRole('button', { name: 'Widen' }));
    await expect.poll(() => getComputedStyle(frame()).overflowX).toBe('auto');
    expect(frame().scrollHeight).toBe(frame().clientHeight);
  });
});

describe('a column under another', () => {
  const city: Column<Student> = { id: 'city', header: 'City', value: ({ id }) => `City ${id}`, under: 'age' };
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent);
  const cells = () =>
    page
      .getByRole('row', { name: /Meera/ })
      .getByRole('cell')
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent);

  test('is the second line of its cells, and sorts by itself', async () => {
    render(<Table columns={[...columns, city]} size={5} />);
    await expect.poll(heads).toEqual(['Name', 'AgeCity']);
    expect(cells()).toEqual(['Meera', '31City 1']);
    const sort = page.getByRole('button', { name: 'City' });
    await userEvent.click(sort);
    await userEvent.click(sort);
    await expect.poll(shown).toEqual(['Lata', 'Kiran', 'Dev', 'Asha', 'Meera']);
    await expect
      .element(page.getByRole('columnheader', { name: /City/ }))
      .toHaveAttribute('aria-sort', 'descending');
  });

  test('stands by itself where the other one is hidden', async () => {
    const nothing = () => undefined;
    const display = { cols: 'name.city', isDense: true, setCols: nothing, setDense: nothing, reset: nothing };
    const view = {
      page: 1,
      size: 5,
      sort: '',
      setPage: nothing,
      setSize: nothing,
      setSort: nothing,
      display,
    };
    render(<Table columns={[...columns, city]} view={view} />);
    await expect.poll(heads).toEqual(['Name', 'City']);
    expect(cells()).toEqual(['Meera', 'City 1']);
  });
});
