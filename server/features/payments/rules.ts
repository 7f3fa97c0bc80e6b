import { paidStatus } from '@gurukul/contract/payments';
import type { CurrencyTotals } from '@gurukul/contract/payments';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import type { LedgerSum } from './queries.ts';

/** Sums per currency, the most frequent first. */
export function totalsOf(
  sums: readonly MoneyOfStatus[],
  ledgers: readonly LedgerSum[] = [],
): CurrencyTotals[] {
  const currencies = new Set([...sums, ...ledgers].map(({ currency }) => currency));
  return Array.from(currencies, (currency) => {
    const ledger = ledgers.find((one) => one.currency === currency);
    const of = (status: string, ...more: string[]) =>
      sumOf(
        [
          ...sums
            .filter((one) => one.currency === currency && one.status === status)
            .map(({ amount }) => amount),
          ...more,
        ],
        currency,
      );
    return {
      currency,
      received: of(paidStatus),
      open: sumOf([ledger?.open ?? '0'], currency),
      waived: sumOf([ledger?.waived ?? '0'], currency),
      refunded: of('refunded', ledger?.refunded ?? '0'),
    };
  });
}

/** The number of rows that the status filter leaves. */
export const countOf = (sums: readonly MoneyOfStatus[], status?: string): number =>
  sums
    .filter((one) => !status || one.status === status.toLowerCase())
    .reduce((total, { count }) => total + count, 0);
