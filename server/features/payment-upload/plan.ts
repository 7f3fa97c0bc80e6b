import type { PaymentResolution } from '@gurukul/contract/payment-upload';
import { paidStatus, voidStatus } from '@gurukul/contract/payments';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { PaymentOutcome } from '@gurukul/contract/shared/money/payment-preview';
import { mapInSlices } from '#server/slices.ts';
import { isSamePhone } from '../likeness/contacts.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { amountIn } from './amounts.ts';
import { findCurrency, notePrices } from './currencies.ts';
import type { CurrencyFound, CurrencyRules } from './currencies.ts';
import { matchPayer } from './match.ts';
import type { Match } from './match.ts';
import { nameOf } from '../likeness/names.ts';
import type { PaymentCell, TidyPayment } from './cells.ts';
import { finder } from '../imports/known-courses.ts';
import type { KnownCourse } from '../imports/known-courses.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, money, row, text } from '#server/db/columns.ts';
import type { Student, Students } from './students-index.ts';

const dayMs = 86_400_000;

/** The stored fields of a payment. */
export interface PaymentValues {
  readonly course_id: number;
  readonly student_id: number | null;
  readonly full_name: string;
  readonly email_id: string;
  readonly phone_number: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly status: string;
  readonly paid_at: string;
}

export const knownPayment = row({
  id: int,
  payment_id: text,
  /** Null: a donation, which no file changes. */
  course_id: int.nullable(),
  student_id: int.nullable(),
  full_name: text,
  email_id: text,
  phone_number: text,
  amount: money,
  currency: text.nullable(),
  status: text,
  paid_at: instant,
  /** The office wrote it down, corrected it or declared it void: no file changes it. */
  is_by_hand: bool,
  /** For several students or courses. */
  is_shared: bool,
  /** How much of it went back. */
  refunded: money,
});
export type KnownPayment = RowOf<typeof knownPayment>;

/** The provider's present data, as far as the file needs it and the person may see it. */
export interface KnownMoney {
  readonly courses: readonly KnownCourse[];
  /** The course of rows that name none. */
  readonly usualCourse: KnownCourse | null;
  /** By payment id, in any course. */
  readonly payments: ReadonlyMap<string, KnownPayment>;
  readonly isMine: (payment: KnownPayment) => boolean;
  readonly currencies: CurrencyRules;
  readonly students: Students;
  /** Students found, students of known payments, and chosen ones. */
  readonly studentById: ReadonlyMap<number, Student>;
}

export interface Change {
  readonly field: keyof PaymentValues | 'amount_refunded';
  readonly from: string | null;
  readonly to: string | null;
}

export interface Refund {
  readonly amount: string;
  /** ISO, UTC; null: the day of the upload. */
  readonly at: string | null;
}

export interface PlannedPayment {
  readonly tidy: TidyPayment;
  readonly outcome: PaymentOutcome;
  readonly course: KnownCourse | null;
  readonly match: Match;
  readonly known: KnownPayment | null;
  /** Null: not readable. */
  readonly amount: string | null;
  readonly currency: CurrencyFound;
  /** Null: the row cannot be saved. */
  readonly values: PaymentValues | null;
  /** What went back and is not written down yet. */
  readonly refund: Refund | null;
  readonly problems: readonly Sentence[];
  /** Remarks that prevent nothing. */
  readonly notes: readonly Sentence[];
  readonly changes: readonly Change[];
}

