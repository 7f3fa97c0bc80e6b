import { digitsOf, isNothing, writtenIn } from '@gurukul/contract/shared/money/money';
import { readWrittenAmount } from '@gurukul/contract/shared/money/written-amount';
import { paymentByHandTexts } from '#web/texts/payment-by-hand.ts';

const t = paymentByHandTexts.amounts;

type AmountResult = { readonly amount: string; readonly problem: null } | { readonly problem: string };

const no = (problem: string): AmountResult => ({ problem });

/**
 * An amount as a person types it, 'Rs. 1,250/-', in the decimals of its currency. What may mean two amounts is refused:
 * 1,20 and 1.200.
 */
export function readTypedAmount(text: string, currency: string): AmountResult {
  const written = readWrittenAmount(text);
  if (written.fault !== null) return no(t[written.fault]);
  if (written.isNegative) return no(t.negative);
  const { digits, hasShortComma, currencies } = written;
  const isOther = currency !== '' && currencies.length > 0 && !currencies.includes(currency);
  if (isOther) return no(t.two_currencies);
  if (hasShortComma) return no(t.comma({ one: digits, other: digits.replace('.', '') }));
  const amount = writtenIn(digits, currency === '' ? null : currency);
  if (amount === null) {
    const [, part = ''] = digits.split('.');
    return no(
      part.length === 3
        ? t.thousand({ whole: digits.replace('.', '') })
        : t.decimals({ currency: currency || t.theCurrency, digits: digitsOf(currency || null) }),
    );
  }
  return isNothing(amount) ? no(t.zero) : { amount, problem: null };
}
