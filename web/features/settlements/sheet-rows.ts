import { isKnownHeading } from '@gurukul/contract/shared/files/settlement-layouts';
import type { SheetLine } from '#web/lib/files/sheet.ts';
import type { Table } from '#web/lib/files/table.ts';

/** A row as it is sent: cells by the headings of the file, and its number in the file. */
export type SettlementRow = Readonly<Record<string, string | number>>;

/**
 * The rows to send. Columns that no layout knows stay here, and so do empty cells below the first row, which shows all
 * headings: 20,000 rows are a long request.
 */
export const rowsOf = ({ header, lines }: Pick<Table, 'header' | 'lines'>): SettlementRow[] => {
  const known = header.flatMap((heading, place) => (isKnownHeading(heading) ? [{ heading, place }] : []));
  return lines.map(({ row, cells }, index) => ({
    row,
    ...Object.fromEntries(
      known
        .map(({ heading, place }) => [heading, (cells[place] ?? '').trim().slice(0, 500)] as const)
        .filter(([, text]) => text !== '' || index === 0),
    ),
  }));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of an answer of a service's API, as a table. Null for any other JSON. */
export function linesOfJson(text: string): readonly SheetLine[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const list = isRecord(json) ? (json['items'] ?? json['data']) : json;
  if (!Array.isArray(list)) return null;
  const items = list.filter(isRecord);
  const header = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const cell = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return [
    { row: 1, cells: header },
    ...items.map((item, index) => ({ row: index + 2, cells: header.map((key) => cell(item[key])) })),
  ];
}
