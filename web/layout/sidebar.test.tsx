import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { LinkProvider } from '#web/ui/link.tsx';
import { routerLink } from './router-link.tsx';
import { Sidebar } from './sidebar.tsx';

const admin = 'admin';

function open() {
  const root = createRootRoute({ component: () => <Sidebar role={admin} /> });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultNotFoundComponent: () => null,
  });
  render(
    <LinkProvider value={routerLink}>
      <RouterProvider router={router} />
    </LinkProvider>,
  );
}

const fold = page.getByRole('button', { name: 'Pages under Dashboard' });
const link = (name: string) => page.getByRole('link', { name, exact: true });

const children = ['Course admins', 'Teachers', 'Students', 'Payments', 'Event tickets', 'Query emails'];

test('the Dashboard leads home, has its six pages under it, and folds them away by the keyboard', async () => {
  open();
  await expect.element(link('Dashboard')).toHaveAttribute('href', '/');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  const list = document.getElementById(fold.element().getAttribute('aria-controls') ?? '');
  expect([...(list?.querySelectorAll('a') ?? [])].map((each) => each.textContent)).toEqual(children);

  fold.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(fold).toHaveFocus();
  for (const name of children) await expect.element(link(name)).not.toBeInTheDocument();
  await expect.element(link('Dashboard')).toBeVisible();
  await expect.element(link('Add Course')).toBeVisible();

  await userEvent.keyboard('{Enter}');
  for (const name of children) await expect.element(link(name)).toBeVisible();
});

test('the entry of the Dashboard counts what families wrote, and nothing else', async () => {
  const group = (kind: string, count: number) => ({ kind, count, items: [] });
  const groups = [group('family_answer', 2), group('correction', 1), group('unmarked_class', 40)];
  globalThis.fetch = async () =>
    Response.json({ status: 200, message: 'success', data: groups, older: [], total_count: 43 });
  open();
  await expect.element(page.getByTitle('Written by families: 3')).toHaveTextContent('Dashboard3');
});
