import { CFB, utils, write, type WorkSheet } from '@e965/xlsx';
import type { Random } from '../../server/db/seed/random.ts';
import type { Cell } from './dirty-spellings.ts';

/* The files that programs and people put a table into. */

export interface Packed {
  readonly container: string;
  readonly bytes: Uint8Array;
  /** The number in the file of each row of the table. */
  readonly rows: readonly number[];
  /** The place in the file of each column of the table. */
  readonly places: readonly number[];
  /** Rows of the file that are no entries. */
  readonly noEntries: readonly number[];
}

interface Table {
  readonly headings: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
  /** The column whose numbers a row of sums adds up; null: none. */
  readonly summed: number | null;
  /** A column with one text in all rows, which may be merged; null: none. */
  readonly merged: number | null;
}

export const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell !== 'object') return String(cell);
  return 'f' in cell ? String(cell.v) : cell.e;
};

interface Laid {
  readonly lines: Cell[][];
  readonly rows: number[];
  readonly places: number[];
  readonly noEntries: number[];
  readonly merges: { readonly s: { r: number; c: number }; readonly e: { r: number; c: number } }[];
}

/** Puts titles above a table, blank columns between, sums below, and so on. Numbers count from 1, places from 0. */
function lay(random: Random, table: Table, isBook: boolean): Laid & { readonly said: string } {
  const said: string[] = [];
  const does = (what: string, share: number) => {
    const is = random.chance(share);
    if (is) said.push(what);
    return is;
  };
  const places: number[] = [];
  let width = does('blank first column', 0.15) ? 1 : 0;
  const gap = does('blank column between', 0.15) ? random.between(1, table.headings.length - 1) : -1;
  for (const at of table.headings.keys()) {
    if (at === gap) width += 1;
    places.push(width);
    width += 1;
  }
  const lineOf = (cells: readonly Cell[]) => {
    const line: Cell[] = Array.from({ length: width }, () => '');
    for (const [at, cell] of cells.entries()) line[places[at]!] = cell;
    return line;
  };
  const lines: Cell[][] = [];
  const merges: Laid['merges'] = [];
  if (does('titles', 0.25)) lines.push(['Gurukul of Pune'], ['Printed on', '01-Nov-2026'], []);
  if (isBook && does('two rows of headings', 0.2)) {
    const half = Math.ceil(places.length / 2);
    const line: Cell[] = Array.from({ length: width }, () => '');
    line[places[0]!] = 'Details';
    line[places[half]!] = 'More';
    merges.push(
      { s: { r: lines.length, c: places[0]! }, e: { r: lines.length, c: places[half - 1]! } },
      { s: { r: lines.length, c: places[half]! }, e: { r: lines.length, c: places.at(-1)! } },
    );
    lines.push(line);
  }
  lines.push(lineOf(table.headings));
  const rows: number[] = [];
  const noEntries: number[] = [];
  const again = does('headings again', 0.1) ? Math.ceil(table.rows.length / 2) : -1;
  const blank = does('blank rows', 0.15);
  for (const [at, cells] of table.rows.entries()) {
    if (at === again) noEntries.push(lines.push(lineOf(table.headings)));
    if (blank && at % 3 === 2) lines.push([]);
    rows.push(lines.push(lineOf(cells)));
  }
  if (isBook && table.merged !== null && !blank && again === -1 && does('merged cells', 0.5)) {
    const c = places[table.merged]!;
    merges.push({ s: { r: rows[0]! - 1, c }, e: { r: rows.at(-1)! - 1, c } });
    for (const row of rows.slice(1)) lines[row - 1]![c] = '';
  }
  if (table.summed !== null && does('sums', 0.3)) {
    const numbers = table.rows
      .map((cells) => cells[table.summed!])
      .filter((cell) => typeof cell === 'number');
    const line: Cell[] = Array.from({ length: width }, () => '');
    line[places[table.summed === 0 ? 1 : 0]!] = random.pick(['Total', 'Grand Total', 'TOTAL:', 'మొత్తం', 'कुल']);
    line[places[table.summed]!] = Number(numbers.reduce((sum, each) => sum + each, 0).toFixed(2));
    noEntries.push(lines.push(line));
  }
  return { lines, rows, places, noEntries, merges, said: said.join(', ') };
}

