import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import type {
  MoneyOfStatus,
  PaymentCounts,
  PaymentPreview,
  PaymentPreviewRow,
} from '@gurukul/contract/shared/money/payment-preview';
import { isRefundNews } from '../payments/tell-refunded.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { mapInSlices } from '#server/slices.ts';
import type { Change, KnownMoney, PlannedPayment } from './plan.ts';

/** Counts every row exactly once. */
export function countPayments(plan: readonly PlannedPayment[]): PaymentCounts {
  const count = (...outcomes: PlannedPayment['outcome'][]) =>
    plan.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    rows: plan.length,
    created: count('new'),
    updated: count('update'),
    skipped: count('unchanged', 'skip'),
    rejected: count('problem'),
    without_student: plan.filter(({ values }) => values?.student_id === null).length,
  };
}

/** Of how many refunds the payers hear. */
export function countRefunds(plan: readonly PlannedPayment[], now: Date): PaymentPreview['refunds'] {
  const refunds = plan.flatMap(({ values, refund }) => (values === null ? [] : (refund ?? [])));
  const told = refunds.filter(({ at }) => isRefundNews(at, now)).length;
  return { told, untold: refunds.length - told };
}

interface Money {
  readonly status: string;
  readonly currency: string | null;
  readonly amount: string;
}

/** Sums by status and currency, the most frequent first. The case of a status does not matter. */
async function sumsOf(all: readonly Money[]): Promise<MoneyOfStatus[]> {
  const sums = new Map<string, { status: string; currency: string | null; count: number; mils: bigint }>();
  await mapInSlices(all, ({ status, currency, amount }) => {
    const key = `${status.toLowerCase()} ${currency}`;
    const sum = sums.get(key) ?? { status: status.toLowerCase(), currency, count: 0, mils: 0n };
    sums.set(key, { ...sum, count: sum.count + 1, mils: sum.mils + toMils(amount) });
  });
  return Array.from(sums.values(), ({ mils, ...sum }) => ({
    ...sum,
    amount: fromMils(mils, sum.currency),
  })).toSorted((a, b) => b.count - a.count);
}

/** A payment that stands in several rows in the same words counts once. */
export const moneyInFile = (plan: readonly PlannedPayment[]): Promise<MoneyOfStatus[]> =>
  sumsOf(
    plan.flatMap(({ tidy, amount, currency, problems }) =>
      amount === null || problems.some(({ code }) => code === 'same_as_row')
        ? []
        : [{ status: tidy.status, currency: currency.code, amount }],
    ),
  );

export const moneySaved = (plan: readonly PlannedPayment[]): Promise<MoneyOfStatus[]> =>
  sumsOf(plan.flatMap(({ values }) => values ?? []));

/** The digest of a plan: two plans with the same one do the same to the same payments. */
export const digestOfPlan = (plan: readonly PlannedPayment[]): Promise<string> =>
  digestOf(
    plan.map(({ tidy, outcome, values, refund, known, match, problems }) => [
      tidy.row,
      outcome,
      values,
      refund,
      known,
      match.candidates.map(({ student }) => student.id),
      problems,
    ]),
  );

const shownFields: Readonly<Record<string, string>> = {
  course_id: 'course_name',
  student_id: 'student',
  paid_at: 'created_at',
};

export function previewOf(money: KnownMoney) {
  const courseNames = new Map(money.courses.map(({ id, name }) => [String(id), name]));
  const inWords = (field: string, value: string | null): string => {
    if (value === null) return '';
    if (field === 'course_id') return courseNames.get(value) ?? '';
    return field === 'student_id' ? (money.studentById.get(Number(value))?.fullname ?? '') : value;
  };
  const shown = ({ field, from, to }: Change) => ({
    field: shownFields[field] ?? field,
    from: inWords(field, from),
    to: inWords(field, to),
  });
  return ({
    tidy,
    outcome,
    course,
    match,
    known,
    amount,
    currency,
    values,
    problems,
    notes,
    changes,
  }: PlannedPayment): PaymentPreviewRow => ({
    row: tidy.row,
    outcome,
    payment_id: tidy.paymentId,
    full_name: values?.full_name ?? tidy.fullName,
    email_id: tidy.emailText,
    phone_number: tidy.phoneText,
    course_name: course?.name ?? (tidy.courseName || inWords('course_id', String(known?.course_id ?? ''))),
    amount: values?.amount ?? amount,
    currency: currency.code,
    status: values?.status ?? tidy.status,
    created_at: values?.paid_at ?? tidy.paidAt?.at ?? null,
    student:
      match.student === null
        ? null
        : { id: match.student.id, fullname: match.student.fullname, email_id: match.student.email_id },
    matched_by: match.ground,
    reason: match.reason,
    // With another problem in the row, a choice alone would not save it.
    choose: match.choose && outcome === 'problem' && problems.length === 1,
    candidates: match.candidates.map(({ student, because }) => ({
      id: student.id,
      fullname: student.fullname,
      email_id: student.email_id,
      phone_number: student.phone_number,
      because,
    })),
    problems: [...problems],
    notes: [...notes],
    changes: changes.map(shown),
  });
}
