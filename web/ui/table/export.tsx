import { saveTable } from '#web/lib/files/save-table.ts';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import type { Column } from './data-table.tsx';
import { ExportMenu } from './export-menu.tsx';

interface TableExportProps<Row> {
  /** What the table lists; names the sheet and the file. */
  label: string;
  columns: readonly Column<Row>[];
  /** Those of them that are not hidden. */
  shown: readonly Column<Row>[];
  /** Rows that match; undefined while they load. */
  count: number | undefined;
  /** All of them, in the order in which they are shown. */
  fetchRows: () => readonly Row[] | Promise<readonly Row[]>;
}

/** The rows of a table as a file that is made here. */
export function TableExport<Row>({ label, columns, shown, count, fetchRows }: TableExportProps<Row>) {
  const save = async (format: TableFormat, withHidden: boolean) => {
    const taken = withHidden ? columns : shown;
    const rows = await fetchRows();
    await saveTable(label, format, {
      title: label,
      headers: taken.map(({ header }) => header),
      rows: rows.map((row) => taken.map(({ value, exported = value }) => exported(row) ?? null)),
    });
  };
  return (
    <ExportMenu
      count={count}
      save={save}
      columns={shown.length < columns.length ? { shown: shown.length, all: columns.length } : undefined}
    />
  );
}
