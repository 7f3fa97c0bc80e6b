import type { personFacts, personFields } from '@gurukul/contract/shared/person-fields';
import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';
import type * as z from 'zod';
import { fail } from '#server/http/problem.ts';
import { readPhone } from '../student-import/cells.ts';

type Written = Partial<
  z.output<z.ZodObject<typeof personFields>> & z.output<z.ZodObject<typeof personFacts>>
>;

/** The office's old files write "not given" as the first day of 1970. */
const noBirthday = '1970-01-01';

/**
 * The birthday and the number as stored, by the rules of the import; undefined where the input leaves them out. Throws
 * `bad_input`. `today` is yyyy-mm-dd, `country` the present one.
 */
export function readPerson({ dob, phone_number: phone, country }: Written, today: string, countryNow = '') {
  const details: Record<string, Said> = {};
  const isGiven = dob !== undefined && dob !== '' && dob !== noBirthday;
  if (isGiven && (dob <= '1900-01-01' || dob > today)) details['dob'] = said('dob_wrong');
  const number = phone === undefined ? undefined : readPhone(phone, country ?? countryNow);
  if (number === null) details['phone_number'] = said('phone_length');
  if (Object.keys(details).length > 0) throw fail('bad_input', { details });
  return {
    dob: dob === undefined ? undefined : isGiven ? dob : null,
    phone: number === undefined ? undefined : number === '' ? null : number,
  };
}
