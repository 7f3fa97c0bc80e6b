import type { LineState } from '@gurukul/contract/settlements';
import { said } from '@gurukul/contract/shared/words/messages';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { SettlementService } from '@gurukul/contract/shared/files/settlement-layouts';
import type { Db } from '#server/db/pool.ts';
import { nameOf } from '../likeness/names.ts';
import {
  findPaymentsByAmount,
  findPaymentsByNumber,
  findPayouts,
  findPayoutsByAmount,
  findRefunds,
  findSavedLines,
} from './queries.ts';
import type { KnownPayment, KnownRefund, SavedPayout } from './queries.ts';
import type { FileLine } from './read-lines.ts';

/** What explains a line, or why nothing does. */
export interface Explanation {
  readonly state: LineState;
  readonly by: { readonly number: string; readonly full_name: string } | null;
  /** Of a statement: the saved payout that arrived. */
  readonly payoutOf: number | null;
  readonly reason: Sentence | null;
  readonly candidates: readonly KnownPayment[];
}

/** The provider's present data, as far as the lines need it. */
export interface PresentData {
  readonly payments: ReadonlyMap<string, KnownPayment>;
  readonly refunds: readonly KnownRefund[];
  /** The numbers of lines that were saved before. */
  readonly savedLines: ReadonlySet<string>;
  /** Payments that a saved line of this kind of file explains already. */
  readonly settled: ReadonlySet<string>;
  /** Of a statement: the payouts that it may show. */
  readonly payouts: readonly SavedPayout[];
  /** Of a statement: payments that may be meant by their amount. */
  readonly alike: readonly KnownPayment[];
  /** The payment of an order, from the other lines of the file. */
  readonly paymentOfOrder: ReadonlyMap<string, string>;
}

/** Words of a statement's line that may be the number of a payment or a payout: long, and with a digit. */
const wordsOf = ({ description }: FileLine): string[] => [
  ...new Set(description.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length >= 6 && /\d/u.test(word))),
];

const amountOf = (line: FileLine): string => fromMils(line.net, line.currency);

/** Looks up everything that may explain these lines. `chosen`: numbers of payments that a person chose. */
export async function findKnown(
  db: Db,
  service: SettlementService,
  lines: readonly FileLine[],
  chosen: readonly string[] = [],
): Promise<PresentData> {
  const isBank = service === 'bank';
  const paymentOfOrder = new Map(
    lines.filter(({ kind, order }) => kind === 'payment' && order !== '').map(({ order, id }) => [order, id]),
  );
  const numbers = new Set([
    ...chosen,
    ...paymentOfOrder.values(),
    ...lines.flatMap((line) => (isBank ? wordsOf(line) : line.refs)),
  ]);
  const payments = await findPaymentsByNumber(db, [...numbers]);
  const alike = await findAlike(db, isBank, lines);
  const ids = lines.map(({ id }) => id);
  const saved = await findSavedLines(
    db,
    service,
    ids,
    [...payments, ...alike.payments].map(({ payment_id }) => payment_id),
  );
  return {
    payments: new Map(payments.map((payment) => [payment.payment_id, payment])),
    refunds: await findRefunds(
      db,
      [...numbers, ...ids],
      payments.flatMap(({ id }) => id ?? []),
    ),
    savedLines: new Set(saved.filter((line) => line.service === service).map(({ line_id }) => line_id)),
    settled: new Set(
      saved.flatMap(({ kind, explained_by }) => (kind === 'payment' ? (explained_by ?? []) : [])),
    ),
    paymentOfOrder,
    payouts: alike.payouts,
    alike: alike.payments,
  };
}

/** What has the amount of a line of the statement, where it need not name it. */
async function findAlike(db: Db, isBank: boolean, lines: readonly FileLine[]) {
  const credits = lines.filter(({ net, day }) => isBank && net > 0n && day !== null);
  const currency = credits[0]?.currency ?? null;
  if (currency === null) return { payouts: [], payments: [] };
  const days = credits.map(({ day }) => day!).toSorted();
  const amounts = [...new Set(credits.map(amountOf))];
  return {
    payouts: await findPayoutsByAmount(db, currency, amounts),
    payments: await findPaymentsByAmount(db, currency, amounts, days[0]!, days.at(-1)!),
  };
}

