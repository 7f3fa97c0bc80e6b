import type { MoneyOfStatus, MoneyTotals as Totals } from '@gurukul/contract/shared/payment-preview';
import type { ReactNode } from 'react';
import { formatAmount, formatNumber } from '#web/lib/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { MoneyStatus } from './money-status.tsx';
import classes from './money-totals.module.css';

interface Words {
  readonly label: string;
  readonly count: (count: string, isOne: boolean) => string;
}

interface SumProps {
  name: ReactNode;
  sum: Omit<MoneyOfStatus, 'status'> | undefined;
  words: Words;
}

const Sum = ({ name, sum, words }: SumProps) => (
  <div className={classes.sum}>
    <dt>{name}</dt>
    <dd className={classes.amount}>{sum ? formatAmount(sum.amount) : texts.ui.noFigure}</dd>
    <dd className={classes.count}>
      {sum ? words.count(formatNumber(sum.count), sum.count === 1) : texts.ui.loading}
    </dd>
  </div>
);

interface MoneyTotalsProps {
  totals: Totals | undefined;
  words: Words;
  /** They are those of the filters before, while the next are on their way. */
  isStale: boolean;
  /** The list says so and offers another try. */
  isFailed: boolean;
}

/** How much there is of each status, as the server has summed it up: sums of money are exact decimals, never floats. */
export function MoneyTotals({ totals, words, isStale, isFailed }: MoneyTotalsProps) {
  if (isFailed && !totals) return null;
  return (
    <section
      aria-label={words.label}
      className={classes.root}
      data-loading={!totals || undefined}
      data-stale={isStale || undefined}
    >
      <dl className={classes.sums}>
        <Sum name={paymentsTexts.totals.all} sum={totals} words={words} />
        {totals?.by_status.map((sum) => (
          <Sum key={sum.status} name={<MoneyStatus status={sum.status} />} sum={sum} words={words} />
        ))}
      </dl>
    </section>
  );
}
