import * as z from 'zod';
import { code } from '../words/said.ts';
import { email } from '../fields.ts';

export const genders = ['male', 'female', 'others'] as const;
export type Gender = (typeof genders)[number];

export const languages = ['Telugu', 'English', 'Sanskrit'] as const;
export type Language = (typeof languages)[number];

/** What says the time zone by which a person reads times, in the order of trust. */
export const zoneSources = ['own', 'place', 'class', 'country', 'provider'] as const;
export type ZoneSource = (typeof zoneSources)[number];

/** The clock by which a person reads times: an IANA zone, and what says it. */
export const personClock = z.object({ zone: z.string(), by: z.enum(zoneSources) });
export type PersonClock = z.infer<typeof personClock>;

/** One mailbox, or none. */
export const emailOrNone = z.union([z.literal(''), email], code('no_email'));