const open = (reason: Sentence, candidates: readonly KnownPayment[] = []): Explanation => ({
  state: 'open',
  by: null,
  payoutOf: null,
  reason,
  candidates,
});
const explained = (
  state: LineState,
  by: Explanation['by'] = null,
  payoutOf: number | null = null,
): Explanation => ({
  state,
  by,
  payoutOf,
  reason: null,
  candidates: [],
});

const byPayment = ({ payment_id, full_name }: KnownPayment) => ({ number: payment_id, full_name });

/** The payment was received, also where all or some of it went back later. */
const wasReceived = (status: string) => /success|refund|disput|chargeback|settled/iu.test(status);

/** The same words as in the query of open lines. */
const wentBack = (status: string) => /refund|disput|chargeback/iu.test(status);

/** Compares a payment with what the line says of it, in the line's currency or as the payer saw it. */
function judgePayment(line: FileLine, payment: KnownPayment): Explanation {
  const { currency, shown, gross } = line;
  const isShown = shown !== null && payment.currency === shown.currency;
  if (payment.currency !== null && payment.currency !== currency && !isShown) {
    return open(said('line_other_currency', { currency: payment.currency }));
  }
  const amounts = [
    ...(isShown ? [] : [gross]),
    ...(shown !== null && payment.currency !== currency ? [shown.mils] : []),
  ];
  if (!amounts.includes(toMils(payment.amount))) {
    return open(said('line_other_amount', { amount: payment.amount }));
  }
  if (!wasReceived(payment.status)) return open(said('line_not_received', { status: payment.status }));
  return explained('payment', byPayment(payment));
}

/** Explains the lines of a file one after the other: what explains one line does not explain another. */
export class Explainer {
  readonly #known: PresentData;
  /** Choices of a person for lines of a statement: the payment's number by row. */
  readonly #choices: ReadonlyMap<number, string>;
  /** The row of each line, payment and payout so far. */
  readonly #rows = new Map<string, number>();
  readonly #usedRefunds = new Set<number>();

  constructor(known: PresentData, choices: ReadonlyMap<number, string> = new Map()) {
    this.#known = known;
    this.#choices = choices;
  }

  explain(line: FileLine): Explanation {
    if (line.unreadable !== null) return { ...open(line.unreadable), state: 'unreadable' };
    const before = this.#first(`line ${line.id}`, line.row);
    if (before !== null) return open(said('line_twice', { row: before }));
    if (this.#known.savedLines.has(line.id)) return open(said('line_saved_before'));
    const found = this.#of(line);
    return line.contradiction === null ? found : { ...open(line.contradiction), by: found.by };
  }

  /** The row that had this before; null for the first, which is remembered. */
  #first(key: string, row: number): number | null {
    const before = this.#rows.get(key);
    if (before !== undefined) return before;
    this.#rows.set(key, row);
    return null;
  }

