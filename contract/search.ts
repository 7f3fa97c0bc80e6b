import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, requiredLine } from './shared/fields.ts';
import { wireId } from './shared/wire.ts';

/** The kinds that the command bar finds, in display order. */
export const foundKinds = [
  'student',
  'course',
  'class',
  'teacher',
  'course_admin',
  'payment',
  'event',
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Most hits of each kind, the best first. */
export const foundOfKind = 6;

export const foundItem = z.object({
  kind: z.enum(foundKinds),
  id: wireId,
  /** The name of the person, course, class or event; for a payment the payer's name. */
  title: z.string(),
  /** A field that tells it from others of that name: an address, a course, a payment id. */
  detail: z.string(),
  /** Of a student: their courses and classes within reach, which tell two of one name apart; empty for others. */
  context: z.string(),
  /** For a class, an event and a payment. */
  course_id: z.nullable(wireId),
  /** For a class: the first of its weekly slots, if any. */
  slot_id: z.nullable(wireId),
});
export type FoundItem = z.infer<typeof foundItem>;

export const search = {
  find: call(
    'POST /search/find',
    {
      summary: 'Students, courses, classes, colleagues, payments and events by name, phone, email or id',
      who: { admin: 'any', courseadmin: 'own', teacher: 'own' },
      noAction: 'finds what the lists show',
      namesPeople: true,
      additive: true,
    },
    z.object({ text: requiredLine(100) }),
    answer({ data: z.array(foundItem) }),
  ),
};
