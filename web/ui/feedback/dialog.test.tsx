import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLeaveGuard } from '#web/layout/use-leave-guard.ts';
import { listenForBack } from '#web/lib/address/back-closes.ts';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

let stop = () => {};

afterEach(() => {
  stop();
  session.clear();
});

function Classes() {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState('');
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Create Class
      </button>
      <output>{answer}</output>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="A class">
        <button
          type="button"
          onClick={() => void confirm('It goes.').then((isYes) => setAnswer(isYes ? 'Gone' : 'Stays'))}
        >
          Delete
        </button>
      </Dialog>
    </>
  );
}

function Form() {
  useLeaveGuard(() => true, { title: 'Leave?', text: 'It is not saved.' });
  return <p>A changed form</p>;
}

/** At /before, then at the address. */
async function open(path: '/classes' | '/form') {
  const root = createRootRoute();
  const classes = createRoute({ getParentRoute: () => root, path: '/classes', component: Classes });
  const form = createRoute({ getParentRoute: () => root, path: '/form', component: Form });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Before</p> });
  const endListening = listenForBack(() => router.history);
  const router = createRouter({
    routeTree: root.addChildren([classes, form, any]),
    // The browser's own entries, which a history in memory does without.
    history: createHashHistory(),
  });
  stop = () => {
    endListening();
    router.history.destroy();
  };
  await router.navigate({ to: '/before' });
  await router.navigate({ to: path });
  render(<RouterProvider router={router} />);
}

const dialog = (name: string) => page.getByRole('dialog', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

/** The address in the browser is again that of the page. */
async function isAt(path: string) {
  await expect.poll(() => location.hash).toBe(`#${path}`);
}

test('Back closes a dialog and leaves the page once none is open', async () => {
  await open('/classes');
  await press('Create Class');
  await expect.element(dialog('A class')).toBeVisible();
  history.back();
  await expect.element(dialog('A class')).not.toBeInTheDocument();
  await isAt('/classes');
  history.back();
  await expect.element(page.getByText('Before')).toBeVisible();
});

test('Back says No to a question and leaves the dialog below it open', async () => {
  await open('/classes');
  await press('Create Class');
  await press('Delete');
  await expect.element(dialog('Are you sure?')).toBeVisible();
  history.back();
  await expect.element(dialog('Are you sure?')).not.toBeInTheDocument();
  await expect.element(page.getByText('Stays')).toBeInTheDocument();
  await isAt('/classes');
  await expect.element(dialog('A class')).toBeVisible();
  history.back();
  await expect.element(dialog('A class')).not.toBeInTheDocument();
  await isAt('/classes');
});

test('Back from a changed form asks, the next Back says No, and Yes leaves', async () => {
  session.start({ token: 's_asha', user_id: 7, role: 'teacher', mainrole: 'teacher' });
  await open('/form');
  history.back();
  await expect.element(dialog('Leave?')).toBeVisible();
  await isAt('/form');
  history.back();
  await expect.element(dialog('Leave?')).not.toBeInTheDocument();
  await expect.element(page.getByText('A changed form')).toBeVisible();
  await isAt('/form');
  history.back();
  await expect.element(dialog('Leave?')).toBeVisible();
  await press('Yes');
  await expect.element(page.getByText('Before')).toBeVisible();
  await isAt('/before');
});
