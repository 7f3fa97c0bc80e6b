import { existsSync } from 'node:fs';

// Chromium without its windows does the same work with a quarter less time than the whole browser.
export const shell = '/usr/bin/chromium-headless-shell';
const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of the tests: the one that CHROMIUM names, or one of the system; undefined without one. */
export const findBrowser = () => [process.env.CHROMIUM, ...browsers].find((path) => path && existsSync(path));
