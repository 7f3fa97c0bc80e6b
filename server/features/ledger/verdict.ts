import type { UnchargedReason } from '@gurukul/contract/ledger';
import { toMils } from '@gurukul/contract/shared/money/money';
import { paymentStatuses } from '@gurukul/contract/students';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { inParts, stored } from './amounts.ts';

/* Whether a student is charged, and what: decided for one student of a course. */

export interface Part {
  readonly due_on: string;
  readonly amount: string;
}

export interface Charging {
  readonly course_id: number | null;
  readonly class_id: number | null;
  readonly user_ids?: readonly number[] | undefined;
  readonly currency?: string | undefined;
  readonly parts: readonly Part[] | { readonly count: number; readonly first_due_on: string };
  readonly knowing?: boolean | undefined;
  readonly preview?: boolean | undefined;
  readonly digest?: string | undefined;
}

export const candidateRow = row({
  student_id: int,
  fullname: text,
  /** Null: they have left the course. */
  enrolment_id: int.nullable(),
  payment_status: oneOf(paymentStatuses).nullable(),
  is_charged: bool,
  /** Of the course, for their country. */
  currency: text.nullable(),
  price: money.nullable(),
  /** Of the course, in the currency that was asked for. */
  asked_price: money.nullable(),
});
export type Candidate = RowOf<typeof candidateRow>;

/** The day so many months later; the last of a shorter month. */
function monthsLater(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

export type Verdict = UnchargedReason | { readonly currency: string; readonly parts: readonly Part[] };

/** The price that counts for the student: of their country, or in the currency that was asked for. */
function priceFor(candidate: Candidate, { currency, user_ids }: Charging) {
  const own = { currency: candidate.currency, price: candidate.price };
  if (currency === undefined || own.currency === currency) return own;
  // Whom nobody named keeps the currency of their country.
  if (own.currency !== null && user_ids === undefined) return 'other_price';
  return { currency, price: candidate.asked_price };
}

export function verdictOn(candidate: Candidate, charging: Charging): Verdict {
  const { parts, knowing, currency: asked } = charging;
  if (candidate.enrolment_id === null) return 'left';
  if (candidate.is_charged) return 'charged';
  // A person who charges one student means that student.
  if (candidate.payment_status === 'Refunded' && charging.user_ids?.length !== 1) return 'refunded';
  if (knowing === true && asked !== undefined && 'length' in parts) return { currency: asked, parts };
  const found = priceFor(candidate, charging);
  if (found === 'other_price') return found;
  const { currency, price } = found;
  if (currency === null || price === null) return 'no_price';
  if (toMils(price) === 0n) return 'free';
  if ('length' in parts) {
    const isPrice = parts.reduce((total, { amount }) => total + toMils(amount), 0n) === toMils(price);
    return isPrice ? { currency, parts: inOwnDecimals(parts, currency) } : 'other_price';
  }
  const amounts = inParts(price, currency, parts.count);
  if (amounts === null) return 'small_price';
  return {
    currency,
    parts: amounts.map((amount, index) => ({ due_on: monthsLater(parts.first_due_on, index), amount })),
  };
}

export const inOwnDecimals = (parts: readonly Part[], currency: string): Part[] =>
  parts.map(({ due_on, amount }, index) => ({
    due_on,
    amount: stored(amount, currency, `parts.${index}.amount`),
  }));
