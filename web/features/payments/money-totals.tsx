import { paidStatus } from '@gurukul/contract/payments';
import type { MoneyTotals as Totals } from '@gurukul/contract/shared/payment-preview';
import { IconCircleCheck, IconCircleX, IconSum } from '@tabler/icons-react';
import { formatAmount, formatNumber } from '#web/lib/format.ts';
import { texts } from '#web/texts/texts.ts';
import { StatCards, type Stat } from '#web/ui/stat-cards.tsx';

const t = texts.payments.totals;

interface MoneyTotalsProps {
  totals: Totals | undefined;
  words: { label: string; count: (count: string, isOne: boolean) => string };
}

/** How much there is of each status, as the server has summed it up: sums of money are exact decimals, never floats. */
export function MoneyTotals({ totals, words }: MoneyTotalsProps) {
  const hintOf = (count: number) => words.count(formatNumber(count), count === 1);
  const all: Stat = {
    label: t.all,
    icon: IconSum,
    value: totals && formatAmount(totals.amount),
    hint: totals ? hintOf(totals.count) : texts.ui.loading,
  };
  const ofStatuses = (totals?.by_status ?? []).map(({ status, count, amount }) => ({
    label: status,
    icon: status === paidStatus ? IconCircleCheck : IconCircleX,
    value: formatAmount(amount),
    hint: hintOf(count),
  }));
  return <StatCards label={words.label} stats={[all, ...ofStatuses]} />;
}
