import * as z from 'zod';
import { wireInstant } from '../wire.ts';

/** The https address at which a meeting is joined. Null: it has none. */
export const joinLink = z.nullable(z.string());

/** In milliseconds: so long before a meeting begins it can be joined, and its roll is called without a question. */
export const aheadMs = 15 * 60_000;

/** A meeting that people join online. */
export const joinable = z.object({
  join_link: joinLink,
  starts_at: wireInstant,
  ends_at: wireInstant,
});
export type Joinable = z.infer<typeof joinable>;
