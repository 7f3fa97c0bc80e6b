import { people } from './calls.ts';
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts';

const softly = expect.configure({ soft: true });

const lists = ['/students', '/payments', '/teachers', '/owing', '/events', '/Course admins'];
const pages = [...lists, '/', '/class/1', '/course/1', '/Settings', '/calendar', '/figures'];

test('at twice the size lists show rows, and at four times nothing goes sideways', async ({ page }) => {
  await signIn(page, people.admin, '/help');
  const main = page.getByRole('main');
  const row = main.locator('[data-table]').first().locator('tbody tr[data-row]').first();
  await page.setViewportSize({ width: 640, height: 360 });
  for (const path of lists) {
    await page.goto(path);
    await expect(row).toBeVisible();
    await expect(row, path).toBeInViewport({ ratio: 0.5 });
  }
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of pages) {
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(main.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
});

test('in forced colours the chosen tab, the place in the menu, marks and switches are seen', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, people.courseAdmin, '/class/1');
  const lineOf = (name: string, isChosen: boolean) =>
    page
      .getByRole('tab', { name, exact: true, selected: isChosen })
      .first()
      .evaluate((tab) => {
        const { borderBottomColor: colour, borderBottomWidth: width } = getComputedStyle(tab);
        return `${width} ${colour}`;
      });
  expect(await lineOf('Students', true)).not.toBe(await lineOf('Homework', false));

  const drawn = (mark: string) =>
    page
      .getByRole('main')
      .locator(`[data-mark="${mark}"]`)
      .first()
      .evaluate((box) => {
        const { backgroundImage, forcedColorAdjust } = getComputedStyle(box) as CSSStyleDeclaration & {
          forcedColorAdjust: string;
        };
        return `${forcedColorAdjust} ${backgroundImage}`;
      });
  const [present, absent] = [await drawn('p'), await drawn('a')];
  expect(present).toMatch(/^none linear-gradient/);
  expect(absent).not.toBe(present);

  const role = page.getByRole('banner').getByRole('switch');
  const ground = () => role.evaluate((one) => getComputedStyle(one).backgroundColor);
  const knob = () => role.evaluate((one) => getComputedStyle(one, '::before').backgroundColor);
  softly(await ground()).not.toBe(await knob());

  await page.goto('/All Students');
  const here = page.getByRole('navigation').getByRole('link', { name: 'All Students', exact: true }).first();
  await expect(here).toHaveCSS('border-bottom-width', '3px');
});
