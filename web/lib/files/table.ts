import type { OpenSheet, SheetFault, SheetLine } from './sheet.ts';
import { isFilled, titlesMax } from './tidy-rows.ts';

/** A table of a file: the column names, and the rows below them. */
export interface Table {
  readonly header: readonly string[];
  readonly lines: readonly SheetLine[];
  /** The rows that are no entries: sums, and the column names once more. */
  readonly leftOut: readonly SheetLine[];
}

/** A file with its sheets, one of which is taken. */
export interface TableFile extends Table {
  readonly file_name: string;
  readonly sheets: readonly OpenSheet[];
  /** Names of the sheets that are not read. */
  readonly left: readonly string[];
  /** Which of `sheets` the table is of. */
  readonly at: number;
}

/** Of a header, the number of the column names that a door knows. */
export type CountKnown = (header: readonly string[]) => number;

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** A mail address or a long number is no name of a column. */
const isEntry = (cell: string) => cell.includes('@') || /\d{5}/.test(cell.replaceAll(/[\s-]/g, ''));

/**
 * The index of the line with the column names: of the first lines, the one with the most known names, and of those the
 * fullest. Where none is known it is the first line that is not a title. -1: the file begins with entries.
 */
function headerAt(lines: readonly SheetLine[], countKnown: CountKnown): number {
  const first = lines.slice(0, titlesMax).map(({ cells }) => cells);
  const known = first.map(countKnown);
  const most = Math.max(0, ...known);
  const filled = first.map(filledIn);
  if (most > 0) {
    const widest = Math.max(...filled.filter((_, at) => known[at] === most));
    return known.findIndex((count, at) => count === most && filled[at] === widest);
  }
  const at = filled.findIndex((count) => count * 2 > Math.max(...filled));
  return first[at]?.some(isEntry) ? -1 : at;
}

/** A column without a name has the one above it: that of two rows of names. */
function withNamesAbove(line: SheetLine | undefined, above: SheetLine | undefined): readonly string[] {
  if (line === undefined) return [];
  if (above === undefined || above.row !== line.row - 1 || filledIn(above.cells) < 2) return line.cells;
  const width = Math.max(line.cells.length, above.cells.length);
  return Array.from({ length: width }, (_, place) => {
    const name = line.cells[place] ?? '';
    return name.trim() === '' ? (above.cells[place] ?? '') : name;
  });
}

export const inOrder = (lines: readonly SheetLine[]) => lines.toSorted((a, b) => a.row - b.row);

/** The file with the rows that were left out, where they are entries after all. */
export const putBack = (file: TableFile): TableFile => ({
  ...file,
  lines: inOrder([...file.lines, ...file.leftOut]),
  leftOut: [],
});

/** The column names of a sheet, and the rows below them. */
export function tableIn({ lines, totals }: OpenSheet, countKnown: CountKnown): Table {
  const at = headerAt(lines, countKnown);
  const names = lines[at]?.cells.join('\n');
  const isAgain = ({ cells }: SheetLine) => isFilled(cells) && cells.join('\n') === names;
  const below = lines.slice(at + 1);
  const again = below.filter(isAgain);
  return {
    header: withNamesAbove(lines[at], lines[at - 1]),
    lines: again.length === 0 ? below : below.filter((line) => !isAgain(line)),
    leftOut: inOrder([...again, ...totals]),
  };
}

/** The file with this one of its sheets. */
export const takeSheet = (
  { file_name, sheets, left }: Pick<TableFile, 'file_name' | 'sheets' | 'left'>,
  at: number,
  countKnown: CountKnown,
): TableFile => ({ file_name, sheets, left, at, ...tableIn(sheets[at]!, countKnown) });

/**
 * Takes the first sheet whose column names are known about as well as those of any other, unless another of these has
 * more than five times its rows: that one has the entries, and the first a list of words or a summary.
 */
export function takeTable(
  file: Pick<TableFile, 'file_name' | 'sheets' | 'left'>,
  rowsMax: number,
  countKnown: CountKnown,
): TableFile | SheetFault {
  const tables = file.sheets.map((_, at) => takeSheet(file, at, countKnown));
  const known = tables.map(({ header }) => countKnown(header));
  const fitting = tables.filter((_, at) => known[at]! * 2 >= Math.max(...known));
  const longest = Math.max(...fitting.map(({ lines }) => lines.length));
  const table = fitting.find(({ lines }) => lines.length * 5 >= longest)!;
  if (table.lines.length > rowsMax) return 'tooMany';
  return table.lines.length === 0 ? 'empty' : table;
}

/** Names of the sheets of a file that its table is not of. */
export const otherSheets = ({ sheets, left, at }: TableFile): readonly string[] => [
  ...sheets.filter((_, index) => index !== at).map(({ name }) => name),
  ...left,
];
