import { harmlessCell } from '@gurukul/contract/shared/files/harmless-cell';
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
  /** The name of the file; date and extension are added. */
  readonly name: string;
  /** The title of the sheet. */
  readonly title: string;
  readonly headers: readonly string[];
  readonly format: SheetFormat;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A day as programs know it, so that they sort and filter by it; a text that only looks like one stays. */
function dated(cell: Cell): Cell | Date {
  if (typeof cell !== 'string' || !day.test(cell) || cell < '1901') return cell;
  const date = new Date(`${cell}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(cell) ? date : cell;
}

/** Streams a spreadsheet of any length. No cell runs as a formula. */
export function spreadsheet(
  { name, title, headers, format }: Sheet,
  lines: AsyncIterable<readonly Cell[]>,
  today = kolkataDay(Date.now()),
) {
  let made = 0;
  async function* harmless(): AsyncGenerator<(Cell | Date)[]> {
    for await (const cells of inSlices(lines)) {
      made += 1;
      const safe = cells.map((cell) => harmlessCell(cell));
      yield format === 'xlsx' ? safe.map(dated) : safe;
    }
  }
  const rows = harmless();
  return {
    rows: () => made,
    file_name: `${name}-${today}.${format}`,
    media_type: mediaTypes[format],
    bytes:
      format === 'csv'
        ? // With a byte order mark and Windows line ends for Excel. All cells are quoted, so that no character in a cell
          // splits it, whichever separator a program expects.
          writeCsvStream(rows, { headers: [...headers], bom: true, lineSeparator: '\r\n', quoteStyle: 'all' })
        : writeXlsxStream(rows, {
            name: title,
            columns: headers.map((header) => ({ header })),
            freezePane: { rows: 1 },
          }),
  };
}
