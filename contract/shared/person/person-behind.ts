import * as z from 'zod';
import { wireDate, wireId } from '../wire.ts';

/** One of several people behind an email address, to choose from. */
export const personBehind = z.object({ user_id: wireId, fullname: z.string(), dob: z.nullable(wireDate) });
export type PersonBehind = z.infer<typeof personBehind>;

/**
 * Why somebody may be the one who is being added: the address, the number, or the name with the birthday. With `works`
 * they work here and do not study yet; with `teaches` they teach the class in which they would study.
 */
export const likeReasons = ['email', 'near_email', 'phone', 'name', 'works', 'teaches'] as const;

/** A student, or a colleague, who may be the one who is being added. */
export const personLike = personBehind.extend({
  email_id: z.string(),
  phone_number: z.nullable(z.string()),
  reasons: z.array(z.enum(likeReasons)),
});
export type PersonLike = z.infer<typeof personLike>;
