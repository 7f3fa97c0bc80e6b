import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, id, idOrNone, region } from './shared/fields.ts';
import { wireCount } from './shared/wire.ts';
import {
  courseStatusFilters,
  officeFilters,
  paymentStatuses,
  registrationStatuses,
  tickedRows,
} from './students.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';

/** The most rows of one change. */
export const mostSelected = 10_000;

export const selected = z.object({
  /** A list of students by its filters. */
  list: z.object({ course_status: z.enum(courseStatusFilters), ...officeFilters }),
  rows: tickedRows,
});
export type Selected = z.infer<typeof selected>;

/** What happens to each row. */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment_status'), payment_status: z.enum(paymentStatuses) }),
  z.object({ kind: z.literal('registration_status'), registration_status: z.enum(registrationStatuses) }),
  z.object({ kind: z.literal('region'), region }),
  z.object({ kind: z.literal('language'), language: spokenLanguage }),
  z.object({
    kind: z.literal('move'),
    course_id: id,
    /** Null: no class yet. */
    class_id: idOrNone,
    /** Also moves students for whom the teachers of the class have no place. */
    even_if_full: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('unassociate') }),
  z.object({ kind: z.literal('register'), event_id: id }),
  z.object({ kind: z.literal('delete') }),
]);
export type SelectionChange = z.infer<typeof change>;
export type SelectionKind = SelectionChange['kind'];

/**
 * Why a row stays as it is. `gone`: it is no longer there, or out of reach. `again`: the same student is selected with
 * another course, and the change is about the student.
 */
export const stayReasons = [
  'same',
  'gone',
  'no_course',
  'again',
  'in_course',
  'class_full',
  'no_consent',
  'level_missing',
] as const;
export type StayReason = (typeof stayReasons)[number];

const stay = z.object({
  reason: z.enum(stayReasons),
  count: wireCount,
  /** Some of their names. */
  names: z.array(z.string()),
});

/** `changes` and the counts of `stays` are together `selected`. */
export const selectionPreview = z.object({
  selected: wireCount,
  changes: wireCount,
  stays: z.array(stay),
  /** Names exactly these changes. */
  digest: z.string(),
});
export type SelectionPreview = z.infer<typeof selectionPreview>;

export const selection = {
  preview_change: call(
    'POST /selection/preview_change',
    {
      summary: 'What a change would do to the selected students, and who stays as they are for which reason',
      action: 'students.change',
      additive: true,
    },
    z.object({ selected, change }),
    answer({ data: selectionPreview }),
  ),
  save_change: call(
    'POST /selection/save_change',
    {
      summary: 'Change the selected students exactly as previewed, all or nobody',
      action: 'students.change',
      changes: true,
      checks: 'preview_change',
      undo: 'changed',
      additive: true,
    },
    z.object({
      selected,
      change,
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64),
    }),
    answer({ data: z.object({ selected: wireCount, changed: wireCount, stayed: wireCount }) }),
  ),
};
