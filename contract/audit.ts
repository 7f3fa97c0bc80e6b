import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id, idOrNone, line } from './shared/fields.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** What a change is about: rows that have a name of their own. `other` counts with the rows, not by name. */
export const auditedThings = [
  'student',
  'colleague',
  'course',
  'class',
  'event',
  'payment',
  'homework',
  'course_type',
  'query_type',
  'import',
  'file',
  'invite',
] as const;
export type AuditedThing = (typeof auditedThings)[number];

/** One column of one row, as it was and as it became. Long texts are cut; what is secret never gets here. */
export const auditedField = z.object({
  /** As the table is called, with the row's own name where it has one. */
  table: z.string(),
  row: z.string(),
  name: z.nullable(z.string()),
  action: z.enum(['insert', 'update', 'delete']),
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditedField = z.infer<typeof auditedField>;

/** Why a change cannot be undone; null in `undo.why` when it can. */
export const undoRefusals = ['undone', 'expired', 'changed_since', 'not_undoable'] as const;
export type UndoRefusal = (typeof undoRefusals)[number];

/** One write as a whole: everything one call, one job or one upload did. */
export const change = z.object({
  change_id: wireId,
  at: wireInstant,
  /** 'noun.call' of the contract; null: no call did it (a job, an import of the operator). */
  call: z.nullable(z.string()),
  by: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  /** Of the intake key, when a machine handed it in. */
  by_key: z.nullable(z.string()),
  /** Network address it came from. Account admins only; null for the others. */
  from: z.nullable(z.string()),
  /** The first few things by name. */
  about: z.array(z.object({ thing: z.enum(auditedThings), id: z.string(), name: z.string() })),
  /** Rows written, over all tables. */
  row_count: wireCount,
  /** The first fifty columns that changed. */
  fields: z.array(auditedField),
  undo: z.object({
    can: z.boolean(),
    why: z.nullable(z.enum(undoRefusals)),
    /** Last moment to undo it; null for what can never be undone. */
    until: z.nullable(wireInstant),
  }),
  undone: z.nullable(z.object({ at: wireInstant, by: z.string() })),
});
export type Change = z.infer<typeof change>;

/** Pages by the oldest change seen: `next` goes into `before`, null on the last page. */
export const changesPage = answer({ data: z.array(change), next: z.nullable(wireId) });

const who = { admin: 'any', courseadmin: 'own' } as const;

export const undoDays = 30;

export const audit = {
  get_timeline: call(
    'GET /audit/timeline',
    {
      summary: 'Changes about a person, in a course, or by a person, newest first',
      who,
      additive: true,
    },
    z
      .object({
        person_id: idOrNone,
        course_id: idOrNone,
        /** With a person: what was done to him, or what he did himself. */
        side: z.enum(['about', 'by']).default('about'),
        before: idOrNone,
      })
      .refine(({ person_id, course_id }) => (person_id === null) !== (course_id === null)),
    changesPage,
  ),
  get_bin: call(
    'POST /audit/bin',
    {
      summary: 'Deletes, cancels, status changes and uploads of the last 30 days, newest first',
      who,
      additive: true,
    },
    z.object({ search: line(200).nullish(), before: idOrNone }),
    changesPage,
  ),
  undo_change: call(
    'POST /audit/undo',
    {
      summary: 'Undo one change, unless a later change prevents it',
      // Of a teacher, what they did themselves.
      who: { ...who, teacher: 'own' },
      changes: true,
      additive: true,
    },
    z.object({
      change_id: id,
      /** Of a canceled event: whoever was told that it is off is told that it is on again. */
      tell: z.boolean().default(false),
    }),
    /** `mails`: how many were asked for by it. */
    answer({ data: z.object({ change_id: wireId, rows: wireCount, mails: wireCount }) }),
  ),
};
