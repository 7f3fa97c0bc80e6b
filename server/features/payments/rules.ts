import { sumOf } from '@gurukul/contract/shared/money';
import type { MoneyOfStatus, MoneyTotals } from '@gurukul/contract/shared/payment-preview';

export const totalsOf = (by_status: readonly MoneyOfStatus[]): MoneyTotals => ({
  count: by_status.reduce((sum, { count }) => sum + count, 0),
  amount: sumOf(by_status.map(({ amount }) => amount)),
  by_status: [...by_status],
});

/** The number of rows that the status filter leaves of these totals. */
export const countOf = ({ count, by_status }: MoneyTotals, status: string | undefined): number =>
  status ? (by_status.find((each) => each.status === status.toLowerCase())?.count ?? 0) : count;
