import * as z from 'zod';
import { pdfBytes, uploadTarget } from './files.ts';
import { call } from './shared/calls/call.ts';
import {
  answer,
  currency,
  date,
  done,
  email,
  id,
  instant,
  line,
  money,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { intakeScopes } from './shared/calls/intake-scopes.ts';
import type { IntakeScope } from './shared/calls/intake-scopes.ts';
import { keyed } from './shared/keyed.ts';
import { lineOf } from './shared/written/text.ts';
import { said, text } from './shared/words/said.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { paymentKinds, refundKinds } from './payments.ts';
import { optionalColumns } from './student-import.ts';
import type { OptionalColumn } from './student-import.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';

/**
 * Data from the provider's public site and its payment service, sent by machines. Everything here may be sent again: an
 * item has an identity of its own (an address and a course, a payment id, a file), and an existing one is `unchanged`.
 */
export const intakeItemsMax = 500;

export const intakeOutcomes = ['created', 'updated', 'unchanged', 'rejected'] as const;
export type IntakeOutcome = (typeof intakeOutcomes)[number];

export const intakeResult = z.object({
  /** The position of the item in the request, from 0. */
  index: wireCount,
  outcome: z.enum(intakeOutcomes),
  /** The id of the stored row; null when the item was rejected. */
  id: z.nullable(wireId),
  /** The reason of a rejection, or a remark. */
  problem: z.nullable(z.string()),
  /** The same by code: one for each sentence of `problem`, none without. */
  notes: z.array(said),
});
export type IntakeResult = z.infer<typeof intakeResult>;

export const intakeCounts = z.object({
  created: wireCount,
  updated: wireCount,
  unchanged: wireCount,
  rejected: wireCount,
});
export type IntakeCounts = z.infer<typeof intakeCounts>;

/** The same years as for spreadsheets of payments: the database has years that no client can show. */
const paidAt = instant.refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1990 && year <= 2100;
});

// A payer may type or paste controls and marks that nobody sees, and the payment counts all the same.
const payerName = z
  .string()
  .max(200)
  .transform((text) => lineOf(text, 200))
  .pipe(requiredLine(200));

/** A course by its id or, where a site has no ids, by its name. */
const ofCourse = { course_id: id.optional(), course_name: line(200).optional() };

const cell = line(100).optional();

export const studentIntake = z.object({
  /** Checked with its row, so that one odd address refuses one student only. */
  email_id: line(254).transform((text) => text.normalize('NFKC')),
  first_name: requiredLine(100),
  last_name: line(100).optional(),
  ...ofCourse,
  class_name: line(100).optional(),
  phone_number: line(30).optional(),
  /** `timezone`: an IANA zone, or a place such as Chicago. Without it the place proposes, else the class. */
  ...keyed<Record<OptionalColumn, typeof cell>>(optionalColumns, () => cell),
  gender: line(20).optional(),
  dob: date.optional(),
  address: line(500).optional(),
  pincode: line(20).optional(),
  language: spokenLanguage.optional(),
  /**
   * The site's own number of the person, the same in every request. It tells brothers and sisters with one address
   * apart; without it their birthdays do.
   */
  person_ref: requiredLine(100).optional(),
});
export type StudentIntake = z.output<typeof studentIntake>;

/** The student's own number on the site, needed where several students have one address. */
const ofPerson = requiredLine(100).optional();

export const paymentIntake = z.object({
  payment_id: requiredLine(200),
  ...ofCourse,
  full_name: payerName,
  email_id: email,
  person_ref: ofPerson,
  phone_number: line(30).optional(),
  /** With at most the decimals of its currency. */
  amount: money,
  /**
   * A code of ISO 4217. Without it: the known one of this payment, else that of the course's prices where they have one,
   * else that of its price for the student's region, else none.
   */
  currency: currency.optional(),
  /** `donation`: then it needs no course. Without it a known payment stays what it is, and a new one is a fee. */
  kind: z.enum(paymentKinds).optional(),
  /** Of a donation. */
  campaign: line(200).optional(),
  /** `success` means paid. All other texts do not. */
  status: requiredLine(100),
  paid_at: paidAt,
});
export type PaymentIntake = z.output<typeof paymentIntake>;

