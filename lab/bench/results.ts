import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { daysBefore } from './figures.ts';
import { cellOf, cellsOf, lineOf, tableOf } from './markdown.ts';
import type { Section } from './sections.ts';

// Taken before anything is laid down: what others do on this machine, not what the measurement does itself.
const [load = 0] = loadavg();

const leading = ['Date', 'Machine'];

/** `engine` is what runs the code that is measured, with its version. */
export const machineOf = (engine = `Node ${process.versions.node}`): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${engine}, load ${load.toFixed(0)}`;

/** Said of a run of other rounds than usual, which stands beside a usual one: `, rounds: 1`. */
export const unless = (
  usual: number,
  value: number,
  what: 'pairs' | 'rounds' | 'visits' | 'turns' | 'seconds' | 'weeks',
): string => (value === usual ? '' : `, ${what}: ${value}`);

/** Weeks are rows, and rows are another question. */
const usually = (cell: string) => cell.replaceAll(/, (?:rounds|visits|turns|seconds): [\d.]+/g, '');

/** Versions and load may differ, and still a newer line takes the place of an older one. */
const hardwareOf = (machine: string) => machine.replace(/, (?:Node|Chromium) .*$/, '');

/**
 * Lines of results.md with a further one in the table of a section: in the place of an older one that answers the same
 * question on the same hardware, in as many rounds or in others than usual; else below the others. Fails when the section or its columns are not there.
 */
export function withLine(text: string, section: Section, cells: readonly string[]): string {
  const lines = text.split('\n');
  const { from, until, rows } = tableIn(lines, section);
  const head = [...leading, ...section.columns];
  const asked = (row: readonly string[]) => [
    hardwareOf(row[1] ?? ''),
    ...section.asks.map((name) => row[head.indexOf(name)] ?? ''),
  ];
  const line = cells.map(cellOf);
  const mine = JSON.stringify(asked(line));
  const isOvertaken = (row: readonly string[]) =>
    [asked(row), asked(row).map(usually)].some((theirs) => JSON.stringify(theirs) === mine);
  const older = rows.findIndex(isOvertaken);
  const kept = rows.filter((row) => !isOvertaken(row));
  const place = older === -1 ? kept.length : older;
  return [...lines.slice(0, from), tableOf(head, kept.toSpliced(place, 0, line)), ...lines.slice(until)].join(
    '\n',
  );
}

/** Where the first table below the heading of a section is, and its lines without the head. */
function tableIn(lines: readonly string[], { heading, columns }: Section) {
  const isHeading = (line: string) => line === `## ${heading}` || line.startsWith(`## ${heading} (`);
  const top = lines.findIndex(isHeading);
  if (top === -1) throw new Error(`results.md has no section "${heading}"`);
  const next = lines.findIndex((line, place) => place > top && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const from = lines.findIndex((line, place) => place > top && place < end && line.startsWith('|'));
  const head = lineOf([...leading, ...columns]);
  if (from === -1 || lineOf(cellsOf(lines[from] ?? '')) !== head) {
    throw new Error(`the table of "${heading}" in results.md does not begin with ${head}`);
  }
  const after = lines.findIndex((line, place) => place > from && !line.startsWith('|'));
  const until = after === -1 ? lines.length : after;
  return { from, until, rows: lines.slice(from + 2, until).map(cellsOf) };
}

interface Recording {
  /** What runs the code that is measured, with its version; Node, where nothing is said. */
  readonly engine?: string;
  /** Null for a run that is only looked at. */
  readonly file?: string | null;
}

const usualFile = () =>
  process.env['WRITE'] === '0'
    ? null
    : (process.env['RESULTS'] ?? fileURLToPath(new URL('results.md', import.meta.url)));

/**
 * Prints what was measured as lines of a table, and puts them into results.md: into that of RESULTS when this names
 * another file, into none with WRITE=0. Finds out at once whether there is a place for them.
 */
export function recorder<Column extends string>(
  section: Section<Column>,
  { engine, file = usualFile() }: Recording = {},
): (cells: Readonly<Record<Column, string>>) => void {
  const machine = machineOf(engine);
  if (file !== null) tableIn(readFileSync(file, 'utf8').split('\n'), section);
  return (cells) => {
    const line = [daysBefore(0), machine, ...section.columns.map((name) => cells[name])];
    console.log(lineOf(line.map(cellOf)));
    if (file === null) return;
    // Whoever reads meanwhile finds the old file or the new one.
    const text = withLine(readFileSync(file, 'utf8'), section, line);
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
}
