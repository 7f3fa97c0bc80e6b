// `node lab/mutants/run.ts [room ...]` breaks the rules of each room in one place after the other and runs the tests that
// reach the place. A change that no test notices has survived. It installs Stryker on the first run, works in a copy of the
// project in `.cache/mutants`, and ends with 1 when fewer than 90 % of a room are noticed. `results.md` has the
// figures of the last runs.
import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { rooms } from './rooms.ts';

const wanted = 90;
const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const copy = join(root, '.cache/mutants');
const execute = promisify(execFile);

/** Node's links between rooms are relative, so those of the copy lead to the copy. */
async function copyProject(): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const { stdout } = await execute('git', ['ls-files'], { cwd: root, maxBuffer: 2 ** 26 });
  const tar = spawn('sh', ['-c', `tar -c -T - | tar -x -C '${copy}'`], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  tar.stdin.end(stdout);
  await once(tar, 'close');
  await execute('cp', ['-al', 'node_modules', copy], { cwd: root });
}

const install = () =>
  execute('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts'], { cwd: join(copy, 'lab/mutants') });

const reportShape = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

/** How many changes the tests of a room noticed, of how many. */
async function measure(name: string): Promise<{ readonly noticed: number; readonly made: number }> {
  const room = rooms[name];
  if (!room) throw new Error(`There is no room ${name}. The rooms are ${Object.keys(rooms).join(', ')}.`);
  const report = join(copy, `${name}.json`);
  const vitestConfig = join(copy, 'vitest.mutants.config.ts');
  await writeFile(
    vitestConfig,
    `export default { test: { include: ${JSON.stringify(room.tests)}, globalSetup: ['server/test/global-setup.ts'],
      setupFiles: ['server/test/cheap-hashes.ts'], testTimeout: 120_000, hookTimeout: 240_000 } };`,
  );
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: vitestConfig, related: false },
    mutate: room.rules,
    inPlace: true,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    // Sentences and keys are no rules: texts have tests of their own.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'Regex'] },
    concurrency: 2,
    timeoutMS: 60_000,
    reporters: ['json', 'clear-text', 'progress-append-only'],
    jsonReporter: { fileName: report },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    allowEmpty: false,
  };
  const settingsFile = join(copy, 'stryker.config.json');
  await writeFile(settingsFile, JSON.stringify(settings));
  const stryker = join(copy, 'lab/mutants/node_modules/@stryker-mutator/core/bin/stryker.js');
  const run = spawn(process.execPath, [stryker, 'run', settingsFile], { cwd: copy, stdio: 'inherit' });
  await once(run, 'close');
  const { files } = reportShape.parse(JSON.parse(await readFile(report, 'utf8')));
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const countOf = (...those: string[]) => statuses.filter((status) => those.includes(status)).length;
  const noticed = countOf('Killed', 'Timeout');
  return { noticed, made: noticed + countOf('Survived', 'NoCoverage') };
}

await copyProject();
await install();
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(rooms);
for (const name of names) {
  const { noticed, made } = await measure(name);
  const share = (100 * noticed) / made;
  process.stdout.write(`${name}: ${noticed} of ${made} changes noticed, ${share.toFixed(1)} %\n`);
  if (share < wanted) process.exitCode = 1;
}
