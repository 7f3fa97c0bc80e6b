// `npm test`: everything that must hold before a change lands, in the order that fails fastest.
// Ends with one line of counts: "N passed, N failed".
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureInstalled, ensureBuilt, findNode, root } from './setup.mjs';

const results = `${root}/.cache/test-results`;
// Chromium without its windows does the same work with a quarter less time than the whole browser.
const shell = '/usr/bin/chromium-headless-shell';
const browsers = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's packages, where they may be installed; whether they were is seen by looking. */
function install(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} for the browser tests`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', name);
}

/** Finds Chromium, installs Debian's where that is allowed, else names the one command and stops. */
function ensureBrowser() {
  const found = () => [process.env.CHROMIUM, ...browsers].find((path) => path && existsSync(path));
  if (!process.env.CHROMIUM && !existsSync(shell)) install('chromium-headless-shell');
  if (!found()) install('chromium');
  if (found()) return found();
  console.error(
    'The browser tests need Chromium. Install it with: sudo apt-get install -y chromium-headless-shell',
  );
  return process.exit(1);
}

await ensureInstalled();
const node = findNode();
const env = {
  ...process.env,
  CHROMIUM: ensureBrowser(),
  PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
};
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** Runs one step; its output is held back and shown whole, so that steps side by side stay readable. */
function run(title, file, args) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(node, [`${root}/node_modules/${file}`, ...args], { cwd: root, env });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (code) => {
      console.log(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
      );
      // What passed would push what failed out of a log that keeps only its beginning.
      if (code !== 0) console.log(output.replace(/^ +[✓✔] .*\n/gmu, ''));
      resolve(code === 0);
    });
  });
}

const steps = [
  () => run('format', 'oxfmt/bin/oxfmt', ['--check', '.']),
  () => run('types: contract', 'typescript/bin/tsc', ['-p', 'contract']),
  () => run('types: server', 'typescript/bin/tsc', ['-p', 'server']),
  () => run('types: web', 'typescript/bin/tsc', ['-p', 'web']),
  () => run('types: stories', 'typescript/bin/tsc', ['-p', 'e2e']),
  () => run('types: faults', 'typescript/bin/tsc', ['-p', 'faults']),
  () => run('types: cluster', 'typescript/bin/tsc', ['-p', 'deploy']),
  () => run('lint', 'oxlint/bin/oxlint', ['--deny-warnings']),
  () => run('dead code', 'knip/bin/knip.js', []),
];
const queue = [...steps];
const outcomes = [];
await Promise.all(
  Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) outcomes.push(await step());
  }),
);
if (outcomes.includes(false)) process.exit(1);

await ensureBuilt();
const tested = [
  await run('unit and API tests', 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/vitest.json`,
  ]),
  await run('browser stories', '@playwright/test/cli.js', ['test']),
];

const read = (name) => JSON.parse(readFileSync(`${results}/${name}.json`, 'utf8'));
const vitest = existsSync(`${results}/vitest.json`)
  ? read('vitest')
  : { numPassedTests: 0, numFailedTests: 1 };
const stories = existsSync(`${results}/playwright.json`)
  ? read('playwright').stats
  : { expected: 0, unexpected: 1 };
const passed = vitest.numPassedTests + stories.expected + (stories.flaky ?? 0);
const failed = vitest.numFailedTests + stories.unexpected;
if (stories.flaky > 0) console.log(`${stories.flaky} of the stories needed a second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(tested.includes(false) || failed > 0 ? 1 : 0);
