// `npm test`: everything that must hold before a change lands, in the order that fails fastest.
// Ends with one line of counts: "N passed, N failed".
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { weaknessesIn } from './audit.mjs';
import { findBrowser, shell } from './browser.mjs';
import { failuresIn } from './failures.mjs';
import { ensureInstalled, ensureBuilt, findNode, root } from './setup.mjs';

const results = `${root}/.cache/test-results`;
const excluded = (name) => `--exclude=server/${name}.test.ts`;
// What asks a database. Left out is what starts the embedded one by itself, looks at the plans of one planner, holds
// times to a bound, which says nothing beside the stories, or is about input and answers before and after the database.
const databaseSuites = [
  ...['db', 'features', 'http', 'mail', 'storage'].map((room) => `server/${room}/`),
  ...['db/replicas', 'db/plans', 'features/files/hostile-files'].map(excluded),
  ...['bad-input', 'binder', 'headers', 'limits', 'richtext', 'sealing'].map((name) =>
    excluded(`http/${name}`),
  ),
];

const memory = '/dev/shm';
const memoryType = 0x01021994;
// The databases of both rounds take about one of these six gigabytes at a time.
const plenty = 6 * 2 ** 30;

function hasPlentyOfMemory() {
  try {
    accessSync(memory, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(memory);
    return type === memoryType && bavail * bsize >= plenty && process.availableMemory() >= plenty;
  } catch {
    return false;
  }
}

/**
 * Settings for the tests that make databases: where there is plenty of memory, their files lie in it. On a disk the
 * system spends a third of all processor time on making and removing thousands of files. Nothing that a test can see
 * differs: a killed process loses no more on a disk than in memory.
 */
function inMemory() {
  if (!hasPlentyOfMemory()) return {};
  const folder = mkdtempSync(`${memory}/gurukul-check-`);
  // PostgreSQL runs as its own user when the tests run as root.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Without listeners a signal would end this process and leave the folder.
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.once(signal, () => process.exit(128 + number));
  }
  return { TMPDIR: folder };
}

const apt = (...args) =>
  new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', args, { stdio: 'inherit', env });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });

let isListed = false;
/** Debian's packages, where they may be installed; whether they were is seen by looking. */
async function install(name, purpose) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing Debian's package ${name} for ${purpose}`);
  if (!isListed) await apt('update', '-qq');
  isListed = true;
  await apt('install', '-y', '-qq', '--no-install-recommends', name);
}

/** Finds Chromium, installs Debian's where that is allowed; undefined without one. */
async function ensureBrowser() {
  if (!process.env.CHROMIUM && !existsSync(shell))
    await install('chromium-headless-shell', 'the browser tests');
  if (!findBrowser()) await install('chromium', 'the browser tests');
  return findBrowser();
}

/** The programs of a PostgreSQL that the system's packages brought, the oldest that we promise; undefined without one. */
async function ensureOwnPostgres() {
  const found = () => {
    const places = '/usr/lib/postgresql';
    const majors = existsSync(places) ? readdirSync(places).map(Number) : [];
    return majors
      .filter((major) => major >= 15)
      .toSorted((a, b) => a - b)
      .map((major) => `${places}/${major}/bin`)
      .find((bin) => existsSync(`${bin}/initdb`));
  };
  if (process.env.TEST_POSTGRES) return process.env.TEST_POSTGRES;
  if (found() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Its programs are wanted; a cluster of the machine's own is not.
    const settings = '/etc/postgresql-common/createcluster.d';
    mkdirSync(settings, { recursive: true });
    writeFileSync(`${settings}/gurukul.conf`, 'create_main_cluster = false\n');
    await install('postgresql', 'the API tests on an own server');
    rmSync(`${settings}/gurukul.conf`);
  }
  return found();
}

async function ensurePackages() {
  // One after the other: apt works for one at a time.
  const browser = await ensureBrowser();
  return { browser, ownPostgres: await ensureOwnPostgres() };
}

// `npm run check`: what needs neither a browser nor a database.
const isQuick = process.argv.includes('--quick');
const [{ browser, ownPostgres }] = await Promise.all([isQuick ? {} : ensurePackages(), ensureInstalled()]);
const node = findNode();
const env = {
  ...process.env,
  ...(browser ? { CHROMIUM: browser } : {}),
  PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
};
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const reportIn = (name) => {
  const file = `${results}/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

/** Runs one step; its output is held back and shown whole, so that steps side by side stay readable. */
function run(title, file, args, { report, settings = {}, isPatient = false } = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(node, [`${root}/node_modules/${file}`, ...args], {
      cwd: root,
      env: { ...env, ...settings },
    });
    if (isPatient) setPriority(child.pid, 5);
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('close', (code) => {
      console.log(
        `${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
      );
      // What passed, and long reasons, would push the names of what failed out of a log that keeps only its beginning.
      if (code !== 0) {
        for (const line of failuresIn(reportIn(report), root)) console.log(`  - ${line}`);
        console.log(output.replace(/^ +[✓✔] .*\n/gmu, ''));
      }
      resolve(code === 0);
    });
  });
}

