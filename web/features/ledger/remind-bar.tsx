import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import bar from '../selection/selection-bar.module.css';
import type { AskedOwing } from './use-asked-owing.ts';

const t = ledgerTexts.owing;

const load = async () => (await import('./remind-dialog.tsx')).RemindDialog;

interface RemindBarProps {
  filter: AskedOwing['filter'];
  /** Ids of rows, which begin with the student. */
  ticked: ReadonlySet<string>;
  /** Rows that the filters find. */
  total: number;
  onDone: () => void;
}

/** Asks by mail: the ticked ones, or all that the list finds. */
export function RemindBar({ filter, ticked, total, onDone }: RemindBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { part: RemindDialog, prepare, want } = useOnFirstUse(load);
  if (total === 0) return null;
  const open = async () => setOpen(await want());
  const students = [...new Set([...ticked].map((row) => Number(row.split(' ')[0])))];
  return (
    <section aria-label={t.bar} className={bar.bar}>
      {ticked.size > 0 ? (
        <output className={bar.count}>{t.selected(formatNumber(ticked.size))}</output>
      ) : null}
      <Button
        leftSection={<IconMailForward aria-hidden size={18} />}
        variant={ticked.size > 0 ? 'filled' : 'default'}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {ticked.size > 0 ? t.remindThem : t.remindAll}
      </Button>
      {ticked.size > 0 ? (
        <Button variant="subtle" size="compact-sm" onClick={onDone}>
          {t.clear}
        </Button>
      ) : null}
      {RemindDialog ? (
        <RemindDialog
          key={String(isOpen)}
          filter={filter}
          students={students}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            onDone();
          }}
        />
      ) : null}
    </section>
  );
}
