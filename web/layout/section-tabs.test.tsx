import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { SectionTabs } from './section-tabs.tsx';

/** A role of the portal, none of ARIA. */
const admin = 'admin';

test('the tab Corrections has the number of those that wait', async () => {
  const groups = [
    { kind: 'correction', count: 12, items: [] },
    { kind: 'family_answer', count: 3, items: [] },
  ];
  globalThis.fetch = async () =>
    Response.json({ status: 200, message: 'success', data: groups, older: [], total_count: 15 });
  session.start({ token: 's_x', user_id: 1, role: 'admin', mainrole: 'admin' });
  openAt('/students', { '/students': () => <SectionTabs role={admin} /> });
  await expect.element(page.getByRole('link', { name: 'Corrections 12' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Duplicates', exact: true })).toBeVisible();
});
