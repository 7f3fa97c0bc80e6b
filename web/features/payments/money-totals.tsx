import type { MoneyOfStatus, MoneyTotals as Totals } from '@gurukul/contract/shared/payment-preview';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
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
  /** The list shows these rows and no others. */
  isAsked: boolean;
  onAsk: () => void;
}

const Sum = ({ name, sum, words, isAsked, onAsk }: SumProps) => (
  <li>
    <UnstyledButton className={classes.sum} aria-pressed={isAsked} onClick={onAsk}>
      <span>{name}</span>
      <span className={classes.amount}>{sum ? formatAmount(sum.amount) : texts.ui.noFigure}</span>
      <span aria-hidden className={classes.count}>
        {sum ? formatNumber(sum.count) : ''}
      </span>
      <VisuallyHidden>
        {sum ? words.count(formatNumber(sum.count), sum.count === 1) : texts.ui.loading}
      </VisuallyHidden>
    </UnstyledButton>
  </li>
);

interface MoneyTotalsProps {
  totals: Totals | undefined;
  words: Words;
  /** The status that the list shows; '' for all. */
  status: string;
  onStatus: (status: string) => void;
  /** They are those of the filters before, while the next are on their way. */
  isStale: boolean;
  /** The list says so and offers another try. */
  isFailed: boolean;
}

/**
 * How much there is of each status, as the server has summed it up: sums of money are exact decimals, never floats. A
 * press shows the rows behind a sum; another press shows all again.
 */
export function MoneyTotals({ totals, words, status, onStatus, isStale, isFailed }: MoneyTotalsProps) {
  if (isFailed && !totals) return null;
  return (
    <section aria-label={words.label} data-stale={isStale || undefined}>
      <ul className={classes.sums}>
        <Sum
          name={paymentsTexts.totals.all}
          sum={totals}
          words={words}
          isAsked={status === ''}
          onAsk={() => onStatus('')}
        />
        {totals?.by_status.map((sum) => (
          <Sum
            key={sum.status}
            name={<MoneyStatus status={sum.status} />}
            sum={sum}
            words={words}
            isAsked={status === sum.status}
            onAsk={() => onStatus(status === sum.status ? '' : sum.status)}
          />
        ))}
      </ul>
    </section>
  );
}
