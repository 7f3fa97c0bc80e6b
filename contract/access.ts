import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done, id } from './shared/fields.ts';
import { roles } from './shared/calls/roles.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

/** Most waiting requests in one answer, oldest first. */
export const requestsShown = 500;

/** The possible decisions of an account admin. */
export const decisions = ['accepted', 'declined'] as const;
export type Decision = (typeof decisions)[number];

/** A request to add a person out of the asker's reach to a course, or to one of its events. */
export const accessRequest = z.object({
  request_id: wireId,
  email_id: z.string(),
  /** As sent; empty when only the address was sent. */
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.nullable(z.string()),
  /** Null: the request is for the course itself. */
  event_name: z.nullable(z.string()),
  /** Null: a machine asked, with the key of `by_key`. */
  asked_by: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  by_key: z.nullable(z.string()),
  asked_at: wireInstant,
  /** Of everybody behind the address the one whom the request means, else a colleague, else the first; null: nobody. */
  belongs_to: z.nullable(
    z.object({
      user_id: wireId,
      fullname: z.string(),
      role: z.enum(roles),
      has_name: z.boolean(),
      /** False: the request may mean several students, so nobody is enrolled or registered by it. */
      is_certain: z.boolean(),
    }),
  ),
  can: can('accept'),
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** A person with a second role beside the main one. */
export const secondRole = z.object({
  user_id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  main_role: z.enum(roles),
  second_role: z.enum(roles),
  /** Null: it came with the first data. */
  taken_at: z.nullable(wireInstant),
  /** The author of the change, normally the person. */
  taken_by: z.nullable(z.string()),
  /** The duty that prevents the end of the role. */
  duty: z.nullable(z.enum(['teaches', 'runs'])),
  can: can('take_back'),
});
export type SecondRole = z.infer<typeof secondRole>;

/** An account admin, as the other account admins see them. */
export const accountAdmin = z.object({
  user_id: wireId,
  fullname: z.string(),
  email_id: z.string(),
  /** The last use of a session or of a browser that is known; null: none is stored. */
  last_seen_at: z.nullable(wireInstant),
  has_second_factor: z.boolean(),
  suspended_at: z.nullable(wireInstant),
});
export type AccountAdmin = z.infer<typeof accountAdmin>;

/**
 * `spraying`: many accounts failed to sign in within an hour, so somebody tries one password on many of them.
 * `mass_export`: somebody took many rows within an hour. `refusals`: many of their requests were refused.
 * `broken_log`: an entry of the security log was changed or removed. Of an intake key: `key_network`: used from a network
 * that it was never used from; `key_refusals`: many refused requests on one day; `key_volume`: far more than on any of
 * its last thirty days, or anything after so long a silence.
 */
export const keyAlarms = ['key_network', 'key_refusals', 'key_volume'] as const;
export type KeyAlarm = (typeof keyAlarms)[number];
export const backupAlarms = ['backup_failed', 'log_failed', 'copy_failed'] as const;
export type BackupAlarm = (typeof backupAlarms)[number];
export const alarmKinds = [
  'spraying',
  'mass_export',
  'refusals',
  'broken_log',
  ...keyAlarms,
  ...backupAlarms,
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export const alarm = z.object({
  alarm_id: wireId,
  kind: z.enum(alarmKinds),
  /** Such as 203.0.113.0/24. Null: from so many networks that none stands out, or no network has to do with it. */
  network: z.nullable(z.string()),
  /** Whose exports or refusals they are. */
  person: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  /** The name of the intake key that it is about. */
  key: z.nullable(z.string()),
  /** How many accounts, rows, refusals or uses; of a broken log the first wrong entry; of backups the hours since a good one. */
  accounts: wireCount,
  started_at: wireInstant,
  last_at: wireInstant,
  seen_at: z.nullable(wireInstant),
  seen_by: z.nullable(z.string()),
});
export type Alarm = z.infer<typeof alarm>;

/** What lets somebody in, or shows them data, besides sessions. */
export const wayKinds = [
  'passkey',
  'code_app',
  'openid_identity',
  'remembered_browser',
  'known_browser',
  'calendar_link',
  'intake_key',
  'notifications',
  'my_page_device',
] as const;
export type WayKind = (typeof wayKinds)[number];

export const wayIn = z.object({
  kind: z.enum(wayKinds),
  /** Of this kind and person. */
  id: z.string(),
  /** Of a passkey or an intake key; of an identity its service and address; else empty. */
  name: z.string(),
  /** Names of the browser and the system; empty when they are unknown. */
  browser: z.string(),
  system: z.string(),
  made_at: wireInstant,
  used_at: z.nullable(wireInstant),
  expires_at: z.nullable(wireInstant),
});
export type WayIn = z.infer<typeof wayIn>;

const admin = { action: 'colleagues.access', additive: true } as const;

export const access = {
  get_requests: call(
    'GET /access/get_requests',
    { summary: 'Requests that wait for an account admin, oldest first', ...admin },
    z.object({}),
    /** `total_count`: all waiting requests, also those beyond the 500 in `data`. */
    answer({ data: z.array(accessRequest), total_count: wireCount }),
  ),
  decide: call(
    'POST /access/decide',
    {
      stepUp: true,
      summary: 'Accept requests and carry them out, or decline them',
      ...admin,
      changes: true,
      undo: 'decided',
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
  get_admins: call(
    'GET /access/get_admins',
    {
      summary: 'The account admins, when each was here last, and whether they have a second factor',
      ...admin,
    },
    z.object({}),
    answer({ data: z.array(accountAdmin) }),
  ),
  get_alarms: call(
    'GET /access/get_alarms',
    {
      summary:
        'Alarms of the last 90 days, newest first: attempts on many accounts, mass exports, many refusals, a broken log, odd uses of intake keys',
      ...admin,
    },
    z.object({}),
    /** The newest 100; `unseen` counts all. */
    answer({ data: z.array(alarm), unseen: wireCount }),
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
      stepUp: true,
      summary: "Remove a person's second role and end the sessions in it",
      ...admin,
      changes: true,
      log: { kind: 'role_changed', about: 'user_id' },
    },
    z.object({ user_id: id }),
    done,
  ),
  get_ways_in: call(
    'GET /access/get_ways_in/{uid}',
    {
      summary: 'What lets a person in besides sessions, with its last use and its end',
      action: 'account.devices',
      subject: 'uid',
      additive: true,
    },
    z.object({ uid: id }),
    answer({
      data: z.array(wayIn),
      suspended_at: z.nullable(wireInstant),
      can: can('suspend', 'resume', 'reset', 'reset_factors'),
    }),
  ),
  end_way_in: call(
    'POST /access/end_way_in',
    {
      summary:
        'End one of them; a passkey, an app with codes or an identity at a service needs a proof of the last minutes',
      action: 'account.devices',
      subject: 'uid',
      changes: true,
      additive: true,
      log: { kind: 'access_ended', about: 'uid' },
    },
    /** `way_id` as `get_ways_in` answers it: a number, or the beginning of a hash. */
    z.object({ uid: id, kind: z.enum(wayKinds), way_id: z.string().regex(/^[0-9a-f]{1,20}$/) }),
    done,
  ),
  suspend: call(
    'POST /access/suspend',
    {
      stepUp: true,
      summary: 'End the sign-in and the duties of a colleague at once, until somebody lets them in again',
      ...admin,
      changes: true,
      log: { kind: 'suspended', about: 'user_id' },
    },
    z.object({ user_id: id }),
    done,
  ),
  resume: call(
    'POST /access/resume',
    {
      stepUp: true,
      summary: 'Let a suspended colleague sign in again',
      ...admin,
      changes: true,
      log: { kind: 'resumed', about: 'user_id' },
    },
    z.object({ user_id: id }),
    done,
  ),
  reset_sign_in: call(
    'POST /access/reset_sign_in',
    {
      stepUp: true,
      summary:
        'End everything that lets a colleague in, the password too, and mail them a link for a new one',
      ...admin,
      changes: true,
      log: { kind: 'access_reset', about: 'user_id' },
    },
    z.object({ user_id: id }),
    done,
  ),
};
