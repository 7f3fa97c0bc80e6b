import type { PaymentResolution } from '@gurukul/contract/imports';
import type { PaymentOutcome } from '@gurukul/contract/shared/payment-preview';
import { mapInSlices } from '#server/slices.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { isSamePhone, readPhones } from './contacts.ts';
import { matchPayer } from './match.ts';
import type { Match } from './match.ts';
import { nameOf } from './names.ts';
import type { TidyPayment } from './payment-cells.ts';
import { finder } from './rules.ts';
import type { KnownCourse } from './rules.ts';
import type { Student, Students } from './students-index.ts';

/** What is stored of a payment. */
export interface PaymentValues {
  readonly course_id: number;
  readonly student_id: number | null;
  readonly full_name: string;
  readonly email_id: string;
  readonly phone_number: string;
  readonly amount: string;
  readonly status: string;
  readonly paid_at: string;
}

export interface KnownPayment extends PaymentValues {
  readonly id: number;
  readonly payment_id: string;
}

/** What the provider already has, as far as the file speaks of it and the person may see it. */
export interface KnownMoney {
  readonly courses: readonly KnownCourse[];
  /** The course of rows that name none. */
  readonly usualCourse: KnownCourse | null;
  /** By payment id, whoever's they are. */
  readonly payments: ReadonlyMap<string, KnownPayment>;
  readonly isMine: (payment: KnownPayment) => boolean;
  readonly students: Students;
  /** Those found, those known payments name, and those that were chosen. */
  readonly studentById: ReadonlyMap<number, Student>;
}

export interface Change {
  readonly field: keyof PaymentValues;
  readonly from: string | null;
  readonly to: string | null;
}

export interface PlannedPayment {
  readonly tidy: TidyPayment;
  readonly outcome: PaymentOutcome;
  readonly course: KnownCourse | null;
  readonly match: Match;
  readonly known: KnownPayment | null;
  /** null: nothing can be saved of it. */
  readonly values: PaymentValues | null;
  readonly problems: readonly string[];
  readonly changes: readonly Change[];
}

/** Rows that speak of one payment: equal ones count once, others cannot both be right. */
function doubles(rows: readonly TidyPayment[]): Map<number, string> {
  const said = new Map<number, string>();
  const byId = Map.groupBy(
    rows.filter(({ paymentId }) => paymentId !== ''),
    ({ paymentId }) => paymentId,
  );
  for (const group of byId.values()) {
    const [first, ...others] = group;
    if (first === undefined || others.length === 0) continue;
    const contentOf = (tidy: TidyPayment) => JSON.stringify({ ...tidy, row: 0 });
    const content = contentOf(first);
    if (others.every((other) => contentOf(other) === content)) {
      for (const other of others) said.set(other.row, `The same as row ${first.row}`);
      continue;
    }
    for (const each of group) {
      const other = each === first ? others[0]! : first;
      said.set(each.row, `Row ${other.row} has the same payment id and says something else`);
    }
  }
  return said;
}

/** Whether the row says of the payer what is known already; then nobody is asked again who it is. */
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
    reason: known.student_id === null ? 'Saved without a student before' : 'As it was saved before',
    choose: false,
    candidates: [],
  };
}

const chosen = (student: Student | null): Match => ({
  student,
  ground: 'choice',
  reason: student === null ? 'Chosen: no student' : 'Chosen by you',
  choose: false,
  candidates: [],
});

/** What a row comes to; undefined where neither file nor data say it. */
type Draft = { readonly [F in keyof PaymentValues]: PaymentValues[F] | undefined };

const missing: readonly (readonly [string, (values: Draft) => boolean])[] = [
  ['Course is missing', ({ course_id }) => course_id === undefined],
  ['Amount is missing', ({ amount }) => amount === undefined],
  ['Status is missing', ({ status }) => status === undefined],
  ['Date is missing', ({ paid_at }) => paid_at === undefined],
];

