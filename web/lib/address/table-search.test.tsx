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
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { render } from '../../test/render.tsx';
import { openAt } from '../../test/open-at.tsx';
import { parseSearch, stringifySearch, useSearchState, validateSearch } from './address-search.ts';
import { useTableSearch } from './table-search.ts';

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

/** A portal of two pages; the second one loads slowly, as a lazy page does. */
function show(address: string) {
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
    const { router } = show(address);
    await userEvent.type(page.getByRole('searchbox'), 'gita');
    await expect.element(page.getByText('Looking for gita')).toBeVisible();
    expect(router.state.location.searchStr).toBe('?q=gita');
  },
);

test('text typed just before leaving does not follow to the next page', async () => {
  const { router, open } = show('/my%20courses');
  await userEvent.type(page.getByRole('searchbox'), 'gita');
  await page.getByRole('link', { name: 'Open' }).click();
  // The half second after the last keystroke ends while the next page still loads.
  await expect.poll(() => told).toEqual(['gita']);
  open();
  await expect.element(page.getByText('One course')).toBeVisible();
  expect(router.state.location.href).toBe('/course/7');
});

function Filtered() {
  const [search, change] = useSearchState();
  const view = useTableSearch({ size: 8 });
  return (
    <>
      <SearchBox label="Course" value={view.q} onChange={view.setQuery} />
      <button type="button" onClick={() => change({ status: 'published', page: '' })}>
        Published
      </button>
      <button type="button" onClick={() => view.setPage(2)}>
        Next
      </button>
      <button type="button" onClick={() => view.setPage(1)}>
        First
      </button>
      <button type="button" onClick={() => change({ dialog: 'view' })}>
        View
      </button>
      {search['dialog'] ? (
        <button type="button" onClick={() => change({ dialog: '' }, 'replace')}>
          Close
        </button>
      ) : null}
    </>
  );
}

function openFiltered(address = '/my%20courses') {
  const router = openAt(['/before', address], { '/before': () => <p>Before</p>, '/my courses': Filtered });
  const at = () => router.state.location.searchStr;
  return {
    at,
    press: async (name: string, then: string) => {
      await userEvent.click(page.getByRole('button', { name, exact: true }));
      await expect.poll(at).toBe(then);
    },
    back: async (then: string) => {
      router.history.back();
      await expect.poll(at).toBe(then);
    },
    isBefore: async () => {
      await expect.poll(() => router.state.location.pathname).toBe('/before');
    },
  };
}

test('Back undoes choices one by one, and no keystrokes', async () => {
  const { at, press, back, isBefore } = openFiltered();
  await press('Published', '?status=published');
  await press('Next', '?status=published&page=2');
  await userEvent.type(page.getByRole('searchbox'), 'gita{Enter}');
  await expect.poll(at).toBe('?status=published&q=gita');
  await back('?status=published');
  await back('');
  await back('');
  await isBefore();
});

test('a dialog that is closed is not opened by Back, one that is open is closed', async () => {
  const { press, back, isBefore } = openFiltered();
  await press('View', '?dialog=view');
  await back('');
  await press('View', '?dialog=view');
  await press('Close', '');
  await press('Next', '?page=2');
  await press('First', '');
  await back('');
  await isBefore();
});

test('closing a dialog that was opened by its address stays on the page', async () => {
  const { press, back, isBefore } = openFiltered('/my%20courses?dialog=view');
  await press('Close', '');
  await back('');
  await isBefore();
});
