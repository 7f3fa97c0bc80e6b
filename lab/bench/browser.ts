import { chromium } from '@playwright/test';
import { untilEnd } from '../faults/ending.ts';

/** The machine's browser, until the measurement ends. */
export const openBrowser = () =>
  untilEnd(
    chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
      // Otherwise it would end the process itself, before PostgreSQL is stopped.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
    (browser) => browser.close(),
  );
