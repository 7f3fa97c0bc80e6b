import { chromium } from '@playwright/test';
import { untilEnd } from '../faults/ending.ts';

/** The browser of this machine, until the measurement ends. */
export const openBrowser = () =>
  untilEnd(
    chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
      // Else it would end the process itself, before PostgreSQL is stopped.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }),
    (browser) => browser.close(),
  );
