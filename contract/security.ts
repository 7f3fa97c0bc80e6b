import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, date, fileAnswer, idOrNone, line, page, pageSize } from './shared/fields.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** What the security log has entries about. To add a kind: one word here, its name in web/texts/{en,te,hi}/security.ts. */
export const securityKinds = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'acted_as',
  'role_changed',
  'password_changed',
  'reset_asked',
  'access_ended',
  'access_reset',
  'factor_changed',
  'factor_failed',
  'suspended',
  'resumed',
  'invited',
  'account_changed',
  'account_deleted',
  'key_made',
  'key_ended',
  'exported',
  'read_many',
  'read_student',
  'erased',
  'deed_asked',
  'deed_decided',
  'settings_changed',
  'refused',
  'alarm_raised',
  'log_checked',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

const person = z.nullable(z.object({ user_id: wireId, fullname: z.string() }));

export const securityEntry = z.object({
  /** Its number in the chain; there are no gaps. */
  entry_id: wireId,
  at: wireInstant,
  kind: z.enum(securityKinds),
  /** Null: nobody who is known. */
  by: person,
  about: person,
  from: z.nullable(z.string()),
  /** The change in the audit trail, which has the values. */
  change_id: z.nullable(wireId),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type SecurityEntryRow = z.infer<typeof securityEntry>;

const day = z.union([date, z.literal('')]).optional();

const filters = {
  kind: z.enum(securityKinds).nullish(),
  /** Entries by this person or about them. */
  person_id: idOrNone,
  /** A part of the name of such a person. */
  search: line(200).nullish(),
  /** Calendar days in Asia/Kolkata, both included. */
  from: day,
  to: day,
};

/** Null: every entry is as it was written. */
export const chainProblems = ['changed', 'cut'] as const;
export type ChainProblem = (typeof chainProblems)[number];

const admin = { who: { admin: 'any' }, additive: true } as const;

export const security = {
  get_log: call(
    'POST /security/get_log',
    { summary: 'The security log, newest first', ...admin },
    z.object({ ...filters, page, pageSize }),
    answer({ data: z.array(securityEntry), total_count: wireCount }),
  ),
  export_log: call(
    'POST /security/export_log',
    {
      stepUp: true,
      summary: 'The same entries as JSON lines, oldest first, with their hashes and people by number',
      ...admin,
      file: ['application/x-ndjson'],
    },
    z.object({ ...filters, after: idOrNone }),
    fileAnswer,
  ),
  check_log: call(
    'POST /security/check_log',
    {
      summary: 'Check the chain of the security log: whether an entry was changed, removed or moved',
      ...admin,
      changes: true,
    },
    z.object({}),
    answer({
      data: z.object({
        entries: wireCount,
        problem: z.nullable(z.enum(chainProblems)),
        /** The first wrong or missing entry. */
        at: z.nullable(wireId),
        /** The hash of the last entry, in hexadecimal digits; empty when there is none. */
        end: z.string(),
      }),
    }),
  ),
};
