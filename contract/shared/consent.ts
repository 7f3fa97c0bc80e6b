import * as z from 'zod';
import { requiredLine } from './fields.ts';

/** How somebody told the office what they allow. */
export const consentWays = ['paper_form', 'by_phone', 'in_person', 'in_writing'] as const;

export const longestSaidName = 200;

/** Of somebody who is added: which guardian agreed to a child's data, and how they said it. */
export const givenConsent = z.object({ said_name: requiredLine(longestSaidName), how: z.enum(consentWays) });
export type GivenConsent = z.infer<typeof givenConsent>;
