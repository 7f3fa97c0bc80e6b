/*
 * Do the tests of a feature find a column that is no longer selected? Drops one column of one SELECT at a time in a copy
 * of the repository and runs them until the first fails.
 *
 *   node scripts/drop-columns.ts [how many, 15] [seed, 1]
 */
import { execFile } from 'node:child_process';
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');
const [count = '15', seed = '1'] = process.argv.slice(2);

interface Drop {
  readonly file: string;
  readonly column: string;
  /** The file's text without the column. */
  readonly text: string;
}

/** The list of columns between SELECT and FROM, if it contains no other SELECT. */
const lists = /\bselect\s+((?:(?!\bselect\b|\bfrom\b|[`;]).)+?)\s+from\b/gs;
/** Commas outside brackets. */
const commas = /,(?![^(]*\)|[^{]*\})/;

function dropsOf(file: string, text: string): Drop[] {
  const drops: Drop[] = [];
  for (const found of text.matchAll(lists)) {
    const columns = (found[1] ?? '').split(commas);
    if (columns.length < 2) continue;
    for (const [index, column] of columns.entries()) {
      if (column.includes('$') || column.includes('(') || column.includes(')')) continue;
      const start = found.index + found[0].indexOf(found[1] ?? '');
      const rest = columns.filter((_, other) => other !== index).join(',');
      const without = text.slice(0, start) + rest + text.slice(start + (found[1] ?? '').length);
      drops.push({ file, column: column.trim(), text: without });
    }
  }
  return drops;
}

/** Picks the same columns for the same seed. */
function pick<T>(all: readonly T[], some: number): T[] {
  let state = Number(seed);
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return all
    .map((one) => ({ one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, some)
    .map(({ one }) => one);
}

const vitest = join(root, 'node_modules/.bin/vitest');
const saidFirst = /rows are not as declared: (?!✖)[^\n]*|(?<=✖ )[^\n]*|error: [^\n]*|AssertionError: [^\n]*/;

/** Features that share their queries with another one and are tested there. */
const testedIn: Readonly<Record<string, string>> = {
  'server/features/access-requests': 'server/features/access',
  'server/features/staff': 'server/features/people',
};

/** The tests of a feature's audit rules are in the audit feature. */
function testsOf(file: string): string {
  const folder = dirname(file);
  return (file.endsWith('/audit.ts') ? 'server/features/audit' : (testedIn[folder] ?? folder)) + sep;
}

/** The first failure in the tests of a folder; null if there is none. */
const failureIn = (cwd: string, folder: string): Promise<string | null> =>
  execute(vitest, ['run', '--project', 'unit', '--bail', '1', folder], { cwd, maxBuffer: 1e8 }).then(
    () => null,
    ({ stdout, stderr }: { stdout: string; stderr: string }) =>
      saidFirst.exec(stripVTControlCharacters(`${stderr}\n${stdout}`))?.[0] ?? 'no reason',
  );

const drops: Drop[] = [];
for await (const file of glob('server/features/**/*.ts', { cwd: root })) {
  if (!file.endsWith('.test.ts')) drops.push(...dropsOf(file, await readFile(join(root, file), 'utf8')));
}

const copy = await mkdtemp(join(tmpdir(), 'gurukul-columns-'));
const notCopied = new Set(['.git', 'node_modules', 'data', 'dist'].map((name) => join(root, name)));
await cp(root, copy, { recursive: true, filter: (source) => !notCopied.has(source) });
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));

const missed: string[] = [];
const whole = new Set<string>();
const chosen = pick(drops, Number(count));
for (const [index, { file, column, text }] of chosen.entries()) {
  const folder = testsOf(file);
  if (!whole.has(folder)) {
    const failure = await failureIn(copy, folder);
    if (failure !== null) throw new Error(`with all columns ${folder} fails: ${failure}`);
    whole.add(folder);
  }
  await writeFile(join(copy, file), text);
  const failure = await failureIn(copy, folder);
  await cp(join(root, file), join(copy, file));
  if (failure === null) missed.push(`${column} in ${file}`);
  console.log(`${index + 1}/${chosen.length} ${column} in ${file}: ${failure ?? 'MISSED'}`);
}
await rm(copy, { recursive: true });

console.log(
  `${chosen.length - missed.length} of ${chosen.length} found, of ${drops.length} that can be dropped`,
);
if (missed.length > 0) process.exitCode = 1;
