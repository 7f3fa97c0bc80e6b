import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pages } from '#web/pages.ts';
import { paths } from '#web/paths.ts';
import { render } from '#web/test/render.tsx';
import { LinkProvider } from '#web/ui/link.tsx';
import { routerLink } from './router-link.tsx';
import { SectionTabs } from './section-tabs.tsx';

const admin = 'admin';

test('the tabs of corrections and registrations say how many wait, and nothing else', async () => {
  const group = (kind: string, count: number) => ({ kind, count, items: [] });
  const data = [
    group('family_answer', 2),
    group('correction', 5),
    group('registered_not_placed', 3),
    group('unmarked_class', 40),
  ];
  globalThis.fetch = async () =>
    Response.json({ status: 200, message: 'success', data, older: [], total_count: 50 });
  const root = createRootRoute();
  const corrections = createRoute({
    getParentRoute: () => root,
    path: paths.corrections,
    component: () => <SectionTabs role={admin} />,
    staticData: { page: pages.find(({ path }) => path === paths.corrections)! },
  });
  const router = createRouter({
    routeTree: root.addChildren([corrections]),
    history: createMemoryHistory({ initialEntries: [paths.corrections] }),
  });
  render(
    <LinkProvider value={routerLink}>
      <RouterProvider router={router} />
    </LinkProvider>,
  );
  const numbered = page.getByRole('link', { name: / \d+$/ });
  await expect.element(numbered.first()).toHaveTextContent('Corrections 5');
  await expect.element(numbered.first()).toHaveAttribute('aria-current', 'page');
  expect(numbered.elements().map(({ textContent }) => textContent)).toEqual([
    'Corrections 5',
    'Registrations 3',
  ]);
});