function sheetOf({ lines, merges }: Pick<Laid, 'lines' | 'merges'>): WorkSheet {
  const sheet = utils.aoa_to_sheet(
    lines.map((line) =>
      line.map((cell) =>
        cell === '' ? null : typeof cell === 'object' && !(cell instanceof Date) ? '' : cell,
      ),
    ),
    { UTC: true, cellDates: true },
  );
  for (const [r, line] of lines.entries()) {
    for (const [c, cell] of line.entries()) {
      if (typeof cell !== 'object' || cell instanceof Date) continue;
      sheet[utils.encode_cell({ r, c })] =
        'f' in cell ? { t: 'n', f: cell.f, v: cell.v } : { t: 'e', v: 0x2a, w: cell.e };
    }
  }
  if (merges.length > 0) sheet['!merges'] = merges;
  return sheet;
}

function csvOf(
  lines: readonly (readonly Cell[])[],
  separator: string,
  end: string,
  isTrailing: boolean,
): string {
  return lines
    .map((line) =>
      line
        .map(textOf)
        .map((cell) =>
          /["\n\r]/u.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(separator)
        .concat(isTrailing ? separator : ''),
    )
    .join(end);
}

const encoder = new TextEncoder();

function textFile(random: Random, laid: Laid): { readonly as: string; readonly bytes: Uint8Array } {
  const separator = random.pick([',', ',', ';', '\t', '|']);
  const isTrailing = random.chance(0.15);
  const text = csvOf(laid.lines, separator, random.pick(['\r\n', '\n']), isTrailing);
  const name = `csv with ${separator === '\t' ? 'tabs' : separator}${isTrailing ? ' at line ends' : ''}`;
  const way = random.pick(['utf-8', 'mark', 'utf-16', 'sep'] as const);
  if (way === 'mark') return { as: `${name}, marked`, bytes: encoder.encode(`\uFEFF${text}`) };
  if (way === 'utf-16')
    return { as: `${name}, UTF-16`, bytes: new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le')) };
  if (way === 'sep') return { as: `${name}, sep=`, bytes: encoder.encode(`sep=${separator}\r\n${text}`) };
  return { as: name, bytes: encoder.encode(text) };
}

/** As LibreOffice writes a hidden sheet, which the library does not. */
export function withFirstHidden(ods: Uint8Array): Uint8Array {
  const files = CFB.read(ods, { type: 'array' });
  const content = CFB.find(files, '/content.xml')!;
  const xml = new TextDecoder()
    .decode(Uint8Array.from(content.content))
    .replace(
      '</office:automatic-styles>',
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>$&',
    )
    .replace('table:style-name="ta1"', 'table:style-name="ta2"');
  CFB.utils.cfb_add(files, '/content.xml', Buffer.from(xml));
  return Uint8Array.from(CFB.write(files, { type: 'array', fileType: 'zip', compression: true }));
}

function bookFile(random: Random, laid: Laid): { readonly as: string; readonly bytes: Uint8Array } {
  const book = utils.book_new();
  const as: string[] = [];
  const does = (what: string, share: number) => {
    const is = random.chance(share);
    if (is) as.push(what);
    return is;
  };
  const isHiddenFirst = does('hidden sheet first', 0.15);
  if (isHiddenFirst)
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Email', 'Amount'],
        ['x', 'x@lists.test', 1],
      ]),
      'Lists',
    );
  utils.book_append_sheet(book, sheetOf(laid), random.pick(['Sheet1', 'Data', 'November', 'పత్రం']));
  if (does('second sheet', 0.2))
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes'], ['Ask Ravi about row 3']]), 'Notes');
  if (isHiddenFirst)
    book.Workbook = {
      ...book.Workbook,
      Sheets: book.SheetNames.map((_, at) => ({ Hidden: at === 0 ? 1 : 0 })),
    };
  if (does('1904', 0.1)) book.Workbook = { ...book.Workbook, WBProps: { date1904: true } };
  // The writer loses errors of this kind.
  const hasErrors = laid.lines.some((line) => line.some((cell) => typeof cell === 'object' && 'e' in cell));
  const bookType = random.pick([
    'xlsx',
    'xlsx',
    'xlsx',
    'biff8',
    'xlsb',
    hasErrors ? 'xlsx' : 'ods',
  ] as const);
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType, compression: true });
  const made = new Uint8Array(bytes);
  return {
    as: [bookType, ...as].join(', '),
    bytes: bookType === 'ods' && isHiddenFirst ? withFirstHidden(made) : made,
  };
}

export function pack(random: Random, table: Table, isBook: boolean): Packed {
  const laid = lay(random, table, isBook);
  const { as, bytes } = isBook ? bookFile(random, laid) : textFile(random, laid);
  return {
    container: [as, laid.said].filter((text) => text !== '').join('; '),
    bytes,
    rows: laid.rows,
    places: laid.places,
    noEntries: laid.noEntries,
  };
}