/** Rows with one payment id: equal ones count once, different ones are a problem. */
function doubles(rows: readonly TidyPayment[]): Map<number, Sentence> {
  const told = new Map<number, Sentence>();
  const byId = Map.groupBy(
    rows.filter(({ paymentId }) => paymentId !== ''),
    ({ paymentId }) => paymentId,
  );
  for (const group of byId.values()) {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) continue;
    const contentOf = ({ amount, ...tidy }: TidyPayment) =>
      JSON.stringify([tidy, amount?.digits.replace(/\.0*$|(?<=\.\d*)0+$/u, '')], (key, value: unknown) =>
        key === 'row' ? 0 : value,
      );
    const content = contentOf(first);
    if (others.every((other) => contentOf(other) === content)) {
      for (const other of others) told.set(other.row, said('same_as_row', { row: first.row }));
      continue;
    }
    for (const each of group) {
      const other = each === first ? others[0]! : first;
      told.set(each.row, said('other_payment_in_row', { row: other.row }));
    }
  }
  return told;
}

/** True when the row describes the known payer. Then nobody is asked again. */
function isSamePayer(tidy: TidyPayment, known: KnownPayment): boolean {
  const isSameName = tidy.fullName === '' || nameOf(known.full_name).sorted === tidy.name.sorted;
  const isSameEmail = tidy.emailText === '' || tidy.emailText.toLowerCase() === known.email_id.toLowerCase();
  const knownPhones = readPhones(known.phone_number) ?? [];
  const isSamePhoneText =
    tidy.phoneText === '' ||
    tidy.phoneText === known.phone_number ||
    tidy.phones.some((a) => knownPhones.some((b) => isSamePhone(a, b)));
  return isSameName && isSameEmail && isSamePhoneText;
}

function matchOf(
  tidy: TidyPayment,
  courseId: number | null,
  known: KnownPayment | null,
  { students, studentById }: KnownMoney,
): Match {
  const match = matchPayer({ ...tidy, courseId }, students);
  if (known === null || !isSamePayer(tidy, known)) return match;
  if (known.student_id === null && match.student !== null) return match;
  return {
    student: known.student_id === null ? null : (studentById.get(known.student_id) ?? null),
    ground: null,
    reason: said(known.student_id === null ? 'saved_without_student' : 'saved_before'),
    choose: false,
    candidates: [],
  };
}

const chosen = (student: Student | null): Match => ({
  student,
  ground: 'choice',
  reason: said(student === null ? 'chose_nobody' : 'chosen'),
  choose: false,
  candidates: [],
});

/** The values of a row; undefined where neither file nor data have one. */
type Draft = { readonly [F in keyof PaymentValues]: PaymentValues[F] | undefined };

const needed = [
  ['course_name', 'course_id'],
  ['amount', 'amount'],
  ['status', 'status'],
  ['created_at', 'paid_at'],
] as const;

/** True when a problem about that cell is listed already. */
const isAbout =
  (column: PaymentCell) =>
  ({ code, facts }: Sentence) =>
    facts?.['column'] === column || code.startsWith(`${column}_`);

/** What stands for a payer without a name. */
const contactOf = ({ emailText, phoneText }: TidyPayment) => emailText || phoneText;

/** The values to store. An empty cell leaves the known value. */
function valuesOf(
  tidy: TidyPayment,
  course: KnownCourse | null,
  known: KnownPayment | null,
  match: Match,
  money: { readonly amount: string | null; readonly currency: string | null },
): Draft {
  const { paidAt } = tidy;
  // The day of a cell begins at its moment.
  const isKnownDay =
    known !== null &&
    paidAt !== null &&
    paidAt.time === '' &&
    Math.floor((Date.parse(known.paid_at) - Date.parse(paidAt.at)) / dayMs) === 0;
  // A known payment keeps its student unless another one is found or chosen.
  const keepsStudent = match.student === null && match.ground !== 'choice';
  return {
    course_id: course?.id ?? known?.course_id ?? undefined,
    student_id: keepsStudent ? (known?.student_id ?? null) : (match.student?.id ?? null),
    full_name: tidy.fullName || known?.full_name || match.student?.fullname || contactOf(tidy) || undefined,
    email_id: tidy.emailText || known?.email_id || '',
    phone_number: tidy.phoneText || known?.phone_number || '',
    amount: money.amount ?? known?.amount,
    currency: money.currency,
    status: tidy.status || known?.status,
    paid_at: isKnownDay ? known.paid_at : (paidAt?.at ?? known?.paid_at),
  };
}

