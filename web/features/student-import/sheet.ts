import type { ImportColumn, StudentImportRow } from '@gurukul/contract/student-import';
import type { Table } from '#web/lib/files/table.ts';
import { importRowOf, planColumns } from './columns.ts';

export type SheetAnswer =
  | { readonly kind: 'rows'; readonly rows: readonly StudentImportRow[]; readonly ignored: readonly string[] }
  | { readonly kind: 'missing'; readonly columns: readonly ImportColumn[] };

export const countKnown = (header: readonly string[]) => planColumns(header).places.size;

/** The students of a table, or why it cannot be imported. */
export function studentsIn({ header, lines }: Pick<Table, 'header' | 'lines'>): SheetAnswer {
  const plan = planColumns(header);
  if (plan.missing.length > 0) return { kind: 'missing', columns: plan.missing };
  return {
    kind: 'rows',
    rows: lines.map(({ cells, row }) => importRowOf(plan, cells, row)),
    ignored: plan.ignored,
  };
}
