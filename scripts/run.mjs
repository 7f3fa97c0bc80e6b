// `npm run types|lint|fmt|test:unit|test:e2e|test:browsers`: one tool, on the files of the command line or on everything. It first
// makes what the tool needs.
import { spawn } from 'node:child_process';
import { findBrowser, missingPrograms } from './browser.mjs';
import { ensureBuilt, ensureInstalled, findNode, root } from './setup.mjs';

const rooms = ['contract', 'server', 'web', 'e2e', 'lab'];

/** The room of a file, or the room itself. */
const roomOf = (name) => name.replace(/^\.\//, '').split('/')[0];

const tasks = {
  types: async (names) => {
    const wanted = names.length === 0 ? rooms : [...new Set(names.map(roomOf))];
    for (const room of wanted) await run('typescript/bin/tsc', ['-p', room]);
  },
  lint: async (names) => run('oxlint/bin/oxlint', ['--deny-warnings', ...names]),
  fmt: async (names) => run('oxfmt/bin/oxfmt', names.length === 0 ? ['.'] : names),
  'test:unit': async (words) => {
    // Components are tested in a browser, everything else in Node.
    const project = words.some((word) => word.endsWith('.test.tsx')) ? 'browser' : 'unit';
    // Vitest takes the word after a bare -u as its value, and would then run and update everything.
    const safe = words.map((word) => (word === '-u' || word === '--update' ? '--update=all' : word));
    await run('vitest/vitest.mjs', ['run', '--project', project, ...safe]);
  },
  'test:e2e': async (words) => {
    await ensureBuilt();
    await run('@playwright/test/cli.js', ['test', ...words]);
  },
  'test:browsers': async (words) => {
    const missing = missingPrograms();
    if (missing.length > 0) {
      const remedy = 'sudo apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb';
      process.stderr.write(`This machine has no ${missing.join(', ')}. Debian has them: ${remedy}\n`);
      process.exit(1);
    }
    await ensureBuilt();
    await run('@playwright/test/cli.js', ['test', '-c', 'e2e/other-browsers', ...words]);
  },
};

/** Ends this process with an error if the tool fails. */
function run(file, args) {
  const browser = findBrowser();
  const env = {
    ...process.env,
    ...(browser ? { CHROMIUM: browser } : {}),
    PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
  };
  const tool = spawn(findNode(), [`${root}/node_modules/${file}`, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // Ctrl-C reaches the tool too, and the tool ends by itself.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve) => {
    tool.once('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

const [task, ...words] = process.argv.slice(2);
await ensureInstalled();
await tasks[task](words);
