import { Button } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { FormShell } from '../form/form-shell.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import { Dialog } from './dialog.tsx';

const cancel = <Button variant="default">Cancel</Button>;
const feet = {
  form: (
    <div data-ends>
      <FormShell onSubmit={() => undefined} submitLabel="End it" actions={cancel}>
        <p>Words</p>
      </FormShell>
    </div>
  ),
  other: (
    <DialogFoot>
      <Button>End it</Button>
      {cancel}
    </DialogFoot>
  ),
};

test.each(['form', 'other'] as const)(
  'the foot of a dialog is sticky, and the verb stands at the right: %s',
  async (kind) => {
    render(
      <Dialog opened onClose={() => undefined} title="A dialog">
        {feet[kind]}
      </Dialog>,
    );
    const verb = page.getByRole('button', { name: 'End it' });
    await expect.element(verb).toBeVisible();
    const foot = verb.element().parentElement!;
    expect(getComputedStyle(foot).position).toBe('sticky');
    expect(getComputedStyle(foot).flexDirection).toMatch(/-reverse$/);
    if (kind === 'form') expect(getComputedStyle(verb.element()).backgroundColor).toBe('rgb(180, 35, 24)');
  },
);
