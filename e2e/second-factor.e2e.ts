import type { APIRequestContext } from '@playwright/test';
import { demoPassword, people } from './calls.ts';
import { keepCodes, withAuthenticator } from './authenticator.ts';
import { expect, expectAccessible, signInByForm, test } from './fixtures.ts';
import { newFolder, startPortal } from './portal.ts';

// A portal of its own: what a role needs here, the people of all other stories would need too. A passkey belongs to a
// name, and an address of numbers has none.
const port = Number(process.env['E2E_PORT']) + 3;
test.use({ baseURL: `http://localhost:${port}` });

/** From so many days on; null: teachers need none. The admin needs no factor to ask it of others. */
async function requireOfTeachers(request: APIRequestContext, days: number | null) {
  const login = { email_id: people.admin, password: demoPassword, flag: '' };
  const { token } = await (await request.post('/api/user_details/login', { data: login })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { data } = await (await request.get('/api/provider/get_settings', { headers })).json();
  const day = new Date(Date.now() + (days ?? 0) * 86_400_000);
  const from = days === null ? null : day.toLocaleDateString('en-CA', { timeZone: data.time_zone });
  const changed = { ...data, teacher_factor_from: from };
  const saved = await request.post('/api/provider/save_settings', { headers, data: changed });
  expect(saved.ok()).toBe(true);
}

test('a role that needs a second factor is reminded before the day, and let in again once it is there', async ({
  page,
  request,
}) => {
  const end = await startPortal(port, newFolder());
  try {
    await requireOfTeachers(request, 3);
    await withAuthenticator(page);
    await signInByForm(page, people.teacher);
    const reminder = page.getByRole('region', { name: 'A second factor will be needed' });
    await expect(reminder).toContainText('3 days are left');
    await expectAccessible(page);

    await requireOfTeachers(request, 0);
    await reminder.getByRole('link', { name: 'Add one on my profile' }).click();
    const heading = page.getByRole('heading', { name: 'Add a second factor' });
    await expect(heading).toBeFocused();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const naming = page.getByRole('dialog', { name: 'Add a passkey' });
    await naming.getByLabel('Name').fill('My phone');
    await naming.getByLabel('Name').press('Enter');
    await keepCodes(page);
    await page.getByRole('button', { name: 'Go on to the portal' }).click();
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await expect(heading).toBeHidden();
    await expect(reminder).toBeHidden();
  } finally {
    await end();
  }
});
