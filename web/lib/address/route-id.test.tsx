import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { IdsOf } from '#web/paths.ts';
import { render } from '../../test/render.tsx';
import { withIds } from './route-id.ts';

const Student = ({ id }: IdsOf<'student'>) => <p>{id === null ? 'Not found' : `Student ${id + 1}`}</p>;

function open(address: string) {
  const root = createRootRoute();
  const student = createRoute({
    getParentRoute: () => root,
    path: '/student/$id',
    component: withIds<'/student/$id'>(Student),
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([student]), history });
  render(<RouterProvider router={router} />);
  return router;
}

test('a page gets the id in its address as a number, also of the next address', async () => {
  const router = open('/student/7');
  await expect.element(page.getByText('Student 8')).toBeVisible();
  await router.navigate({ to: '/student/11' });
  await expect.element(page.getByText('Student 12')).toBeVisible();
});

test.each(['seven', '0', '-1', '1.5', '1e3', '1'.repeat(16)])('%s is no id', async (id) => {
  open(`/student/${id}`);
  await expect.element(page.getByText('Not found')).toBeVisible();
});
