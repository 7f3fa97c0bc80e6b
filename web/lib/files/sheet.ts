import { CFB, read, utils, write, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { fillMerged, isFilled, joinHeadings, titlesMax, withoutTotals, type RowRead } from './tidy-rows.ts';

/** Why a file cannot be read at all. */
export type SheetFault = 'notASheet' | 'protected' | 'unreadable' | 'empty' | 'tooMany';

export interface SheetLine {
  /** Row number as the spreadsheet program shows it. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Places of the cells that the spreadsheet program knows as dates; others may look like one. Absent: none. */
  readonly dates?: readonly number[];
}

/** A sheet of a workbook with its filled rows. */
export interface OpenSheet {
  readonly name: string;
  readonly lines: readonly SheetLine[];
  /** The rows that only add up others. They are not among the lines. */
  readonly totals: readonly SheetLine[];
}

/**
 * The visible sheets with content, at least one. `left` names those that are not read: hidden ones, and those that only
 * explain the columns of another.
 */
export type SheetLines =
  | { readonly kind: 'sheets'; readonly sheets: readonly OpenSheet[]; readonly left: readonly string[] }
  | { readonly kind: 'fault'; readonly fault: SheetFault };

export interface SheetReading {
  /** The largest number of rows below the column names. */
  readonly rowsMax: number;
  /** A date keeps its time of day. */
  readonly hasTimes?: boolean;
  /**
   * For money. Besides the time of day, a formula stays a formula (`=A1+B1`) instead of its last result. A number that
   * has lost digits after the first 15 shows it (1.23e+17).
   */
  readonly isExact?: boolean;
  /** A text without any separator is a list in one column. */
  readonly isList?: boolean;
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Text of a CSV: UTF-16 as Excel saves "Unicode text", UTF-8, or the encoding of old Windows programs. */
function decode(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (startsWith(bytes, 0xff, 0xfe) || (second === 0 && fourth === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff) || (first === 0 && third === 0))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const separators = [',', ';', '\t', '|'] as const;

/**
 * The separator of cells: most lines have it equally often, outside quotes. Titles and texts have it by chance, but no
 * tabs.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  if (lines.filter((line) => line.includes('\t')).length * 2 > lines.length) return '\t';
  const scores = separators.map((sign) => {
    const times = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(sign).length - 1;
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    }
    const [count = 0, equal = 0] = [...times].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
    return { sign, count, equal };
  });
  return scores.toSorted((a, b) => b.equal - a.equal || b.count - a.count)[0]!.sign;
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
const isTable = (text: string, isList: boolean) =>
  !text.startsWith('%PDF') && !/(?![\t\r\n])\p{Cc}/u.test(text) && (isList ? /\S/ : /[,;\t|]/).test(text);

/** Many programs write a web page or XML and call it `.xls`. */
const isMarkup = (text: string) =>
  /^\s*<(?:\?xml|!doctype|html|head|body|meta|style|table)/i.test(text) &&
  /<(?:\w+:)?(?:table|worksheet)\b/i.test(text);

/**
 * A quote that opens a cell and is never closed would swallow the rows below it. Such a quote goes: a closing one stands
 * before a separator or the end of a line.
 */
function withoutOpenQuotes(text: string, sign: string): string {
  const opening = `(?<=^|[${sign}\r\n])`;
  const closed = `"[^"]*(?:""[^"]*)*"(?= *(?:[${sign}\r\n]|$))`;
  return text.replaceAll(new RegExp(`${opening}(?:(${closed})|")`, 'g'), (_, cell?: string) => cell ?? '');
}

/** What a workbook with a password has in its list of parts. */
const encrypted = Array.from('EncryptedPackage', (letter) => `${letter}\0`).join('');

const latinOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** By the list at its end. */
const isOds = (bytes: Uint8Array) => latinOf(bytes.subarray(-65_536)).includes('content.xml');

/** The library does not say which sheets of LibreOffice are hidden: those whose style is not displayed. */
function withHidden(book: WorkBook, xml: string): WorkBook {
  const styles = [
    ...xml.matchAll(/<style:style\s[^>]*?style:name="([^"]*)"[^>]*>\s*<style:table-properties\s([^>]*)/g),
  ];
  const hidden = new Set(
    styles.filter(([, , said]) => said?.includes('table:display="false"')).map(([, name]) => name),
  );
  const tables = [...xml.matchAll(/<table:table\s([^>]*)>/g)];
  const Sheets = tables.map(([, said = '']) => ({
    Hidden: hidden.has(/table:style-name="([^"]*)"/.exec(said)?.[1]) ? (1 as const) : (0 as const),
  }));
  return { ...book, Workbook: { ...book.Workbook, Sheets } };
}

function contentOf(bytes: Uint8Array): string {
  const content = CFB.find(CFB.read(bytes, { type: 'array' }), '/content.xml')?.content;
  return content === undefined ? '' : new TextDecoder().decode(Uint8Array.from(content));
}

function openBook(bytes: Uint8Array, isList: boolean): WorkBook | SheetFault {
  const isZip = startsWith(bytes, 0x50, 0x4b);
  const unfolded = isZip ? unfoldedBytes(bytes) : 0;
  if (unfolded === null) return 'unreadable';
  if (unfolded > unfoldedMax) return 'tooMany';
  const isOld = startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
  if (isOld && latinOf(bytes).includes(encrypted)) return 'protected';
  if (isZip || isOld) {
    const book = read(bytes, { type: 'array', dense: true, cellDates: true, UTC: true });
    return isOds(bytes) ? withHidden(book, contentOf(bytes)) : book;
  }
  const text = decode(bytes);
  if (isMarkup(text))
    return read(text, { type: 'string', dense: true, raw: true, cellDates: true, UTC: true });
  if (!isTable(text, isList)) return 'notASheet';
  // Naming the separator keeps the reader from taking a heading such as "ID" for another kind of file.
  const [line = '', said = separatorOf(text)] = /^"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  const table = withoutOpenQuotes(text.slice(line.length), said);
  return read(`sep=${said}\n${table}`, { type: 'string', dense: true, raw: true });
}

function dateText(date: Date, hasTimes: boolean): string {
  if (Number.isNaN(date.getTime())) return '';
  // A date is a fraction of days, so half past ten may arrive as slightly earlier.
  const [day = '', rest = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split('T');
  const time = rest.slice(0, 8);
  // A time of day alone: its date is the day before the calendar of the spreadsheet begins.
  if (day < '1900-01-01' && hasTimes) return time.endsWith(':00') ? time.slice(0, 5) : time;
  return hasTimes && time !== '00:00:00' ? `${day} ${time}` : day;
}

/** `="0042"`: programs write texts so, in order that a spreadsheet program does not take them for numbers. */
const isQuoted = /^=?"[^"]*"$/;
const withoutQuotes = (text: string) =>
  text.startsWith('="') && isQuoted.test(text) ? text.slice(2, -1) : text;

/** The value of a cell, without the rounding and shortening by its number or date format. */
function textOf(cell: CellObject | undefined, { isExact = false, hasTimes = isExact }: SheetReading): string {
  // The number of an error would look like a value: 42 is #N/A.
  if (cell?.t === 'e') return cell.w ?? '#ERROR!';
  if (cell?.f !== undefined && isExact && !isQuoted.test(cell.f)) return `=${cell.f}`;
  if (!cell || cell.v === undefined || cell.t === 'z') return '';
  if (cell.v instanceof Date) return dateText(cell.v, hasTimes);
  // A number format may put zeros in front, as postal codes need them.
  if (cell.t === 'n' && cell.w && /^0\d*$/.test(cell.w)) return cell.w;
  if (typeof cell.v === 'number') {
    if (isExact && Math.abs(cell.v) >= 1e15) return cell.v.toExponential();
    // 0.1 + 0.2 is 0.3 in the spreadsheet, which counts in 15 digits.
    return String(Number.isInteger(cell.v) ? cell.v : Number(cell.v.toPrecision(15)));
  }
  return withoutQuotes(String(cell.v));
}

/** The filled rows of a sheet. Their numbers are those of the spreadsheet. */
function openSheet(
  name: string,
  sheet: WorkSheet,
  reading: SheetReading,
  onShare: (share: number) => void,
): OpenSheet {
  const rows = sheet['!data'] ?? [];
  const found: RowRead[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % 2000 === 0) onShare(index / rows.length);
    const cells = Array.from(row ?? [], (cell: CellObject | undefined) => textOf(cell, reading));
    if (!isFilled(cells)) continue;
    const dates = Array.from(cells.keys()).filter((place) => row?.[place]?.v instanceof Date);
    found.push({ row: index + 1, cells, dates });
  }
  if (sheet['!merges'] !== undefined) {
    fillMerged(sheet, found);
    joinHeadings(sheet, found);
  }
  return { name, ...withoutTotals(found) };
}

