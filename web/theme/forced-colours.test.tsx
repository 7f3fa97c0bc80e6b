import { SegmentedControl } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { MiniStrip } from '#web/features/attendance/mini-strip.tsx';
import { HeatCell } from '#web/features/figures/heat-cell.tsx';
import { Sidebar } from '#web/layout/sidebar.tsx';
import { RoleToggle } from '#web/layout/role-toggle.tsx';
import { routerLink } from '#web/layout/router-link.tsx';
import { session } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { render } from '#web/test/render.tsx';
import { DonutChart } from '#web/ui/chart/donut.tsx';
import { LinkProvider } from '#web/ui/link.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import './base.css';
import './forced-colours.css';

const roles = { office: 'admin', teacher: 'teacher' } as const;

interface Devtools {
  send: (method: string, options: object) => Promise<unknown>;
}

const force = async (value: 'active' | 'none') =>
  (cdp() as Devtools).send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

beforeEach(async () => {
  await force('active');
});
afterEach(async () => {
  await force('none');
});

/** All that can tell one from another without a colour of ours. */
const lookOf = (element: Element, part?: string) => {
  const look = getComputedStyle(element, part);
  return [look.borderBlockEnd, look.borderInlineStart, look.outline, look.background].join(' ');
};

function show(content: ReactNode) {
  const root = createRootRoute({ component: () => content });
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

test('the chosen tab, half of a control and entry of the menu are underlined', async () => {
  show(
    <>
      <Sidebar role={roles.office} />
      <PageTabs
        label="Parts"
        tabs={[
          { name: 'one', label: 'One', content: null },
          { name: 'two', label: 'Two', content: null },
        ]}
      />
      <SegmentedControl data={['Table', 'Week']} value="Table" />
    </>,
  );
  const pairs = [
    [page.getByRole('tab', { name: 'One' }), page.getByRole('tab', { name: 'Two' })],
    [page.getByText('Table', { exact: true }), page.getByText('Week', { exact: true })],
    [
      page.getByRole('link', { name: 'Dashboard', exact: true }),
      page.getByRole('link', { name: 'Add Course' }),
    ],
  ] as const;
  for (const [chosen, other] of pairs) {
    await expect.element(chosen).toBeVisible();
    const [one, two] = [chosen, other].map((each) => each.element().closest('a, button, label')!);
    await expect.poll(() => getComputedStyle(one!).borderBlockEndWidth).toBe('3px');
    expect(lookOf(one!)).not.toBe(lookOf(two!));
  }
});

test.each([null, 'courseadmin'])(
  'the switch of roles has a frame and a knob that is seen: %s',
  async (as_role) => {
    globalThis.fetch = async () =>
      Response.json({
        status: 200,
        message: 'success',
        data: [{ fullname: 'Asha Rao', image: '', as_role }],
      });
    session.start({ token: 's_x', user_id: 7, role: 'teacher', mainrole: 'teacher' });
    show(<RoleToggle role={roles.teacher} />);
    const toggle = page.getByRole('switch');
    await expect.element(toggle).toBeInTheDocument();
    const look = getComputedStyle(toggle.element());
    const knob = getComputedStyle(toggle.element(), '::before');
    expect(look.borderInlineStartStyle).toBe('solid');
    expect(knob.backgroundColor).not.toBe(look.backgroundColor);
  },
);

test('each mark of a strip and each share looks unlike the others', async () => {
  show(
    <>
      <MiniStrip
        marks="pamd-"
        dates={['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05']}
      />
      <table>
        <tbody>
          <tr>
            <HeatCell part={1} whole={4} href={paths.students} />
            <HeatCell part={3} whole={4} href={paths.students} />
            <HeatCell part={0} whole={0} href={paths.students} />
          </tr>
        </tbody>
      </table>
    </>,
  );
  await expect.element(page.getByRole('link').first()).toBeVisible();
  const looks = (selector: string) =>
    new Set([...document.querySelectorAll(selector)].map((each) => lookOf(each)));
  expect(looks('[title]').size).toBe(5);
  expect(looks('td').size).toBe(3);
});

test('the parts of a drawing are filled each in another of the colours that the reader has', async () => {
  show(
    <DonutChart
      parts={[
        { label: 'Paid', value: 3, tone: 'first' },
        { label: 'Waiting', value: 2, tone: 'second' },
        { label: 'Others', value: 1, tone: 'rest' },
      ]}
    />,
  );
  await expect.element(page.getByText('Paid')).toBeVisible();
  const fills = () => [...document.querySelectorAll('li rect')].map((each) => getComputedStyle(each).fill);
  const canvas = getComputedStyle(document.body).backgroundColor;
  expect(new Set([...fills(), canvas]).size).toBe(4);
});
