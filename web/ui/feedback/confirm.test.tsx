import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { AskedButton } from './asked-button.tsx';
import { confirm } from './confirm.tsx';
import { toast } from './toast.tsx';
import '../../theme/base.css';

function Asking({ onAnswer }: { onAnswer: (answer: boolean) => void }) {
  return (
    <button type="button" onClick={() => void confirm('This cannot be undone.').then(onAnswer)}>
      Delete
    </button>
  );
}

/** Presses by script, so that nothing on the page keeps the second press from its button. */
function press(button: ReturnType<typeof page.getByRole>) {
  const element = button.element();
  if (element instanceof HTMLElement) element.click();
}

function pressTwice(button: ReturnType<typeof page.getByRole>) {
  press(button);
  press(button);
}

type Tell = (answer: string) => void;

const fullAnswer = Promise.resolve('full');

/** What asks: at once, after the server has said something, with words and with a part of a page, in a row of a table. */
const kit: readonly { name: string; show: (tell: Tell) => ReactNode }[] = [
  {
    name: 'a button that asks at once',
    show: (tell) => <Go act={async () => act(await confirm('Sure?'), tell)} />,
  },
  {
    name: 'a button that asks what the answer of the server means',
    // Both presses wait for the one answer of one request.
    show: (tell) => (
      <Go
        act={async () => {
          await fullAnswer;
          act(await confirm('The class is full. Move all the same?'), tell);
        }}
      />
    ),
  },
  {
    name: 'a button that asks with more than words',
    show: (tell) => (
      <Go
        act={async () =>
          act(
            await confirm(
              <>
                <p>Gita</p>
                <p>
                  {2} of <b>{3}</b>
                </p>
              </>,
            ),
            tell,
          )
        }
      />
    ),
  },
  {
    name: 'a button of a row',
    show: (tell) => (
      <section tabIndex={-1} aria-label="Rows">
        <AskedButton
          label="Go"
          busyLabel="Going"
          name="Asha"
          question="Asha will be deleted."
          action={async () => tell('done')}
          isPending={false}
          done="Done."
          failureOf={String}
        />
      </section>
    ),
  },
];

function act(isYes: boolean, tell: Tell) {
  tell(isYes ? 'done' : 'left');
  if (isYes) toast.success('Done.');
}

const Go = ({ act: go }: { act: () => Promise<void> }) => (
  <button type="button" onClick={() => void go()}>
    Go
  </button>
);

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

  test('No is heard once by each who asked, and the next press asks anew', async () => {
    const answers: boolean[] = [];
    render(<Asking onAnswer={(answer) => answers.push(answer)} />);
    const button = page.getByRole('button', { name: 'Delete' });
    await expect.element(button).toBeVisible();
    pressTwice(button);
    const dialogs = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect.element(dialogs).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'No' }));
    await expect.element(dialogs).not.toBeInTheDocument();
    expect(answers).toEqual([false, false]);
    await userEvent.click(button);
    await expect.element(dialogs).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Yes' }));
    await expect.poll(() => answers).toEqual([false, false, true]);
  });

  test.each(kit)('a double click on $name asks once and acts once', async ({ show }) => {
    const answers: string[] = [];
    render(show((answer) => answers.push(answer)));
    const button = page.getByRole('button', { name: /^Go/ });
    await expect.element(button).toBeVisible();
    pressTwice(button);
    const dialogs = page.getByRole('dialog', { name: 'Are you sure?' });
    await expect.element(dialogs).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Yes' }));
    await expect.element(dialogs).not.toBeInTheDocument();
    await expect.poll(() => new Set(answers)).toEqual(new Set(['done']));
    await expect.element(page.getByText('Done.')).toBeVisible();
    expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(1);
  });

  test('the second press of a double click does nothing below a question that has closed', async () => {
    const pressed: string[] = [];
    render(
      <>
        <Asking onAnswer={(answer) => pressed.push(String(answer))} />
        <button type="button" onClick={() => pressed.push('below')}>
          Below
        </button>
      </>,
    );
    await userEvent.click(page.getByRole('button', { name: 'Delete' }));
    await userEvent.click(page.getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const below = page.getByRole('button', { name: 'Below' }).element();
    const isTaken = (kind: string, detail: number) =>
      below.dispatchEvent(new MouseEvent(kind, { detail, bubbles: true, cancelable: true }));
    expect(['mousedown', 'click'].map((kind) => isTaken(kind, 2))).toEqual([false, false]);
    expect(pressed).toEqual(['true']);
    expect(['mousedown', 'click'].map((kind) => isTaken(kind, 1))).toEqual([true, true]);
    expect(pressed).toEqual(['true', 'below']);
  });

  test('two questions are two', async () => {
    const answers: string[] = [];
    const asking = (name: string) => () =>
      void confirm(`${name} will be deleted.`).then((answer) => answers.push(`${name} ${answer}`));
    render(
      <>
        <button type="button" onClick={asking('Asha')}>
          Asha
        </button>
        <button type="button" onClick={asking('Dev')}>
          Dev
        </button>
      </>,
    );
    await expect.element(page.getByRole('button', { name: 'Asha' })).toBeVisible();
    for (const name of ['Asha', 'Dev']) press(page.getByRole('button', { name }));
    await expect.element(page.getByText('Dev will be deleted.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'No' }).last());
    await expect.element(page.getByText('Asha will be deleted.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Yes' }).first());
    await expect.poll(() => answers.toSorted()).toEqual(['Asha true', 'Dev false']);
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
