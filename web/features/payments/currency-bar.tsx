import { mostTickedMoney } from '@gurukul/contract/payments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from '../selection/selection-bar.module.css';
import type { UndecidedSelection } from './use-undecided.ts';

const t = paymentByHandTexts.setCurrency;

const load = async () => ({ Dialog: (await import('./set-currency-dialog.tsx')).SetCurrencyDialog });

interface CurrencyBarProps {
  selection: UndecidedSelection;
  /** The rows that the list's filters find. */
  total: number | undefined;
}

/** Above a list of rows without a currency: how many are selected, and the button that gives them one. */
export function CurrencyBar({ selection, total = 0 }: CurrencyBarProps) {
  const { part, prepare, want } = useOnFirstUse(load);
  const [isOpen, setOpen] = useState(false);
  const { ticked, isAll } = selection;
  const count = isAll ? total : ticked.size;
  if (count === 0 && !isOpen) return null;
  const open = async () => setOpen(await want());
  return (
    <section aria-label={t.bar} data-selection-bar className={classes.bar}>
      <output className={classes.count}>
        {isAll ? t.allSelected({ count: formatNumber(total) }) : t.selected({ count: formatNumber(count) })}
      </output>
      {!isAll && total > ticked.size ? (
        <Button variant="subtle" size="compact-sm" onClick={() => selection.takeAll()}>
          {t.all({ count: formatNumber(total) })}
        </Button>
      ) : null}
      <Button
        onPointerEnter={prepare}
        onFocus={prepare}
        disabled={!isAll && ticked.size > mostTickedMoney}
        onClick={() => void open()}
      >
        {t.submit}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => selection.clear()}>
        {t.clear}
      </Button>
      {part ? (
        <part.Dialog
          asked={selection.asked}
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
