import * as z from 'zod';
import { registrationRoles } from './accounts.ts';
import { mailStates } from './mails.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, id } from './shared/fields.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** `expired`: the link is over. The person stays, and can be sent another. */
export const invitationStates = ['open', 'expired'] as const;

/** Somebody who is invited and has not signed up. */
export const invitationRow = z.object({
  user_id: wireId,
  email_id: z.string(),
  role: z.enum(registrationRoles),
  /** Who invited them first; null where nobody knows it any more. */
  invited_by: z.nullable(z.string()),
  /** The last mail with a link. */
  sent_at: z.nullable(wireInstant),
  expires_at: z.nullable(wireInstant),
  state: z.enum(invitationStates),
  /** What became of that mail, as in the delivery log; null: the log no longer has it. */
  mail: z.nullable(z.enum(mailStates)),
  /** The courses and weekly slots that are theirs already. */
  courses: wireCount,
  slots: wireCount,
});
export type InvitationRow = z.infer<typeof invitationRow>;

/** The specified calls that invite and sign up are in `accounts`. */
export const invitations = {
  get_invitations: call(
    'GET /invitations/get_invitations',
    {
      summary: 'People who are invited and have not signed up; a course admin gets those whom they invited',
      action: 'colleagues.invite',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(invitationRow) }),
  ),
  resend_invitation: call(
    'POST /invitations/resend_invitation',
    {
      summary: 'Mail an invited person a new link; the links before it end',
      action: 'colleagues.invite',
      changes: true,
      additive: true,
      log: { kind: 'invited' },
    },
    z.object({ uid: id }),
    done,
  ),
  revoke_invitation: call(
    'POST /invitations/revoke_invitation',
    {
      summary: 'End an invitation; the courses and slots of the person are without them',
      action: 'colleagues.invite',
      changes: true,
      undo: 'removed',
      additive: true,
    },
    z.object({ uid: id }),
    /** The number of courses and of weekly slots that nobody has now. */
    answer({ open_courses: wireCount, open_slots: wireCount }),
  ),
};
