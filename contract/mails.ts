import * as z from 'zod';
import { unwantedMails } from './my-page.ts';
import { call } from './shared/calls/call.ts';
import { answer, date, done, email, id, idOrNone, line, page, pageSize } from './shared/fields.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

/**
 * The state of a mail. `queued` waits for its turn or its next attempt. `failed` was given up. `withdrawn` was taken
 * back before it left. `kept` is in the outbox, because no mail server is set. `bounced` came back after it was sent. A
 * `sent` one with a `failure` is delayed.
 */
export const mailStates = ['queued', 'sent', 'kept', 'failed', 'bounced', 'withdrawn'] as const;
export type MailState = (typeof mailStates)[number];

/** Mails about events. A course admin sees them too, for events of their own courses. */
export const eventMailKinds = [
  'event_published',
  'event_changed',
  'event_canceled',
  'event_on_again',
] as const;
/** Mails that say that an event takes place. Those that have not left are withdrawn when it is canceled. */
export const invitingKinds = ['event_published', 'event_changed', 'event_on_again'] as const;
export type EventMailKind = (typeof eventMailKinds)[number];

export const mailKinds = [
  'invite',
  'reset_code',
  'password_changed',
  'sign_in_blocked',
  'new_device',
  'security_alarm',
  'reset_link',
  'email_confirm',
  'email_refuse',
  'email_changed',
  'browser_copied',
  'deed_asked',
  'deed_decided',
  'openid_linked',
  'factor_news',
  'intake_key_made',
  'intake_key_rotated',
  'intake_key_ends',
  'intake_keys_left',
  ...eventMailKinds,
  'meeting_reminder',
  'event_reminder',
  'meeting_change',
  'cover_asked',
  'cover_nobody',
  'receipt',
  'owing_reminder',
  'my_page_link',
  'my_page_code',
  'address_changed',
  'address_refused',
  'enquiry',
  'message',
  'report',
  'open_cases',
  'homework_decided',
  'test_news',
  'test_reminder',
  'registration_code',
  'registration_news',
  'class_again',
  'place_kept',
  'check_ends',
  'money_back',
  'test_mail',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailRow = z.object({
  mail_id: wireId,
  kind: z.enum(mailKinds),
  recipient: z.string(),
  /** The name of the recipient, if known. */
  fullname: z.nullable(z.string()),
  event_id: z.nullable(wireId),
  event_name: z.nullable(z.string()),
  state: z.enum(mailStates),
  enqueued_at: wireInstant,
  sent_at: z.nullable(wireInstant),
  failed_at: z.nullable(wireInstant),
  /** The reason why the last attempt failed, also while more are to come, or why it bounced or is delayed. */
  failure: z.nullable(z.string()),
  tries: wireCount,
  /** Of how many changes of meetings the one mail tells. Absent: of one. */
  changes: wireCount.optional(),
  can: can('retry', 'read'),
});
export type MailRow = z.infer<typeof mailRow>;

export const mailCounts = z.object({
  queued: wireCount,
  sent: wireCount,
  /** Absent when there are none, as always with a mail server. */
  kept: wireCount.optional(),
  failed: wireCount,
  /** Absent when there are none. */
  bounced: wireCount.optional(),
  withdrawn: wireCount,
});
export type MailCounts = z.infer<typeof mailCounts>;

/**
 * The reasons why a student got no mail about an event: it is not published, it was published without mails, it was
 * canceled before, its reader wants no invitations, or the student was not among its students when the mails were sent.
 */
export const unsentReasons = [
  'not_published',
  'not_announced',
  'canceled',
  'unwanted',
  'not_there_then',
] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** An event that concerns a student who got no mail about it. */
export const unsentRow = z.object({
  event_id: wireId,
  event_name: z.string(),
  course_name: z.string(),
  event_date: wireDate,
  reason: z.enum(unsentReasons),
});
export type UnsentRow = z.infer<typeof unsentRow>;

export const mailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The address is not proved: instead of the facts the mail has the way to its reader's page. */
  is_link_only: z.optional(z.boolean()),
});
export type MailPreview = z.infer<typeof mailPreview>;

/** `soft`: a later try may succeed. `delayed`: somebody still tries. */
export const bounceKinds = ['hard', 'soft', 'complaint', 'delayed', 'delivered'] as const;
export type BounceKind = (typeof bounceKinds)[number];

/** Why an item of a report is not noted. */
export const bounceProblems = ['no_address', 'no_mail_of_ours', 'unknown_kind', 'contradiction'] as const;
export type BounceProblem = (typeof bounceProblems)[number];

/**
 * A report about a mail, by the address it went to, by its Message-ID, or both, as they stand in a delivery status
 * notification. Each is read by itself, so that an odd one refuses no other.
 */
