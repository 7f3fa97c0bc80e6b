import * as z from 'zod';
import { wireDate, wireId } from './wire.ts';

/** One of several people behind an e-mail address, to choose from. */
export const personBehind = z.object({ user_id: wireId, fullname: z.string(), dob: z.nullable(wireDate) });
export type PersonBehind = z.infer<typeof personBehind>;
