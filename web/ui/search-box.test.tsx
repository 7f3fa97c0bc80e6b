import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../test/render.tsx';
import { SearchBox } from './search-box.tsx';

function Searching({ told }: { told: string[] }) {
  const [text, setText] = useState('');
  const tell = (next: string) => {
    told.push(next);
    setText(next);
  };
  return <SearchBox label="Student name" value={text} onChange={tell} />;
}

const box = page.getByRole('searchbox', { name: 'Student name' });

test('a search tells its text once, after the typing has stopped', async () => {
  const told: string[] = [];
  render(<Searching told={told} />);
  await userEvent.type(box, 'asha');
  expect(told).toEqual([]);
  await expect.poll(() => told).toEqual(['asha']);
});

test('Enter and clearing tell at once', async () => {
  const told: string[] = [];
  render(<Searching told={told} />);
  await userEvent.type(box, 'dev{Enter}');
  expect(told).toEqual(['dev']);
  await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
  expect(told).toEqual(['dev', '']);
  await expect.element(box).toHaveValue('');
});
