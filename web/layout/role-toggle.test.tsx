import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#web/calls/query-client.ts';
import { session } from '#web/lib/session.ts';
import { render } from '#web/test/render.tsx';
import { RoleToggle } from './role-toggle.tsx';

const self = { fullname: 'Asha Rao', image: '', as_role: null };

test.each([
  ['teacher', 'teacher', 1],
  ['courseadmin', 'courseadmin', 1],
  ['teacher', 'courseadmin', 0],
  ['courseadmin', 'teacher', 0],
  ['admin', 'admin', 0],
] as const)('who acts as %s and was invited as %s finds %i switch', async (role, mainrole, count) => {
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: [self] });
  session.start({ token: 's_x', user_id: 7, role, mainrole });
  render(
    <>
      <RoleToggle role={role} />
      <p>All there</p>
    </>,
  );
  await expect.element(page.getByText('All there')).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => page.getByRole('switch').elements().length).toBe(count);
});
