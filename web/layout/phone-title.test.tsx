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
import classes from './shell.module.css';

const teacher = 'teacher';

test('on a phone a title without tabs above keeps its distance from the bar', async () => {
  await page.viewport(390, 700);
  const root = createRootRoute();
  const ofClass = createRoute({
    getParentRoute: () => root,
    path: paths.class,
    component: () => (
      <div data-testid="content">
        <div className={classes.trail}>
          <SectionTabs role={teacher} />
        </div>
        <main className={classes.main}>
          <h1 style={{ margin: 0 }}>Chanting A</h1>
        </main>
      </div>
    ),
    staticData: { page: pages.find(({ path }) => path === paths.class)! },
  });
  const router = createRouter({
    routeTree: root.addChildren([ofClass]),
    history: createMemoryHistory({ initialEntries: ['/class/1'] }),
  });
  render(
    <LinkProvider value={routerLink}>
      <RouterProvider router={router} />
    </LinkProvider>,
  );
  const title = page.getByRole('heading', { name: 'Chanting A' });
  await expect.element(title).toBeVisible();
  const top = (element: Element) => element.getBoundingClientRect().top;
  const content = page.getByTestId('content').element();
  expect(top(title.element()) - top(content)).toBeGreaterThanOrEqual(8);
});
