import * as z from 'zod';
import { code } from './said.ts';
import { date, email, line, oneLine, personName, region } from './fields.ts';
import { isTimeZone } from './time-zones.ts';

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

/* What the office writes about a person. An empty text means that nothing is known. */

const orNothing = <S extends z.ZodType<string>>(schema: S) => z.union([z.literal(''), schema]);

/** One mailbox, or none. */
export const emailOrNone = z.union([z.literal(''), email], code('no_email'));

/** Of everybody. */
export const personFields = {
  first_name: personName,
  last_name: orNothing(personName),
  phone_number: line(40),
};

export const personFacts = {
  gender: orNothing(z.enum(genders)),
  dob: z.union([z.literal(''), date], code('no_date')),
  address: line(300),
  address2: line(300),
  city: line(100),
  state: line(100),
  country: line(100),
  region: orNothing(region),
  pincode: z
    .string()
    .trim()
    .max(12)
    .regex(/^[a-z\d -]*$/iu),
  language: orNothing(z.enum(languages)),
  /** IANA zone. Empty: the place says it, else the class, the country or the provider. */
  timezone: orNothing(z.string().max(60).regex(oneLine).refine(isTimeZone)),
};
