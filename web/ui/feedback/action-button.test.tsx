import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { ActionButton } from './action-button.tsx';

function Page({ onDone, reason }: { onDone: () => void; reason: string }) {
  const toCourse = { label: 'Choose it', follow: () => document.getElementById('course')?.focus() };
  return (
    <>
      <input id="course" aria-label="Course" />
      <ActionButton disabledReason={reason} remedy={toCourse} onClick={onDone}>
        Save
      </ActionButton>
    </>
  );
}

const save = page.getByRole('button', { name: 'Save' });
const why = page.getByRole('dialog', { name: 'No course is chosen' });

/** Presses Save by keyboard and tells how often it was done. */
async function press(reason: string) {
  const done: string[] = [];
  render(<Page reason={reason} onDone={() => done.push('done')} />);
  await expect.element(save).toBeVisible();
  save.element().focus();
  await userEvent.keyboard('{Enter}');
  return done;
}

describe('an action that is not available', () => {
  test('leads to what is missing', async () => {
    const done = await press('No course is chosen');
    await expect.element(why).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Choose it' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(why).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Course')).toHaveFocus();
    expect(done).toEqual([]);
  });

  test('gives the focus back at Esc', async () => {
    await press('No course is chosen');
    await expect.element(page.getByRole('button', { name: 'Choose it' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(why).not.toBeInTheDocument();
    await expect.element(save).toHaveFocus();
  });

  test('is done at once when it is available', async () => {
    expect(await press('')).toEqual(['done']);
    await expect.element(why).not.toBeInTheDocument();
  });
});
