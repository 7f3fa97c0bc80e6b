import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HashLinks } from '../../test/hash-links.tsx';
import { render } from '../../test/render.tsx';
import { AskedButton } from '../feedback/asked-button.tsx';
import { DataTable, useLocalView, type Column, type DataTableProps } from './data-table.tsx';

interface Student {
  id: number;
  name: string;
  age: number;
}

const names = ['Meera', 'Asha', 'Dev', 'Kiran', 'Lata'];
const students: Student[] = names.map((name, index) => ({ id: index + 1, name, age: 50 - index }));

const columns: Column<Student>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'age', header: 'Age', value: (row) => row.age },
];

let takeBack = () => {};

const deleteFrom = (setRows: (change: (rows: Student[]) => Student[]) => void) =>
  function Delete({ id, name }: Student) {
    const remove = () => {
      setRows((rows) => rows.filter((row) => row.id !== id));
      takeBack = () => setRows(() => students);
    };
    return (
      <button type="button" onClick={remove}>
        {`Delete ${name}`}
      </button>
    );
  };

interface TableProps extends Partial<DataTableProps<Student>> {
  size?: number;
  withBoxes?: boolean;
  isLinked?: boolean;
  actionsFrom?: typeof deleteFrom | typeof askedDeleteFrom;
}

function Table({
  size = 3,
  withBoxes = false,
  isLinked = true,
  actionsFrom = deleteFrom,
  ...rest
}: TableProps) {
  const view = useLocalView(size, [3, 5]);
  const [rows, setRows] = useState(students);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <HashLinks>
      <output aria-label="chosen">{[...selected].join(' ')}</output>
      <DataTable<Student>
        label="Students"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        {...(isLinked && { rowHref: (row: Student) => `/student/${row.id}` as const })}
        view={view}
        {...(withBoxes && { selection: { selected, onChange: setSelected, nameOf: (row) => row.name } })}
        rowActions={actionsFrom(setRows)}
        {...rest}
      />
    </HashLinks>
  );
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const press = (keys: string) => userEvent.keyboard(keys);

/** Into the rows, as somebody without a mouse gets there. */
async function enter() {
  page.getByRole('columnheader').getByRole('button').last().element().focus();
  await press('{Tab}');
}

beforeEach(async () => {
  await page.viewport(1024, 768);
  location.hash = '';
});

describe('walking the rows', () => {
  test('they are one stop behind the headings, and arrows, Home and End walk them', async () => {
    render(<Table />);
    await expect.element(row('Meera')).toBeVisible();
    await enter();
    await expect.element(row('Meera')).toHaveFocus();
    await press('{ArrowUp}');
    await expect.element(row('Meera')).toHaveFocus();
    await press('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect.element(row('Dev')).toHaveFocus();
    await press('{Home}');
    await expect.element(row('Meera')).toHaveFocus();
    await press('{End}');
    await expect.element(row('Dev')).toHaveFocus();
    await expect.element(page.getByText('↑ ↓ rows, Enter opens, Space looks, Esc leaves')).toBeVisible();
  });

  test('Tab goes on to what stands in the row, and comes back to the row that was left', async () => {
    render(<Table />);
    await expect.element(row('Meera')).toBeVisible();
    await enter();
    await press('{ArrowDown}{Tab}');
    await expect.element(page.getByRole('link', { name: 'Asha' })).toHaveFocus();
    await press('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Delete Asha' })).toHaveFocus();
    await press('{Escape}');
    await expect.element(row('Asha')).toHaveFocus();
    await press('{Escape}');
    await expect.element(page.getByRole('button', { name: 'View of Students' })).toHaveFocus();
    // Past the headings and what stands in the row before.
    await press('{Tab}{Tab}{Tab}{Tab}{Tab}');
    await expect.element(row('Asha')).toHaveFocus();
  });

  test('Enter follows the row’s link, and with other keys held it is the browser’s', async () => {
    render(<Table />);
    await expect.element(row('Meera')).toBeVisible();
    await enter();
    await press('{ArrowDown}{Control>}{Enter}{/Control}');
    expect(location.hash).toBe('');
    await press('{Enter}');
    expect(location.hash).toBe('#/student/2');
  });

  test('Space ticks the box of a row that leads nowhere; in the box itself it ticks once', async () => {
    render(<Table withBoxes isLinked={false} />);
    await expect.element(row('Meera')).toBeVisible();
    page.getByRole('checkbox', { name: 'Select Meera' }).element().focus();
    await press(' ');
    await expect.element(page.getByLabelText('chosen')).toHaveTextContent('1');
    await press('{Escape}{ArrowDown} ');
    await expect.element(page.getByLabelText('chosen')).toHaveTextContent('1 2');
    await press(' ');
    await expect.element(page.getByLabelText('chosen')).toHaveTextContent('1');
  });

  test('it stays a table to those who hear it', async () => {
    render(<Table withBoxes />);
    await expect.element(page.getByRole('table', { name: 'Students' })).toBeVisible();
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('table', { name: 'Students' }))
      .toHaveAccessibleDescription('↑ ↓ rows, Enter opens, Space looks, x selects, Esc leaves');
  });
});

