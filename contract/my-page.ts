import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done, email, id } from './shared/fields.ts';
import { correctedFields } from './shared/person/person.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

/**
 * What a reader of a page can do there, as the trail names it, what they answer by WhatsApp, and what they paid on the
 * page of a payment service. These are no calls.
 */
export const pageActions = [
  'page.say_absent',
  'page.come_after_all',
  'page.correct',
  'page.answer',
  'page.consent',
  'page.save_wish',
  'page.save_settings',
  'page.reply',
  'page.hand_in',
  'page.book_test',
  'page.change_test',
  'page.answer_place',
  'page.take_receipt',
  'page.take_certificate',
  'page.refuse_address',
  'page.stop_whatsapp',
  'page.register',
  'page.paid_online',
] as const;
export type PageAction = (typeof pageActions)[number];

/** What people can do without mails about. A cancel is always told. */
export const unwantedMails = ['reminders', 'events', 'newsletters'] as const;
export type UnwantedMail = (typeof unwantedMails)[number];

/** A mailbox behind which the student is. */
export const pageLink = z.object({
  mailbox: z.string(),
  /** Its holder has proved it for this student. */
  is_proved: z.boolean(),
  /** Whose address it is: the student, or guardians who may see. */
  reader: z.string(),
  /** The students within reach whom its page shows, or would once it is proved. */
  students: wireCount,
  /** Null: nobody has been sent a link yet. */
  made_at: z.nullable(wireInstant),
  /** By a device that gave a code from the mailbox. */
  used_at: z.nullable(wireInstant),
  expires_at: z.nullable(wireInstant),
  revoked_at: z.nullable(wireInstant),
  devices: wireCount,
  /** The caller reaches all students whom the page shows: they may have its link, and end it. */
  can: can('copy', 'end'),
});
export type PageLink = z.infer<typeof pageLink>;

/** What a course admin may not change alone, where others' courses are concerned. Account admins decide about it. */
export const askedFields = ['email_id', 'contacts', 'guardians'] as const;
export type AskedField = (typeof askedFields)[number];

const proposedGuardian = z.object({
  name: z.string(),
  relation: z.string(),
  email_id: z.string(),
  phone_number: z.string(),
  may_see: z.boolean(),
  pays: z.boolean(),
});
export type ProposedGuardian = z.infer<typeof proposedGuardian>;

/** What somebody proposes on their page, or a course admin asks for. */
export const correction = z.object({
  correction_id: wireId,
  user_id: wireId,
  fullname: z.string(),
  field: z.enum([...correctedFields, ...askedFields]),
  /** As it is now; empty: not known. */
  now: z.string(),
  value: z.string(),
  /** Of guardians. `now` and `value` are empty. */
  guardians: z.optional(z.object({ now: z.array(proposedGuardian), value: z.array(proposedGuardian) })),
  said_by: z.string(),
  said_at: wireInstant,
  /** `decide`: what a course admin asks for, only account admins decide. */
  can: can('decide'),
});
export type Correction = z.infer<typeof correction>;

export const answerKinds = ['cannot_come', 'reply'] as const;

/** What a student or guardian said on their page. */
export const pageAnswer = z.object({
  answer_id: wireId,
  kind: z.enum(answerKinds),
  student_id: wireId,
  fullname: z.string(),
  class_id: wireId,
  class_name: z.string(),
  course_name: z.string(),
  /** Of a meeting that they cannot come to: its day. */
  held_on: z.nullable(wireDate),
  body: z.string(),
  said_by: z.string(),
  said_at: wireInstant,
  withdrawn_at: z.nullable(wireInstant),
  seen_by: z.array(z.object({ fullname: z.string(), seen_at: wireInstant })),
  /** `see`: the caller has not seen it yet. */
  can: can('see'),
});
export type PageAnswer = z.infer<typeof pageAnswer>;

/** Answers of the last days. */
export const answerDays = 60;

const ofMailbox = { student_id: id, mailbox: email };

export const myPage = {
  get_links: call(
    'GET /my_page/get_links/{student_id}',
    {
      summary:
        'The mailboxes behind which a student is, the links of their pages, and what they propose to correct',
      action: 'students.myPage',
      additive: true,
    },
    z.object({ student_id: id }),
    answer({ data: z.object({ links: z.array(pageLink), corrections: z.array(correction) }) }),
  ),
  give_link: call(
    'POST /my_page/give_link',
    {
      summary: 'The link of a page, made or opened again if need be, and mailed if so asked',
      action: 'students.myPage',
      changes: true,
      secret: true,
      additive: true,
      log: { kind: 'key_made', about: 'student_id' },
    },
    z.object({ ...ofMailbox, send: z.boolean() }),
    /** Null: it was only mailed, because the page may show students out of reach. */
    answer({ data: z.object({ url: z.nullable(z.string()) }) }),
  ),
  revoke_link: call(
    'POST /my_page/revoke_link',
    {
      summary: 'End the link of a page and its devices; mails have no link until the office gives one again',
      action: 'students.myPage',
      changes: true,
      additive: true,
      log: { kind: 'key_ended', about: 'student_id' },
    },
    z.object(ofMailbox),
    done,
  ),
  get_corrections: call(
    'GET /my_page/get_corrections',
    {
      summary: 'What students and guardians propose to correct and nobody has decided, the oldest first',
      action: 'students.myPage',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(correction) }),
  ),
  decide_correction: call(
    'POST /my_page/decide_correction',
    {
      summary: 'Take a proposed correction, or decline it',
      action: 'students.myPage',
      changes: true,
      undo: 'decided',
      additive: true,
    },
    z.object({ correction_id: id, take: z.boolean() }),
    done,
  ),
  get_answers: call(
    'POST /my_page/get_answers',
    {
      summary:
        'What students and guardians of a class, or of a student, said on their pages, the latest first',
      action: 'teaching.answers',
      additive: true,
    },
    z.union([z.object({ class_id: id }), z.object({ student_id: id })]),
    answer({ data: z.array(pageAnswer) }),
  ),
  see_answers: call(
    'POST /my_page/see_answers',
    {
      summary: 'Note that the caller has seen these answers',
      action: 'teaching.answers',
      changes: true,
      additive: true,
    },
    z.object({ answer_ids: z.array(id).min(1).max(500) }),
    done,
  ),
};
