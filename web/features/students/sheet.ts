import { read, utils, write, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { ImportColumn, StudentImportRow } from '@gurukul/contract/imports';
import { findHeader, importRowOf, planColumns } from './import-columns.ts';

/** Why a file cannot be imported at all. */
export type SheetFault = 'notASheet' | 'protected' | 'unreadable' | 'empty' | 'tooMany';

export type SheetAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly StudentImportRow[]; readonly ignored: readonly string[] }
  | { readonly kind: 'missing'; readonly columns: readonly ImportColumn[] }
  | { readonly kind: 'fault'; readonly fault: SheetFault };

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Text of a CSV: UTF-16 as Excel saves "Unicode text", UTF-8 as everybody else, and what old Windows programs write. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign between cells: the one that the first line holds most of, outside quotes. */
function separatorOf(text: string): string {
  const line = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length).replaceAll(/"[^"]*"/g, '');
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!;
}

function openBook(bytes: Uint8Array): WorkBook | SheetFault {
  const isZip = startsWith(bytes, 0x50, 0x4b);
  const isOld = startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
  if (isZip || isOld) {
    // Formulas are not read: a cell is the value that the file last showed.
    return read(bytes, { type: 'array', dense: true, cellDates: true, UTC: true, cellFormula: false });
  }
  const text = decode(bytes);
  if (text.includes('\0') || text.startsWith('%PDF')) return 'notASheet';
  // Saying the separator keeps the reader from taking a heading such as "ID" for another kind of file.
  const named = /^sep=.[\r\n]/.test(text) ? text : `sep=${separatorOf(text)}\n${text}`;
  return read(named, { type: 'string', dense: true, raw: true });
}

/** What a cell says, without the rounding and shortening that its format may do to numbers and dates. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.t === 'z') return '';
  if (cell.v instanceof Date) return Number.isNaN(cell.v.getTime()) ? '' : cell.v.toISOString().slice(0, 10);
  // A number format may put zeros in front, as postal codes need them.
  if (cell.t === 'n' && cell.w && /^0\d*$/.test(cell.w)) return cell.w;
  return cell.t === 'e' ? (cell.w ?? '') : String(cell.v);
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** Cells by row as they stand in the sheet, so that row numbers stay those of the spreadsheet. */
const gridOf = (sheet: WorkSheet | undefined): string[][] => {
  const rows = sheet?.['!data'] ?? [];
  return Array.from(rows, (cells) => Array.from(cells ?? [], textOf));
};

/** The first sheet with anything in it. */
const firstGrid = ({ SheetNames, Sheets }: WorkBook) =>
  SheetNames.map((name) => gridOf(Sheets[name])).find((grid) => grid.some(isFilled)) ?? [];

function studentsIn(grid: readonly (readonly string[])[], rowsMax: number): SheetAnswer {
  const header = findHeader(grid);
  const plan = planColumns(grid[header] ?? []);
  if (!grid.some(isFilled)) return { kind: 'fault', fault: 'empty' };
  if (plan.missing.length > 0) return { kind: 'missing', columns: plan.missing };
  const rows = grid
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells, row }) => row > header + 1 && isFilled(cells));
  if (rows.length === 0) return { kind: 'fault', fault: 'empty' };
  if (rows.length > rowsMax) return { kind: 'fault', fault: 'tooMany' };
  return {
    kind: 'rows',
    rows: rows.map(({ cells, row }) => importRowOf(plan, cells, row)),
    ignored: plan.ignored,
  };
}

/** Reads a spreadsheet of students. Knows nothing of the page, so that it can run in a worker and in tests. */
export function readSheet(bytes: Uint8Array, rowsMax: number): SheetAnswer {
  try {
    const book = openBook(bytes);
    return typeof book === 'string' ? { kind: 'fault', fault: book } : studentsIn(firstGrid(book), rowsMax);
  } catch (error) {
    const isProtected = error instanceof Error && /password/i.test(error.message);
    return { kind: 'fault', fault: isProtected ? 'protected' : 'unreadable' };
  }
}

export interface TemplateTexts {
  readonly students: string;
  readonly help: string;
  /** Columns of the first sheet. */
  readonly columns: readonly string[];
  /** Rows of the second, which explains them. */
  readonly lines: readonly (readonly string[])[];
}

/** An empty spreadsheet with the columns, and a second sheet that explains them. */
export function makeTemplate({ students, help, columns, lines }: TemplateTexts): ArrayBuffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([[...columns]]);
  sheet['!cols'] = columns.map((name) => ({ wch: Math.max(14, name.length + 2) }));
  utils.book_append_sheet(book, sheet, students);
  const helpSheet = utils.aoa_to_sheet(lines.map((line) => [...line]));
  helpSheet['!cols'] = [{ wch: 16 }, { wch: 10 }, { wch: 60 }];
  utils.book_append_sheet(book, helpSheet, help);
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return bytes;
}
