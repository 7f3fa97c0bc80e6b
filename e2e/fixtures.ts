import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export const demoPassword = 'Gurukul@2026';

/** The named people of the demo provider. */
export const people = {
  admin: 'admin@gurukul.test',
  courseAdmin: 'courseadmin@gurukul.test',
  teacher: 'teacher@gurukul.test',
  coordinator: 'coordinator@gurukul.test',
} as const;

/** Every story fails when the page logs an error or throws: a clean console is part of the product. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ context }, use) => {
      const noise: string[] = [];
      context.on('page', (page) => {
        page.on('pageerror', (error) => noise.push(String(error)));
        page.on('console', (message) => {
          // A refused request is logged by the browser itself; what the person is told about it is asserted in the story.
          const refused = message.text().startsWith('Failed to load resource');
          if (message.type() === 'error' && !refused) noise.push(message.text());
        });
      });
      await use();
      expect(noise).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export async function signIn(page: Page, email: string, password = demoPassword) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/Dashboard$/);
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /account menu/i }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.waitForURL('**/login');
}

/** WCAG 2.2 AA and best practice, on what is on screen now. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/** Nothing may stick out sideways, whatever the width. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
