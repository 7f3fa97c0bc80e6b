import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tableOf } from './markdown.ts';
import { machineOf, recorder, unless, withLine } from './results.ts';
import { sections } from './sections.ts';
import type { Section } from './sections.ts';

const here = import.meta.dirname;
const results = await readFile(join(here, 'results.md'), 'utf8');

const apples = { heading: 'Apples', columns: ['Rows', 'Figures'], asks: ['Rows'] } as const;
const cellsOfRun = (rows: string, figures: string, machine = '2 x Xeon, Node 24.21.0, load 1') => [
  '2026-11-22',
  machine,
  rows,
  figures,
];
const head = ['Date', 'Machine', ...apples.columns];
const page = (rows: readonly string[][]) =>
  `# All\n\n## Pears\n\n| Date | What |\n| --- | --- |\n\n## Apples (\`node lab/bench/apples.ts\`)\n\nAbove.\n\n${tableOf(head, rows)}\n\nBelow.\n`;

test('without its section or its columns nothing is written', () => {
  const line = cellsOfRun('5 trees', 'sweet');
  expect(() => withLine(page([]), { ...apples, heading: 'Plums' }, line)).toThrow('no section "Plums"');
  expect(() => withLine(page([]), { ...apples, heading: 'App' }, line)).toThrow('no section "App"');
  expect(() => withLine(page([]), { ...apples, columns: ['Rows'] }, line)).toThrow('does not begin with');
  expect(() => withLine(page([]), { ...apples, heading: 'Pears' }, line)).toThrow('does not begin with');
});

test('a line of other rows, another question or another machine goes below the present ones', () => {
  const first = cellsOfRun('5 trees', 'sweet');
  const further = cellsOfRun('50 trees', 'sour');
  const elsewhere = cellsOfRun('5 trees', 'green', '2 x EPYC, Node 24.21.0, load 1');
  const all = [first, further, elsewhere];
  const text = all.reduce((so, line) => withLine(so, apples, line), page([]));
  expect(text).toBe(page(all));
});

test('a newer line replaces one with the same question, at any load and version', () => {
  const [older, oldest, other] = [
    cellsOfRun('5 trees', 'sweet', '2 x Xeon, Node 22.1.0, load 35 from other work'),
    cellsOfRun('5 trees', 'sour', '2 x Xeon, Node 24.21.0, load 3'),
    cellsOfRun('50 trees', 'sour'),
  ];
  const newer = cellsOfRun('5 trees', 'sweeter and of a much longer name');
  expect(withLine(page([other, older, oldest]), apples, newer)).toBe(page([other, newer]));
});

test('a short run is listed beside a usual run, which replaces all short runs', () => {
  const few = `5 trees${unless(5, 1, 'rounds')}`;
  expect(few).toBe('5 trees, rounds: 1');
  expect(unless(5, 5, 'rounds')).toBe('');
  const [usual, glance, weeks] = [
    cellsOfRun('5 trees', 'sweet'),
    cellsOfRun(few, 'sour'),
    cellsOfRun(`5 trees${unless(35, 2, 'weeks')}`, 'green'),
  ];
  expect(withLine(page([usual]), apples, glance)).toBe(page([usual, glance]));
  expect(withLine(page([glance, weeks]), apples, usual)).toBe(page([usual, weeks]));
});

test('pipes and line breaks stay within their cell', () => {
  const text = withLine(page([]), apples, cellsOfRun('a | b', 'one\ntwo'));
  expect(text).toContain('| a \\| b | one two |');
  const again = withLine(text, apples, cellsOfRun('a | b', 'three'));
  expect(again).toBe(page([cellsOfRun('a \\| b', 'three')]));
});

test('a run prints its lines and writes them to the given file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gurukul-results-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'results.md');
  await writeFile(file, page([]));
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());

  const record = recorder(apples, { engine: 'Chromium 156', file });
  record({ Rows: '5 trees', Figures: 'sweet' });
  const today = new Date().toISOString().slice(0, 10);
  const machine = machineOf('Chromium 156');
  expect(machine).toMatch(/^\d+ x \S.*, Chromium 156, load \d+$/);
  expect(await readFile(file, 'utf8')).toBe(page([[today, machine, '5 trees', 'sweet']]));
  expect(log.mock.calls).toEqual([[`| ${today} | ${machine} | 5 trees | sweet |`]]);
  expect(await readdir(folder)).toEqual(['results.md']);
});

test('a run without writing prints, and leaves results.md as it is', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('WRITE', '0');
  onTestFinished(() => {
    log.mockRestore();
    vi.unstubAllEnvs();
  });
  recorder(sections.mails)({ Rows: 'of a test', Figures: 'none' });
  expect(log).toHaveBeenCalledOnce();
  expect(await readFile(join(here, 'results.md'), 'utf8')).toBe(results);
});

const all: [string, Section][] = Object.entries(sections);

test.each(all)('results.md has a place for %s', (_, section) => {
  const cells = ['2026-11-22', machineOf(), ...section.columns.map((name) => `some ${name}`)];
  const once = withLine(results, section, cells);
  expect(once).toContain(`some ${section.columns[0]}`);
  // A present line stays as written, so the formatter has nothing to do.
  expect(withLine(once, section, cells)).toBe(once);
});

test('each measurement in results.md has its command, and both are in the list of all', async () => {
  const list = await readFile(join(here, 'README.md'), 'utf8');
  const commands = [...results.matchAll(/^## .*\(`(?:\w+=\w+ )?node (lab\/bench\/[\w-]+\.ts)`\)$/gm)].map(
    ([, file]) => file,
  );
  expect(commands).toHaveLength(all.length);
  for (const file of new Set(commands)) expect(list).toContain(`\`node ${file}\``);
});
