import { Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { TableFormat } from '#web/lib/table-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from './action-button.tsx';
import { toast } from './toast.tsx';

const t = texts.ui.export;

interface ExportMenuProps {
  /** Rows there are to take; undefined while they load. */
  count: number | undefined;
  /** How far the file is, '' while nothing is known. */
  progress?: string;
  /** Makes the file and hands it over. */
  save: (format: TableFormat) => Promise<void>;
  failureOf?: (error: unknown) => string;
}

const failed = () => t.failed;

function reasonAgainst(count: number | undefined, isSaving: boolean): string {
  if (isSaving) return t.saving;
  if (count === undefined) return texts.ui.loading;
  return count === 0 ? t.nothing : '';
}

/** Takes the rows of a list home, as a spreadsheet or as plain text for other programs. */
export function ExportMenu({ count, progress = '', save, failureOf = failed }: ExportMenuProps) {
  const [isSaving, setSaving] = useState(false);

  const choose = async (format: TableFormat) => {
    setSaving(true);
    try {
      await save(format);
    } catch (error) {
      toast.error(failureOf(error));
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
          disabledReason={reasonAgainst(count, isSaving)}
          aria-busy={isSaving}
        >
          {isSaving ? t.busy(progress) : t.button}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileSpreadsheet aria-hidden size={18} />}
          onClick={() => void choose('xlsx')}
        >
          {t.xlsx}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText aria-hidden size={18} />} onClick={() => void choose('csv')}>
          {t.csv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
