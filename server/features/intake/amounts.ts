import { digitsOf, inCurrency } from '@gurukul/contract/shared/money/money';
import type { ItemResult } from './results.ts';
import { rejected } from './results.ts';

/** The amount with the decimals of its currency, or why it cannot be. 1.200 in rupees may mean twelve hundred. */
export function amountFor(amount: string, currency: string | null): string | ItemResult {
  const [whole = '', part = ''] = amount.split('.');
  const fitting = inCurrency(`${whole.replace(/^0+(?=\d)/, '')}.${part}`, currency);
  // Whole yen may come as 1250.00.
  if (fitting !== null && part.length <= Math.max(2, digitsOf(currency))) return fitting;
  return currency === null || digitsOf(currency) === 2
    ? rejected('amount_decimals')
    : rejected('amount_decimals_of', { currency });
}
