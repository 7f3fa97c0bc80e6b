import type { SelectionKind } from '@gurukul/contract/selection';
import { mostSelected } from '@gurukul/contract/selection';
import { Button } from '@mantine/core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf, refusalOf } from '#web/calls/errors.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { formatNumber } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import type { TableFormat } from '#web/lib/files/table-file.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { selectionTexts } from '#web/texts/selection.ts';
import { texts } from '#web/texts/texts.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { MenuButton } from '#web/ui/menu/menu-button.tsx';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from './selection-bar.module.css';
import { finishSave, unfinishedSave, type UnfinishedSave } from './unfinished-save.ts';
import type { SelectionState } from './use-selection.ts';

const t = selectionTexts;

const loadDialog = async () => (await import('./selection-dialog.tsx')).SelectionDialog;

const plain: readonly SelectionKind[] = [
  'payment_status',
  'registration_status',
  'region',
  'language',
  'move',
  'register',
];

interface SelectionBarProps {
  selection: SelectionState;
  /** The rows that the list's filters find. */
  total: number | undefined;
  /** Saves the selected rows as a file. */
  onExport: (format: TableFormat) => Promise<void>;
}

async function askAgain(kept: UnfinishedSave, client: QueryClient) {
  try {
    await finishSave(kept);
  } catch (error) {
    toast.error(messageOf(error));
  }
  void client.invalidateQueries();
}

/** Asks what became of a save that a reload left behind; true until the answer is there. */
function useFinishing(): boolean {
  const client = useQueryClient();
  const [kept, setKept] = useState(unfinishedSave);
  useEffect(() => {
    if (kept) void askAgain(kept, client).then(() => setKept(null));
  }, [kept, client]);
  return kept !== null;
}

/** Above a list: how many rows are selected, and what can be done with all of them. */
export function SelectionBar({ selection, total = 0, onExport }: SelectionBarProps) {
  const [kind, setKind] = useState<SelectionKind | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isExporting, setExporting] = useBusy();
  const { part: Dialog, prepare, want } = useOnFirstUse(loadDialog);
  const { ticked, isAll } = selection;
  const count = isAll ? total : ticked.size;
  const isFinishing = useFinishing();
  if (isFinishing) {
    return (
      <section aria-label={t.bar} data-selection-bar className={classes.bar}>
        <output className={classes.count}>{t.finishing}</output>
      </section>
    );
  }
  if (count === 0 && !isOpen) return null;

  const open = async (next: SelectionKind) => {
    setKind(next);
    if (await want()) setOpen(true);
  };
  const itemOf = (each: SelectionKind) => ({
    id: each,
    label: t.actions[each],
    isRed: !plain.includes(each),
    onChoose: () => void open(each),
  });
  const exportAs = async (format: TableFormat) => {
    setExporting(true);
    try {
      await onExport(format);
    } catch (error) {
      toast.error(refusalOf(error, texts.ui.export.failed));
    } finally {
      setExporting(false);
    }
  };
  const formats: readonly TableFormat[] = ['xlsx', 'csv'];
  const removing: readonly SelectionKind[] =
    session.role === 'admin' ? ['unassociate', 'delete'] : ['unassociate'];
  const sections = [
    { id: 'change', items: plain.map(itemOf) },
    {
      id: 'export',
      label: texts.ui.export.button,
      items: formats.map((format) => ({
        id: format,
        label: texts.ui.export[format],
        onChoose: () => void exportAs(format),
      })),
    },
    { id: 'remove', items: removing.map(itemOf) },
  ];
  return (
    <section aria-label={t.bar} data-selection-bar className={classes.bar}>
      <output className={classes.count}>
        {isAll ? t.allSelected({ count: formatNumber(total) }) : t.selected({ count: formatNumber(count) })}
      </output>
      {!isAll && total > ticked.size && total <= mostSelected ? (
        <Button variant="subtle" size="compact-sm" onClick={() => selection.takeAll()}>
          {t.all({ count: formatNumber(total) })}
        </Button>
      ) : null}
      <MenuButton
        label={t.change}
        sections={sections}
        isBusy={isExporting}
        onPrepare={prepare}
        variant="filled"
      />
      <WriteButton audience={{ filter: selection.selected }} whom={t.these} size="compact-sm" />
      <Button variant="subtle" size="compact-sm" onClick={() => selection.clear()}>
        {t.clear}
      </Button>
      {Dialog && kind ? (
        <Dialog
          key={kind}
          kind={kind}
          chosen={selection}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            selection.clear();
          }}
        />
      ) : null}
    </section>
  );
}
