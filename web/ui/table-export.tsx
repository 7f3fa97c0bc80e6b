import { saveTable } from '#web/lib/save-table.ts';
import type { TableFormat } from '#web/lib/table-file.ts';
import type { Column } from './data-table.tsx';
import { ExportMenu } from './export-menu.tsx';

interface TableExportProps<Row> {
  /** What the table lists; names the sheet and the file. */
  label: string;
  columns: readonly Column<Row>[];
  /** Those of them that are not hidden. */
  shown: readonly Column<Row>[];
  /** All rows that match, in the order in which they are shown; undefined while they load. */
  rows: readonly Row[] | undefined;
}

/** The rows of a table that are all here, as a file that is made here. */
export function TableExport<Row>({ label, columns, shown, rows }: TableExportProps<Row>) {
  const save = (format: TableFormat, withHidden: boolean) => {
    const taken = withHidden ? columns : shown;
    return saveTable(label, format, {
      title: label,
      headers: taken.map(({ header }) => header),
      rows: (rows ?? []).map((row) => taken.map(({ value, exported = value }) => exported(row) ?? null)),
    });
  };
  return (
    <ExportMenu
      count={rows?.length}
      save={save}
      columns={shown.length < columns.length ? { shown: shown.length, all: columns.length } : undefined}
    />
  );
}
