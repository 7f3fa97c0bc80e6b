import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

// The pictures of docs/images, taken anew: no part of `npm test`.
export default defineConfig({
  ...screens,
  testMatch: 'tour.shots.ts',
  outputDir: '../.cache/test-results/tour',
  // In order: the first lets a class meet today, and the last calls its roll.
  workers: 1,
  fullyParallel: false,
  reporter: [['list']],
});
