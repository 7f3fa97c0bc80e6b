import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, date, fileAnswer, idOrNone, line, page, pageSize } from './shared/fields.ts';
import { securityKinds } from './shared/calls/security-kinds.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

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

const admin = { action: 'colleagues.log', additive: true } as const;

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
