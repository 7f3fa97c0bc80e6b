import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';
import { readWrittenAmount } from '@gurukul/contract/shared/written-amount';

/** An amount as decimal text with two places, or the reason why it is not valid. */
export type AmountRead =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: Said };

const no = (problem: Said): AmountRead => ({ amount: null, problem });

/** '₹ 1,20,000.50' as '120000.50'. */
export function readAmount(text: string): AmountRead {
  if (text.normalize('NFKC').trimStart().startsWith('='))
    return no(said('column_formula', { column: 'amount' }));
  const written = readWrittenAmount(text);
  if (written.fault === 'missing') return no(said('column_missing', { column: 'amount' }));
  if (written.fault !== null) return no(said(`amount_${written.fault}`));
  const [whole = '', part = ''] = written.digits.split('.');
  // 1.200 may mean twelve hundred, so it is refused.
  if (part.length > 2) return no(said('amount_decimals'));
  return { amount: `${whole}.${part.padEnd(2, '0')}`, problem: null };
}
