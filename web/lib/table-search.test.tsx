import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchBox } from '#web/ui/search-box.tsx';
import { render } from '../test/render.tsx';
import { parseSearch, stringifySearch, useTableSearch, validateSearch } from './table-search.ts';

let told: string[] = [];

function List() {
  const view = useTableSearch({ size: 8 });
  const search = (text: string) => {
    told.push(text);
    view.setQuery(text);
  };
  return (
    <>
      <SearchBox label="Course" value={view.q} onChange={search} />
      <p>Looking for {view.q || 'anything'}</p>
      <Link to="/course/$id" params={{ id: '7' }}>
        Open
      </Link>
    </>
  );
}

/** A portal of two pages; the second one takes its time, as a lazy page does. */
function openAt(address: string) {
  told = [];
  const opened = Promise.withResolvers<void>();
  const root = createRootRoute({ validateSearch, component: Outlet });
  const list = createRoute({ getParentRoute: () => root, path: '/my courses', component: List });
  const one = createRoute({
    getParentRoute: () => root,
    path: '/course/$id',
    loader: () => opened.promise,
    component: () => <p>One course</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([list, one]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
    defaultPendingMs: 60_000,
  });
  render(<RouterProvider router={router} />);
  return { router, open: opened.resolve };
}

test.each(['/my%20courses', '/My%20Courses/'])(
  'what is typed on %s lands in the address',
  async (address) => {
    const { router } = openAt(address);
    await userEvent.type(page.getByRole('searchbox'), 'gita');
    await expect.element(page.getByText('Looking for gita')).toBeVisible();
    expect(router.state.location.searchStr).toBe('?q=gita');
  },
);

test('what is typed just before leaving does not follow to the next page', async () => {
  const { router, open } = openAt('/my%20courses');
  await userEvent.type(page.getByRole('searchbox'), 'gita');
  await page.getByRole('link', { name: 'Open' }).click();
  // The half second after the last keystroke ends while the next page is still being fetched.
  await expect.poll(() => told).toEqual(['gita']);
  open();
  await expect.element(page.getByText('One course')).toBeVisible();
  expect(router.state.location.href).toBe('/course/7');
});
