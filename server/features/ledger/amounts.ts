import { digitsOf, fromMils, inCurrency, toMils } from '@gurukul/contract/shared/money/money';
import { said } from '@gurukul/contract/shared/words/messages';
import { fail } from '#server/http/answers/problem.ts';

/** With the decimals of its currency: sums of the database may have fewer. */
export const shown = (amount: string, currency: string | null): string => fromMils(toMils(amount), currency);

const always = ['charged', 'waived', 'received', 'refunded', 'open', 'credit'] as const;
const dues = ['due', 'overdue', 'later'] as const;
type Sums = Readonly<Record<(typeof always)[number], string>> &
  Partial<Readonly<Record<(typeof dues)[number], string>>>;

/** The same row with the decimals of its currency. */
export function shownSums<R extends Sums & { readonly currency: string | null }>(row: R): R {
  const written = Object.fromEntries(
    [...always, ...dues].flatMap((sum) =>
      row[sum] === undefined ? [] : [[sum, shown(row[sum], row.currency)]],
    ),
  );
  return { ...row, ...written };
}

/** As it is stored. Throws bad_input for more decimals than the currency has. */
export function stored(amount: string, currency: string, field: string): string {
  const written = inCurrency(amount, currency);
  if (written === null) throw fail('bad_input', { details: { [field]: said('amount_finer') } });
  return written;
}

/**
 * The price in so many parts that add up to it to the smallest unit: the first parts get what does not divide. Null
 * when there are fewer units than parts.
 */
export function inParts(price: string, currency: string, count: number): string[] | null {
  const unit = 10n ** BigInt(3 - Math.min(3, digitsOf(currency)));
  const units = toMils(price) / unit;
  const parts = BigInt(count);
  if (units < parts) return null;
  return Array.from({ length: count }, (_, index) =>
    fromMils((units / parts + (BigInt(index) < units % parts ? 1n : 0n)) * unit, currency),
  );
}

/** How much of each makes up the amount: all of the first ones. Less than the amount when there is not enough. */
export function takenFrom(amount: bigint, each: readonly bigint[]): bigint[] {
  let rest = amount;
  return each.map((most) => {
    const part = rest < most ? rest : most;
    rest -= part;
    return part;
  });
}
