import type { ImportColumn, StudentImportRow } from '@gurukul/contract/student-import';
import { atHeader, type SheetFault, type SheetLines } from '#web/lib/files/sheet.ts';
import { importRowOf, planColumns } from './columns.ts';

export type SheetAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly StudentImportRow[]; readonly ignored: readonly string[] }
  | { readonly kind: 'missing'; readonly columns: readonly ImportColumn[] }
  | { readonly kind: 'fault'; readonly fault: SheetFault };

/** The students of a spreadsheet that was read, or why it cannot be imported. */
export function studentsIn(read: SheetLines, rowsMax: number): SheetAnswer {
  if (read.kind === 'fault') return read;
  const { header, lines } = atHeader(read.lines, (cells) => planColumns(cells).places.size);
  const plan = planColumns(header);
  if (plan.missing.length > 0) return { kind: 'missing', columns: plan.missing };
  if (lines.length === 0) return { kind: 'fault', fault: 'empty' };
  if (lines.length > rowsMax) return { kind: 'fault', fault: 'tooMany' };
  return {
    kind: 'rows',
    rows: lines.map(({ cells, row }) => importRowOf(plan, cells, row)),
    ignored: plan.ignored,
  };
}
