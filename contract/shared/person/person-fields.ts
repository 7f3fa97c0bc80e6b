import * as z from 'zod';
import { code } from '../words/said.ts';
import { email } from '../fields.ts';
import { allSpoken, spokenCode } from './spoken-languages.ts';

export const genders = ['male', 'female', 'others'] as const;
export type Gender = (typeof genders)[number];

/** What says the time zone by which a person reads times, in the order of trust. */
export const zoneSources = ['own', 'place', 'class', 'country', 'provider'] as const;
export type ZoneSource = (typeof zoneSources)[number];

/** The clock by which a person reads times: an IANA zone, and what says it. */
export const personClock = z.object({ zone: z.string(), by: z.enum(zoneSources) });
export type PersonClock = z.infer<typeof personClock>;

/** One mailbox, or none. */
export const emailOrNone = z.union([z.literal(''), email], code('no_email'));

/** The English name of a language of ISO 639, such as Telugu. */
export const spokenLanguage = z
  .string()
  .max(60)
  .refine((name) => spokenCode(name) !== undefined);
export const spokenLanguageCode = z
  .string()
  .max(3)
  .refine((code) => allSpoken().includes(code));