const bounce = z.object({
  /** Also `rfc822; a@b` and `Name <a@b>`. */
  address: z.string().nullish(),
  message_id: z.string().nullish(),
  /** One of `bounceKinds`, an Action of RFC 3464, or a Feedback-Type of RFC 5965. Without it the code says it, else `hard`. */
  kind: z.string().nullish(),
  /** A code of RFC 3463 such as 5.1.1. Without it, the one in the reason. */
  status: z.union([z.string(), z.number()]).nullish(),
  /** Stored as one line, and cut after 500 characters. */
  reason: z.string().nullish(),
});
export type Bounce = z.output<typeof bounce>;

export const bounceResult = z.object({
  /** The position of the item in the request, from 0. */
  index: wireCount,
  /** `unknown`: the portal sent no such mail in the last days. */
  outcome: z.enum(['noted', 'unknown', 'rejected']),
  /** How it was read: still on its way, did not arrive, nobody is at the address. Null: `problem` says why not. */
  means: z.nullable(z.enum(['delivered', 'delayed', 'gave_up', 'hard', 'complaint'])),
  problem: z.nullable(z.enum(bounceProblems)),
});
export type BounceResult = z.infer<typeof bounceResult>;

/** An address of somebody from which a mail came back for good, or whose reader called one unwanted. */
export const markedAddress = z.object({
  address: z.string(),
  /** Whose it is: the person, or a guardian of theirs. */
  fullname: z.string(),
  kind: z.enum(['hard', 'complaint']),
  reason: z.string(),
  at: wireInstant,
});
export type MarkedAddress = z.infer<typeof markedAddress>;

export const mails = {
  get_mails: call(
    'POST /mails/get_mails',
    {
      summary: 'The delivery log of all mails, newest first',
      action: 'events.mails',
      additive: true,
    },
    z.object({
      state: z.enum(['all', ...mailStates]).default('all'),
      kind: z.enum(mailKinds).nullish(),
      event_id: idOrNone,
      /** Mails to the present students of a class. */
      class_id: idOrNone,
      /** Only mails to this student. */
      student_id: idOrNone,
      /** Calendar days in Asia/Kolkata on which the mail was written, both included. */
      from: z.union([date, z.literal('')]).optional(),
      to: z.union([date, z.literal('')]).optional(),
      search: line(200).nullish(),
      page,
      pageSize,
    }),
    /** The counts ignore the filter by state. */
    answer({
      data: z.array(mailRow),
      total_count: wireCount,
      /** Without one, mails stay in the outbox. */
      has_server: z.boolean(),
      counts: mailCounts,
    }),
  ),
  get_unsent: call(
    'GET /mails/get_unsent/{student_id}',
    {
      summary: 'Events of a student without a mail to them, and why; upcoming, or over for at most 30 days',
      action: 'events.mails',
      additive: true,
    },
    z.object({ student_id: id }),
    /** `unwanted`: what the student's reader wants no mails about. */
    answer({ data: z.array(unsentRow), unwanted: z.array(z.enum(unwantedMails)) }),
  ),
  retry_mails: call(
    'POST /mails/retry_mails',
    {
      summary: 'Send failed mails again: the named ones, or all of an event',
      action: 'events.mails',
      changes: true,
      additive: true,
    },
    z.union([z.object({ mail_ids: z.array(id).min(1).max(500) }), z.object({ event_id: id })]),
    answer({ data: z.object({ retried: wireCount, skipped: wireCount }) }),
  ),
  bounced: call(
    'POST /mails/bounced',
    {
      summary: 'What a mail service heard later: a mailbox did not take a mail, or its reader complained',
      who: 'key',
      scope: 'bounces',
      changes: true,
      additive: true,
    },
    z.object({ items: z.array(bounce).min(1).max(100) }),
    answer({
      data: z.object({
        noted: wireCount,
        unknown: wireCount,
        /** Absent when there are none. */
        rejected: wireCount.optional(),
      }),
      results: z.array(bounceResult),
    }),
  ),
  get_marked: call(
    'GET /mails/get_marked/{user_id}',
    {
      summary: 'The addresses of a student, their guardians or a colleague from which mails came back',
      action: 'events.mails',
      additive: true,
    },
    z.object({ user_id: id }),
    answer({ data: z.array(markedAddress) }),
  ),
  try_address: call(
    'POST /mails/try_address',
    {
      summary: 'Write to an address again from which a mail came back',
      action: 'events.mails',
      changes: true,
      additive: true,
    },
    z.object({ user_id: id, address: email }),
    done,
  ),
  kept_mail: call(
    'GET /mails/kept_mail/{mail_id}',
    {
      summary: 'The text of a mail in the outbox, links and codes included; only without a mail server',
      action: 'events.mails',
      additive: true,
    },
    z.object({ mail_id: id }),
    answer({ data: mailPreview }),
  ),
  preview_mail: call(
    'GET /mails/preview_mail/{kind}',
    {
      summary: "A mail as it is sent, with sample data or an event's data",
      action: 'events.mails',
      additive: true,
    },
    z.object({ kind: z.enum(mailKinds), event_id: idOrNone }),
    answer({ data: mailPreview }),
  ),
};
