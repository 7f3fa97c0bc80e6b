import { existsSync } from 'node:fs';

// Chromium without its windows does the same work with a quarter less time than the whole browser.
export const shell = '/usr/bin/chromium-headless-shell';
const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of the tests: the one that CHROMIUM names, or one of the system; undefined without one. */
export const findBrowser = () => [process.env.CHROMIUM, ...browsers].find((path) => path && existsSync(path));

/** One with windows. */
export const findWholeBrowser = () => browsers.find((path) => path !== shell && existsSync(path));

/** The engines of Firefox and Safari, as Debian packages them. */
export const otherBrowsers = {
  firefox: { program: '/usr/bin/firefox-esr' },
  webkit: {
    program: '/usr/bin/WebKitWebDriver',
    browser: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
    // WebKit draws on a screen only; this one is in memory.
    screen: '/usr/bin/Xvfb',
  },
};

/** The programs of the other browsers that this machine lacks. */
export const missingPrograms = () =>
  Object.values(otherBrowsers)
    .flatMap((browser) => Object.values(browser))
    .filter((path) => !existsSync(path));
