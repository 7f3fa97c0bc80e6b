import * as z from 'zod';
import { mailPreview, mailStates } from './mails.ts';
import { call } from './shared/calls/call.ts';
import {
  answer,
  currency,
  date,
  done,
  fileAnswer,
  id,
  idOrNone,
  line,
  money,
  page,
  pageSize,
  requiredLine,
  sortBy,
  wholeNumber,
} from './shared/fields.ts';
import { code } from './shared/words/said.ts';
import { can, wireCount, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** A price is charged in at most this many parts. */
export const mostParts = 12;
/** The most students of one charging. */
export const mostCharged = 10_000;
/** The most ledgers of one series of reminders. */
export const mostReminded = 20_000;

/** Why somebody waives. */
export const waiverReasons = ['exempted', 'sponsored', 'alternate', 'discount'] as const;
export type WaiverReason = (typeof waiverReasons)[number];
/** Why something was waived; `refunded`: a part of the money went back and is not asked for again. */
export const waivedReasons = [...waiverReasons, 'refunded'] as const;

const wireCode = z.string().meta({ pattern: '^[A-Z]{3}$' });

/**
 * Of what is open: `due` should have been paid by today, of it `overdue` before today; `later` is not due yet. Days are
 * those of the provider's clock.
 */
const dues = { due: wireMoney, overdue: wireMoney, later: wireMoney };

/** The sums of a ledger. `open` is what the student owes, `credit` what they have paid too much: one of them is 0. */
const balance = {
  currency: wireCode,
  charged: wireMoney,
  waived: wireMoney,
  received: wireMoney,
  refunded: wireMoney,
  open: wireMoney,
  credit: wireMoney,
};

/** Where something open stands: its day was before today, is today, or is to come. */
export const openStates = ['overdue', 'due', 'later'] as const;

export const ledgerCharge = z.object({
  charge_id: wireId,
  part: wireCount,
  parts: wireCount,
  due_on: wireDate,
  amount: wireMoney,
  /** Of it, waived. */
  waived: wireMoney,
  /** What is not paid of it: the oldest charge is paid first. */
  open: wireMoney,
  /** Null: nothing of it is open. */
  state: z.nullable(z.enum(openStates)),
  note: z.string(),
  /** Null: it counts. */
  canceled_at: z.nullable(wireInstant),
  cancel_reason: z.nullable(z.string()),
});
export type LedgerCharge = z.infer<typeof ledgerCharge>;

/** What was waived at once. It may cover several charges. */
export const ledgerWaiver = z.object({
  waiver_id: wireId,
  /** The parts that it covers. */
  covers: z.array(wireCount),
  amount: wireMoney,
  reason: z.enum(waivedReasons),
  sponsor: z.string(),
  note: z.string(),
  created_at: wireInstant,
  created_by: z.nullable(z.string()),
});
export type LedgerWaiver = z.infer<typeof ledgerWaiver>;

/** Received money: a payment, or the share of one that is for this student and course. */
export const ledgerPayment = z.object({
  id: wireId,
  payment_id: z.string(),
  paid_at: wireInstant,
  amount: wireMoney,
  method: z.nullable(z.string()),
  /** It is a share of a payment. */
  is_share: z.boolean(),
  /** The number of its receipt, such as `2026-27/15`; null: it has none. */
  receipt: z.nullable(z.string()),
});
export type LedgerPayment = z.infer<typeof ledgerPayment>;

export const ledgerRefund = z.object({
  id: wireId,
  /** The payment. */
  of: wireId,
  kind: z.enum(['refund', 'dispute']),
  amount: wireMoney,
  reason: z.string(),
  refunded_at: wireInstant,
});
export type LedgerRefund = z.infer<typeof ledgerRefund>;

/** One student, one course, one currency. */
export const studentLedger = z.object({
  course_id: wireId,
  course_name: z.string(),
  /** The student is in the course now. */
  is_enrolled: z.boolean(),
  ...balance,
  ...dues,
  charges: z.array(ledgerCharge),
  waivers: z.array(ledgerWaiver),
  payments: z.array(ledgerPayment),
  refunds: z.array(ledgerRefund),
  can: can('waive', 'use_credit'),
});
export type Ledger = z.infer<typeof studentLedger>;

/** Where credit can go: what is open of the student or a sibling. */
export const creditUse = z.object({
  user_id: wireId,
  fullname: z.string(),
  course_id: wireId,
  course_name: z.string(),
  currency: wireCode,
  open: wireMoney,
});
export type CreditUse = z.infer<typeof creditUse>;

/**
 * Why a student is not charged. `charged`: they have charges of this course. `no_price`: the course has no price for
 * their country. `free`: the price is 0. `other_price`: the given parts do not add up to their price. `small_price`:
 * the price has fewer of the smallest units than there are parts. `left`: they are in the course no more. `refunded`: all
 * their money went back, and the charging names more than them.
 */
export const unchargedReasons = [
  'charged',
  'no_price',
  'free',
  'other_price',
  'small_price',
  'left',
  'refunded',
] as const;
export type UnchargedReason = (typeof unchargedReasons)[number];

/** How many, and some of their names. */
const some = { count: wireCount, names: z.array(z.string()) };

export const chargePlan = z.object({
  /** All who were looked at. */
  students: wireCount,
  /** Of them, those who are charged. */
  charged: wireCount,
  /** Those who are charged the same. */
  groups: z.array(
    z.object({
      ...some,
      currency: wireCode,
      total: wireMoney,
      parts: z.array(z.object({ due_on: wireDate, amount: wireMoney })),
    }),
  ),
  stays: z.array(z.object({ reason: z.enum(unchargedReasons), ...some })),
  /** Of those who are charged: exempted, sponsored or otherwise arranged already, so that all of it is waived. */
  waived: z.object(some),
  /** Names exactly these charges. */
  digest: z.string(),
});
export type ChargePlan = z.infer<typeof chargePlan>;

/**
 * Which ledgers a list shows: those with something in that sum; `uncharged`: students without charges. Of what is open,
 * `due` is what should have been paid by today.
 */
export const owingKinds = ['open', 'due', 'credit', 'charged', 'waived', 'refunded', 'uncharged'] as const;
export type OwingKind = (typeof owingKinds)[number];

export const owingSorts = ['fullname', 'course_name', 'open', 'overdue_since', 'last_reminder'] as const;
export type OwingSort = (typeof owingSorts)[number];

const owingFilter = {
  show: z.enum(owingKinds).default('open'),
  course_id: idOrNone,
  class_id: idOrNone,
  user_id: idOrNone,
  /** At least so many days overdue; 0 or absent: also what is not due yet. */
  overdue: wholeNumber(0, 10_000).optional(),
  currency: z.union([currency, z.literal('')]).optional(),
  /** A part of a name or email address. */
  search: line(100).optional(),
};
const owingQuery = { ...owingFilter, sort: sortBy(owingSorts) };

export const owingRow = z.object({
  user_id: wireId,
  fullname: z.string(),
  course_id: wireId,
  course_name: z.string(),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  ...balance,
  ...dues,
  /** Null: nothing is charged. */
  currency: z.nullable(wireCode),
  /** The day from which something has been overdue; null: nothing is. */
  overdue_since: z.nullable(wireDate),
  overdue_days: wireCount,
  /** The last mail that asked for it. */
  last_reminder: z.nullable(wireInstant),
  /** What became of it. Null: there was none, or it is from before this was known. */
  last_reminder_state: z.nullable(z.enum(mailStates)),
  /** Who pays: a guardian, or the student. */
  payer: z.string(),
  payer_email: z.string(),
});
export type OwingRow = z.infer<typeof owingRow>;

/** Days until the same student may be reminded again. */
export const reminderDays = 7;

export const reminderPlan = z.object({
  /** Students who owe something by now. */
  people: wireCount,
  mails: wireCount,
  /** Students who share a mail with another one. */
  sharing: wireCount,
  without_address: z.object(some),
  /** They were reminded in the last days. */
  recent: z.object(some),
  /** One of the mails; null: there is none. */
  sample: z.nullable(mailPreview),
  /** Names exactly these mails. */
  digest: z.string(),
});
export type ReminderPlan = z.infer<typeof reminderPlan>;

export const courseMoney = z.object({
  course_id: wireId,
  /** Students now. */
  students: wireCount,
  /** Of them, without a charge; none where the course has no price. */
  uncharged: wireCount,
  has_price: z.boolean(),
  totals: z.array(
    z.object({
      ...balance,
      /** Of what was received, from payers whom no student fits. It counts in no ledger. */
      unmatched: wireMoney,
      /** Of what was received and kept, from students who were never charged for it: it settles nothing. */
      not_charged: wireMoney,
    }),
  ),
});
export type CourseMoney = z.infer<typeof courseMoney>;

/** A day that somebody can mean. */
const due_on = date.refine((day) => day >= '2000-01-01' && day < '2100-01-01', code('no_date'));
/** Above 0. */
const amount = money.refine((text) => /[1-9]/.test(text), code('amount_zero'));
const digest = z.string().max(64).optional();
const change = { action: 'payments.ledger', changes: true, undo: 'changed', additive: true } as const;

export const ledger = {
  get_ledger: call(
    'POST /payments/get_ledger',
    {
      summary: 'What a student owes and has paid, per course and currency; own courses for a course admin',
      action: 'payments.ledger',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        user_id: wireId,
        fullname: z.string(),
        ledgers: z.array(studentLedger),
        /** Received payments that count in no ledger, because nobody has said their currency. */
        undecided: wireCount,
        /** Where the credit of these ledgers can go. */
        uses: z.array(creditUse),
      }),
    }),
  ),
  add_charges: call(
    'POST /payments/add_charges',
    {
      summary:
        'Charge the price of a course to its students, or to those of a class, in 1 to 12 parts; nobody twice',
      checks: 'add_charges',
      ...change,
    },
    z
      .object({
        /** One of the two, or both. */
        course_id: idOrNone,
        class_id: idOrNone,
        /** Some students of the course; absent: all who are in it now. */
        user_ids: z.array(id).min(1).max(1000).optional(),
        /** Only the price in this currency. */
        currency: currency.optional(),
        /** Dated parts that add up to the price; or their number and first day, then one is due each month. */
        parts: z.union([
          z.array(z.object({ due_on, amount })).min(1).max(mostParts),
          z.object({ count: wholeNumber(1, mostParts), first_due_on: due_on }),
        ]),
        /** The given parts count as they are, also where they are not the price, or the course has none. */
        knowing: z.boolean().optional(),
        /** Answers what it would charge, and charges nobody. */
        preview: z.boolean().optional(),
        /** From the preview that the person saw. If something has changed since, the answer is 409. */
        digest,
      })
      .refine(({ course_id, class_id }) => course_id !== null || class_id !== null, {
        path: ['course_id'],
        error: code('missing'),
      })
      .refine(
        ({ knowing, currency: chosen, parts }) => !knowing || (chosen !== undefined && Array.isArray(parts)),
        {
          path: ['currency'],
          error: code('missing'),
        },
      ),
    answer({ data: chargePlan }),
  ),
  cancel_charge: call(
    'POST /payments/cancel_charge',
    { summary: 'Cancel a charge, with a reason; what was paid of it becomes credit', ...change },
    z.object({ charge_id: id, reason: requiredLine(200) }),
    done,
  ),
  waive: call(
    'POST /payments/waive',
    {
      summary: 'Waive what is open of a student in a course, all or an amount, the oldest charge first',
      ...change,
    },
    z.object({
      user_id: id,
      course_id: id,
      /** Needed where several are open. */
      currency: currency.optional(),
      /** Absent: all that is open. */
      amount: amount.optional(),
      reason: z.enum(waiverReasons),
      /** Who pays instead. */
      sponsor: line(200).default(''),
      note: line(500).default(''),
    }),
    answer({ data: z.object({ waived: wireMoney, currency: wireCode }) }),
  ),
  cancel_waiver: call(
    'POST /payments/cancel_waiver',
    { summary: 'Cancel a waiver, with all that it covers: its amount is open again', ...change },
    z.object({ waiver_id: id }),
    done,
  ),
  use_credit: call(
    'POST /payments/use_credit',
    {
      summary: 'Use the credit of a student in a course for another course, or for a sibling',
      ...change,
    },
    z.object({
      user_id: id,
      course_id: id,
      currency,
      to: z.object({ user_id: id, course_id: id }),
      amount,
    }),
    done,
  ),
  get_owing: call(
    'POST /payments/get_owing',
    {
      summary: 'Who owes what, one page at a time; own courses for a course admin',
      action: 'payments.ledger',
      additive: true,
    },
    z.object({ ...owingQuery, page, pageSize }),
    answer({
      data: z.array(owingRow),
      total_count: wireCount,
      /** Of all rows, per currency. */
      totals: z.array(z.object({ ...balance, ...dues })),
    }),
  ),
  export_owing: call(
    'POST /payments/export_owing',
    {
      stepUp: true,
      summary: 'The same list as a spreadsheet',
      action: 'payments.ledger',
      file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      additive: true,
    },
    z.object({ format: z.enum(['xlsx', 'csv']), ...owingQuery }),
    fileAnswer,
  ),
  remind_owing: call(
    'POST /payments/remind_owing',
    {
      summary:
        'Ask by mail for what is due by now: one mail per payer and currency, at most one a week about a student',
      action: 'payments.ledger',
      changes: true,
      checks: 'remind_owing',
      additive: true,
    },
    z.object({
      /** The rows of the list. */
      filter: z.object(owingFilter),
      /** Some students of it; absent: all that it finds. */
      user_ids: z.array(id).min(1).max(1000).optional(),
      /** Answers whom it would ask, and writes nothing. */
      preview: z.boolean().optional(),
      digest,
    }),
    answer({ data: reminderPlan }),
  ),
  get_course_money: call(
    'POST /payments/get_course_money',
    {
      summary: 'What a course has charged, received, waived and refunded, and what is open, per currency',
      action: 'payments.ledger',
      additive: true,
    },
    z.object({ course_id: id }),
    answer({ data: courseMoney }),
  ),
};
