import { people } from './calls.ts';
import { expect, followTab, signIn, test } from './fixtures.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a figure of the week leads to its list, and back; another week and course are in the address', async ({
    page,
  }) => {
    await signIn(page, people.courseAdmin);
    await followTab(page, 'Figures');
    const week = page.getByRole('region', { name: 'This week' });
    const planned = week.getByRole('link', { name: /^Planned/ });
    await expect(planned).toBeVisible();
    await expect(page.getByRole('table', { name: 'Region' })).toBeAttached();

    await week.getByRole('button', { name: 'Week before' }).click();
    await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/);
    const before = page.getByRole('region', { name: /^Week from/ });
    const held = before.getByRole('link', { name: /^Held/ });
    const count = Number((await held.locator('strong').textContent())?.replaceAll(',', ''));
    expect(count).toBeGreaterThan(0);
    await held.click();
    await expect(page).toHaveURL(/\/Figures\?figure=held&week=/);
    const rows = page.getByRole('table', { name: 'Held' }).getByRole('row');
    await expect(page.getByRole('link', { name: 'Back to the figures' })).toBeVisible();
    await expect(rows.first()).toBeVisible();
    await page.getByRole('link', { name: 'Back to the figures' }).click();
    await expect(page).toHaveURL(/tab=figures/);
    await expect(held).toBeVisible();
  });
});
