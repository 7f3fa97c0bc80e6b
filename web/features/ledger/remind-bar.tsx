import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { ledgerTexts } from '#web/texts/ledger.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import bar from '../selection/selection-bar.module.css';
import type { AskedOwing } from './use-asked-owing.ts';

const t = ledgerTexts.owing;

const load = async () => (await import('./remind-dialog.tsx')).RemindDialog;

interface RemindButtonProps {
  filter: AskedOwing['filter'];
  /** Those who were chosen; all that the list finds if nobody was. */
  students: readonly number[];
  label: string;
  onSent?: () => void;
}

/** Opens the preview of the mails that ask for what is open. */
export function RemindButton({ filter, students, label, onSent }: RemindButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { part: RemindDialog, prepare, want } = useOnFirstUse(load);
  const open = async () => setOpen(await want());
  return (
    <>
      <Button
        leftSection={<IconMailForward aria-hidden size={18} />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {RemindDialog ? (
        <RemindDialog
          key={String(isOpen)}
          filter={filter}
          students={students}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onSent={() => {
            setOpen(false);
            onSent?.();
          }}
        />
      ) : null}
    </>
  );
}

interface RemindBarProps {
  filter: AskedOwing['filter'];
  /** Ids of rows, which begin with the student. */
  ticked: ReadonlySet<string>;
  onDone: () => void;
}

/** Asks the ticked ones by mail. */
export const RemindBar = ({ filter, ticked, onDone }: RemindBarProps) => (
  <section aria-label={t.bar} data-selection-bar className={bar.bar}>
    <output className={bar.count}>{t.selected({ count: formatNumber(ticked.size) })}</output>
    <RemindButton
      filter={filter}
      students={[...new Set([...ticked].map((row) => Number(row.split(' ')[0])))]}
      label={t.remindThem}
      onSent={onDone}
    />
    <Button variant="subtle" size="compact-sm" onClick={onDone}>
      {t.clear}
    </Button>
  </section>
);