const fields = [
  'course_id',
  'student_id',
  'full_name',
  'email_id',
  'phone_number',
  'amount',
  'currency',
  'status',
  'paid_at',
] as const;

function changesOf(known: KnownPayment, values: PaymentValues, refund: Refund | null): Change[] {
  const asText = (value: string | number | null) => (value === null ? null : String(value));
  const isSame = (field: (typeof fields)[number], a: string | null, b: string | null) =>
    a === b ||
    (field === 'amount' && a !== null && b !== null && toMils(a) === toMils(b)) ||
    // A different case of an address or a status is no change.
    ((field === 'email_id' || field === 'status') && a?.toLowerCase() === b?.toLowerCase());
  const changes: Change[] = fields
    .map((field) => ({ field, from: asText(known[field]), to: asText(values[field]) }))
    .filter(({ field, from, to }) => !isSame(field, from, to));
  if (refund === null) return changes;
  const to = fromMils(toMils(known.refunded) + toMils(refund.amount), values.currency);
  return [...changes, { field: 'amount_refunded', from: known.refunded, to }];
}

const isComplete = (values: Draft): values is PaymentValues =>
  needed.every(([, value]) => values[value] !== undefined) && values.full_name !== undefined;

/** The amount of the row, or the known one, in this currency. */
function amountOf(
  tidy: TidyPayment,
  known: KnownPayment | null,
  currency: string | null,
  problems: Sentence[],
): string | null {
  const isMoved = known !== null && known.currency !== currency && !problems.some(isAbout('amount'));
  const written = tidy.amount ?? (isMoved ? { digits: known.amount, hasShortComma: false } : null);
  const amount = written === null ? null : amountIn(written, currency);
  if (amount === null || typeof amount === 'string') return amount;
  problems.push(amount);
  return null;
}

/** The refund that the row adds to those of the known payment. */
function refundOf(
  { refund }: TidyPayment,
  known: KnownPayment | null,
  { amount, currency, status }: Pick<Draft, 'amount' | 'currency' | 'status'>,
  problems: Sentence[],
): Refund | null {
  if (refund === null || amount === undefined) return null;
  const back = amountIn(refund.amount, currency ?? null);
  if (typeof back !== 'string' || toMils(back) > toMils(amount)) {
    problems.push(said(typeof back === 'string' ? 'refunded_above' : 'refunded_unreadable'));
    return null;
  }
  const more = toMils(back) - toMils(known?.refunded ?? '0');
  if (more <= 0n) return null;
  if (status?.toLowerCase() !== paidStatus) problems.push(said('refunded_of_none', { status: status ?? '' }));
  if (known?.is_shared === true) problems.push(said('refunded_of_shared'));
  return { amount: fromMils(more, currency ?? null), at: refund.at?.at ?? null };
}

const sharedFields: ReadonlySet<Change['field']> = new Set(['amount', 'course_id', 'student_id']);

/** Why these changes of a known payment cannot be made. */
function reasonsAgainst(known: KnownPayment, changes: readonly Change[]): Sentence[] {
  const to = changes.find(({ field }) => field === 'amount')?.to;
  const isLess = to !== undefined && to !== null && toMils(to) < toMils(known.refunded);
  const isShare = known.is_shared && changes.some(({ field }) => sharedFields.has(field));
  return [...(isShare ? [said('payment_is_shared')] : []), ...(isLess ? [said('payment_was_refunded')] : [])];
}

export type Resolutions = ReadonlyMap<number, PaymentResolution>;

/**
 * Decides for every row what the upload would do. Pure: preview and upload use the same plan. `choices` are the
 * person's; without them the plan follows from file and data alone.
 */
