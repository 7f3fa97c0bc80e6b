import type { StatementTotals } from '../../receipts.ts';

/** The foot of a statement, line by line, as the screen and the paper show it: the last line is the sum of the others. */
export function footOf({ received, donated, refunded, net }: StatementTotals) {
  const lines = (
    [
      ['received', received],
      ['donated', donated],
      ['refunded', `-${refunded}`],
    ] as const
  ).filter(([, amount]) => /[1-9]/.test(amount));
  return lines.length === 1 ? lines : [...lines, ['net', net] as const];
}
