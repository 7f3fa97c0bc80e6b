import { read, utils, write } from '@e965/xlsx';

type Cell = string | number | Date;

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
} as const;

/** A real spreadsheet, fit for `setInputFiles`: the first row names the columns. */
export function spreadsheet(rows: readonly (readonly Cell[])[], name = 'students.xlsx') {
  const kind = name.endsWith('.xls') ? 'xls' : 'xlsx';
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => [...row]),
    { UTC: true },
  );
  utils.book_append_sheet(book, sheet, 'Students');
  const buffer = write(book, { type: 'buffer', bookType: kind === 'xls' ? 'biff8' : 'xlsx' }) as Buffer;
  return { name, mimeType: types[kind], buffer };
}

/** The cells of a spreadsheet's first sheet. */
export function cellsOf(buffer: Buffer): string[][] {
  const book = read(buffer);
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
}
