import * as z from 'zod';
import { loginAnswer, roleChoice } from './accounts.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, id, outcome, requiredLine, typedCode } from './shared/fields.ts';
import { text } from './shared/words/said.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** In characters. */
export const longestPasskeyName = 60;
/** How many codes somebody gets for a lost phone. */
export const recoveryCodeCount = 10;

/** What happens to second factors, and their owners get a mail about. */
export const factorNews = [
  'passkey_added',
  'passkey_removed',
  'app_added',
  'app_removed',
  'codes_made',
  'recovery_code_used',
  'passkey_copied',
  'reset',
] as const;
export type FactorNews = (typeof factorNews)[number];

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]+$/);
const credentialId = base64url(1400);
const transports = z.array(z.string().max(40)).max(10);

/** The answer of an authenticator, as `@simplewebauthn/browser` returns it: JSON of WebAuthn's own names. */
const authentication = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});
export type Authentication = z.infer<typeof authentication>;

const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(30_000),
    transports: transports.optional(),
  }),
});
export type Registration = z.infer<typeof registration>;

const credential = z.object({ id: z.string(), type: z.literal('public-key') });

/** Options for `navigator.credentials.create`, as JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: wireCount,
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** Options for `navigator.credentials.get`, as JSON. Without `allowCredentials` the browser offers what it has. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: wireCount,
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
});

export const passkey = z.object({
  passkey_id: wireId,
  name: z.string(),
  is_synced: z.boolean(),
  created_at: wireInstant,
  last_used_at: z.nullable(wireInstant),
});
export type Passkey = z.infer<typeof passkey>;

export const factors = z.object({
  passkeys: z.array(passkey),
  /** An app shows codes for the person. */
  has_code_app: z.boolean(),
  /** Recovery codes that still work. */
  recovery_codes: wireCount,
});
export type Factors = z.infer<typeof factors>;

/** Codes for a lost phone, shown once. Absent after a refusal, and where the person has some already. */
const newCodes = { recovery_codes: z.array(z.string()).optional(), error: text.optional() };

const code = typedCode.min(1).max(40);
const own = { action: 'account.factors', additive: true } as const;
const change = { ...own, changes: true } as const;

export const passkeys = {
  get_factors: call(
    'GET /passkeys/get_factors',
    {
      withoutFactor: true,
      summary: 'Your passkeys, whether an app shows codes for you, and how many recovery codes are left',
      ...own,
    },
    z.object({}),
    answer({ data: factors }),
  ),
  begin_passkey: call(
    'POST /passkeys/begin_passkey',
    {
      stepUp: true,
      withoutFactor: true,
      summary: 'Options for making a passkey, valid for five minutes in this browser',
      ...change,
      secret: true,
    },
    z.object({}),
    answer({ options: creationOptions }),
  ),
  add_passkey: call(
    'POST /passkeys/add_passkey',
    {
      stepUp: true,
      withoutFactor: true,
      summary: 'Add a passkey; with the first factor come recovery codes, shown once',
      ...change,
      secret: true,
      says: ['failed', 'passkey_refused', 'passkey_known', 'passkeys_full'],
    },
    z.object({ name: requiredLine(longestPasskeyName), passkey: registration }),
    answer(newCodes),
  ),
  rename_passkey: call(
    'POST /passkeys/rename_passkey',
    { summary: 'Rename a passkey', ...change },
    z.object({ passkey_id: id, name: requiredLine(longestPasskeyName) }),
    done,
  ),
  delete_passkey: call(
    'POST /passkeys/delete_passkey',
    { stepUp: true, summary: 'Delete a passkey; it then opens nothing', ...change },
    z.object({ passkey_id: id }),
    done,
  ),
  begin_code_app: call(
    'POST /passkeys/begin_code_app',
    {
      stepUp: true,
      withoutFactor: true,
      summary: 'A key for an app that shows codes; it counts once a code was confirmed',
      ...change,
      secret: true,
    },
    z.object({}),
    /** `address`: `otpauth://`, for a QR code. */
    answer({ key: z.string(), address: z.string() }),
  ),
  confirm_code_app: call(
    'POST /passkeys/confirm_code_app',
    {
      stepUp: true,
      withoutFactor: true,
      summary: 'Confirm the app with a code it shows; with the first factor come recovery codes, shown once',
      ...change,
      secret: true,
      says: ['failed', 'wrong_code', 'clock_off'],
    },
    z.object({ code }),
    answer(newCodes),
  ),
  remove_code_app: call(
    'POST /passkeys/remove_code_app',
    { stepUp: true, summary: 'Remove the app that shows codes', ...change },
    z.object({}),
    done,
  ),
  new_recovery_codes: call(
    'POST /passkeys/new_recovery_codes',
    {
      stepUp: true,
      summary: 'Ten new recovery codes, shown once; the old ones end',
      ...change,
      secret: true,
      says: ['failed', 'no_factor'],
    },
    z.object({}),
    answer(newCodes),
  ),
  begin_proof: call(
    'POST /passkeys/begin_proof',
    { summary: 'Options for proving by a passkey that it is still you', ...change, secret: true },
    z.object({}),
    answer({ options: requestOptions }),
  ),
  prove: call(
    'POST /passkeys/prove',
    {
      withoutFactor: true,
      summary:
        'Show that it is still you: the session then makes calls that need a step-up, for some minutes. Who has a second factor uses it; others use their password',
      action: 'account.factors',
      sealed: ['password'],
      says: [
        'failed',
        'wrong_password',
        'wait_to_try',
        'factor_wanted',
        'wrong_code',
        'clock_off',
        'passkey_refused',
      ],
      changes: true,
      additive: true,
    },
    z.object({
      /** The caller's own. Sealed or plain. */
      password: z.string().max(2000).optional(),
      /** Of the app, or a recovery code. */
      code: code.optional(),
      passkey: authentication.optional(),
    }),
    outcome,
  ),
  begin_sign_in: call(
    'POST /passkeys/begin_sign_in',
    {
      summary: 'Options for signing in by a passkey, valid for five minutes in this browser',
      who: 'anyone',
      secret: true,
      additive: true,
    },
    z.object({}),
    answer({ options: requestOptions }),
  ),
  sign_in: call(
    'POST /passkeys/sign_in',
    {
      summary: 'Sign in by a passkey',
      who: 'anyone',
      says: ['failed', 'passkey_refused'],
      secret: true,
      additive: true,
    },
    z.object({ flag: roleChoice, passkey: authentication }),
    loginAnswer,
  ),
  second_factor: call(
    'POST /passkeys/second_factor',
    {
      summary: 'The second step of a sign-in: a code, a recovery code, or a passkey',
      who: 'anyone',
      says: ['failed', 'wrong_code', 'clock_off', 'passkey_refused', 'wait_to_try', 'step_over'],
      secret: true,
      additive: true,
    },
    z.object({
      /** From the answer of `accounts.login`. It counts in the same browser alone, and for five tries. */
      challenge: z.string().max(200),
      code: code.optional(),
      passkey: authentication.optional(),
    }),
    loginAnswer,
  ),
  reset_factors: call(
    'POST /passkeys/reset_factors',
    {
      stepUp: true,
      summary: 'Remove all passkeys, the app and the recovery codes of a person who lost them',
      action: 'colleagues.access',
      changes: true,
      additive: true,
    },
    z.object({ uid: id }),
    done,
  ),
};