/** Money of a payment that went back to the payer. */
export const refundIntake = z.object({
  /** The service's own number of the refund or dispute. */
  refund_id: requiredLine(200),
  /** A payment of a key. */
  payment_id: requiredLine(200),
  /** More than nothing. The refunds of a payment are never more than the payment. */
  amount: money,
  /** That of the payment. */
  currency: currency.optional(),
  refunded_at: paidAt,
  /** `dispute`: the payer's bank took the money back. Without it: `refund`. */
  kind: z.enum(refundKinds).optional(),
  /** `reversed`: it did not arrive, or the dispute was won, so it counts no more. Without it: `done`. */
  state: z.enum(['done', 'reversed']).optional(),
  reason: line(500).optional(),
});
export type RefundIntake = z.output<typeof refundIntake>;

export const ticketIntake = z.object({
  payment_id: requiredLine(200),
  name: payerName,
  email,
  phone: line(30).optional(),
  course_type: requiredLine(200),
  registration_code: requiredLine(100),
  adult: wholeNumber(0, 1000),
  child: wholeNumber(0, 1000),
  amount: money,
  /** Without it: the known one of this ticket, else that of the prices of all courses of its type, where they have one. */
  currency: currency.optional(),
  status: requiredLine(100),
  paid_at: paidAt,
});
export type TicketIntake = z.output<typeof ticketIntake>;

/** Registers a known student. */
export const registrationIntake = z.object({ event_id: id, email_id: email, person_ref: ofPerson });
export type RegistrationIntake = z.output<typeof registrationIntake>;

/** A finished file of this key, handed in by a student for their class. */
export const homeworkIntake = z.object({
  file_id: z.uuid(),
  email_id: email,
  person_ref: ofPerson,
  ...ofCourse,
  week_name: requiredLine(100),
  topic_id: id.optional(),
});
export type HomeworkIntake = z.output<typeof homeworkIntake>;

const messageMax = 10_000;

/** A question from the public site, for the mailboxes of its type. */
export const enquiryIntake = z.object({
  /** The site's own id for it: sending the same id again changes and sends nothing. */
  enquiry_id: requiredLine(200),
  /** The type by its id or, where a site has no ids, by its name. */
  course_type_id: id.optional(),
  query_type: line(100).optional(),
  name: requiredLine(200),
  email_id: email,
  phone_number: line(30).optional(),
  message: z.string().trim().min(1).max(messageMax),
});
export type EnquiryIntake = z.output<typeof enquiryIntake>;

/** Days until the admins hear that a key ends. */
export const keyEndsSoonDays = 14;
/** The longest time that an old signing secret goes on beside the new one. */
export const mostOverlapHours = 7 * 24;
const mostNetworks = 20;

/** An address, or a network such as 203.0.113.0/24. */
const network = line(50).refine((text) =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((form) => form.safeParse(text).success),
);
const networks = z.array(network).max(mostNetworks);

/** One day of a key, by UTC. */
export const intakeDay = z.object({
  day: wireDate,
  requests: wireCount,
  /** Requests that were refused. */
  refused: wireCount,
  items: wireCount,
  /** From where it was used. */
  networks: z.array(z.string()),
});
export type IntakeDay = z.infer<typeof intakeDay>;

export const intakeKey = z.object({
  id: wireId,
  name: z.string(),
  /** The first characters of the key, to tell it from others. The key itself is shown once and stored nowhere. */
  starts_with: z.string(),
  scopes: z.array(z.enum(intakeScopes)),
  created_by: z.string(),
  created_at: wireInstant,
  last_used_at: z.nullable(wireInstant),
  /** From where it was last used, such as 203.0.113.0/24. */
  last_network: z.nullable(z.string()),
  /** From where it may be used; empty: from anywhere. */
  networks: z.array(z.string()),
  expires_at: z.nullable(wireInstant),
  is_over: z.boolean(),
  /** When its signing key was last made anew. */
  rotated_at: z.nullable(wireInstant),
  revoked_at: z.nullable(wireInstant),
  can: can('revoke', 'rotate'),
});
export type IntakeKey = z.infer<typeof intakeKey>;

const byKey = (scope: IntakeScope, summary: string) =>
  ({ summary, who: 'key', scope, changes: true, additive: true }) as const;

const items = <S extends z.core.$ZodType>(item: S) =>
  z.object({ items: z.array(item).min(1).max(intakeItemsMax) });

const results = answer({ data: z.object({ results: z.array(intakeResult), counts: intakeCounts }) });

const admin = { action: 'portal.settings', additive: true } as const;

