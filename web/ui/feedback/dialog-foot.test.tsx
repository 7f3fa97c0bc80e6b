import { Button } from '@mantine/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render, unmount } from '#web/test/render.tsx';
import { FormShell } from '../form/form-shell.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import { Dialog } from './dialog.tsx';

const feet = {
  form: (
    <FormShell onSubmit={() => undefined} submitLabel="End it" ends>
      <p>Words</p>
    </FormShell>
  ),
  other: (
    <DialogFoot>
      <Button>End it</Button>
    </DialogFoot>
  ),
};

test.each(['form', 'other'] as const)(
  'the foot of a dialog is sticky, the verb stands at the right, and Cancel closes as the cross does: %s',
  async (kind) => {
    let isClosed = false;
    render(
      <Dialog opened onClose={() => (isClosed = true)} title="A dialog">
        {feet[kind]}
      </Dialog>,
    );
    const verb = page.getByRole('button', { name: 'End it' });
    await expect.element(verb).toBeVisible();
    const foot = verb.element().parentElement!;
    expect(getComputedStyle(foot).position).toBe('sticky');
    expect(getComputedStyle(foot).flexDirection).toMatch(/-reverse$/);
    if (kind === 'form') expect(getComputedStyle(verb.element()).backgroundColor).toBe('rgb(180, 35, 24)');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(isClosed).toBe(true);
  },
);

test('a form on a page, and one that is a part of a dialog, has no Cancel of its own', async () => {
  const part = (
    <FormShell onSubmit={() => undefined} submitLabel="Write" isPart>
      <p>Words</p>
    </FormShell>
  );
  render(part);
  await expect.element(page.getByRole('button', { name: 'Write' })).toBeVisible();
  unmount();
  render(
    <Dialog opened onClose={() => undefined} title="A dialog">
      {part}
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Write' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Cancel' }).elements()).toEqual([]);
});
