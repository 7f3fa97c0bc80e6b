import { harmlessCell } from '@gurukul/contract/shared/harmless-cell';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import { inSlices } from '#server/slices.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';

export type Cell = string | number | null;
export type SheetFormat = 'xlsx' | 'csv';

const mediaTypes: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export interface Sheet {
  /** Of the file; day and ending are added. */
  readonly name: string;
  /** Of the sheet in it. */
  readonly title: string;
  readonly headers: readonly string[];
  readonly format: SheetFormat;
}

async function* harmless(lines: AsyncIterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const cells of lines) yield cells.map((cell) => harmlessCell(cell));
}

/** A file that is made while it is sent, however long it is; no cell of it runs as a formula. */
export function spreadsheet(
  { name, title, headers, format }: Sheet,
  lines: AsyncIterable<readonly Cell[]>,
  today = kolkataDay(Date.now()),
) {
  const rows = harmless(inSlices(lines));
  return {
    file_name: `${name}-${today}.${format}`,
    media_type: mediaTypes[format],
    bytes:
      format === 'csv'
        ? // With a mark of its encoding and Windows line ends, as Excel wants it; in quotes, so that no sign in a cell
          // parts it, which sign a program may take for that.
          writeCsvStream(rows, { headers: [...headers], bom: true, lineSeparator: '\r\n', quoteStyle: 'all' })
        : writeXlsxStream(rows, {
            name: title,
            columns: headers.map((header) => ({ header })),
            freezePane: { rows: 1 },
          }),
  };
}
