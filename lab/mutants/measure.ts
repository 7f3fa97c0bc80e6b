// Breaks the rules of one room in one place after the other, in the copy of the project in which it runs. Stryker writes
// all changes into the files at once, each behind a switch. One process of Vitest then runs the tests that reach a change
// while it is on: modules are read once for all changes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { BaseSequencer, createVitest } from 'vitest/node';
import * as z from 'zod';
import { rooms } from './rooms.ts';

const wanted = 90;
const started = Date.now();
const [name = '', only = ''] = process.argv.slice(2);
const parts = rooms[name];
if (!parts) throw new Error(`There is no room ${name}. The rooms are ${Object.keys(rooms).join(', ')}.`);

const place = z.object({ line: z.number(), column: z.number() });
const changes = z.array(
  z.object({
    id: z.string(),
    fileName: z.string(),
    mutatorName: z.string(),
    replacement: z.string(),
    from: place,
    to: place,
  }),
);
type Change = z.infer<typeof changes>[number];

const found = (globs: readonly string[]) => [...new Set(globs.flatMap((glob) => globSync(glob).toSorted()))];
const rules = found(parts.flatMap((part) => part.rules)).filter((file) => file.includes(only));
const originals = new Map(rules.map((file) => [file, readFileSync(file, 'utf8')]));
const testsOf = (rule: string) =>
  found(parts.filter((part) => found(part.rules).includes(rule)).flatMap((part) => part.tests));

const folder = '.mutants';
rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/noticed`, { recursive: true });
const root = process.cwd();
const within = (file: string) => join(root, folder, file);

const tests = [...new Set(rules.flatMap(testsOf))];
const withDatabase = new Set(
  tests.filter((test) => /test\/(?:app|db|undo-office)\.ts'/.test(readFileSync(test, 'utf8'))),
);

const failed = new Set<string>();
const reporter: Reporter = {
  onTestModuleEnd(module: TestModule) {
    if (module.state() === 'failed') failed.add(module.moduleId);
  },
};
/** By name: each change meets its first file of tests before any meets its second. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
  }
}
const vitest = await createVitest('test', {
  config: false,
  root,
  include: [`${folder}/*.test.ts`],
  ...(withDatabase.size > 0
    ? { globalSetup: ['server/test/global-setup.ts'], setupFiles: ['server/test/cheap-hashes.ts'] }
    : {}),
  sequence: { sequencer: ByName },
  isolate: false,
  unstubGlobals: true,
  maxWorkers: Math.min(2, availableParallelism()),
  watch: false,
  reporters: [reporter],
  testTimeout: 120_000,
  hookTimeout: 240_000,
});
/** Runs wrappers of files of tests, and answers which of them failed. */
async function runTests(wrappers: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  failed.clear();
  for (const [file, content] of wrappers) writeFileSync(within(file), content);
  const project = vitest.projects[0]!;
  await vitest.runTestSpecifications(
    [...wrappers.keys()].map((file) => project.createSpecification(within(file))),
    true,
  );
  for (const file of wrappers.keys()) rmSync(within(file));
  return new Set([...wrappers.keys()].filter((file) => failed.has(within(file))));
}
const buildUp = new Set(found(parts.filter(({ apart }) => apart !== true).flatMap((part) => part.tests)));
const helper = '../lab/mutants/in-test.ts';

const all = changes.parse(
  JSON.parse(
    execFileSync(process.execPath, ['lab/mutants/instrument.mjs', ...rules], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }),
  ),
);

// Once without a change: which tests reach which.
const reports = tests.map((_, n) => within(`hits-${n}.json`));
const red = await runTests(
  new Map(
    tests.map((test, n) => [
      `hits-${n}.test.ts`,
      `import { noteHits } from '${helper}';\nnoteHits('${reports[n]}');\nawait import('../${test}?hits');\n`,
    ]),
  ),
);
if (red.size > 0)
  throw new Error(`Without a change these fail: ${[...red].join(', ')} of ${tests.join(', ')}`);
