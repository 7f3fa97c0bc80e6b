import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from '@playwright/test';

// The built product, started as its owner starts it, on its own data folder and port.
// Workers read this file again: both are chosen once, handed down, and cleared away by the process that chose them.
if (process.env['E2E_DATA_DIR'] === undefined) {
  const folder = mkdtempSync(`${tmpdir()}/gurukul-e2e-`);
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  process.env['E2E_DATA_DIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
// Both ports are below 32,768: Linux gives the ports above it to connections, so one of those may be taken.
process.env['E2E_PORT'] ??= String(10_000 + (process.pid % 10_000));
// Where stand-ins of payment services answer.
process.env['E2E_PAY_PORT'] ??= String(21_000 + (process.pid % 10_000));
const url = `http://127.0.0.1:${process.env['E2E_PORT']}`;

// `npm test` has a short form: the main story of each page, and what only a browser shows. `PROOF=full npm test` and
// `npm run test:e2e` have all stories. Left out of the short form are stories tagged `@full` and these files: they go
// through every page for its colours and its fit, use the keyboard alone, prove something many times over, or tell what
// the tests of calls and components tell as well.
const fullOnly = [
  'back',
  'bin',
  'class-page',
  'course-detail',
  'course-edit',
  'course-lists',
  'dashboards',
  'dev-server',
  'families',
  'figures',
  'first-paint',
  'join-links',
  'jumps',
  'keyboard',
  'languages',
  'payments',
  'people',
  'provider',
  'query-emails',
  'receipts',
  'reminders',
  'rich-text',
  'roll-call-proof',
  'schedule',
  'second-factor',
  'security',
  'selection',
  'sessions',
  'settlements',
  'sign-in-address',
  'toasts',
  'views',
  'working-day',
];
const short = { testIgnore: fullOnly.map((name) => `**/${name}.e2e.ts`), grepInvert: /@full/ };

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  ...(process.env['STORIES'] === 'short' ? short : {}),
  outputDir: '.cache/test-results/stories',
  // One more than processors: a story waits for animations, mails and networks meanwhile.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // A shared, busy machine may let one story down; which one is named at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  // They end a story that hangs. How quick a page is they do not measure: the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list'], ['json', { outputFile: '.cache/test-results/playwright.json' }]],
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    // A tenth of the processor time is drawing motion. people.e2e.ts has it.
    contextOptions: { reducedMotion: 'reduce' },
    // The portal's worker would be taken onto the device by every story; those about it say so.
    serviceWorkers: 'block',
    // Recording every story costs a third of the time; the second try of one that failed is recorded.
    // Without copies of its pages: their scripts are refused in frames without scripts, and that noise fails a story.
    trace: { mode: 'on-first-retry', snapshots: false },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'exec node server/main.ts',
    url: `${url}/api/health`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env['E2E_PORT'],
      DATA_DIR: process.env['E2E_DATA_DIR'],
      RAZORPAY_URL: `http://127.0.0.1:${process.env['E2E_PAY_PORT']}`,
      STRIPE_URL: `http://127.0.0.1:${process.env['E2E_PAY_PORT']}`,
      // All stories are one office that invites a year's colleagues in minutes.
      LIMIT_INVITES_PER_HOUR: '500',
      LIMIT_PUBLIC_REQUESTS_PER_MINUTE: '600',
      // A proof in its full form asks for pages quicker than any hand.
      ...(process.env['PROOF'] === 'full' ? { LIMIT_REQUESTS_PER_MINUTE: '100000' } : {}),
      PATH: `${process.cwd()}/node_modules/.bin:${process.env['PATH']}`,
    },
  },
});
