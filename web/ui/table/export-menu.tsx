import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { use, useState } from 'react';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '../feedback/action-button.tsx';
import { HiddenColumns } from './columns.ts';
import classes from './tool-button.module.css';
import { toast } from '../feedback/toast.tsx';
import { loadMenu, useOnFirstUse } from '../use-on-first-use.ts';

const t = texts.ui.export;

interface ExportMenuProps {
  /** Rows there are to take; undefined while they load. */
  count: number | undefined;
  /** How far the file is, '' while nothing is known. */
  progress?: string;
  /** Makes the file and hands it over. */
  save: (format: TableFormat, withHidden: boolean) => Promise<void>;
  /** How many columns are shown and how many there are, where some are hidden and can be left out of the file. */
  columns?: { readonly shown: number; readonly all: number } | undefined;
  failureOf?: (error: unknown) => string;
}

const failed = () => t.failed;

function reasonAgainst(count: number | undefined, isSaving: boolean): string {
  if (isSaving) return t.saving;
  if (count === undefined) return texts.ui.loading;
  return count === 0 ? t.nothing : '';
}

/** What is seen comes first; a file that the server makes has all columns, and says so where some are hidden. */
function offersOf(columns: ExportMenuProps['columns'], hidden: number) {
  if (!columns) return [{ label: hidden > 0 ? t.allAnyway : '', withHidden: true }];
  return [
    { label: t.shown({ count: columns.shown }), withHidden: false },
    { label: t.all({ count: columns.all }), withHidden: true },
  ];
}

/** Takes the rows of a list home, as a spreadsheet or as plain text for other programs. */
export function ExportMenu({ count, progress = '', save, columns, failureOf = failed }: ExportMenuProps) {
  const [isSaving, setSaving] = useBusy();
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const { part: List, prepare, want } = useOnFirstUse(loadMenu);

  const hidden = use(HiddenColumns);

  const choose = async (format: TableFormat, withHidden: boolean) => {
    setSaving(true);
    try {
      await save(format, withHidden);
    } catch (error) {
      toast.error(failureOf(error));
    } finally {
      setSaving(false);
    }
  };

  const press = async () => {
    if (isOpen) return setOpen(false);
    if (await want()) setOpen(true);
  };

  const sections = offersOf(columns, hidden).map(({ label, withHidden }) => ({
    id: label,
    label,
    items: [
      {
        id: 'xlsx',
        label: t.xlsx,
        icon: <IconFileSpreadsheet aria-hidden size={18} />,
        onChoose: () => void choose('xlsx', withHidden),
      },
      {
        id: 'csv',
        label: t.csv,
        icon: <IconFileText aria-hidden size={18} />,
        onChoose: () => void choose('csv', withHidden),
      },
    ],
  }));

  return (
    <>
      <ActionButton
        ref={setButton}
        variant="default"
        title={t.button}
        className={classes.button}
        leftSection={<IconDownload aria-hidden size={18} />}
        disabledReason={reasonAgainst(count, isSaving)}
        aria-busy={isSaving}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void press()}
      >
        <span className={classes.word} data-word>
          {isSaving ? t.busy({ progress: progress || 'none' }) : t.button}
        </span>
      </ActionButton>
      {List && button ? (
        <List
          label={t.button}
          button={button}
          isOpen={isOpen}
          onChange={setOpen}
          position="bottom-end"
          sections={sections}
        />
      ) : null}
    </>
  );
}
