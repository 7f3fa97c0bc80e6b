import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../test/render.tsx';
import { confirm } from './confirm.tsx';
import '../theme/base.css';

function Asking({ onAnswer }: { onAnswer: (answer: boolean) => void }) {
  return (
    <button type="button" onClick={() => void confirm('This cannot be undone.').then(onAnswer)}>
      Delete
    </button>
  );
}

/** Asks, answers in the given way, and tells what was understood. */
async function answerBy(act: () => Promise<void>): Promise<boolean[]> {
  const answers: boolean[] = [];
  render(<Asking onAnswer={(answer) => answers.push(answer)} />);
  await userEvent.click(page.getByRole('button', { name: 'Delete' }));
  await expect.element(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible();
  await act();
  await expect.poll(() => answers.length).toBe(1);
  return answers;
}

describe('asking before something is done', () => {
  test('Yes is yes', async () => {
    expect(await answerBy(() => userEvent.click(page.getByRole('button', { name: 'Yes' })))).toEqual([true]);
  });

  test('No is no', async () => {
    expect(await answerBy(() => userEvent.click(page.getByRole('button', { name: 'No' })))).toEqual([false]);
  });

  test('the cross is no', async () => {
    expect(await answerBy(() => userEvent.click(page.getByRole('button', { name: 'Close' })))).toEqual([
      false,
    ]);
  });

  test('Esc is no, and the focus returns to the button that asked', async () => {
    expect(await answerBy(() => userEvent.keyboard('{Escape}'))).toEqual([false]);
    await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus();
  });

  test('a name without a space in it stays inside the dialog', async () => {
    render(
      <button type="button" onClick={() => void confirm(`${'Long'.repeat(50)} will be published.`)}>
        Publish
      </button>,
    );
    await userEvent.click(page.getByRole('button', { name: 'Publish' }));
    const dialog = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect.element(dialog).toBeVisible();
    const { scrollWidth, clientWidth } = dialog.element();
    expect(scrollWidth).toBe(clientWidth);
    await userEvent.click(page.getByRole('button', { name: 'No' }));
  });
});
