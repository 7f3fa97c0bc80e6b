import { calls } from '@gurukul/contract';
import { dashboards } from '@gurukul/contract/dashboards';
import { reachOf, type Call } from '@gurukul/contract/shared/calls/call';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { linkTo } from './layout/menu.ts';
import { Providers } from './layout/providers.tsx';
import { sectionOf } from './layout/section.ts';
import { session } from './lib/session.ts';
import { pages } from './pages.ts';
import { dashboardOf, paths } from './paths.ts';
import { createPortalRouter } from './routes.tsx';

const outside = new Set<string>([
  paths.home,
  paths.login,
  paths.signup,
  paths.forgotPassword,
  paths.newEmail,
  paths.stop,
]);

/** Every page of the portal for people who are signed in, as an address. */
const addresses = [...new Set(Object.values(paths).map((path) => path.replace('$id', '7')))].filter(
  (path) => !outside.has(path),
);

const rolesOf = (address: string) =>
  pages.find(({ path }) => path === address.replace(/\/7$/, '/$id'))?.roles ?? [];

let asked: { method: string; url: string }[] = [];
let root: Root | null = null;
let host: HTMLElement | null = null;

beforeEach(() => {
  asked = [];
  // No server answers: the test looks only at the first requests of a page.
  vi.stubGlobal('fetch', async (url: string, request: RequestInit = {}) => {
    asked.push({ method: request.method ?? 'GET', url });
    return new Promise<Response>((_, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason));
    });
  });
});

afterEach(() => {
  root?.unmount();
  host?.remove();
  vi.unstubAllGlobals();
});

const nowhere = '/nothing/of/the/kind';
const heading = page.getByRole('main').getByRole('heading', { level: 1 });

/** The whole portal as somebody of this role has it, at an address that has no page. */
async function openPortal(role: PortalRole) {
  session.start({ token: 's_token', user_id: 1, role, mainrole: role });
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [nowhere] }));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  await expect.element(heading).toHaveTextContent('Page not found');
  const go = (address: string) => router.navigate({ to: encodeURI(address) });
  return {
    go,
    leave: async () => {
      await go(nowhere);
      await expect.element(heading).toHaveTextContent('Page not found');
    },
  };
}

const isOf = ({ url, method }: { url: string; method: string }, call: Call) => {
  const path = call.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/?]+');
  const methods: readonly string[] = call.alsoPost ? [call.method, 'POST'] : [call.method];
  return methods.includes(method) && new RegExp(`^/api${path}(\\?.*)?$`).test(url);
};

/** The menu counts what families wrote. */
const ofMenu = dashboards.get_today;

const mayMake = ({ call }: { call: Call }, role: PortalRole) =>
  call.who === 'anyone' || reachOf(call, role) !== undefined;

test('every page names its roles', () => {
  const isOpen = (address: string) => rolesOf(address).length > 0;
  expect(addresses.filter((address) => !isOpen(address))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(45);
});

describe.each(portalRoles)('to the role %s', (role) => {
  test('pages for other roles show which role they are for, no content, and make no request', async () => {
    const portal = await openPortal(role);
    const closed = addresses.filter((address) => !rolesOf(address).includes(role));
    expect(closed.length).toBeGreaterThan(5);
    for (const address of closed) {
      const before = asked.length;
      await portal.go(address);
      await expect.element(heading, { message: address }).toHaveTextContent('This page is for another role');
      const main = document.querySelector('main');
      const parts = main?.querySelectorAll('button, input, select, textarea, form, table, h2') ?? [];
      expect([address, parts.length]).toEqual([address, 0]);
      const links = [...(main?.querySelectorAll('a') ?? [])].map((link) => link.textContent);
      expect([address, links]).toEqual([address, ['Back to the start']]);
      const ofPage = asked.slice(before).filter((one) => !isOf(one, ofMenu));
      expect([address, ofPage]).toEqual([address, []]);
      await portal.leave();
    }
  });

  test('pages of the role make no request that the role may not make', async () => {
    const portal = await openPortal(role);
    for (const address of addresses.filter((each) => rolesOf(each).includes(role))) {
      await portal.go(address);
      await expect.element(page.getByText('Page not found')).not.toBeInTheDocument();
      expect([address, document.querySelector('main')?.textContent]).not.toEqual([
        address,
        expect.stringContaining('This page is for another role'),
      ]);
      await portal.leave();
    }
    const refused = asked.filter(
      (one) => !calls().some((each) => isOf(one, each.call) && mayMake(each, role)),
    );
    expect(refused).toEqual([]);
    expect(new Set(asked.map(({ url }) => url)).size).toBeGreaterThan(10);
  });
});

test('the pages of a section lead to each other, and a phone has five places at its foot', async () => {
  await page.viewport(390, 844);
  const portal = await openPortal('admin');
  await portal.go(paths.settlements);
  const section = page.getByRole('navigation', { name: 'Pages of this section' });
  await section.getByRole('link', { name: 'Who owes what' }).click();
  await expect.element(heading).toHaveTextContent('Who owes what');
  const tabs = section.getByRole('link');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'Payments',
    'Event tickets',
    'Who owes what',
    'Settlements',
  ]);
  expect(tabs.elements().filter(({ ariaCurrent }) => ariaCurrent === 'page')).toHaveLength(1);
  const bar = page.getByRole('navigation', { name: 'Pages for all day' });
  expect(bar.getByRole('link').elements()).toHaveLength(4);
  await bar.getByRole('link', { name: 'Money' }).click();
  await expect.element(heading).toHaveTextContent('Payments');
  await bar.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Add Course' })).toBeVisible();
});

test('a page without a place in the menu is named above it, too', async () => {
  await page.viewport(1280, 800);
  const portal = await openPortal('admin');
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  for (const [address, name] of [
    [paths.cases, 'Cases'],
    [paths.setup, 'Set up in seven steps'],
  ] as const) {
    await portal.go(address);
    await expect.element(trail.getByRole('listitem').last()).toHaveTextContent(name);
  }
});

const students = ['Updating', 'Corrections', 'Registrations', 'To place'];

test.each([
  ['admin', paths.events, ['Calendar', 'Events', 'Days off', 'Cover', 'Tests']],
  ['courseadmin', paths.events, ['Calendar', 'Schedule', 'Events', 'Days off', 'Cover', 'Tests']],
  ['teacher', paths.schedule, ['Calendar', 'Schedule', 'Cover', 'Tests']],
  ['admin', paths.students, ['Students', ...students, 'Duplicates']],
  ['courseadmin', paths.allStudents, ['All Students', ...students]],
] as const)('%s finds beside %s the pages %j', (role, path, names) => {
  const own = pages.find((one) => one.path === path);
  expect(sectionOf(own, role, pages).flatMap((one) => linkTo(one).map(({ label }) => label))).toEqual(names);
});

test.each(portalRoles)(
  'the figures of the %s are a tab beside the dashboard, in its only row',
  async (role) => {
    await page.viewport(390, 844);
    const portal = await openPortal(role);
    await portal.go(dashboardOf(role));
    const section = page.getByRole('navigation', { name: 'Pages of this section' });
    const open = () =>
      section
        .getByRole('link')
        .elements()
        .flatMap(({ ariaCurrent, textContent }) => (ariaCurrent === 'page' ? [textContent] : []));
    await expect.poll(open).toEqual(['Dashboard']);
    await section.getByRole('link', { name: 'Figures' }).click();
    await expect.poll(open).toEqual(['Figures']);
    expect(page.getByRole('tab', { name: 'Figures' }).elements()).toEqual([]);
  },
);