let answered = Promise.withResolvers<void>();

const askedDeleteFrom = (setRows: (change: (rows: Student[]) => Student[]) => void) =>
  function AskedDelete({ id, name }: Student) {
    return (
      <AskedButton
        label="Delete"
        busyLabel="Deleting"
        name={name}
        question="They will be deleted."
        action={async () => {
          await answered.promise;
          setRows((rows) => rows.filter((row) => row.id !== id));
        }}
        isPending={false}
        done="Deleted."
        failureOf={String}
      />
    );
  };

describe('the focus is never lost', () => {
  test('a row that goes after a question hands it to the one in its place, by the mouse too', async () => {
    answered = Promise.withResolvers();
    render(<Table actionsFrom={askedDeleteFrom} />);
    const button = page.getByRole('button', { name: 'Delete Asha' });
    await userEvent.click(button);
    await userEvent.dblClick(page.getByRole('button', { name: 'Yes' }));
    await expect.element(button).toHaveFocus();
    answered.resolve();
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(row('Dev')).toHaveFocus();
  });

  test('a row that goes hands it to the one in its place, the last one to the one before', async () => {
    render(<Table size={5} />);
    await expect.element(row('Meera')).toBeVisible();
    page.getByRole('button', { name: 'Delete Asha' }).element().focus();
    await press('{Enter}');
    await expect.element(row('Dev')).toHaveFocus();
    page.getByRole('button', { name: 'Delete Lata' }).element().focus();
    await press('{Enter}');
    await expect.element(row('Kiran')).toHaveFocus();
  });

  test('the table takes it when no row is left, and gives it to the row that comes back', async () => {
    render(<Table filter="Meera" />);
    await expect.element(row('Meera')).toBeVisible();
    page.getByRole('button', { name: 'Delete Meera' }).element().focus();
    await press('{Enter}');
    await expect.element(page.getByRole('region', { name: 'Students' })).toHaveFocus();
    takeBack();
    await expect.element(row('Meera')).toHaveFocus();
  });

  test('after sorting the rows are entered where they were left, after paging at the first', async () => {
    render(<Table size={5} />);
    await expect.element(row('Meera')).toBeVisible();
    await enter();
    await press('{ArrowDown}');
    await userEvent.click(page.getByRole('button', { name: 'Age' }));
    const stops = () =>
      page
        .getByRole('row')
        .elements()
        .filter((each) => each.getAttribute('tabindex') === '0')
        .map((each) => each.querySelector('td')?.textContent);
    await expect.poll(stops).toEqual(['Asha']);
    await userEvent.selectOptions(page.getByLabelText('Rows per page'), '3');
    await userEvent.click(page.getByRole('button', { name: 'Next page' }));
    await expect.poll(stops).toEqual(['Asha']);
    await userEvent.click(page.getByRole('button', { name: 'Name' }));
    await userEvent.click(page.getByRole('button', { name: 'Last page' }));
    await expect.poll(stops).toEqual(['Lata']);
  });

  test('a person who clicks elsewhere keeps the focus there', async () => {
    function Ticking() {
      const [count, setCount] = useState(0);
      useEffect(() => {
        const tick = () => setCount((before) => before + 1);
        window.addEventListener('tick', tick);
        return () => window.removeEventListener('tick', tick);
      });
      return <Table tools={<p>{`Rendered ${count} times`}</p>} />;
    }
    render(<Ticking />);
    await expect.element(row('Meera')).toBeVisible();
    await enter();
    await userEvent.click(page.getByText('Rendered 0 times'));
    window.dispatchEvent(new Event('tick'));
    await expect.element(page.getByText('Rendered 1 times')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('folded actions', () => {
  const folded = { foldActions: ({ name }: Student) => name };

  test('wait behind one button, unfold in the row, and fold when they are left', async () => {
    render(<Table {...folded} />);
    const opener = page.getByRole('button', { name: 'Actions for Asha' });
    await expect.element(page.getByRole('button', { name: 'Delete Asha' })).not.toBeInTheDocument();
    await userEvent.click(opener);
    await expect.element(page.getByRole('button', { name: 'Delete Asha' })).toBeVisible();
    await press('{Escape}');
    await expect.element(opener).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Delete Asha' })).not.toBeInTheDocument();
    await press('{Enter}{Tab}{Enter}');
    await expect.element(row('Dev')).toHaveFocus();
    await expect.element(opener).not.toBeInTheDocument();
  });

  test('fold when one presses on nothing', async () => {
    render(<Table {...folded} />);
    await userEvent.click(page.getByRole('button', { name: 'Actions for Asha' }));
    const action = page.getByRole('button', { name: 'Delete Asha' });
    await expect.element(action).toBeVisible();
    const press = (where: Element) => where.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    press(action.element());
    await expect.element(action).toBeVisible();
    press(document.body);
    await expect.element(action).not.toBeInTheDocument();
  });

  test('on a phone they stand in the opened row', async () => {
    await page.viewport(390, 800);
    render(<Table {...folded} />);
    await userEvent.click(page.getByRole('button', { name: 'Details of Asha' }));
    await expect.element(page.getByRole('button', { name: 'Delete Asha' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument();
  });
});

describe('a hundred rows', () => {
  const many = Array.from({ length: 100 }, (_, id): Student => ({ id, name: `Student ${id}`, age: id }));
  let cells = 0;
  const counted: Column<Student>[] = [
    ...columns,
    {
      id: 'seen',
      header: 'Seen',
      value: ({ id }) => id,
      cell: ({ id }) => {
        cells += 1;
        return id;
      },
    },
  ];

  test('neither the View menu nor a step along the rows renders one of them again', async () => {
    render(<Table rows={many} columns={counted} size={100} />);
    await expect.element(row('Student 99')).toBeInTheDocument();
    cells = 0;
    await userEvent.click(page.getByRole('button', { name: 'View of Students' }));
    await expect.element(page.getByRole('checkbox', { name: 'Age' })).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('checkbox', { name: 'Age' })).not.toBeInTheDocument();
    await enter();
    await press('{End}');
    await expect.element(row('Student 99')).toHaveFocus();
    expect(cells).toBe(0);
  });

  test('a step never hides the row behind the heading that stays', async () => {
    render(<Table rows={many} size={100} maxHeight={300} />);
    await expect.element(row('Student 99')).toBeInTheDocument();
    await enter();
    await press('{End}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    const { top } = document.activeElement!.getBoundingClientRect();
    const { bottom } = page.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(bottom - 1);
  });
});

test('rows are 40 px high unless others are chosen, and on a phone there is no choice', async () => {
  render(<Table />);
  const height = () => row('Asha').element().getBoundingClientRect().height;
  await expect.poll(height).toBeLessThanOrEqual(41);
  expect(height()).toBeGreaterThanOrEqual(39);
  await userEvent.click(page.getByRole('button', { name: 'View of Students' }));
  await userEvent.click(page.getByRole('radio', { name: 'Comfortable' }));
  await expect.poll(height).toBeGreaterThan(42);
  await page.viewport(390, 800);
  await expect.poll(height).toBeGreaterThan(55);
  expect(height()).toBeLessThanOrEqual(72);
  await expect.element(page.getByRole('radio', { name: 'Compact' })).not.toBeInTheDocument();
});
