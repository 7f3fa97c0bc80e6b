import * as z from 'zod';
import { id, line, personName, requiredLine } from '../fields.ts';
import { formFields, personInput } from './person.ts';
import { emailOrNone } from './person-fields.ts';
import { personBehind } from './person-behind.ts';
import { printedVersion } from '../calls/version.ts';
import { wireId, wireInstant } from '../wire.ts';

/** An email address or phone number after the first one. */
const contact = z.object({ kind: z.enum(['email', 'phone']), value: z.string() });
export type Contact = z.infer<typeof contact>;

const guardian = z.object({
  guardian_id: wireId,
  name: z.string(),
  relation: z.string(),
  email_id: z.string(),
  phone_number: z.string(),
  may_see: z.boolean(),
  pays: z.boolean(),
  /** Their name, address and number can be changed here: a guardian who is a colleague or student has their own page. */
  can: z.object({ rename: z.boolean() }),
});
export type Guardian = z.infer<typeof guardian>;

/** Everything about a student that the office writes down. Empty texts are not known. */
export const aboutStudent = z.object({
  user_id: wireId,
  version: z.string(),
  ...formFields,
  contacts: z.array(contact),
  guardians: z.array(guardian),
  other_names: z.array(z.string()),
  /** Students who share a guardian, or an address of at most eight; as far as the caller may see them. */
  siblings: z.array(personBehind),
});
export type AboutStudent = z.infer<typeof aboutStudent>;

/** The same of a colleague, whose first address is the one they sign in with. */
export const aboutColleague = aboutStudent
  .omit({ guardians: true, other_names: true, siblings: true })
  .extend({
    /** The address that they were asked to confirm, and shall sign in with from then on. */
    new_email: z.nullable(z.object({ email_id: z.string(), expires_at: wireInstant })),
  });
export type AboutColleague = z.infer<typeof aboutColleague>;

/** What is left out stays. A list that is sent replaces the stored one. */
export const colleagueChanges = z.object({
  user_id: id,
  version: printedVersion,
  ...z.object(personInput).omit({ email_id: true }).partial().shape,
  contacts: z
    .array(z.object({ kind: z.enum(['email', 'phone']), value: requiredLine(254) }))
    .max(20)
    .optional(),
});

export const studentChanges = colleagueChanges.extend({
  email_id: emailOrNone.optional(),
  guardians: z
    .array(
      z.object({
        /** Absent: a new one. */
        guardian_id: id.optional(),
        name: personName,
        relation: line(60),
        email_id: emailOrNone,
        phone_number: line(40),
        may_see: z.boolean(),
        pays: z.boolean(),
      }),
    )
    .max(10)
    .optional(),
  other_names: z.array(personName).max(20).optional(),
});
