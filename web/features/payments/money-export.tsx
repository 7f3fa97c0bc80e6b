import { refusalOf } from '#web/calls/errors.ts';
import { saveTable } from '#web/lib/save-table.ts';
import type { TableFormat } from '#web/lib/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { ExportMenu } from '#web/ui/table/export-menu.tsx';

const failureOf = (error: unknown) => refusalOf(error, texts.ui.export.failed);

interface MoneyExportProps<Row> {
  /** What the table lists; names the sheet and the file. */
  label: string;
  columns: readonly Column<Row>[];
  /** Rows that the filters leave; undefined while that is not known. */
  count: number | undefined;
  /** Fetches all of them, in the order in which they are shown. */
  readAll: () => Promise<readonly Row[]>;
}

/** Every row that the filters leave, whichever page is shown, as a file. */
export function MoneyExport<Row>({ label, columns, count, readAll }: MoneyExportProps<Row>) {
  const save = async (format: TableFormat) => {
    const rows = await readAll();
    await saveTable(label, format, {
      title: label,
      headers: columns.map(({ header }) => header),
      rows: rows.map((row) => columns.map(({ value, exported = value }) => exported(row) ?? null)),
    });
  };
  return <ExportMenu count={count} save={save} failureOf={failureOf} />;
}
