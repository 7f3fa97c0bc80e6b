// The API tests on Citus: npx vitest run --config lab/citus/vitest.config.ts server/features/attendance
import { defineConfig } from 'vitest/config';

const isRecorded = process.env['STATEMENTS'] !== undefined;

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts'],
    globalSetup: [isRecorded ? 'server/test/global-setup.ts' : 'lab/citus/global-setup.ts'],
    setupFiles: [
      'server/test/check-rows.ts',
      isRecorded ? 'lab/citus/record.ts' : 'lab/citus/every-machine.ts',
    ],
    isolate: false,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
