import type { CurrencyTotals } from '@gurukul/contract/payments';
import type { ExchangeRate } from '@gurukul/contract/settlements';
import { digitsOf, fromMils, toMils } from '@gurukul/contract/shared/money';

/** What was received in all currencies, converted into one. */
export interface ReportingSum {
  readonly amount: string;
  readonly currency: string;
  /** The days of the rates that were used, the earliest first. */
  readonly days: readonly string[];
  /** Currencies whose sums are not in it, because nobody typed in a rate. */
  readonly without: readonly string[];
}

/** Decimals of a rate: the contract allows eight. */
const rateDigits = 8;

function scaled(rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.');
  return BigInt(whole + part.padEnd(rateDigits, '0').slice(0, rateDigits));
}

/**
 * The sum in the reporting currency, rounded once to its smallest unit. Null where there is nothing to convert: no
 * reporting currency, or no other one.
 */
export function reportingSum(
  totals: readonly Pick<CurrencyTotals, 'currency' | 'received'>[],
  reporting: string | null,
  rates: readonly ExchangeRate[],
): ReportingSum | null {
  const known = totals.flatMap(({ currency, received }) =>
    currency === null ? [] : [{ currency, received }],
  );
  if (reporting === null || known.every(({ currency }) => currency === reporting)) return null;
  const rateOf = new Map(rates.map((rate) => [rate.currency, rate]));
  const days = new Set<string>();
  const without: string[] = [];
  // In thousandths times 10^8.
  let sum = 0n;
  for (const { currency, received } of known) {
    const rate = rateOf.get(currency);
    if (currency === reporting) sum += toMils(received) * 10n ** BigInt(rateDigits);
    else if (rate === undefined) without.push(currency);
    else {
      sum += toMils(received) * scaled(rate.rate);
      days.add(rate.as_of);
    }
  }
  const unit = 10n ** BigInt(rateDigits + 3 - digitsOf(reporting));
  const units = (sum + unit / 2n) / unit;
  const mils = units * 10n ** BigInt(3 - digitsOf(reporting));
  return {
    amount: fromMils(mils, reporting),
    currency: reporting,
    days: [...days].toSorted(),
    without,
  };
}
