import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

// Begun last, one of these would keep one core while the others have nothing left.
const longest = ['/server/backup/backup.test.ts', '/server/start.test.ts', '/lab/faults/faults.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));
    // Vitest's own sorting, no array's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// On an own server's PostgreSQL the tests run beside all others, which come first.
const patience = process.env['TEST_POSTGRES'] ? 2 : 1;

const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    // One fewer than there are cores is the default: of two, one would idle while the other waits for PostgreSQL.
    maxWorkers: '100%',
    // A sequencer of ours would take the place of the one that shuffles.
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
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
          setupFiles: ['server/test/check-rows.ts'],
          // Files share their worker's modules: an application is imported once by each worker instead of once by each
          // file. What a file changes beside its own database it puts back; globals are put back for it.
          isolate: false,
          unstubGlobals: true,
          testTimeout: 60_000 * patience,
          hookTimeout: 120_000 * patience,
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'browser',
          include: ['web/**/*.test.tsx'],
          // As for the others, beside which they run.
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
                args: ['--no-sandbox'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
