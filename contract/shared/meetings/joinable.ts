import * as z from 'zod';
import { wireInstant } from '../wire.ts';

/** The https address at which a meeting is joined. Null: it has none. */
export const joinLink = z.nullable(z.string());

/** A meeting that people join online. */
export const joinable = z.object({
  join_link: joinLink,
  starts_at: wireInstant,
  ends_at: wireInstant,
});
export type Joinable = z.infer<typeof joinable>;
