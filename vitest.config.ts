import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { catalogues } from './web/build/catalogues.ts';

// Without these the larger files begin first. Begun last, one of these would keep one core while the others have nothing
// left: they take long, or wait for processes while others compute.
const longest = [
  'server/start',
  'server/backup/backup',
  'scripts/release',
  'lab/faults/faults',
  'server/features/messages/kills',
  'server/features/reports/kills',
  'server/features/reminders/kills',
  'server/channels/whatsapp/kills',
  'server/features/audit/every-undo',
  'server/http/bad-input',
  'server/backup/moment',
  'server/backup/erasures',
  'server/backup/transfer',
  'server/features/reminders/twelve-weeks',
  'server/features/duplicates/any-merge',
  'server/no-leaks',
  'server/channels/mail/outage',
  'server/watchdog',
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => longest.findIndex((name) => moduleId.endsWith(name));
    // Vitest's own sorting, no array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const first = sorted.filter((file) => placeOf(file) >= 0);
    return [
      ...first.toSorted((a, b) => placeOf(a) - placeOf(b)),
      ...sorted.filter((file) => placeOf(file) < 0),
    ];
  }
}

// In milliseconds. They end a test that hangs. How quick something is they do not measure: the machine may stand still for
// minutes, and a test that was given up still runs beside the next one.
const patience = process.env['PROOF'] === 'full' ? 7_200_000 : 1_200_000;

const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    // One fewer than there are cores is the default: of two, one would idle while the other waits for PostgreSQL.
    maxWorkers: '100%',
    // A sequencer of ours would take the place of the one that shuffles.
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        plugins: [catalogues()],
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'scripts/**/*.test.ts',
            'lab/**/*.test.ts',
          ],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/check-rows.ts', 'server/test/cheap-hashes.ts'],
          // Files share their worker's modules: an application is imported once by each worker instead of once by each
          // file. What a file changes beside its own database it puts back; globals are put back for it.
          isolate: false,
          unstubGlobals: true,
          // Collecting young objects in small steps takes a tenth of the tests' own time.
          execArgv: ['--max-semi-space-size=64'],
          testTimeout: patience,
          hookTimeout: patience,
          expect: { poll: { timeout: patience / 2 } },
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'browser',
          include: ['web/**/*.test.tsx'],
          // Files share one page and its modules: loading them for each file costs a quarter of the time.
          isolate: false,
          setupFiles: ['web/test/put-back.ts'],
          testTimeout: 360_000,
          expect: { poll: { timeout: 120_000 } },
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
                args: ['--no-sandbox'],
              },
            }),
            connectTimeout: 300_000,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
