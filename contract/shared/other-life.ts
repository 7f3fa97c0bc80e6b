import * as z from 'zod';
import { roles } from './calls/roles.ts';
import { can } from './wire.ts';

/** The other life of somebody who works here and studies here too; null: there is none. */
export const otherLife = z.nullable(
  z.object({
    /** Of the account; `student`: they study. */
    role: z.enum(roles),
    /** The caller may open the page of that life. */
    can: can('open'),
  }),
);
export type OtherLife = z.infer<typeof otherLife>;
