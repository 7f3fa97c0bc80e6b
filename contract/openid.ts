import * as z from 'zod';
import { loginAnswer, roleChoice } from './accounts.ts';
import { call } from './shared/calls/call.ts';
import { answer, done, email, id, requiredLine } from './shared/fields.ts';
import { isIssuer } from './shared/issuer.ts';
import { coded, text } from './shared/words/said.ts';
import { countedVersion } from './shared/calls/version.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** In the address to which a service sends people back: `/openid/{name}`. */
export const serviceNamePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
const serviceName = z.string().trim().max(40).regex(serviceNamePattern);

/** In characters. */
export const longestLabel = 40;
const mostDomains = 50;

const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** What the test of a service finds. The page has a sentence for each. */
export const openidFindings = [
  'found',
  'unreachable',
  'wrong_document',
  'other_issuer',
  'several_tenants',
  'no_code_flow',
  'no_pkce',
  'no_keys',
  'keys_found',
  'no_email',
  'credentials_right',
  'credentials_wrong',
  'credentials_unknown',
  'secret_unreadable',
  'names_itself',
  'has_sign_out',
] as const;
export type OpenidFinding = (typeof openidFindings)[number];

/** A service by which people may sign in. Its secret never leaves the server. */
const service = z.object({
  service_id: wireId,
  name: z.string(),
  label: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  is_enabled: z.boolean(),
  credentials_at: wireInstant,
  /** How many people have linked an identity of it. */
  linked: wireCount,
  version: wireCount,
});
export type OpenidService = z.infer<typeof service>;

const failed = z.object({
  status: z.literal(200),
  message: z.literal('failed'),
  error: text.optional(),
  ...coded,
});

const oneTimeValue = (max: number) => z.string().min(1).max(max);

export const openid = {
  begin: call(
    'POST /openid/begin',
    {
      summary: 'Begin to sign in with an OpenID service: the address to which the browser goes',
      who: 'anyone',
      says: ['failed', 'openid_late', 'openid_wrong', 'openid_off'],
      additive: true,
    },
    z.object({ service: serviceName, flag: roleChoice }),
    z.discriminatedUnion('message', [
      z.object({ status: z.literal(200), message: z.literal('success'), location: z.string() }),
      failed,
    ]),
  ),
  finish: call(
    'POST /openid/finish',
    {
      summary: 'Finish a sign-in with an OpenID service, in the browser that began it, once',
      who: 'anyone',
      says: [
        'failed',
        'second_factor_needed',
        'openid_over',
        'openid_late',
        'openid_wrong',
        'openid_off',
        'openid_declined',
        'openid_unverified',
        'openid_unknown',
        'openid_invited',
        'openid_too_new',
        'openid_other_identity',
      ],
      secret: true,
      additive: true,
    },
    /** What the service put into the address. */
    z.object({
      service: serviceName,
      state: oneTimeValue(200),
      code: oneTimeValue(8000).optional(),
      iss: oneTimeValue(300).optional(),
      error: oneTimeValue(200).optional(),
    }),
    loginAnswer,
  ),
  get_services: call(
    'GET /openid/get_services',
    { summary: 'The OpenID services by which people may sign in', action: 'portal.settings', additive: true },
    z.object({}),
    /** A service sends people back to `return_to` followed by its name. */
    answer({ data: z.array(service), return_to: z.string() }),
  ),
  save_service: call(
    'POST /openid/save_service',
    {
      stepUp: true,
      summary: 'Add an OpenID service, or change one; issuer and name of one that is there stay',
      action: 'portal.settings',
      sealed: ['client_secret'],
      changes: true,
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({
      /** Absent: a new one. */
      service_id: id.nullish(),
      name: serviceName,
      label: requiredLine(longestLabel),
      issuer: z.string().trim().max(300).refine(isIssuer),
      client_id: requiredLine(300),
      /** Empty: the stored one stays. */
      client_secret: z
        .string()
        .trim()
        .max(500)
        .regex(/^[\x21-\x7e]*$/),
      domains: z
        .array(z.string().trim().toLowerCase().max(253).regex(domainPattern))
        .max(mostDomains)
        .transform((all) => [...new Set(all)]),
      is_enabled: z.boolean(),
      version: countedVersion.optional(),
    }),
    answer({ data: z.object({ service_id: wireId }) }),
  ),
  delete_service: call(
    'POST /openid/delete_service',
    {
      stepUp: true,
      summary: 'Delete an OpenID service with the links of people to it',
      action: 'portal.settings',
      changes: true,
      additive: true,
      log: { kind: 'settings_changed' },
    },
    z.object({ service_id: id }),
    done,
  ),
  test_service: call(
    'POST /openid/test_service',
    {
      summary: 'Ask an OpenID service for its document and keys, and try the client id and secret',
      action: 'portal.settings',
      cost: 10,
      additive: true,
    },
    z.object({ service_id: id }),
    answer({
      data: z.object({
        works: z.boolean(),
        findings: z.array(z.object({ finding: z.enum(openidFindings), is_wrong: z.boolean() })),
      }),
    }),
  ),
};

/** As the claim of a service is read: one address, or none. */
export const claimedEmail = (claim: unknown): string | null => {
  const parsed = email.safeParse(claim);
  return parsed.success ? parsed.data : null;
};
