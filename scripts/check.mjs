// `npm test`: everything that must pass before a change lands, fastest failure first. It ends with one line of counts:
// "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findBrowser } from './browser.mjs';
import { auditPackages } from './check/audit.mjs';
import { bringWhatIsMissing, findOwnPostgres } from './check/install.mjs';
import { clearResults, reportIn, results, run, runAll } from './check/run.mjs';
import { makeTemporaryFolder } from './check/temporary.mjs';
import { ensureBuilt } from './setup.mjs';

// `npm run check`: the steps that need neither a browser nor a database.
const isQuick = process.argv.includes('--quick');
await bringWhatIsMissing({ isQuick });
clearResults();

// Two steps run at a time, so each takes one processor. On more, these two would do a good part of their work twice.
const typesOf = (room) => () => run(`types: ${room}`, 'typescript/bin/tsc', ['-p', room, '--singleThreaded']);
const lint = () => run('lint', 'oxlint/bin/oxlint', ['--deny-warnings'], { settings: { GOMAXPROCS: '1' } });
const build = async () => {
  await ensureBuilt();
  return true;
};
const isSound = await runAll([
  auditPackages,
  // By itself it would leave a processor idle.
  ...(isQuick ? [] : [build]),
  () => run('format', 'oxfmt/bin/oxfmt', ['--check', '.']),
  // The lab's configuration has the server's files, too.
  ...['contract', 'lab', 'web', 'e2e'].map(typesOf),
  lint,
  () => run('dead code', 'knip/bin/knip.js', []),
]);
if (!isSound) process.exit(1);
if (isQuick) process.exit(0);

const folder = makeTemporaryFolder();
const browser = findBrowser();
// The tests start servers some fifty times.
Object.assign(process.env, { TMPDIR: folder, NODE_COMPILE_CACHE: `${folder}/compiled` });
if (browser) process.env.CHROMIUM = browser;

function vitest(title, report, args, { settings, isPatient }) {
  const reporters = ['default', 'json'].map((name) => `--reporter=${name}`);
  const output = `--outputFile.json=${results}/${report}.json`;
  return run(title, 'vitest/vitest.mjs', ['run', ...reporters, output, ...args], {
    report,
    settings,
    isPatient,
  });
}

// The migrations make its databases, `db/schema` proves them, and the matrix sends every call that is answered: that is all
// of the dialect. With PROOF=full the tests of the database, requests, features and mails send their statements, too. Not
// included are tests that start the embedded database by themselves, look at the plans of one planner, measure times, or
// concern only input and answers.
const isFull = process.env.PROOF === 'full';
const inFull = [
  'db/',
  'http/requests/',
  'features/',
  'storage/',
  'channels/mail/',
  'http/identity/scope',
  'http/limits/sweep',
  'http/monitoring/metrics',
];
const databaseSuites = ['db/schema', 'http/matrix', ...(isFull ? inFull : [])]
  .map((name) => `server/${name}`)
  .concat(
    [
      'db/{plans,primary,tx}',
      'features/accounts/{change-password,processes}',
      'features/files/{check-image,hostile-files}',
      'features/payment-upload/students-index',
    ].map((name) => `--exclude=server/${name}.test.ts`),
  );

const ownPostgres = findOwnPostgres(`${folder}/postgresql`);
// The second PostgreSQL answers every call of the matrix, if there is one.
const onEmbedded = {
  settings: { TEST_POSTGRES: '', ANSWERED: ownPostgres === undefined || isFull ? '' : 'elsewhere' },
};

/** The API tests once more, on a PostgreSQL that an office may already have. */
function runOnOwnPostgres() {
  if (ownPostgres === undefined) {
    const remedy = 'sudo apt-get install -y postgresql';
    console.log(`left API tests on a PostgreSQL of the system (there is none: ${remedy})`);
    return true;
  }
  const { stdout } = spawnSync(`${ownPostgres}/postgres`, ['--version'], { encoding: 'utf8' });
  const version = /PostgreSQL\)? ([\d.]+)/.exec(stdout ?? '')?.[1] ?? ownPostgres;
  const title = `API tests on PostgreSQL ${version}`;
  // Runs beside the others, which wait for processes, disks and pages half of their time. The programs that they need
  // come first.
  return vitest(title, 'own-postgres', ['--project', 'unit', ...databaseSuites], {
    settings: { TEST_POSTGRES: ownPostgres },
    isPatient: true,
  });
}

// More workers than processors: tests wait for processes that start, for disks and for pauses.
const workers = `--maxWorkers=${availableParallelism() + 2}`;
// Ten thousand students are laid down for the plans of statements.
const inLongForm = isFull ? [] : ['--exclude=server/db/plans.test.ts'];
const runUnit = () =>
  vitest('unit and API tests', 'unit', ['--project', 'unit', workers, ...inLongForm], onEmbedded);

function runComponents() {
  // With React as people have it. Its checks for developers, which `npm run test:unit` has, cost a fifth of the time.
  const settings = { NODE_ENV: 'production' };
  if (browser) return vitest('component tests', 'components', ['--project', 'browser'], { settings });
  // A developer may have no right to install one. With CI set nothing is left out.
  const outcome = process.env.CI ? 'FAIL' : 'left';
  const remedy = 'sudo apt-get install -y chromium-headless-shell';
  console.log(`${outcome} component tests and stories (no Chromium: ${remedy})`);
  return !process.env.CI;
}

const runStories = () =>
  browser
    ? run('browser stories', '@playwright/test/cli.js', ['test'], {
        report: 'playwright',
        settings: isFull ? {} : { STORIES: 'short' },
      })
    : !process.env.CI;

const inTurn = async (...steps) => {
  const outcomes = [];
  for (const step of steps) outcomes.push(await step());
  return outcomes;
};

// Two rows of about the same length. Each waits now and then, for processes, disks and pages, and the other goes on.
const [[isUnitSound], [isOwnSound, areComponentsSound, areStoriesSound]] = await Promise.all([
  inTurn(runUnit),
  inTurn(runOnOwnPostgres, runComponents, runStories),
]);

const stories = reportIn('playwright')?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
const countOf = (report) => [report?.numPassedTests ?? 0, report?.numFailedTests ?? 0];
const counts = [
  [isUnitSound, ...countOf(reportIn('unit'))],
  [isOwnSound, ...countOf(reportIn('own-postgres'))],
  [areComponentsSound, ...countOf(reportIn('components'))],
  [areStoriesSound, stories.expected + stories.flaky, stories.unexpected],
];
const passed = counts.reduce((sum, [, count]) => sum + count, 0);
// A step that failed before its tests began counts as one failure.
const failed = counts.reduce((sum, [isPassed, , count]) => sum + (isPassed ? count : Math.max(count, 1)), 0);
if (stories.flaky > 0) console.log(`${stories.flaky} of the stories needed a second try`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