export const intake = {
  keys: call(
    'GET /intake/keys',
    { summary: 'The intake keys, newest first', ...admin },
    z.object({}),
    answer({ data: z.array(intakeKey) }),
  ),
  create_key: call(
    'POST /intake/keys',
    {
      summary: 'Make an intake key and its signing key, both shown once; needs your own password',
      sealed: ['password'],
      says: ['failed', 'wrong_password', 'wait_to_try'],
      changes: true,
      secret: true,
      ...admin,
    },
    z.object({
      /** The caller's own, because a key outlives the session in which it was made. */
      password: z.string().max(2000),
      name: requiredLine(100),
      scopes: z.array(z.enum(intakeScopes)).min(1).max(intakeScopes.length),
      /** Absent or empty: from anywhere. */
      networks: networks.optional(),
      /** In the future. Absent: it does not end by itself. */
      expires_at: z.nullable(instant).optional(),
    }),
    answer({
      /** Absent after a refusal, which is in `error`. */
      data: z.object({ id: wireId, key: z.string(), signing_key: z.string() }).optional(),
      error: text.optional(),
    }),
  ),
  limit_key: call(
    'POST /intake/limit_key',
    { stepUp: true, summary: 'From where a key may be used, and when it ends', changes: true, ...admin },
    z.object({ id, networks, expires_at: z.nullable(instant) }),
    done,
  ),
  rotate_key: call(
    'POST /intake/rotate_key',
    {
      stepUp: true,
      summary: 'Make a new signing key, shown once; the old one goes on for some hours',
      changes: true,
      secret: true,
      ...admin,
    },
    /** With 0 hours the old one ends at once. */
    z.object({ id, overlap_hours: wholeNumber(0, mostOverlapHours) }),
    answer({ data: z.object({ signing_key: z.string() }) }),
  ),
  key_days: call(
    'GET /intake/key_days/{id}',
    { summary: 'What a key did on each of the last 30 days, newest first', ...admin },
    z.object({ id }),
    answer({ data: z.array(intakeDay) }),
  ),
  revoke_key: call(
    'POST /intake/revoke_key',
    { stepUp: true, summary: 'Revoke a key at once', changes: true, ...admin },
    z.object({ id }),
    done,
  ),
  students: call(
    'POST /intake/students',
    byKey('students', 'Hand in students with their courses; known students stay unchanged'),
    items(studentIntake),
    results,
  ),
  payments: call(
    'POST /intake/payments',
    byKey(
      'payments',
      'Hand in payments; known payments of a key are updated, those of the office are refused',
    ),
    items(paymentIntake),
    results,
  ),
  signed_payments: call(
    'POST /intake/signed_payments/{key_id}',
    {
      ...byKey(
        'payments',
        'Hand in payments as a webhook, signed with the signing key instead of carrying the key',
      ),
      signed: true,
    },
    z.object({ key_id: id, items: z.array(paymentIntake).min(1).max(intakeItemsMax) }),
    results,
  ),
  refunds: call(
    'POST /intake/refunds',
    byKey('payments', 'Hand in refunds and disputes of payments of a key; a known refund_id is updated'),
    items(refundIntake),
    results,
  ),
  signed_refunds: call(
    'POST /intake/signed_refunds/{key_id}',
    {
      ...byKey(
        'payments',
        'Hand in refunds and disputes as a webhook, signed with the signing key instead of carrying the key',
      ),
      signed: true,
    },
    z.object({ key_id: id, items: z.array(refundIntake).min(1).max(intakeItemsMax) }),
    results,
  ),
  tickets: call(
    'POST /intake/tickets',
    byKey('tickets', 'Hand in event tickets; a known payment id is updated'),
    items(ticketIntake),
    results,
  ),
  registrations: call(
    'POST /intake/registrations',
    byKey('registrations', 'Register known students for events'),
    items(registrationIntake),
    results,
  ),
  homework: call(
    'POST /intake/homework',
    byKey('homework', 'Hand in homework PDFs uploaded with this key'),
    items(homeworkIntake),
    results,
  ),
  enquiries: call(
    'POST /intake/enquiries',
    byKey('enquiries', 'Hand in questions; the portal mails each to the mailboxes of its type'),
    items(enquiryIntake),
    results,
  ),
  begin_file: call(
    'POST /intake/files/begin',
    { ...byKey('homework', 'Begin the upload of a homework PDF'), secret: true },
    z.object({ name: requiredLine(255), size: z.int().positive().max(pdfBytes) }),
    answer({ file_id: z.string(), upload: uploadTarget, expires_at: wireInstant }),
  ),
  finish_file: call(
    'POST /intake/files/finish',
    byKey('homework', 'Check the uploaded PDF and store it'),
    z.object({ file_id: z.uuid() }),
    answer({ file_id: z.string(), name: z.string() }),
  ),
};
