import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const { webServer, use, ...rest } = base;
const root = fileURLToPath(new URL('../..', import.meta.url));

// The same portal as for the other stories. Playwright runs the stories and sends their requests; it drives neither
// browser.
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: 'stories.ts',
  outputDir: `${root}/.cache/test-results/other-browsers`,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./count.ts']],
  use: { baseURL: use!.baseURL! },
  webServer: { ...[webServer!].flat()[0]!, cwd: root },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
});