/** A sheet such as the second one of a template: below each other it names the columns of the one before it. */
function explains({ lines }: OpenSheet, other: OpenSheet): boolean {
  const headings = new Set(other.lines[0]?.cells.map((cell) => cell.trim()));
  const named = lines.filter(({ cells: [cell = ''] }) => cell.trim() !== '' && headings.has(cell.trim()));
  const isNarrow = lines.every(({ cells }) => cells.length <= 3);
  return isNarrow && named.length > 2 && named.length * 2 > lines.length;
}

/**
 * Reads the rows of a spreadsheet. It does not use the page, so it can run in a worker and in tests. `onShare` hears
 * the share of the rows of a sheet that is done once the file is open.
 */
export function readLines(
  bytes: Uint8Array,
  reading: SheetReading,
  onShare: (share: number) => void = () => {},
): SheetLines {
  try {
    const book = openBook(bytes, reading.isList === true);
    if (typeof book === 'string') return { kind: 'fault', fault: book };
    const opened = book.SheetNames.map((name, index) => ({
      isHidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      sheet: openSheet(name, book.Sheets[name] ?? {}, reading, onShare),
    })).filter(({ sheet }) => sheet.lines.length > 0);
    const visible = opened.flatMap(({ sheet, isHidden }) => (isHidden ? [] : [sheet]));
    const sheets = visible.filter(
      (sheet, at) => !visible.slice(0, at).some((other) => explains(sheet, other)),
    );
    if (sheets.length === 0) return { kind: 'fault', fault: 'empty' };
    if (sheets.some(({ lines }) => lines.length > reading.rowsMax + titlesMax))
      return { kind: 'fault', fault: 'tooMany' };
    const left = opened.map(({ sheet }) => sheet).filter((sheet) => !sheets.includes(sheet));
    return { kind: 'sheets', sheets, left: left.map(({ name }) => name) };
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
