import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, done, id } from './shared/fields.ts';
import { roles } from './shared/roles.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

/** As many waiting requests are answered at once; the oldest come first. */
export const requestsShown = 500;

/** What an account admin may answer a request with. */
export const decisions = ['accepted', 'declined'] as const;
export type Decision = (typeof decisions)[number];

/** Somebody asks for an address that is out of their reach to come into a course, or to an event of it. */
export const accessRequest = z.object({
  request_id: wireId,
  email_id: z.string(),
  /** As it was handed in; empty where only the address was. */
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.nullable(z.string()),
  /** null: the course itself is asked for. */
  event_name: z.nullable(z.string()),
  /** null: a machine asked, with the key of `by_key`. */
  asked_by: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  by_key: z.nullable(z.string()),
  asked_at: wireInstant,
  /** Whose address it is now; null: nobody's. */
  belongs_to: z.nullable(z.object({ user_id: wireId, fullname: z.string(), role: z.enum(roles) })),
  can: can('accept'),
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** A person who holds a second role beside the main one. */
export const secondRole = z.object({
  user_id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  main_role: z.enum(roles),
  second_role: z.enum(roles),
  /** null: it came with the data, nobody took it in the portal. */
  taken_at: z.nullable(wireInstant),
  /** Who made the change: the person, as a rule. */
  taken_by: z.nullable(z.string()),
  /** What would be left alone if the role went. */
  duty: z.nullable(z.enum(['teaches', 'runs'])),
  can: can('take_back'),
});
export type SecondRole = z.infer<typeof secondRole>;

/** Many accounts failed to sign in within an hour: somebody tries one password on many of them. */
export const signInAlarm = z.object({
  alarm_id: wireId,
  /** Such as 203.0.113.0/24; null: from so many networks that none stands out. */
  network: z.nullable(z.string()),
  accounts: wireCount,
  started_at: wireInstant,
  last_at: wireInstant,
  seen_at: z.nullable(wireInstant),
  seen_by: z.nullable(z.string()),
});
export type SignInAlarm = z.infer<typeof signInAlarm>;

const admin = { who: { admin: 'any' }, additive: true } as const;

export const access = {
  get_requests: call(
    'GET /access/get_requests',
    { summary: 'Requests that wait for an account admin, oldest first', ...admin },
    z.object({}),
    /** `total_count`: all that wait, also those beyond the 500 that are shown. */
    answer({ data: z.array(accessRequest), total_count: wireCount }),
  ),
  decide: call(
    'POST /access/decide',
    {
      summary: 'Accept requests and carry them out, or decline them',
      ...admin,
      changes: true,
      undoable: true,
    },
    z.object({ request_ids: z.array(id).min(1).max(requestsShown), decision: z.enum(decisions) }),
    done,
  ),
  get_second_roles: call(
    'GET /access/get_second_roles',
    { summary: 'People with a second role, who added it and when', ...admin },
    z.object({}),
    answer({ data: z.array(secondRole) }),
  ),
  get_alarms: call(
    'GET /access/get_alarms',
    { summary: 'Alarms about sign-in attempts on many accounts in the last 90 days, newest first', ...admin },
    z.object({}),
    /** The newest 100; `unseen` counts all. */
    answer({ data: z.array(signInAlarm), unseen: wireCount }),
  ),
  see_alarm: call(
    'POST /access/see_alarm',
    { summary: 'Mark an alarm as seen', ...admin, changes: true },
    z.object({ alarm_id: id }),
    done,
  ),
  take_back_role: call(
    'POST /access/take_back_role',
    {
      summary: "Remove a person's second role and end the sessions in it",
      ...admin,
      changes: true,
    },
    z.object({ user_id: id }),
    done,
  ),
};
