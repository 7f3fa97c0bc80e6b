import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, id, idOrNone, line } from './shared/fields.ts';
import { wireCount, wireId, wireInstant } from './shared/wire.ts';

/** Kinds of things that a change is about: rows with a name of their own. `other` rows are only counted. */
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
  'provider',
  'settlement',
  'question',
  'view',
] as const;
export type AuditedThing = (typeof auditedThings)[number];

/** One column of one row, before and after. Long texts are cut, except of notes; secrets are never included. */
export const auditedField = z.object({
  /** The name of the table, with the row's own name if it has one. */
  table: z.string(),
  row: z.string(),
  name: z.nullable(z.string()),
  action: z.enum(['insert', 'update', 'delete']),
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type AuditedField = z.infer<typeof auditedField>;

/** The reasons why a change cannot be undone; null in `undo.why` when it can. */
export const undoRefusals = ['undone', 'expired', 'changed_since', 'answered', 'not_undoable'] as const;
export type UndoRefusal = (typeof undoRefusals)[number];

/** Everything that one call, one job or one upload wrote. */
export const change = z.object({
  change_id: wireId,
  at: wireInstant,
  /** 'noun.call' of the contract. Null: no call did it, but a job or an operator's import. */
  call: z.nullable(z.string()),
  by: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  /** The name of the intake key, when a machine sent it. */
  by_key: z.nullable(z.string()),
  /** The network address of the author, for account admins only; null for others. */
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
    /** The last moment to undo it; null when it can never be undone. */
    until: z.nullable(wireInstant),
  }),
  undone: z.nullable(z.object({ at: wireInstant, by: z.string() })),
});
export type Change = z.infer<typeof change>;

/** Pages by the oldest change seen: `next` goes into `before` and is null on the last page. */
export const changesPage = answer({ data: z.array(change), next: z.nullable(wireId) });

export const undoDays = 30;

export const audit = {
  get_timeline: call(
    'GET /audit/timeline',
    {
      summary: 'Changes about a person, a course, a class or a note, or by a person, newest first',
      action: 'portal.history',
      additive: true,
    },
    z
      .object({
        person_id: idOrNone,
        course_id: idOrNone,
        class_id: idOrNone,
        note_id: idOrNone,
        /** With a person: changes about them, or by them. */
        side: z.enum(['about', 'by']).default('about'),
        before: idOrNone,
      })
      .refine(
        (of) =>
          [of.person_id, of.course_id, of.class_id, of.note_id].filter((one) => one !== null).length === 1,
      ),
    /** `ends_after`: what is older than so many days is removed, but for money. Null: nothing is. */
    changesPage.extend({ ends_after: z.nullable(wireCount) }),
  ),
  get_bin: call(
    'POST /audit/bin',
    {
      summary: 'Deletes, cancels, status changes and uploads of the last 30 days, newest first',
      action: 'portal.history',
      additive: true,
    },
    z.object({
      search: line(200).nullish(),
      /** Only changes by calls of this noun. */
      noun: line(30).nullish(),
      before: idOrNone,
    }),
    changesPage,
  ),
  undo_change: call(
    'POST /audit/undo',
    {
      summary: 'Undo one change, unless a later change prevents it',
      // For teachers: their own changes.
      action: 'portal.undo',
      changes: true,
      additive: true,
    },
    z.object({
      change_id: id,
      /** For a canceled event: people who were told that it is off get a mail that it is on again. */
      tell: z.boolean().default(false),
    }),
    /** `mails`: the number of mails that the undo asked for. */
    answer({ data: z.object({ change_id: wireId, rows: wireCount, mails: wireCount }) }),
  ),
};
