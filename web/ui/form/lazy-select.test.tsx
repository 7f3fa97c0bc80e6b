import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { confirm } from '../feedback/confirm.tsx';
import { LazySelect } from './lazy-select.tsx';

const options = [
  { value: 'open', label: 'Open' },
  { value: 'paid', label: 'Paid', tone: 'good' },
] as const;

interface ChoosingProps {
  told: string[];
  isBusy?: boolean;
}

/** Asks before it takes a choice over. */
function Choosing({ told, isBusy = false }: ChoosingProps) {
  const [value, setValue] = useState('open');
  const choose = async (next: string) => {
    told.push(next);
    if (await confirm('Pay?')) setValue(next);
  };
  return (
    <LazySelect
      label="Payment of Asha"
      value={value}
      options={options}
      onChange={(next) => void choose(next)}
      isBusy={isBusy}
    />
  );
}

const button = (value: string) => page.getByRole('button', { name: `Payment of Asha: ${value}` });
const press = (answer: 'Yes' | 'No') => userEvent.click(page.getByRole('button', { name: answer }));

test('one choice is told once, and shown when it is taken over', async () => {
  const told: string[] = [];
  render(<Choosing told={told} />);
  await userEvent.click(button('Open'));
  await userEvent.click(page.getByRole('option', { name: 'Paid' }));
  expect(told).toEqual(['paid']);
  await expect.element(button('Open')).toBeInTheDocument();
  await press('Yes');
  await expect.element(button('Paid')).toHaveFocus();
  expect(told).toEqual(['paid']);
});

test('by keyboard, and the focus is back where it was after a No', async () => {
  const told: string[] = [];
  render(<Choosing told={told} />);
  await expect.element(button('Open')).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'Open' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(told).toEqual(['paid']);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Open')).toHaveFocus();
});

test('choosing what is chosen, or nothing, tells nothing', async () => {
  const told: string[] = [];
  render(<Choosing told={told} />);
  await userEvent.click(button('Open'));
  await userEvent.click(page.getByRole('option', { name: 'Open' }));
  await expect.element(button('Open')).toHaveFocus();
  await userEvent.click(button('Open'));
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Open')).toHaveFocus();
  expect(told).toEqual([]);
});

test('while a choice is being saved it does not open', async () => {
  render(<Choosing told={[]} isBusy />);
  await userEvent.click(button('Open'));
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
});
