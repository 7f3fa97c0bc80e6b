import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import type { TidyPayment } from './cells.ts';

/** How the rows that say no currency get one. */
export interface CurrencyRules {
  /** Of the person, for the whole file. */
  readonly choice: string | null;
  /** The provider's reporting currency. */
  readonly provider: string | null;
  /** The currencies of each course's prices. */
  readonly prices: ReadonlyMap<number, readonly string[]>;
  /** For clients that cannot ask their user: a row may stay without a currency. */
  readonly asItIs: boolean;
}

export interface CurrencyFound {
  readonly code: string | null;
  readonly by: 'row' | 'known' | 'choice' | 'prices' | 'provider' | null;
  readonly problem: Sentence | null;
}

const found = (code: string, by: CurrencyFound['by'], problem: Sentence | null = null): CurrencyFound => ({
  code,
  by,
  problem,
});

const nothing: CurrencyFound = { code: null, by: null, problem: null };

/**
 * The currency of a row: what it says, else that of the known payment, else the person's choice, else the only one that
 * its course has a price in, else the provider's. A sign that stands for several is narrowed in the same order.
 */
export function findCurrency(
  { amount, currencies: named }: Pick<TidyPayment, 'amount' | 'currencies'>,
  courseId: number | null,
  known: { readonly currency: string | null } | null,
  { choice, provider, prices, asItIs }: CurrencyRules,
): CurrencyFound {
  // Other problems of the row say enough.
  if (named === null || (amount === null && known === null)) return nothing;
  const fits = (code: string | null): code is string =>
    code !== null && (named.length === 0 || named.includes(code));
  const before = known?.currency ?? null;
  if (before !== null) {
    if (fits(before)) return found(before, named.length === 1 ? 'row' : 'known');
    return found(before, 'known', said('currency_is_other', { currency: before }));
  }
  if (named.length === 1) return found(named[0]!, 'row');
  if (fits(choice)) return found(choice, 'choice');
  const priced = (prices.get(courseId ?? 0) ?? []).filter(fits);
  if (priced.length === 1) return found(priced[0]!, 'prices');
  if (fits(provider) && !asItIs) return found(provider, 'provider');
  if (asItIs) return nothing;
  if (named.length > 1) return { ...nothing, problem: said('currency_several') };
  // An old payment may stay without one, and a row without a course has another problem.
  return known !== null || courseId === null ? nothing : { ...nothing, problem: said('currency_open') };
}

/** A remark where the course has prices, and none in that currency. */
export function notePrices(
  code: string | null,
  courseId: number | null,
  { prices }: CurrencyRules,
): Sentence[] {
  const priced = prices.get(courseId ?? 0) ?? [];
  return code === null || priced.length === 0 || priced.includes(code)
    ? []
    : [said('no_price_in', { currency: code })];
}

/** What the person is asked about the currency of the whole file. */
export function currencyQuestion(
  found: readonly CurrencyFound[],
  { choice, provider, prices }: CurrencyRules,
): PaymentPreview['currency'] {
  const asked = found.filter(({ by, problem }) =>
    by === null ? problem !== null : by !== 'row' && by !== 'known',
  );
  const open = asked.filter(({ by }) => by === null).length;
  const codes = new Set(asked.map(({ code }) => code));
  const isBy = (way: CurrencyFound['by']) => asked.some(({ by }) => by === way);
  const decided = () => {
    if (asked.length === 0) return 'not_needed';
    if (open > 0) return 'open';
    if (isBy('provider')) return 'provider';
    return isBy('choice') ? 'choice' : 'prices';
  };
  const ofPrices = [...prices.values()].flat();
  return {
    code: choice ?? (codes.size === 1 ? [...codes][0]! : null),
    decided_by: decided(),
    count: open || asked.length,
    offered: [...new Set(provider === null ? ofPrices : [...ofPrices, provider])].toSorted(),
  };
}
