import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
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

/** As the router takes it: the address follows a moment after what was told. */
function FollowingLater({ changes }: { changes: ((to: string) => void)[] }) {
  const [text, setText] = useState('');
  return (
    <>
      <SearchBox label="Student name" value={text} onChange={() => changes.push(setText)} />
      <p>Looking for {text || 'everybody'}</p>
    </>
  );
}

test('what is typed stays while the list takes its time, and follows a change from outside', async () => {
  const changes: ((to: string) => void)[] = [];
  render(<FollowingLater changes={changes} />);
  await userEvent.type(box, 'dev{Enter}');
  expect(changes).toHaveLength(1);
  await expect.element(box).toHaveValue('dev');
  await userEvent.type(box, 'i');
  changes[0]!('dev');
  await expect.element(page.getByText('Looking for dev')).toBeVisible();
  await expect.element(box).toHaveValue('devi');
  changes[0]!('');
  await expect.element(box).toHaveValue('');
  changes[0]!('dev');
  await expect.element(box).toHaveValue('dev');
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
