import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

const { webServer, ...rest } = base;
/** A portal that runs already on E2E_DATA_DIR, filled with the demo provider; without one, a fresh one is started. */
const running = process.env['PORTAL'];
const root = fileURLToPath(new URL('..', import.meta.url));

// Pictures of every screen, for people to look at: no part of `npm test`.
export default defineConfig({
  ...rest,
  testDir: '.',
  testMatch: 'screens.shots.ts',
  outputDir: '../.cache/test-results/screens',
  fullyParallel: true,
  retries: 0,
  timeout: 1_800_000,
  reporter: [['list'], ['./screens.table.ts']],
  // What waits for something that never comes must not hold up all the others.
  use: { ...base.use, actionTimeout: 20_000, ...(running ? { baseURL: running } : {}) },
  ...(webServer && !running ? { webServer: { ...[webServer].flat()[0]!, cwd: root } } : {}),
});