const auditMs = 30_000;

/** Known weaknesses of what a running portal loads; a registry that does not answer fails nothing. */
function auditPackages() {
  return new Promise((resolve) => {
    const args = ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0'];
    execFile('npm', args, { cwd: root, timeout: auditMs, maxBuffer: 1 << 26 }, (_, output) => {
      const weak = weaknessesIn(output);
      if (weak === null) console.log('left npm audit (the registry does not answer)');
      else console.log(`${weak.length === 0 ? 'ok  ' : 'FAIL'} npm audit`);
      for (const line of weak ?? []) console.log(`  - ${line}`);
      resolve(weak === null || weak.length === 0);
    });
  });
}

const steps = [
  auditPackages,
  () => run('format', 'oxfmt/bin/oxfmt', ['--check', '.']),
  () => run('types: contract', 'typescript/bin/tsc', ['-p', 'contract']),
  () => run('types: server', 'typescript/bin/tsc', ['-p', 'server']),
  () => run('types: web', 'typescript/bin/tsc', ['-p', 'web']),
  () => run('types: stories', 'typescript/bin/tsc', ['-p', 'e2e']),
  () => run('types: lab', 'typescript/bin/tsc', ['-p', 'lab']),
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
if (isQuick) process.exit(0);

Object.assign(env, inMemory());
const vitest = (title, report, args, options) =>
  run(
    title,
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}/${report}.json`, ...args],
    { report, ...options },
  );

/** The API tests once more, on the PostgreSQL that an office may have already. */
async function runOnOwnPostgres() {
  if (ownPostgres === undefined) {
    const why = 'there is none; with Debian: sudo apt-get install postgresql';
    console.log(`left API tests on the system's own PostgreSQL (${why})`);
    return true;
  }
  const version = spawnSync(`${ownPostgres}/postgres`, ['--version'], { encoding: 'utf8' }).stdout;
  const name = /PostgreSQL\)? ([\d.]+)/.exec(version ?? '')?.[1] ?? ownPostgres;
  return vitest(
    `API tests on PostgreSQL ${name}`,
    'own-postgres',
    ['--project', 'unit', ...databaseSuites],
    // Beside the others, which wait for processes, disks and pages half of their time: whatever they need comes first.
    { settings: { TEST_POSTGRES: ownPostgres }, isPatient: true },
  );
}

/** Answers whether the run may go on: a developer may have no right to install one, but with CI set nothing is left out. */
function nameMissingBrowser() {
  const outcome = process.env.CI ? 'FAIL' : 'left';
  console.log(
    `${outcome} component tests and stories (no Chromium: sudo apt-get install -y chromium-headless-shell)`,
  );
  return !process.env.CI;
}

await ensureBuilt();
async function runUnitThenStories() {
  const projects = browser ? [] : ['--project', 'unit'];
  const isUnitSound = await vitest('unit and API tests', 'vitest', projects, {
    settings: { TEST_POSTGRES: '' },
  });
  if (!browser) return [isUnitSound, nameMissingBrowser()];
  const areStoriesSound = await run('browser stories', '@playwright/test/cli.js', ['test'], {
    report: 'playwright',
  });
  return [isUnitSound, areStoriesSound];
}

const [[isUnitSound, areStoriesSound], isOwnSound] = await Promise.all([
  runUnitThenStories(),
  runOnOwnPostgres(),
]);

const stories = reportIn('playwright')?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
const countOf = (report) => [report?.numPassedTests ?? 0, report?.numFailedTests ?? 0];
const counts = [
  [isUnitSound, ...countOf(reportIn('vitest'))],
  [isOwnSound, ...countOf(reportIn('own-postgres'))],
  [areStoriesSound, stories.expected + stories.flaky, stories.unexpected],
];
const passed = counts.reduce((sum, [, count]) => sum + count, 0);
// A step that failed before its tests did counts as one failure.
const failed = counts.reduce((sum, [isSound, , count]) => sum + (isSound ? count : Math.max(count, 1)), 0);
if (stories.flaky > 0) console.log(`${stories.flaky} of the stories needed a second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
