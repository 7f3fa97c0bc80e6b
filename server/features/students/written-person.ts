import type { studentChanges } from '@gurukul/contract/shared/about-person';
import type { personFacts, personFields } from '@gurukul/contract/shared/person-fields';
import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';
import sql, { join, raw } from 'sql-template-tag';
import type * as z from 'zod';
import type { RowOf } from '#server/db/columns.ts';
import { date, int, list, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { fail } from '#server/http/problem.ts';
import { today } from '#server/time/today.ts';
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

/** As the office wrote it down. */
export const personRow = row({
  user_id: int,
  first_name: text,
  last_name: text,
  email_id: text,
  phone_number: text.nullable(),
  gender: text.nullable(),
  dob: date.nullable(),
  address: text,
  address2: text,
  city: text,
  state: text,
  country: text,
  region: text,
  pincode: text,
  language: text.nullable(),
  timezone: text,
  other_names: list(text),
});

/** Of the person `p`. */
export const personColumns = sql`
  p.id as user_id, p.first_name, p.last_name, p.email_id, p.phone_number, p.gender, p.dob, p.address, p.address2,
  p.city, p.state, p.country, p.region, p.pincode, p.language, p.timezone, p.other_names
`;

/** For a form: what is not known is empty. */
export const shownPerson = ({ phone_number, gender, dob, language, ...fields }: RowOf<typeof personRow>) => ({
  ...fields,
  phone_number: phone_number ?? '',
  gender: gender ?? '',
  dob: dob ?? '',
  language: language ?? '',
});

type Changes = Written & Partial<Pick<z.output<typeof studentChanges>, 'email_id' | 'other_names'>>;

const plainColumns = [
  'first_name',
  'last_name',
  'email_id',
  'address',
  'address2',
  'city',
  'state',
  'country',
  'region',
  'pincode',
  'other_names',
] as const;

/** Saves the fields that are given. Throws `bad_input`. */
export async function savePerson(db: Db, id: number, changes: Changes, countryNow: string): Promise<void> {
  const { dob, phone } = readPerson(changes, await today(db), countryNow);
  const { gender, language, timezone } = changes;
  const values: Readonly<Record<string, string | readonly string[] | null | undefined>> = {
    ...Object.fromEntries(plainColumns.map((column) => [column, changes[column]])),
    phone_number: phone,
    dob,
    gender: gender === '' ? null : gender,
    language: language === '' ? null : language,
    timezone,
  };
  const given = Object.entries(values).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${raw(column)} = ${value}`],
  );
  if (given.length === 0) return;
  await run(db, sql`update people set ${join(given)}, updated_at = now() where id = ${id}`);
}
