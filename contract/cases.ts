import * as z from 'zod';
import { wireDate, wireId } from './shared/wire.ts';

/** A case is a line of Today that somebody took in hand. */
export const caseStates = ['open', 'done', 'dismissed'] as const;
export type CaseState = (typeof caseStates)[number];

/** Which lines a list has: those that wait, those that somebody put off until later, those that are closed. */
export const heldLines = ['open', 'put_off', 'closed'] as const;
export type Held = (typeof heldLines)[number];

export const caseOfLine = z.object({
  id: wireId,
  owner: z.nullable(z.object({ user_id: wireId, fullname: z.string() })),
  due_on: z.nullable(wireDate),
  /** The lists show the line again from this day on. */
  quiet_until: z.nullable(wireDate),
  state: z.enum(caseStates),
  /** Of the case, so that no change of somebody else is lost. */
  version: z.int(),
});
export type CaseOfLine = z.infer<typeof caseOfLine>;

/** What every line of Today has. */
export const lineFields = {
  /** The key of the line: it names what made the line, and nothing else. */
  line: z.string(),
  /** Null: nobody took the line in hand. */
  case: z.nullable(caseOfLine),
};
