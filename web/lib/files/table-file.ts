import { harmlessCell } from '@gurukul/contract/shared/files/harmless-cell';
import { utils, write } from '@e965/xlsx';

/** The texts of a table, in a form that a worker can take. */
export interface TableTexts {
  /** Names the sheet. */
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

export type TableCell = string | number | null;

export type TableFormat = 'xlsx' | 'csv';

const linesOf = ({ headers, rows }: TableTexts) => [headers, ...rows].map((cells) => cells.map(harmlessCell));

const quoted = (cell: TableCell) => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/**
 * A CSV for Excel: with a byte order mark and Windows line ends. Every cell is in quotes, because programs differ in
 * the sign they take as the separator.
 */
function makeCsv(table: TableTexts): string {
  const lines = linesOf(table).map((cells) => cells.map(quoted).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

const widestColumn = 60;

/** Excel allows 31 characters, and not these. */
const sheetName = (title: string) => title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet1';

function makeXlsx(table: TableTexts): ArrayBuffer {
  const lines = linesOf(table);
  const sheet = utils.aoa_to_sheet(lines);
  sheet['!cols'] = table.headers.map((_, index) => ({
    wch: Math.min(widestColumn, Math.max(...lines.map((cells) => String(cells[index] ?? '').length)) + 2),
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, sheetName(table.title));
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return bytes;
}

/** The contents of the file. It does not use the page, so it can run in a worker and in tests. */
export const makeTableFile = (format: TableFormat, table: TableTexts): ArrayBuffer | string =>
  format === 'csv' ? makeCsv(table) : makeXlsx(table);
