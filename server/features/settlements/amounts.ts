import { digitsOf, toMils } from '@gurukul/contract/shared/money/money';
import { readWrittenAmount } from '@gurukul/contract/shared/money/written-amount';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { amountIn } from '../payment-upload/amounts.ts';

/** The unit of the amounts of a file: rupees or dollars, or the smallest unit, as APIs write them. */
export type Unit = 'major' | 'minor';

/** In thousandths of the currency, so that a sum is exact; or the reason why the cell is no amount. */
export type SignedRead =
  | { readonly mils: bigint; readonly problem: null }
  | { readonly mils: null; readonly problem: Sentence };

const no = (problem: Sentence): SignedRead => ({ mils: null, problem });

/**
 * '-1,20,000.50', '(20.00)' or '98,500.00 Dr' in thousandths. An empty cell is zero: statements leave one of debit and
 * credit empty.
 */
export function readSigned(text: string, currency: string, unit: Unit = 'major'): SignedRead {
  const packed = text.normalize('NFKC').trim();
  if (/^[=@]/u.test(packed)) return no(said('column_formula', { column: 'amount' }));
  const written = readWrittenAmount(packed);
  if (written.fault === 'missing') return { mils: 0n, problem: null };
  if (written.fault === 'large') return no(said('amount_large'));
  if (written.fault !== null) return no(said('amount_unreadable'));
  const isWhole = !written.digits.includes('.');
  if (unit === 'minor' && !isWhole) return no(said('amount_unreadable'));
  const amount = amountIn(written, currency);
  if (typeof amount !== 'string') return no(amount);
  const mils = unit === 'minor' ? toMils(amount) / 10n ** BigInt(digitsOf(currency)) : toMils(amount);
  return { mils: written.isNegative ? -mils : mils, problem: null };
}
