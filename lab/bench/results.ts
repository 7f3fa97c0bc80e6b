import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { daysBefore } from './figures.ts';
import { cellOf, cellsOf, lineOf, tableOf } from './markdown.ts';
import type { Section } from './sections.ts';

// Measured before the rows are added: the load of other work, not of the measurement itself.
const [load = 0] = loadavg();

const leading = ['Date', 'Machine'];

/** `engine` is the program that runs the measured code, with its version. */
export const machineOf = (engine = `Node ${process.versions.node}`): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${engine}, load ${load.toFixed(0)}`;

/** The note for an unusual number of rounds, which is listed beside a usual run: `, rounds: 1`. */
export const unless = (
  usual: number,
  value: number,
  what: 'pairs' | 'rounds' | 'visits' | 'turns' | 'seconds' | 'weeks',
): string => (value === usual ? '' : `, ${what}: ${value}`);

/** Weeks are rows, and other rows are another question. */
const usually = (cell: string) => cell.replaceAll(/, (?:rounds|visits|turns|seconds): [\d.]+/g, '');

/** A newer line replaces an older one even with other versions or load. */
const hardwareOf = (machine: string) => machine.replace(/, (?:Node|Chromium) .*$/, '');

/**
 * The lines of results.md with a new one in the table of a section. It replaces an older line with the same question,
 * hardware and rounds; otherwise it goes below. Throws when the section or its columns are missing.
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

/** The position of the first table below a section's heading, and its lines without the head. */
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
  /** The program that runs the measured code, with its version. Without it, Node. */
  readonly engine?: string;
  /** Null for a run without writing. */
  readonly file?: string | null;
}

const usualFile = () =>
  process.env['WRITE'] === '0'
    ? null
    : (process.env['RESULTS'] ?? fileURLToPath(new URL('results.md', import.meta.url)));

/**
 * Prints the results as lines of a table and writes them to results.md. RESULTS names another file, WRITE=0 writes
 * none. Throws at once when there is no place for them.
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
    // A reader meanwhile finds the old file or the new one.
    const text = withLine(readFileSync(file, 'utf8'), section, line);
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
}
