import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { saveTable } from '#web/lib/save-table.ts';
import type { TableFormat } from '#web/lib/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from './action-button.tsx';
import type { Column } from './data-table.tsx';
import { toast } from './toast.tsx';

const t = texts.ui.export;

interface TableExportProps<Row> {
  /** What the table lists; names the sheet and the file. */
  label: string;
  columns: readonly Column<Row>[];
  /** All rows that match, in the order in which they are shown; undefined while they load. */
  rows: readonly Row[] | undefined;
}

function reasonAgainst(count: number | undefined, isSaving: boolean): string {
  if (isSaving) return t.saving;
  if (count === undefined) return texts.ui.loading;
  return count === 0 ? t.nothing : '';
}

/** Takes the rows of a list home, as a spreadsheet or as plain text for other programs. */
export function TableExport<Row>({ label, columns, rows }: TableExportProps<Row>) {
  const [isSaving, setSaving] = useState(false);

  const save = async (format: TableFormat) => {
    setSaving(true);
    try {
      await saveTable(label, format, {
        title: label,
        headers: columns.map(({ header }) => header),
        rows: (rows ?? []).map((row) => columns.map(({ value, exported = value }) => exported(row) ?? null)),
      });
    } catch {
      toast.error(t.failed);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionButton
          variant="default"
          leftSection={<IconDownload aria-hidden size={18} />}
          disabledReason={reasonAgainst(rows?.length, isSaving)}
        >
          {t.button}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileSpreadsheet aria-hidden size={18} />}
          onClick={() => void save('xlsx')}
        >
          {t.xlsx}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText aria-hidden size={18} />} onClick={() => void save('csv')}>
          {t.csv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
