import { Modal } from '@mantine/core';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { useBackCloses } from './use-back-closes.ts';

function Frame() {
  useBackCloses();
  return <Outlet />;
}

function Classes() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Create Class
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="A class">
        Its form
      </Modal>
    </>
  );
}

test('Back closes an open dialog and stays, and leaves once none is open', async () => {
  const root = createRootRoute({ component: Frame });
  const classes = createRoute({ getParentRoute: () => root, path: '/classes', component: Classes });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Before</p> });
  const router = createRouter({
    routeTree: root.addChildren([classes, any]),
    // The browser's own steps: a history in memory asks nobody before it goes back.
    history: createHashHistory(),
  });
  await router.navigate({ to: '/before' });
  await router.navigate({ to: '/classes' });
  render(<RouterProvider router={router} />);
  await userEvent.click(page.getByRole('button', { name: 'Create Class' }));
  await expect.element(page.getByRole('dialog', { name: 'A class' })).toBeVisible();

  router.history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/classes');
  // The browser had gone back already and is led forward again.
  await expect.poll(() => location.hash).toBe('#/classes');

  router.history.back();
  await expect.element(page.getByText('Before')).toBeVisible();
});
