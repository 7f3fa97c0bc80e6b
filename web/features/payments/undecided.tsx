import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import { Button } from '@mantine/core';
import { paymentsTexts } from '#web/texts/payments.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './undecided.module.css';

interface UndecidedProps {
  byStatus: readonly MoneyOfStatus[] | undefined;
  words: (given: { readonly count: number }) => string;
  onDecide: () => void;
}

/** Says how many of the rows found have no currency, and leads to them. */
export function Undecided({ byStatus, words, onDecide }: UndecidedProps) {
  const count = (byStatus ?? [])
    .filter(({ currency }) => currency === null)
    .reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <Notice>
      <div className={classes.line}>
        {words({ count })}
        <Button variant="default" size="compact-sm" onClick={onDecide}>
          {paymentsTexts.decide}
        </Button>
      </div>
    </Notice>
  );
}
