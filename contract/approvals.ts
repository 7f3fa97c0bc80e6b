import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done, id, outcome, requiredLine } from './shared/fields.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

/**
 * Calls by which an account admin could become, weaken or remove another one, or erase sooner. They need a second person
 * whatever the office allows. For them a day in which nobody stopped it counts as the approval.
 */
export const waitingCalls = [
  'accounts.ask_email_change',
  'accounts.send_reset_link',
  'passkeys.reset_factors',
  'access.end_way_in',
  'access.reset_sign_in',
  'access.suspend',
  'access.resume',
  'openid.save_service',
  'openid.delete_service',
] as const;
export type WaitingCall = (typeof waitingCalls)[number];

/**
 * Calls by which rows of people leave in a file or mail, or end. All of them that one person makes in an hour count
 * together; beyond the size that the office allows they need a second person, and so do some at any size.
 * A call that needs one answers 409
 * `second_person_needed`. Then it is asked for here, another account admin approves it, and the same call of the same
 * person with the same input goes through for the same rows: a change once, within 24 hours; an export within an hour. With
 * other rows than those that were approved it answers 409 `deed_changed`.
 */
export const askedCalls = [
  ...waitingCalls,
  'selection.save_change',
  'students.delete_student',
  'students.remove_student_association',
  'people.delete_teacher',
  'people.delete_course_admin',
  'duplicates.merge_people',
  'audit.undo_change',
  'students.export_students',
  'payments.export_payments',
  'payments.export_tickets',
  'ledger.export_owing',
  'settlements.export_journal',
  'attendance.export_report',
  'attendance.export_history',
  'security.export_log',
  'reports.add_report',
  'reports.pause_report',
  'reports.send_report',
  'privacy.export_person',
  'privacy.erase_person',
  'privacy.save_retention',
  'provider.save_settings',
] as const;
export type AskedCall = (typeof askedCalls)[number];

/** Calls that all account admins get a mail about, when they are asked for and when they are done. */
export const watchedCalls = [
  ...waitingCalls,
  'privacy.erase_person',
  'privacy.save_retention',
  'provider.save_settings',
] as const;
export type WatchedCall = (typeof watchedCalls)[number];

/** In hours: how long an approved export may be downloaded. */
export const exportHours = 1;
/** In hours: how long an action on another account admin waits until nobody has to approve it any more. */
export const waitingHours = 24;
/** In days: after an account admin stopped or refused an action, waiting approves no other one of that asker on the same admin. */
export const stoppedDays = 30;
const longestReason = 500;

/** `stopped`: waiting alone does not approve it any more, a second person still can. */
export const actionStates = ['waiting', 'stopped', 'approved', 'refused', 'expired', 'done'] as const;

export const askedAction = z.object({
  id: wireId,
  call: z.enum(askedCalls),
  /** What happens to each of them, for changes of a selection; else empty. */
  kind: z.string(),
  /** How many people or rows; null: it always needs a second person. */
  size: z.nullable(wireCount),
  /** Whom it is about, where it is one person. */
  about: z.nullable(z.string()),
  /** For who may decide: the filters of the list, by field, with names for ids; else empty. */
  filter: z.record(z.string(), z.string()),
  /** For who may decide: the names of the first ten whom it concerns, where they are students. */
  names: z.array(z.string()),
  asked_by: z.string(),
  reason: z.string(),
  asked_at: wireInstant,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(wireInstant),
  done_at: z.nullable(wireInstant),
  /** Until when it can be decided or done. */
  until: wireInstant,
  /** From when on nobody has to approve it, unless somebody stops it; null: somebody has to. */
  alone_from: z.nullable(wireInstant),
  state: z.enum(actionStates),
  /**
   * For who asked, once it is approved: the input with which the call goes through. Secrets are left out and do not
   * count: the person who makes the call types them again.
   */
  input: z.nullable(z.record(z.string(), z.unknown())),
  /** Whom an action is about can stop it and not approve it. */
  can: can('decide', 'stop', 'do'),
});
export type AskedAction = z.infer<typeof askedAction>;

export const approvals = {
  get_deeds: call(
    'GET /approvals/get_deeds',
    {
      summary:
        'Actions that were asked for in the last 90 days, newest first: all for an account admin, else own',
      action: 'portal.askSecond',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(askedAction), waiting: wireCount }),
  ),
  ask_deed: call(
    'POST /approvals/ask_deed',
    {
      summary: 'Ask for a second person for a call that needs one; the account admins get a mail',
      action: 'portal.askSecond',
      changes: true,
      additive: true,
    },
    z.object({
      call: z.enum(askedCalls),
      /** The input of that call. */
      input: z.record(z.string().max(100), z.unknown()),
      reason: requiredLine(longestReason),
    }),
    answer({ data: z.object({ id: wireId }) }),
  ),
  decide_deed: call(
    'POST /approvals/decide_deed',
    {
      stepUp: true,
      summary:
        "Approve or refuse somebody else's action; who asked gets a mail. Whom it is about can only refuse, which stops the waiting",
      action: 'colleagues.access',
      changes: true,
      additive: true,
    },
    z.object({ id, approve: z.boolean() }),
    done,
  ),
  stop_by_link: call(
    'POST /approvals/stop_by_link',
    {
      summary: 'Stop what waits, with the secret of the link that every account admin got by mail',
      who: 'anyone',
      says: ['failed', 'stop_link_over'],
      changes: true,
      additive: true,
    },
    z.object({ secret: z.string().trim().min(1).max(200) }),
    outcome,
  ),
};