export function planPayments(
  rows: readonly TidyPayment[],
  money: KnownMoney,
  resolutions: Resolutions = new Map(),
): Promise<PlannedPayment[]> {
  const findCourse = finder(money.courses);
  const isSkipped = ({ row }: TidyPayment) => {
    const choice = resolutions.get(row);
    return choice !== undefined && 'skip' in choice;
  };
  const double = doubles(rows.filter((tidy) => !isSkipped(tidy)));

  return mapInSlices(rows, (tidy): PlannedPayment => {
    const problems = [...tidy.problems];
    const atHand = tidy.paymentId === '' ? null : (money.payments.get(tidy.paymentId) ?? null);
    const known = atHand !== null && money.isMine(atHand) ? atHand : null;
    if (tidy.paymentId === '' && !problems.some(isAbout('payment_id'))) {
      problems.push(said('column_missing', { column: 'payment_id' }));
    }
    if (atHand !== null && known === null) problems.push(said('taken_payment_id'));

    const named = tidy.courseName === '' ? null : findCourse(tidy.courseName);
    if (tidy.courseName !== '' && named === null) problems.push(said('unknown_course'));
    if (named === 'many') problems.push(said('several_courses'));
    const usual = tidy.courseName === '' && known === null ? money.usualCourse : null;
    const course = named === 'many' ? null : (named ?? usual);
    const courseId = course?.id ?? known?.course_id ?? null;

    const choice = resolutions.get(tidy.row);
    const wanted = choice !== undefined && 'student_id' in choice ? choice.student_id : undefined;
    const isGone = typeof wanted === 'number' && !money.studentById.has(wanted);
    if (isGone) problems.push(said('student_gone'));
    const match =
      wanted === undefined || isGone
        ? matchOf(tidy, courseId, known, money)
        : chosen(wanted === null ? null : money.studentById.get(wanted)!);

    const currency = findCurrency(tidy, courseId, known, money.currencies);
    if (currency.problem !== null) problems.push(currency.problem);
    const amount = amountOf(tidy, known, currency.code, problems);
    const values = valuesOf(tidy, course, known, match, { amount, currency: currency.code });
    for (const [column, value] of needed) {
      const isNamed = column === 'course_name' && tidy.courseName !== '';
      if (values[value] === undefined && !problems.some(isAbout(column)) && !isNamed) {
        problems.push(said('column_missing', { column }));
      }
    }
    if (values.full_name === undefined && !problems.some(isAbout('full_name')) && !match.choose) {
      problems.push(said('column_missing', { column: 'full_name' }));
    }
    const refund = refundOf(tidy, known, values, problems);
    const twin = double.get(tidy.row);
    if (twin !== undefined) problems.push(twin);

    const planned = (
      outcome: PaymentOutcome,
      saved: PaymentValues | null = null,
      changes: readonly Change[] = [],
    ): PlannedPayment => ({
      tidy,
      outcome,
      course,
      match,
      known,
      amount,
      currency,
      values: saved,
      refund: saved === null ? null : refund,
      notes: [
        ...tidy.notes,
        ...(values.full_name === contactOf(tidy) && known === null
          ? [said('payer_unnamed', { text: values.full_name })]
          : []),
        ...notePrices(currency.code, courseId, money.currencies),
        ...(refund === null ? [] : [said('refunded_noted', { amount: refund.amount })]),
      ],
      problems: outcome === 'problem' && match.choose ? [...problems, match.reason] : problems,
      changes,
    });
    if (isSkipped(tidy)) return planned('skip');
    if (known?.is_by_hand === true) {
      const note = said(known.status === voidStatus ? 'payment_void' : 'payment_by_hand');
      return { ...planned('unchanged'), problems: [], notes: [note] };
    }
    if (problems.length > 0 || match.choose || !isComplete(values)) return planned('problem');
    if (known === null) return planned('new', values);
    const changes = changesOf(known, values, refund);
    problems.push(...reasonsAgainst(known, changes));
    if (problems.length > 0) return planned('problem');
    return changes.length === 0 ? planned('unchanged') : planned('update', values, changes);
  });
}
