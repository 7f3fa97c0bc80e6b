import { addDays, addMonths, instantAt, type Day } from './calendar.ts';
import type { Enrolment } from './enrolments.ts';
import type { paymentRows } from './money.ts';
import { randomFor } from './random.ts';
import { numbered } from './table.ts';

/** One in so many students of the present is charged through the portal. */
const everyNthIsCharged = 2;
/** Of those who paid, one in so many has a discount as well: the rest is credit. */
const everyNthHasCredit = 20;
/** Of those whose payment failed, one in so many has a status that the office chose. */
const everyNthIsByHand = 3;

const reasons: Readonly<Record<string, string>> = {
  Exempted: 'exempted',
  Sponsored: 'sponsored',
  'Alternate arrangements made': 'alternate',
};

interface Charge {
  readonly id: number;
  readonly student_id: number;
  readonly course_id: number;
  readonly amount: string;
}

interface Waiver {
  readonly charge_id: number;
  readonly amount: string;
  readonly reason: string;
  readonly sponsor: string;
  readonly note: string;
  readonly created_at: string;
}

type Payments = ReturnType<typeof paymentRows>;

/** Whole units, the first parts get what does not divide. */
const inParts = (price: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(price / count) + (index < price % count ? 1 : 0));

/**
 * Charges of half of the present students, in plans of 1 to 4 parts, with waivers and refunds, so that each payment
 * status follows from its ledger. `byHand` are enrolments (by student and course) whose status the office chose.
 */
export function chargeRows(enrolments: readonly Enrolment[], payments: Payments, today: Day) {
  const random = randomFor('charges');
  const charges: (Charge & Readonly<Record<string, unknown>>)[] = [];
  const waivers: Waiver[] = [];
  const refunds: object[] = [];
  const byHand = new Set<string>();
  let seen = 0;

  for (const { student, course, endedOn, payment, registeredAt } of enrolments) {
    if (endedOn !== null) continue;
    seen += 1;
    const { amount: price, currency } = course.priceIn(student.country);
    const own = payments.filter((each) => each.student_id === student.id && each.course_id === course.id);
    const received = own.filter(({ status }) => status === 'success');
    const sum = received.reduce((total, { amount }) => total + Number(amount), 0);
    const isSettled = payment === 'Successful' ? sum === price : true;
    if (seen % everyNthIsCharged !== 0 || price === 0 || !isSettled) continue;
    if (payment === 'Refunded' && sum !== price) continue;
    if (payment === 'Failed') {
      if (seen % (everyNthIsCharged * everyNthIsByHand) !== 0) continue;
      byHand.add(`${student.id} ${course.id}`);
    }
    const registeredOn = registeredAt.slice(0, 10);
    const amounts = inParts(price, random.between(1, 4));
    const made = amounts.map((amount, index) => ({
      id: charges.length + index + 1,
      student_id: student.id,
      course_id: course.id,
      part: index + 1,
      parts: amounts.length,
      due_on: addMonths(addDays(registeredOn, 14), index),
      amount: amount.toFixed(2),
      currency,
      created_at: registeredAt,
      canceled_at: null,
      cancel_reason: null,
    }));
    charges.push(...made);

    const waive = (charge: Charge, amount: string, reason: string) =>
      waivers.push({
        charge_id: charge.id,
        amount,
        reason,
        sponsor: reason === 'sponsored' ? 'Annadata fund' : '',
        note: reason === 'discount' ? 'A brother studies here too' : '',
        created_at: registeredAt,
      });
    const reason = reasons[payment ?? ''];
    if (reason !== undefined) for (const charge of made) waive(charge, charge.amount, reason);
    const hasDiscount = payment === null || (payment === 'Successful' && seen % everyNthHasCredit === 0);
    const last = made.at(-1)!;
    if (hasDiscount) waive(last, (Number(last.amount) / 10).toFixed(2), 'discount');
    if (payment === 'Refunded') {
      const back = received.map(({ id, amount, paid_at }) => ({
        payment_id: id,
        amount,
        reason: 'Could not take part',
        ...atOnce(earlier(instantAt(addDays(paid_at.slice(0, 10), 9), 600), today)),
      }));
      refunds.push(...back);
      // As the last refund did it.
      const end = { canceled_at: back.at(-1)?.created_at ?? null, cancel_reason: 'Could not take part' };
      for (const charge of made) Object.assign(charge, end);
    }
  }
  return {
    tables: { charges, waivers: numbered(waivers), refunds: numbered(refunds) },
    byHand,
  };
}

const earlier = (instant: string, today: Day) =>
  instant < today ? instant : instantAt(addDays(today, -1), 1200);

const atOnce = (instant: string) => ({ refunded_at: instant, created_at: instant });