const reportShape = z.object({
  /** Reached when a module is read, before a change is on. */
  atOnce: z.array(z.string()),
  own: z.array(z.object({ place: z.number(), hits: z.record(z.string(), z.number()) })),
});
const read = reports.map((report) => reportShape.parse(JSON.parse(readFileSync(report, 'utf8'))));
const hits = new Map(tests.map((test, n) => [test, read[n]!.own]));
const inTests = new Set(read.flatMap(({ own }) => own.flatMap((each) => Object.keys(each.hits))));
const ofModules = new Set(read.flatMap(({ atOnce }) => atOnce).filter((id) => !inTests.has(id)));
const ofRules = all.filter(({ id }) => !ofModules.has(id));

/** By chance, but the same each time: by what the change does and where. */
const chance = ({ fileName, mutatorName, replacement, from, to }: Change) =>
  createHash('sha256')
    .update(JSON.stringify([fileName, mutatorName, replacement, from, to]))
    .digest('hex');
/** Of a file whose tests need a database, so many changes stand for all. */
const sample = 60;
const made = rules.flatMap((file) => {
  const own = ofRules.filter(({ fileName }) => fileName === file);
  if (!testsOf(file).some((test) => withDatabase.has(test))) return own;
  return own.toSorted((a, b) => chance(a).localeCompare(chance(b))).slice(0, sample);
});

// Each change with the tests that reach it. Those of a file before them run too where they build on one another.
const wrappers = new Map<string, string>();
const idOf = new Map<string, string>();
for (const { id, fileName } of made) {
  testsOf(fileName).forEach((test, n) => {
    const reaching = hits.get(test)!.filter(({ hits: some }) => some[id] !== undefined);
    if (reaching.length === 0) return;
    const last = reaching.at(-1)!.place;
    const most = Math.max(...reaching.map(({ hits: some }) => some[id]!));
    const places = buildUp.has(test)
      ? Array.from({ length: last }, (_, index) => index + 1)
      : reaching.map((each) => each.place);
    const change = {
      id,
      limit: 1000 + most * 100,
      places,
      noticed: within(`noticed/${id}`),
      isFresh: !withDatabase.has(test),
    };
    const file = `${String(n).padStart(2, '0')}-${id}.test.ts`;
    idOf.set(file, id);
    wrappers.set(
      file,
      `import { turnOn } from '${helper}';\nif (turnOn(${JSON.stringify(change)})) await import('../${test}?${n}-${id}');\n`,
    );
  });
}
const noticed = new Set([...(await runTests(wrappers))].map((file) => idOf.get(file)!));
await vitest.close();

for (const [file, text] of originals) writeFileSync(file, text);
const textOf = ({ fileName, from, to }: Change) => {
  const lines = originals
    .get(fileName)!
    .split('\n')
    .slice(from.line, to.line + 1);
  const whole =
    lines.length === 1 ? lines[0]!.slice(from.column, to.column) : `${lines[0]!.slice(from.column)} ...`;
  return whole.slice(0, 100);
};
for (const file of rules) {
  const own = made.filter(({ fileName }) => fileName === file);
  const missed = own.filter(({ id }) => !noticed.has(id));
  const size = ofRules.filter(({ fileName }) => fileName === file).length;
  const drawn = size > own.length ? `, drawn from ${size}` : '';
  process.stdout.write(`${file}: ${own.length - missed.length} of ${own.length}${drawn}\n`);
  for (const change of missed) {
    const where = `${change.from.line + 1}:${change.from.column + 1}`;
    const why = inTests.has(change.id) ? '' : ' (no test)';
    const replacement = change.replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
    process.stdout.write(`  ${where}${why} ${textOf(change)} => ${replacement}\n`);
  }
}
const share = (100 * noticed.size) / made.length;
const minutes = ((Date.now() - started) / 60_000).toFixed(1);
process.stdout.write(
  `${name}: ${noticed.size} of ${made.length} changes noticed, ${share.toFixed(1)} %, in ${minutes} minutes\n`,
);
process.exit(share < wanted ? 1 : 0);
