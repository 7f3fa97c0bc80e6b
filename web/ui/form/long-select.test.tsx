import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { LongSelect } from './long-select.tsx';

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: `తరగతి ${index + 1}` }));

function Choice({ count, onChange }: { count: number; onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return (
    <LongSelect
      id="course"
      label="Select Course"
      hint="Choose a course"
      options={optionsOf(count)}
      value={value}
      onChange={change}
    />
  );
}

const field = page.getByRole('combobox', { name: 'Select Course' });

test('a short list is the browser’s own', async () => {
  const chosen: string[] = [];
  render(<Choice count={99} onChange={(value) => chosen.push(value)} />);
  await expect.element(field).toHaveValue('');
  await userEvent.selectOptions(field, 'తరగతి 7');
  expect(chosen).toEqual(['7']);
});

test('a list of two hundred is searched and chosen from by keyboard', async () => {
  const chosen: string[] = [];
  render(<Choice count={200} onChange={(value) => chosen.push(value)} />);
  await expect.element(field).toHaveAttribute('placeholder', 'Choose a course');
  field.element().focus();
  await userEvent.keyboard('198');
  await expect.element(page.getByRole('option', { name: 'తరగతి 198' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'తరగతి 7', exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('తరగతి 198');
  expect(chosen).toEqual(['198']);
});
