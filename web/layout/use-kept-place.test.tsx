import { Modal } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../test/render.tsx';
import { useKeptPlace } from './use-kept-place.ts';

interface PageProps {
  /** The row is taken away from within a dialog. */
  asks?: boolean;
}

function Page({ asks = false }: PageProps) {
  useKeptPlace();
  const [rows, setRows] = useState(['Asha', 'Bina']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (name: string | null) => {
    setAsked(null);
    setRows(rows.filter((row) => row !== name));
  };
  return (
    <main tabIndex={-1}>
      {rows.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the region of a table has it
        <section aria-label="People" tabIndex={-1}>
          {rows.map((row) => (
            <button key={row} type="button" onClick={() => (asks ? setAsked(row) : remove(row))}>
              Delete {row}
            </button>
          ))}
        </section>
      ) : null}
      <Modal opened={asked !== null} onClose={() => setAsked(null)} title="Are you sure?">
        <button type="button" onClick={() => remove(asked)}>
          Yes
        </button>
        <button type="button" onClick={() => setAsked(null)}>
          No
        </button>
      </Modal>
    </main>
  );
}

const deletes = (name: string) => page.getByRole('button', { name: `Delete ${name}` });
const people = page.getByRole('region', { name: 'People' });

test('a button that goes with its row leaves the focus on what held the row', async () => {
  render(<Page />);
  await userEvent.click(deletes('Asha'));
  await expect.element(people).toHaveFocus();
  await userEvent.click(deletes('Bina'));
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('so does a dialog that took the row away', async () => {
  render(<Page asks />);
  await userEvent.click(deletes('Asha'));
  await userEvent.click(page.getByRole('button', { name: 'Yes' }));
  await expect.element(people).toHaveFocus();
});

test('a dialog that changed nothing gives the focus back to its button', async () => {
  render(<Page asks />);
  await userEvent.click(deletes('Bina'));
  await userEvent.click(page.getByRole('button', { name: 'No' }));
  await expect.element(deletes('Bina')).toHaveFocus();
});
