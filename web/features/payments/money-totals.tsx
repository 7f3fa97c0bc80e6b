import type { CurrencyTotals } from '@gurukul/contract/payments';
import { isNothing } from '@gurukul/contract/shared/money/money';
import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { formatMoney, formatNumber } from '#web/lib/format/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { MoneyStatus } from './money-status.tsx';
import classes from './money-totals.module.css';

const t = paymentsTexts.totals;

interface Words {
  readonly label: string;
  readonly count: (given: { readonly count: number }) => string;
}

interface SumProps {
  name: ReactNode;
  /** Undefined while they are not known. */
  sums: readonly MoneyOfStatus[] | undefined;
  words: Words;
  /** The list shows these rows and no others. */
  isAsked: boolean;
  onAsk: () => void;
  hasAmounts?: boolean;
}

const countOf = (sums: readonly MoneyOfStatus[]) => sums.reduce((total, { count }) => total + count, 0);

function Sum({ name, sums, words, isAsked, onAsk, hasAmounts = true }: SumProps) {
  const count = sums && countOf(sums);
  return (
    <li>
      <UnstyledButton className={classes.sum} aria-pressed={isAsked} onClick={onAsk}>
        <span>{name}</span>
        {hasAmounts ? (
          <span className={classes.amount}>{sums ? amountsOf(sums, isAsked) : texts.ui.noFigure}</span>
        ) : null}
        <span aria-hidden className={hasAmounts ? classes.count : classes.amount}>
          {count === undefined ? '' : formatNumber(count)}
        </span>
        <VisuallyHidden>{count === undefined ? texts.ui.loading : words.count({ count })}</VisuallyHidden>
      </UnstyledButton>
    </li>
  );
}

/** The amounts of a status: of one that is not asked for, only the first currency. */
function amountsOf(sums: readonly MoneyOfStatus[], isWhole: boolean) {
  const amounts = sums.map(({ amount, currency }) => formatMoney(amount, currency));
  return isWhole || amounts.length < 2 ? amounts.join(' + ') : `${amounts[0]} …`;
}

/** What came, is open, was waived and went back, in one currency. Only what came is there when it is nothing. */
const Currency = ({ currency, received, ...others }: CurrencyTotals) => (
  <span className={classes.currency}>
    {t.received} <b>{formatMoney(received, currency)}</b>
    {(['open', 'waived', 'refunded'] as const)
      .filter((kind) => !isNothing(others[kind]))
      .map((kind) => (
        <span key={kind}>
          {t[kind]} <b>{formatMoney(others[kind], currency)}</b>
        </span>
      ))}
    {currency === null ? <span>{t.noCurrency}</span> : null}
  </span>
);

interface MoneyTotalsProps {
  totals: readonly CurrencyTotals[] | undefined;
  byStatus: readonly MoneyOfStatus[] | undefined;
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
 * The sums of each status, and behind a press those per currency. The server sums up exact decimals, never floats, and never across
 * currencies. A press shows the rows behind a status; another press shows all again.
 */
export function MoneyTotals({
  totals,
  byStatus,
  words,
  status,
  onStatus,
  isStale,
  isFailed,
}: MoneyTotalsProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  if (isFailed && !totals) return null;
  const statuses = [...new Set(byStatus?.map((sum) => sum.status))];
  const inCurrencies = totals && totals.length > 0 ? t.inCurrencies({ count: totals.length }) : '';
  return (
    <section aria-label={words.label} data-stale={isStale || undefined}>
      <ul className={classes.sums}>
        <Sum
          name={t.all}
          sums={byStatus}
          words={words}
          isAsked={status === ''}
          onAsk={() => onStatus('')}
          hasAmounts={false}
        />
        {inCurrencies ? (
          <li>
            <UnstyledButton
              className={classes.sum}
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setOpen(!isOpen)}
            >
              {inCurrencies}
              <IconChevronDown aria-hidden size={14} />
            </UnstyledButton>
          </li>
        ) : null}
        {statuses.map((each) => (
          <Sum
            key={each}
            name={<MoneyStatus status={each} />}
            sums={byStatus?.filter((sum) => sum.status === each)}
            words={words}
            isAsked={status === each}
            onAsk={() => onStatus(status === each ? '' : each)}
          />
        ))}
      </ul>
      {totals && isOpen ? (
        <div id={panelId} className={classes.currencies}>
          <ul>
            {totals.map((each) => (
              <li key={each.currency ?? ''}>
                <Currency {...each} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