  #of(line: FileLine): Explanation {
    const { kind, payoutId } = line;
    if (payoutId === 'statement') return this.#ofStatement(line);
    if (kind === 'payment') return this.#ofPayment(line);
    if (kind === 'refund' || kind === 'dispute') return this.#ofRefund(line);
    return kind === 'fee' || kind === 'payout' ? explained(kind) : open(said('line_adjustment'));
  }

  #ofPayment(line: FileLine): Explanation {
    const payment = line.refs
      .map((ref) => this.#known.payments.get(ref))
      .find((found) => found !== undefined);
    if (payment === undefined) return open(said('line_no_payment'));
    return this.#once(line, payment);
  }

  /** A payment explains one line. */
  #once(line: FileLine, payment: KnownPayment): Explanation {
    const judged = judgePayment(line, payment);
    if (judged.state !== 'payment') return judged;
    if (this.#known.settled.has(payment.payment_id)) return open(said('line_saved_before'));
    const before = this.#first(`payment ${payment.payment_id}`, line.row);
    return before === null ? judged : open(said('line_same_payment', { row: before }));
  }

  #ofRefund(line: FileLine): Explanation {
    const { payments, refunds, paymentOfOrder } = this.#known;
    const isBack = line.gross > 0n;
    const size = isBack ? line.gross : -line.gross;
    const numbers = new Set([line.id, ...line.refs]);
    const refs = [...line.refs, ...(paymentOfOrder.has(line.order) ? [paymentOfOrder.get(line.order)!] : [])];
    const payment = refs.map((ref) => payments.get(ref)).find((found) => found !== undefined);
    const isSize = ({ amount }: KnownRefund) =>
      toMils(amount) === size || toMils(amount) === line.shown?.mils;
    const mayBe = refunds.filter(({ id }) => isBack || !this.#usedRefunds.has(id));
    const named = mayBe.find(({ refund_id }) => refund_id !== null && numbers.has(refund_id));
    const found =
      named ??
      mayBe.find(
        (refund) =>
          // One with a number explains the line of that number only.
          refund.refund_id === null &&
          refund.payment_id === payment?.payment_id &&
          refund.kind === line.kind &&
          isSize(refund) &&
          (!isBack || refund.is_reversed),
      );
    if (found !== undefined) {
      if (!isSize(found)) return open(said('line_other_amount', { amount: found.amount }));
      if (isBack && !found.is_reversed) return open(said('line_not_reversed'));
      this.#usedRefunds.add(found.id);
      return explained('refund', { number: found.refund_id ?? found.payment_id, full_name: found.full_name });
    }
    if (payment === undefined) return open(said('line_no_payment'));
    // Before refunds were rows of their own, a status said that all of it went back.
    const isWhole = toMils(payment.amount) === size && wentBack(payment.status);
    if (isWhole && !isBack) return explained('refund', byPayment(payment));
    return open(
      said(isBack ? 'line_not_reversed' : line.kind === 'dispute' ? 'line_no_dispute' : 'line_no_refund'),
    );
  }

  #ofStatement(line: FileLine): Explanation {
    const { payments, refunds } = this.#known;
    const words = wordsOf(line);
    if (line.net <= 0n) {
      const refund = refunds.find(({ refund_id }) => refund_id !== null && words.includes(refund_id));
      return refund === undefined
        ? explained('outside')
        : explained('refund', { number: refund.refund_id!, full_name: refund.full_name });
    }
    const payout = this.#payoutOf(line, words);
    if (payout !== undefined) {
      this.#first(`payout ${payout.id}`, line.row);
      return explained('payout', null, payout.id);
    }
    const chosen = this.#choices.get(line.row);
    if (chosen !== undefined) {
      const payment =
        this.#known.alike.find(({ payment_id }) => payment_id === chosen) ?? payments.get(chosen);
      return payment === undefined ? open(said('line_no_payment')) : this.#once(line, payment);
    }
    const named = words.map((word) => payments.get(word)).find((found) => found !== undefined);
    if (named !== undefined) return this.#once(line, named);
    const candidates = this.#candidates(line);
    return candidates.length > 0 ? open(said('line_suggested'), candidates) : open(said('line_no_payment'));
  }

  /** A payout by the number under which the bank shows it, or the only one of that amount in the days before. */
  #payoutOf(line: FileLine, words: readonly string[]): SavedPayout | undefined {
    const free = this.#known.payouts.filter(
      ({ id, payout, has_arrived }) =>
        !has_arrived && toMils(payout) === line.net && !this.#rows.has(`payout ${id}`),
    );
    const upper = new Set(words.map((word) => word.toUpperCase()));
    const named = free.find(({ utr }) => utr !== '' && upper.has(utr.toUpperCase()));
    if (named !== undefined) return named;
    const near = free.filter(({ paid_on }) => paid_on !== null && isWithin(paid_on, line.day!, 0, 4));
    return near.length === 1 ? near[0] : undefined;
  }

  /** Payments of the same amount, near the same day, with a word of the payer's name in the line. */
  #candidates(line: FileLine): KnownPayment[] {
    const words = new Set(nameOf(line.description).tokens);
    return this.#known.alike
      .filter(
        (payment) =>
          toMils(payment.amount) === line.net &&
          isWithin(payment.paid_on, line.day!, 3, 3) &&
          !this.#known.settled.has(payment.payment_id) &&
          nameOf(payment.full_name).tokens.some((token) => token.length >= 3 && words.has(token)),
      )
      .slice(0, 5);
  }
}

const dayMs = 86_400_000;

/** True when `day` is at most so many days before, or after, the first. */
function isWithin(first: string, day: string, before: number, after: number): boolean {
  const days = (Date.parse(day) - Date.parse(first)) / dayMs;
  return days >= -before && days <= after;
}

/** The payouts of the file that were saved before. */
export const findSavedPayouts = async (
  db: Db,
  service: SettlementService,
  payoutIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (await findPayouts(db, service, payoutIds)).map(({ payout_id, currency }) => `${payout_id} ${currency}`),
  );
