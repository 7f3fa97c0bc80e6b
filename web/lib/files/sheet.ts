import { read, utils, write, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** Why a file cannot be read at all. */
export type SheetFault = 'notASheet' | 'protected' | 'unreadable' | 'empty' | 'tooMany';

export interface SheetLine {
  /** Row number in the spreadsheet. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows with content of the first sheet that has any. */
export type SheetLines =
  | { readonly kind: 'lines'; readonly lines: readonly SheetLine[] }
  | { readonly kind: 'fault'; readonly fault: SheetFault };

export interface SheetReading {
  /** The largest number of rows below the column names. */
  readonly rowsMax: number;
  /**
   * For money. A formula stays a formula (`=A1+B1`) instead of its last result. A date keeps its time of day. A number
   * that has lost digits after the first 15 shows it (1.23e+17).
   */
  readonly isExact?: boolean;
}

/** Lines that may stand above the column names, such as titles. */
const titlesMax = 20;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Text of a CSV: UTF-16 as Excel saves "Unicode text", UTF-8, or the encoding of old Windows programs. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator of cells: the one that the first line has most often, outside quotes. A title has none. */
function separatorOf(text: string): string {
  const line = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length).replaceAll(/"[^"]*"/g, '');
  if (!/[,;\t]/.test(line) && text.includes('\t')) return '\t';
  const count = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!;
}

/**
 * The largest unpacked size in bytes: twenty thousand rows of the longest possible cells, and the rest of a workbook.
 */
const unfoldedMax = 256 * 1024 * 1024;

const entryMark = 0x02014b50;
const endMark = 0x06054b50;

/**
 * The number of bytes that an archive unpacks to, by the list at its end. A few kilobytes may unpack to more than any
 * browser can take. Infinity for archives beyond 4 GB; null where there is no such list.
 */
function unfoldedBytes(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) return null;
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let entry = view.getUint16(end + 10, true); entry > 0; entry -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) return null;
    const size = view.getUint32(at + 24, true);
    sum += size === 0xffffffff ? Infinity : size;
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sum;
}

/** Printable text with at least one separator: not a picture, not a text document and not an empty file. */
const isTable = (text: string) =>
  !text.startsWith('%PDF') && !/(?![\t\r\n])\p{Cc}/u.test(text) && /[,;\t]/.test(text);

function openBook(bytes: Uint8Array, isExact: boolean): WorkBook | SheetFault {
  const isZip = startsWith(bytes, 0x50, 0x4b);
  const unfolded = isZip ? unfoldedBytes(bytes) : 0;
  if (unfolded === null) return 'unreadable';
  if (unfolded > unfoldedMax) return 'tooMany';
  const isOld = startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
  if (isZip || isOld) {
    return read(bytes, { type: 'array', dense: true, cellDates: true, UTC: true, cellFormula: isExact });
  }
  const text = decode(bytes);
  if (!isTable(text)) return 'notASheet';
  // Naming the separator keeps the reader from taking a heading such as "ID" for another kind of file.
  const named = /^sep=.[\r\n]/.test(text) ? text : `sep=${separatorOf(text)}\n${text}`;
  return read(named, { type: 'string', dense: true, raw: true });
}

function dateText(date: Date, isExact: boolean): string {
  if (Number.isNaN(date.getTime())) return '';
  // A date is a fraction of days, so half past ten may arrive as slightly earlier.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T');
  return isExact && !time.startsWith('00:00:00') ? `${day} ${time.slice(0, 8)}` : day;
}

/** The value of a cell, without the rounding and shortening by its number or date format. */
function textOf(cell: CellObject | undefined, isExact: boolean): string {
  if (cell?.f !== undefined && isExact) return `=${cell.f}`;
  if (!cell || cell.v === undefined || cell.t === 'z') return '';
  if (cell.v instanceof Date) return dateText(cell.v, isExact);
  // A number format may put zeros in front, as postal codes need them.
  if (cell.t === 'n' && cell.w && /^0\d*$/.test(cell.w)) return cell.w;
  if (isExact && typeof cell.v === 'number' && Math.abs(cell.v) >= 1e15) return cell.v.toExponential();
  return cell.t === 'e' ? (cell.w ?? '') : String(cell.v);
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/** The numbers of the rows are those of the spreadsheet. */
function linesOf(sheet: WorkSheet | undefined, isExact: boolean, onShare: (share: number) => void) {
  const rows = sheet?.['!data'] ?? [];
  const lines: SheetLine[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % 2000 === 0) onShare(index / rows.length);
    const cells = Array.from(row ?? [], (cell: CellObject | undefined) => textOf(cell, isExact));
    if (isFilled(cells)) lines.push({ row: index + 1, cells });
  }
  return lines;
}

/**
 * Reads the rows of a spreadsheet. It does not use the page, so it can run in a worker and in tests. `onShare` hears
 * the share of the rows that is done once the file is open.
 */
export function readLines(
  bytes: Uint8Array,
  { rowsMax, isExact = false }: SheetReading,
  onShare: (share: number) => void = () => {},
): SheetLines {
  try {
    const book = openBook(bytes, isExact);
    if (typeof book === 'string') return { kind: 'fault', fault: book };
    for (const name of book.SheetNames) {
      const lines = linesOf(book.Sheets[name], isExact, onShare);
      if (lines.length > rowsMax + titlesMax) return { kind: 'fault', fault: 'tooMany' };
      if (lines.length > 0) return { kind: 'lines', lines };
    }
    return { kind: 'fault', fault: 'empty' };
  } catch (error) {
    const isProtected = error instanceof Error && /password/i.test(error.message);
    return { kind: 'fault', fault: isProtected ? 'protected' : 'unreadable' };
  }
}

/** A heading without its case, blanks and signs. */
export const plainHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Splits the lines at the one with the column names: of the first lines, the one with the most known headings. */
export function atHeader(
  lines: readonly SheetLine[],
  countKnown: (cells: readonly string[]) => number,
): { readonly header: readonly string[]; readonly lines: readonly SheetLine[] } {
  const known = lines.slice(0, titlesMax).map(({ cells }) => countKnown(cells));
  const at = known.indexOf(Math.max(0, ...known));
  return { header: lines[Math.max(0, at)]?.cells ?? [], lines: lines.slice(Math.max(0, at) + 1) };
}

export interface TemplateTexts {
  /** Name of the first sheet. */
  readonly title: string;
  readonly columns: readonly string[];
  /** Name of the second, which explains the columns. */
  readonly help: string;
  readonly lines: readonly (readonly string[])[];
}

/** An empty spreadsheet with the columns, and a second sheet that explains them. */
export function makeTemplate({ title, help, columns, lines }: TemplateTexts): ArrayBuffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([[...columns]]);
  sheet['!cols'] = columns.map((name) => ({ wch: Math.max(14, name.length + 2) }));
  utils.book_append_sheet(book, sheet, title);
  const helpSheet = utils.aoa_to_sheet(lines.map((line) => [...line]));
  helpSheet['!cols'] = [{ wch: 16 }, { wch: 10 }, { wch: 60 }];
  utils.book_append_sheet(book, helpSheet, help);
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return bytes;
}
