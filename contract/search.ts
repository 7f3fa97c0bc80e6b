import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, requiredLine } from './shared/fields.ts';
import { wireId } from './shared/wire.ts';

/** What the command bar finds, in the order in which it shows it. */
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

/** Of each kind at most so many, the best first. */
export const foundOfKind = 6;

export const foundItem = z.object({
  kind: z.enum(foundKinds),
  id: wireId,
  /** Name of the person, course, class or event; of a payment who paid. */
  title: z.string(),
  /** What tells it from others of that name: an address, a course, a payment id. */
  detail: z.string(),
  /** Of a class, an event and a payment. */
  course_id: z.nullable(wireId),
  /** Of a class: the first of its weekly timings, if it has any. */
  slot_id: z.nullable(wireId),
});
export type FoundItem = z.infer<typeof foundItem>;

export const search = {
  find: call(
    'POST /search/find',
    {
      summary: 'Students, courses, classes, colleagues, payments and events by name, phone, e-mail or id',
      who: { admin: 'any', courseadmin: 'own', teacher: 'own' },
      additive: true,
    },
    z.object({ text: requiredLine(100) }),
    answer({ data: z.array(foundItem) }),
  ),
};
