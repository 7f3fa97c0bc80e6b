import { digitsOf } from '@gurukul/contract/shared/money/money';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { readWrittenAmount } from '@gurukul/contract/shared/money/written-amount';
import type { WrittenAmount as Written } from '@gurukul/contract/shared/money/written-amount';

/** An amount as a cell writes it. */
export type WrittenAmount = Omit<Extract<Written, { fault: null }>, 'fault' | 'isNegative'>;
export type AmountRead = (WrittenAmount & { readonly problem: null }) | { readonly problem: Sentence };

const no = (problem: Sentence): AmountRead => ({ problem });

export function readAmount(text: string): AmountRead {
  if (text.normalize('NFKC').trimStart().startsWith('='))
    return no(said('column_formula', { column: 'amount' }));
  const written = readWrittenAmount(text);
  if (written.fault === 'missing') return no(said('column_missing', { column: 'amount' }));
  if (written.fault === 'two_currencies') return no(said('currency_differs'));
  if (written.fault !== null) return no(said(`amount_${written.fault}`));
  if (written.isNegative) return no(said('amount_negative'));
  const { digits, hasShortComma, currencies } = written;
  return { digits, hasShortComma, currencies, problem: null };
}

// Where a comma also separates two digits: 1,20,000.
const inLakhs = new Set(['INR', 'NPR', 'PKR', 'BDT', 'LKR']);

/** The written amount with the decimals of its currency. Null: two, as in most currencies. */
export function amountIn(
  { digits, hasShortComma }: Pick<WrittenAmount, 'digits' | 'hasShortComma'>,
  currency: string | null,
): string | Sentence {
  const most = digitsOf(currency);
  const [whole = '', part = ''] = digits.split('.');
  if (hasShortComma && (currency === null || inLakhs.has(currency))) return said('amount_comma');
  // Cents of a currency without any.
  if (most === 0 && /^0{0,2}$/u.test(part)) return whole;
  // 1.200 may mean twelve hundred, except where three decimals are usual.
  if (part.length > most) {
    return currency === null || most === 2
      ? said('amount_decimals')
      : said('amount_decimals_of', { currency });
  }
  return `${whole}.${part.padEnd(most, '0')}`;
}
