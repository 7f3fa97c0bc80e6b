import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id } from './shared/fields.ts';
import { wireCount, wireId } from './shared/wire.ts';

/** Kinds of data about a person, in the order in which they are shown. */
export const privacyGroups = [
  'profile',
  'contacts',
  'notes',
  'enrolments',
  'attendance',
  'homework',
  'payments',
  'receipts',
  'mails',
  'my_page',
  'requests',
  'access',
  'history',
] as const;
export type PrivacyGroup = (typeof privacyGroups)[number];

/**
 * What an erasure does to rows. `erased`: they go, or lose all that is about the person. `nameless`: they stay true for
 * rolls and sums, and name nobody. `kept`: the law asks for them as they are.
 */
export const erasureFates = ['erased', 'nameless', 'kept'] as const;
export type ErasureFate = (typeof erasureFates)[number];

export const erasureLine = z.object({
  group: z.enum(privacyGroups),
  fate: z.enum(erasureFates),
  count: wireCount,
});
export type ErasureLine = z.infer<typeof erasureLine>;

/** Rows of one table as they are stored, without secrets. */
export const exportedTable = z.object({
  group: z.enum(privacyGroups),
  table: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
});
export type ExportedTable = z.infer<typeof exportedTable>;

const admins = { admin: 'any' } as const;

export const privacy = {
  export_person: call(
    'POST /privacy/export_person',
    {
      stepUp: true,
      summary: 'Everything that is stored about a person, with the addresses of their files',
      who: admins,
      additive: true,
    },
    z.object({ user_id: id }),
    answer({
      data: z.object({
        user_id: wireId,
        fullname: z.string(),
        tables: z.array(exportedTable),
        files: z.array(z.object({ name: z.string(), url: z.string() })),
      }),
    }),
  ),
  erase_person: call(
    'POST /privacy/erase_person',
    {
      stepUp: true,
      summary:
        'Erase a person for good, a colleague with all of their work; with `preview` say what would happen',
      who: admins,
      says: ['already_erased', 'not_allowed_to_delete'],
      changes: true,
      additive: true,
    },
    z.object({
      user_id: id,
      preview: z.boolean().optional(),
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64).optional(),
    }),
    answer({
      data: z.object({
        fullname: z.string(),
        lines: z.array(erasureLine),
        /** What somebody else has to take: courses without a course admin, slots without a teacher. */
        leaves: z.object({ courses: wireCount, slots: wireCount }),
        digest: z.string(),
      }),
    }),
  ),
};
