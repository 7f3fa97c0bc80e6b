import type {
  Payable,
  payments,
  PaymentDetail,
  PaymentMethod,
  PayingStudent,
} from '@gurukul/contract/payments';
import { paymentMethods } from '@gurukul/contract/payments';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type { CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { officeDayOf } from './paid-when.ts';
import { readTypedAmount } from './read-amount.ts';

/** What stands for a donation in the choice of courses. */
export const donation = 'donation';

/** One more student of the same payment. */
export interface Also {
  user_id: number;
  fullname: string;
  course_id: string;
  amount: string;
}

/** The fields of the form. `student_id` is '' while nobody is chosen. */
export interface Fields {
  student_id: string;
  student: string;
  /** A course, `donation`, or ''. */
  course_id: string;
  campaign: string;
  amount: string;
  currency: string;
  also: Also[];
  method: PaymentMethod;
  paid_at: string;
  reference: string;
  full_name: string;
  email_id: string;
  phone_number: string;
  note: string;
  /** Why a payment is corrected. */
  reason: string;
}

export interface Student {
  readonly id: number;
  readonly fullname: string;
}

export const emptyFields = (today: string, student: Student | null): Fields => ({
  student_id: student ? String(student.id) : '',
  student: student?.fullname ?? '',
  course_id: '',
  campaign: '',
  amount: '',
  currency: '',
  also: [],
  method: 'cash',
  paid_at: today,
  reference: '',
  full_name: '',
  email_id: '',
  phone_number: '',
  note: '',
  reason: '',
});

/** A payment as it stands, to be corrected. */
export function fieldsOf(payment: PaymentDetail): Fields {
  const [first, ...others] = payment.shares;
  return {
    ...emptyFields(officeDayOf(payment.created_at), null),
    student_id: String(first?.user_id ?? payment.student_id ?? ''),
    student: first?.fullname ?? payment.student?.fullname ?? '',
    course_id: payment.kind === 'donation' ? donation : String(first?.course_id ?? payment.course_id),
    campaign: payment.campaign,
    amount: first?.amount ?? payment.amount,
    currency: payment.currency ?? '',
    also: others.map(({ user_id, fullname, course_id, amount }) => ({
      user_id,
      fullname,
      course_id: String(course_id),
      amount,
    })),
    method: payment.method ?? 'online',
    full_name: payment.full_name,
    email_id: payment.email_id,
    phone_number: payment.phone_number,
    note: payment.note,
  };
}

export type Proposal = CallOutput<typeof payments.propose_payment>['data'];

/** What a course is probably paid with. Nothing, where the price depends on a region that nobody has said. */
export const proposed = (payable: Payable | undefined) => ({
  course_id: payable ? String(payable.course_id) : '',
  amount: payable?.amount ?? '',
  currency: payable?.currency ?? payable?.currencies[0] ?? '',
});

/** The fields that follow from the choice of a student. */
export const fieldsFrom = ({ student, payer }: Proposal): Partial<Fields> => ({
  ...proposed(student?.courses[0]),
  ...payer,
  also: [],
});

/** A brother or sister, with the course in which they owe something in this currency. */
export function alsoFrom({ user_id, fullname, courses }: PayingStudent, currency: string): Also {
  const payable = courses.find((one) => one.currency === currency) ?? courses[0];
  return {
    user_id,
    fullname,
    course_id: payable ? String(payable.course_id) : '',
    amount: payable?.currency === currency ? (payable.amount ?? '') : '',
  };
}

const amountOf = (text: string, currency: string) => {
  const read = readTypedAmount(text, currency);
  return read.problem === null ? read.amount : '0';
};

/** All of it, for one or for several. */
export const togetherOf = ({ amount, also, currency }: Fields): string =>
  sumOf(
    [amount, ...also.map((one) => one.amount)].map((text) => amountOf(text, currency)),
    currency || null,
  );

export const isMethod = (text: string): text is PaymentMethod => paymentMethods.some((one) => one === text);

/** What the server is told. The fields are checked. */
export function inputOf(
  fields: Fields,
): Omit<CallInput<typeof payments.record_payment>, 'knowing' | 'again'> {
  const {
    student_id,
    student: _,
    course_id,
    also,
    amount,
    currency,
    reason: _reason,
    campaign,
    ...rest
  } = fields;
  const isDonation = course_id === donation;
  const user_id = Number(student_id);
  const shares = [
    { user_id, course_id: Number(course_id), amount: amountOf(amount, currency) },
    ...also.map((one) => ({
      user_id: one.user_id,
      course_id: Number(one.course_id),
      amount: amountOf(one.amount, currency),
    })),
  ];
  return {
    ...rest,
    kind: isDonation ? 'donation' : 'fee',
    campaign: isDonation ? campaign : '',
    student_id: student_id === '' ? null : user_id,
    course_id: isDonation ? null : Number(course_id),
    shares: also.length > 0 && !isDonation ? shares : null,
    amount: isDonation ? amountOf(amount, currency) : togetherOf(fields),
    currency,
  };
}
