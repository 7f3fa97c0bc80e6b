import * as z from 'zod';
import { reaches } from './shared/calls/actions.ts';
import { call, formattedCost } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  date,
  done,
  email,
  id,
  idOrNone,
  line,
  outcome,
  personName,
  picture,
  requiredLine,
  richText,
  typedCode,
} from './shared/fields.ts';
import { roles } from './shared/calls/roles.ts';
import { coded, text } from './shared/words/said.ts';
import { printedVersion } from './shared/calls/version.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { notInProfiles, shownFields } from './shared/person/person.ts';
import { genders } from './shared/person/person-fields.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';

/** New password on the change and reset screens: 8 to 16 characters, a digit, a special character. */
export const passwordPattern = /^(?=.*[0-9])(?=.*[!@#$%^&*]).{8,16}$/;
/** New password at registration: 8 to 20 characters, a capital letter, a digit, a special character. */
export const registrationPasswordPattern = /^(?=.*[A-Z])(?=.*[0-9])(?=.*[#?!@$%^&*-]).{8,20}$/;
export const phonePattern = /^[6-9][0-9]{9}$/;

/** How a mailed link answers a new sign-in address: from that address, or from the one before. */
export const emailDecisions = ['confirmed', 'refused'] as const;
export type EmailDecision = (typeof emailDecisions)[number];

/** Marks a password that the browser sealed to the server's public key; the rest is base64. */
export const sealedPrefix = 'sealed:';

export { genders, type Gender } from './shared/person/person-fields.ts';

export const profileRegions = ['India', 'United States'] as const;
export type ProfileRegion = (typeof profileRegions)[number];

export const defaultProfileImage = '/defaults/profile.svg';

/** A date of birth that stands for "not given". */
export const emptyDob = '1970-01-01';

export const registrationRoles = ['courseadmin', 'coordinator', 'teacher'] as const;
export type RegistrationRole = (typeof registrationRoles)[number];

/** The roles that can be switched to and from. */
export const switchRoles = ['courseadmin', 'teacher'] as const;
export type SwitchRole = (typeof switchRoles)[number];

export const profile = z.object({
  user_id: wireId,
  fullname: z.string(),
  ...z.object(shownFields).omit(notInProfiles).shape,
  description: z.string(),
  image: z.string(),
  /** The person's second role. */
  as_role: z.nullable(z.string()),
  version: z.string(),
});
export type Profile = z.infer<typeof profile>;

/** The data of the bar above every page. */
export const topBar = profile.pick({ fullname: true, image: true, as_role: true }).extend({
  /** Only for one's own account: the session's active role and the account's main one. */
  role: z.enum(roles).optional(),
  mainrole: z.enum(roles).optional(),
  /** Only for account admins: one-time codes are paused until `release_codes`. */
  codes_paused: z.boolean().optional(),
  /** Only for one's own account: the day from which a role of the person needs a second factor, while there is none. */
  factor: z.object({ from: wireDate, days_left: wireCount }).optional(),
});
export type TopBar = z.infer<typeof topBar>;

/** A signed-in browser. */
export const openSession = z.object({
  session_id: wireId,
  role: z.enum(roles),
  /** Such as 'Firefox' and 'Android'; empty where the browser did not say. */
  browser: z.string(),
  system: z.string(),
  /** The network address of its sign-in; null for sessions from before it was stored. */
  from: z.nullable(z.string()),
  started_at: wireInstant,
  last_seen_at: wireInstant,
  is_this: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

/** Sealed or plain. The rules for passwords apply after decryption. */
const password = z.string().max(2000);
const oneTimeValue = z.string().trim().min(1).max(200);

/** The values that the sign-in page's role select may send, old and new, with the role of each. */
const roleChoices: Readonly<Record<string, '' | SwitchRole>> = {
  courseadmin: 'courseadmin',
  'Course Admin': 'courseadmin',
  teacher: 'teacher',
  Teacher: 'teacher',
};
export const roleChoice = z
  .literal(['', 'None', 'none', 'courseadmin', 'Course Admin', 'teacher', 'Teacher'])
  .nullish()
  .transform((choice): '' | SwitchRole => roleChoices[choice ?? ''] ?? '');

const reach = z.nullable(z.enum(reaches));

/** Who may make a call, and how far each role reaches with it; null: the role may not. */
export const callReach = z.object({
  /** 'noun.call' */
  call: z.string(),
  noun: z.string(),
  summary: z.string(),
  changes: z.boolean(),
  /** `anyone` needs no token, `key` is a machine. Only calls for `roles` have a reach per role. */
  open_to: z.enum(['roles', 'anyone', 'key']),
  /** The reason why a course admin reaches every row; null where they do not. */
  because: z.nullable(z.string()),
  admin: reach,
  courseadmin: reach,
  teacher: reach,
});
export type CallReach = z.infer<typeof callReach>;

/** An intake key of the person, which outlives their sessions. */
const openedKey = z.object({ id: wireId, name: z.string() });

/**
 * Access that ends with the password or with all sessions: the calendar link unless it shall stay, and the named keys.
 */
const alsoEnded = {
  end_calendar_link: z
    .union([z.boolean(), z.literal([0, 1])])
    .optional()
    .transform((value) => (value === undefined ? undefined : Boolean(value))),
  end_keys: z.array(id).max(1000).optional(),
};

const failed = z.object({
  status: z.literal(200),
  message: z.literal('failed'),
  /** Of the second step, and of passkeys. */
  error: text.optional(),
  ...coded,
});

/** How somebody may take the second step of a sign-in. */
export const secondSteps = ['passkey', 'code_app', 'recovery_code'] as const;
export type SecondStep = (typeof secondSteps)[number];

/** The first step was right, and the person has a second factor: no session yet. */
const secondStepNeeded = z.object({
  status: z.literal(200),
  message: z.literal('second factor needed'),
  code: z.literal('second_factor_needed'),
  /** For `passkeys.second_factor`, and the challenge for a passkey. */
  challenge: z.string(),
  ways: z.array(z.enum(secondSteps)),
  /** For a passkey: WebAuthn's `rpId`, and the ids of the person's passkeys. */
  rp_id: z.string(),
  passkey_ids: z.array(z.string()),
});

export const loginAnswer = z.discriminatedUnion('message', [
  z.object({
    status: z.literal(200),
    message: z.literal('success'),
    user_id: wireId,
    role: z.enum(roles),
    mainrole: z.enum(roles),
    token: z.string(),
  }),
  failed,
  secondStepNeeded,
]);
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const accounts = {
  login: call(
    'POST /user_details/login',
    {
      summary: 'Sign in',
      who: 'anyone',
      sealed: ['password'],
      says: ['failed', 'invalid_credentials', 'second_factor_needed'],
      secret: true,
    },
    z.object({
      email_id: email,
      /** Empty when a remembered browser signs in by its cookie. */
      password,
      flag: roleChoice,
      /** 1: remember me in this browser; 0: forget me here. Absent: no change. */
      remember: z
        .union([z.boolean(), z.literal([0, 1])])
        .optional()
        .transform((value) => (value === undefined ? undefined : Boolean(value))),
    }),
    loginAnswer,
  ),
  logout: call(
    'POST /user_details/logout',
    {
      summary: 'Sign out: the token stops working',
      action: 'account.profile',
      changes: true,
      withoutFactor: true,
      additive: true,
      log: { kind: 'signed_out' },
    },
    z.object({}),
    /** Where the person can also sign out of the OpenID service that they signed in with; absent: nowhere. */
    answer({ sign_out_url: z.string().optional() }),
  ),
  forget_browser: call(
    'POST /user_details/forget_browser',
    {
      summary: 'Forget the person remembered in this browser; the cookie stops working',
      who: 'anyone',
      changes: true,
      additive: true,
    },
    z.object({}),
    done,
  ),
  sealing_key: call(
    'GET /user_details/sealing_key',
    {
      summary: 'The public key that browsers use to seal passwords',
      who: 'anyone',
      additive: true,
    },
    z.object({}),
    answer({
      algorithm: z.literal('RSA-OAEP-256'),
      /** SubjectPublicKeyInfo, base64. */
      public_key: z.string(),
      prefix: z.literal(sealedPrefix),
    }),
  ),
  act_as: call(
    'POST /user_details/act_as',
    {
      summary: 'Change the active role of this session to another role of the person',
      action: 'account.secondRole',
      changes: true,
      additive: true,
      log: { kind: 'acted_as' },
    },
    z.object({ role: z.enum(switchRoles) }),
    answer({ role: z.enum(roles), mainrole: z.enum(roles) }),
  ),
  invite: call(
    'POST /user_details/invite',
    {
      summary: 'Invite a person by email; course admins invite teachers only',
      action: 'colleagues.invite',
      mainRole: true,
      changes: true,
      log: { kind: 'invited' },
    },
    z.object({
      email_id: email,
      role: z.enum(registrationRoles),
      /** To `invites_student`: the student who is meant, or 0 for somebody else of that address. */
      user_id: z.union([z.literal(0), id]).nullish(),
    }),
    done,
  ),
  getinviting: call(
    'POST /user_details/getinviting',
    { summary: 'Role and email of an invitation', who: 'anyone', says: ['link_expired'], secret: true },
    z.object({ hash_id: z.string().max(500) }),
    z.discriminatedUnion('message', [
      z.object({
        status: z.literal(200),
        message: z.literal('success'),
        role: z.enum(registrationRoles),
        email_id: z.string(),
      }),
      z.object({ status: z.literal(200), message: z.literal('link expired'), ...coded }),
    ]),
  ),
  registration: call(
    'POST /user_details/registration',
    {
      summary: 'Register with an invitation',
      who: 'anyone',
      sealed: ['password', 'cpassword'],
      says: [
        'failed',
        'invitation_required',
        'email_taken',
        'passwords_differ',
        'registration_rule',
        'easy_password',
      ],
      changes: true,
    },
    z.object({
      email_id: email,
      password,
      cpassword: password,
      first_name: personName,
      last_name: personName,
      role: z.enum(registrationRoles),
      phone_number: z.union([z.null(), line(20)]).optional(),
      /** Absent when the browser has the invitation in its cookie. */
      hash_id: z.string().max(500).nullish(),
    }),
    outcome,
  ),
  forgetPassword_otp_send: call(
    'POST /user_details/forgetPassword_otp_send',
    {
      summary: 'Mail a one-time code; `otp` in the answer is its challenge, never the code',
      who: 'anyone',
      says: ['unknown_email', 'otp_sent'],
      changes: true,
      secret: true,
    },
    z.object({ email_id: email }),
    answer({
      otp: z.string().optional(),
      /** The number of digits of the mailed code. */
      digits: wireCount.optional(),
    }),
  ),
  forgetPassword_otp_verify: call(
    'POST /user_details/forgetPassword_otp_verify',
    {
      summary: 'Exchange challenge and code for a grant (`otp`) that sets a new password once',
      who: 'anyone',
      says: ['failed', 'wrong_otp'],
      changes: true,
      secret: true,
      additive: true,
    },
    z.object({
      email_id: email,
      otp: oneTimeValue,
      code: typedCode.regex(/^\d{4,10}$/),
    }),
    answer({ otp: z.string().optional(), error: text.optional() }),
  ),
  /** The mailed link is `/forgotpassword#<grant>&email=<address>`. Without the address the page asks for it. */
  changepassword_otp: call(
    'POST /user_details/changepassword_otp',
    {
      summary: 'Set a new password with a grant',
      who: 'anyone',
      sealed: ['new_password'],
      says: ['failed', 'grant_expired', 'password_rule', 'easy_password'],
      changes: true,
    },
    z.object({ email_id: email, new_password: password, otp: oneTimeValue }),
    outcome,
  ),
  change_password: call(
    'POST /user_details/change_password',
    {
      summary: 'Change your own password',
      action: 'account.profile',
      actor: ['user_id'],
      sealed: ['old_password', 'new_password'],
      says: [
        'failed',
        'wrong_old_password',
        'wait_to_try',
        'same_password',
        'password_rule',
        'easy_password',
      ],
      changes: true,
      log: { kind: 'password_changed' },
    },
    z.object({ old_password: password, new_password: password, user_id: actorId, ...alsoEnded }),
    outcome,
  ),
  get_sessions: call(
    'GET /user_details/get_sessions/{uid}',
    {
      summary: 'The browsers with a session of the person, last used first',
      action: 'account.devices',
      subject: 'uid',
      additive: true,
    },
    z.object({ uid: id }),
    answer({
      data: z.array(openSession),
      /** Whether the person has a link for calendar apps. */
      calendar_link: z.boolean(),
      /** Intake keys in use that the person made. */
      keys: z.array(openedKey),
    }),
  ),
  end_sessions: call(
    'POST /user_details/end_sessions',
    {
      summary: "End a person's session in one browser, or in all but this one; needs your own password",
      action: 'account.devices',
      subject: 'uid',
      sealed: ['password'],
      says: ['failed', 'wrong_password', 'wait_to_try'],
      changes: true,
      additive: true,
      log: { kind: 'access_ended', about: 'uid' },
    },
    /** Without `session_id`: all sessions. */
    z.object({ uid: id, session_id: idOrNone, password, ...alsoEnded }),
    outcome,
  ),
  get_user_details: call(
    'GET /user_details/get_user_details/{uid}',
    { summary: 'The whole profile of a person', action: 'account.devices', subject: 'uid' },
    z.object({ uid: id }),
    answer({ data: z.tuple([profile]) }),
  ),
  get_user_profile: call(
    'GET /user_details/get_user_profile/{uid}',
    {
      summary: 'Name, picture and second role of a person',
      action: 'account.devices',
      subject: 'uid',
      withoutFactor: true,
    },
    z.object({ uid: id }),
    answer({ data: z.tuple([topBar]) }),
  ),
  update_profile: call(
    'POST /user_details/update_profile',
    {
      summary: 'Change your own profile',
      action: 'account.profile',
      actor: ['user_id'],
      cost: formattedCost,
      changes: true,
    },
    z.object({
      user_id: actorId,
      first_name: personName,
      last_name: personName,
      gender: z.enum(genders),
      phone_number: z.string().trim().regex(phonePattern),
      description: richText.min(1),
      city: requiredLine(100),
      state: requiredLine(100),
      region: z.enum(profileRegions),
      dob: date.refine((value) => value !== emptyDob),
      address: requiredLine(300),
      pincode: requiredLine(20),
      image: picture(''),
      version: printedVersion,
    }),
    done,
  ),
  save_own_name: call(
    'POST /user_details/save_own_name',
    {
      summary: 'Change your own name, as you write it in one line',
      action: 'account.profile',
      changes: true,
      additive: true,
    },
    z.object({ name: personName }),
    done,
  ),
  update_user_preference_admin: call(
    'POST /user_details/update_user_preference_admin',
    {
      summary: "Set the language of a student; the id that is not the caller's is the student's",
      action: 'students.change',
      changes: true,
    },
    z.object({
      user_id: id,
      user_id1: actorId,
      preference_name: z.literal('Language'),
      preference_value: spokenLanguage,
      flag: z.literal([1, '1']).optional(),
    }),
    done,
  ),
  switch_role: call(
    'POST /user_details/switch_role',
    {
      summary: 'Add or remove your second role; the active role of the session stays',
      action: 'account.secondRole',
      actor: ['user_id'],
      says: ['you_teach', 'you_run_course'],
      changes: true,
      log: { kind: 'role_changed' },
    },
    z.object({ user_id: actorId, role: z.enum(switchRoles) }),
    done,
  ),
  get_role_reach: call(
    'GET /user_details/get_role_reach',
    {
      summary: 'The calls that each role may make, and its reach in each',
      who: { admin: 'any' },
      noAction: 'this page',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(callReach) }),
  ),
  send_reset_link: call(
    'POST /user_details/send_reset_link',
    {
      summary: 'Mail a person a link to set a new password, valid for an hour',
      action: 'colleagues.access',
      changes: true,
      additive: true,
      log: { kind: 'access_reset', about: 'uid' },
    },
    z.object({ uid: id }),
    done,
  ),
  ask_email_change: call(
    'POST /user_details/ask_email_change',
    {
      stepUp: true,
      summary:
        'Give a person another sign-in address once they confirm it from there within 7 days; the old address may refuse',
      action: 'colleagues.change',
      changes: true,
      additive: true,
      log: { kind: 'account_changed', about: 'uid' },
    },
    z.object({ uid: id, email_id: email }),
    done,
  ),
  withdraw_email_change: call(
    'POST /user_details/withdraw_email_change',
    {
      summary: 'Withdraw a sign-in address that still waits; its links stop working',
      action: 'colleagues.change',
      changes: true,
      additive: true,
      log: { kind: 'account_changed', about: 'uid' },
    },
    z.object({ uid: id }),
    done,
  ),
  decide_email_change: call(
    'POST /user_details/decide_email_change',
    {
      summary:
        'Confirm a new sign-in address with the secret mailed there, or refuse it with the one mailed to the old',
      who: 'anyone',
      says: ['failed', 'email_link_over'],
      changes: true,
      additive: true,
    },
    z.object({ secret: oneTimeValue, decision: z.enum(emailDecisions) }),
    outcome,
  ),
  release_codes: call(
    'POST /user_details/release_codes',
    {
      summary: 'Release one-time codes after too many wrong ones have paused them',
      action: 'colleagues.access',
      changes: true,
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({}),
    done,
  ),
};