/** What would be stored. An empty cell leaves what is known. */
function valuesOf(
  tidy: TidyPayment,
  course: KnownCourse | null,
  known: KnownPayment | null,
  match: Match,
): Draft {
  const { paidAt } = tidy;
  const isKnownDay =
    known !== null &&
    paidAt !== null &&
    !paidAt.hasTime &&
    kolkataDay(known.paid_at) === kolkataDay(paidAt.at);
  // Of a payment known before, its student stays unless another one is found or chosen.
  const keepsStudent = match.student === null && match.ground !== 'choice';
  return {
    course_id: course?.id ?? known?.course_id,
    student_id: keepsStudent ? (known?.student_id ?? null) : (match.student?.id ?? null),
    full_name: tidy.fullName || known?.full_name || match.student?.fullname,
    email_id: tidy.emailText || known?.email_id || '',
    phone_number: tidy.phoneText || known?.phone_number || '',
    amount: tidy.amount ?? known?.amount,
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
  'status',
  'paid_at',
] as const;

function changesOf(known: KnownPayment, values: PaymentValues): Change[] {
  const asText = (value: string | number | null) => (value === null ? null : String(value));
  const isSame = (field: (typeof fields)[number], a: string | null, b: string | null) =>
    a === b ||
    // Capital letters of an address or a status tell nothing.
    ((field === 'email_id' || field === 'status') && a?.toLowerCase() === b?.toLowerCase());
  return fields
    .map((field) => ({ field, from: asText(known[field]), to: asText(values[field]) }))
    .filter(({ field, from, to }) => !isSame(field, from, to));
}

const isComplete = (values: Draft): values is PaymentValues =>
  missing.every(([, isMissing]) => !isMissing(values)) && values.full_name !== undefined;

export type Resolutions = ReadonlyMap<number, PaymentResolution>;

/**
 * Decides for every row what the upload would do. Pure: the preview shows the plan, the upload carries it out. Choices
 * of the person come on top; without them it is what the file and the data say.
 */
export function planPayments(
  rows: readonly TidyPayment[],
  money: KnownMoney,
  resolutions: Resolutions = new Map(),
): Promise<PlannedPayment[]> {
  const findCourse = finder(money.courses);
  const isSkipped = ({ row }: TidyPayment) => {
    const said = resolutions.get(row);
    return said !== undefined && 'skip' in said;
  };
  const double = doubles(rows.filter((tidy) => !isSkipped(tidy)));

  return mapInSlices(rows, (tidy): PlannedPayment => {
    const problems = [...tidy.problems];
    const atHand = tidy.paymentId === '' ? null : (money.payments.get(tidy.paymentId) ?? null);
    const known = atHand !== null && money.isMine(atHand) ? atHand : null;
    if (tidy.paymentId === '' && !problems.some((text) => text.startsWith('Payment id'))) {
      problems.push('Payment id is missing');
    }
    if (atHand !== null && known === null) problems.push('This payment id is already taken');

    const named = tidy.courseName === '' ? null : findCourse(tidy.courseName);
    if (tidy.courseName !== '' && named === null) problems.push('There is no course of this name');
    if (named === 'many') problems.push('Several courses have this name');
    const usual = tidy.courseName === '' && known === null ? money.usualCourse : null;
    const course = named === 'many' ? null : (named ?? usual);
    const courseId = course?.id ?? known?.course_id ?? null;

    const said = resolutions.get(tidy.row);
    const wanted = said !== undefined && 'student_id' in said ? said.student_id : undefined;
    const isGone = typeof wanted === 'number' && !money.studentById.has(wanted);
    if (isGone) problems.push('This student cannot be chosen');
    const match =
      wanted === undefined || isGone
        ? matchOf(tidy, courseId, known, money)
        : chosen(wanted === null ? null : money.studentById.get(wanted)!);

    const values = valuesOf(tidy, course, known, match);
    const hasProblemOf = (label: string) => problems.some((text) => text.startsWith(label));
    for (const [text, isMissing] of missing) {
      const [label = ''] = text.split(' ');
      const isNamed = label === 'Course' && tidy.courseName !== '';
      if (isMissing(values) && !hasProblemOf(label) && !isNamed) problems.push(text);
    }
    if (values.full_name === undefined && !hasProblemOf('Name') && !match.choose)
      problems.push('Name is missing');
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
      values: saved,
      problems: outcome === 'problem' && match.choose ? [...problems, match.reason] : problems,
      changes,
    });
    if (isSkipped(tidy)) return planned('skip');
    if (problems.length > 0 || match.choose || !isComplete(values)) return planned('problem');
    if (known === null) return planned('new', values);
    const changes = changesOf(known, values);
    return changes.length === 0 ? planned('unchanged') : planned('update', values, changes);
  });
}
