import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routerLink } from '../layout/router-link.tsx';
import { parseSearch, stringifySearch, validateSearch } from '../lib/address/address-search.ts';
import { LinkProvider } from '../ui/link.tsx';
import { render } from './render.tsx';

type Shown = () => ReactNode;

/** Shows a part of the portal at its address, the last of several that were visited. `around` has an outlet. */
export function openAt(visited: string | string[], pages: Readonly<Record<string, Shown>>, around?: Shown) {
  const root = createRootRoute({ validateSearch, ...(around ? { component: around } : {}) });
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [visited].flat() }),
    parseSearch,
    stringifySearch,
  });
  render(
    <LinkProvider value={routerLink}>
      <RouterProvider router={router} />
    </LinkProvider>,
  );
  return router;
}
